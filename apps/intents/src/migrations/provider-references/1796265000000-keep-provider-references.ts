import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The operator's own number of the transaction of a payment. Payments of the version before have none. */
export class KeepProviderReferences1796265000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE intent ADD COLUMN provider_reference text COLLATE "C";
      -- wider: the version before writes no number of an operator
      ALTER TABLE intent ADD CONSTRAINT intent_provider_reference CHECK (
        provider_reference IS NULL
        OR operator IS NOT NULL AND provider_reference ~ '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$') NOT VALID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intent DROP COLUMN provider_reference');
  }
}
