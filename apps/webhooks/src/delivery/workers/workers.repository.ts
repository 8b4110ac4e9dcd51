import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';

export interface Beat {
  /** True when the worker was still there. */
  readonly isThere: boolean;
  /** Silent workers that were removed: their leases are void. */
  readonly removed: number;
}

/** The workers that deliver. A lease is void when its worker is not among them. */
@Injectable()
export class WorkersRepository {
  constructor(private readonly database: Database) {}

  async add(worker: string): Promise<void> {
    await this.database.execute({
      name: 'worker-add',
      text: 'INSERT INTO webhook_worker (worker) VALUES ($1)',
      values: [worker],
    });
  }

  /** Writes a heartbeat, also for earlier ids of the worker, and removes the others without one for `silentSeconds`, unless that is undefined. */
  async beat(worker: string, earlier: readonly string[], silentSeconds: number | undefined): Promise<Beat> {
    const [beat] = await this.database.query<Beat>({
      name: 'worker-beat',
      text: `WITH beaten AS (
          UPDATE webhook_worker SET beat_at = clock_timestamp() WHERE worker = ANY ($3::uuid[] || $1::uuid) RETURNING worker),
        removed AS (
          DELETE FROM webhook_worker WHERE worker <> ALL ($3::uuid[] || $1::uuid) AND beat_at < clock_timestamp() - make_interval(secs => $2)
          RETURNING worker)
        SELECT EXISTS (SELECT FROM beaten WHERE worker = $1) AS "isThere", (SELECT count(*)::integer FROM removed) AS removed`,
      values: [worker, silentSeconds ?? null, earlier],
    });
    return beat ?? { isThere: false, removed: 0 };
  }

  async remove(worker: string): Promise<void> {
    await this.database.execute({
      name: 'worker-remove',
      text: 'DELETE FROM webhook_worker WHERE worker = $1',
      values: [worker],
    });
  }
}
