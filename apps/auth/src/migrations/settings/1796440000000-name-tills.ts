import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The named places at which merchants take payments. Payments name them for ever, so none is deleted. */
export class NameTills1796440000000 implements MigrationInterface {
  readonly name = 'NameTills1796440000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE till (
        id text COLLATE "C" PRIMARY KEY,
        merchant_id text COLLATE "C" NOT NULL REFERENCES merchant,
        name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        revoked_at timestamptz
      );
      CREATE UNIQUE INDEX till_name ON till (merchant_id, name) WHERE revoked_at IS NULL;
      CREATE INDEX till_merchant ON till (merchant_id, created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE till');
  }
}
