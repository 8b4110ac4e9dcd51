import { IsBoolean, IsIn, Matches } from 'class-validator';
import { BalanceTransactionView } from '../balance/balance-bodies.js';
import { SummaryLineView } from '../balance/span-bodies.js';
import { PAGE_MAX_TRANSACTIONS, SUMMARY_LINES_MAX, TRANSACTION_ID } from '../balance/terms.js';
import { PageLimit, StartsAfter } from '../kernel/shapes/page.js';
import { NotedCurrency, NotedMode } from '../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsAmount, IsAmountOrZero, IsId, IsListOf, IsSignedAmount, IsTimestamp } from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';
import { EXAMPLE_PAYOUT_ID } from './payout-bodies.js';

export class PayoutTransactionsQuery {
  @PageLimit('transactions', PAGE_MAX_TRANSACTIONS)
  limit?: number;

  @StartsAfter(TRANSACTION_ID, 'The page starts after this transaction and holds newer ones.')
  startingAfter?: string;
}

/**
 * The sheet of a payout. `opening` and the `net` of all `lines` add up to `closing`; `closing` less `amount` is `remaining`.
 */
export class PayoutSheetView {
  @Note({ example: 'payout_sheet' })
  @IsIn(['payout_sheet'])
  object!: 'payout_sheet';

  @Note({ example: EXAMPLE_PAYOUT_ID })
  @IsId('payout')
  payoutId!: string;

  @NotedCurrency()
  currency!: Currency;

  @Note({
    description: 'The time at which the completed payout before this one was requested; null when there is none.',
    example: '2026-11-14T09:00:00.000Z',
  })
  @IsNullable()
  @IsTimestamp()
  from!: string | null;

  @Note({ description: 'The time at which this payout was requested.', example: '2026-11-21T09:00:00.000Z' })
  @IsTimestamp()
  to!: string;

  @Note({ description: 'The balance at `from`.', example: '0' })
  @IsSignedAmount()
  opening!: string;

  @Note({ description: 'The balance at `to`.', example: '51023' })
  @IsSignedAmount()
  closing!: string;

  @Note({ example: '50000' })
  @IsAmount()
  amount!: string;

  @Note({ example: '250' })
  @IsAmountOrZero()
  fee!: string;

  @Note({ example: '49750' })
  @IsAmount()
  net!: string;

  @Note({ description: '`closing` less `amount`.', example: '1023' })
  @IsSignedAmount()
  remaining!: string;

  @Note({ description: 'The sums of the transactions between `from` and `to`, by `type`, `method` and `actor`.' })
  @IsListOf(() => SummaryLineView, SUMMARY_LINES_MAX)
  lines!: SummaryLineView[];

  @Note({ description: 'A page of those transactions, oldest first.' })
  @IsListOf(() => BalanceTransactionView, PAGE_MAX_TRANSACTIONS)
  data!: BalanceTransactionView[];

  @Note({ example: false })
  @IsBoolean()
  hasMore!: boolean;

  @Note({ description: 'The cursor of the next page, when there is one.', example: null })
  @IsNullable()
  @Matches(TRANSACTION_ID)
  nextCursor!: string | null;

  @NotedMode()
  mode!: Mode;
}
