import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An intent has one collection, and operations of refunds beside it. */
export class LetPaymentsHaveRefunds1795660001000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SET lock_timeout = 0');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS rail_operation_collects');
    await runner.query(`
      -- wider: the constraint below, which is of all kinds, goes
      CREATE UNIQUE INDEX CONCURRENTLY rail_operation_collects ON rail_operation (intent_id) WHERE kind = 'collect'`);
    await runner.query('RESET lock_timeout');
    await runner.query('ALTER TABLE rail_operation DROP CONSTRAINT IF EXISTS rail_operation_intent_id_key');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX rail_operation_collects');
    await runner.query('ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_intent_id_key UNIQUE (intent_id)');
  }
}
