/**
 * The services to which each principal sends commands, and the services whose events each one reads: as the contracts declare them
 * (deploy/shared-keys.spec.ts compares), for processes that run without the contracts.
 */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  gateway: ['auth', 'charging', 'intents', 'otp', 'webhooks'],
  auth: ['otp', 'webhooks'],
  intents: ['charging', 'otp'],
  otp: ['auth', 'intents'],
  charging: ['auth'],
  operator: ['auth', 'charging', 'intents', 'otp', 'webhooks'],
};
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  auth: ['auth', 'charging', 'intents', 'webhooks'],
  intents: ['auth', 'charging', 'intents', 'otp'],
  otp: ['otp'],
  charging: ['auth', 'charging', 'intents'],
  webhooks: ['auth', 'charging', 'intents', 'webhooks'],
};

/** The principals for which each one encrypts secrets. */
const SEALS_FOR: Readonly<Record<string, readonly string[]>> = {
  gateway: ['auth', 'charging', 'intents', 'otp'],
  auth: ['charging', 'gateway', 'operator', 'otp', 'webhooks'],
  otp: ['gateway'],
  webhooks: ['gateway', 'operator'],
  operator: ['auth', 'charging'],
};

/** The owners of the keys with which a principal signs and verifies messages: pairs that exchange commands, publishers of events. */
export function messageKeyOwners(principal: string): readonly string[] {
  return [...(EVENTS[principal] ?? []), ...pairsWith(principal, CALLS)];
}

/** The pairs under whose keys a principal seals and opens secrets. */
export function sealKeyOwners(principal: string): readonly string[] {
  return pairsWith(principal, SEALS_FOR);
}

/** The pairs of a principal in a relation, in either direction. */
function pairsWith(principal: string, relation: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const pairs = Object.entries(relation).flatMap(([from, to]) =>
    to.filter((one) => from === principal || one === principal).map((one) => [from, one].sort().join('-')),
  );
  return [...new Set(pairs)].sort();
}
