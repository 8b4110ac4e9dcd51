import { Injectable } from '@nestjs/common';
import type { ListIntentReversalsCommand, MobileOperator, Mode } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { accountSql, LEDGER_POSITION_SQL, platformAccountSql } from '../../books/ledger/accounts.repository.js';
import type { LedgerNumber } from '../../books/ledger/domain/ledger.js';
import { LockedBalances } from '../../books/sums/locked-balances.js';
import type { GivenBack, Shares, StandingReversals, StoredReversal } from './domain/reversal.js';
import { listSql, mayMoveSql, moveSql, standingStates } from './domain/reversal-status.js';

/** The condition under which one person is enough. */
export interface Alone {
  /** The largest amount in minor units; null for any. */
  readonly max: bigint | null;
  /** The number of those that one person books, or returns, in a day of Africa/Douala and a mode. */
  readonly perDay: number;
}

/** The amount that a balance owes. */
export interface Debt {
  readonly merchantId: string;
  readonly ledger: LedgerNumber;
  /** Minor units. */
  readonly owed: bigint;
}

/** An act of a person on a reversal. */
export interface Act extends Alone {
  readonly reversalId: string;
  readonly person: string;
}

const WAITS = `EXISTS (SELECT FROM reversal_day d
  WHERE (d.rail, d.mode, d.day) = (reversal.rail, CASE WHEN reversal.ledger > 999 THEN 'test' ELSE 'live' END, reversal.day) AND d.waits
    AND (d.released_at > reversal.created_at) IS NOT TRUE)`;

const columns = `reversal_id AS "reversalId", charge_id AS "chargeId", intent_id AS "intentId", merchant_id AS "merchantId", ledger, rail,
  amount, source, said, day::text AS day, state, proposed_by AS "proposedBy", confirmed_by AS "confirmedBy", booked_by AS "bookedBy",
  return_asked_by AS "returnAskedBy", returned_by AS "returnedBy", dismissed_by AS "dismissedBy", merchant_amount AS "merchantAmount",
  fee_amount AS "feeAmount", receivable_amount AS "receivableAmount", created_at AS "createdAt", booked_at AS "bookedAt",
  returned_at AS "returnedAt", ${WAITS} AS "waitsForDay"`;

/** Reversals and their transfers. The methods that take a transaction are called by one that has the locks of `lock`. */
@Injectable()
export class ReversalsRepository {
  constructor(
    private readonly database: Database,
    private readonly locked: LockedBalances,
  ) {}

  async find(reversalId: string, on: Queryable = this.database): Promise<StoredReversal | undefined> {
    const [reversal] = await on.query<StoredReversal>({
      name: 'reversal-find',
      text: `SELECT ${columns} FROM reversal WHERE reversal_id = $1`,
      values: [reversalId],
    });
    return reversal;
  }

  /** Those of a mode that wait for people, oldest first; one more than `limit`. */
  open(mode: Mode, limit: number, startingAfter: string | undefined): Promise<readonly StoredReversal[]> {
    return this.database.query<StoredReversal>({
      name: 'reversals-open',
      text: `SELECT ${columns} FROM reversal
        WHERE state IN ('proposed', 'confirmed', 'returning') AND (ledger > 999) = $1 AND ($3::text IS NULL
          OR (created_at, reversal_id) > (SELECT after.created_at, after.reversal_id FROM reversal after WHERE after.reversal_id = $3))
        ORDER BY created_at, reversal_id LIMIT $2`,
      values: [mode === 'test', limit + 1, startingAfter ?? null],
    });
  }

  /** The booked ones of an intent of which its merchant bears a part, newest first; one more than `limit`. */
  ofIntent(command: ListIntentReversalsCommand): Promise<readonly StoredReversal[]> {
    const { intentId, merchantId, mode, limit, startingAfter } = command;
    return this.database.query<StoredReversal>({
      name: 'reversals-of-intent',
      text: `SELECT ${columns} FROM reversal
        WHERE charge_id = (SELECT charge_id FROM charge WHERE intent_id = $1) AND merchant_id = $2 AND (ledger > 999) = $3
          AND merchant_amount + fee_amount > 0 AND ($5::text IS NULL
          OR (booked_at, reversal_id) < (SELECT before.booked_at, before.reversal_id FROM reversal before WHERE before.reversal_id = $5))
        ORDER BY booked_at DESC, reversal_id DESC LIMIT $4`,
      values: [intentId, merchantId, mode === 'test', limit + 1, startingAfter ?? null],
    });
  }

