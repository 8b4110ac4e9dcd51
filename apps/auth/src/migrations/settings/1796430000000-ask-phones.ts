import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The setting that lets phones be asked to pay a merchant. */
export class AskPhones1796430000000 implements MigrationInterface {
  readonly name = 'AskPhones1796430000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant ADD COLUMN phone_asks boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant DROP COLUMN phone_asks');
  }
}
