import { IsIn, IsOptional, Matches } from 'class-validator';
import { PageLimit, pageOf, StartsAfter } from '../../kernel/shapes/page.js';
import { NotedCreation, NotedCurrency, NotedMode, NotedTimeOrNull } from '../../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../../schema/declarations.js';
import {
  IsActor,
  IsAmountOrZero,
  IsId,
  IsIntBetween,
  IsLine,
  IsListOf,
  IsNested,
  IsNewLine,
  IsTimestamp,
} from '../../schema/fields.js';
import type { Mode } from '../../vocabulary/modes.js';
import type { Currency } from '../../vocabulary/money.js';
import { SecondFactorProof } from '../destination-bodies.js';
import { PayoutBatchRowInput } from './batch-row-bodies.js';
import type { BatchStatus } from './batch-terms.js';
import {
  BATCH_NAME_MAX_CHARACTERS,
  BATCH_PERSONS,
  BATCH_ROWS_MAX,
  BATCH_ROWS_PART_MAX,
  batchStatuses,
  PAGE_MAX_BATCHES,
} from './batch-terms.js';

export const EXAMPLE_BATCH_ID = 'pbat_01k8zsb4xq7d2m5n9h3t6w8cvy';
const EXAMPLE_HASH = '3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b';
const HASH = /^[0-9a-f]{64}$/;
const HASHED = 'The SHA-256 of the numbers, amounts and references of all rows';

export class CreatePayoutBatchRequest {
  @Note({ description: 'A name for the batch, for your own team.', example: 'Wages of November' })
  @IsNewLine(BATCH_NAME_MAX_CHARACTERS)
  name!: string;

  @Note({ description: 'The first rows; further ones are added to the draft.' })
  @IsOptional()
  @IsListOf(() => PayoutBatchRowInput, BATCH_ROWS_PART_MAX)
  rows?: PayoutBatchRowInput[] | null;
}

/** The number of rows in each state. */
export class PayoutBatchCounts {
  @Note({ description: 'Held and not sent to the operator yet.', example: 0 })
  @IsIntBetween(0, BATCH_ROWS_MAX)
  pending!: number;
  @Note({ description: 'Sent to the operator.', example: 1 })
  @IsIntBetween(0, BATCH_ROWS_MAX)
  processing!: number;
  @Note({ description: 'Arrived.', example: 1 })
  @IsIntBetween(0, BATCH_ROWS_MAX)
  completed!: number;
  @Note({ description: 'Not paid; the money is available again.', example: 0 })
  @IsIntBetween(0, BATCH_ROWS_MAX)
  failed!: number;
  @Note({ description: 'Canceled before they were sent.', example: 0 })
  @IsIntBetween(0, BATCH_ROWS_MAX)
  canceled!: number;
}

/** The number of rows by what the comparison of names has found. */
export class PayoutBatchNames {
  @Note({ description: 'Not compared yet.', example: 0 })
  @IsIntBetween(0, BATCH_ROWS_MAX)
  waiting!: number;
  @Note({ description: 'The names are alike.', example: 1 })
  @IsIntBetween(0, BATCH_ROWS_MAX)
  matches!: number;
  @Note({ description: 'The operator has another name.', example: 0 })
  @IsIntBetween(0, BATCH_ROWS_MAX)
  differs!: number;
  @Note({ description: 'The operator gives no name.', example: 1 })
  @IsIntBetween(0, BATCH_ROWS_MAX)
  unknown!: number;
}

/** The approval of a batch by one member. */
export class PayoutBatchApproval {
  @Note({ example: 'mem_01k8zr2c6vw3x9f5p7t1b4n8hk' })
  @IsActor()
  memberId!: string;

  @Note({ description: 'The time of the approval.', example: '2026-11-21T09:00:00.000Z' })
  @IsTimestamp()
  approvedAt!: string;
}

/** Payouts to many recipients, which members of the account approve together. */
export class PayoutBatchView {
  @Note({ example: EXAMPLE_BATCH_ID })
  @IsId('payoutBatch')
  id!: string;

  @Note({ example: 'payout_batch' })
  @IsIn(['payout_batch'])
  object!: 'payout_batch';

  @Note({ example: 'Wages of November' })
  @IsLine(BATCH_NAME_MAX_CHARACTERS)
  name!: string;

  @Note({
    description:
      '`DRAFT`: rows are added. `READY`: sealed, and waits for its approval. `PROCESSING`: approved, and its money is held or sent. `PAUSED`: approved, and no further row is sent. `COMPLETED`: no row is open. `CANCELED`: by you, before it was approved.',
    example: 'READY',
  })
  @IsIn(batchStatuses)
  status!: BatchStatus;

