import { Injectable } from '@nestjs/common';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { isReversedHereSql, isReversedSinceSql, ReversedLines } from './reversed-lines.js';
import { READER } from './domain/read-statement.js';
import { isNumberedSinceSql, linesNumberedSql, linesWith, operationNumberedSql, SAME } from './operator-numbers.js';
import { STATEMENT_MAX_LINES } from './domain/text-lines.js';
import { UnclaimedLines } from './unclaimed-lines.js';
import type { RailDay, Run } from './runs.repository.js';
import { RunsRepository } from './runs.repository.js';

export type ItemResult = 'missing_here' | 'missing_there' | 'differs' | 'duplicate' | 'unreadable' | 'awaited';

/** An item that does not match: a line, an operation, or both. Amounts in minor units. */
export interface Item {
  readonly number: number;
  readonly result: ItemResult;
  readonly difference: string | null;
  readonly lineNumber: number | null;
  readonly fault: string | null;
  readonly operatorId: string | null;
  readonly reference: string | null;
  readonly movedAt: Date | null;
  readonly amount: bigint | null;
  readonly currency: string | null;
  readonly kind: string | null;
  readonly status: string | null;
  readonly operationId: string | null;
  readonly stateHere: string | null;
  readonly amountHere: bigint | null;
}

/** A file that was read to its end. */
export interface ReadFile {
  readonly hash: string;
  readonly bytes: number;
  readonly lines: number;
  /** Blank lines, which are none of `lines`. */
  readonly blank: number;
}

/** Compares statements with operations. Runs of one rail and mode wait for each other. */
@Injectable()
export class ComparisonRepository {
  constructor(
    private readonly database: Database,
    private readonly runs: RunsRepository,
    private readonly reversed: ReversedLines,
    private readonly unclaimed: UnclaimedLines,
  ) {}

