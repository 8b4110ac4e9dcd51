import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a worker has been heard without a pause: one that was not heard itself cannot say who was silent. */
export class SteadyWorkers1795338100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE webhook_worker ADD COLUMN steady_since timestamptz NOT NULL DEFAULT clock_timestamp()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_worker DROP COLUMN steady_since');
  }
}
