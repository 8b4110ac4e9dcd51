import { getIntent } from '../payments/intent-commands.js';
import { operationsOf } from '../kernel/operation.js';
import { counted } from '../kernel/stored.js';
import { requiredIdempotencyKey, sessionHeaders } from '../kernel/request-headers.js';
import {
  CreateRefundRequest,
  ListIntentRefundsQuery,
  ListRefundsQuery,
  RefundPageAnswer,
  RefundView,
} from './refund-bodies.js';
import { createRefund, getRefund, listRefunds } from './refund-commands.js';

const reading = {
  key: 'secret',
  scope: 'refunds:read',
  takesSession: true,
  headers: sessionHeaders,
  success: 200,
  replays: false,
} as const;

/** Refunds of payments. */
export const refundOperations = operationsOf({
  createRefund: {
    method: 'POST',
    path: '/gateway/{id}/refunds',
    summary: 'Refund a payment',
    description:
      'Gives money of a completed payment back to whoever paid, in full or in part, by the way it was paid; a payment may have several refunds. The fee of the payment is kept, so the money comes from your balance; if the balance is too low, the refusal states what is missing. A second identical request creates a new refund, unless it has the idempotency key of the first. If the body is left out, everything that is left of the payment is refunded.',
    key: 'secret',
    scope: 'refunds:write',
    takesSession: true,
    headers: [...sessionHeaders, requiredIdempotencyKey],
    body: CreateRefundRequest,
    bodyIsOptional: true,
    answer: RefundView,
    success: 202,
    replays: true,
    stores: counted('refund', 'metadata', 'event', 'audit_record', 'idempotency_record'),
    errors: ['idempotency_key_missing', 'amount_invalid', 'metadata_invalid', ...createRefund.refusals],
  },
  listIntentRefunds: {
    ...reading,
    method: 'GET',
    path: '/gateway/{id}/refunds',
    summary: 'List the refunds of a payment',
    description:
      'Newest first, in pages. An intent of another merchant or of the other mode is answered like a missing one.',
    query: ListIntentRefundsQuery,
    answer: RefundPageAnswer,
    errors: [...getIntent.refusals, ...listRefunds.refusals],
  },
  listRefunds: {
    ...reading,
    method: 'GET',
    path: '/refunds',
    summary: 'List refunds',
    description: "The merchant's refunds of one mode, newest first, in pages.",
    query: ListRefundsQuery,
    answer: RefundPageAnswer,
    errors: listRefunds.refusals,
  },
  getRefund: {
    ...reading,
    method: 'GET',
    path: '/refunds/{id}',
    summary: 'Read a refund',
    description: 'A refund of another merchant or of the other mode is answered like a missing one.',
    answer: RefundView,
    errors: getRefund.refusals,
  },
});
