import { Injectable } from '@nestjs/common';
import type { MobileOperator, Mode } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { ReadLine } from './domain/read-statement.js';

/** The day of Africa/Douala of a rail in a mode. */
export interface RailDay {
  readonly rail: MobileOperator;
  readonly mode: Mode;
  /** Such as 2026-01-31. */
  readonly day: string;
}

export type RunState = 'receiving' | 'received' | 'compared' | 'replaced' | 'refused';

/** The number of lines by result. */
export interface RunCounts {
  readonly lines: number;
  /** Blank lines, which are none of `lines`. */
  readonly blank: number;
  readonly matched: number;
  readonly missingHere: number;
  readonly missingThere: number;
  readonly differs: number;
  readonly duplicate: number;
  readonly unreadable: number;
  readonly awaited: number;
}

/** A statement and what came of its comparison. */
export interface Run extends RailDay, RunCounts {
  readonly runId: bigint;
  readonly source: 'fetched' | 'uploaded';
  readonly state: RunState;
  readonly fileHash: string | null;
  readonly fileBytes: bigint | null;
  readonly remark: string | null;
  readonly begunAt: Date;
  readonly comparedAt: Date | null;
  readonly acceptedAt: Date | null;
  readonly acceptance: string | null;
  readonly isMatched: boolean;
}

/** A comparison as the installation's team has seen it: a run is compared again when something changes. */
interface SeenComparison {
  readonly runId: string;
  /** In milliseconds, as it is shown. */
  readonly comparedAt: string;
}

const RUN = `run_id AS "runId", rail, mode, day::text AS day, source, state, file_hash AS "fileHash", file_bytes AS "fileBytes", lines, blank,
  matched, missing_here AS "missingHere", missing_there AS "missingThere", differs, duplicate, unreadable, awaited, remark,
  begun_at AS "begunAt", compared_at AS "comparedAt", accepted_at AS "acceptedAt", acceptance, is_matched AS "isMatched"`;

/** The time from which the statement of a day may be read: transactions of its last moments have ended. */
const DAY_ENDS = `(day + 1)::timestamp AT TIME ZONE 'Africa/Douala' + interval '15 minutes'`;
/** A fetch that takes longer has died. */
const FETCH_MINUTES = 10;
/** The time that an instance has to read an upload. After that the instance is taken for dead. */
const READING_MINUTES = 10;
/** Between two fetches of a statement that the rail does not give. */
const PAUSE_MINUTES = 15;
/** Days that are fetched when they were missed. */
const FETCHED_DAYS = 7;

/** Statements on their way into the tables, and what stands for each day. */
@Injectable()
export class RunsRepository {
  constructor(private readonly database: Database) {}

  /** The run of an upload; undefined while the day has not ended. */
  async begin({ rail, mode, day }: RailDay, fileHash: string, fileBytes: bigint): Promise<Run | undefined> {
    const [run] = await this.database.query<Run>({
      name: 'reconciliation-begin',
      text: `INSERT INTO reconciliation_run (rail, mode, day, source, state, file_hash, file_bytes)
        SELECT $1, $2, day, 'uploaded', 'receiving', $4, $5 FROM (SELECT $3::date AS day) AS given
        WHERE clock_timestamp() >= ${DAY_ENDS}
        RETURNING ${RUN}`,
      values: [rail, mode, day, fileHash, fileBytes],
    });
    return run;
  }

  /** The run of a fetch; undefined when another instance has one, or the last one was refused a moment ago. */
  async beginFetch({ rail, mode, day }: RailDay): Promise<Run | undefined> {
    const values = [rail, mode, day];
    await this.database.execute({
      name: 'reconciliation-fetch-died',
      text: `WITH dead AS (
          UPDATE reconciliation_run SET state = 'refused', remark = 'the fetch did not end'
          WHERE state = 'receiving' AND source = 'fetched' AND (rail, mode, day) = ($1, $2, $3::date)
            AND begun_at < clock_timestamp() - make_interval(mins => ${FETCH_MINUTES})
          RETURNING run_id)
        DELETE FROM statement_line WHERE run_id IN (SELECT run_id FROM dead)`,
      values,
    });
    const [run] = await this.database.query<Run>({
      name: 'reconciliation-fetch',
      text: `INSERT INTO reconciliation_run (rail, mode, day, source, state)
        SELECT $1, $2, day, 'fetched', 'receiving' FROM (SELECT $3::date AS day) AS given
        WHERE clock_timestamp() >= ${DAY_ENDS} AND NOT EXISTS (
          SELECT FROM reconciliation_run r WHERE (r.rail, r.mode, r.day) = ($1, $2, given.day) AND r.state = 'refused'
            AND r.source = 'fetched' AND r.begun_at > clock_timestamp() - make_interval(mins => ${PAUSE_MINUTES}))
        ON CONFLICT (rail, mode, day) WHERE state = 'receiving' AND source = 'fetched' DO NOTHING
        RETURNING ${RUN}`,
      values,
    });
    return run;
  }

