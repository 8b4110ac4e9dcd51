import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A charge by mobile money may have no user. One of a wallet has: whose money it is. */
export class LetGuestsPay1795132804000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE charge ALTER COLUMN user_id DROP NOT NULL;
      -- wider: until now every charge had a user
      ALTER TABLE charge ADD CONSTRAINT charge_user CHECK (user_id IS NOT NULL OR method = 'mobile_money');
      ALTER TABLE rail_operation ALTER COLUMN user_id DROP NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rail_operation ALTER COLUMN user_id SET NOT NULL;
      ALTER TABLE charge DROP CONSTRAINT charge_user, ALTER COLUMN user_id SET NOT NULL`);
  }
}
