import type { CallbackForm } from '../callbacks/planned-callbacks.js';
import { momoStatus } from './momo-views.js';

/** MTN sends the status object, unsigned, by PUT or POST. */
export const momoCallback: CallbackForm = (payment) => {
  const { callback_url: url, number } = payment;
  if (url === null) return undefined;
  return { method: number % 2n === 0n ? 'PUT' : 'POST', url, body: JSON.stringify(momoStatus(payment)) };
};
