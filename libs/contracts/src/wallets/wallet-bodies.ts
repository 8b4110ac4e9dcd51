import { IsBoolean, IsIn, IsOptional, Matches } from 'class-validator';
import { NotedCurrency, NotedMode } from '../kernel/shapes/noted-fields.js';
import { PageLimit, pageOf, StartsAfter } from '../kernel/shapes/page.js';
import { IsNullable, Note } from '../schema/declarations.js';
import {
  IsAmount,
  IsAmountOrZero,
  IsCurrency,
  IsId,
  IsNested,
  IsSignedAmount,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';
import { MobileMoneyMovement } from './mobile-money-movement.js';

/** Most movements of a wallet on one page: each may name another merchant. */
export const PAGE_MAX_WALLET_TRANSACTIONS = 50;
/** The id of a movement of a wallet: that of its charge, refund, top-up or withdrawal, or of the transfer by which one that failed came back. */
export const WALLET_TRANSACTION_ID = /^(ch|re|tu|wd|tr)_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export const walletStates = ['open', 'closed', 'frozen'] as const;
/** `closed` and `frozen`: it can be read, and receives refunds; it pays nothing. A frozen one pays out nothing either. */
export type WalletState = (typeof walletStates)[number];

export const walletTransactionTypes = ['payment', 'refund', 'top_up', 'withdrawal', 'withdrawal_returned'] as const;
/** The cause of a movement of a wallet. */
export type WalletTransactionType = (typeof walletTransactionTypes)[number];

const CURRENCY = 'ISO 4217 code; XAF when absent.';

/** The query of a wallet. */
export class WalletQuery {
  @Note({ description: CURRENCY, example: 'XAF' })
  @IsOptional()
  @IsCurrency({ context: { code: 'currency_unsupported' as const } })
  currency?: Currency;
}

/** A limit of what a wallet pays in a span, in minor units. */
export class WalletLimit {
  @Note({ description: 'The most that the wallet pays in the span.', example: '10000000' })
  @IsAmountOrZero()
  max!: string;

  @Note({ description: 'The part of `max` that is left. A refund gives nothing of it back.', example: '9995000' })
  @IsAmountOrZero()
  left!: string;

  @Note({
    description: 'The time at which the next span begins, by the days of Africa/Douala.',
    example: '2026-11-28T23:00:00.000Z',
  })
  @IsTimestamp()
  renewsAt!: string;
}

/** The limits of a wallet. */
export class WalletLimits {
  @Note({ description: 'The limit of a day of Africa/Douala.' })
  @IsNested(() => WalletLimit)
  day!: WalletLimit;

  @Note({ description: 'The limit of a calendar month.' })
  @IsNested(() => WalletLimit)
  month!: WalletLimit;
}

/** The facts about a wallet that its user reads, between services. */
export class WalletFacts {
  @Note({ description: 'The money in the wallet, in minor units.', example: '12500' })
  @IsAmountOrZero()
  balance!: string;

  @Note({
    description:
      '`open`, `closed` or `frozen`. A closed or frozen wallet can be read and receives refunds, and pays nothing; nothing is withdrawn from a frozen one.',
    example: 'open',
  })
  @IsIn(walletStates)
  state!: WalletState;

  @Note({ description: 'What the wallet may pay in a day and in a month. A payment beyond it is declined.' })
  @IsNested(() => WalletLimits)
  limits!: WalletLimits;
}

/** A wallet as its user reads it. */
export class WalletView extends WalletFacts {
  @Note({ example: 'wallet' })
  @IsIn(['wallet'])
  object!: 'wallet';

  @NotedCurrency()
  currency!: Currency;

  @NotedMode()
  mode!: Mode;
}

/** A movement of a wallet, between services. */
export class WalletEntry {
  @Note({
    description: 'The id of its charge, refund, top-up or withdrawal; of `withdrawal_returned` one of its own.',
    example: 'ch_01k8zq6c4qh0td2x8f9mgr7h1z',
  })
  @Matches(WALLET_TRANSACTION_ID)
  id!: string;

  @Note({
    description:
      '`payment`: money for a merchant. `refund`: money that a merchant gave back. `top_up`: money that filled the wallet. `withdrawal`: money for the user’s own number, and `withdrawal_returned` what came back of one that failed.',
    example: 'payment',
  })
  @IsIn(walletTransactionTypes)
  type!: WalletTransactionType;

  @Note({ description: 'The amount in minor units; below zero where money leaves the wallet.', example: '-5000' })
  @IsSignedAmount()
  amount!: string;

  @Note({ description: 'The payment; null for a top-up and a withdrawal.', example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsNullable()
  @IsId('intent')
  paymentIntentId!: string | null;

  @Note({
    description: 'The merchant of the payment; null for a top-up and a withdrawal.',
    example: 'mer_01k8zq1b7wd3sn5k9tq2hxc4ve',
  })
  @IsNullable()
  @IsId('merchant')
  merchantId!: string | null;

  @Note({ description: 'The time at which the money moved.', example: '2026-11-28T09:00:00.000Z' })
  @IsTimestamp()
  createdAt!: string;
}

/** A movement of a wallet as its user reads it. */
export class WalletTransactionView extends WalletEntry {
  @Note({ example: 'wallet_transaction' })
  @IsIn(['wallet_transaction'])
  object!: 'wallet_transaction';

  @Note({
    description: 'The name of the merchant of the payment; null for a top-up and a withdrawal.',
    example: 'Boutique Akwa',
  })
  @IsNullable()
  @IsText(120, 1)
  merchantName!: string | null;

  @NotedCurrency()
  currency!: Currency;

  @NotedMode()
  mode!: Mode;
}

/** The query of the movements of a wallet. */
export class ListWalletTransactionsQuery extends WalletQuery {
  @PageLimit('transactions', PAGE_MAX_WALLET_TRANSACTIONS)
  limit?: number;

  @StartsAfter(WALLET_TRANSACTION_ID, 'The page starts after this transaction and holds older ones.')
  startingAfter?: string;
}

/** A page of movements, newest first. */
export class WalletTransactionPageAnswer extends pageOf(
  () => WalletTransactionView,
  WALLET_TRANSACTION_ID,
  PAGE_MAX_WALLET_TRANSACTIONS,
) {}

export const walletTopUpStatuses = ['PENDING', 'COMPLETED', 'FAILED'] as const;

/** A top-up that a user asks for. */
export class CreateWalletTopUpRequest extends WalletQuery {
  @Note({ description: 'Digits in the currency’s minor unit.', example: '5000' })
  @IsAmount({ context: { code: 'amount_invalid' as const } })
  amount!: string;

  @Note({ description: 'The operator of the user’s number; found by the number when absent.', example: 'mtn_momo' })
  @IsOptional()
  @IsIn(mobileOperators)
  operator?: MobileOperator;
}

/** A top-up, between services. */
export class WalletTopUp extends MobileMoneyMovement {
  @Note({ example: 'tu_01k8zq6c4qh0td2x8f9mgr7h1z' })
  @IsId('topUp')
  id!: string;

  @Note({
    description:
      '`PENDING` until the operator’s outcome is known. `COMPLETED`: the wallet has the money. `FAILED`: no money moved, and none will.',
    example: 'PENDING',
  })
  @IsIn(walletTopUpStatuses)
  status!: (typeof walletTopUpStatuses)[number];

  @Note({ example: '5000' })
  @IsAmount()
  amount!: string;

  @Note({ description: 'The operator that collects the money.', example: 'mtn_momo' })
  @IsIn(mobileOperators)
  operator!: MobileOperator;

  @Note({ description: 'True while the operator waits for the PIN on the phone.', example: true })
  @IsBoolean()
  awaitsApproval!: boolean;
}

/** A top-up as its user reads it. */
export class WalletTopUpView extends WalletTopUp {
  @Note({ example: 'wallet_top_up' })
  @IsIn(['wallet_top_up'])
  object!: 'wallet_top_up';

  @NotedMode()
  mode!: Mode;
}
