import { expect, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import { apiKeyRow } from '../api-keys/api-key.view.js';
import type { Merchant } from './merchant.js';
import { publicationOf } from './publication.js';

const merchant: Merchant = {
  ...{
    id: newId('merchant'),
    name: 'Boulangerie du Port',
    active: true,
    liveActive: true,
    wasLive: true,
    phoneAsks: false,
    customerSignIn: 'never',
  },
  ...{ otherPhones: false, guestPayments: true, apiVersion: null },
};
/** Another value of each setting, and when it reaches the gateways. */
const changes = [
  [{ active: false }, 'now'],
  [{ liveActive: false }, 'now'],
  [{ apiVersion: '2026-11-20' }, 'now'],
  [{ name: 'Pâtisserie du Port' }, 'gathered'],
  [{ customerSignIn: 'always' }, 'gathered'],
  [{ otherPhones: true }, 'gathered'],
  [{ guestPayments: false }, 'gathered'],
  [{ name: 'Pâtisserie du Port', active: false }, 'now'],
  [{ wasLive: false }, 'none'],
  [{ phoneAsks: true }, 'none'],
  [{}, 'none'],
] as const satisfies readonly (readonly [Partial<Merchant>, string])[];

test.each(changes)('a change to %j is published: %s', (change, expected) => {
  expect(publicationOf(merchant, { ...merchant, ...change })).toBe(expected);
});

test('every setting that a key carries is published', () => {
  const key = { id: newId('apiKey'), mode: 'live', scopes: [], origins: [], expiresAt: null, revokedAt: null };
  const row = (of: Merchant) => apiKeyRow(key as never, of);
  for (const [change, expected] of changes) {
    const changed = { ...merchant, ...change };
    const travels = JSON.stringify(row(changed)) !== JSON.stringify(row(merchant));
    expect(travels).toBe(expected !== 'none');
  }
  const known = new Set(changes.flatMap(([change]) => Object.keys(change)));
  expect([...known].toSorted()).toEqual(
    Object.keys(merchant)
      .filter((name) => name !== 'id')
      .toSorted(),
  );
});
