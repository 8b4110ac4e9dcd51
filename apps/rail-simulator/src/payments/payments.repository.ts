import { Injectable } from '@nestjs/common';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { DecidedPayment, Kind, PaymentRequest, Payment, Rail, TakenBack, Verdict } from './payment.js';
import type { Scenario } from './scenarios.js';

/** The balance of a payer when the first request names them, in francs. */
export const OPENING_BALANCE = 1_000_000_000n;

/** The greatest number of lines in the statement of one day. */
const MOST_LINES = 200_000;

export interface SubmitAttempt {
  readonly attempts: number;
  readonly seconds: number;
}

/** A change of a collection that the operator makes by itself. */
export interface PlannedChange {
  readonly kind: TakenBack;
  /** Francs. */
  readonly amount: bigint;
  readonly afterSeconds: number;
}

const COLUMNS = `rail, reference, number, kind, state, msisdn, amount, currency, request, scenario, reason, callback_url, queries, created_at,
  extract(epoch FROM rail_now() - created_at)::float8 AS age,
  extract(epoch FROM rail_now() - decided_at)::float8 AS decided_for`;

/** Adds, decides and reads payments. Every change is one guarded statement, so that of two that race one has no effect. */
@Injectable()
export class PaymentsRepository {
  constructor(private readonly database: Database) {}

  /** A reference without a payer yet. */
  async initiate(rail: Rail, reference: string, kind: Kind): Promise<void> {
    const text = `INSERT INTO payment (rail, reference, kind, state) VALUES ($1, $2, $3, 'initiated')`;
    await this.database.execute({ name: 'initiate', text, values: [rail, reference, kind] });
  }

  /**
   * Makes a payment pending, with its payer if they are new; undefined when its reference is taken. MTN MoMo learns of a reference now,
   * Orange Money has issued it.
   */
  async begin(tx: Queryable, asked: PaymentRequest, key: string, scenario: Scenario): Promise<Payment | undefined> {
    const { rail, kind, reference, msisdn, original = null, amount, currency, request, callbackUrl } = asked;
    const { verdict, afterSeconds, surplus = 0n } = scenario;
    const values = [
      ...[rail, reference, msisdn, amount, amount + surplus, currency, JSON.stringify(request), key],
      ...[callbackUrl ?? null, verdict ?? null, afterSeconds],
    ];
    const statement =
      rail === 'mtn_momo' ? { ...ADD, values: [...values, kind, original] } : { ...BEGIN, values: [...values, kind] };
    const [payment] = await tx.query<Payment>(statement);
    return payment;
  }

  /** Counts a status query. */
  async query(rail: Rail, reference: string): Promise<Payment | undefined> {
    const text = `UPDATE payment SET queries = queries + 1 WHERE rail = $1 AND reference = $2 RETURNING ${COLUMNS}`;
    const [payment] = await this.database.query<Payment>({ name: 'query', text, values: [rail, reference] });
    return payment;
  }

  async find(rail: Rail, reference: string): Promise<Payment | undefined> {
    const text = `SELECT ${COLUMNS} FROM payment WHERE rail = $1 AND reference = $2`;
    const [payment] = await this.database.query<Payment>({ name: 'find', text, values: [rail, reference] });
    return payment;
  }

  /** The payments that a rail has decided on a day of Africa/Douala, oldest first. */
  decidedOn(rail: Rail, day: string): Promise<readonly DecidedPayment[]> {
    return this.database.query<DecidedPayment>({
      name: 'decided_on',
      text: `SELECT rail, number, reference, kind, msisdn, state, scenario, original, amount, currency, created_at, decided_at FROM payment
        WHERE rail = $1 AND decided_at >= $2::date::timestamp AT TIME ZONE 'Africa/Douala'
          AND decided_at < ($2::date + 1)::timestamp AT TIME ZONE 'Africa/Douala'
        ORDER BY decided_at, number LIMIT ${MOST_LINES}`,
      values: [rail, day],
    });
  }

