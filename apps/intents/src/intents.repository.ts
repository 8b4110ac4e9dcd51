import { Injectable } from '@nestjs/common';
import type { IntentStatus, Mode } from '@paygate/contracts';
import { intentStatuses } from '@paygate/contracts';
import type { OutboxEntry, Transaction } from '@paygate/messaging';
import { Outbox, outboxInsertSql, outboxValues } from '@paygate/messaging';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { Intent, Order, Progress } from './domain/intent.js';
import { transitions } from './domain/intent-status.js';
import type { Transition } from './intent-metrics.js';
import { IntentMetrics } from './intent-metrics.js';
import { columnValue, IntentSchema, intentColumns, progressColumns } from './intents.schema.js';

/** An intent and the database's time when it was read: under a lock, after the lock was granted. */
export interface Read {
  readonly intent: Intent;
  readonly at: Date;
}

/** The same as one row of a statement. */
export type Row = Intent & { readonly readAt: Date };

/** Names an intent of one merchant in one mode. */
export interface Owned {
  readonly intentId: string;
  readonly merchantId: string;
  readonly mode: Mode;
}

/** A code was sent: the customer enters it next. */
export interface OtpStep extends Owned {
  readonly occurredAt: string;
  /** The time until which the code, or its token, can be used; null in a message of a version that does not say. */
  readonly validUntil: string | null;
}

const open = `status IN ('PENDING', 'REQUIRES_ACTION')`;
/** The index finds those past their expiry; few of them are extended. */
const lapsed = `${open} AND expires_at <= (SELECT clock_timestamp())
  AND (extended_until IS NULL OR extended_until <= (SELECT clock_timestamp()))`;

// A select list is computed before its row is locked, so the clock is read outside of the locking query.
const lockText = `
WITH locked AS MATERIALIZED (SELECT * FROM intent WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE)
SELECT ${intentColumns}, clock_timestamp() AS "readAt" FROM locked`;

const lockOwnedText = `
WITH locked AS MATERIALIZED (SELECT * FROM intent WHERE (id, merchant_id, mode) = ($1, $2, $3) FOR UPDATE)
SELECT ${intentColumns}, clock_timestamp() AS "readAt" FROM locked`;

const lockWithTokensText = `
WITH locked AS MATERIALIZED (SELECT * FROM intent WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE)
SELECT ${intentColumns}, clock_timestamp() AS "readAt",
       (SELECT other.id FROM intent other WHERE other.charge_token_id = wanted.token_id) AS "tokenUsedBy"
  FROM locked JOIN unnest($1::text[], $2::text[]) AS wanted (intent_id, token_id) ON wanted.intent_id = locked.id`;

// A volatile function in the comparison would keep the index from being used.
const lockDueText = `
WITH locked AS MATERIALIZED (
  SELECT * FROM intent WHERE ${lapsed}
   ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)
SELECT ${intentColumns}, clock_timestamp() AS "readAt" FROM locked`;

// The next question waits longer the older the charge is.
const takeOverdueText = `
UPDATE intent SET outcome_due_at = clock_timestamp() + greatest(make_interval(secs => $2), (clock_timestamp() - charged_at) / 4)
 WHERE id = ANY (ARRAY (
   SELECT id FROM intent WHERE status = 'PROCESSING' AND outcome_due_at <= (SELECT clock_timestamp())
    ORDER BY outcome_due_at LIMIT $1 FOR UPDATE SKIP LOCKED))
RETURNING ${intentColumns}, clock_timestamp() AS "readAt"`;

const lockLapsedOfText = `
WITH locked AS MATERIALIZED (
  SELECT * FROM intent
   WHERE ${open} AND id = ANY (ARRAY (
     SELECT id FROM intent
      WHERE ${lapsed} AND merchant_id = $1 AND mode = $2
      ORDER BY expires_at LIMIT $3))
   ORDER BY id FOR UPDATE)
SELECT ${intentColumns}, clock_timestamp() AS "readAt" FROM locked`;

const lockReferenceHoldersText = `
WITH locked AS MATERIALIZED (
  SELECT * FROM intent
   WHERE (merchant_id, mode, reference) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))
     AND ${open} ORDER BY id FOR UPDATE)
SELECT ${intentColumns}, clock_timestamp() AS "readAt" FROM locked`;

const untilTexts = {
  lapse: `
SELECT CASE WHEN EXISTS (SELECT FROM intent WHERE ${lapsed}) THEN 0 ELSE extract(epoch FROM least(
    (SELECT min(expires_at) FROM intent WHERE ${open} AND expires_at > statement_timestamp()),
    (SELECT min(extended_until) FROM intent
      WHERE ${open} AND expires_at <= statement_timestamp() AND extended_until > statement_timestamp()))
  - statement_timestamp())::float8 END AS seconds`,
  overdue: `
SELECT extract(epoch FROM min(outcome_due_at) - clock_timestamp())::float8 AS seconds FROM intent WHERE status = 'PROCESSING'`,
};

