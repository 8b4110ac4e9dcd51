import { IsBoolean, IsOptional, Matches } from 'class-validator';
import { commandOf } from '../kernel/derived.js';
import { defineCommand } from '../kernel/message.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { MayBeAbsent } from '../schema/declarations.js';
import { IsActor, IsCurrency, IsListOf, IsPageLimit, IsSignedAmount, IsTimestamp } from '../schema/fields.js';
import type { Currency } from '../vocabulary/money.js';
import { BalanceEntry, CurrencyBalance, ListBalanceTransactionsQuery } from './balance-bodies.js';
import { TillLine } from './span-bodies.js';
import { PAGE_MAX_TRANSACTIONS, STATEMENT_PAGE_ROWS, SUMMARY_LINES_MAX, TRANSACTION_ID } from './terms.js';

export class BalanceRead {
  @IsListOf(() => CurrencyBalance, 10) balances!: CurrencyBalance[];
  @IsTimestamp() readAt!: string;
}
/** Returns the balance of a merchant in a mode, without currencies in which nothing ever moved. */
export const readBalance = defineCommand({
  name: 'read-balance',
  owner: 'charging',
  request: OfMerchant,
  answer: BalanceRead,
  unordered: true,
});

export class ListTransactionsCommand extends commandOf(
  ListBalanceTransactionsQuery,
  ['currency', 'limit'],
  OfMerchant,
) {
  @IsCurrency() currency!: Currency;
  @IsPageLimit(PAGE_MAX_TRANSACTIONS) limit!: number;
}
export class TransactionsListed {
  @IsListOf(() => BalanceEntry, PAGE_MAX_TRANSACTIONS) entries!: BalanceEntry[];
  @IsBoolean() hasMore!: boolean;
}
/** The transactions of a merchant's balance, newest first. */
export const listTransactions = defineCommand({
  name: 'list-transactions',
  owner: 'charging',
  request: ListTransactionsCommand,
  answer: TransactionsListed,
  unordered: true,
  refusals: ['cursor_invalid'],
});

/** A span of the ledger of a merchant: from a moment, inclusive, to another, exclusive. */
export class BalanceSpan extends OfMerchant {
  @IsCurrency() currency!: Currency;
  @IsTimestamp() from!: string;
  /** The watermark when absent. */
  @IsOptional() @IsTimestamp() to?: string;
}

export class ReadStatementCommand extends BalanceSpan {
  @IsPageLimit(STATEMENT_PAGE_ROWS) limit!: number;
  /** The page goes on after this row; then `to` is where the first page has said that the statement ends. */
  @IsOptional() @Matches(TRANSACTION_ID) after?: string;
}
export class StatementPage {
  /** The end of the statement: `to`, or the watermark, before which nothing is booked any more. */
  @IsTimestamp() to!: string;
  /** The balance at `from`; only on the first page. */
  @MayBeAbsent() @IsSignedAmount() opening?: string;
  @IsListOf(() => BalanceEntry, STATEMENT_PAGE_ROWS) entries!: BalanceEntry[];
  @IsBoolean() hasMore!: boolean;
}
/** A page of a statement, oldest first. Spans that meet leave out nothing and repeat nothing. */
export const readStatement = defineCommand({
  name: 'read-statement',
  owner: 'charging',
  request: ReadStatementCommand,
  answer: StatementPage,
  unordered: true,
  refusals: ['cursor_invalid', 'parameter_invalid', 'service_unavailable'],
});

export class SummarizeBalanceCommand extends BalanceSpan {
  /** Only the payments and refunds of this member or key. */
  @IsOptional() @IsActor() actor?: string;
}
export class BalanceSummarized {
  @IsTimestamp() to!: string;
  @IsSignedAmount() opening!: string;
  @IsSignedAmount() closing!: string;
  @IsListOf(() => TillLine, SUMMARY_LINES_MAX) lines!: TillLine[];
}
/** The sums of a span: what a closing of the day shows. */
export const summarizeBalance = defineCommand({
  name: 'summarize-balance',
  owner: 'charging',
  request: SummarizeBalanceCommand,
  answer: BalanceSummarized,
  unordered: true,
  refusals: ['parameter_invalid', 'service_unavailable'],
});
