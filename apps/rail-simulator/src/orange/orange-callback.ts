import type { CallbackForm } from '../callbacks/planned-callbacks.js';
import { ORANGE_FAILURES, orangeStatus } from './orange-views.js';

/** Orange Money posts three fields to the notifUrl, unsigned. A refused payment has no callback: the client knows already. */
export const orangeCallback: CallbackForm = (payment) => {
  const { callback_url: url, reason, reference: payToken } = payment;
  const failure = reason === null ? undefined : ORANGE_FAILURES[reason];
  if (url === null || failure?.refused === true) return undefined;
  const message = failure?.message ?? 'Operation successfull';
  return { method: 'POST', url, body: JSON.stringify({ payToken, status: orangeStatus(payment), message }) };
};
