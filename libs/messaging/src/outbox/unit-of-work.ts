import type { EventContract, TableContract } from '@paygate/contracts';
import type { Database, DatabaseTransaction, Lock, TransactionConnection } from '@paygate/platform';
import { OpenTransaction } from '@paygate/platform';
import type { AnyEvent, AnyTable } from '../contracts.js';
import type { Received } from '../envelope/received.js';
import { recordInInbox } from '../inbox/inbox.repository.js';
import type { MessageOrigin, OutboxEntry, OutboxRows } from './outbox-rows.js';
import type { Outbox } from './outbox.js';
import { insertOutbox } from './outbox.repository.js';

/** A transaction with events and rows of tables, which are published when, and only when, it commits. */
export interface Transaction extends DatabaseTransaction {
  /** `origin` is that of the transaction, unless a batch has one for each of its messages. */
  emit<Payload extends object>(
    contract: EventContract<Payload>,
    payload: NoInfer<Payload>,
    origin?: MessageOrigin,
  ): void;
  putRow<Row extends { readonly version: number }>(contract: TableContract<Row>, row: NoInfer<Row>): void;
  /** Ids of the messages that no committed transaction has recorded before. They are recorded when this one commits. */
  firstTime(messages: readonly Received<unknown>[]): Promise<ReadonlySet<string>>;
  /** Runs `work` when, and only when, the transaction has committed. */
  afterCommit(work: () => void): void;
  /** The results of the locks that were tried with its beginning, in their order: true for each that the transaction holds. */
  readonly held: readonly boolean[];
}

/** The one way to change state and publish events about it: BEGIN, work, outbox rows, COMMIT, publish, remove the rows. */
export class UnitOfWork {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Runs `work` in a transaction, which holds the advisory lock of the text `lock` if there is one, or those of a list that are free.
   * Throws what `work` throws, and the errors of Database.transaction.
   */
  async run<Result>(
    work: (tx: Transaction) => Promise<Result>,
    origin: MessageOrigin = {},
    lock?: Lock,
  ): Promise<Result> {
    let rows: OutboxRows | undefined;
    let committed: readonly (() => void)[] = [];
    const result = await this.database.transaction(
      async (tx: EmittingTransaction) => {
        const worked = await work(tx);
        if (tx.entries.length > 0) await insertOutbox(tx, (rows = this.outbox.rows(tx.entries)));
        committed = tx.committed;
        return worked;
      },
      (connection) => new EmittingTransaction(connection, origin),
      lock,
    );
    if (rows !== undefined) this.outbox.publish(rows);
    for (const run of committed) run();
    return result;
  }
}

class EmittingTransaction extends OpenTransaction implements Transaction {
  readonly entries: OutboxEntry[] = [];
  readonly committed: (() => void)[] = [];

  constructor(
    connection: TransactionConnection,
    private readonly origin: MessageOrigin,
  ) {
    super(connection);
  }

  emit(contract: AnyEvent, payload: object, origin: MessageOrigin = this.origin): void {
    this.entries.push({ ...origin, contract, payload });
  }

  putRow(contract: AnyTable, row: object): void {
    this.entries.push({ ...this.origin, contract, payload: row });
  }

  firstTime(messages: readonly Received<unknown>[]): Promise<ReadonlySet<string>> {
    return recordInInbox(
      this,
      messages.map((message) => message.id),
    );
  }

  afterCommit(work: () => void): void {
    this.committed.push(work);
  }
}
