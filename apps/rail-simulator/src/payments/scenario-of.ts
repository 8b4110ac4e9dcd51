import { cashInScenarios, REFUNDED, refundScenarios, transferScenarios } from './outgoing-scenarios.js';
import type { Payment } from './payment.js';
import type { Scenario } from './scenarios.js';
import { scenario, scenarios } from './scenarios.js';

/** Nobody asks for it, and no callback tells of it. */
const TAKEN_BACK = scenario('taken back, or paid again', 'approved', { callbacks: 'none' });

/** The scenario of a payment of this kind; undefined: the number has no account. */
export function scenarioOf({ kind, scenario: given }: Pick<Payment, 'kind' | 'scenario'>): Scenario | undefined {
  const key = given ?? '';
  switch (kind) {
    case 'collection':
      return scenarios[key];
    case 'refund':
      return refundScenarios[key] ?? REFUNDED;
    case 'cash_in':
      return cashInScenarios[key] ?? REFUNDED;
    case 'transfer':
      return transferScenarios[key];
    case 'reversal':
    case 'repayment':
      return TAKEN_BACK;
  }
}