const written = Object.entries(progressColumns);
const outboxParameter = written.length + 2;
const writeText = `
WITH written AS (
UPDATE intent SET ${written.map(([, [name]]) => `${name} = new.${name}`).join(', ')}
  FROM unnest($1::text[], ${written.map(([, [, type]], index) => `$${index + 2}::${type}[]`).join(', ')})
       AS new (id, ${written.map(([, [name]]) => name).join(', ')})
 WHERE intent.id = new.id AND intent.version = new.version - 1
RETURNING intent.id
), published AS (${outboxInsertSql(outboxParameter)})
SELECT count(*)::integer AS count FROM written`;

/** The statuses in which a step of the OTP moves an intent, and where to: as the table of transitions has it. */
const movable = intentStatuses.filter((status) => transitions[status]['otp-sent'].kind === 'move');

/**
 * One statement, because nothing follows from what it finds. Rows are locked in the order of their ids, as everywhere. A step
 * that is not later than the recorded one, and so any that is delivered again, changes nothing.
 */
const recordStepsText = `
WITH locked AS MATERIALIZED (
  SELECT intent.id, intent.status, step.occurred_at, step.valid_until
    FROM intent JOIN unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[])
                     AS step (intent_id, merchant_id, mode, occurred_at, valid_until)
      ON (intent.id, intent.merchant_id, intent.mode) = (step.intent_id, step.merchant_id, step.mode)
   ORDER BY intent.id FOR UPDATE OF intent)
UPDATE intent
   SET status = 'REQUIRES_ACTION', next_action = 'verify_otp', otp_progress_at = locked.occurred_at,
       extended_until = CASE WHEN intent.extensible_until IS NOT NULL THEN greatest(
         intent.expires_at, intent.extended_until, least(locked.valid_until, intent.extensible_until)) END,
       version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
  FROM locked
 WHERE intent.id = locked.id AND intent.status = ANY ($6::text[])
   AND coalesce(intent.extended_until, intent.expires_at) > clock_timestamp()
   AND (intent.otp_progress_at IS NULL OR intent.otp_progress_at < locked.occurred_at)
RETURNING locked.status AS "from"`;

