import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { Proxies } from './proxies.js';

const proxies = new Proxies(['10.0.0.0/8', '2001:db8::/32']);
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
