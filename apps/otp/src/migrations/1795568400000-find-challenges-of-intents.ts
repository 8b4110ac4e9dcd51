import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The challenges of an intent are found by it. */
export class FindChallengesOfIntents1795568400000 implements MigrationInterface {
  readonly name = 'FindChallengesOfIntents1795568400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX otp_challenge_of_intent ON otp_challenge (intent_id, created_at) WHERE intent_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX otp_challenge_of_intent');
  }
}
