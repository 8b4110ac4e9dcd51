import { IsIn } from 'class-validator';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsAmountOrZero, IsSignedAmount } from '../schema/fields.js';
import type { FeeMethod, TransactionType } from './terms.js';
import { feeMethods, transactionTypes } from './terms.js';

/** A cause that moved a merchant's balance, and the amount. */
export class BalanceChange {
  @Note({
    description:
      '`charge`: a payment, with its fee. `refund`: money that went back. `payout`: money that went to you. `fee`: a fee apart from payments, such as that of a payout. `adjustment`: a correction.',
    example: 'charge',
  })
  @IsIn(transactionTypes)
  type!: TransactionType;

  @Note({ description: 'Below zero where money leaves the balance.', example: '1043' })
  @IsSignedAmount()
  gross!: string;

  @Note({ description: 'The fee that was kept of it, in the minor unit.', example: '20' })
  @IsAmountOrZero()
  fee!: string;

  @Note({ description: 'The amount that it adds to the balance: `gross` less `fee`.', example: '1023' })
  @IsSignedAmount()
  net!: string;

  @Note({ description: 'The way of the money, where it is known.', example: 'mtn_momo' })
  @IsNullable()
  @IsIn(feeMethods)
  method!: FeeMethod | null;
}
