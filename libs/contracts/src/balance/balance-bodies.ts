import { IsBoolean, IsIn, IsOptional, Matches } from 'class-validator';
import { PageLimit, pageOf, StartsAfter } from '../kernel/shapes/page.js';
import { CreatedFrom, CreatedTo, NotedCurrency, NotedMode } from '../kernel/shapes/noted-fields.js';
import { IsNullable, MayBeAbsent, Note } from '../schema/declarations.js';
import {
  IsAmount,
  IsAmountOrZero,
  IsCurrency,
  IsId,
  IsIntBetween,
  IsLine,
  IsListOf,
  IsProviderReference,
  IsTimestamp,
} from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';
import { BalanceChange } from './balance-change.js';
import type { FeeMethod } from './terms.js';
import {
  ADJUSTMENT_DESCRIPTION_MAX,
  FEE_BPS_MAX,
  feeMethods,
  MATURITIES_MAX,
  PAGE_MAX_TRANSACTIONS,
  TRANSACTION_ID,
} from './terms.js';

const EXAMPLE_CHARGE_ID = 'ch_01k8zq6c4qh0td2x8f9mgr7h1z';
const EXAMPLE_INTENT_ID = 'pi_01k8zq4a2nf8rb0v6d7jep5f9x';
const METHOD = 'How the money moves: by `wallet`, or by the mobile-money operator.';
const CURRENCY = 'ISO 4217 code; XAF when absent.';

/** The query of a fee before its charge. */
export class FeeQuery {
  @Note({ description: 'Digits in the currency\'s minor unit: for XAF, "1043" is 1 043 FCFA.', example: '1043' })
  @IsAmount()
  amount!: string;

  @Note({ description: METHOD, example: 'mtn_momo' })
  @IsIn(feeMethods)
  method!: FeeMethod;

  @Note({ description: CURRENCY, example: 'XAF' })
  @IsOptional()
  @IsCurrency({ context: { code: 'currency_unsupported' as const } })
  currency?: Currency;
}

/** The fee of a payment if it were charged now. */
export class FeeView {
  @Note({ example: 'fee' })
  @IsIn(['fee'])
  object!: 'fee';

  @Note({ description: METHOD, example: 'mtn_momo' })
  @IsIn(feeMethods)
  method!: FeeMethod;

  @Note({ example: '1043' })
  @IsAmount()
  amount!: string;

  @Note({
    description:
      '`amount` × `bps` / 10000, rounded down to a whole minor unit, plus `fixed`; always less than the amount. 1043 × 2 % = 20.86, so the fee is 20.',
    example: '20',
  })
  @IsAmountOrZero()
  fee!: string;

  @Note({ description: '`amount` less `fee`.', example: '1023' })
  @IsAmount()
  net!: string;

  @NotedCurrency()
  currency!: Currency;

  @Note({ description: 'The rate of the fee, in hundredths of a percent.', example: 200 })
  @IsIntBetween(0, FEE_BPS_MAX)
  bps!: number;

  @Note({ description: 'The fixed part of the fee, in minor units.', example: '0' })
  @Matches(/^(0|[1-9][0-9]{0,6})$/)
  fixed!: string;

  @Note({ description: 'True when a refund gives back the amount but not this fee.', example: true })
  @IsBoolean()
  keptOnRefund!: boolean;

  @NotedMode()
  mode!: Mode;
}

/** Money that becomes available at a time. */
export class MaturityView {
  @Note({
    description:
      'The time at which this amount becomes available; for money that waits for the statement of an operator, the earliest possible time.',
    example: '2026-11-21T23:00:00.000Z',
  })
  @IsTimestamp()
  at!: string;

  @Note({ example: '1023' })
  @IsAmountOrZero()
  amount!: string;
}

class CurrencyAmounts {
  @NotedCurrency()
  currency!: Currency;

  @Note({ description: 'Money that is yours now: settled, and not held.', example: '98500' })
  @IsAmountOrZero()
  available!: string;

  @Note({
    description:
      'Money that is yours but not available yet: what an operator has collected and not yet settled by its schedule, and what is held for refunds. Refunds may use the part that is not held.',
    example: '2523',
  })
  @IsAmountOrZero()
  pending!: string;

  @Note({
    description: 'The part of `pending` that is held for refunds which an operator has not answered.',
    example: '1500',
  })
  @IsAmountOrZero()
  held!: string;

  @Note({ description: 'The amounts that become available, soonest first. Their sum is `pending` less `held`.' })
  @IsListOf(() => MaturityView, MATURITIES_MAX)
  upcoming!: MaturityView[];
}

