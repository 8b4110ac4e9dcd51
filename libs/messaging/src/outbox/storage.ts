import type { AnyTable } from '../contracts.js';
import { InboxPruner } from '../inbox/inbox-pruner.js';
import { TableHeartbeat } from '../tables/table-heartbeat.js';
import { UnitOfWork } from '../unit-of-work.js';
import { OutboxSweeper } from './outbox-sweeper.js';
import type { OutboxOptions } from './outbox.js';
import { Outbox } from './outbox.js';

export interface StorageOptions extends OutboxOptions {
  readonly ownedTables: readonly AnyTable[];
}

/** What of the bus lives in a service's database, with the chores that belong to it. */
export class Storage {
  readonly outbox: Outbox;
  readonly unitOfWork: UnitOfWork;
  readonly #sweeper: OutboxSweeper;
  readonly #pruner: InboxPruner;
  readonly #heartbeat: TableHeartbeat;

  constructor(options: StorageOptions) {
    this.outbox = new Outbox(options);
    this.unitOfWork = new UnitOfWork(options.database, this.outbox);
    this.#sweeper = new OutboxSweeper({ ...options, outbox: this.outbox });
    this.#pruner = new InboxPruner(options.database);
    this.#heartbeat = new TableHeartbeat({ ...options, tables: options.ownedTables });
  }

  start(): void {
    this.#sweeper.start();
    this.#pruner.start();
    this.#heartbeat.start();
  }

  /** Publishes and removes what is under way; begins nothing more on its own account. */
  async flush(): Promise<void> {
    this.#heartbeat.stop();
    await Promise.all([this.#sweeper.stop(), this.#pruner.stop()]);
    await this.outbox.flush();
  }
}
