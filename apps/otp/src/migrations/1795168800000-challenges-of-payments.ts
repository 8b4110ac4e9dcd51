import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Challenges are found by user and payment: those of other payments, which are kept for weeks, are not looked through. The
 * strongest lock comes first, so that no command that reads the table and then writes it stands in the way.
 */
export class ChallengesOfPayments1795168800000 implements MigrationInterface {
  readonly name = 'ChallengesOfPayments1795168800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- in the index an empty one would be none
      ALTER TABLE otp_challenge ADD CONSTRAINT otp_challenge_intent CHECK (intent_id <> '');
      DROP INDEX otp_challenge_scope;
      CREATE INDEX otp_challenge_of_payment
        ON otp_challenge (user_id, mode, merchant_id, coalesce(intent_id, ''), created_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE otp_challenge DROP CONSTRAINT otp_challenge_intent;
      DROP INDEX otp_challenge_of_payment;
      CREATE INDEX otp_challenge_scope ON otp_challenge (user_id, mode, merchant_id, created_at);
    `);
  }
}
