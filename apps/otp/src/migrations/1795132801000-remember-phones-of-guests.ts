import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The phones that got codes for one payment without an account, and how many such codes a merchant's customers got in a day. */
export class RememberPhonesOfGuests1795132801000 implements MigrationInterface {
  readonly name = 'RememberPhonesOfGuests1795132801000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE otp_guest_phone (
        intent_id text COLLATE "C" NOT NULL,
        -- whatever the configuration says, no fourth phone gets a code for one payment
        place smallint NOT NULL CHECK (place BETWEEN 1 AND 3),
        -- the HMAC under the pepper that the number's challenges are under
        subject text COLLATE "C" NOT NULL,
        sealed_phone text NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (intent_id, place),
        UNIQUE (intent_id, subject)
      );
      CREATE INDEX otp_guest_phone_age ON otp_guest_phone USING brin (at);
      CREATE TABLE otp_guest_day (
        merchant_id text COLLATE "C" NOT NULL,
        mode text NOT NULL CHECK (mode IN ('test', 'live')),
        day date NOT NULL,
        codes integer NOT NULL CHECK (codes > 0),
        PRIMARY KEY (merchant_id, mode, day)
      ) WITH (fillfactor = 70)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE otp_guest_day, otp_guest_phone');
  }
}
