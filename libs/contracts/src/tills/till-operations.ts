import { noBodyErrors, operationsOf } from '../kernel/operation.js';
import { requiredIdempotencyKey, sessionHeaders, unstoredIdempotencyKey } from '../kernel/request-headers.js';
import { counted, ending } from '../kernel/stored.js';
import { getMerchantProfile } from '../merchants/merchant-profile-commands.js';
import { beginCharge, createIntent } from '../payments/intent-commands.js';
import { preferenceHeaders } from '../vocabulary/headers.js';
import { PaymentIntentView } from '../payments/payment-intent-view.js';
import { AskPhoneRequest, CreateTillPaymentRequest, TillChargeAnswer } from './till-bodies.js';
import { askPhone } from './till-commands.js';
import { TillDayView } from './till-day.js';
import { createTill, listTills, revokeTill } from './till-place-commands.js';
import { CreateTillRequest, TillListAnswer, TillView } from './till-places.js';

/** A session of an owner or an admin makes and ends tills, in whichever mode: an account has them in both. */
const ofManagers = { key: 'session', scope: 'merchant:write', replays: false } as const;

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
  listTills: {
    method: 'GET',
    path: '/tills',
    key: 'secret',
    scope: 'intents:read',
    takesSession: true,
    headers: sessionHeaders,
    summary: 'List tills',
    description:
      'The named places at which the account takes payments, the same in both modes: those that take payments, then those that are revoked, each newest first.',
    answer: TillListAnswer,
    errors: listTills.refusals,
  },
  createTill: {
    ...ofManagers,
    method: 'POST',
    path: '/tills',
    summary: 'Make a till',
    description:
      'Makes a named place at which the account takes payments. The till with this name that is not revoked is answered in its place. An account has at most 50 tills that are not revoked, and 500 in all. Recorded in the audit trail.',
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    body: CreateTillRequest,
    answer: TillView,
    success: 201,
    stores: counted('till', 'audit_record'),
    errors: createTill.refusals,
  },
  revokeTill: {
    ...ofManagers,
    method: 'POST',
    path: '/tills/{id}/revoke',
    summary: 'Revoke a till',
    description:
      'The till takes no payments any more, for ever. Payments that it began can still be paid, and keep it. Takes no body. Recorded in the audit trail.',
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    answer: TillView,
    success: 200,
    stores: ending('audit_record'),
    errors: [...noBodyErrors, ...revokeTill.refusals],
  },
  createTillPayment: {
    method: 'POST',
    path: '/till/payments',
    key: 'secret',
    scope: 'till:ask',
    takesSession: true,
    headers: [...sessionHeaders, requiredIdempotencyKey],
    summary: 'Make a payment to show as a QR code',
    description:
      'Makes a payment intent at a counter, which its payer opens with `checkoutUrl` on a phone: show the address as a QR code. It lapses after a quarter of an hour. No phone is asked, so it needs no setting and has none of the bounds of `POST /till/charges`.',
    body: CreateTillPaymentRequest,
    answer: PaymentIntentView,
    success: 201,
    replays: true,
    stores: counted('payment_intent', 'event', 'idempotency_record'),
    errors: ['amount_invalid', 'idempotency_key_missing', 'till_not_found', 'till_revoked', ...createIntent.refusals],
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
      'Makes a payment intent and charges it by mobile money: the operator asks the phone, and its payer confirms with the PIN alone, without a code. An owner must have switched this on by the setting `phoneAsks`; otherwise the answer is 403 `phone_ask_not_allowed`. Asks are bounded for each phone, each member or key, each till and each account, per day of Africa/Douala, and a phone whose owner refused two of them is asked no more that day: then the answer is 429 `prompt_limit_reached`, and `detail` names the bound. Each ask is recorded in the audit trail. `ask` has the name that the prompt shows, and what the payer dials when none comes. The outcome is delivered by webhook and shown by the intent; with `Prefer: wait` it is also in the answer if it comes in time.',
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
