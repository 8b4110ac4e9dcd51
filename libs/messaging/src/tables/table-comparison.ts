import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@paygate/platform';
import { newId } from '@paygate/platform';
import type { CommandBus } from '../command-bus.js';
import type { Counters } from '../counters.js';
import { TABLE_COMPARISON_PAUSES_MS, TABLE_COMPARISON_TIMEOUT_MS } from '../limits.js';
import type { Table } from './table.js';

export type AnyTableInMemory = Table<{ readonly version: number }>;

export interface TableComparisonOptions {
  readonly commands: CommandBus;
  readonly counters: Counters;
  readonly logger: Logger;
}

/**
 * Asks owners whether they have what was read of their tables, until they confirm it. Shards that differ for longer than
 * a change is under way are forgotten, and told anew by the owner: the topic is right again with it.
 */
export class TableComparison {
  readonly #options: TableComparisonOptions;
  readonly #underWay = new Set<AnyTableInMemory>();
  readonly #stopping = new AbortController();

  constructor(options: TableComparisonOptions) {
    this.#options = options;
  }

  /** Called with every heartbeat of an owner. Does nothing where nothing is in doubt. */
  begin(table: AnyTableInMemory): void {
    if (table.confirmed || !table.isRead || this.#underWay.has(table) || this.#stopping.signal.aborted) return;
    this.#underWay.add(table);
    void this.#settle(table).finally(() => this.#underWay.delete(table));
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #settle(table: AnyTableInMemory): Promise<void> {
    const { signal } = this.#stopping;
    for (const pauseMs of TABLE_COMPARISON_PAUSES_MS) {
      const isAnswered = await this.#ask(table, false);
      if (!isAnswered || table.confirmed) return;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
    }
    this.#refuse(table);
    await this.#ask(table, true);
  }

  #refuse(table: AnyTableInMemory): void {
    const { counters, logger } = this.#options;
    const { shards } = table.claim();
    counters.add('table_shards_refused', shards.length);
    logger.warn('a topic holds other rows of a table than its owner, who is asked to tell them anew', {
      type: table.contract.type,
      count: shards.length,
    });
    table.forgetDoubted();
  }

  /** False when there was no answer: the next heartbeat asks again. */
  async #ask(table: AnyTableInMemory, tell: boolean): Promise<boolean> {
    const { comparison, type } = table.contract;
    const claim = table.claim();
    const reply = await this.#options.commands.send(
      comparison,
      { table: type, asOf: claim.asOf.toISOString(), shards: claim.shards, tell },
      { requestId: newId('request'), timeoutMs: TABLE_COMPARISON_TIMEOUT_MS },
    );
    if (reply.ok) table.confirm(claim, new Set(reply.data.differing));
    return reply.ok;
  }
}