  /**
   * The statement stands for its day from now on, and is compared. What differs is asked of the rail once. The file that stands already
   * changes nothing, unless other rules have read it and nobody has accepted what they found. Neither does a run that has ended meanwhile: two instances may read one file.
   */
  async conclude(run: Run, { hash, bytes, lines, blank }: ReadFile): Promise<void> {
    await this.#exclusively(run, async (tx) => {
      const [open] = await tx.query({
        name: 'reconciliation-open',
        text: `SELECT FROM reconciliation_run WHERE run_id = $1 AND state IN ('receiving', 'received') FOR UPDATE`,
        values: [run.runId],
      });
      if (open === undefined) return;
      const [same] = await tx.query({
        name: 'reconciliation-same',
        text: `SELECT FROM reconciliation_run
          WHERE (rail, mode, day) = ($1, $2, $3::date) AND state = 'compared' AND file_hash = $4 AND run_id <> $5
            AND (reader = $6 OR accepted_at IS NOT NULL)`,
        values: [run.rail, run.mode, run.day, hash, run.runId, READER],
      });
      await tx.query({ text: 'DELETE FROM statement_part WHERE run_id = $1', values: [run.runId] });
      if (same !== undefined) {
        await this.runs.clear(tx, run.runId);
        await tx.query({
          name: 'reconciliation-repeated',
          text: `UPDATE reconciliation_run SET state = 'replaced', file_hash = $2, file_bytes = $3, lines = $4, blank = $5, reader = $6,
            remark = 'the same file stands' WHERE run_id = $1`,
          values: [run.runId, hash, bytes, lines, blank, READER],
        });
        return;
      }
      await tx.query({ name: 'reconciliation-replace', text: replaceSql, values: [run.rail, run.mode, run.day] });
      await tx.query({
        name: 'reconciliation-stand',
        text: `UPDATE reconciliation_run SET state = 'compared', file_hash = $2, file_bytes = $3, lines = $4, blank = $5, reader = $6,
          compared_at = clock_timestamp() WHERE run_id = $1`,
        values: [run.runId, hash, bytes, lines, blank, READER],
      });
      await this.#compare(tx, run);
      await tx.query({ name: 'reconciliation-ask', text: askSql, values: [run.runId] });
      await this.#report(tx, run);
    });
  }

  /** Compares the statements again of which something has changed here, or whose neighbour has come, or which are stale. */
  async compareAgain(): Promise<void> {
    const changed = await this.database.query<RailDay & { runId: bigint }>({
      name: 'reconciliation-changed',
      text: changedSql,
    });
    for (const run of changed)
      await this.#exclusively(run, async (tx) => {
        await this.#compare(tx, run);
        await this.#report(tx, run);
      });
  }

  /** Items after a number. */
  items(runId: bigint, after: number, limit: number): Promise<readonly Item[]> {
    return this.database.query<Item>({
      name: 'reconciliation-items',
      text: `SELECT number, result, difference, line_number AS "lineNumber", fault, operator_id AS "operatorId", reference, moved_at AS "movedAt",
          amount, currency, kind, status, operation_id AS "operationId", state_here AS "stateHere", amount_here AS "amountHere"
        FROM reconciliation_item WHERE run_id = $1 AND number > $2 ORDER BY number LIMIT $3`,
      values: [runId, after, limit],
    });
  }

  /** The lines of a compared run about money that nobody here has moved: people look at them. */
  async #report(tx: Queryable, run: RailDay & { readonly runId: bigint }): Promise<void> {
    await this.reversed.propose(tx, run);
    await this.unclaimed.list(tx, run);
  }

  /** In parts, so that no statement takes long. */
  async #compare(tx: Queryable, { runId, rail, mode, day }: RailDay & { readonly runId: bigint }): Promise<void> {
    await tx.query({
      name: 'reconciliation-items-clear',
      text: 'DELETE FROM reconciliation_item WHERE run_id = $1',
      values: [runId],
    });
    const [counted] = await tx.query<{ last: number }>({
      name: 'reconciliation-last-line',
      text: 'SELECT coalesce(max(line_number), 0) AS last FROM statement_line WHERE run_id = $1',
      values: [runId],
    });
    const last = counted?.last ?? 0;
    for (let from = 0; from <= last; from += LINES_AT_ONCE) {
      const values = [runId, rail, mode, day, from, from + LINES_AT_ONCE];
      await tx.query({ name: 'reconciliation-lines', text: linesSql, values });
    }
    for (let hour = 0; hour < HOURS; hour += 1)
      await tx.query({ name: 'reconciliation-absent', text: absentSql, values: [runId, rail, mode, day, hour] });
    await tx.query({ name: 'reconciliation-count', text: countSql, values: [runId] });
  }

  async #exclusively({ rail, mode }: RailDay, work: (tx: Queryable) => Promise<void>): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query({
        name: 'reconciliation-lock',
        text: `SELECT pg_advisory_xact_lock(hashtextextended('reconciliation/' || $1::text || '/' || $2::text, 0))`,
        values: [rail, mode],
      });
      await work(tx);
    });
  }
}

const LINES_AT_ONCE = 10_000;
const HOURS = 24;

/** Lines and items of the statement that stood for the day. */
const replaceSql = `
  WITH old AS (
    UPDATE reconciliation_run SET state = 'replaced' WHERE (rail, mode, day) = ($1, $2, $3::date) AND state = 'compared' RETURNING run_id),
  items AS (DELETE FROM reconciliation_item WHERE run_id IN (SELECT run_id FROM old))
  DELETE FROM statement_line WHERE run_id IN (SELECT run_id FROM old)`;

/** An operation that the rail may have ended on another day than here: the clocks may differ by so much. */
const CLOCK_SKEW = `interval '10 minutes'`;
const dayOf = (time: string): string => `date(timezone('Africa/Douala', ${time}))`;
const timeOf = (day: string): string => `((${day})::timestamp AT TIME ZONE 'Africa/Douala')`;

/** The amount that the ledger has booked for an operation: in suspense, or as it was asked; null when nothing. */
const BOOKED = `CASE WHEN o.suspended_amount IS NOT NULL THEN o.suspended_amount WHEN o.state = 'succeeded' THEN o.amount END`;
const IN_RAIL = `o.rail = $2 AND (o.ledger > 999) = ($3 = 'test')`;
/** The runs that stand for days of the rail. */
const standing = (days: string): string => `ARRAY (
  SELECT r.run_id FROM reconciliation_run r WHERE (r.rail, r.mode) = ($2, $3) AND r.state = 'compared' AND ${days})`;

