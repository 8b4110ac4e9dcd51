/** Instances of the model: a wide one for random histories, and small ones of which every state is visited. */
import type { Instance } from './state.js';

/**
 * Two orders of one merchant and one payer, two further tries of the first, refunds, a payout; frozen workers; lost messages. Two refunds are more
 * than a payment, a refund and a payout more than it leaves to the merchant.
 */
export const wide: Instance = {
  ...{
    orders: ['A', 'B'],
    tries: ['A2', 'A3'],
    refunds: { r1: 60, r2: 60 },
    payouts: { p1: 60 },
    earned: 0,
    methods: ['wallet', 'mobile_money'],
  },
  ...{ checks: 5, attempts: 4, workers: 2, losesMessages: true },
};
const narrow: Instance = {
  ...{
    orders: ['A'],
    tries: [],
    refunds: {},
    payouts: {},
    earned: 0,
    methods: ['mobile_money'],
    checks: 1,
    attempts: 2,
    workers: 1,
    losesMessages: false,
  },
};
export const small: Readonly<Record<string, Instance>> = {
  'a charge by mobile money': narrow,
  'a charge by wallet whose messages get lost': { ...narrow, methods: ['wallet'], losesMessages: true },
};
