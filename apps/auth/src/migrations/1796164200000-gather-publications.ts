import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the keys of a merchant are published again, because its settings have changed. The version before publishes them at once. */
export class GatherPublications1796164200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE due_publication (
        merchant_id text COLLATE "C" PRIMARY KEY REFERENCES merchant,
        due_at timestamptz NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE due_publication');
  }
}
