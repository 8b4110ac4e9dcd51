import { describe, expect, test } from '@jest/globals';
import { addressGroup, addressNeighbourhood } from './address-group.js';

describe('addresses that are counted as one', () => {
  test('are those of one IPv6 network, in every spelling', () => {
    const spellings = ['2001:db8:0:1::1', '2001:DB8::1:0:0:0:2', '2001:0db8:0000:0001:ffff:ffff:ffff:ffff'];
    expect(new Set(spellings.map(addressGroup))).toEqual(new Set(['2001:db8:0:1::/64']));
    expect(addressGroup('::1')).toBe('0:0:0:0::/64');
    expect(addressGroup('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });

  test('are not those of another network, nor two of IPv4', () => {
    expect(addressGroup('2001:db8:0:2::1')).not.toBe(addressGroup('2001:db8:0:1::1'));
    expect(addressGroup('192.0.2.1')).not.toBe(addressGroup('192.0.2.2'));
  });
});

describe('the neighbourhood of an address', () => {
  test('is the range from which an operator assigns its customers’ addresses', () => {
    expect(addressNeighbourhood('192.0.2.1')).toBe('192.0.2.0/24');
    expect(addressNeighbourhood('192.0.2.254')).toBe('192.0.2.0/24');
    expect(addressNeighbourhood('2001:db8:1:2::1')).toBe('2001:db8:1::/48');
    expect(addressNeighbourhood('2001:DB8:1:ffff:1::')).toBe('2001:db8:1::/48');
  });

  test('is not that of another', () => {
    expect(addressNeighbourhood('192.0.3.1')).not.toBe(addressNeighbourhood('192.0.2.1'));
    expect(addressNeighbourhood('2001:db8:2::1')).not.toBe(addressNeighbourhood('2001:db8:1::1'));
  });
});
