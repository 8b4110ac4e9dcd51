import { operationsOf } from '../kernel/operation.js';
import { requiredIdempotencyKey, sessionHeaders } from '../kernel/request-headers.js';
import { counted } from '../kernel/stored.js';
import { getMerchantProfile } from '../merchants/merchant-profile-commands.js';
import { beginCharge, createIntent } from '../payments/intent-commands.js';
import { preferenceHeaders } from '../vocabulary/headers.js';
import { AskPhoneRequest, TillChargeAnswer } from './till-bodies.js';
import { askPhone } from './till-commands.js';
import { TillDayView } from './till-day.js';

/** Payments at a counter. */
export const tillOperations = operationsOf({
  getTillDay: {
    method: 'GET',
    path: '/till/day',
    key: 'secret',
    scope: 'till:ask',
    takesSession: true,
    headers: sessionHeaders,
    summary: 'Read the day of a till',
    description:
      'The word of the day (Africa/Douala) of the account in a mode, which the screen of a till shows beside its clock: a picture of another day or another account has another word. Also whether the account asks phones.',
    answer: TillDayView,
    errors: getMerchantProfile.refusals,
  },
  askPhone: {
    method: 'POST',
    path: '/till/charges',
    key: 'secret',
    scope: 'till:ask',
    takesSession: true,
    headers: [
      ...sessionHeaders,
      requiredIdempotencyKey,
      {
        name: preferenceHeaders.prefer,
        required: false,
        description:
          '`wait=5` (RFC 7240): wait for the outcome, at most 5 seconds. If it comes in time, even if it is a decline, the answer is 200 with `Preference-Applied: wait`; otherwise 202.',
      },
    ],
    summary: 'Ask a phone to pay',
    description:
      'Makes a payment intent and charges it by mobile money: the operator asks the phone, and its payer confirms with the PIN alone, without a code. An owner must have switched this on by the setting `phoneAsks`; otherwise the answer is 403 `phone_ask_not_allowed`. Asks are bounded for each phone, each member or key and each account, per day of Africa/Douala, and a phone whose owner refused two of them is asked no more that day: then the answer is 429 `prompt_limit_reached`, and `detail` names the bound. Each ask is recorded in the audit trail. `ask` has the name that the prompt shows, and what the payer dials when none comes. The outcome is delivered by webhook and shown by the intent; with `Prefer: wait` it is also in the answer if it comes in time.',
    body: AskPhoneRequest,
    answer: TillChargeAnswer,
    success: 202,
    waited: 200,
    replays: true,
    stores: counted('payment_intent', 'charge', 'event', 'audit_record', 'idempotency_record'),
    errors: [
      'amount_invalid',
      'phone_invalid',
      'idempotency_key_missing',
      ...askPhone.refusals,
      ...createIntent.refusals.filter((code) => !askPhone.refusals.some((known) => known === code)),
      ...beginCharge.refusals,
    ],
  },
});
