import type { Merchant } from './merchant.js';

/** When the keys of a merchant carry a change of it to the gateways: at once, with those of up to a second, or never. */
export type Publication = 'now' | 'gathered' | 'none';

/** What ends or begins the use of keys, and the version, which is pinned once. */
const AT_ONCE = ['active', 'liveActive', 'apiVersion'] as const;
const GATHERED = ['name', 'customerSignIn', 'otherPhones', 'guestPayments'] as const;

/**
 * The publication that a change needs. Each publishes a row for every key of the account: a suspension never waits, and changes of other settings
 * are gathered, so that a member who changes one again and again fills no topic. What keys do not carry publishes nothing.
 */
export function publicationOf(before: Merchant, after: Merchant): Publication {
  if (AT_ONCE.some((setting) => before[setting] !== after[setting])) return 'now';
  return GATHERED.some((setting) => before[setting] !== after[setting]) ? 'gathered' : 'none';
}
