import { setTimeout as delay } from 'node:timers/promises';
import type { Checker, ReadTable, TablePage } from '@paygate/contracts';
import type { Logger } from '@paygate/platform';
import { newId } from '@paygate/platform';
import type { CommandBus } from '../commands/command-bus.js';
import { checkerOf } from '../consumer/routes.js';
import { TABLE_PAGE_RETRY_MS, TABLE_PAGE_TIMEOUT_MS } from '../limits.js';
import type { Table, TableRow } from './table.js';
import { putNewer } from './table.js';

export type AnyTableInMemory = Table<TableRow>;

/** Reads the rows of a table from its owner, page by page, with signed commands. */
export class SnapshotReader {
  readonly #stopping = new AbortController();
  readonly #underWay = new Set<AnyTableInMemory>();

  constructor(
    private readonly commands: CommandBus,
    private readonly logger: Logger,
  ) {}

  /**
   * Begins a snapshot if one is due and none is under way. It must be called when a message of the topic has
   * been read: every change that the owner commits after this snapshot lies behind that message.
   */
  begin(table: AnyTableInMemory): void {
    if (!table.snapshotDue || this.#underWay.has(table) || this.#stopping.signal.aborted) return;
    this.#underWay.add(table);
    void this.#read(table, checkerOf(table.contract.row)).finally(() => this.#underWay.delete(table));
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #read(table: AnyTableInMemory, accepts: Checker): Promise<void> {
    const { key, type } = table.contract;
    const snapshot = table.beginSnapshot();
    let after = '';
    while (table.isCurrent(snapshot) && !this.#stopping.signal.aborted) {
      const page = await this.#page(table, after);
      // a command without an answer leaves time for another owner to take over
      if (page === undefined || page.some((row) => accepts(row).length > 0)) await this.#pause();
      else if (page.length > 0) {
        for (const row of page as TableRow[]) putNewer(snapshot, (after = key(row)), row);
      } else if (table.isCurrent(snapshot)) {
        table.completeSnapshot(snapshot);
        this.logger.info('the rows of a table were read from its owner', { type, count: snapshot.size });
      }
    }
  }

  async #page({ contract }: AnyTableInMemory, after: string): Promise<readonly object[] | undefined> {
    const asked = { table: contract.type, after };
    const reply = await this.commands.send(contract.snapshot, asked, {
      requestId: newId('request'),
      timeoutMs: TABLE_PAGE_TIMEOUT_MS,
    });
    return reply.ok && answers(reply.data, asked) ? reply.data.rows : undefined;
  }

  async #pause(): Promise<void> {
    await delay(TABLE_PAGE_RETRY_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }
}

function answers(page: TablePage, asked: ReadTable): boolean {
  return page.table === asked.table && page.after === asked.after;
}
