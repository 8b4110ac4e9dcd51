import { Injectable } from '@nestjs/common';
import type { BalanceSpan, OfMerchant, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { Places } from '@paygate/platform';
import { ledgerOf } from '../../books/ledger/domain/ledger.js';
import { SpansRepository } from './spans.repository.js';
import { Watermark } from './watermark.js';

/** A span of an account that ends at the watermark at the latest. Nothing in it changes any more. */
export interface ClosedSpan {
  /** Undefined when nothing was ever posted. */
  readonly accountId: bigint | undefined;
  readonly to: string;
  /** The balance at its beginning, in minor units. */
  readonly opening: bigint;
}

/** Sums over spans that one process makes at a time, and those of one account: they take connections that charges need. */
const SUMS_AT_ONCE = 4;
const SUMS_OF_ACCOUNT = 2;

/** Finds spans of merchants' accounts. */
@Injectable()
export class Spans {
  readonly #places = new Places(SUMS_AT_ONCE, SUMS_OF_ACCOUNT);

  constructor(
    private readonly spans: SpansRepository,
    private readonly watermark: Watermark,
  ) {}

  /** Does work that sums over spans of an account. Refused when there is no place for it. */
  async within<Answer>(
    account: Pick<OfMerchant, 'merchantId' | 'mode'>,
    work: () => Promise<Answer>,
  ): Promise<Answer | Refusal> {
    return (await this.#places.within(account, work)) ?? refuse('service_unavailable');
  }

  async close({ merchantId, mode, currency, from, to }: BalanceSpan): Promise<ClosedSpan | Refusal> {
    if (to !== undefined && to < from) return refuse('parameter_invalid', beginsLate);
    const end = await this.watermark.until(to === undefined ? undefined : new Date(to));
    if (end === undefined) return refuse('service_unavailable');
    const closedTo = end.toISOString();
    // an empty span has no watermark to end at
    if (closedTo < from) return refuse('parameter_invalid', beginsLate);
    const accountId = await this.spans.accountOf(merchantId, ledgerOf(mode, currency));
    const opening = accountId === undefined ? 0n : await this.spans.balanceAt(accountId, from);
    return { accountId, to: closedTo, opening };
  }
}

const beginsLate = {
  param: 'from',
  detail: 'The span begins after its end, or after the time up to which the transactions are complete.',
};
