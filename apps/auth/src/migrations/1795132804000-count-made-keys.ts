import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the keys that a merchant made of late without a look at all that it ever made. */
export class CountMadeKeys1795132804000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX api_key_made ON api_key (merchant_id, mode, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX api_key_made');
  }
}
