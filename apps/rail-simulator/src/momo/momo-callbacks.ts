import type { Callback } from '../callbacks/callback.js';
import type { Payment } from '../payments/payment.js';
import { scenarios } from '../payments/scenarios.js';
import { momoStatus } from './momo-views.js';

/** MTN sends the status object, unsigned, by PUT or POST. */
export function momoCallbacks(payment: Payment): readonly Callback[] {
  const { callback_url: url, number, scenario } = payment;
  const plan = scenarios[scenario ?? '']?.callbacks ?? 'one';
  if (url === null || plan === 'none') return [];
  const method = number % 2n === 0n ? 'PUT' : 'POST';
  return [{ method, url, body: JSON.stringify(momoStatus(payment)), afterSeconds: 0, genuine: true }];
}
