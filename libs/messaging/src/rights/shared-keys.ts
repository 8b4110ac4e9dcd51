import type { Principal } from '@paygate/contracts';
import { dataServices, eventStreams, pairOf } from '@paygate/contracts';
import type { KeyOwner } from '@paygate/platform';
import { commands } from './commands.js';

/**
 * The owners of the HMAC keys that a principal holds: the pairs in which it sends or answers commands, and the services whose events
 * it publishes or reads. No other key of its list has a use.
 */
export function sharedKeysOf(self: Principal): readonly KeyOwner[] {
  const pairs = commands.flatMap(({ owner, callers }) => {
    const others = owner === self ? callers : callers.filter((caller) => caller === self).map(() => owner);
    return others.map((other) => pairOf(self, other));
  });
  const withOperator = dataServices
    .filter((service) => self === 'operator' || self === service)
    .map((service) => pairOf('operator', service));
  const events = Object.values(eventStreams).flatMap(({ owner, readers }) =>
    owner !== undefined && (owner === self || readers?.includes(self as never) === true) ? [owner] : [],
  );
  return [...new Set([...events, ...pairs, ...withOperator])].sort();
}
