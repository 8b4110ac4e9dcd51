import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The numbers in full that each member and key has read on a day. docs/adr/0077-who-paid.md */
export class CountPayerReads1796266000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payer_read (
        merchant_id text COLLATE "C" NOT NULL,
        test_mode boolean NOT NULL,
        actor text COLLATE "C" NOT NULL,
        day date NOT NULL,
        count integer NOT NULL CHECK (count > 0),
        PRIMARY KEY (merchant_id, test_mode, actor))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE payer_read');
  }
}
