import { IsBoolean, IsOptional } from 'class-validator';
import { commandOf } from '../../kernel/derived.js';
import { Idempotency } from '../../kernel/idempotency.js';
import { defineCommand } from '../../kernel/message.js';
import { OfMerchant } from '../../kernel/of-merchant.js';
import { IsActor, IsId, IsListOf, IsNested, IsPageLimit } from '../../schema/fields.js';
import { ApprovePayoutBatchRequest, CreatePayoutBatchRequest, ListPayoutBatchesQuery } from './batch-bodies.js';
import { AddPayoutBatchRowsRequest, ListPayoutBatchRowsQuery } from './batch-row-bodies.js';
import { BATCH_ROWS_PART_MAX, PAGE_MAX_BATCH_ROWS, PAGE_MAX_BATCHES } from './batch-terms.js';
import { GivenBatchRow, PayoutBatch, PayoutBatchRow } from './batch.js';

export class CreatePayoutBatchCommand extends commandOf(CreatePayoutBatchRequest, ['rows']) {
  /** The new batch's id, minted by the caller. */
  @IsId('payoutBatch') batchId!: string;
  @IsListOf(() => GivenBatchRow, BATCH_ROWS_PART_MAX) rows!: GivenBatchRow[];
  @IsNested(() => Idempotency) idempotency!: Idempotency;
}
/** Creates a draft. A repeated key gets the draft of the first request as it stands (`replayed`). */
export const createPayoutBatch = defineCommand({
  name: 'create-payout-batch',
  owner: 'charging',
  request: CreatePayoutBatchCommand,
  answer: PayoutBatch,
  refusals: ['payout_batch_limit_reached', 'idempotency_key_reused'],
});

/** Names a batch of one merchant in one mode: another merchant's batch reads exactly like a missing one. */
export class PayoutBatchOfMerchant extends OfMerchant {
  @IsId('payoutBatch') batchId!: string;
}

export class AddPayoutBatchRowsCommand extends commandOf(AddPayoutBatchRowsRequest, ['rows'], PayoutBatchOfMerchant) {
  @IsListOf(() => GivenBatchRow, BATCH_ROWS_PART_MAX, 1) rows!: GivenBatchRow[];
  @IsOptional() @IsActor() actor?: string;
}
/** Adds rows to a draft, or replaces those with the same numbers. Repeating it changes nothing. */
export const addPayoutBatchRows = defineCommand({
  name: 'add-payout-batch-rows',
  owner: 'charging',
  request: AddPayoutBatchRowsCommand,
  answer: PayoutBatch,
  refusals: ['payout_batch_not_found', 'payout_batch_unexpected_state', 'payout_batch_limit_reached'],
});

export class ActOnPayoutBatchCommand extends PayoutBatchOfMerchant {
  @IsOptional() @IsActor() actor?: string;
}
const act = <const Name extends string>(name: Name) => ({
  ...{ name, owner: 'charging' as const, request: ActOnPayoutBatchCommand, answer: PayoutBatch },
});
const wrongState = ['payout_batch_not_found', 'payout_batch_unexpected_state'] as const;

/** Seals a draft: its rows never change again. Repeating it answers the same batch. */
export const sealPayoutBatch = defineCommand({
  ...act('seal-payout-batch'),
  refusals: [...wrongState, 'payout_batch_faulty', 'payout_batch_limit_reached'],
});

/** No further row of an approved batch is sent. Repeating it answers the same batch. */
export const pausePayoutBatch = defineCommand({ ...act('pause-payout-batch'), refusals: wrongState });

/** The rows of a paused batch are sent again. Repeating it answers the same batch. */
export const resumePayoutBatch = defineCommand({
  ...act('resume-payout-batch'),
  staff: 'nobody',
  refusals: wrongState,
});

/** Ends a batch that was not approved, and cancels the rows of an approved one of which nothing was sent. Repeating it answers the same batch. */
export const cancelPayoutBatch = defineCommand({ ...act('cancel-payout-batch'), refusals: wrongState });

export class ApprovePayoutBatchCommand extends commandOf(ApprovePayoutBatchRequest, ['code'], PayoutBatchOfMerchant) {
  /** The member who has shown the second factor. */
  @IsId('member') actor!: string;
}
/**
 * Approves a sealed batch: with the last approval that it needs the money of all rows is held, or of none. The gateway sends it only for
 * an owner or an admin who has shown the second factor (`prove-owner`), and no `operator` command sends it. Repeating it answers the same batch.
 */
export const approvePayoutBatch = defineCommand({
  name: 'approve-payout-batch',
  owner: 'charging',
  staff: 'nobody',
  request: ApprovePayoutBatchCommand,
  answer: PayoutBatch,
  refusals: [
    ...wrongState,
    'payout_batch_changed',
    'payout_batch_repeated',
    'second_person_required',
    'payout_batch_limit_reached',
    'payout_unsupported',
    'balance_insufficient',
  ],
});

/** Reads a batch. */
export const getPayoutBatch = defineCommand({
  name: 'get-payout-batch',
  owner: 'charging',
  request: PayoutBatchOfMerchant,
  answer: PayoutBatch,
  key: (request) => request.batchId,
  unordered: true,
  refusals: ['payout_batch_not_found'],
});

export class ListPayoutBatchesCommand extends commandOf(ListPayoutBatchesQuery, ['limit'], OfMerchant) {
  @IsPageLimit(PAGE_MAX_BATCHES) limit!: number;
}
export class PayoutBatchesListed {
  @IsListOf(() => PayoutBatch, PAGE_MAX_BATCHES) batches!: PayoutBatch[];
  @IsBoolean() hasMore!: boolean;
}
/** The batches of a merchant, newest first. */
export const listPayoutBatches = defineCommand({
  name: 'list-payout-batches',
  owner: 'charging',
  request: ListPayoutBatchesCommand,
  answer: PayoutBatchesListed,
  unordered: true,
  refusals: ['cursor_invalid'],
});

export class ListPayoutBatchRowsCommand extends commandOf(ListPayoutBatchRowsQuery, ['limit'], PayoutBatchOfMerchant) {
  @IsPageLimit(PAGE_MAX_BATCH_ROWS) limit!: number;
}
export class PayoutBatchRowsListed {
  @IsListOf(() => PayoutBatchRow, PAGE_MAX_BATCH_ROWS) rows!: PayoutBatchRow[];
  @IsBoolean() hasMore!: boolean;
}
/** The rows of a batch, in the order of their numbers. */
export const listPayoutBatchRows = defineCommand({
  name: 'list-payout-batch-rows',
  owner: 'charging',
  request: ListPayoutBatchRowsCommand,
  answer: PayoutBatchRowsListed,
  key: (request) => request.batchId,
  unordered: true,
  refusals: ['payout_batch_not_found'],
});
