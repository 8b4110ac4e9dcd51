import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The newest messages of test mode, for the merchants whose payments they are about. */
export class KeepTestMessages1795614000000 implements MigrationInterface {
  readonly name = 'KeepTestMessages1795614000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE otp_test_message (
        merchant_id text COLLATE "C" NOT NULL,
        -- that of the message in otp_send
        id uuid NOT NULL,
        -- whatever the code does, no message of live mode is kept
        mode text NOT NULL CHECK (mode = 'test'),
        channel text NOT NULL CHECK (channel IN ('sms', 'email')),
        sealed_message text NOT NULL,
        sent_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (merchant_id, id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE otp_test_message');
  }
}
