import {
  createPaymentLink,
  getPaymentLink,
  getSharedLink,
  listPaymentLinks,
  payLink,
  updatePaymentLink,
} from './link-commands.js';
import { operationsOf } from '../kernel/operation.js';
import { counted } from '../kernel/stored.js';
import { idempotencyKey, idempotencyKeyHeader, sessionHeaders } from '../kernel/request-headers.js';
import {
  CreatePaymentLinkRequest,
  ListPaymentLinksQuery,
  PaymentLinkPageAnswer,
  PaymentLinkView,
  SharedLinkView,
} from './link-bodies.js';
import { UpdatePaymentLinkRequest } from './link-change-bodies.js';
import { LinkPaymentView, PayLinkRequest } from './link-payment-bodies.js';

const payerIdempotencyKey = idempotencyKeyHeader(
  '1 to 255 printable ASCII characters that nobody can guess, such as a UUID v4. For 30 days the same key and body begin only one payment by this link; for a key of fewer than 32 characters, this holds only within one network.',
);

/** Payment links: managed by their merchant, read and paid by anyone who has their address. */
export const linkOperations = operationsOf({
  listPaymentLinks: {
    method: 'GET',
    path: '/payment-links',
    summary: 'List payment links',
    description: 'The links of one mode, newest first, in pages.',
    key: 'secret',
    scope: 'payment_links:read',
    takesSession: true,
    headers: sessionHeaders,
    query: ListPaymentLinksQuery,
    answer: PaymentLinkPageAnswer,
    errors: listPaymentLinks.refusals,
  },
  createPaymentLink: {
    method: 'POST',
    path: '/payment-links',
    summary: 'Create a payment link',
    description:
      'Makes an address by which people can pay again and again; each payment is a separate payment intent. Amount, currency and reference of a link never change: a payer pays what the link has shown. A link can be deactivated, and its text, return URL, uses and end can be changed.',
    key: 'secret',
    scope: 'payment_links:write',
    takesSession: true,
    headers: [...sessionHeaders, idempotencyKey],
    body: CreatePaymentLinkRequest,
    answer: PaymentLinkView,
    success: 201,
    replays: true,
    stores: counted('payment_link', 'audit_record', 'idempotency_record'),
    errors: ['amount_invalid', ...createPaymentLink.refusals],
  },
  getPaymentLink: {
    method: 'GET',
    path: '/payment-links/{id}',
    summary: 'Read a payment link',
    description: 'A link of another merchant or of the other mode is answered like a missing one.',
    key: 'secret',
    scope: 'payment_links:read',
    takesSession: true,
    headers: sessionHeaders,
    answer: PaymentLinkView,
    errors: getPaymentLink.refusals,
  },
  updatePaymentLink: {
    method: 'PATCH',
    path: '/payment-links/{id}',
    summary: 'Change a payment link',
    description:
      'Deactivates a link or activates it again, and changes its text, its return URL, its uses and its end. A parameter that is absent leaves the value unchanged. Payments that are open can still be paid, and keep the text and the URL of before. An expired link accepts no new payments, whether it is active or not. Each change is recorded in the audit trail.',
    key: 'secret',
    scope: 'payment_links:write',
    takesSession: true,
    headers: sessionHeaders,
    body: UpdatePaymentLinkRequest,
    answer: PaymentLinkView,
    stores: counted('audit_record'),
    errors: updatePaymentLink.refusals,
  },
  getSharedLink: {
    method: 'GET',
    path: '/payment-links/{id}/shared',
    summary: 'Read a payment link as a payer',
    description: 'For whoever has the address of the link, without a key: what is paid, and to whom.',
    key: 'anonymous',
    scope: null,
    headers: [],
    answer: SharedLinkView,
    errors: ['merchant_inactive', ...getSharedLink.refusals],
  },
  payLink: {
    method: 'POST',
    path: '/payment-links/{id}/payments',
    summary: 'Begin a payment by a payment link',
    description:
      'For whoever has the address of the link, without a key: creates the payment intent of this payment, and returns its payment page. The number of payments that can begin from one network address is limited, and so is the number that can begin by one link. The body may be left out.',
    key: 'anonymous',
    scope: null,
    headers: [payerIdempotencyKey],
    body: PayLinkRequest,
    bodyIsOptional: true,
    answer: LinkPaymentView,
    success: 201,
    replays: true,
    stores: counted('payment_intent', 'event', 'idempotency_record'),
    errors: ['merchant_inactive', 'amount_invalid', ...payLink.refusals],
  },
});
