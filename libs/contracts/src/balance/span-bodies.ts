import { IsIn, IsInt, IsOptional, Matches, Min } from 'class-validator';
import { NotedCurrency, NotedMode } from '../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsActor, IsCurrency, IsId, IsListOf, IsMoment, IsSignedAmount, IsTimestamp } from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';
import { BalanceChange } from './balance-change.js';
import { SUMMARY_LINES_MAX } from './terms.js';

/** A span of a balance: a month, or from a time to another. */
export class BalanceSpanQuery {
  @Note({ description: 'A month of Africa/Douala, instead of `from` and `to`.', example: '2026-11' })
  @IsOptional()
  @Matches(/^[1-9][0-9]{3}-(0[1-9]|1[0-2])$/, { message: 'must be a month such as 2026-11' })
  month?: string;

  @Note({ description: 'Inclusive; the beginning of this month in Africa/Douala when absent.' })
  @IsOptional()
  @IsMoment()
  from?: string;

  @Note({ description: 'Exclusive; now when absent. The answer states the actual end of the span.' })
  @IsOptional()
  @IsMoment()
  to?: string;

  @Note({ description: 'ISO 4217 code; XAF when absent.', example: 'XAF' })
  @IsOptional()
  @IsCurrency()
  currency?: Currency;
}

/** The movements of a span, by type, method and actor. */
export class SummaryLineView extends BalanceChange {
  @Note({
    description:
      'The member or the API key that made these payments, refunds or payouts; for payments by a link, the one that made the link. Null where no member or key is known, and in all lines where they would be more than 1,000.',
    example: null,
  })
  @IsNullable()
  @IsActor()
  actor!: string | null;

  @Note({ description: 'The number of these transactions.', example: 1 })
  @IsInt()
  @Min(1)
  count!: number;
}

/** The same by till, too. */
export class TillLineView extends SummaryLineView {
  @Note({
    description:
      'The till at which these payments, or the refunded ones, were made. Null where there was none, and in all lines where they would be more than 1,000.',
    example: null,
  })
  @IsNullable()
  @IsId('till')
  tillId!: string | null;
}

/** The same between services. */
export class TillLine extends SummaryLineView {
  /** Absent without a till, and in an answer of charging from before tills. */
  @IsOptional() @IsId('till') tillId?: string;
}

/** What the caller has sold and given back in a span, without the balance. */
export class OwnSummaryView {
  @Note({ example: 'own_summary' })
  @IsIn(['own_summary'])
  object!: 'own_summary';

  @NotedCurrency()
  currency!: Currency;

  @Note({ example: '2026-11-20T23:00:00.000Z' })
  @IsTimestamp()
  from!: string;

  @Note({
    description: 'The end of the span: no further transaction can be added before this time.',
    example: '2026-11-21T23:00:00.000Z',
  })
  @IsTimestamp()
  to!: string;

  @IsListOf(() => TillLineView, SUMMARY_LINES_MAX)
  data!: TillLineView[];

  @NotedMode()
  mode!: Mode;
}

/** The sums of a span of a balance. `opening` and the `net` of all lines add up to `closing`. */
export class BalanceSummaryView {
  @Note({ example: 'balance_summary' })
  @IsIn(['balance_summary'])
  object!: 'balance_summary';

  @NotedCurrency()
  currency!: Currency;

  @Note({ example: '2026-11-20T23:00:00.000Z' })
  @IsTimestamp()
  from!: string;

  @Note({
    description: 'The end of the span: no further transaction can be added before this time.',
    example: '2026-11-21T23:00:00.000Z',
  })
  @IsTimestamp()
  to!: string;

  @Note({ description: 'The balance at `from`.', example: '97477' })
  @IsSignedAmount()
  opening!: string;

  @Note({ description: 'The balance at `to`.', example: '98500' })
  @IsSignedAmount()
  closing!: string;

  @IsListOf(() => TillLineView, SUMMARY_LINES_MAX)
  data!: TillLineView[];

  @NotedMode()
  mode!: Mode;
}
