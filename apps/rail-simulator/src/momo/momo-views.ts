import type { Payment, Reason } from '../payments/payment.js';
import { hasUnknownStatus, reported } from '../payments/reported.js';
import { transactionNumber } from '../payments/transaction-number.js';

/** MTN's codes, https://momodeveloper.mtn.com/api-documentation/common-error. Some arrive as an object, some as a string. */
const MOMO_REASONS: Readonly<Record<Reason, string | { readonly code: string; readonly message: string }>> = {
  insufficient_funds: 'NOT_ENOUGH_FUNDS',
  rejected: { code: 'APPROVAL_REJECTED', message: 'Payer rejected the request to pay.' },
  expired: 'EXPIRED',
  payee_not_found: { code: 'PAYEE_NOT_FOUND', message: 'Payee does not exist.' },
  payer_not_found: { code: 'PAYER_NOT_FOUND', message: 'Payer does not exist.' },
  limit_reached: 'PAYER_LIMIT_REACHED',
  payer_inactive: 'SENDER_ACCOUNT_NOT_ACTIVE',
  not_performed: 'COULD_NOT_PERFORM_TRANSACTION',
  internal_error: { code: 'INTERNAL_PROCESSING_ERROR', message: 'Internal processing error.' },
};

/** A request to pay has been created before it becomes pending. */
const CREATED_SECONDS = 0.1;

/** The body of a status answer, and of a callback. */
export function momoStatus(given: Payment): Readonly<Record<string, unknown>> {
  const payment = reported(given);
  const { kind, request, amount, currency, msisdn, state, reason } = payment;
  const { externalId = '', payerMessage = '', payeeNote = '' } = request;
  return {
    ...(state === 'succeeded' ? { financialTransactionId: transactionNumber(payment) } : {}),
    ...{ externalId, amount: String(amount), currency },
    [kind === 'collection' ? 'payer' : 'payee']: { partyIdType: 'MSISDN', partyId: msisdn },
    ...{ payerMessage, payeeNote },
    status: statusOf(payment),
    ...(reason === null ? {} : { reason: MOMO_REASONS[reason] }),
  };
}

function statusOf(payment: Payment): string {
  const { state, age } = payment;
  if (hasUnknownStatus(payment)) return 'ONGOING';
  if (state === 'succeeded') return 'SUCCESSFUL';
  if (state === 'failed') return 'FAILED';
  return age < CREATED_SECONDS ? 'CREATED' : 'PENDING';
}
