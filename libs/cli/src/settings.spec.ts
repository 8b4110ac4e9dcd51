import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { generateWebhookSecret } from '@paygate/webhook-signature';
import { apiBaseOf, cursorFileOf, restrictedKeyOf, secretKeyOf, webhookSecretOf } from './settings.js';
import { CLIENT_VERSION } from './version.js';
import { UsageError } from './usage-error.js';

test.each([
  ['https://pay.example/', 'https://pay.example'],
  ['https://pay.example/api', 'https://pay.example/api'],
  [' https://pay.example/a/b// ', 'https://pay.example/a/b'],
])('the API %j is at %s', (given, base) => {
  expect(apiBaseOf(given)).toBe(base);
});

test.each([
  undefined,
  '',
  '  ',
  'pay.example',
  'ftp://pay.example',
  'https://pay.example?x=1',
  'https://pay.example/#a',
])('the address %j is refused', (given) => {
  expect(() => apiBaseOf(given)).toThrow(UsageError);
});

test.each([
  [undefined, 'is not set'],
  ['', 'is not set'],
  ['pk_test_abc', 'is a publishable key'],
  ['sk_test_abc\n', 'is not a secret key'],
  ['"sk_test_abc"', 'is not a secret key'],
  ['sk_test_é', 'is not a secret key'],
  ['whsec_abc', 'is not a secret key'],
])('the key %j %s', (given, sentence) => {
  expect(() => secretKeyOf(given)).toThrow(sentence);
});

test.each(['', 'whsec_', 'whsec_x', 'whsec_undefined', 'hello', ' whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='])(
  'the secret %j is refused, and is not repeated',
  (given) => {
    expect(() => webhookSecretOf(given)).toThrow('PAYGATE_WEBHOOK_SECRET is not the secret');
  },
);

test('good settings are taken', () => {
  const secret = generateWebhookSecret();
  expect([webhookSecretOf(secret), webhookSecretOf(undefined), secretKeyOf('rk_live_a1')]).toEqual([
    secret,
    undefined,
    'rk_live_a1',
  ]);
});

test('each account has a cursor of its own, outside of the project, whose name does not tell the key', () => {
  const account = { apiBase: 'https://pay.example', secretKey: 'sk_test_abc' };
  const file = cursorFileOf(account, '/state');
  expect(file).toMatch(/^\/state\/paygate\/cursor-[0-9a-f]{16}$/);
  expect(cursorFileOf({ ...account, secretKey: 'sk_test_abd' }, '/state')).not.toBe(file);
  expect(cursorFileOf({ ...account, apiBase: 'https://pay2.example' }, '/state')).not.toBe(file);
  expect(cursorFileOf(account)).toContain('.local/state/paygate/');
});

test('mcp takes a restricted key, of live mode only when that is allowed', () => {
  expect([restrictedKeyOf('rk_test_a', false), restrictedKeyOf('rk_live_a', true)]).toEqual(['rk_test_a', 'rk_live_a']);
  expect(() => restrictedKeyOf('sk_test_a', true)).toThrow('is not a restricted key');
  expect(() => restrictedKeyOf('rk_live_a', false)).toThrow('--live allows it');
});

test('the version that it says is that of the package', () => {
  expect(JSON.parse(readFileSync('libs/cli/package.json', 'utf8'))).toHaveProperty('version', CLIENT_VERSION);
});
