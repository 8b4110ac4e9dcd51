import { Injectable } from '@nestjs/common';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { Rail } from '../payments/payment.js';
import type { Callback } from './callback.js';

export interface DueCallback {
  readonly number: bigint;
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

@Injectable()
export class CallbacksRepository {
  constructor(private readonly database: Database) {}

  async add(tx: Queryable, rail: Rail, reference: string, callback: Callback): Promise<void> {
    const { method, url, body, afterSeconds, genuine } = callback;
    const text = `
      INSERT INTO callback (rail, reference, method, url, body, genuine, due_at)
      VALUES ($1, $2, $3, $4, $5, $6, rail_now() + make_interval(secs => $7))`;
    const values = [rail, reference, method, url, body, genuine, afterSeconds];
    await tx.execute({ name: 'add_callback', text, values });
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

  async recordResult(number: bigint, result: string): Promise<void> {
    const text = 'UPDATE callback SET result = $2 WHERE number = $1';
    await this.database.execute({ name: 'callback_result', text, values: [number, result] });
  }
}
