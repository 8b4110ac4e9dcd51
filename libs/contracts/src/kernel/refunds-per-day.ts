import { IsOptional } from 'class-validator';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsAmountOrZero, IsIntBetween } from '../schema/fields.js';
import type { RefundLimit } from '../vocabulary/protections.js';
import { REFUNDS_PER_DAY_MAX } from '../vocabulary/protections.js';

/**
 * The refunds that an account allows in a day of Africa/Douala, counted for each mode and currency apart; null where it sets no limit.
 * Everybody is bound by it but an owner who has signed in with a second factor.
 */
export class RefundsPerDay implements RefundLimit {
  @Note({ description: 'The largest number of refunds; null without a limit.', example: 200 })
  @IsNullable()
  @IsIntBetween(0, REFUNDS_PER_DAY_MAX)
  count!: number | null;

  @Note({ description: 'Their largest sum, in minor units; null without a limit.', example: '500000' })
  @IsNullable()
  @IsAmountOrZero()
  amount!: string | null;

  @Note({
    description:
      'Their largest sum in percent of the balance, available and pending, that the account had at 00:00; null without a limit. Only in live mode, and only where the account had a balance then.',
    example: 50,
  })
  @IsNullable()
  @IsIntBetween(0, 100)
  balancePercent!: number | null;
}

/** A new limit, as a request has it: what it leaves out is not limited. */
export class RefundsPerDayRequest {
  @Note({ description: 'The largest number of refunds; no limit when absent or null.', example: 200 })
  @IsOptional()
  @IsIntBetween(0, REFUNDS_PER_DAY_MAX)
  count?: number | null;

  @Note({ description: 'Their largest sum, in minor units; no limit when absent or null.', example: '500000' })
  @IsOptional()
  @IsAmountOrZero()
  amount?: string | null;

  @Note({
    description:
      'Their largest sum in percent of the balance, available and pending, that the account had at 00:00; no limit when absent or null. Only in live mode, and only where the account had a balance then.',
    example: 50,
  })
  @IsOptional()
  @IsIntBetween(0, 100)
  balancePercent?: number | null;
}