  /** The same of a day that has ended by the operators' clock; undefined before. */
  async statementOf(rail: Rail, day: string): Promise<readonly DecidedPayment[] | undefined> {
    const text = `SELECT FROM rail_clock WHERE rail_now() >= ($1::date + 1)::timestamp AT TIME ZONE 'Africa/Douala'`;
    const ended = await this.database.query({ name: 'day_ended', text, values: [day] });
    return ended.length === 0 ? undefined : this.decidedOn(rail, day);
  }

  /** Counts an attempt to submit a payment, this one included, and gives the seconds since the first. */
  async attempt(rail: Rail, reference: string): Promise<SubmitAttempt> {
    const text = `
      INSERT INTO submit_attempt (rail, reference) VALUES ($1, $2)
      ON CONFLICT (rail, reference) DO UPDATE SET attempts = submit_attempt.attempts + 1
      RETURNING attempts, extract(epoch FROM rail_now() - first_at)::float8 AS seconds`;
    const [attempt] = await this.database.query<SubmitAttempt>({ name: 'attempt', text, values: [rail, reference] });
    return attempt ?? { attempts: 1, seconds: 0 };
  }

  /** Pending payments whose time has come. */
  due(limit: number): Promise<{ rail: Rail; reference: string; verdict: Verdict }[]> {
    const text = `
      SELECT rail, reference, verdict FROM payment
      WHERE state = 'pending' AND verdict IS NOT NULL AND decides_at <= (SELECT rail_now())
      ORDER BY decides_at LIMIT $1`;
    return this.database.query({ name: 'due', text, values: [limit] });
  }

  /**
   * Decides a pending payment. An approved collection debits the payer, or fails for want of money; an approved refund, cash-in or
   * transfer credits the payee, or fails when the account that pays it is bounded and short. Returns nothing when it is not pending any more.
   */
  async decide(tx: Queryable, rail: Rail, reference: string, verdict: Verdict): Promise<Payment | undefined> {
    const text = `
      WITH open AS (
        SELECT rail, reference, msisdn, amount, kind <> 'reversal' AS is_asked_for,
          CASE WHEN kind IN ('collection', 'repayment') THEN -amount ELSE amount END AS change FROM payment
        WHERE rail = $1 AND reference = $2 AND state = 'pending' FOR UPDATE),
      paid AS (
        UPDATE paying_account a SET balance = a.balance - open.change FROM open
        WHERE a.rail = open.rail AND open.change > 0 AND open.is_asked_for AND $3 = 'approved' AND a.balance >= open.change
        RETURNING a.rail),
      changed AS (
        UPDATE payer SET balance = payer.balance + open.change FROM open
        WHERE payer.rail = open.rail AND payer.msisdn = open.msisdn AND $3 = 'approved' AND payer.balance + open.change >= 0
          AND (open.change < 0 OR NOT open.is_asked_for OR EXISTS (SELECT FROM paid) OR NOT EXISTS (SELECT FROM paying_account a WHERE a.rail = open.rail))
        RETURNING payer.balance),
      moved AS (
        INSERT INTO movement (rail, reference, msisdn, amount, balance_after)
        SELECT rail, reference, msisdn, change, balance FROM open, changed)
      UPDATE payment SET decided_at = rail_now(),
        state = CASE WHEN EXISTS (SELECT FROM changed) THEN 'succeeded' ELSE 'failed' END,
        reason = CASE WHEN EXISTS (SELECT FROM changed) THEN NULL WHEN $3 = 'approved' THEN 'insufficient_funds' ELSE $3 END
      FROM open WHERE payment.rail = open.rail AND payment.reference = open.reference
      RETURNING ${COLUMNS.replaceAll(/\b(rail|reference|msisdn|amount)\b/g, 'payment.$1')}`;
    const [payment] = await tx.query<Payment>({ name: 'decide', text, values: [rail, reference, verdict] });
    return payment;
  }

