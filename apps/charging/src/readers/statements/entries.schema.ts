import type { MobileOperator } from '@paygate/contracts';
import { EntitySchema } from 'typeorm';
import type { OperationKind } from '../../rails/connectors/operation-kind.js';

/** The part of a transfer that concerns one account. Amounts in minor units. */
export interface Entry {
  readonly accountId: bigint;
  readonly postedAt: Date;
  /** The same in microseconds since 1970: the order of entries. */
  readonly postedUs: bigint;
  readonly journalId: string;
  readonly leg: number;
  readonly otherId: bigint;
  readonly net: bigint;
}

/** The charge of an entry. */
export interface EntryCharge {
  readonly chargeId: string;
  readonly intentId: string;
  readonly amount: bigint;
  readonly fee: bigint;
}

/** The refund of an entry. */
export interface EntryRefund {
  readonly refundId: string;
  readonly chargeId: string;
  readonly intentId: string;
}

/** The reversal of an entry, which is of its booking or of its return. */
export interface EntryReversal {
  readonly reversalId: string;
  readonly returnJournalId: string | null;
  readonly chargeId: string;
  readonly intentId: string;
  readonly rail: MobileOperator;
}

/** The adjustment of an entry. */
export interface EntryAdjustment {
  readonly adjustmentId: string;
  readonly reason: string;
  /** The paper. */
  readonly reference: string;
}

/** The unclaimed money of an entry, which credits the merchant of a payment that had failed. */
export interface EntryMatch {
  readonly matchJournalId: string;
  readonly chargeId: string;
  readonly intentId: string;
  readonly rail: MobileOperator;
  readonly fee: bigint;
}

/** The use of a rail that an entry is of. */
export interface EntryOperation {
  readonly operationId: string;
  readonly kind: OperationKind;
  readonly rail: MobileOperator;
  readonly providerReference: string | null;
}

/** Rows as TypeORM reads them. Postings are SQL. */
const sideSchema = (view: string): EntitySchema<Entry> =>
  new EntitySchema<Entry>({
    name: view,
    columns: {
      accountId: { name: 'account_id', type: 'bigint', primary: true },
      journalId: { name: 'journal_id', type: 'text', primary: true },
      leg: { type: 'smallint', primary: true },
      postedAt: { name: 'posted_at', type: 'timestamptz' },
      postedUs: { name: 'posted_us', type: 'bigint' },
      otherId: { name: 'other_id', type: 'bigint' },
      net: { type: 'bigint' },
    },
  });
export const CreditSchema = sideSchema('account_credit');
export const DebitSchema = sideSchema('account_debit');

export const ChargeSchema = new EntitySchema<EntryCharge>({
  name: 'charge',
  columns: {
    chargeId: { name: 'charge_id', type: 'text', primary: true },
    intentId: { name: 'intent_id', type: 'text' },
    amount: { type: 'bigint' },
    fee: { type: 'bigint' },
  },
});

export const RefundSchema = new EntitySchema<EntryRefund>({
  name: 'refund',
  columns: {
    refundId: { name: 'refund_id', type: 'text', primary: true },
    chargeId: { name: 'charge_id', type: 'text' },
    intentId: { name: 'intent_id', type: 'text' },
  },
});

export const ReversalSchema = new EntitySchema<EntryReversal>({
  name: 'reversal',
  columns: {
    reversalId: { name: 'reversal_id', type: 'text', primary: true },
    returnJournalId: { name: 'return_journal_id', type: 'text', nullable: true },
    chargeId: { name: 'charge_id', type: 'text' },
    intentId: { name: 'intent_id', type: 'text' },
    rail: { type: 'text' },
  },
});

export const AdjustmentSchema = new EntitySchema<EntryAdjustment>({
  name: 'adjustment',
  columns: {
    adjustmentId: { name: 'adjustment_id', type: 'text', primary: true },
    reason: { type: 'text' },
    reference: { type: 'text' },
  },
});

export const MatchSchema = new EntitySchema<EntryMatch>({
  name: 'unclaimed',
  columns: {
    matchJournalId: { name: 'match_journal_id', type: 'text', primary: true },
    chargeId: { name: 'charge_id', type: 'text' },
    intentId: { name: 'intent_id', type: 'text' },
    rail: { type: 'text' },
    fee: { type: 'bigint' },
  },
});

export const OperationSchema = new EntitySchema<EntryOperation>({
  name: 'rail_operation',
  columns: {
    operationId: { name: 'operation_id', type: 'text', primary: true },
    kind: { type: 'text' },
    rail: { type: 'text' },
    providerReference: { name: 'provider_reference', type: 'text', nullable: true },
  },
});

/** The tables that charging reads through TypeORM. */
export const entities = [
  CreditSchema,
  DebitSchema,
  ChargeSchema,
  RefundSchema,
  ReversalSchema,
  AdjustmentSchema,
  MatchSchema,
  OperationSchema,
];
