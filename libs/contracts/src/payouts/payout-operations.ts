import { counted, ending } from '../kernel/stored.js';
import {
  memberIdempotencyKey,
  requiredIdempotencyKey,
  sessionHeaders,
  unstoredIdempotencyKey,
} from '../kernel/request-headers.js';
import { noBodyErrors, operationsOf } from '../kernel/operation.js';
import { proveOwner } from '../merchants/second-factor-commands.js';
import {
  changePayoutSchedule,
  listPayoutDestinations,
  lookUpNumberOwner,
  readPayoutSchedule,
  registerPayoutDestination,
  revokePayoutDestination,
} from './destination-commands.js';
import {
  ChangePayoutScheduleRequest,
  LookUpOwnerRequest,
  NumberOwnerView,
  PayoutDestinationListAnswer,
  PayoutDestinationView,
  PayoutScheduleView,
  RegisterPayoutDestinationRequest,
  SecondFactorProof,
} from './destination-bodies.js';
import {
  CreatePayoutRequest,
  ListPayoutsQuery,
  PayoutFeeQuery,
  PayoutFeeView,
  PayoutPageAnswer,
  PayoutView,
} from './payout-bodies.js';
import { PayoutSheetView, PayoutTransactionsQuery } from './payout-sheet-bodies.js';
import { cancelPayout, createPayout, getPayout, listPayouts, quotePayout, readPayoutSheet } from './payout-commands.js';

const own = { key: 'secret', takesSession: true, headers: sessionHeaders, replays: false } as const;
const reading = { ...own, method: 'GET', scope: 'payouts:read', success: 200 } as const;
/** No key may do these: a leaked secret key cannot name a number of its own. */
const ofOwners = { key: 'session', scope: 'payouts:write', replays: false } as const;

/** Payouts of the available balance. */
export const payoutOperations = operationsOf({
  createPayout: {
    ...own,
    method: 'POST',
    path: '/payouts',
    summary: 'Pay out available money',
    description:
      'Sends money of the available balance to a destination that an owner has registered. The answer comes once the money is held; events report how the payout ended. Pending money is not paid out. A second identical request creates a new payout, unless it has the idempotency key of the first.',
    scope: 'payouts:write',
    headers: [...sessionHeaders, requiredIdempotencyKey],
    body: CreatePayoutRequest,
    answer: PayoutView,
    success: 202,
    replays: true,
    stores: counted('payout', 'metadata', 'event', 'audit_record', 'idempotency_record'),
    errors: ['idempotency_key_missing', 'amount_invalid', 'metadata_invalid', ...createPayout.refusals],
  },
  listPayouts: {
    ...reading,
    path: '/payouts',
    summary: 'List payouts',
    description: "The merchant's payouts of one mode, newest first, in pages.",
    query: ListPayoutsQuery,
    answer: PayoutPageAnswer,
    errors: listPayouts.refusals,
  },
  getPayout: {
    ...reading,
    path: '/payouts/{id}',
    summary: 'Read a payout',
    description: 'A payout of another merchant or of the other mode is answered like a missing one.',
    answer: PayoutView,
    errors: getPayout.refusals,
  },
  cancelPayout: {
    ...own,
    method: 'POST',
    path: '/payouts/{id}/cancel',
    summary: 'Cancel a payout',
    description: 'Returns the money to the balance, as long as nothing was sent to the operator. Takes no body.',
    scope: 'payouts:write',
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    answer: PayoutView,
    stores: counted('audit_record'),
    errors: [...noBodyErrors, ...cancelPayout.refusals],
  },
  getPayoutTransactions: {
    ...reading,
    path: '/payouts/{id}/transactions',
    summary: 'Read the sheet of a payout',
    description:
      'The contents of the payout: every movement of the balance since the completed payout before it, with the balance before and after. `opening` and the `net` of all lines add up to `closing`, and `closing` less `amount` is `remaining`.',
    query: PayoutTransactionsQuery,
    answer: PayoutSheetView,
    errors: readPayoutSheet.refusals,
  },
  getPayoutFee: {
    ...reading,
    path: '/payout-fee',
    summary: 'Read the fee of a payout in advance',
    description:
      'The fee of a payout, and the amount that would arrive, if it were requested now. Without an amount it is computed for everything available above the reserve, up to the limit of one payout. The limits of the day, whether an amount is available and whether the destination is usable are not checked.',
    query: PayoutFeeQuery,
    answer: PayoutFeeView,
    errors: ['amount_invalid', ...quotePayout.refusals],
  },
  getPayoutSchedule: {
    ...reading,
    path: '/payout-schedule',
    summary: 'Read the schedule of payouts',
    description: 'The schedule of automatic payouts of the available balance. `off` until it is changed.',
    answer: PayoutScheduleView,
    errors: readPayoutSchedule.refusals,
  },
  changePayoutSchedule: {
    ...own,
    method: 'PATCH',
    path: '/payout-schedule',
    summary: 'Change the schedule of payouts',
    description: 'Changes what is given, and keeps the rest.',
    scope: 'payouts:write',
    body: ChangePayoutScheduleRequest,
    answer: PayoutScheduleView,
    stores: counted('setting', 'audit_record'),
    errors: changePayoutSchedule.refusals,
  },
  listPayoutDestinations: {
    ...reading,
    path: '/payout-destinations',
    summary: 'List the destinations of payouts',
    description:
      'The newest 50, newest first, including revoked ones. Only the last digits of their numbers are shown. `operators` names the operators by which money can be paid out now.',
    answer: PayoutDestinationListAnswer,
    errors: listPayoutDestinations.refusals,
  },
  registerPayoutDestination: {
    ...ofOwners,
    method: 'POST',
    path: '/payout-destinations',
    summary: 'Register a destination of payouts',
    description:
      'Only for owners with a second factor; a code from it is required again, after the one at sign-in. Money can go to the destination after 48 hours in live mode, and at once in test mode. All owners are notified by e-mail, where a mail provider is configured.',
    headers: [...sessionHeaders, memberIdempotencyKey],
    body: RegisterPayoutDestinationRequest,
    answer: PayoutDestinationView,
    success: 201,
    replays: true,
    stores: counted('payout_destination', 'audit_record', 'message', 'idempotency_record'),
    errors: ['phone_invalid', ...proveOwner.refusals, ...registerPayoutDestination.refusals],
  },
  revokePayoutDestination: {
    ...ofOwners,
    method: 'POST',
    path: '/payout-destinations/{id}/revoke',
    summary: 'Revoke a destination of payouts',
    description:
      'For owners with a second factor. No more money goes to the destination, except what was already sent. Payouts that were not sent yet fail. The destination of a payout of a batch is revoked so, too: rows that wait are canceled, and a later batch to the number makes another destination, which waits again.',
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    body: SecondFactorProof,
    answer: PayoutDestinationView,
    stores: ending('audit_record', 'message'),
    errors: [...proveOwner.refusals, ...revokePayoutDestination.refusals],
  },
  lookUpNumberOwner: {
    ...ofOwners,
    method: 'POST',
    path: '/payout-destinations/lookup',
    summary: 'Ask whom a number belongs to',
    description:
      'For owners with a second factor. Asks the operator of a number for the name of its owner, at most 20 times a day for each merchant. Each question is in the audit trail. `name` is null when the operator gives no name.',
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    body: LookUpOwnerRequest,
    answer: NumberOwnerView,
    stores: counted('audit_record'),
    errors: ['phone_invalid', 'owner_required', 'second_factor_missing', ...lookUpNumberOwner.refusals],
  },
});