const operationBy = (condition: string): string => `
  SELECT o.operation_id, o.kind, o.state, ${BOOKED} AS booked, ledger.currency, o.provider_reference,
    coalesce(o.rail_token, o.reference::text) AS name
  FROM rail_operation o JOIN ledger USING (ledger) WHERE ${condition} AND ${IN_RAIL}`;

const EARLIER = `${SAME} AND x.run_id = ANY (${standing('r.day < $4::date')})`;

/**
 * The lines of run $1 of rail $2, mode $3 and day $4 from the number $5 to before $6. A line is looked up by its reference whatever the day
 * here: a rail that was asked late has moved the money before. An operation is named by the token that the rail issued for it, else by our
 * reference; a line without a reference by the number that the rail has given the transaction. The number of a line's item is its own.
 */
const linesSql = `
  INSERT INTO reconciliation_item (run_id, number, result, difference, line_number, fault, operator_id, reference, moved_at, amount,
    currency, kind, status, operation_id, state_here, amount_here)
  SELECT $1, line_number, CASE WHEN outcome IN ('amount', 'currency', 'kind', 'status') THEN 'differs' ELSE outcome END,
    CASE WHEN outcome IN ('amount', 'currency', 'kind', 'status') THEN outcome END, line_number, fault, operator_id, reference, moved_at,
    amount, currency, kind, status, operation_id, state, booked
  FROM (
    SELECT line.*, o.operation_id, o.state, o.booked,
      CASE
        WHEN line.fault IS NOT NULL THEN 'unreadable'
        WHEN EXISTS (${linesWith('line.reference', `${SAME} AND x.run_id = $1 AND x.line_number < line.line_number`)}) THEN 'duplicate'
        WHEN EXISTS (${linesWith('line.reference', EARLIER)}) THEN 'duplicate'
        WHEN line.reference IS NULL AND EXISTS (${linesWith('o.name', `${SAME} AND x.run_id = $1 OR ${EARLIER}`)}) THEN 'duplicate'
        WHEN line.reference IS NULL AND o.operation_id IS NOT NULL AND EXISTS (${linesNumberedSql(
          'line.operator_id',
          `${SAME} AND x.run_id = $1 AND x.line_number < line.line_number OR ${EARLIER}`,
        )}) THEN 'duplicate'
        WHEN line.reference IS NOT NULL AND EXISTS (${linesNumberedSql('o.provider_reference', EARLIER)})
          AND o.operation_id = ${operationNumberedSql('o.provider_reference')} THEN 'duplicate'
        WHEN o.operation_id IS NULL OR o.booked IS NULL AND o.state <> 'declined' THEN 'missing_here'
        WHEN line.status = 'failed' AND o.booked IS NOT NULL THEN 'status'
        WHEN line.status = 'failed' OR line.status = 'reversed' AND o.booked IS NULL THEN 'matched'
        WHEN o.booked IS NULL THEN 'status'
        WHEN (line.kind = 'collection') <> (o.kind IN ('collect', 'top_up')) THEN 'kind'
        WHEN line.currency <> o.currency THEN 'currency'
        WHEN line.status = 'reversed' AND line.amount <= o.booked THEN CASE WHEN ${isReversedHereSql(standing('true'))} THEN 'matched' ELSE 'status' END
        WHEN line.amount <> o.booked THEN 'amount'
        ELSE 'matched'
      END AS outcome
    FROM statement_line line LEFT JOIN LATERAL (
      ${operationBy('o.rail_token IS NULL AND o.reference = line.reference_uuid')}
      UNION ALL
      ${operationBy('o.rail_token = line.reference')}
      UNION ALL
      ${operationBy(`line.reference IS NULL AND o.operation_id = ${operationNumberedSql('line.operator_id')}`)}
      LIMIT 1) AS o ON true
    WHERE line.run_id = $1 AND line.line_number >= $5 AND line.line_number < $6 OFFSET 0) AS compared
  WHERE outcome <> 'matched'`;

/**
 * The operations of an hour of the day that have no line. One that ended on the day must be on the statement of one of the days from its
 * submission to its end; it is awaited while one of them is not here. Their items come after those of lines.
 */
