import { describe, expect, test } from '@jest/globals';
import { addresses, otherAddresses } from '@paygate/contracts/test';
import { endpointUrlFault } from './endpoint-url.js';

describe('an endpoint URL', () => {
  test.each([
    ['https://shop.example/hooks?x=1', 'live', true],
    ['http://shop.example/hooks', 'live', false],
    ['http://127.0.0.1:9/hooks', 'test', true],
    ['https://user:secret@shop.example/', 'live', false],
    ['https://shop.example/#x', 'live', false],
    ['/hooks', 'test', false],
    ['ftp://shop.example/', 'test', false],
    [`https://shop.example/${'x'.repeat(2048)}`, 'live', false],
  ] as const)('%s in %s mode: %s', (url, mode, allowed) => {
    expect(endpointUrlFault(url, mode) === undefined).toBe(allowed);
  });

  test.each(['test', 'live'] as const)('in %s mode is an address of the web', (mode) => {
    expect(addresses.filter((url) => endpointUrlFault(url, mode) !== undefined)).toEqual([]);
    expect(otherAddresses.filter((url) => endpointUrlFault(url, mode) === undefined)).toEqual([]);
  });
});
