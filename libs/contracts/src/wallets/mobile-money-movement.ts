import { IsIn } from 'class-validator';
import { NotedCreation } from '../kernel/shapes/noted-fields.js';
import type { DeclineCode } from '../payments/payment-intent.js';
import { declineCodes } from '../payments/payment-intent.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsMaskedDestination, IsNested, IsText, IsTimestamp } from '../schema/fields.js';

/** The reason for which a top-up or a withdrawal failed: one of those of payments. */
export class WalletMovementFailure {
  @Note({ example: 'insufficient_funds' })
  @IsIn(declineCodes)
  code!: DeclineCode;

  @Note({ example: 'The mobile-money account holds too little.' })
  @IsText(300)
  message!: string;
}

/** The fields that a top-up and a withdrawal both have. */
export class MobileMoneyMovement {
  @Note({ description: 'The user’s number, with only its end readable.', example: '********01' })
  @IsMaskedDestination()
  phoneMasked!: string;

  @Note({ description: 'The reason for which it FAILED.', example: null })
  @IsNullable()
  @IsNested(() => WalletMovementFailure)
  failure!: WalletMovementFailure | null;

  @NotedCreation()
  createdAt!: string;

  @Note({ description: 'The time at which it was completed or failed; null before.', example: null })
  @IsNullable()
  @IsTimestamp()
  endedAt!: string | null;
}
