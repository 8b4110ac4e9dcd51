import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { Secret } from '@paygate/platform';
import { Checkout } from './checkout.js';
import { Proxies } from './proxies.js';

const [current, older, foreign] = ['a', 'b', 'c'].map((text) => Buffer.alloc(32, text).toString('base64'));
const checkout = new Checkout(new Secret(`${String(current)},${String(older)}`));
const proxies = new Proxies(['10.0.0.0/8', '2001:db8::/32'], checkout);
const from = (remoteAddress: string, forwarded?: string) =>
  proxies.clientOf({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage);

describe('the address of a caller', () => {
  test.each([
    [
      'of an untrusted client is that of its connection, whatever its headers say',
      '203.0.113.9',
      '192.0.2.1',
      '203.0.113.9',
    ],
    ['behind a proxy is the one that the proxy saw', '10.1.1.1', '203.0.113.9', '203.0.113.9'],
    ['behind two proxies is the one that the outer proxy saw', '10.1.1.1', '203.0.113.9, 10.2.2.2', '203.0.113.9'],
    ['is never one that the caller wrote before', '10.1.1.1', '192.0.2.1, 203.0.113.9', '203.0.113.9'],
    ['on a dual-stack socket is the IPv4 address', '::ffff:10.1.1.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['behind a proxy that says nothing is the proxy', '10.1.1.1', undefined, '10.1.1.1'],
    ['is the proxy when what it says is no address', '10.1.1.1', 'unknown', '10.1.1.1'],
    ['is the outermost proxy when all are proxies', '10.1.1.1', '10.3.3.3, 2001:db8::1', '10.3.3.3'],
  ])('%s', (_name, remote, forwarded, expected) => {
    expect(from(remote, forwarded)).toBe(expected);
  });
});

describe('the payment page', () => {
  const through = (key: string | undefined, by = proxies) =>
    by.clientOf({
      socket: { remoteAddress: '198.51.100.7' },
      headers: { 'x-forwarded-for': '192.0.2.1, 203.0.113.9', ...(key === undefined ? {} : { 'x-checkout-key': key }) },
    } as unknown as IncomingMessage);

  test.each([current, older])('passes its customers’ addresses on with each of the keys', (key) => {
    expect(through(key)).toBe('203.0.113.9');
  });

  test.each([undefined, '', foreign, String(current).slice(1)])('is nobody else: %s', (key) => {
    expect(through(key)).toBe('198.51.100.7');
  });

  test('is nobody where there is none', () => {
    expect(through(current, new Proxies([], new Checkout(undefined)))).toBe('198.51.100.7');
  });
});
