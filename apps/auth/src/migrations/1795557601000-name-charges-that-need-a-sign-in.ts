import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which charges of a merchant need the customer's sign-in. Merchants that exist keep what `require_sign_in` meant for them. */
export class NameChargesThatNeedASignIn1795557601000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE merchant ADD COLUMN customer_sign_in text NOT NULL DEFAULT 'never'
        CHECK (customer_sign_in IN ('wallet', 'always', 'never'));
      UPDATE merchant SET customer_sign_in = 'always' WHERE require_sign_in;
      ALTER TABLE merchant ALTER COLUMN customer_sign_in SET DEFAULT 'wallet'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE merchant DROP COLUMN customer_sign_in');
  }
}
