import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';

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

  /** Writes a heartbeat. @returns whether the worker was still there */
  async beat(worker: string): Promise<boolean> {
    const beaten = await this.database.execute({
      name: 'worker-beat',
      text: 'UPDATE webhook_worker SET beat_at = clock_timestamp() WHERE worker = $1',
      values: [worker],
    });
    return beaten > 0;
  }

  /** Removes the workers without a heartbeat for so long. */
  async removeSilent(silentSeconds: number): Promise<void> {
    await this.database.execute({
      name: 'workers-remove-silent',
      text: `DELETE FROM webhook_worker WHERE beat_at < clock_timestamp() - make_interval(secs => $1)`,
      values: [silentSeconds],
    });
  }

  async remove(worker: string): Promise<void> {
    await this.database.execute({
      name: 'worker-remove',
      text: 'DELETE FROM webhook_worker WHERE worker = $1',
      values: [worker],
    });
  }
}
