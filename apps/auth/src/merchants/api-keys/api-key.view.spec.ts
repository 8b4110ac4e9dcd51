import { expect, test } from '@jest/globals';
import type { Mode } from '@paygate/contracts';
import { apiKeyRow } from './api-key.view.js';
import type { ApiKey } from './api-key.js';
import type { Merchant } from '../merchant/merchant.js';

const key = (mode: Mode): ApiKey => ({
  ...{ id: 'key_1', merchantId: 'mer_1', mode, type: 'secret', name: 'server', hash: 'h', scopes: [], origins: [] },
  publicText: null,
  makerId: null,
  eventsByScope: true,
  ...{ version: 1, createdAt: new Date(), expiresAt: null, revokedAt: null, lastUsedAt: null },
});
const merchant = (active: boolean, liveActive: boolean): Merchant => ({
  ...{
    id: 'mer_1',
    name: 'Boulangerie du Port',
    active,
    liveActive,
    wasLive: liveActive,
    phoneAsks: false,
    customerSignIn: 'wallet',
    otherPhones: false,
    guestPayments: true,
    apiVersion: null,
  },
});

test.each([
  ['test', true, false, true],
  ['test', false, true, false],
  ['live', true, true, true],
  ['live', true, false, false],
  ['live', false, true, false],
] as const)(
  'a merchant uses live keys once it is activated, and none while it is suspended: %s',
  (mode, active, live, may) => {
    expect(apiKeyRow(key(mode), merchant(active, live)).merchantActive).toBe(may);
  },
);
