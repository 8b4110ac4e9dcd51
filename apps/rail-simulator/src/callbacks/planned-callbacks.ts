import type { Payment } from '../payments/payment.js';
import { contradicted, CONTRADICTION_SECONDS } from '../payments/reported.js';
import { scenarioOf } from '../payments/scenario-of.js';
import type { Callback } from './callback.js';

/** The callback about a payment in the form of its rail; undefined when the rail sends none about it. */
export type CallbackForm = (payment: Payment) => Pick<Callback, 'method' | 'url' | 'body'> | undefined;

const SECOND_CALLBACK_SECONDS = 0.3;

/** What the operator sends when a payment is decided. */
export function callbacksOnDecision(payment: Payment, form: CallbackForm): readonly Callback[] {
  const once = callback(payment, form);
  switch (scenarioOf(payment)?.callbacks ?? 'one') {
    case 'none':
      return [];
    case 'one':
      return once;
    case 'forged_then_twice':
      return [...once, ...callback(payment, form, { afterSeconds: SECOND_CALLBACK_SECONDS })];
    case 'contradicting':
      return [...once, ...callback(contradicted(payment), form, { afterSeconds: CONTRADICTION_SECONDS })];
  }
}

/** What somebody else sends when a payment has begun: that it failed. */
export function callbacksOnSubmission(payment: Payment, form: CallbackForm): readonly Callback[] {
  const isForged = scenarioOf(payment)?.callbacks === 'forged_then_twice';
  return isForged ? forgery(payment, form) : [];
}

/** A callback that claims the opposite of the truth; of a pending payment, that it failed. */
export function forgery(payment: Payment, form: CallbackForm): readonly Callback[] {
  const claimed: Pick<Payment, 'state' | 'reason'> =
    payment.state === 'failed' ? { state: 'succeeded', reason: null } : { state: 'failed', reason: 'rejected' };
  return callback({ ...payment, ...claimed }, form, { genuine: false });
}

function callback(
  payment: Payment,
  form: CallbackForm,
  { afterSeconds = 0, genuine = true }: Partial<Pick<Callback, 'afterSeconds' | 'genuine'>> = {},
): readonly Callback[] {
  const given = form(payment);
  return given === undefined ? [] : [{ ...given, afterSeconds, genuine }];
}
