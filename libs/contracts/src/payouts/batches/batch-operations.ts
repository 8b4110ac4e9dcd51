import { proveOwner } from '../../merchants/second-factor-commands.js';
import { noBodyErrors, operationsOf } from '../../kernel/operation.js';
import { requiredIdempotencyKey, sessionHeaders, unstoredIdempotencyKey } from '../../kernel/request-headers.js';
import { counted, ending } from '../../kernel/stored.js';
import {
  ApprovePayoutBatchRequest,
  CreatePayoutBatchRequest,
  ListPayoutBatchesQuery,
  PayoutBatchPageAnswer,
  PayoutBatchView,
} from './batch-bodies.js';
import {
  addPayoutBatchRows,
  approvePayoutBatch,
  cancelPayoutBatch,
  createPayoutBatch,
  getPayoutBatch,
  listPayoutBatches,
  listPayoutBatchRows,
  pausePayoutBatch,
  resumePayoutBatch,
  sealPayoutBatch,
} from './batch-commands.js';
import { AddPayoutBatchRowsRequest, ListPayoutBatchRowsQuery, PayoutBatchRowPageAnswer } from './batch-row-bodies.js';
import { BATCH_ROWS_MAX, BATCH_ROWS_PART_MAX } from './batch-terms.js';

const own = { key: 'secret', takesSession: true, headers: sessionHeaders, replays: false } as const;
const reading = { ...own, method: 'GET', scope: 'payouts:read' } as const;
const writing = { ...own, method: 'POST', scope: 'payouts:write', answer: PayoutBatchView } as const;
/** Takes no body. */
const acting = { ...writing, headers: [...sessionHeaders, unstoredIdempotencyKey] } as const;

/** Payouts to many recipients. A key drafts and never approves. */
export const payoutBatchOperations = operationsOf({
  createPayoutBatch: {
    ...writing,
    path: '/payout-batches',
    summary: 'Draft payouts to many recipients',
    description: `Creates a draft of up to ${BATCH_ROWS_MAX} rows; a request takes up to ${BATCH_ROWS_PART_MAX} of them. No money moves before members have approved the batch in the dashboard: no key can.`,
    headers: [...sessionHeaders, requiredIdempotencyKey],
    body: CreatePayoutBatchRequest,
    success: 201,
    replays: true,
    stores: counted('payout', 'audit_record', 'idempotency_record'),
    errors: ['idempotency_key_missing', 'amount_invalid', 'phone_invalid', ...createPayoutBatch.refusals],
  },
  listPayoutBatches: {
    ...reading,
    path: '/payout-batches',
    summary: 'List batches of payouts',
    description: "The merchant's batches of one mode, newest first, in pages.",
    query: ListPayoutBatchesQuery,
    answer: PayoutBatchPageAnswer,
    errors: listPayoutBatches.refusals,
  },
  getPayoutBatch: {
    ...reading,
    path: '/payout-batches/{id}',
    summary: 'Read a batch of payouts',
    description: 'A batch of another merchant or of the other mode is answered like a missing one.',
    answer: PayoutBatchView,
    errors: getPayoutBatch.refusals,
  },
  addPayoutBatchRows: {
    ...writing,
    path: '/payout-batches/{id}/rows',
    summary: 'Add rows to a draft',
    description:
      'Adds rows, or replaces those with the same numbers. The operator and the amount of each row are checked; a row that cannot be paid has `faults`.',
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    body: AddPayoutBatchRowsRequest,
    stores: counted('payout', 'audit_record'),
    errors: ['amount_invalid', 'phone_invalid', ...addPayoutBatchRows.refusals],
  },
  listPayoutBatchRows: {
    ...reading,
    path: '/payout-batches/{id}/rows',
    summary: 'List the rows of a batch',
    description: 'The rows in the order of their numbers, in pages, each with the status of its payout.',
    query: ListPayoutBatchRowsQuery,
    answer: PayoutBatchRowPageAnswer,
    errors: ['cursor_invalid', ...listPayoutBatchRows.refusals],
  },
  sealPayoutBatch: {
    ...acting,
    path: '/payout-batches/{id}/seal',
    summary: 'Seal a draft',
    description:
      'Ends the draft: its rows never change again, and the batch waits for its approval. Refused while a row has faults. From then on the names of recipients are compared with those that the operators have. Takes no body.',
    stores: counted('audit_record'),
    errors: [...noBodyErrors, ...sealPayoutBatch.refusals],
  },
  approvePayoutBatch: {
    ...writing,
    key: 'session',
    path: '/payout-batches/{id}/approve',
    summary: 'Approve a batch of payouts',
    description:
      'For owners and admins with a second factor; a code from it is required again, after the one at sign-in. Above a limit of the installation two members must stand behind the batch. With the last approval the money of all rows is held, or of none. Rows to recipients who are new to the account are sent after 48 hours in live mode, and at once in test mode.',
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    body: ApprovePayoutBatchRequest,
    stores: counted('payout', 'payout_destination', 'event', 'audit_record', 'message'),
    errors: [...proveOwner.refusals, ...approvePayoutBatch.refusals],
  },
  pausePayoutBatch: {
    ...acting,
    path: '/payout-batches/{id}/pause',
    summary: 'Pause a batch of payouts',
    description: 'No further row is sent. Rows that were sent go on. Takes no body.',
    stores: ending('audit_record'),
    errors: [...noBodyErrors, ...pausePayoutBatch.refusals],
  },
  resumePayoutBatch: {
    ...acting,
    key: 'session',
    path: '/payout-batches/{id}/resume',
    summary: 'Resume a batch of payouts',
    description: 'The rows of a paused batch are sent again. Takes no body.',
    stores: counted('audit_record'),
    errors: [...noBodyErrors, ...resumePayoutBatch.refusals],
  },
  cancelPayoutBatch: {
    ...acting,
    path: '/payout-batches/{id}/cancel',
    summary: 'Cancel a batch of payouts',
    description:
      'Ends a batch that was not approved. Of an approved one the rows are canceled of which nothing was sent, and their money is available again. Takes no body.',
    stores: ending('audit_record'),
    errors: [...noBodyErrors, ...cancelPayoutBatch.refusals],
  },
});
