import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The operator's own number of a transaction. Operations of the version before have none. */
export class KeepProviderReferences1796265000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rail_operation ADD COLUMN provider_reference text COLLATE "C";
      -- wider: the version before writes no number of an operator
      ALTER TABLE rail_operation ADD CONSTRAINT rail_operation_provider_reference
        CHECK (provider_reference ~ '^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$') NOT VALID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE rail_operation DROP COLUMN provider_reference');
  }
}
