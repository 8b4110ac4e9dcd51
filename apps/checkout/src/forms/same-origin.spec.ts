import { expect, test } from '@jest/globals';
import { isOwnForm } from './same-origin.js';

const host = 'pay.example:8443';
const own = { origin: 'https://pay.example:8443' };
const token = 'A'.repeat(24);

test.each([
  ['a page of this origin', { 'sec-fetch-site': 'same-origin' }, true],
  ['a page of this origin that names it, too', { 'sec-fetch-site': 'same-origin', ...own }, true],
  ['a page of this origin, by an older browser', own, true],
  ['another site', { 'sec-fetch-site': 'cross-site', ...own }, false],
  [
    'another site that claims to be this one',
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    false,
  ],
  ['another host of this site', { 'sec-fetch-site': 'same-site' }, false],
  ['a person', { 'sec-fetch-site': 'none' }, false],
  ['another site, by an older browser', { origin: 'https://evil.example' }, false],
  ['another port', { origin: 'https://pay.example' }, false],
  ['this host without TLS', { origin: 'http://pay.example:8443' }, false],
  ['a sandboxed frame', { origin: 'null' }, false],
])('[3.15] a form of %s, with or without the token of a page', (_name, given, expected) => {
  const headers = { ...given, 'x-forwarded-host': host };
  for (const form of [{}, { token }, { token: 'other' }]) expect(isOwnForm({ headers }, form, token)).toBe(expected);
});

test.each([
  ['the token of the cookie', { token }, token, true],
  ['another token', { token: 'B'.repeat(24) }, token, false],
  ['a part of the token', { token: token.slice(1) }, token, false],
  ['no token', {}, token, false],
  ['a token, and no cookie', { token }, undefined, false],
  ['an empty token, and no cookie', { token: '' }, undefined, false],
])('[3.15] a form of a browser that names no origin, with %s', (_name, form, kept, expected) => {
  expect(isOwnForm({ headers: { 'x-forwarded-host': host } }, form, kept)).toBe(expected);
});

test('no form is one of this origin where the gateway names none', () => {
  expect(isOwnForm({ headers: { origin: 'https://' } }, { token }, token)).toBe(false);
});
