import { IsIn } from 'class-validator';
import { SentCodeAnswer } from '../codes/otp-bodies.js';
import { NotedMode } from '../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsAmount, IsAmountOrZero, IsId, IsNested, IsOtpCode } from '../schema/fields.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { Mode } from '../vocabulary/modes.js';
import { MobileMoneyMovement } from './mobile-money-movement.js';
import { WalletQuery } from './wallet-bodies.js';

export const walletWithdrawalStatuses = ['AWAITING_CODE', 'PENDING', 'COMPLETED', 'FAILED'] as const;

/** A withdrawal that a user asks for. */
export class CreateWalletWithdrawalRequest extends WalletQuery {
  @Note({
    description: 'The amount that leaves the wallet, the fee included. Digits in the currency’s minor unit.',
    example: '5000',
  })
  @IsAmount({ context: { code: 'amount_invalid' as const } })
  amount!: string;
}

/** The code of a withdrawal. */
export class ConfirmWalletWithdrawalRequest {
  @Note({ description: 'The code, as the customer typed it.', example: '042917' })
  @IsOtpCode()
  otp!: string;
}

/** A withdrawal, between services. */
export class WalletWithdrawal extends MobileMoneyMovement {
  @Note({ example: 'wd_01k8zq6c4qh0td2x8f9mgr7h1z' })
  @IsId('withdrawal')
  id!: string;

  @Note({
    description:
      '`AWAITING_CODE` until the code from the phone confirms it: no money has moved. `PENDING`: the money has left the wallet, and the operator has not answered yet. `COMPLETED`: the mobile-money account has it. `FAILED`: the wallet has its money, since the operator did not pay, or no code confirmed it within an hour.',
    example: 'AWAITING_CODE',
  })
  @IsIn(walletWithdrawalStatuses)
  status!: (typeof walletWithdrawalStatuses)[number];

  @Note({ description: 'The amount that leaves the wallet, the fee included.', example: '5000' })
  @IsAmount()
  amount!: string;

  @Note({ description: 'The fee of the withdrawal, part of `amount`.', example: '25' })
  @IsAmountOrZero()
  fee!: string;

  @Note({ description: 'The amount that arrives: `amount` less `fee`.', example: '4975' })
  @IsAmount()
  net!: string;

  @Note({ description: 'The operator that pays the money out.', example: 'mtn_momo' })
  @IsIn(mobileOperators)
  operator!: MobileOperator;
}

/** A withdrawal whose code was sent, between services. */
export class AskedWalletWithdrawal extends WalletWithdrawal {
  @Note({ description: 'The code that was sent to the user’s number. Null where the withdrawal was confirmed before.' })
  @IsNullable()
  @IsNested(() => SentCodeAnswer)
  code!: SentCodeAnswer | null;
}

/** A withdrawal as its user reads it. */
export class WalletWithdrawalView extends WalletWithdrawal {
  @Note({ example: 'wallet_withdrawal' })
  @IsIn(['wallet_withdrawal'])
  object!: 'wallet_withdrawal';

  @NotedMode()
  mode!: Mode;
}

/** The answer of a request for a withdrawal. */
export class AskedWalletWithdrawalView extends AskedWalletWithdrawal {
  @Note({ example: 'wallet_withdrawal' })
  @IsIn(['wallet_withdrawal'])
  object!: 'wallet_withdrawal';

  @NotedMode()
  mode!: Mode;
}