/** Reads, locks and writes intents. Use cases decide between a lock and a write. */
@Injectable()
export class IntentsRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly metrics: IntentMetrics,
  ) {}

  /** Another merchant's intent, or one of the other mode, is not found. */
  async find({ intentId, merchantId, mode }: Owned): Promise<Read | undefined> {
    const { entities, raw } = await this.database.read((manager) =>
      manager
        .getRepository(IntentSchema)
        .createQueryBuilder('intent')
        .addSelect('clock_timestamp()', 'readAt')
        .where({ id: intentId, merchantId, mode })
        .getRawAndEntities<{ readAt: Date }>(),
    );
    const [intent] = entities;
    const [row] = raw;
    return intent === undefined || row === undefined ? undefined : { intent, at: row.readAt };
  }

  /** True when a token has charged an intent. */
  async isTokenUsed(tokenId: string): Promise<boolean> {
    const rows = await this.database.query({
      name: 'intent.token-used',
      text: 'SELECT FROM intent WHERE charge_token_id = $1',
      values: [tokenId],
    });
    return rows.length > 0;
  }

  /** Locks intents, in the order of their ids. Unknown ones are missing from the answer. */
  async lock(tx: DatabaseTransaction, ids: readonly string[]): Promise<readonly Read[]> {
    const rows = await tx.query<Row>({ name: 'intent.lock', text: lockText, values: [ids] });
    return rows.map((row) => readOf(row));
  }

  /** Locks one intent. Another merchant's intent, or one of the other mode, is neither found nor locked, nor waited for. */
  async lockOwned(tx: DatabaseTransaction, { intentId, merchantId, mode }: Owned): Promise<Read | undefined> {
    const values = [intentId, merchantId, mode];
    const [row] = await tx.query<Row>({ name: 'intent.lock-owned', text: lockOwnedText, values });
    return row && readOf(row);
  }

  /** Locks intents; returns each with the intent that its token has charged. */
  async lockWithTokens(
    tx: DatabaseTransaction,
    wanted: readonly { readonly intentId: string; readonly tokenId: string }[],
  ): Promise<ReadonlyMap<string, Read & { readonly tokenUsedBy: string | null }>> {
    const values = [wanted.map(({ intentId }) => intentId), wanted.map(({ tokenId }) => tokenId)];
    const rows = await tx.query<Row & { readonly tokenUsedBy: string | null }>({
      name: 'intent.lock-with-tokens',
      text: lockWithTokensText,
      values,
    });
    return new Map(rows.map(({ tokenUsedBy, ...row }) => [row.id, { ...readOf(row), tokenUsedBy }]));
  }

  /** Locks at most `limit` lapsed intents that no other transaction has locked, longest lapsed first. */
  async lockDue(tx: DatabaseTransaction, limit: number): Promise<readonly Read[]> {
    const rows = await tx.query<Row>({ name: 'intent.lock-due', text: lockDueText, values: [limit] });
    return rows.map((row) => readOf(row));
  }

  /** Locks at most `limit` lapsed intents of a merchant in one mode, longest lapsed first; waits for other locks. */
  async lockLapsedOf(tx: DatabaseTransaction, owner: Omit<Owned, 'intentId'>, limit: number): Promise<readonly Read[]> {
    const values = [owner.merchantId, owner.mode, limit];
    const rows = await tx.query<Row>({ name: 'intent.lock-lapsed-of', text: lockLapsedOfText, values });
    return rows.map((row) => readOf(row));
  }

  /** Those intents that have been charged and have no outcome. */
  async processingAmong(ids: readonly string[]): Promise<readonly Read[]> {
    const rows = await this.database.query<Row>({
      name: 'intent.processing-among',
      text: `SELECT ${intentColumns}, clock_timestamp() AS "readAt" FROM intent
        WHERE id = ANY ($1::text[]) AND status = 'PROCESSING'`,
      values: [ids],
    });
    return rows.map((row) => readOf(row));
  }

  /** The ids of those intents whose charge has an outcome. */
  async settledAmong(ids: readonly string[]): Promise<readonly string[]> {
    const rows = await this.database.query<{ id: string }>({
      name: 'intent.settled-among',
      text: `SELECT id FROM intent WHERE id = ANY ($1::text[]) AND status <> 'PROCESSING'`,
      values: [ids],
    });
    return rows.map(({ id }) => id);
  }

  /** Locks the intents that wait for their customers under the references of `intents`. */
  async lockReferenceHolders(tx: DatabaseTransaction, intents: readonly Order[]): Promise<readonly Read[]> {
    const values = [
      intents.map(({ merchantId }) => merchantId),
      intents.map(({ mode }) => mode),
      intents.map(({ reference }) => reference),
    ];
    const rows = await tx.query<Row>({ name: 'intent.lock-holders', text: lockReferenceHoldersText, values });
    return rows.map((row) => readOf(row));
  }

  /** The seconds until an intent lapses, or its outcome is overdue; 0 or less when one is, undefined when none will be. */
  async until(due: keyof typeof untilTexts): Promise<number | undefined> {
    const [row] = await this.database.query<{ seconds: number | null }>({
      ...{ name: `intent.until-${due}`, text: untilTexts[due] },
    });
    return row?.seconds ?? undefined;
  }

  /**
   * Takes at most `limit` charged intents whose outcome is overdue, longest first; each is due again after `seconds`, or later
   * the older its charge is.
   */
  async takeOverdue(limit: number, seconds: number): Promise<readonly Read[]> {
    const values = [limit, seconds];
    const rows = await this.database.query<Row>({ name: 'intent.take-overdue', text: takeOverdueText, values });
    return rows.map((row) => readOf(row));
  }

  /** Records steps of OTPs, at most one for an intent. */
  async recordSteps(steps: readonly OtpStep[]): Promise<void> {
    const moved = await this.database.query<{ readonly from: IntentStatus }>({
      name: 'intent.record-steps',
      text: recordStepsText,
      values: [
        ...[steps.map(({ intentId }) => intentId), steps.map(({ merchantId }) => merchantId)],
        steps.map(({ mode }) => mode),
        ...[steps.map(({ occurredAt }) => occurredAt), steps.map(({ validUntil }) => validUntil), movable],
      ],
    });
    for (const { from } of moved) this.metrics.moved(from, 'REQUIRES_ACTION');
  }

  /** Writes the progress of locked intents, each one version ahead of its row, and the events of it. */
  async write(tx: Transaction, transitions: readonly Transition[], events: readonly OutboxEntry[] = []): Promise<void> {
    if (transitions.length === 0) return;
    const rows = this.outbox.rows(events);
    const intents = transitions.map(({ intent }) => intent);
    const values = [
      intents.map(({ id }) => id),
      ...written.map(([property]) => intents.map((intent) => columnValue(intent[property as keyof Progress]))),
      ...outboxValues(rows),
    ];
    const [done] = await tx.query<{ count: number }>({ name: 'intent.write', text: writeText, values });
    if (done?.count !== intents.length) throw new Error('an intent changed under its lock');
    tx.afterCommit(() => {
      this.outbox.publish(rows);
      for (const transition of transitions) this.metrics.changed(transition);
    });
  }
}

/** A row of a statement that reads {@link Row}s. */
export function readOf({ readAt, ...intent }: Row): Read {
  return { intent, at: readAt };
}
