import { NoAnswer, Refusal } from '../gateway/gateway-client.js';
import type { Fault } from '../language/texts.js';
import type { FormFault } from '../pages/layout.js';

/** A form that this page refuses by itself. */
export class FormRefused extends Error {
  override readonly name = 'FormRefused';
  constructor(readonly fault: Fault) {
    super(fault);
  }
}

/** The problem of a form, and the status of the page that shows it. */
export interface FormProblem extends FormFault {
  readonly status: number;
}

/** The intent has moved on: its page says where it is. */
const MOVED_ON = [
  'intent_expired',
  'intent_unexpected_state',
  'intent_already_charged',
  'otp_token_used',
  // nothing begins after a decline any more, or somebody else was first
  ...['retry_unavailable', 'reference_exists'],
  ...['payment_link_inactive', 'payment_link_expired', 'payment_link_used_up'],
  // the link of a payment that has ended reads it and does nothing else
  'session_token_invalid',
];

/** True when the page of the payment answers a form better than the form's own page: what has happened is read there. */
export function leadsToTruth(error: unknown, step: string): boolean {
  if (error instanceof Refusal) return MOVED_ON.includes(error.code);
  return error instanceof NoAnswer && step === 'pay';
}

const faults: Readonly<Record<string, Fault>> = {
  phone_invalid: 'phone_invalid',
  operator_unknown: 'phone_unsupported',
  payment_method_unavailable: 'phone_unsupported',
  channel_unavailable: 'phone_unsupported',
  otp_invalid: 'code_wrong',
  otp_cooldown: 'too_soon',
  otp_budget_spent: 'too_often',
  rate_limited: 'too_often',
  quota_spent: 'too_often',
  login_throttled: 'too_often',
  credentials_invalid: 'credentials_invalid',
  guest_not_allowed: 'guests_refused',
  payer_phone_not_allowed: 'guest_only_phone',
  user_not_allowed: 'user_refused',
  amount_too_small: 'amount_too_small',
  amount_too_large: 'amount_too_large',
  balance_insufficient: 'balance_low',
  prompt_limit_reached: 'too_often',
  withdrawal_not_found: 'withdrawal_over',
  withdrawal_expired: 'withdrawal_over',
  receipt_limit_reached: 'receipts_sent',
  receipt_period_over: 'receipts_sent',
  channel_unsupported: 'receipt_channel',
  password_weak: 'password_weak',
  token_invalid: 'session_ended',
  token_expired: 'session_ended',
  token_missing: 'session_ended',
};
/** The steps by which a wallet is filled and emptied, and the words that some faults have there. */
const MONEY_STEPS = ['top-up', 'withdrawal'];
const faultsOfMoney: Readonly<Partial<Record<Fault, Fault>>> = {
  phone_unsupported: 'number_unsupported',
  refused: 'wallet_refused',
};
/** The parameters whose faults are shown at their field of the form. */
const faultsByParam: Readonly<Record<string, Fault>> = {
  phoneNumber: 'phone_invalid',
  password: 'password_weak',
  otp: 'code_wrong',
  email: 'email_invalid',
  amount: 'amount_invalid',
};

/** The text of the page of a form for an error. Throws the error when it is none of the form. */
export function problemOf(error: unknown, step: string): FormProblem {
  if (error instanceof FormRefused) return { fault: error.fault, status: 422 };
  if (error instanceof NoAnswer) return { fault: 'unavailable', status: 503 };
  if (!(error instanceof Refusal)) throw error;
  if (error.status >= 500) return { fault: 'unavailable', status: 503, retryAfter: error.retryAfter };
  const found = faults[error.code] ?? faultOfParam(error, step) ?? 'refused';
  const fault = MONEY_STEPS.includes(step) ? (faultsOfMoney[found] ?? found) : found;
  const status = error.status === 429 ? 429 : 422;
  return { fault, status, retryAfter: error.retryAfter, bounds: boundsOf(error) };
}

/** The bounds of an amount that was refused, in minor units. */
function boundsOf({ fields: { min, max } }: Refusal): FormFault['bounds'] {
  return { ...(typeof min === 'string' ? { min } : {}), ...(typeof max === 'string' ? { max } : {}) };
}

function faultOfParam({ fields }: Refusal, step: string): Fault | undefined {
  const fault = faultsByParam[String(fields['param'])];
  // a password that signs in is only right or wrong
  return fault === 'password_weak' && step === 'wallet' ? 'credentials_invalid' : fault;
}