  @Note({ description: `${HASHED}; null for a draft.`, example: EXAMPLE_HASH })
  @IsNullable()
  @Matches(HASH)
  hash!: string | null;

  @Note({ description: 'The number of rows.', example: 2 })
  @IsIntBetween(0, BATCH_ROWS_MAX)
  rowCount!: number;

  @Note({ description: 'The number of rows that cannot be paid.', example: 0 })
  @IsIntBetween(0, BATCH_ROWS_MAX)
  faultCount!: number;

  @Note({ description: 'The number of rows with a warning.', example: 0 })
  @IsIntBetween(0, BATCH_ROWS_MAX)
  warningCount!: number;

  @Note({ description: 'The sum that arrives.', example: '100000' })
  @IsAmountOrZero()
  amount!: string;

  @Note({ description: 'The sum of the fees.', example: '500' })
  @IsAmountOrZero()
  fee!: string;

  @Note({ description: 'The sum that leaves the balance: `amount` and `fee`.', example: '100500' })
  @IsAmountOrZero()
  total!: string;

  @Note({
    description:
      'The amount that the available balance lacks for `total`; null once the batch is approved or canceled, and in events.',
    example: '0',
  })
  @IsNullable()
  @IsAmountOrZero()
  missing!: string | null;

  @NotedCurrency()
  currency!: Currency;

  @Note({ description: 'The rows by the status of their payouts. All are zero before the approval.' })
  @IsNested(() => PayoutBatchCounts)
  counts!: PayoutBatchCounts;

  @Note({ description: 'The rows with names by what their operators have answered.' })
  @IsNested(() => PayoutBatchNames)
  names!: PayoutBatchNames;

  @Note({
    description:
      'The newest batch of the last 30 days with the same `hash` that was approved or waits for it; approving a repetition names it.',
    example: null,
  })
  @IsNullable()
  @IsId('payoutBatch')
  repeats!: string | null;

  @Note({
    description: 'The member or the key that has created the batch.',
    example: 'key_01k8zr5e8yx5z1h7r9v3d6q0km',
  })
  @IsNullable()
  @IsActor()
  draftedBy!: string | null;

  @Note({
    description:
      'The number of approvals that are still missing. Above a limit of the installation two members must stand behind a batch: one who drafted it counts as one of them, a key does not.',
    example: 1,
  })
  @IsIntBetween(0, BATCH_PERSONS)
  approvalsMissing!: number;

  @Note({ description: 'The approvals so far.' })
  @IsListOf(() => PayoutBatchApproval, BATCH_PERSONS)
  approvals!: PayoutBatchApproval[];

  @NotedMode()
  mode!: Mode;

  @NotedCreation()
  createdAt!: string;

  @Note({ description: 'The time at which the draft was sealed; null before.', example: null })
  @IsNullable()
  @IsTimestamp()
  sealedAt!: string | null;

  @Note({ description: 'The time at which the money of the batch was held; null before.', example: null })
  @IsNullable()
  @IsTimestamp()
  approvedAt!: string | null;

  @Note({
    description: 'The time from which no further row is sent: the batch, or what was left of it, was canceled.',
    example: null,
  })
  @IsNullable()
  @IsTimestamp()
  canceledAt!: string | null;

  @NotedTimeOrNull()
  completedAt!: string | null;
}

export class ListPayoutBatchesQuery {
  @PageLimit('batches', PAGE_MAX_BATCHES)
  limit?: number;

  @StartsAfter('payoutBatch', 'The page starts after this batch and holds older ones.')
  startingAfter?: string;

  @Note({ description: 'Batches of this status only.', example: 'READY' })
  @IsOptional()
  @IsIn(batchStatuses)
  status?: BatchStatus;
}

/** A page of batches, newest first. */
export class PayoutBatchPageAnswer extends pageOf(() => PayoutBatchView, 'payoutBatch', PAGE_MAX_BATCHES) {}

/** The approval states what it is of: a batch with other contents is refused. */
export class ApprovePayoutBatchRequest extends SecondFactorProof {
  @Note({ description: 'The `hash` of the batch.', example: EXAMPLE_HASH })
  @Matches(HASH)
  hash!: string;

  @Note({ description: 'Its `rowCount`.', example: 2 })
  @IsIntBetween(1, BATCH_ROWS_MAX)
  rowCount!: number;

  @Note({ description: 'Its `total`.', example: '100500' })
  @IsAmountOrZero()
  total!: string;

  @Note({ description: 'Its `repeats`, where it repeats another batch.', example: null })
  @IsOptional()
  @IsId('payoutBatch')
  repeats?: string | null;
}
