import type { Callback } from '../callbacks/callback.js';
import type { Payment } from '../payments/payment.js';
import { scenarios } from '../payments/scenarios.js';
import { ORANGE_FAILURES, orangeStatus } from './orange-views.js';

/** Orange Money posts three fields to the notifUrl, unsigned. A refused payment has no callback: the client knows already. */
export function orangeCallbacks(payment: Payment): readonly Callback[] {
  const { callback_url: url, scenario, reason, reference: payToken } = payment;
  const plan = scenarios[scenario ?? '']?.callbacks ?? 'one';
  if (url === null || plan === 'none' || (reason !== null && ORANGE_FAILURES[reason].refused)) return [];
  const message = reason === null ? 'Operation successfull' : ORANGE_FAILURES[reason].message;
  const body = JSON.stringify({ payToken, status: orangeStatus(payment), message });
  return [{ method: 'POST', url, body, afterSeconds: 0, genuine: true }];
}
