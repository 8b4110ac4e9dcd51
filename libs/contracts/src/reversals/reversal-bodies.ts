import { IsIn } from 'class-validator';
import { NotedCurrency, NotedMode } from '../kernel/shapes/noted-fields.js';
import { PageLimit, pageOf, StartsAfter } from '../kernel/shapes/page.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsAmount, IsAmountOrZero, IsId, IsTimestamp } from '../schema/fields.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';

/** Most reversals that one answer lists. */
export const PAGE_MAX_REVERSALS = 100;

export const reversalStatuses = ['BOOKED', 'RETURNED'] as const;
/** The status of a reversal as its merchant sees it. RETURNED is terminal: the operator has given the money back. */
export type ReversalStatus = (typeof reversalStatuses)[number];

/** Money that an operator has taken back of a payment after it was paid. */
export class ReversalView {
  @Note({ example: 'rv_01k90b7m2qg5xd8w4t1zjn6c3r' })
  @IsId('reversal')
  id!: string;

  @Note({ example: 'reversal' })
  @IsIn(['reversal'])
  object!: 'reversal';

  @Note({ description: 'The payment.', example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsId('intent')
  paymentIntentId!: string;

  @Note({ example: 'ch_01k8zq6c4qh0td2x8f9mgr7h1z' })
  @IsId('charge')
  chargeId!: string;

  @Note({
    description:
      '`BOOKED`: the operator has taken the money back, and your balance is debited. `RETURNED`: the operator has given it back after that, and your balance is credited again.',
    example: 'BOOKED',
  })
  @IsIn(reversalStatuses)
  status!: ReversalStatus;

  @Note({
    description:
      'The part of the payment that is taken back from you. What you had refunded before is not taken a second time.',
    example: '5000',
  })
  @IsAmount()
  amount!: string;

  @Note({
    description:
      'The part of the payment’s fee that you get back for it: your balance is debited by `amount` less `feeReturned`. "0" where the fee is kept.',
    example: '0',
  })
  @IsAmountOrZero()
  feeReturned!: string;

  @NotedCurrency()
  currency!: Currency;

  @Note({ example: 'mtn_momo' })
  @IsIn(mobileOperators)
  operator!: MobileOperator;

  @NotedMode()
  mode!: Mode;

  @Note({ description: 'The time at which it was booked on your balance.', example: '2026-11-22T08:30:00.000Z' })
  @IsTimestamp()
  bookedAt!: string;

  @Note({ description: 'The time at which it was returned; null otherwise.', example: null })
  @IsNullable()
  @IsTimestamp()
  returnedAt!: string | null;
}

/** The query of the reversals of one payment. */
export class ListIntentReversalsQuery {
  @PageLimit('reversals', PAGE_MAX_REVERSALS)
  limit?: number;

  @StartsAfter('reversal', 'The page starts after this reversal and holds older ones.')
  startingAfter?: string;
}

/** A page of reversals, newest first. */
export class ReversalPageAnswer extends pageOf(() => ReversalView, 'reversal', PAGE_MAX_REVERSALS) {}
