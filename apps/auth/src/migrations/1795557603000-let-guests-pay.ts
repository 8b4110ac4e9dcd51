import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether customers without an account may pay a merchant by mobile money. */
export class LetGuestsPay1795557603000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant ADD COLUMN guest_payments boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant DROP COLUMN guest_payments');
  }
}
