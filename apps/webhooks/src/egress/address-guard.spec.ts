import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from '@jest/globals';
import { AddressForbidden, AddressGuard, isPublicAddress, mayBeAllowed } from './address-guard.js';

describe('an address that deliveries may go to', () => {
  test.each(['1.1.1.1', '41.202.219.1', '172.15.255.255', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::1'])(
    '%s is one',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:1.1.1.1',
    '::ffff:a00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is not one', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('the guard', () => {
  const guard = new AddressGuard(['127.0.0.1:8081']);

  test.each([
    'https://127.0.0.1/',
    'http://127.0.0.1:8080/',
    'https://[::1]:8081/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://127.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://1.1.1.1/',
    'https://169.254.169.254/latest',
  ])('refuses the literal in %s', (url) => {
    expect(() => {
      guard.checkLiteral(new URL(url));
    }).toThrow(AddressForbidden);
  });

  test('allows a listed exception and names', () => {
    guard.checkLiteral(new URL('http://127.0.0.1:8081/hooks'));
    guard.checkLiteral(new URL('https://shop.example/hooks'));
  });

  const addressesOf = (url: string, all: boolean) =>
    new Promise<{ error: unknown; address: string | LookupAddress[] | undefined }>((resolve) => {
      const target = new URL(url);
      guard.lookupOf(target)(target.hostname, { all }, (error, address) => {
        resolve({ error, address });
      });
    });

  test.each([true, false])('gives a connection no private address of a name (all: %s)', async (all) => {
    const forbidden = { error: expect.any(AddressForbidden), address: [] };
    expect(await addressesOf('https://localhost/', all)).toEqual(forbidden);
    expect(await addressesOf('https://localhost:8080/', all)).toEqual(forbidden);
  });

  test('leads a name to the allowed address only, and at its port only', async () => {
    const allowed = { address: '127.0.0.1', family: 4 };
    expect(await addressesOf('https://localhost:8081/', true)).toEqual({ error: null, address: [allowed] });
    expect(await addressesOf('https://localhost:8081/', false)).toEqual({ error: null, address: allowed.address });
  });
});

describe('an operator may allow', () => {
  test.each(['127.0.0.1:8081', '10.219.63.14:8080', '::1:443', '192.168.1.5:65535'])('%s', (entry) => {
    expect(mayBeAllowed(entry)).toBe(true);
  });

  test.each([
    '169.254.169.254:80',
    '169.254.1.1:443',
    '::ffff:169.254.169.254:80',
    'fe80::1:80',
    'febf::1:80',
    'fd00:ec2::254:80',
    '100.100.100.200:80',
    '168.63.129.16:80',
    'receiver.internal:8080',
    '127.0.0.1',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    '10.0.0.0/8:80',
    '',
  ])('not %s', (entry) => {
    expect(mayBeAllowed(entry)).toBe(false);
  });
});
