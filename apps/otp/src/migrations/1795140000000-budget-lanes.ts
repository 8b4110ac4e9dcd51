import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Budgets in lanes, so that strangers spend nothing but their own; and how much each address and each API key has asked
 * for. The counters of addresses and keys are not logged: a crash of the database restarts them, budgets it does not.
 */
export class BudgetLanes1795140000000 implements MigrationInterface {
  readonly name = 'BudgetLanes1795140000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE otp_challenge ADD COLUMN lane text NOT NULL DEFAULT 'open' CHECK (lane IN ${LANES});
      UPDATE otp_challenge SET lane = 'intent' WHERE intent_id IS NOT NULL;
      ALTER TABLE otp_challenge ALTER COLUMN lane DROP DEFAULT;
      ALTER TABLE otp_budget ADD COLUMN lane text NOT NULL DEFAULT 'open' CHECK (lane IN ${LANES});
      ALTER TABLE otp_budget ALTER COLUMN lane DROP DEFAULT;
      ALTER TABLE otp_budget DROP CONSTRAINT otp_budget_pkey, ADD PRIMARY KEY (mode, user_id, lane);
      CREATE UNLOGGED TABLE otp_source_use (
        -- an API key's id, or an HMAC of an address under the pepper
        source text COLLATE "C" NOT NULL,
        action text NOT NULL CHECK (action IN ('init', 'verify')),
        window_start timestamptz NOT NULL,
        used integer NOT NULL CHECK (used > 0),
        PRIMARY KEY (source, action, window_start)
      ) WITH (fillfactor = 70);
      CREATE INDEX otp_source_use_age ON otp_source_use (window_start);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE otp_source_use;
      DELETE FROM otp_budget WHERE lane <> 'open';
      ALTER TABLE otp_budget DROP CONSTRAINT otp_budget_pkey, DROP COLUMN lane, ADD PRIMARY KEY (mode, user_id);
      ALTER TABLE otp_challenge DROP COLUMN lane;
    `);
  }
}

const LANES = `('open', 'intent', 'signed-in')`;
