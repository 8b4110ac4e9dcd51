import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';

/** Changes of a merchant's settings within so many milliseconds are published together. */
export const GATHERED_MS = 500;

/** The merchants whose keys are to be published again. */
@Injectable()
export class DuePublicationsRepository {
  /** Called when a merchant was put on the list, after the commit. */
  onAdded: () => void = () => undefined;

  constructor(private readonly database: Database) {}

  /** Has the keys of a merchant published soon. A publication that is due already publishes this change, too. */
  async add(tx: Transaction, merchantId: string): Promise<void> {
    tx.afterCommit(() => {
      this.onAdded();
    });
    await tx.execute({
      name: 'publication-due',
      text: `INSERT INTO due_publication (merchant_id, due_at)
        VALUES ($1, clock_timestamp() + make_interval(secs => ${GATHERED_MS / 1_000})) ON CONFLICT DO NOTHING`,
      values: [merchantId],
    });
  }

  /** Takes a merchant off the list, in a transaction that has locked it and publishes its keys; false when it was not on it. */
  async take(tx: DatabaseTransaction, merchantId: string): Promise<boolean> {
    const text = 'DELETE FROM due_publication WHERE merchant_id = $1';
    return (await tx.execute({ name: 'publication-take', text, values: [merchantId] })) > 0;
  }

  /** At most `limit` merchants whose time has come. */
  async due(limit: number): Promise<readonly string[]> {
    const rows = await this.database.query<{ merchantId: string }>({
      name: 'publications-due',
      text: `SELECT merchant_id AS "merchantId" FROM due_publication WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT $1`,
      values: [limit],
    });
    return rows.map(({ merchantId }) => merchantId);
  }
}
