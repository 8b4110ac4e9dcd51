import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The statements of rails, and their comparison with what is booked: docs/adr/0063-reconciliation.md. */
export class CreateReconciliation1796000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [runs, parts, lines, items]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reconciliation_item, statement_line, statement_part, reconciliation_run');
  }
}

/**
 * One statement of a rail's day of Africa/Douala. The newest one that was read to its end is `compared` and stands for the day; what it
 * replaced keeps its row, without lines and items.
 */
const runs = `
  CREATE TABLE reconciliation_run (
    run_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    rail text COLLATE "C" NOT NULL,
    mode text COLLATE "C" NOT NULL CHECK (mode IN ('test', 'live')),
    day date NOT NULL,
    source text COLLATE "C" NOT NULL CHECK (source IN ('fetched', 'uploaded')),
    state text COLLATE "C" NOT NULL CHECK (state IN ('receiving', 'received', 'compared', 'replaced', 'refused')),
    -- SHA-256 of the file in hexadecimal digits, and its length; null until it was read
    file_hash text COLLATE "C" CHECK (file_hash ~ '^[0-9a-f]{64}$'),
    file_bytes bigint CHECK (file_bytes >= 0),
    lines integer NOT NULL DEFAULT 0,
    matched integer NOT NULL DEFAULT 0,
    missing_here integer NOT NULL DEFAULT 0,
    missing_there integer NOT NULL DEFAULT 0,
    differs integer NOT NULL DEFAULT 0,
    duplicate integer NOT NULL DEFAULT 0,
    unreadable integer NOT NULL DEFAULT 0,
    -- operations near midnight whose line may be on the statement of another day, which is not here yet
    awaited integer NOT NULL DEFAULT 0,
    -- why the file was refused
    remark text,
    begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- until when an upload is one instance's to read
    reading_until timestamptz,
    compared_at timestamptz,
    -- an operator has dealt with what does not match
    accepted_at timestamptz,
    acceptance text,
    is_matched boolean NOT NULL GENERATED ALWAYS AS (
      state = 'compared' AND (accepted_at IS NOT NULL
        OR missing_here + missing_there + differs + duplicate + unreadable + awaited = 0)) STORED,
    CONSTRAINT reconciliation_run_hash CHECK (state NOT IN ('compared', 'replaced') OR file_hash IS NOT NULL),
    CONSTRAINT reconciliation_run_compared CHECK (state <> 'compared' OR compared_at IS NOT NULL),
    CONSTRAINT reconciliation_run_acceptance CHECK ((accepted_at IS NULL) = (acceptance IS NULL)));
  CREATE UNIQUE INDEX reconciliation_of_day ON reconciliation_run (rail, mode, day) WHERE state = 'compared';
  CREATE UNIQUE INDEX reconciliation_fetch ON reconciliation_run (rail, mode, day) WHERE state = 'receiving' AND source = 'fetched';
  CREATE INDEX reconciliation_matched ON reconciliation_run (rail, mode, day) WHERE is_matched;
  CREATE INDEX reconciliation_open ON reconciliation_run (rail, mode, day) WHERE state = 'compared' AND NOT is_matched;
  CREATE INDEX reconciliation_under_way ON reconciliation_run (state, begun_at) WHERE state IN ('receiving', 'received', 'refused');
  CREATE INDEX reconciliation_history ON reconciliation_run (rail, mode, day, run_id)`;

/** The bytes of an uploaded file, until it was read. */
const parts = `
  CREATE TABLE statement_part (
    run_id bigint NOT NULL REFERENCES reconciliation_run,
    number integer NOT NULL CHECK (number >= 0),
    bytes bytea NOT NULL,
    PRIMARY KEY (run_id, number))`;

/** The lines of the statements of the last weeks. A line that cannot be read has its fault, and nothing else. */
const lines = `
  CREATE TABLE statement_line (
    run_id bigint NOT NULL REFERENCES reconciliation_run,
    line_number integer NOT NULL CHECK (line_number > 0),
    fault text,
    operator_id text COLLATE "C",
    -- the name under which the rail was asked: the reference of the operation, or the token that the rail issued for it
    reference text COLLATE "C",
    reference_uuid uuid,
    moved_at timestamptz,
    amount bigint,
    currency text COLLATE "C",
    kind text COLLATE "C" CHECK (kind IN ('collection', 'refund', 'payout')),
    status text COLLATE "C" CHECK (status IN ('succeeded', 'failed')),
    PRIMARY KEY (run_id, line_number),
    CONSTRAINT statement_line_read CHECK (
      (fault IS NULL) = (num_nulls(operator_id, moved_at, amount, currency, kind, status) = 0)));
  CREATE INDEX statement_line_reference ON statement_line (reference) WHERE reference IS NOT NULL`;

/** Items of the report: what does not match. */
const items = `
  CREATE TABLE reconciliation_item (
    run_id bigint NOT NULL REFERENCES reconciliation_run,
    number integer NOT NULL CHECK (number > 0),
    result text COLLATE "C" NOT NULL CHECK (
      result IN ('missing_here', 'missing_there', 'differs', 'duplicate', 'unreadable', 'awaited')),
    difference text COLLATE "C" CHECK (difference IN ('amount', 'currency', 'kind', 'status')),
    line_number integer,
    fault text,
    operator_id text COLLATE "C",
    reference text COLLATE "C",
    moved_at timestamptz,
    amount bigint,
    currency text COLLATE "C",
    kind text COLLATE "C",
    status text COLLATE "C",
    -- what is here
    operation_id text COLLATE "C",
    state_here text COLLATE "C",
    amount_here bigint,
    PRIMARY KEY (run_id, number),
    CONSTRAINT reconciliation_item_differs CHECK ((result = 'differs') = (difference IS NOT NULL)));
  CREATE INDEX reconciliation_item_operation ON reconciliation_item (operation_id) WHERE operation_id IS NOT NULL`;
