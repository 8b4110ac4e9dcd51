import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Database, inBatches, JobScheduler } from '@paygate/platform';

const INTERVAL_SECONDS = 3_600;
const BATCH = 500;
/** As long as intents of test mode are kept. */
const RETENTION_DAYS = 30;

/**
 * Deletes payments with their movements and callbacks 30 days after they began, unless they wait for a decision, and with them what is left
 * of submissions and tokens. Balances stay. The operators' clock is never behind the server's, so what tests have advanced stays, too.
 */
@Injectable()
export class Retention implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly jobScheduler: JobScheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.jobScheduler.repeat({
      name: 'simulator retention',
      everySeconds: INTERVAL_SECONDS,
      work: () => this.deleteOld(),
    });
  }

  async deleteOld(): Promise<void> {
    await inBatches(BATCH, (most) => this.deletePayments(most));
    await this.database.execute({ text: `DELETE FROM submit_attempt WHERE first_at < ${BEGIN}` });
    await this.database.execute({ text: `DELETE FROM token WHERE expires_at < ${BEGIN}` });
  }

  private async deletePayments(most: number): Promise<number> {
    const deleted = await this.database.query({ name: 'delete_old', text: DELETE_OLD, values: [most] });
    return deleted.length;
  }
}

const BEGIN = `clock_timestamp() - interval '${RETENTION_DAYS} days'`;

/** A collection goes after the refunds of it. */
const DELETE_OLD = `
  WITH old AS (
    SELECT rail, reference, kind FROM payment p
    WHERE created_at < ${BEGIN} AND state <> 'pending'
      AND NOT EXISTS (SELECT FROM payment r WHERE r.rail = p.rail AND r.original = p.reference)
    ORDER BY number LIMIT $1 FOR UPDATE SKIP LOCKED),
  moved AS (DELETE FROM movement m USING old WHERE m.rail = old.rail AND m.reference = old.reference RETURNING m.rail, old.kind, m.amount),
  kept AS (
    INSERT INTO movement_sum AS s SELECT rail, kind, sum(amount) FROM moved GROUP BY rail, kind
    ON CONFLICT (rail, kind) DO UPDATE SET amount = s.amount + EXCLUDED.amount),
  called AS (DELETE FROM callback c USING old WHERE c.rail = old.rail AND c.reference = old.reference)
  DELETE FROM payment p USING old WHERE p.rail = old.rail AND p.reference = old.reference RETURNING p.number`;