  /** The balances that owe, the largest debts first; one more than `limit`. Nothing but a reversal makes a balance owe. */
  debts(mode: Mode, limit: number): Promise<readonly Debt[]> {
    return this.database.query<Debt>({
      name: 'reversals-debts',
      text: `SELECT a.owner_id AS "merchantId", a.ledger, a.pending_debits - b.balance AS owed
        FROM (SELECT DISTINCT merchant_id, ledger FROM reversal WHERE state IN (${listSql(standingStates)}) AND (ledger > 999) = $1) v
        JOIN append_account a ON (a.kind, a.owner_id, a.ledger) = ('merchant', v.merchant_id, v.ledger)
        JOIN account_balance b USING (account_id)
        WHERE b.balance < a.pending_debits ORDER BY owed DESC, a.owner_id LIMIT $2`,
      values: [mode === 'test', limit + 1],
    });
  }

  /** Acts on reversals of a mode are counted one after the other; those of one charge so, too, with its refunds. The account of the merchant is locked last. */
  async lock(tx: Queryable, { ledger, merchantId, chargeId }: StoredReversal): Promise<void> {
    const counted = `SELECT pg_advisory_xact_lock(hashtextextended('reversals/' || $1::boolean::text, 0))`;
    await tx.query({ name: 'reversals-lock', text: counted, values: [ledger > 999] });
    const charge = 'SELECT FROM charge WHERE charge_id = $1 FOR NO KEY UPDATE';
    await tx.query({ name: 'reversal-lock-charge', text: charge, values: [chargeId] });
    await this.locked.lock(tx, { merchantId, ledger });
  }

  async givenBack(tx: Queryable, chargeId: string): Promise<GivenBack> {
    const [facts] = await tx.query<GivenBack>({
      name: 'reversal-given-back',
      text: `SELECT amount AS charged, fee,
          (SELECT coalesce(sum(r.amount), 0)::bigint FROM refund r WHERE r.intent_id = charge.intent_id AND r.state <> 'failed') AS refunded,
          ${reversedSql('charge.charge_id')} AS reversed
        FROM charge WHERE charge_id = $1`,
      values: [chargeId],
    });
    if (facts === undefined) throw new Error('the charge of a reversal is gone');
    return facts;
  }

  /** The reversals of a charge that stand, after the last change of this transaction. */
  async standing(tx: Queryable, chargeId: string): Promise<StandingReversals> {
    const [sums] = await tx.query<StandingReversals>({
      name: 'reversals-standing',
      text: `SELECT ${reversedSql('$1')} AS reversed, (count(booked_at) + count(returned_at))::integer AS turn
        FROM reversal WHERE charge_id = $1`,
      values: [chargeId],
    });
    if (sums === undefined) throw new Error('a sum has no row');
    return sums;
  }

  /** Books the shares, if this person may: as the only one, or as another one than the first. Undefined when not. */
  async book(
    tx: Queryable,
    { reversalId, person, ...alone }: Act,
    shares: Shares,
  ): Promise<StoredReversal | undefined> {
    const { merchant, fee, receivable } = shares;
    const [booked] = await tx.query<StoredReversal>({
      name: 'reversal-book',
      text: bookSql,
      values: [reversalId, person, alone.max, alone.perDay, merchant, fee, receivable],
    });
    return booked;
  }

  /** Transfers the shares of a booked one back, under the same rule of persons. */
  async giveBack(tx: Queryable, act: Act, journalId: string): Promise<StoredReversal | undefined> {
    const [returned] = await tx.query<StoredReversal>({
      name: 'reversal-return',
      text: returnSql,
      values: [act.reversalId, act.person, act.max, act.perDay, journalId],
    });
    return returned;
  }

  /** The act of a person that moves no money. Undefined when the reversal is in a state that does not allow it. */
  async mark(
    tx: Queryable,
    verb: keyof typeof marks,
    { reversalId, person }: Pick<Act, 'reversalId' | 'person'>,
  ): Promise<StoredReversal | undefined> {
    const [marked] = await tx.query<StoredReversal>({
      name: `reversal-${verb}`,
      text: `UPDATE reversal SET ${moveSql(verb)}, ${marks[verb]}, updated_at = clock_timestamp()
        WHERE reversal_id = $1 AND ${mayMoveSql(verb)} AND $2::text IS NOT NULL RETURNING ${columns}`,
      values: [reversalId, person],
    });
    return marked;
  }

