import type { Payment } from './payment.js';
import type { QueryFault } from './scenarios.js';
import { scenarioOf } from './scenario-of.js';

/** The time after a success at which the operator begins to contradict itself. */
export const CONTRADICTION_SECONDS = 3;

/** Status queries that do not find the payment, in the scenario that hides it. */
const HIDDEN_QUERIES = 3;

/** A payment as the operator reports it, which in one scenario is not what happened. */
export function reported(payment: Payment): Payment {
  const { state, decided_for } = payment;
  const contradicts =
    queryFault(payment) === 'contradiction' && state === 'succeeded' && (decided_for ?? 0) >= CONTRADICTION_SECONDS;
  return contradicts ? contradicted(payment) : payment;
}

/** The same payment with the opposite outcome. */
export function contradicted(payment: Payment): Payment {
  return { ...payment, state: 'failed', reason: 'internal_error' };
}

export function isHidden(payment: Payment): boolean {
  return queryFault(payment) === 'not_found_three_times' && payment.queries <= HIDDEN_QUERIES;
}

export function isOversized(payment: Payment): boolean {
  return queryFault(payment) === 'oversized_once' && payment.queries === 1;
}

export function hasUnknownStatus(payment: Payment): boolean {
  return queryFault(payment) === 'unknown_status';
}

function queryFault(payment: Payment): QueryFault | undefined {
  return scenarioOf(payment)?.query;
}
