import { describe, expect, test } from '@jest/globals';
import { MASKED_DESTINATION } from '@paygate/contracts';
import { inventDestination, maskDestination } from './destination.js';

const seeds = Array.from({ length: 256 }, (_, n) => Uint8Array.of(n, 255 - n, (n * 7) % 256));

describe('a masked destination', () => {
  test('shows two digits of a phone number, whatever its length', () => {
    expect(maskDestination('sms', '+237671234501', '')).toBe('********01');
    expect(maskDestination('sms', '+22507070707', '')).toBe('********07');
  });

  test('shows one letter of an e-mail address, whatever its length', () => {
    expect(maskDestination('email', 'Ada.Lovelace@example.com', '')).toBe('a***@***');
    expect(maskDestination('email', 'b@c.cm', '')).toBe('b***@***');
  });

  test('has the form that answers declare', () => {
    expect(maskDestination('sms', '+237671234501', '')).toMatch(MASKED_DESTINATION);
    expect(maskDestination('email', 'Ada.Lovelace@example.com', '')).toMatch(MASKED_DESTINATION);
    expect('+237\u2022\u2022\u20220001').not.toMatch(MASKED_DESTINATION);
    expect('+237671234501').not.toMatch(MASKED_DESTINATION);
    for (const seed of seeds)
      for (const channel of ['sms', 'email'] as const)
        expect(inventDestination(channel, seed)).toMatch(MASKED_DESTINATION);
  });

  test('is the invented one for an address that does not begin with a letter', () => {
    for (const address of ['42@example.com', '_ada@example.com', 'émile@example.com', ''])
      expect(maskDestination('email', address, 'k***@***')).toBe('k***@***');
  });

  test('that is invented looks like a true one and is always the same for one seed', () => {
    for (const seed of seeds) {
      expect(inventDestination('sms', seed)).toMatch(/^\*{8}[0-9]{2}$/);
      expect(inventDestination('email', seed)).toMatch(/^[a-z]\*{3}@\*{3}$/);
      expect(inventDestination('sms', seed)).toBe(inventDestination('sms', Uint8Array.from(seed)));
    }
    expect(new Set(seeds.map((seed) => inventDestination('sms', seed))).size).toBeGreaterThan(50);
  });
});
