import type { DeclineCode } from '@paygate/contracts';

/** The reasons for which MTN MoMo fails payments, https://momodeveloper.mtn.com/api-documentation/common-error. */
export const mtnMomoReasons: ReadonlyMap<string, DeclineCode> = new Map<string, DeclineCode>([
  ['NOT_ENOUGH_FUNDS', 'insufficient_funds'],
  ['LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED', 'insufficient_funds'],
  ['APPROVAL_REJECTED', 'payer_rejected'],
  ['PAYMENT_NOT_APPROVED', 'payer_rejected'],
  ['TRANSACTION_CANCELED', 'payer_rejected'],
  ['EXPIRED', 'payer_timeout'],
  ['PAYER_NOT_FOUND', 'payer_not_found'],
  ['PAYER_LIMIT_REACHED', 'payer_limit_reached'],
  ['SENDER_ACCOUNT_NOT_ACTIVE', 'payer_blocked'],
  ['SERVICE_UNAVAILABLE', 'rail_unavailable'],
  ['COULD_NOT_PERFORM_TRANSACTION', 'rail_error'],
  ['INTERNAL_PROCESSING_ERROR', 'rail_error'],
  ['INVALID_CALLBACK_URL_HOST', 'rail_error'],
  ['INVALID_CURRENCY', 'rail_error'],
  ['NOT_ALLOWED', 'rail_error'],
  ['NOT_ALLOWED_TARGET_ENVIRONMENT', 'rail_error'],
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'rail_error'],
  ['PAYEE_NOT_FOUND', 'rail_error'],
  ['RESOURCE_ALREADY_EXIST', 'rail_error'],
  ['RESOURCE_NOT_FOUND', 'rail_error'],
]);

/**
 * Codes with which a submission is refused before anything is created. The others of HTTP 500, such as INTERNAL_PROCESSING_ERROR, say
 * nothing about what was processed.
 */
export const refusedSubmissions: ReadonlyMap<string, DeclineCode> = new Map<string, DeclineCode>([
  ['PAYER_NOT_FOUND', 'payer_not_found'],
  ['PAYEE_NOT_FOUND', 'rail_error'],
  ['NOT_ALLOWED', 'rail_error'],
  ['NOT_ALLOWED_TARGET_ENVIRONMENT', 'rail_error'],
  ['INVALID_CALLBACK_URL_HOST', 'rail_error'],
  ['INVALID_CURRENCY', 'rail_error'],
]);

/** The same of a refund, whose payer is the platform's own disbursement account and whose payee paid the original. */
export const refundReasons: ReadonlyMap<string, DeclineCode> = new Map<string, DeclineCode>([
  ...mtnMomoReasons,
  ['NOT_ENOUGH_FUNDS', 'rail_unavailable'],
  ['PAYEE_NOT_FOUND', 'payer_not_found'],
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'payer_limit_reached'],
  // the platform's account or the payee's: it does not say
  ['LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED', 'rail_error'],
]);

/** Codes with which a refund is refused before anything is created. */
export const refusedRefunds: ReadonlyMap<string, DeclineCode> = new Map<string, DeclineCode>([
  ...refusedSubmissions,
  ['NOT_ENOUGH_FUNDS', 'rail_unavailable'],
  ['PAYEE_NOT_FOUND', 'payer_not_found'],
]);
