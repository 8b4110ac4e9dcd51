import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Where users have signed in from, so that wrong guesses from elsewhere do not lock them out; how much each address and each
 * API key has asked for; and how often numbers were made to wait, until that goes on record.
 */
export class SignInLanes1795132805000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [knownNetworks, lanes, sources, throttles]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE sign_in_throttle, source_use, known_network;
      DELETE FROM sign_in_attempt WHERE network <> '' OR failures = 0;
      ALTER TABLE sign_in_attempt DROP CONSTRAINT sign_in_attempt_pkey, DROP COLUMN network, DROP COLUMN day_began_at,
        DROP COLUMN wrong_in_day, ADD PRIMARY KEY (mode, phone_index), DROP CONSTRAINT sign_in_attempt_failures_check,
        ADD CONSTRAINT sign_in_attempt_failures_check CHECK (failures >= 1)`);
  }
}

const knownNetworks = `
CREATE TABLE known_network (
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  phone_index bytea NOT NULL CHECK (octet_length(phone_index) = 32),
  -- HMAC-SHA-256 of number and network under a key that is not in this database: it does not tell the network, nor two
  -- numbers that have it in common
  network bytea NOT NULL CHECK (octet_length(network) = 32),
  signed_in_at timestamptz NOT NULL,
  PRIMARY KEY (mode, phone_index, network)
);
CREATE INDEX known_network_age ON known_network (signed_in_at);
`;

const lanes = `
-- One row per number and lane. A row stays after the right password for as long as it knows of wrong ones within a day.
ALTER TABLE sign_in_attempt
  -- the known network that was tried from; empty for all others together
  ADD COLUMN network bytea NOT NULL DEFAULT '' CHECK (octet_length(network) IN (0, 32)),
  ADD COLUMN day_began_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN wrong_in_day integer NOT NULL DEFAULT 0 CHECK (wrong_in_day >= 0),
  DROP CONSTRAINT sign_in_attempt_pkey,
  ADD PRIMARY KEY (mode, phone_index, network),
  DROP CONSTRAINT sign_in_attempt_failures_check,
  ADD CONSTRAINT sign_in_attempt_failures_check CHECK (failures >= 0);
`;

const sources = `
-- not logged: a crash of the database restarts these counters, budgets of numbers it does not
CREATE UNLOGGED TABLE source_use (
  -- an API key's id, or an HMAC of an address under a key that is not in this database
  source text COLLATE "C" NOT NULL,
  action text NOT NULL CHECK (action ~ '^[a-z-]{1,32}$'),
  window_start timestamptz NOT NULL,
  used integer NOT NULL CHECK (used > 0),
  PRIMARY KEY (source, action, window_start)
) WITH (fillfactor = 70);
CREATE INDEX source_use_age ON source_use (window_start);
`;

const throttles = `
-- How often a number was made to wait at a merchant within an hour that is not on record yet.
CREATE TABLE sign_in_throttle (
  merchant_id text COLLATE "C" NOT NULL,
  mode text NOT NULL CHECK (mode IN ('test', 'live')),
  hour timestamptz NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (merchant_id, mode, hour)
) WITH (fillfactor = 70);
CREATE INDEX sign_in_throttle_age ON sign_in_throttle (hour);
`;