  /** The days that have ended and have no statement: yesterday, and earlier ones on which the rail has ended something. */
  async daysToFetch(rail: MobileOperator, mode: Mode): Promise<readonly string[]> {
    const rows = await this.database.query<{ day: string }>({
      name: 'reconciliation-days',
      text: `SELECT day::text AS day FROM (
          SELECT date(timezone('Africa/Douala', clock_timestamp())) - ago AS day, ago FROM generate_series(1, ${FETCHED_DAYS}) AS ago) AS days
        WHERE clock_timestamp() >= ${DAY_ENDS}
          AND NOT EXISTS (SELECT FROM reconciliation_run r WHERE (r.rail, r.mode, r.day) = ($1, $2, days.day) AND r.state = 'compared')
          AND (ago = 1 OR EXISTS (SELECT FROM rail_operation o WHERE o.rail = $1 AND (o.ledger > 999) = ($2 = 'test') AND o.state = 'succeeded'
            AND o.ended_at >= day::timestamp AT TIME ZONE 'Africa/Douala' AND o.ended_at < (day + 1)::timestamp AT TIME ZONE 'Africa/Douala'))
        ORDER BY day`,
      values: [rail, mode],
    });
    return rows.map(({ day }) => day);
  }

  /** A part of an uploaded file. One that is here already stays. False when the run takes no parts. */
  async addPart(runId: bigint, number: number, bytes: Buffer): Promise<boolean> {
    const [taken] = await this.database.query({
      name: 'statement-part-add',
      text: `WITH run AS (SELECT run_id FROM reconciliation_run WHERE run_id = $1 AND state = 'receiving' AND source = 'uploaded' FOR SHARE),
        added AS (INSERT INTO statement_part (run_id, number, bytes) SELECT run_id, $2, $3 FROM run ON CONFLICT DO NOTHING)
        SELECT run_id FROM run`,
      values: [runId, number, bytes],
    });
    return taken !== undefined;
  }

  /** All parts are here, as many as were sent: the file can be read. */
  async received(runId: bigint, parts: number): Promise<Run | undefined> {
    await this.database.execute({
      name: 'reconciliation-received',
      text: `UPDATE reconciliation_run SET state = 'received' WHERE run_id = $1 AND state = 'receiving' AND source = 'uploaded'
        AND (SELECT count(*) FROM statement_part p WHERE p.run_id = $1 AND number < $2) = $2`,
      values: [runId, parts],
    });
    return this.find(runId);
  }

  /** The oldest upload that waits to be read. For a while no other instance gets it. */
  async claim(): Promise<Run | undefined> {
    const [run] = await this.database.query<Run>({
      name: 'reconciliation-claim',
      text: `UPDATE reconciliation_run SET reading_until = clock_timestamp() + make_interval(mins => ${READING_MINUTES})
        WHERE run_id = (
          SELECT run_id FROM reconciliation_run
          WHERE state = 'received' AND (reading_until IS NULL OR reading_until < clock_timestamp())
          ORDER BY begun_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING ${RUN}`,
    });
    return run;
  }

  async *parts(runId: bigint): AsyncGenerator<Uint8Array> {
    for (let number = 0; ; number += 1) {
      const [part] = await this.database.query<{ bytes: Buffer }>({
        name: 'statement-part',
        text: 'SELECT bytes FROM statement_part WHERE run_id = $1 AND number = $2',
        values: [runId, number],
      });
      if (part === undefined) return;
      yield part.bytes;
    }
  }

  /** Forgets the lines of a reading that did not end. */
  async clear(queryable: Queryable, runId: bigint): Promise<void> {
    await queryable.query({
      name: 'statement-lines-clear',
      text: 'DELETE FROM statement_line WHERE run_id = $1',
      values: [runId],
    });
  }

