import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { API_KEY_TRACE, apiKeyHash, mintApiKey, parseApiKey } from './api-key.js';

const keyId = 'key_01k8zq3x7mf2rv9t5c6hdn4e8w';
const pepper = createSecretKey(randomBytes(32));

describe('[1.4] an API key', () => {
  test.each([
    ['publishable', 'test', 'pk_test_'],
    ['publishable', 'live', 'pk_live_'],
    ['secret', 'test', 'sk_test_'],
    ['secret', 'live', 'sk_live_'],
    ['restricted', 'test', 'rk_test_'],
    ['restricted', 'live', 'rk_live_'],
  ] as const)('of type %s in mode %s starts with %s and says what it is', (type, mode, prefix) => {
    const key = mintApiKey(type, mode, keyId);
    expect(key).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{75}$`));
    expect(parseApiKey(key)).toEqual({ type, mode, apiKeyId: keyId });
    expect(API_KEY_TRACE.test(`/gateway?key=${key}`)).toBe(true);
  });

  test('is never minted twice for one id', () => {
    const keys = Array.from({ length: 200 }, () => mintApiKey('secret', 'test', keyId));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('is refused for an id of another kind', () => {
    expect(() => mintApiKey('secret', 'test', 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w')).toThrow(TypeError);
  });

  test('with any one character changed fails its checksum', () => {
    const key = mintApiKey('secret', 'live', keyId);
    for (let at = 0; at < key.length; at += 1) {
      for (const other of ['0', 'a', 'Z', '_', '']) {
        const altered = key.slice(0, at) + other + key.slice(at + 1);
        if (altered !== key) expect(parseApiKey(altered)).toBeUndefined();
      }
    }
  });

  test.each(['', 'sk_test_', 'hello', 'x'.repeat(10_000), 'sk_test_\u0661', 'sk_prod_01k8zq3x7mf2rv9t5c6hdn4e8w'])(
    'is not %j',
    (text) => {
      expect(parseApiKey(text)).toBeUndefined();
    },
  );

  test('hashes to the same digest under one pepper only', () => {
    const key = mintApiKey('secret', 'test', keyId);
    expect(apiKeyHash(pepper, key)).toBe(apiKeyHash(pepper, key));
    expect(apiKeyHash(pepper, key)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(apiKeyHash(createSecretKey(randomBytes(32)), key)).not.toBe(apiKeyHash(pepper, key));
    expect(apiKeyHash(pepper, mintApiKey('secret', 'test', keyId))).not.toBe(apiKeyHash(pepper, key));
  });
});
