import { Injectable } from '@nestjs/common';
import type { BalanceEntry, Currency, Mode } from '@paygate/contracts';
import { ledgerOf } from '../../books/ledger/domain/ledger.js';
import type { EntryPage } from './entries.repository.js';
import { EntriesRepository } from './entries.repository.js';
import { EntryViews, placeIn } from './entries.view.js';
import { SpansRepository } from './spans.repository.js';

/** The account of a merchant, and which of its entries are read. */
export interface WantedEntries extends Pick<EntryPage, 'order' | 'limit' | 'from' | 'to'> {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly currency: Currency;
  /** The id of the transaction after which the page goes on. */
  readonly after: string | undefined;
}

export interface EntriesRead {
  readonly entries: BalanceEntry[];
  readonly hasMore: boolean;
}

/** Reads pages of the entries of merchants' accounts, as other services see them. */
@Injectable()
export class ReadEntries {
  constructor(
    private readonly entries: EntriesRepository,
    private readonly views: EntryViews,
    private readonly spans: SpansRepository,
  ) {}

  /** Undefined when the account has no transaction to go on after. */
  async page({ merchantId, mode, currency, after: id, ...wanted }: WantedEntries): Promise<EntriesRead | undefined> {
    const accountId = await this.spans.accountOf(merchantId, ledgerOf(mode, currency));
    if (accountId === undefined) return id === undefined ? { entries: [], hasMore: false } : undefined;
    const after = id === undefined ? undefined : await this.#placeOf(accountId, id);
    if (id !== undefined && after === undefined) return undefined;
    const { limit } = wanted;
    const found = await this.entries.page({ ...wanted, accountId, after, limit: limit + 1 });
    return { entries: found.slice(0, limit).map((entry) => this.views.of(entry)), hasMore: found.length > limit };
  }

  #placeOf(accountId: bigint, id: string): ReturnType<EntriesRepository['placeOf']> {
    const { journalId, leg } = placeIn(id);
    return this.entries.placeOf(accountId, journalId, leg);
  }
}
