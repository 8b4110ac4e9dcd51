import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The phones that were asked to pay, each with its token, and how many asks each bound has counted in a day. */
export class CountAsks1796430001000 implements MigrationInterface {
  readonly name = 'CountAsks1796430001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE otp_ask (
        intent_id text COLLATE "C" PRIMARY KEY,
        merchant_id text COLLATE "C" NOT NULL,
        mode text NOT NULL CHECK (mode IN ('test', 'live')),
        actor text COLLATE "C" NOT NULL,
        -- the phone as it is counted
        phone text COLLATE "C" NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        currency text NOT NULL,
        -- one token, one charge
        token_id uuid NOT NULL UNIQUE,
        -- of Africa/Douala
        day date NOT NULL,
        at timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      CREATE INDEX otp_ask_phone ON otp_ask (phone, day);
      CREATE INDEX otp_ask_age ON otp_ask USING brin (at);
      CREATE TABLE otp_ask_count (
        bound text NOT NULL CHECK (bound IN ('actor', 'merchant', 'phone')),
        counted text COLLATE "C" NOT NULL,
        day date NOT NULL,
        asks integer NOT NULL CHECK (asks > 0),
        PRIMARY KEY (bound, counted, day)
      ) WITH (fillfactor = 70)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE otp_ask_count, otp_ask');
  }
}
