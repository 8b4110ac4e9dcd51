import { IsIn, IsOptional } from 'class-validator';
import { badAmount } from '../../payments/intent-bodies.js';
import { PageLimit, pageOf, StartsAfter } from '../../kernel/shapes/page.js';
import { IsNullable, Note } from '../../schema/declarations.js';
import {
  IsAmount,
  IsAmountOrZero,
  IsId,
  IsIntBetween,
  IsLine,
  IsListOf,
  IsMaskedDestination,
  IsNested,
  IsNewLine,
  IsPhoneNumber,
  IsSubsetOf,
  IsTimestamp,
} from '../../schema/fields.js';
import type { MobileOperator } from '../../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../../vocabulary/mobile-numbers.js';
import { PayoutFailure } from '../payout-bodies.js';
import type { PayoutStatus } from '../payout-terms.js';
import { payoutStatuses } from '../payout-terms.js';
import type { BatchRowFault, BatchRowWarning, NameCheck } from './batch-terms.js';
import {
  BATCH_REFERENCE_MAX_CHARACTERS,
  BATCH_ROW_CURSOR,
  BATCH_ROW_NUMBER_MAX,
  BATCH_ROWS_PART_MAX,
  batchRowFaults,
  batchRowWarnings,
  nameChecks,
  PAGE_MAX_BATCH_ROWS,
  RECIPIENT_NAME_MAX_CHARACTERS,
} from './batch-terms.js';

const NUMBER =
  'The number of the row in the batch, such as its line in your file. A row with the same number is replaced.';

/** A row of a batch, as it is given. */
export class PayoutBatchRowInput {
  @Note({ description: NUMBER, example: 2 })
  @IsIntBetween(1, BATCH_ROW_NUMBER_MAX)
  number!: number;

  @Note({ description: 'The phone of the recipient.', example: '+237670000001' })
  @IsPhoneNumber()
  phoneNumber!: string;

  @Note({ description: 'The operator of the number; derived from the number when absent.', example: 'mtn_momo' })
  @IsOptional()
  @IsIn(mobileOperators)
  operator?: MobileOperator | null;

  @Note({
    description: 'The amount that arrives, in digits of the minor unit. The fee comes on top.',
    example: '50000',
  })
  @IsAmount(badAmount)
  amount!: string;

  @Note({
    description: 'The name of the recipient, to be compared with the one that the operator has.',
    example: 'Ada N.',
  })
  @IsOptional()
  @IsNewLine(RECIPIENT_NAME_MAX_CHARACTERS)
  name?: string | null;

  @Note({ description: 'Your own reference of the row, such as a number of staff.', example: 'EMP-0001' })
  @IsOptional()
  @IsNewLine(BATCH_REFERENCE_MAX_CHARACTERS)
  reference?: string | null;
}

export class AddPayoutBatchRowsRequest {
  @Note({ description: 'The rows to add or replace.' })
  @IsListOf(() => PayoutBatchRowInput, BATCH_ROWS_PART_MAX, 1)
  rows!: PayoutBatchRowInput[];
}

/** A row of a batch. */
export class PayoutBatchRowView {
  @Note({ example: 'payout_batch_row' })
  @IsIn(['payout_batch_row'])
  object!: 'payout_batch_row';

  @Note({ description: NUMBER, example: 2 })
  @IsIntBetween(1, BATCH_ROW_NUMBER_MAX)
  number!: number;

  @Note({ description: 'The last digits of the number.', example: '********01' })
  @IsMaskedDestination()
  phoneMasked!: string;

  @Note({ description: 'Null for a number of no operator.', example: 'mtn_momo' })
  @IsNullable()
  @IsIn(mobileOperators)
  operator!: MobileOperator | null;

  @Note({ description: 'The amount that arrives.', example: '50000' })
  @IsAmount()
  amount!: string;

  @Note({ description: 'The fee, which comes on top of `amount`.', example: '250' })
  @IsAmountOrZero()
  fee!: string;

  @Note({ description: 'The name as it was given.', example: 'Ada N.' })
  @IsNullable()
  @IsLine(RECIPIENT_NAME_MAX_CHARACTERS)
  name!: string | null;

  @Note({
    description:
      'The comparison of `name` with the name that the operator has: `waiting` until it was made, `matches`, `differs`, or `unknown` when the operator gives none. Null for a row without a name.',
    example: 'matches',
  })
  @IsNullable()
  @IsIn(nameChecks)
  nameCheck!: NameCheck | null;

  @Note({ example: 'EMP-0001' })
  @IsNullable()
  @IsLine(BATCH_REFERENCE_MAX_CHARACTERS)
  reference!: string | null;

  @Note({ description: 'The reasons for which the row cannot be paid.', example: [] })
  @IsSubsetOf(batchRowFaults)
  faults!: BatchRowFault[];

  @Note({
    description:
      'Reasons to look at the row: `double_in_batch` when another row pays the same number, `paid_recently` when a batch of the last 30 days has paid it.',
    example: [],
  })
  @IsSubsetOf(batchRowWarnings)
  warnings!: BatchRowWarning[];

  @Note({ description: 'The payout of the row, once the batch is approved.', example: 'po_01k8zs7b3kf5mc0v4d9yhexq2t' })
  @IsNullable()
  @IsId('payout')
  payoutId!: string | null;

  @Note({ description: 'The status of that payout.', example: 'COMPLETED' })
  @IsNullable()
  @IsIn(payoutStatuses)
  status!: PayoutStatus | null;

  @Note({
    description: 'The time from which money may go to a recipient who is new to the account; null before the approval.',
    example: '2026-11-21T09:00:00.000Z',
  })
  @IsNullable()
  @IsTimestamp()
  usableAt!: string | null;

  @Note({ description: 'The reason for which the payout failed.', example: null })
  @IsNullable()
  @IsNested(() => PayoutFailure)
  failure!: PayoutFailure | null;
}

export class ListPayoutBatchRowsQuery {
  @PageLimit('rows', PAGE_MAX_BATCH_ROWS)
  limit?: number;

  @StartsAfter(BATCH_ROW_CURSOR, 'The page starts after the row with this number.')
  startingAfter?: string;

  @Note({ description: 'Rows whose payout has this status only.', example: 'FAILED' })
  @IsOptional()
  @IsIn(payoutStatuses)
  status?: PayoutStatus;

  @Note({
    description:
      '`largest` gives one page of the rows with the largest amounts, and rows in the order of their numbers otherwise.',
    example: 'largest',
  })
  @IsOptional()
  @IsIn(['number', 'largest'])
  order?: 'number' | 'largest';
}

/** A page of the rows of a batch, in the order of their numbers. */
export class PayoutBatchRowPageAnswer extends pageOf(() => PayoutBatchRowView, BATCH_ROW_CURSOR, PAGE_MAX_BATCH_ROWS) {}
