import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';

/** The longest wait for the transactions that were under way when the caller asked. */
const PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 20;

interface Mark {
  readonly at: Date;
  /** Transactions with greater ids got them after `at`. */
  readonly id: bigint;
}

/**
 * The moment before which nothing is booked any more. A transfer has its time before its transaction commits, so a statement that ended
 * now could miss one that becomes visible later with a time before its end. A mark is a time and an id of a transaction that was made after
 * it: once all transactions below that id have ended, every transfer from before the time is visible.
 */
@Injectable()
export class Watermark {
  #passed: Date | undefined;
  #waiting: Mark | undefined;

  constructor(private readonly database: Database) {}

  /** `to`, or the watermark when that is earlier, or `to` is absent. Undefined while a long transaction holds the first mark back. */
  async until(to: Date | undefined): Promise<Date | undefined> {
    if (to === undefined || this.#passed === undefined || to > this.#passed) await this.#advance();
    const passed = this.#passed;
    return to === undefined || passed === undefined || to > passed ? passed : to;
  }

  async #advance(): Promise<void> {
    const mark = await this.#mark();
    this.#waiting ??= mark;
    const endMs = performance.now() + PATIENCE_MS;
    for (let oldest = await this.#oldest(); ; oldest = await this.#oldest()) {
      this.#pass(this.#waiting, oldest);
      this.#pass(mark, oldest);
      if (oldest > mark.id || performance.now() >= endMs) return;
      await pause(LOOK_EVERY_MS);
    }
  }

  #pass(mark: Mark | undefined, oldest: bigint): void {
    if (mark === undefined || oldest <= mark.id) return;
    if (this.#passed === undefined || mark.at > this.#passed) this.#passed = mark.at;
    if (this.#waiting !== undefined && this.#waiting.at <= mark.at) this.#waiting = undefined;
  }

  /** First the time, then the id, by two statements: a snapshot does not know ids that were given and have not ended. */
  async #mark(): Promise<Mark> {
    const [row] = await this.database.query<{ at: Date }>({
      name: 'watermark-time',
      text: `SELECT date_trunc('milliseconds', clock_timestamp()) AS at`,
    });
    const [own] = await this.database.query<{ id: bigint }>({
      name: 'watermark-id',
      text: 'SELECT pg_current_xact_id()::text::bigint AS id',
    });
    if (row === undefined || own === undefined) throw new Error('the database returned no time');
    return { at: row.at, id: own.id };
  }

  /** The oldest transaction under way. */
  async #oldest(): Promise<bigint> {
    const [row] = await this.database.query<{ id: bigint }>({
      name: 'watermark-oldest',
      text: 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS id',
    });
    if (row === undefined) throw new Error('the database returned no snapshot');
    return row.id;
  }
}
