import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The till of an ask, and the asks of a till in a day. */
export class CountAsksOfTills1796440000200 implements MigrationInterface {
  readonly name = 'CountAsksOfTills1796440000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE otp_ask ADD COLUMN till_id text COLLATE "C";
      ALTER TABLE otp_ask_count DROP CONSTRAINT otp_ask_count_bound_check;
      -- wider: the version before counts for the other three
      ALTER TABLE otp_ask_count ADD CONSTRAINT otp_ask_count_bound_check CHECK (bound IN ('actor', 'merchant', 'phone', 'till'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM otp_ask_count WHERE bound = 'till';
      ALTER TABLE otp_ask_count DROP CONSTRAINT otp_ask_count_bound_check;
      ALTER TABLE otp_ask_count ADD CONSTRAINT otp_ask_count_bound_check CHECK (bound IN ('actor', 'merchant', 'phone'));
      ALTER TABLE otp_ask DROP COLUMN till_id`);
  }
}