  /** Somebody has looked at the file of a day with many reversals. False when none of it waits. */
  async release(day: RailDay, person: string): Promise<boolean> {
    const released = await this.database.query({
      name: 'reversals-release',
      text: `UPDATE reversal_day SET released_by = $4, released_at = clock_timestamp()
        WHERE (rail, mode, day) = ($1, $2, $3::date) AND waits AND EXISTS (
          SELECT FROM reversal WHERE reversal.rail = $1 AND (reversal.ledger > 999) = ($2 = 'test') AND reversal.day = $3::date
            AND reversal.state IN ('proposed', 'confirmed') AND ${WAITS})
        RETURNING day`,
      values: [day.rail, day.mode, day.day, person],
    });
    return released.length > 0;
  }
}

/** The day of Africa/Douala of a rail in a mode. */
export interface RailDay {
  readonly rail: MobileOperator;
  readonly mode: Mode;
  /** Such as 2026-01-31. */
  readonly day: string;
}

/** The sum that reversals take of what a charge was, in minor units, in SQL: `charge` is an expression of its id. */
export const reversedSql = (charge: string): string => `(
  SELECT coalesce(sum(v.merchant_amount + v.fee_amount), 0)::bigint FROM reversal v
  WHERE v.charge_id = ${charge} AND v.state IN (${listSql(standingStates)}))`;

const marks = {
  confirm: 'confirmed_by = $2',
  dismiss: 'dismissed_by = $2',
  'ask-return': 'return_asked_by = $2',
  keep: 'return_asked_by = NULL',
} as const;

/** True when the person $2 is another one than the first, or the only one and enough. Those of today are counted by the column of their time. */
const personSql = (first: string, asked: string, at: string): string => `(${first} <> $2
  OR ${asked} IS NULL AND ($3::bigint IS NULL OR reversal.amount <= $3) AND $4 > (
    SELECT count(*) FROM reversal other WHERE (other.ledger > 999) = (reversal.ledger > 999)
      AND other.${at} >= date_trunc('day', clock_timestamp(), 'Africa/Douala')))`;

/** The legs of a row `r`, from who bears them to the float that has lost the money, or back. A leg of zero is not written. */
const postedSql = (journal: string, [debit, credit]: readonly [string, string]): string => `
  posted AS (
    INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
    SELECT ${journal}, leg.number, r.ledger, ${debit}, ${credit}, leg.amount, ${LEDGER_POSITION_SQL}
    FROM r CROSS JOIN LATERAL (VALUES
      (1, ${accountSql('merchant', 'r.merchant_id', 'r.ledger')}, r.merchant_amount),
      (2, ${platformAccountSql('fees', 'r.ledger')}, r.fee_amount),
      (3, ${platformAccountSql('reversals_receivable', 'r.ledger')}, r.receivable_amount)) AS leg (number, bearer_id, amount)
    WHERE leg.amount > 0)`;

const FLOAT = accountSql('float', 'r.rail', 'r.ledger');

const bookSql = `
  WITH r AS (
    UPDATE reversal SET ${moveSql('book')}, booked_by = $2, booked_at = clock_timestamp(), updated_at = clock_timestamp(),
      merchant_amount = $5, fee_amount = $6, receivable_amount = $7
    WHERE reversal_id = $1 AND ${mayMoveSql('book')} AND ${personSql('coalesce(confirmed_by, proposed_by)', 'confirmed_by', 'booked_at')}
    RETURNING *),${postedSql('r.reversal_id', ['leg.bearer_id', FLOAT])}
  SELECT ${columns} FROM r AS reversal`;

const returnSql = `
  WITH r AS (
    UPDATE reversal SET ${moveSql('return')}, returned_by = $2, returned_at = clock_timestamp(), updated_at = clock_timestamp(),
      return_journal_id = $5
    WHERE reversal_id = $1 AND ${mayMoveSql('return')} AND ${personSql('return_asked_by', 'return_asked_by', 'returned_at')}
    RETURNING *),${postedSql('r.return_journal_id', [FLOAT, 'leg.bearer_id'])}
  SELECT ${columns} FROM r AS reversal`;
