import { cancelIntent, createIntent, getIntent, listIntents } from './intent-commands.js';
import { getIntentTimeline } from './timeline-commands.js';
import { headers, preferenceHeaders } from '../vocabulary/headers.js';
import {
  CreateIntentRequest,
  ListIntentsQuery,
  PaymentIntentPageAnswer,
  SearchIntentsRequest,
} from './intent-bodies.js';
import { CreatedPaymentIntentView, PaymentIntentView, PublicPaymentIntentView } from './payment-intent-view.js';
import { TimelineView } from './timeline.js';
import { counted, storesNothing } from '../kernel/stored.js';
import type { HeaderUse } from '../kernel/operation.js';
import { noBodyErrors, operationsOf } from '../kernel/operation.js';
import { idempotencyKey, sessionHeaders, unstoredIdempotencyKey } from '../kernel/request-headers.js';

const outcomeWait: HeaderUse = {
  name: preferenceHeaders.prefer,
  required: false,
  description:
    '`wait=5` (RFC 7240): while the intent is PROCESSING, wait for the outcome, at most 5 seconds. If it comes in time, the answer has `Preference-Applied: wait`.',
};

/** Payment intents. */
export const intentOperations = operationsOf({
  createIntent: {
    method: 'POST',
    path: '/gateway',
    summary: 'Create a payment intent',
    description: "Called from the merchant's server, never from a browser.",
    key: 'secret',
    scope: 'intents:write',
    headers: [idempotencyKey],
    body: CreateIntentRequest,
    answer: CreatedPaymentIntentView,
    success: 201,
    replays: true,
    stores: counted('payment_intent', 'metadata', 'event', 'idempotency_record'),
    errors: ['amount_invalid', 'metadata_invalid', ...createIntent.refusals],
  },
  listIntents: {
    method: 'GET',
    path: '/gateway',
    summary: 'List payment intents',
    description:
      "The merchant's intents of one mode, newest first, in pages. A page looks through a limited number of intents: with filters that few intents match, it may be short or empty, and `hasMore` stays true until all intents have been looked through.",
    key: 'secret',
    scope: 'intents:read',
    takesSession: true,
    headers: sessionHeaders,
    query: ListIntentsQuery,
    answer: PaymentIntentPageAnswer,
    errors: listIntents.refusals,
  },
  searchIntents: {
    method: 'POST',
    path: '/gateway/search',
    summary: 'Find payment intents',
    description:
      "The merchant's intents of one mode that a text or a phone number finds, newest first, in pages. Both are sent in the body, because URLs are written to logs. Changes nothing.",
    key: 'secret',
    scope: 'intents:read',
    takesSession: true,
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    body: SearchIntentsRequest,
    answer: PaymentIntentPageAnswer,
    stores: storesNothing,
    errors: ['phone_invalid', ...listIntents.refusals],
  },
  getIntentBySession: {
    method: 'GET',
    path: '/gateway/session',
    summary: 'Read the payment intent of a session',
    description:
      'Returns the public view, for a front end that holds the session token. With a secret key instead of the publishable one it returns the whole intent.',
    key: 'publishable',
    scope: 'intents:read',
    headers: [
      { name: headers.sessionToken, required: true, description: 'The session token of the intent.' },
      outcomeWait,
    ],
    answer: PublicPaymentIntentView,
    errors: ['session_token_invalid', ...getIntent.refusals],
  },
  getIntent: {
    method: 'GET',
    path: '/gateway/{id}',
    summary: 'Read a payment intent',
    description: 'An intent of another merchant or of the other mode is answered like a missing one.',
    key: 'secret',
    scope: 'intents:read',
    takesSession: true,
    headers: [...sessionHeaders, outcomeWait],
    answer: PaymentIntentView,
    errors: getIntent.refusals,
  },
  getIntentTimeline: {
    method: 'GET',
    path: '/gateway/{id}/timeline',
    summary: 'Read the course of a payment',
    description:
      'The history of an intent from its creation to the deliveries of its events, in chronological order. Codes are kept for 30 days, deliveries for 90. An intent of another merchant or of the other mode is answered like a missing one.',
    key: 'secret',
    scope: 'intents:read',
    takesSession: true,
    headers: sessionHeaders,
    answer: TimelineView,
    errors: getIntentTimeline.refusals,
  },
  cancelIntent: {
    method: 'POST',
    path: '/gateway/{id}/cancel',
    summary: 'Cancel a payment intent',
    description:
      'Ends an intent that has not been charged: nobody can pay it any more. Takes no body. Idempotent: a canceled intent stays canceled.',
    key: 'secret',
    scope: 'intents:write',
    takesSession: true,
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    answer: PaymentIntentView,
    stores: counted('event', 'audit_record'),
    errors: [...noBodyErrors, ...cancelIntent.refusals],
  },
});