const absentSql = `
  INSERT INTO reconciliation_item (run_id, number, result, reference, moved_at, currency, operation_id, state_here, amount_here)
  SELECT $1, ${STATEMENT_MAX_LINES} + row_number() OVER (ORDER BY ended_at, operation_id)
      + (SELECT count(*) FROM reconciliation_item WHERE run_id = $1 AND line_number IS NULL),
    CASE WHEN EXISTS (
        SELECT FROM generate_series(${dayOf(`submitted - ${CLOCK_SKEW}`)}, ${dayOf(`ended_at + ${CLOCK_SKEW}`)}, interval '1 day') AS other
        WHERE date(other) <> $4::date AND NOT EXISTS (
          SELECT FROM reconciliation_run r WHERE (r.rail, r.mode, r.day) = ($2, $3, date(other)) AND r.state = 'compared'))
      THEN 'awaited' ELSE 'missing_there' END,
    reference, ended_at, currency, operation_id, state, booked
  FROM (
    SELECT o.operation_id, o.state, ${BOOKED} AS booked, ledger.currency, coalesce(o.rail_token, o.reference::text) AS reference, o.ended_at,
      coalesce(o.submitted_at, o.accepted_at) AS submitted, o.provider_reference
    FROM rail_operation o JOIN ledger USING (ledger)
    WHERE ${IN_RAIL} AND o.state = 'succeeded'
      AND o.ended_at >= ${timeOf('$4::date')} + make_interval(hours => $5)
      AND o.ended_at < ${timeOf('$4::date')} + make_interval(hours => $5 + 1)) AS o
  WHERE NOT EXISTS (${linesWith('o.reference', `x.run_id = ANY (${standing('true')})`)})
    AND NOT (EXISTS (${linesNumberedSql('o.provider_reference', `x.run_id = ANY (${standing('true')})`)})
      AND o.operation_id = ${operationNumberedSql('o.provider_reference')} IS TRUE)`;

const countSql = `
  UPDATE reconciliation_run SET compared_at = clock_timestamp(), is_stale = false,
    matched = (SELECT count(*) FROM statement_line l WHERE l.run_id = $1) - counted.lines,
    missing_here = counted.missing_here, missing_there = counted.missing_there, differs = counted.differs,
    duplicate = counted.duplicate, unreadable = counted.unreadable, awaited = counted.awaited
  FROM (
    SELECT count(line_number) AS lines, count(*) FILTER (WHERE result = 'missing_here') AS missing_here,
      count(*) FILTER (WHERE result = 'missing_there') AS missing_there, count(*) FILTER (WHERE result = 'differs') AS differs,
      count(*) FILTER (WHERE result = 'duplicate') AS duplicate, count(*) FILTER (WHERE result = 'unreadable') AS unreadable,
      count(*) FILTER (WHERE result = 'awaited') AS awaited
    FROM reconciliation_item WHERE run_id = $1) AS counted
  WHERE run_id = $1`;

/** As after a callback: the worker asks the rail, whose authenticated answer alone settles, or books to suspense. */
const askSql = `
  UPDATE rail_operation SET due_at = clock_timestamp(), updated_at = clock_timestamp()
  WHERE submitted_at IS NOT NULL AND operation_id IN (
    SELECT operation_id FROM reconciliation_item
    WHERE run_id = $1 AND operation_id IS NOT NULL AND result IN ('missing_here', 'missing_there', 'differs'))`;

const changedSql = `
  SELECT r.run_id AS "runId", r.rail, r.mode, r.day::text AS day FROM reconciliation_run r
  WHERE r.state = 'compared' AND r.day > ${dayOf('clock_timestamp()')} - 35
    AND (r.is_stale OR NOT r.is_matched AND (EXISTS (
        SELECT FROM reconciliation_item i JOIN rail_operation o USING (operation_id)
        WHERE i.run_id = r.run_id AND (o.state, ${BOOKED}) IS DISTINCT FROM (i.state_here, i.amount_here))
      OR ${isReversedSinceSql}
      OR r.missing_here > 0 AND ${isNumberedSinceSql}
      OR r.awaited > 0 AND EXISTS (
        SELECT FROM reconciliation_run n WHERE (n.rail, n.mode) = (r.rail, r.mode) AND n.state = 'compared'
          AND n.day BETWEEN r.day - 7 AND r.day + 1 AND n.day <> r.day AND n.compared_at > r.compared_at)))
  ORDER BY r.day LIMIT 100`;
