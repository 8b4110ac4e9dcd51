import type { Payment } from './payment.js';
import type { QueryFault } from './scenarios.js';
import { scenarioOf } from './scenario-of.js';

/** The time after a success at which the operator begins to contradict itself. */
export const CONTRADICTION_SECONDS = 3;
/** The time after a success for which the operator reports a failure, where the success is late. */
export const LATE_SUCCESS_SECONDS = 60;

/** Status queries that do not find the payment, in the scenario that hides it. */
const HIDDEN_QUERIES = 3;

/** A payment as the operator reports it, which in two scenarios is not what happened. */
export function reported(payment: Payment): Payment {
  return payment.state === 'succeeded' && isDenied(payment) ? contradicted(payment) : payment;
}

/** True while the operator reports a failure of what succeeded. */
function isDenied(payment: Payment): boolean {
  const [fault, seconds] = [queryFault(payment), payment.decided_for ?? 0];
  return fault === 'late_success'
    ? seconds < LATE_SUCCESS_SECONDS
    : fault === 'contradiction' && seconds >= CONTRADICTION_SECONDS;
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
