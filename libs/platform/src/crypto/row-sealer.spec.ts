import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Secret } from '../config/secret.js';
import { RowSealer } from './row-sealer.js';
import { SealFault } from './sealed.js';

const keyOf = (kid: string): string => `otp:${kid}:${randomBytes(32).toString('base64')}`;

describe('a value that lies sealed in a row', () => {
  const [old, young] = [keyOf('d1'), keyOf('d2')];
  const sealer = new RowSealer('otp', new Secret(old));
  const sealed = sealer.seal('a secret', 'table.column', 'row-1');

  it('opens in the row and column that it was sealed for', () => {
    expect(sealer.open(sealed, 'table.column', 'row-1')).toBe('a secret');
  });

  it('opens in no other row and no other column', () => {
    expect(() => sealer.open(sealed, 'table.column', 'row-2')).toThrow(SealFault);
    expect(() => sealer.open(sealed, 'table.other', 'row-1')).toThrow(SealFault);
  });

  it('opens under an older key of the list, while the first one seals', () => {
    const rotated = new RowSealer('otp', new Secret(`${young},${old}`));
    expect(rotated.open(sealed, 'table.column', 'row-1')).toBe('a secret');
    expect(rotated.seal('a secret', 'table.column', 'row-1')).toMatch(/^otp\.d2\./);
  });
});
