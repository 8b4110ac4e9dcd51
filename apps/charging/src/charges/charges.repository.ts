import { Injectable } from '@nestjs/common';
import type { DeclineCode } from '@paygate/contracts';
import type { OutboxRows } from '@paygate/messaging';
import { outboxValues } from '@paygate/messaging';
import { Database } from '@paygate/platform';
import type { Charge } from './domain/charge.js';
import type { PaidLimits } from '../books/wallets/wallet-limits.js';
import { countPaidSql, paidOfDaySql, paidOfMonthSql } from '../books/wallets/wallet-limits.js';
import { LEDGER_POSITION_SQL, platformAccountSql } from '../books/ledger/accounts.repository.js';

/**
 * The result of settling a charge: its money moved now; it was settled before (`known`), and nothing happened; or the reason
 * why it cannot move.
 */
export type ChargeSettlement = 'succeeded' | 'known' | DeclineCode;

interface SettlementRow {
  readonly charge_id: string;
  readonly settled: boolean;
  readonly decline_code: DeclineCode | null;
}

/** A charge that was decided, as far as its outcome states it. Amounts in minor units. */
export interface DecidedCharge {
  readonly chargeId: string;
  readonly fee: bigint;
  readonly decline: DeclineCode | null;
  readonly settledAt: Date;
  /** The operator's own number of the transaction. */
  readonly providerReference: string | null;
}

/** The terms of charges of wallets: the seconds within which they begin, and the limits of wallets without some of their own. */
export interface ChargeTerms extends PaidLimits {
  readonly startSeconds: number;
}

/** Charges. Each is written once, by the statement that also moves its money and inserts its event. */
@Injectable()
export class ChargesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Debits wallets, credits merchants and fees and inserts the events of all charges that may succeed, in one statement.
   * `events` are the rows of `charge.succeeded`, one for each charge, in their order. No two charges share a wallet or an
   * id, every merchant's account is open. The wallets are locked in the order of their ids, and are all that is locked;
   * age, state, funds and limits are judged under that lock.
   * @returns by charge id; a charge that was declined here has left no trace
   */
  async succeed(
    charges: readonly Charge[],
    events: OutboxRows,
    terms: ChargeTerms,
  ): Promise<ReadonlyMap<string, ChargeSettlement>> {
    const rows = await this.database.query<SettlementRow>({
      name: 'charges-succeed',
      text: succeedSql,
      values: [...chargeColumns(charges), ...outboxValues(events), terms.startSeconds, terms.perDay, terms.perMonth],
    });
    const judged = new Map(rows.map((row) => [row.charge_id, settlementOf(row)] as const));
    // a charge without a wallet has no row
    return new Map(charges.map(({ chargeId }) => [chargeId, judged.get(chargeId) ?? 'wallet_closed'] as const));
  }

  /**
   * Writes that charges are declined, with their events. `events` are the rows of `charge.failed`, in the order of the charges.
   * @returns the ids of those that had not been settled before
   */
  async decline(
    charges: readonly Charge[],
    codes: readonly DeclineCode[],
    events: OutboxRows,
  ): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ charge_id: string }>({
      name: 'charges-decline',
      text: declineSql,
      values: [...chargeColumns(charges), ...outboxValues(events), codes, charges.map((charge) => charge.method)],
    });
    return new Set(rows.map((row) => row.charge_id));
  }

  /** Those of the charges that were decided, by id. */
  async decided(chargeIds: readonly string[]): Promise<ReadonlyMap<string, DecidedCharge>> {
    const rows = await this.database.query<DecidedCharge>({
      name: 'charges-decided',
      text: `SELECT charge_id AS "chargeId", fee, decline_code AS decline, settled_at AS "settledAt",
          (SELECT o.provider_reference FROM rail_operation o WHERE o.operation_id = charge_id) AS "providerReference"
        FROM charge WHERE charge_id = ANY ($1::text[])`,
      values: [chargeIds],
    });
    return new Map(rows.map((row) => [row.chargeId, row]));
  }
}

function settlementOf({ settled, decline_code: decline }: SettlementRow): ChargeSettlement {
  return settled ? 'succeeded' : (decline ?? 'known');
}

/** The columns of charges, each an array. */
export function chargeColumns(charges: readonly Charge[]): readonly (readonly unknown[])[] {
  return [
    charges.map((charge) => charge.chargeId),
    charges.map((charge) => charge.intentId),
    charges.map((charge) => charge.merchantId),
    charges.map((charge) => charge.userId),
    charges.map((charge) => charge.ledger),
    charges.map((charge) => charge.amount),
    charges.map((charge) => charge.fee),
    charges.map((charge) => charge.acceptedAt),
    charges.map((charge) => charge.actor),
    charges.map((charge) => charge.tillId),
  ];
}

