import { randomBytes } from 'node:crypto';
import type { DeclineCode, IdKind, MobileOperator } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { OperationKind } from '../../rails/connectors/operation-kind.js';
import type { OperationState } from '../../rails/operations/operation-status.js';
import { endStates } from '../../rails/operations/operation-status.js';

export type Query = (text: string, values?: readonly unknown[]) => Promise<unknown>;

/** Operations as the database has them after a while. */
export interface Seed {
  readonly kind: OperationKind;
  readonly rail: MobileOperator;
  /** 1950 is test mode, 950 live mode. */
  readonly ledger: number;
  readonly state: OperationState;
  /** The code of a declined one; null where it ended without. */
  readonly code: DeclineCode | 'destination_revoked' | null;
  /** The time since it was accepted and, unless it was never sent, submitted. Seconds. */
  readonly ageSeconds: number;
  /** The time since it ended. Seconds. */
  readonly endedSeconds: number;
  readonly isSent: boolean;
  readonly count: number;
}

const USUAL: Seed = {
  ...{ kind: 'collect', rail: 'mtn_momo', ledger: 1_950, state: 'succeeded', code: null },
  ...{ ageSeconds: 70, endedSeconds: 60, isSent: true, count: 1 },
};
const IDS = {
  collect: 'charge',
  refund: 'refund',
  payout: 'payout',
  return: 'payerReturn',
  top_up: 'topUp',
  withdrawal: 'withdrawal',
} as const satisfies Readonly<Record<OperationKind, IdKind>>;

/** Writes operations, and what has become of their charges, refunds, payouts, returns, top-ups and withdrawals. */
export async function seed(query: Query, given: Partial<Seed>): Promise<void> {
  const wanted = { ...USUAL, ...given };
  for (let index = 0; index < wanted.count; index += 1) await seedOne(query, wanted);
}

const TABLES = [
  ...['rail_operation', 'charge', 'refund', 'payout', 'payer_return'],
  ...['wallet_top_up', 'wallet_withdrawal'],
] as const;

/** Rows of operations, and of what they are for, may stand alone from now on, and be deleted. */
export async function withoutGuards(query: Query): Promise<void> {
  for (const table of TABLES) await query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
}

/** No operation, as before the first. */
export async function forgetAll(query: Query): Promise<void> {
  for (const table of TABLES) await query(`DELETE FROM ${table}`);
}

async function seedOne(query: Query, { kind, rail, ledger, state, code, ...times }: Seed): Promise<void> {
  const operationId = newId(IDS[kind]);
  const [intentId, merchantId] = [newId('intent'), newId('merchant')];
  const hasIntent = kind === 'collect' || kind === 'refund';
  await query(
    `INSERT INTO rail_operation (operation_id, kind, rail, intent_id, merchant_id, user_id, ledger, amount, fee, phone, phone_masked,
       request_id, accepted_at, callback_token, state, attempt, submitted_at, due_at, escalation, ended_at)
     VALUES ($1, $2, $3, $4, $5, NULL, $6, 700, 14, 'sealed', '********01', $7, statement_timestamp() - make_interval(secs => $8), $9,
       $10, 1, CASE WHEN $11 THEN statement_timestamp() - make_interval(secs => $8) END, statement_timestamp() + interval '1 hour',
       CASE WHEN $10 = 'escalated' THEN 'amount_differs' END,
       CASE WHEN $12 THEN statement_timestamp() - make_interval(secs => $13) END)`,
    [
      ...[operationId, kind, rail, hasIntent ? intentId : null, kind === 'return' ? null : merchantId, ledger],
      ...[newId('request'), times.ageSeconds, randomBytes(24).toString('base64url'), state, times.isSent],
      ...[endStates.includes(state), times.endedSeconds],
    ],
  );
  if (state === 'declined') await query(causeSql[kind], [operationId, merchantId, ledger, code]);
}

/** The row that says why an operation was declined: its id, merchant, ledger and code. */
const causeSql: Readonly<Record<OperationKind, string>> = {
  collect: `INSERT INTO charge (charge_id, intent_id, merchant_id, ledger, method, amount, fee, state, decline_code, accepted_at)
    VALUES ($1, $1, $2, $3, 'mobile_money', 700, 0, 'declined', $4, clock_timestamp())`,
  refund: `INSERT INTO refund
      (refund_id, charge_id, intent_id, merchant_id, ledger, method, amount, metadata, key_hash, body_hash, state, failure_code, ended_at)
    VALUES ($1, $1, $1, $2, $3, 'mobile_money', 700, '{}', $1, $1, 'failed', $4, clock_timestamp())`,
  payout: `INSERT INTO payout
      (payout_id, destination_id, merchant_id, ledger, rail, amount, fee, source, metadata, key_hash, body_hash, state, failure_code, ended_at)
    VALUES ($1, $1, $2, $3, 'mtn_momo', 700, 14, 'request', '{}', $1, $1,
      CASE WHEN $4::text IS NULL THEN 'canceled' ELSE 'failed' END, $4, clock_timestamp())`,
  return: `INSERT INTO payer_return (return_id, unclaimed_id, rail, ledger, amount, state, failure_code, ended_at)
    SELECT $1, $1, 'mtn_momo', $3, 700, 'failed', $4, clock_timestamp() WHERE $2 <> ''`,
  top_up: `INSERT INTO wallet_top_up
      (top_up_id, user_id, ledger, rail, phone_masked, amount, key_hash, body_hash, state, failure_code, ended_at)
    VALUES ($1, $2, $3, 'mtn_momo', '********01', 700, $1, $1, 'failed', $4, clock_timestamp())`,
  withdrawal: `INSERT INTO wallet_withdrawal
      (withdrawal_id, user_id, merchant_id, ledger, rail, phone_masked, phone_index, amount, fee, key_hash, body_hash, state, float_owner,
       failure_code, end_journal_id, confirmed_at, ended_at)
    VALUES ($1, $2, $2, $3, 'mtn_momo', '********01', $1, 700, 14, $1, $1, 'failed', 'mtn_momo', $4, $1, clock_timestamp(), clock_timestamp())`,
};
