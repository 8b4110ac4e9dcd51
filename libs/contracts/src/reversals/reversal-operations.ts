import { operationsOf } from '../kernel/operation.js';
import { sessionHeaders } from '../kernel/request-headers.js';
import { getIntent } from '../payments/intent-commands.js';
import { ListIntentReversalsQuery, ReversalPageAnswer } from './reversal-bodies.js';
import { listIntentReversals } from './reversal-commands.js';

/** Reversals of payments. */
export const reversalOperations = operationsOf({
  listIntentReversals: {
    method: 'GET',
    path: '/gateway/{id}/reversals',
    summary: 'List the reversals of a payment',
    description:
      'What the operator has taken back of a payment after it was paid, newest first, in pages. An intent of another merchant or of the other mode is answered like a missing one.',
    key: 'secret',
    scope: 'intents:read',
    takesSession: true,
    headers: sessionHeaders,
    query: ListIntentReversalsQuery,
    answer: ReversalPageAnswer,
    success: 200,
    replays: false,
    errors: [...getIntent.refusals, ...listIntentReversals.refusals],
  },
});
