import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails of notices that were taken: each is sent once. The version before records none. */
export class TakeNoticesOnce1796440100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE taken_mail (
        mail_id text COLLATE "C" PRIMARY KEY,
        taken_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query('CREATE INDEX taken_mail_age ON taken_mail (taken_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE taken_mail');
  }
}