const requestedSql = `
  SELECT * FROM unnest(
    $1::text[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::bigint[], $7::bigint[], $8::timestamptz[],
    $9::text[], $10::text[], $11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[])
  AS requested (charge_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, actor, till_id,
    event_id, event_topic, event_key, event_headers, event_payload)`;

/** Every effect depends on the rows of `settled`: it has none for a charge that exists, or whose intent has another charge. */
const announcedSql = `
  INSERT INTO outbox (id, topic, key, headers, payload)
  SELECT event_id, event_topic, event_key, event_headers, event_payload FROM requested JOIN settled USING (charge_id)`;

/** The journal of the charges in `settled`. A missing merchant's account fails the statement (NULL in credit_id). A leg of zero is not written. */
export const chargePostingSql = `
    INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
    SELECT s.charge_id, leg.number, s.ledger, s.debited_id, leg.credit_id, leg.amount, ${LEDGER_POSITION_SQL}
    FROM settled s
    LEFT JOIN append_account merchant
      ON merchant.owner_id = s.merchant_id AND merchant.kind = 'merchant' AND merchant.ledger = s.ledger
    CROSS JOIN LATERAL (VALUES
      (1, merchant.account_id, s.amount - s.fee),
      (2, ${platformAccountSql('fees', 's.ledger')}, s.fee)) AS leg (number, credit_id, amount)
    WHERE leg.amount > 0`;

/** `judged` has no row for a charge without a wallet. */
const succeedSql = `
  WITH requested AS MATERIALIZED (${requestedSql}),
  judged AS MATERIALIZED (
    SELECT *, CASE
        WHEN accepted_at < clock_timestamp() - make_interval(secs => $16::integer) THEN 'rail_unavailable'
        WHEN closed_at IS NOT NULL THEN 'wallet_closed'
        WHEN frozen_by IS NOT NULL THEN 'payer_blocked'
        WHEN balance < amount THEN 'insufficient_funds'
        WHEN ${paidOfDaySql('locked')} + amount > coalesce(day_limit, $17::bigint)
          OR ${paidOfMonthSql('locked')} + amount > coalesce(month_limit, $18::bigint) THEN 'payer_limit_reached' END AS decline_code
    FROM (
      SELECT a.charge_id, a.intent_id, a.merchant_id, a.user_id, a.ledger, a.amount, a.fee, a.accepted_at, a.actor, a.till_id,
        w.account_id AS wallet_id, w.closed_at, w.frozen_by, w.balance, w.paid_on, w.paid_of_day, w.paid_of_month, w.day_limit, w.month_limit
      FROM requested a JOIN wallet w ON w.user_id = a.user_id AND w.ledger = a.ledger
      ORDER BY w.account_id FOR NO KEY UPDATE OF w) AS locked),
  settled AS (
    INSERT INTO charge
      (charge_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, actor, till_id, method, state, debited_id)
    SELECT charge_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, actor, till_id, 'wallet', 'succeeded', wallet_id
    FROM judged WHERE decline_code IS NULL
    ON CONFLICT DO NOTHING
    RETURNING charge_id, merchant_id, ledger, amount, fee, debited_id),
  debited AS (
    UPDATE wallet w SET balance = w.balance - s.amount, ${countPaidSql('w', 's.amount')}
    FROM settled s WHERE w.account_id = s.debited_id),
  posted AS (${chargePostingSql}),
  announced AS (${announcedSql})
  SELECT charge_id, settled.charge_id IS NOT NULL AS settled, decline_code
  FROM judged LEFT JOIN settled USING (charge_id)`;

const declineSql = `
  WITH requested AS MATERIALIZED (${requestedSql}),
  settled AS (
    INSERT INTO charge
      (charge_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, actor, till_id, method, state, decline_code)
    SELECT charge_id, intent_id, merchant_id, user_id, ledger, amount, 0, accepted_at, actor, till_id, method, 'declined', decline_code
    FROM requested
    JOIN unnest($1::text[], $16::text[], $17::text[])
      AS verdict (charge_id, decline_code, method) USING (charge_id)
    ORDER BY charge_id
    ON CONFLICT DO NOTHING
    RETURNING charge_id),
  announced AS (${announcedSql})
  SELECT charge_id FROM settled`;
