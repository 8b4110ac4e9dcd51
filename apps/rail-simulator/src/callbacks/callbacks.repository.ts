import { Injectable } from '@nestjs/common';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { Payment, Rail } from '../payments/payment.js';
import type { Callback } from './callback.js';

export interface DueCallback {
  readonly number: bigint;
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

export interface RecordedCallback extends Omit<DueCallback, 'number'> {
  readonly genuine: boolean;
  readonly due_at: Date;
  readonly sent_at: Date | null;
  /** The status of the answer, or why there was none; null until then. */
  readonly result: string | null;
}

@Injectable()
export class CallbacksRepository {
  constructor(private readonly database: Database) {}

  async add(tx: Queryable, { rail, reference }: Payment, callbacks: readonly Callback[]): Promise<void> {
    const text = `
      INSERT INTO callback (rail, reference, method, url, body, genuine, due_at)
      VALUES ($1, $2, $3, $4, $5, $6, rail_now() + make_interval(secs => $7))`;
    for (const { method, url, body, genuine, afterSeconds } of callbacks) {
      const values = [rail, reference, method, url, body, genuine, afterSeconds];
      await tx.execute({ name: 'add_callback', text, values });
    }
  }

  /** True when every callback about a payment was sent and answered, or failed. */
  async areDone(rail: Rail, reference: string): Promise<boolean> {
    const text = 'SELECT FROM callback WHERE rail = $1 AND reference = $2 AND result IS NULL LIMIT 1';
    return (await this.database.query({ name: 'callbacks_done', text, values: [rail, reference] })).length === 0;
  }

  /** Takes callbacks that are due. They count as sent from now on, so that a crash sends none of them twice. */
  take(limit: number): Promise<DueCallback[]> {
    const text = `
      UPDATE callback SET sent_at = rail_now() WHERE number = ANY (ARRAY (
        SELECT number FROM callback WHERE sent_at IS NULL AND due_at <= (SELECT rail_now())
        ORDER BY due_at, number LIMIT $1 FOR UPDATE SKIP LOCKED))
      RETURNING number, method, url, body`;
    return this.database.query({ name: 'take_callbacks', text, values: [limit] });
  }

  /** Callbacks about a payment, in the order in which they are due. */
  of(rail: Rail, reference: string): Promise<RecordedCallback[]> {
    const text = `
      SELECT method, url, body, genuine, due_at, sent_at, result FROM callback
      WHERE rail = $1 AND reference = $2 ORDER BY due_at, number`;
    return this.database.query({ text, values: [rail, reference] });
  }

  async recordResult(number: bigint, result: string): Promise<void> {
    const text = 'UPDATE callback SET result = $2 WHERE number = $1';
    await this.database.execute({ name: 'callback_result', text, values: [number, result] });
  }
}
