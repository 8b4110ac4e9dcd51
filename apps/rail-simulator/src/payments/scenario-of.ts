import { cashInScenarios, REFUNDED, refundScenarios, transferScenarios } from './outgoing-scenarios.js';
import type { Payment } from './payment.js';
import type { Scenario } from './scenarios.js';
import { scenarios } from './scenarios.js';

/** The scenario of a payment of this kind; undefined: the number has no account. */
export function scenarioOf({ kind, scenario }: Pick<Payment, 'kind' | 'scenario'>): Scenario | undefined {
  const key = scenario ?? '';
  switch (kind) {
    case 'collection':
      return scenarios[key];
    case 'refund':
      return refundScenarios[key] ?? REFUNDED;
    case 'cash_in':
      return cashInScenarios[key] ?? REFUNDED;
    case 'transfer':
      return transferScenarios[key];
  }
}
