import { describe, expect, test } from '@jest/globals';
import type { ApiKey, WantedApiKey } from './api-key.js';
import { admitsPages, endOf, faultOf, isRepeatOf, mayGrant, outlives } from './api-key.js';

const now = new Date('2026-11-20T10:00:00.000Z');
const key = (more: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key_1',
  merchantId: 'mer_1',
  mode: 'test',
  type: 'secret',
  name: 'server',
  hash: 'h',
  publicText: null,
  scopes: [],
  origins: [],
  version: 1,
  createdAt: now,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  makerId: null,
  eventsByScope: true,
  ...more,
});

describe('a requested key', () => {
  test.each<[Partial<WantedApiKey>, string | undefined]>([
    [{}, undefined],
    [{ type: 'publishable', origins: ['https://shop.example'] }, undefined],
    [{ type: 'restricted', scopes: ['intents:read'] }, undefined],
    [{ expiresAt: new Date(now.getTime() + 1) }, undefined],
    [{ type: 'restricted' }, 'scopes'],
    [{ scopes: ['intents:read'] }, 'scopes'],
    [{ type: 'publishable', scopes: ['intents:read'] }, 'scopes'],
    [{ origins: ['https://shop.example'] }, 'origins'],
    [{ type: 'restricted', scopes: ['intents:read'], origins: ['https://shop.example'] }, 'origins'],
    [{ expiresAt: now }, 'expiresAt'],
  ])('%j is at fault in %j', (more, param) => {
    expect(faultOf(key(more), now)?.param).toBe(param);
  });
});

describe('a key that is requested under a used id', () => {
  const existing = key({ scopes: ['intents:read', 'intents:write'], origins: ['https://a.example'], expiresAt: now });

  test.each<Partial<ApiKey>>([
    {},
    { scopes: [...existing.scopes], origins: [...existing.origins], expiresAt: new Date(now) },
    { hash: 'other', version: 2, createdAt: new Date(0), revokedAt: now, lastUsedAt: now },
  ])('is the same request again with %j', (more) => {
    expect(isRepeatOf({ ...existing, ...more }, existing)).toBe(true);
  });

  test.each<Partial<WantedApiKey>>([
    { merchantId: 'mer_2' },
    { mode: 'live' },
    { type: 'restricted' },
    { name: 'other' },
    { scopes: ['intents:read'] },
    { scopes: ['intents:read', 'users:write'] },
    { scopes: [...existing.scopes, 'users:write'] },
    { origins: [] },
    { origins: ['https://b.example'] },
    { expiresAt: null },
    { expiresAt: new Date(now.getTime() + 1) },
  ])('is another key with %j', (more) => {
    expect(isRepeatOf(existing, { ...existing, ...more })).toBe(false);
  });

  test('may have an expiry', () => {
    expect(isRepeatOf(key(), key())).toBe(true);
    expect(isRepeatOf(key(), key({ expiresAt: now }))).toBe(false);
  });
});

describe('the holder of a key', () => {
  const restricted = key({ type: 'restricted', scopes: ['api_keys:write', 'intents:read'] });

  test.each<[string, ApiKey, Pick<WantedApiKey, 'type' | 'scopes'>, boolean]>([
    ['a secret key', key(), { type: 'secret', scopes: [] }, true],
    ['a secret key', key(), { type: 'restricted', scopes: ['users:write'] }, true],
    ['a restricted key', restricted, { type: 'restricted', scopes: ['intents:read'] }, true],
    ['a restricted key', restricted, { type: 'restricted', scopes: ['intents:read', 'intents:write'] }, false],
    ['a restricted key', restricted, { type: 'secret', scopes: [] }, false],
    ['a restricted key', restricted, { type: 'publishable', scopes: [] }, false],
    ['a publishable key', key({ type: 'publishable' }), { type: 'publishable', scopes: [] }, false],
  ])('that is %s gains no right by making another', (_name, actor, wanted, expected) => {
    expect(mayGrant(actor, wanted)).toBe(expected);
  });
});

test.each<[Date | null, Date | null, boolean]>([
  [null, null, false],
  [now, null, false],
  [now, now, false],
  [now, new Date(now.getTime() + 1), false],
  [new Date(now.getTime() + 1), now, true],
  [null, now, true],
])('a key that ends at %p outlives one that ends at %p: %p', (expiresAt, other, expected) => {
  expect(outlives(key({ expiresAt }), key({ expiresAt: other }))).toBe(expected);
});

test('a key ends at its expiry or revocation, and the revocation is the one that is named', () => {
  expect(endOf(key(), now)).toBeUndefined();
  expect(endOf(key({ expiresAt: new Date(now.getTime() + 1) }), now)).toBeUndefined();
  expect(endOf(key({ expiresAt: now }), now)).toBe('api_key_expired');
  expect(endOf(key({ expiresAt: now, revokedAt: now }), now)).toBe('api_key_revoked');
});

test.each<[readonly string[], readonly string[], boolean]>([
  [['https://a.example'], ['https://a.example', 'https://b.example'], true],
  [['https://a.example'], ['https://b.example'], true],
  [['https://a.example'], [], true],
  [['https://a.example', 'https://b.example'], ['https://b.example'], false],
  [[], ['https://a.example'], false],
])('a publishable key of the pages %j admits more with %j: %p', (origins, changed, expected) => {
  expect(admitsPages(key({ type: 'publishable', origins }), { origins: changed })).toBe(expected);
});