  /** Adds lines. One that is here already stays. A trigger gives the reference of a rail its one form. */
  async addLines(runId: bigint, lines: readonly ReadLine[]): Promise<void> {
    const read = lines.map((given) => ('line' in given ? given.line : undefined));
    await this.database.execute({
      name: 'statement-lines-add',
      text: `INSERT INTO statement_line (run_id, line_number, fault, operator_id, reference, moved_at, amount, currency, kind, status, phone)
        SELECT $1, * FROM unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::bigint[], $8::text[], $9::text[],
          $10::text[], $11::text[])
        ON CONFLICT DO NOTHING`,
      values: [
        runId,
        lines.map(({ number }) => number),
        lines.map((given) => ('fault' in given ? given.fault : null)),
        read.map((line) => line?.operatorId ?? null),
        read.map((line) => line?.reference ?? null),
        read.map((line) => line?.movedAt ?? null),
        read.map((line) => line?.amount ?? null),
        read.map((line) => line?.currency ?? null),
        read.map((line) => line?.kind ?? null),
        read.map((line) => line?.status ?? null),
        read.map((line) => line?.phone ?? null),
      ],
    });
  }

  /** The file is no statement. Nothing of it stays but the reason. A run that has ended stays as it is. */
  async refuse(runId: bigint, remark: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [refused] = await tx.query({
        text: `UPDATE reconciliation_run SET state = 'refused', remark = $2 WHERE run_id = $1 AND state IN ('receiving', 'received')
          RETURNING run_id`,
        values: [runId, remark],
      });
      if (refused === undefined) return;
      await this.clear(tx, runId);
      await tx.query({ text: 'DELETE FROM statement_part WHERE run_id = $1', values: [runId] });
    });
  }

  async find(runId: bigint): Promise<Run | undefined> {
    const [run] = await this.database.query<Run>({
      name: 'reconciliation-run',
      text: `SELECT ${RUN} FROM reconciliation_run WHERE run_id = $1`,
      values: [runId],
    });
    return run;
  }

  /** The run that stands for a day, and the newest one when that is another. */
  async ofDay({ rail, mode, day }: RailDay): Promise<readonly Run[]> {
    return this.database.query<Run>({
      name: 'reconciliation-of-day',
      text: `SELECT ${RUN} FROM reconciliation_run r WHERE (rail, mode, day) = ($1, $2, $3::date)
          AND (state = 'compared' OR run_id = (
            SELECT max(run_id) FROM reconciliation_run WHERE (rail, mode, day) = ($1, $2, $3::date)))
        ORDER BY (state = 'compared') DESC`,
      values: [rail, mode, day],
    });
  }

  /** The installation's team has dealt with what does not match. Undefined when the comparison that was seen does not stand, or not any more. */
  async accept(seen: RailDay & SeenComparison, acceptance: string): Promise<Run | undefined> {
    const { rail, mode, day, runId, comparedAt } = seen;
    const [run] = await this.database.query<Run>({
      name: 'reconciliation-accept',
      text: `UPDATE reconciliation_run SET accepted_at = coalesce(accepted_at, clock_timestamp()), acceptance = coalesce(acceptance, $4)
        WHERE (rail, mode, day) = ($1, $2, $3::date) AND state = 'compared'
          AND run_id = $5 AND date_trunc('milliseconds', compared_at) = $6::timestamptz
        RETURNING ${RUN}`,
      values: [rail, mode, day, acceptance, runId, comparedAt],
    });
    return run;
  }

  /** Deletes what nobody needs any more: uploads that did not end, the lines of old statements, refused fetches. */
  async deleteOld(): Promise<void> {
    for (const text of retention) await this.database.execute({ text });
  }
}

/** A payment may be on a statement weeks after it was submitted, not months. */
const LINE_DAYS = 40;
/** A fetch that was taken for dead may have added lines since. */
const OLD_REFUSED = `state = 'refused' AND source = 'fetched' AND begun_at < clock_timestamp() - interval '7 days'`;
const retention = [
  `DELETE FROM statement_part WHERE run_id IN (
     SELECT run_id FROM reconciliation_run WHERE state = 'receiving' AND begun_at < clock_timestamp() - interval '1 day')`,
  `DELETE FROM statement_line WHERE run_id IN (
     SELECT run_id FROM reconciliation_run WHERE state = 'receiving' AND begun_at < clock_timestamp() - interval '1 day')`,
  `UPDATE reconciliation_run SET state = 'refused', remark = 'the upload did not end'
   WHERE state = 'receiving' AND begun_at < clock_timestamp() - interval '1 day'`,
  `DELETE FROM statement_line WHERE run_id IN (
     SELECT run_id FROM reconciliation_run r WHERE state = 'compared'
       AND day < date(timezone('Africa/Douala', clock_timestamp())) - ${LINE_DAYS}
       AND compared_at < clock_timestamp() - make_interval(days => ${LINE_DAYS}))`,
  `DELETE FROM statement_line WHERE run_id IN (SELECT run_id FROM reconciliation_run WHERE ${OLD_REFUSED})`,
  `DELETE FROM reconciliation_run WHERE ${OLD_REFUSED}`,
];
