import { IsIn } from 'class-validator';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsAmountOrZero, IsSignedAmount } from '../schema/fields.js';
import type { FeeMethod, TransactionType } from './terms.js';
import { feeMethods, transactionTypes } from './terms.js';

/** A cause that moved a merchant's balance, and the amount. */
export class BalanceChange {
  @Note({
    description:
      '`charge`: a payment, with its fee. `refund`: money that went back. `payout`: money that went to you. `reversal`: money of a payment that the operator has taken back, or has given back after that. `adjustment`: a correction by the team of your Paygate. `late_payment`: money that reached the operator for a payment that had failed, with its fee. `fee`: a fee that is not part of a payment, such as the fee of a payout.',
    example: 'charge',
  })
  @IsIn(transactionTypes)
  type!: TransactionType;

  @Note({ description: 'The amount before the fee; below zero where money leaves the balance.', example: '1043' })
  @IsSignedAmount()
  gross!: string;

  @Note({ description: 'The fee that was kept, in the minor unit.', example: '20' })
  @IsAmountOrZero()
  fee!: string;

  @Note({ description: 'The amount that is added to the balance: `gross` less `fee`.', example: '1023' })
  @IsSignedAmount()
  net!: string;

  @Note({ description: 'How the money moves, where that is known.', example: 'mtn_momo' })
  @IsNullable()
  @IsIn(feeMethods)
  method!: FeeMethod | null;
}
