import type { Payment } from '../gateway/payment-api.js';

/** Names what the page of a payment shows: it is another when the page is. */
export function stateOf({ status, nextAction }: Payment): string {
  return nextAction === null ? status : `${status}.${nextAction.type}`;
}
