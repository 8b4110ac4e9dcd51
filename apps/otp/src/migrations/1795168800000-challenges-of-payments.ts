import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Challenges are found by user and payment: those of other payments, which are kept for weeks, are not looked through. */
export class ChallengesOfPayments1795168800000 implements MigrationInterface {
  readonly name = 'ChallengesOfPayments1795168800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX otp_challenge_of_payment
        ON otp_challenge (user_id, mode, merchant_id, coalesce(intent_id, ''), created_at);
      DROP INDEX otp_challenge_scope;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX otp_challenge_scope ON otp_challenge (user_id, mode, merchant_id, created_at);
      DROP INDEX otp_challenge_of_payment;
    `);
  }
}
