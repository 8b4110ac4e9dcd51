import { Injectable } from '@nestjs/common';
import type { NameCheck } from '@paygate/contracts';
import { RECIPIENT_LOOKUPS_PER_DAY } from '@paygate/contracts';
import { ofLedger } from '../../../../books/ledger/domain/ledger.js';
import { PayerPhones } from '../../../../rails/prompts/payer-phones.js';
import { PayoutWays } from '../../payout-ways.js';
import { BatchViews, rowKey } from '../batches.view.js';
import type { NamedRow } from './names.repository.js';
import { NamesRepository } from './names.repository.js';
import { isSameName } from './same-name.js';

/** Names of a mode that an instance asks for at a time. */
const AT_A_TIME = 4;
const modes = ['live', 'test'] as const;
const LOOK_UP_MS = 4_000;

/** Compares the names of recipients with those that operators have: only how they compare is kept. */
@Injectable()
export class CompareNames {
  constructor(
    private readonly names: NamesRepository,
    private readonly ways: PayoutWays,
    private readonly phones: PayerPhones,
    private readonly views: BatchViews,
  ) {}

  /** Compares some of the names that wait; returns how many. */
  async some(): Promise<number> {
    // names of test mode take no place of live ones
    const rows = (await Promise.all(modes.map((mode) => this.names.take(mode, AT_A_TIME)))).flat();
    await Promise.all(rows.map(async (row) => this.names.answer(row, await this.#compare(row))));
    return rows.length;
  }

  async #compare({ batchId, number, merchantId, ledger, rail, ...sealed }: NamedRow): Promise<NameCheck> {
    const { mode } = ofLedger(ledger);
    const way = this.ways.of(rail, mode);
    if (way?.ownerOf === undefined) return 'unknown';
    if (!(await this.names.count(merchantId, mode, RECIPIENT_LOOKUPS_PER_DAY))) return 'unknown';
    const key = rowKey(batchId, number);
    const owner = await way
      .ownerOf(this.phones.open(sealed.phone, key), AbortSignal.timeout(LOOK_UP_MS))
      .catch(() => undefined);
    if (owner === undefined) return 'unknown';
    return isSameName(owner, this.views.names.open(sealed.name, 'payout-batch.name', key)) ? 'matches' : 'differs';
  }
}
