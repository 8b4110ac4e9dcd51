import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The books of the simulated operators: payers, payments and what moved; and the inbox. Tests compare a ledger with the books, so they
 * are durable, and their constraints are those of an honest operator: a reference is known once, debited once, and no balance is
 * negative.
 */
export class CreateRails1795132800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      clock,
      payers,
      payments,
      movements,
      callbacks,
      tokens,
      attempts,
      overrides,
      dials,
      journal,
      messages,
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE message, request_journal, fault_dial, scenario_override, submit_attempt, token, callback, movement, payment, payer',
    );
    await runner.query('DROP FUNCTION rail_now(); DROP TABLE rail_clock');
  }
}

/** The operators' time is the server's, plus what tests have advanced it. */
const clock = `
  CREATE TABLE rail_clock (one boolean PRIMARY KEY DEFAULT true CHECK (one), advanced interval NOT NULL DEFAULT '0');
  INSERT INTO rail_clock DEFAULT VALUES;
  CREATE FUNCTION rail_now() RETURNS timestamptz LANGUAGE sql AS
    'SELECT clock_timestamp() + advanced FROM rail_clock'`;

const payers = `
  CREATE TABLE payer (
    rail text COLLATE "C" NOT NULL,
    msisdn text COLLATE "C" NOT NULL,
    balance bigint NOT NULL CHECK (balance >= 0),
    PRIMARY KEY (rail, msisdn))`;

/** `asked` is the amount of the request, `amount` what the operator books: they differ in one scenario. */
const payments = `
  CREATE TABLE payment (
    rail text COLLATE "C" NOT NULL,
    reference text COLLATE "C" NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('collection', 'refund', 'transfer')),
    state text COLLATE "C" NOT NULL CHECK (state IN ('initiated', 'pending', 'succeeded', 'failed')),
    msisdn text COLLATE "C",
    asked bigint CHECK (asked > 0),
    amount bigint CHECK (amount > 0),
    currency text COLLATE "C",
    -- the collection that a refund gives back
    original text COLLATE "C",
    request jsonb NOT NULL DEFAULT '{}',
    scenario text COLLATE "C",
    -- what the operator or the payer will decide, and when; null: a person decides, or nobody
    verdict text COLLATE "C",
    decides_at timestamptz,
    reason text COLLATE "C",
    callback_url text COLLATE "C",
    queries integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT rail_now(),
    decided_at timestamptz,
    PRIMARY KEY (rail, reference),
    CONSTRAINT payment_is_complete CHECK (state = 'initiated' OR num_nulls(msisdn, asked, amount, currency, scenario) = 0),
    CONSTRAINT payment_is_refund CHECK ((kind = 'refund') = (original IS NOT NULL)),
    FOREIGN KEY (rail, original) REFERENCES payment,
    CONSTRAINT payment_is_decided CHECK ((state IN ('succeeded', 'failed')) = (decided_at IS NOT NULL)),
    CONSTRAINT payment_has_reason CHECK ((state = 'failed') = (reason IS NOT NULL)));
  CREATE INDEX payment_due ON payment (decides_at) WHERE state = 'pending' AND verdict IS NOT NULL;
  CREATE INDEX refund_of_payment ON payment (rail, original) WHERE original IS NOT NULL;
  CREATE INDEX payment_in_state ON payment (state, number)`;

/** The statement of an operator: negative amounts left the account of a payer, positive ones came to it. */
const movements = `
  CREATE TABLE movement (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    rail text COLLATE "C" NOT NULL,
    reference text COLLATE "C" NOT NULL,
    msisdn text COLLATE "C" NOT NULL,
    amount bigint NOT NULL CHECK (amount <> 0),
    balance_after bigint NOT NULL,
    moved_at timestamptz NOT NULL DEFAULT rail_now(),
    UNIQUE (rail, reference),
    FOREIGN KEY (rail, reference) REFERENCES payment)`;

/** Operators send a callback once: `sent_at` commits before the first byte leaves. */
const callbacks = `
  CREATE TABLE callback (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    rail text COLLATE "C" NOT NULL,
    reference text COLLATE "C" NOT NULL,
    due_at timestamptz NOT NULL,
    method text COLLATE "C" NOT NULL,
    url text COLLATE "C" NOT NULL,
    body text NOT NULL,
    genuine boolean NOT NULL,
    sent_at timestamptz,
    result text);
  CREATE INDEX callback_due ON callback (due_at) WHERE sent_at IS NULL;
  CREATE INDEX callback_of_payment ON callback (rail, reference)`;

const tokens = `
  CREATE TABLE token (
    token text COLLATE "C" PRIMARY KEY,
    product text COLLATE "C" NOT NULL,
    issued_at timestamptz NOT NULL DEFAULT rail_now(),
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz);
  CREATE INDEX token_of_product ON token (product, expires_at)`;

/** How often a reference was submitted, and since when: some scenarios answer the first attempts only. */
const attempts = `
  CREATE TABLE submit_attempt (
    rail text COLLATE "C" NOT NULL,
    reference text COLLATE "C" NOT NULL,
    attempts integer NOT NULL DEFAULT 1,
    first_at timestamptz NOT NULL DEFAULT rail_now(),
    PRIMARY KEY (rail, reference))`;

/** The scenario of a number, by its nine digits, instead of the one that its last two digits select. */
const overrides = `
  CREATE TABLE scenario_override (
    msisdn text COLLATE "C" PRIMARY KEY CHECK (msisdn ~ '^[0-9]{9}$'),
    scenario text COLLATE "C" NOT NULL)`;

const dials = `
  CREATE TABLE fault_dial (
    fault text COLLATE "C" PRIMARY KEY,
    rate double precision NOT NULL CHECK (rate BETWEEN 0 AND 1))`;

const journal = `
  CREATE TABLE request_journal (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    received_at timestamptz NOT NULL DEFAULT rail_now(),
    method text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL,
    reference text COLLATE "C",
    body text NOT NULL,
    answer text COLLATE "C" NOT NULL);
  CREATE INDEX request_journal_by_reference ON request_journal (reference, number)`;

/** SMS and e-mail of test mode, by the sender's message id. */
const messages = `
  CREATE TABLE message (
    id text COLLATE "C" PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    recipient text COLLATE "C" NOT NULL,
    channel text COLLATE "C" NOT NULL CHECK (channel IN ('sms', 'email')),
    subject text,
    text text NOT NULL,
    sent_at timestamptz NOT NULL DEFAULT clock_timestamp());
  CREATE INDEX message_of_recipient ON message (recipient, number)`;
