import { randomBytes } from 'node:crypto';
import { principals } from '@paygate/contracts';

/** Key lists for the environment of services under test. */
export interface TestKeys {
  readonly MESSAGE_KEYS: string;
  readonly SEAL_KEYS: string;
}

/** Fresh keys for all principals. */
export function testKeys(): TestKeys {
  const keys = (): string =>
    principals.map((principal) => `${principal}:k1:${randomBytes(32).toString('base64')}`).join(',');
  return { MESSAGE_KEYS: keys(), SEAL_KEYS: keys() };
}
