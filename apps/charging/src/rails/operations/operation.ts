import type { escalationReasons, MobileOperator } from '@paygate/contracts';
import type { LedgerNumber } from '../../books/ledger/domain/ledger.js';
import type { OperationKind } from '../connectors/operation-kind.js';
import type { OperationState } from './operation-status.js';
import { endStates } from './operation-status.js';

export type Escalation = (typeof escalationReasons)[number];

/** One use of a rail. Amounts in minor units. */
export interface RailOperation {
  /** The id of the charge, of the refund, of the payout, of the return, of the top-up, or of the withdrawal. */
  readonly operationId: string;
  readonly kind: OperationKind;
  /** Null for what is of no charge: a payout, a return, a top-up and a withdrawal. */
  readonly chargeId: string | null;
  /** The reference of the collection that a refund gives back. */
  readonly originalReference: string | null;
  readonly rail: MobileOperator;
  /** Null for what is of no charge. */
  readonly intentId: string | null;
  /** Empty for a return, which is of no merchant. */
  readonly merchantId: string;
  /** Null for a guest, and for a payout. */
  readonly userId: string | null;
  readonly ledger: LedgerNumber;
  readonly amount: bigint;
  readonly fee: bigint;
  /** Sealed. */
  readonly phone: string;
  readonly phoneMasked: string;
  readonly requestId: string;
  /** The span that requested the charge; null when traces were off. */
  readonly traceparent: string | null;
  readonly acceptedAt: Date;
  readonly reference: string;
  readonly callbackToken: string;
  readonly railToken: string | null;
  /** The operator's own number of the transaction; null until it has given one. */
  readonly providerReference: string | null;
  /** True for a row of a batch. */
  readonly isBulk: boolean;
  readonly state: OperationState;
  readonly attempt: number;
  readonly polls: number;
  readonly promptedAt: Date | null;
  readonly suspendedAmount: bigint | null;
  /** The time at which the first submission began. */
  readonly submittedAt: Date | null;
  /** Since when the rail has known nothing of it, each time that it was asked. */
  readonly notFoundSince: Date | null;
  /** The reason for which people have to examine it; null when they need not. */
  readonly escalation: Escalation | null;
  /** The lease of the worker that has claimed it, as text, which keeps its microseconds; null when it was only read. */
  readonly lease: string | null;
  /** Seconds since the charge, refund or payout was accepted, by the database's clock. */
  readonly ageSeconds: number;
}

/** The names of an operation, for people and logs. */
export interface OperationIds {
  readonly chargeId?: string;
  readonly refundId?: string;
  readonly payoutId?: string;
  readonly returnId?: string;
  readonly topUpId?: string;
  readonly withdrawalId?: string;
}

export function idsOf({
  operationId,
  kind,
  chargeId,
}: Pick<RailOperation, 'operationId' | 'kind' | 'chargeId'>): OperationIds {
  if (kind === 'return') return { returnId: operationId };
  if (kind === 'top_up') return { topUpId: operationId };
  if (kind === 'withdrawal') return { withdrawalId: operationId };
  if (kind === 'payout' || chargeId === null) return { payoutId: operationId };
  return kind === 'refund' ? { chargeId, refundId: operationId } : { chargeId };
}

export function isDecided({ state }: Pick<RailOperation, 'state'>): boolean {
  return endStates.includes(state);
}

/** An operation that is in doubt, or that people have to look at. */
export interface UnclearRailOperation extends RailOperation {
  readonly remark: string | null;
  readonly isDecidable: boolean;
}

/**
 * True when the installation's team may decide an open operation. While it is only in doubt, the rail must have known nothing of it for so many
 * seconds, whenever it was asked.
 */
export const isDecidableSql = (seconds: string): string =>
  `(state = 'escalated' OR state = 'in_doubt' AND not_found_since <= clock_timestamp() - make_interval(secs => ${seconds}))`;

/** The guard of a rail's own decision: once a report about money is in dispute, only the installation's team decides. */
export const UNDISPUTED = `(escalation IS NULL OR escalation = 'too_old')`;

/** The rail has moved something else than what stands. */
export const DIFFERS = `escalation = CASE WHEN ended_at IS NULL THEN 'amount_differs' ELSE 'contradiction' END`;

/** The number that the rail has given now, or else before. */
export const numberedSql = (reference: string): string =>
  `provider_reference = coalesce(${reference}::text, rail_operation.provider_reference)`;

/**
 * Ends the turn of the worker that has the lease, which is null for an `operator` command. What a callback has made due since stays due, and what
 * another worker has is looked at again even if that one dies.
 */
export const turnEndSql = (lease: string, nextDue: string): string => `
  due_at = CASE WHEN due_at > clock_timestamp() AND leased_until IS NOT DISTINCT FROM ${lease}::timestamptz
    THEN ${nextDue} ELSE due_at END,
  leased_until = nullif(leased_until, ${lease}::timestamptz)`;

export const inSecondsSql = (seconds: string): string => `clock_timestamp() + make_interval(secs => ${seconds})`;

/** The rail has the operation $1: it is asked again after $2 seconds, and has given the number $4. */
export const acceptedSql = `not_found_since = NULL, ${numberedSql('$4')},
  polls = CASE WHEN prompted_at IS NULL THEN 0 ELSE polls + 1 END, prompted_at = coalesce(prompted_at, clock_timestamp()),
  ${turnEndSql('$3', inSecondsSql('$2'))}`;