  /** Plans what the operator takes back of a collection, or has paid again, once its time has come. */
  async plan(tx: Queryable, { rail, reference }: Payment, planned: PlannedChange): Promise<void> {
    const { kind, amount, afterSeconds } = planned;
    const text = `
      INSERT INTO payment (rail, reference, msisdn, asked, amount, currency, scenario, verdict, decides_at, kind, original, state)
      SELECT rail, reference || '/' || $3, msisdn, $4, $4, currency, scenario, 'approved', rail_now() + make_interval(secs => $5), $3,
        coalesce(original, reference), 'pending'
      FROM payment WHERE rail = $1 AND reference = $2`;
    await tx.query({ name: 'plan', text, values: [rail, reference, kind, amount, afterSeconds] });
  }

  /** True when the payer has less than the request asks for. */
  async isShort(tx: Queryable, { rail, msisdn, amount }: PaymentRequest): Promise<boolean> {
    const text = 'SELECT FROM payer WHERE rail = $1 AND msisdn = $2 AND balance < $3';
    return (await tx.query({ name: 'is_short', text, values: [rail, msisdn, amount] })).length === 1;
  }

  /** True when more of a collection is being given back than was collected. Refunds of one collection wait for each other. */
  async isOverRefunded(tx: Queryable, { rail, original }: PaymentRequest): Promise<boolean> {
    const lock = 'SELECT FROM payment WHERE rail = $1 AND reference = $2 FOR NO KEY UPDATE';
    await tx.query({ name: 'lock_original', text: lock, values: [rail, original ?? null] });
    const text = `
      SELECT FROM payment WHERE rail = $1 AND reference = $2 AND amount <
        (SELECT sum(amount) FROM payment WHERE rail = $1 AND original = $2 AND kind = 'refund' AND state IN ('pending', 'succeeded'))`;
    return (await tx.query({ name: 'over_refunded', text, values: [rail, original ?? null] })).length === 1;
  }

  /** Payments in these states, newest first, at most `limit`. */
  list(states: readonly Payment['state'][], limit: number): Promise<Payment[]> {
    const text = `SELECT ${COLUMNS} FROM payment WHERE state = ANY ($1) ORDER BY number DESC LIMIT $2`;
    return this.database.query({ name: 'list', text, values: [states, limit] });
  }

  /** Milliseconds until the next payment or callback is due; undefined when there is none. */
  async untilNextDue(): Promise<number | undefined> {
    const text = `
      SELECT 1000 * extract(epoch FROM least(
        (SELECT min(decides_at) FROM payment WHERE state = 'pending' AND verdict IS NOT NULL),
        (SELECT min(due_at) FROM callback WHERE sent_at IS NULL)) - rail_now())::float8 AS ms`;
    const [row] = await this.database.query<{ ms: number | null }>({ name: 'until_next_due', text });
    return row?.ms ?? undefined;
  }
}

const OPEN_PAYER = `
  WITH opened AS (INSERT INTO payer (rail, msisdn, balance) VALUES ($1, $3, ${OPENING_BALANCE}) ON CONFLICT DO NOTHING)`;

const ADD = {
  name: 'add_payment',
  text: `${OPEN_PAYER}
    INSERT INTO payment (rail, reference, msisdn, asked, amount, currency, request, scenario, callback_url, verdict, decides_at,
      kind, original, state)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, rail_now() + make_interval(secs => $11), $12, $13, 'pending')
    ON CONFLICT (rail, reference) DO NOTHING
    RETURNING ${COLUMNS}`,
};

const BEGIN = {
  name: 'begin_payment',
  text: `${OPEN_PAYER}
    UPDATE payment SET msisdn = $3, asked = $4, amount = $5, currency = $6, request = $7, scenario = $8, callback_url = $9,
      verdict = $10, decides_at = rail_now() + make_interval(secs => $11), state = 'pending'
    WHERE rail = $1 AND reference = $2 AND kind = $12 AND state = 'initiated'
    RETURNING ${COLUMNS}`,
};