/** The balance of one currency, between services. */
export class CurrencyBalance extends CurrencyAmounts {
  /** Absent in messages from before the field. */
  @IsOptional() @IsAmountOrZero() owed?: string;
}

/** The balance of one currency. */
export class CurrencyBalanceView extends CurrencyAmounts {
  @Note({
    description:
      'What an operator has taken back of your payments and your balance does not cover. What comes in fills it before anything is available. `available` + `pending` − `owed` is the sum of all transactions.',
    example: '0',
  })
  @IsAmountOrZero()
  owed!: string;
}

/** The balance of a merchant, by currency. */
export class BalanceView {
  @Note({ example: 'balance' })
  @IsIn(['balance'])
  object!: 'balance';

  @Note({ description: 'One entry for each currency in which you were ever paid.' })
  @IsListOf(() => CurrencyBalanceView, 10)
  balances!: CurrencyBalanceView[];

  @NotedMode()
  mode!: Mode;

  @Note({ description: 'The time at which the balance was read.', example: '2026-11-21T09:00:00.000Z' })
  @IsTimestamp()
  readAt!: string;
}

/** A movement of what a merchant is owed, without the number that its operator gives it. */
class BalanceMovement extends BalanceChange {
  @Note({
    description:
      'The id of its charge, refund or payout; each further transaction of that object adds a dot and a number.',
    example: EXAMPLE_CHARGE_ID,
  })
  @Matches(TRANSACTION_ID)
  id!: string;

  @Note({ description: 'The payment.', example: EXAMPLE_INTENT_ID })
  @IsNullable()
  @IsId('intent')
  paymentIntentId!: string | null;

  @Note({ example: EXAMPLE_CHARGE_ID })
  @IsNullable()
  @IsId('charge')
  chargeId!: string | null;

  @Note({ description: 'The refund; null for anything else.', example: null })
  @IsNullable()
  @IsId('refund')
  refundId!: string | null;

  @Note({ description: 'The payout, for its money and for its fee; null for anything else.', example: null })
  @IsNullable()
  @IsId('payout')
  payoutId!: string | null;

  @Note({
    description:
      'The reason of an `adjustment` and, in brackets, the paper that explains it. Absent for any other movement.',
    example: 'Fee of 3 November charged twice (letter 12)',
  })
  @MayBeAbsent()
  @IsLine(ADJUSTMENT_DESCRIPTION_MAX)
  description?: string;

  @Note({
    description:
      'The time from which the money is part of `available`. Money of an operator whose statements are compared also waits until the statement of its day matches: this is then the earliest possible time.',
    example: '2026-11-21T23:00:00.000Z',
  })
  @IsTimestamp()
  availableAt!: string;

  @Note({ example: '2026-11-21T09:00:00.000Z' })
  @IsTimestamp()
  createdAt!: string;
}

/** A movement of what a merchant is owed, between services. */
export class BalanceEntry extends BalanceMovement {
  /** The operator's transaction number; absent in messages from before the field. */
  @IsOptional() @IsProviderReference() providerReference?: string | null;
}

/** A movement of a balance. */
export class BalanceTransactionView extends BalanceMovement {
  @Note({
    description:
      'The operator’s own transaction number of its payment, refund or payout; null where there is none, and for movements that are older than this field.',
    example: null,
  })
  @IsNullable()
  @IsProviderReference()
  providerReference!: string | null;

  @Note({ example: 'balance_transaction' })
  @IsIn(['balance_transaction'])
  object!: 'balance_transaction';

  @NotedCurrency()
  currency!: Currency;

  @NotedMode()
  mode!: Mode;
}

export class ListBalanceTransactionsQuery {
  @PageLimit('transactions', PAGE_MAX_TRANSACTIONS)
  limit?: number;

  @StartsAfter(TRANSACTION_ID, 'The page starts after this transaction and holds older ones.')
  startingAfter?: string;

  @Note({ description: CURRENCY, example: 'XAF' })
  @IsOptional()
  @IsCurrency()
  currency?: Currency;

  @CreatedFrom()
  createdFrom?: string;

  @CreatedTo('2026-11-22T00:00:00.000Z')
  createdTo?: string;
}

/** A page of transactions, newest first. */
export class BalanceTransactionPageAnswer extends pageOf(
  () => BalanceTransactionView,
  TRANSACTION_ID,
  PAGE_MAX_TRANSACTIONS,
) {}
