import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Mobile money: who is asked to approve a charge, and what became of the call to the rail. docs/adr/0027-rail-operations.md
 */
export class CreateRails1795132801500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [prompts, operations, operationGuardSql(), operationTrigger]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rail_operation, prompt; DROP FUNCTION guard_rail_operation()');
  }
}

/** Written before the charge is accepted, which some charges never are, and deleted after a day. */
const prompts = `
  CREATE TABLE prompt (
    charge_id text COLLATE "C" PRIMARY KEY,
    intent_id text COLLATE "C" NOT NULL,
    rail text COLLATE "C" NOT NULL,
    -- sealed
    phone text COLLATE "C" NOT NULL,
    phone_masked text COLLATE "C" NOT NULL,
    -- an HMAC, by which the prompts of one phone are counted
    phone_index text COLLATE "C" NOT NULL,
    prepared_at timestamptz NOT NULL DEFAULT clock_timestamp());
  CREATE INDEX prompt_recent ON prompt (phone_index, prepared_at);
  CREATE INDEX prompt_age ON prompt USING brin (prepared_at)`;

/** One row for each use of a rail. It is open until the charge is decided, and has the same id. */
const operations = `
  CREATE TABLE rail_operation (
    operation_id text COLLATE "C" PRIMARY KEY,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('collect')),
    rail text COLLATE "C" NOT NULL,
    intent_id text COLLATE "C" NOT NULL UNIQUE,
    merchant_id text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    ledger smallint NOT NULL REFERENCES ledger,
    amount bigint NOT NULL,
    fee bigint NOT NULL CHECK (fee >= 0 AND fee < amount),
    -- sealed
    phone text COLLATE "C" NOT NULL,
    phone_masked text COLLATE "C" NOT NULL,
    request_id text COLLATE "C" NOT NULL,
    -- the span that requested the charge, to which the calls to the rail belong; null when traces were off
    traceparent text COLLATE "C" CHECK (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'),
    accepted_at timestamptz NOT NULL,
    -- the name of the operation at the rail: the same in every attempt, so that a repeated one has no second effect
    reference uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
    -- in the URL of its callbacks
    callback_token text COLLATE "C" NOT NULL UNIQUE,
    -- what the rail issued for the operation before it was submitted
    rail_token text COLLATE "C" UNIQUE,
    state text COLLATE "C" NOT NULL DEFAULT 'requested',
    attempt integer NOT NULL DEFAULT 0,
    polls integer NOT NULL DEFAULT 0,
    -- when a worker looks at it next; the end of the lease of the worker that has it, unless a callback came since
    due_at timestamptz DEFAULT clock_timestamp(),
    -- until then no other worker takes it; null when none has it
    leased_until timestamptz,
    submitted_at timestamptz,
    prompted_at timestamptz,
    ended_at timestamptz,
    -- the last thing that the rail said, for people
    remark text,
    -- why people have to look at it; null when they need not
    escalation text COLLATE "C" CHECK (escalation IN ('too_old', 'amount_differs', 'contradiction')),
    suspense_journal_id text COLLATE "C" UNIQUE,
    suspended_amount bigint CHECK (suspended_amount > 0),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT rail_operation_state CHECK (
      state IN ('requested', 'submitting', 'pending', 'in_doubt', 'escalated', 'succeeded', 'declined')),
    CONSTRAINT rail_operation_end CHECK ((state IN ('succeeded', 'declined')) = (ended_at IS NOT NULL)),
    CONSTRAINT rail_operation_due CHECK (due_at IS NOT NULL OR ended_at IS NOT NULL),
    CONSTRAINT rail_operation_suspense CHECK ((suspense_journal_id IS NULL) = (suspended_amount IS NULL)));
  CREATE INDEX rail_operation_due_at ON rail_operation (rail, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX rail_operation_escalated ON rail_operation (accepted_at) WHERE escalation IS NOT NULL`;

const firstIllegal = `(OLD.state, NEW.state) IN (
        ('pending', 'requested'), ('pending', 'submitting'), ('in_doubt', 'requested'), ('escalated', 'requested'),
        ('escalated', 'submitting'), ('requested', 'succeeded'), ('requested', 'pending'))`;

/** Triggers hold the invariants of the guarded statements, whatever code runs. */
export const operationGuardSql = (illegal = firstIllegal): string => `
  CREATE OR REPLACE FUNCTION guard_rail_operation() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE fault text;
  BEGIN
    IF TG_OP = 'DELETE' THEN fault := 'a rail operation is never deleted';
    ELSIF (NEW.operation_id, NEW.kind, NEW.rail, NEW.intent_id, NEW.merchant_id, NEW.user_id, NEW.ledger, NEW.amount, NEW.fee,
           NEW.accepted_at, NEW.reference, NEW.callback_token) IS DISTINCT FROM
          (OLD.operation_id, OLD.kind, OLD.rail, OLD.intent_id, OLD.merchant_id, OLD.user_id, OLD.ledger, OLD.amount, OLD.fee,
           OLD.accepted_at, OLD.reference, OLD.callback_token) THEN
      fault := 'what was asked of a rail never changes';
    ELSIF OLD.rail_token IS NOT NULL AND NEW.rail_token IS DISTINCT FROM OLD.rail_token THEN
      fault := 'the token of a rail never changes';
    ELSIF OLD.state IN ('succeeded', 'declined') AND NEW.state <> OLD.state THEN
      fault := 'a decided rail operation stays decided';
    ELSIF ${illegal} THEN
      fault := format('a rail operation does not move from %s to %s', OLD.state, NEW.state);
    ELSE RETURN NEW;
    END IF;
    RAISE EXCEPTION USING MESSAGE = fault, ERRCODE = 'integrity_constraint_violation';
  END $$`;

const operationTrigger = `
  CREATE TRIGGER guard_rail_operation BEFORE UPDATE OR DELETE ON rail_operation
    FOR EACH ROW EXECUTE FUNCTION guard_rail_operation()`;
