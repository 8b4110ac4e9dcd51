import type { Pair, Principal } from './services.js';
import { pairOf, principals } from './services.js';

/** The principals for which each one seals secrets: in commands for their owners, in answers for their callers. */
const SEALS_FOR: Readonly<Record<Principal, readonly Principal[]>> = {
  gateway: ['auth', 'charging', 'intents', 'otp'],
  auth: ['charging', 'gateway', 'operator', 'otp', 'webhooks'],
  intents: [],
  otp: ['gateway'],
  charging: [],
  webhooks: ['gateway', 'operator'],
  operator: ['auth', 'charging'],
};

/** The pairs under whose keys a principal seals and opens secrets, in the order of their names. */
export function sealedPairsOf(self: Principal): readonly Pair[] {
  return principals
    .filter((other) => SEALS_FOR[self].includes(other) || SEALS_FOR[other].includes(self))
    .map((other) => pairOf(self, other))
    .sort();
}
