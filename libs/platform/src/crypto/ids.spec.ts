import { describe, expect, it } from '@jest/globals';
import type { IdKind } from '@paygate/contracts';
import { idPattern, idPrefixes } from '@paygate/contracts';
import fc from 'fast-check';
import { idMadeAtMs, idOfBytes, idOfUuid, isId, newId, uuidOfId, uuidSource, uuidV7 } from './ids.js';

const kinds = Object.keys(idPrefixes) as IdKind[];
const anyUuid = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => {
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
});

describe('ids', () => {
  it.each(kinds)('of kind %s have the form the contract declares', (kind) => {
    for (let round = 0; round < 100; round++) expect(newId(kind)).toMatch(idPattern(kind));
  });

  it('follow the TypeID specification: its published vectors', () => {
    expect(idOfUuid('user', '00000000-0000-0000-0000-000000000000')).toBe('usr_00000000000000000000000000');
    expect(idOfUuid('user', '00000000-0000-0000-0000-000000000020')).toBe('usr_00000000000000000000000010');
    expect(idOfUuid('user', 'ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('usr_7zzzzzzzzzzzzzzzzzzzzzzzzz');
    expect(idOfUuid('user', '0110c853-1d09-52d8-d73e-1194e95b5f19')).toBe('usr_0123456789abcdefghjkmnpqrs');
    expect(idOfUuid('user', '01890a5d-ac96-774b-bcce-b302099a8057')).toBe('usr_01h455vb4pex5vsknk084sn02q');
  });

  it('round-trip: every UUID has one id and every id one UUID', () => {
    fc.assert(
      fc.property(anyUuid, fc.constantFrom(...kinds), (uuid, kind) => {
        const id = idOfUuid(kind, uuid);
        expect(isId(kind, id)).toBe(true);
        expect(uuidOfId(kind, id)).toBe(uuid);
      }),
    );
  });

  it('are made of 16 bytes, no more and no fewer', () => {
    expect(idOfBytes('customer', Buffer.alloc(16, 0xff))).toBe('cus_7zzzzzzzzzzzzzzzzzzzzzzzzz');
    for (const length of [0, 15, 17, 32]) expect(() => idOfBytes('customer', Buffer.alloc(length))).toThrow(TypeError);
  });

  it('contain the time of their creation', () => {
    const before = Date.now();
    const madeAt = idMadeAtMs('apiKey', newId('apiKey'));
    // ids of one process grow: when the counter of a millisecond is spent, they run ahead of the clock
    expect(madeAt).toBeGreaterThanOrEqual(before);
    expect(madeAt - before).toBeLessThan(60_000);
    expect(idMadeAtMs('user', idOfUuid('user', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'))).toBe(0x017f22e279b0);
  });

  it('keep the order of their UUIDs, bytewise', () => {
    fc.assert(
      fc.property(anyUuid, anyUuid, (left, right) => {
        const order = idOfUuid('intent', left) < idOfUuid('intent', right);
        expect(order).toBe(left < right);
      }),
    );
  });

  it('have one spelling only: no other case, letter, prefix, length or overflow is read', () => {
    const id = newId('intent');
    const look = id.slice(3);
    for (const other of [
      id.toUpperCase(),
      look,
      `ch_${look}`,
      `${id}0`,
      id.slice(0, -1),
      `pi_8${look.slice(1)}`,
      ` ${id}`,
      `${id}\n`,
    ])
      expect(() => uuidOfId('intent', other)).toThrow(TypeError);
    for (const letter of 'ilouILOU-_')
      expect(() => uuidOfId('intent', `pi_${look.slice(0, 25)}${letter}`)).toThrow(TypeError);
    expect(() => idOfUuid('intent', uuidV7().toUpperCase())).toThrow(TypeError);
    expect(() => idOfUuid('intent', uuidV7().replaceAll('-', ''))).toThrow(TypeError);
  });
});

describe('UUIDv7', () => {
  it('carries version, variant and the time', () => {
    const before = Date.now();
    const uuid = uuidV7();
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const ms = Number.parseInt(uuid.replace('-', '').slice(0, 12), 16);
    expect(ms).toBeGreaterThanOrEqual(before);
    expect(ms).toBeLessThanOrEqual(Date.now() + 1);
  });

  it('grows strictly within a process, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 2, maxLength: 300 }), (steps) => {
        let ms = 1_750_000_000_000;
        const source = uuidSource(() => ms);
        const made = steps.map((step) => {
          ms += step;
          return Buffer.from(source()).toString('hex');
        });
        expect(made).toEqual([...new Set(made)].sort());
      }),
    );
  });

  it('stays unique and in order through many more ids than one millisecond can count', () => {
    const source = uuidSource(() => 1_750_000_000_000);
    let last = '';
    for (let made = 0; made < 200_000; made++) {
      const uuid = source();
      const next = Buffer.from(uuid).toString('latin1');
      const [version, variant] = [(uuid[6] ?? 0) >> 4, (uuid[8] ?? 0) >> 6];
      if (next <= last || version !== 7 || variant !== 2) throw new Error(`out of order or malformed at ${made}`);
      last = next;
    }
  });
});
