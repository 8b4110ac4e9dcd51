import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A charge by mobile money may have no user: a guest's, of an intent that any user may pay. */
export class LetGuestsPay1795132801000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE intent DROP CONSTRAINT intent_charge;
      -- wider: it allows a charge without a payer, and refuses no row of the constraint before
      ALTER TABLE intent ADD CONSTRAINT intent_charge CHECK (
        CASE WHEN status IN ('PROCESSING', 'COMPLETED', 'FAILED') THEN 4 ELSE 0 END
          = num_nonnulls(charge_id, charge_token_id, payment_method, charged_at)
        AND CASE WHEN charge_id IS NULL THEN payer_id IS NULL
          ELSE payer_id IS NOT NULL OR (payment_method = 'mobile_money' AND user_id IS NULL) END)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE intent DROP CONSTRAINT intent_charge;
      ALTER TABLE intent ADD CONSTRAINT intent_charge CHECK (
        CASE WHEN status IN ('PROCESSING', 'COMPLETED', 'FAILED') THEN 5 ELSE 0 END
        = num_nonnulls(charge_id, charge_token_id, payer_id, payment_method, charged_at))`);
  }
}
