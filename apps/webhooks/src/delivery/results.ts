import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DatabaseUnavailable, Logger, OutcomeUnknown } from '@paygate/platform';
import type { AttemptRecord } from './deliveries.repository.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryMetrics } from './delivery-metrics.js';

/** A result waits for others so long, or until there are so many. A worker that dies repeats the attempts that were not recorded. */
const FLUSH_MS = 25;
const FLUSH_ROWS = 32;
const RETRY_MS = 500;

interface Waiting {
  readonly record: AttemptRecord;
  readonly done: () => void;
}

/** Records the results of attempts in batches, of all endpoints together. */
@Injectable()
export class Results {
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly metrics: DeliveryMetrics,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the result is recorded. */
  add(record: AttemptRecord): Promise<void> {
    this.metrics.attempted(record);
    return new Promise((done) => {
      this.waiting.push({ record, done });
      if (this.waiting.length >= FLUSH_ROWS) this.flush();
      else
        this.timer ??= setTimeout(() => {
          this.flush();
        }, FLUSH_MS);
    });
  }

  /** Records what waits. */
  async drain(): Promise<void> {
    this.flush();
    await Promise.all(this.underWay);
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const batch = this.waiting.splice(0);
    if (batch.length === 0) return;
    const recorded = this.record(batch).finally(() => this.underWay.delete(recorded));
    this.underWay.add(recorded);
  }

  private async record(batch: readonly Waiting[]): Promise<void> {
    const records = batch.map(({ record }) => record);
    if (!(await this.untilAnswered(() => this.deliveries.record(records)))) await this.recordOneByOne(records);
    for (const { done } of batch) done();
  }

  /** A result that PostgreSQL refuses keeps no others from being recorded, nor its delivery from being retried or ended. */
  private async recordOneByOne(records: readonly AttemptRecord[]): Promise<void> {
    for (const record of records)
      if (!(await this.untilAnswered(() => this.deliveries.record([record]))))
        await this.untilAnswered(() => this.deliveries.settle(record));
  }

  /**
   * Tries until the database answers: an unrecorded attempt is made again. An attempt that was recorded although the answer was
   * lost has no lease any more, so that recording it again has no effect.
   * @returns false when the database refuses
   */
  private async untilAnswered(write: () => Promise<void>): Promise<boolean> {
    for (;;) {
      try {
        await write();
        return true;
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown)) {
          this.logger.error('results of attempts were refused by the database', error);
          return false;
        }
        await delay(RETRY_MS);
      }
    }
  }
}
