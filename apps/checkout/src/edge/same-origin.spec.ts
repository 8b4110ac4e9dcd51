import { expect, test } from '@jest/globals';
import { isSameOrigin } from './same-origin.js';

const host = 'pay.example:8443';

test.each([
  ['a page of this origin', { 'sec-fetch-site': 'same-origin' }, true],
  ['a page of this origin, by an older browser', { origin: 'https://pay.example:8443' }, true],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://pay.example:8443' }, false],
  ['another host of this site', { 'sec-fetch-site': 'same-site' }, false],
  ['a person', { 'sec-fetch-site': 'none' }, false],
  ['another site, by an older browser', { origin: 'https://evil.example' }, false],
  ['another port', { origin: 'https://pay.example' }, false],
  ['this host without TLS', { origin: 'http://pay.example:8443' }, false],
  ['a sandboxed frame', { origin: 'null' }, false],
  ['a program', {}, false],
])('a form of %s', (_name, headers, expected) => {
  expect(isSameOrigin({ headers: { ...headers, 'x-forwarded-host': host } })).toBe(expected);
});

test('no form is one of this origin where the gateway names none', () => {
  expect(isSameOrigin({ headers: { origin: 'https://' } })).toBe(false);
});
