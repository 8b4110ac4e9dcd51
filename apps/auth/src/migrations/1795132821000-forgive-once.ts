import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A right password takes back its own attempt and no other, however often its message comes. */
export class ForgiveOnce1795132821000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE sign_in_attempt ADD COLUMN forgiven uuid[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sign_in_attempt DROP COLUMN forgiven');
  }
}
