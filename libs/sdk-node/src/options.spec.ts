import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { CLIENT_VERSION, Paygate } from './index.js';
import { settingsOf } from './options.js';

const secretKey = 'sk_test_not_a_real_key';
const baseUrl = 'https://paygate.example';

test.each([
  ['no key', {}, /needs the secret key/],
  ['a publishable key', { secretKey: 'pk_test_1' }, /is for browsers/],
  ['something else', { secretKey: 'whsec_secret' }, /is no secret key/],
  ['plain http', { secretKey, baseUrl: 'http://paygate.example' }, /must be an https URL/],
  ['no URL', { secretKey, baseUrl: 'paygate' }, /must be an https URL/],
  ['a password in the URL', { secretKey, baseUrl: 'https://a:b@paygate.example' }, /no user name/],
  ['a time-out of 0', { secretKey, baseUrl, timeoutMs: 0 }, /timeoutMs/],
  ['half a retry', { secretKey, baseUrl, maxRetries: 0.5 }, /maxRetries/],
  ['a misspelt option', { secretKey, baseUrl, timeout: 5 }, /new Paygate has no option timeout/],
])('the constructor refuses %s, and does not repeat it', (_name, options, message) => {
  const construct = () => new Paygate(options as { secretKey: string });
  expect(construct).toThrow(TypeError);
  expect(construct).toThrow(message);
  expect(construct).not.toThrow(/whsec_secret/);
});

test('the address comes from the option, else from PAYGATE_BASE_URL; without any the constructor says so', () => {
  delete process.env['PAYGATE_BASE_URL'];
  expect(() => settingsOf({ secretKey })).toThrow(/PAYGATE_BASE_URL/);
  process.env['PAYGATE_BASE_URL'] = 'https://variable.example';
  expect(settingsOf({ secretKey }).baseUrl).toBe('https://variable.example');
  expect(settingsOf({ secretKey, baseUrl: 'https://option.example/api/' }).baseUrl).toBe('https://option.example/api');
  delete process.env['PAYGATE_BASE_URL'];
});

test('restricted keys are secret keys', () => {
  expect(settingsOf({ secretKey: 'rk_live_1', baseUrl }).secretKey).toBe('rk_live_1');
});

test('the version that a request names is the version of the package', () => {
  expect(JSON.parse(readFileSync('libs/sdk-node/package.json', 'utf8'))).toMatchObject({ version: CLIENT_VERSION });
});
