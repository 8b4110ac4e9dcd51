import { describe, expect, test } from '@jest/globals';
import type { ApiKeyRow } from '@paygate/contracts';
import { apiKeyTable, tableStreams } from '@paygate/contracts';
import { Clock } from '@paygate/platform';
import { Table } from './table.js';

class Lease {
  version!: number;
  endsAtMs!: number;
}
const lasting = { type: 'lease', stream: tableStreams.deniedTokens, row: Lease, key: () => 'any' };
const leases = { ...lasting, lapsesAt: ({ endsAtMs }: Lease) => endsAtMs };

test('a table forgets the rows that have lapsed by its owner’s clock, and takes none', () => {
  const table = new Table(leases, new Clock());
  table.put('early', { version: 1, endsAtMs: 20_000 }, 0);
  table.put('late', { version: 1, endsAtMs: 90_000 }, 0);
  table.heard(new Date(10_000));
  expect([...table.entries()].map(([key]) => key)).toEqual(['early', 'late']);
  table.heard(new Date(20_000));
  expect([...table.entries()].map(([key]) => key)).toEqual(['late']);
  table.put('early', { version: 2, endsAtMs: 20_000 }, 0);
  expect(table.get('early')).toBeUndefined();
});

test('a table whose rows do not lapse keeps them', () => {
  const table = new Table<Lease>(lasting, new Clock());
  table.put('early', { version: 1, endsAtMs: 20_000 }, 0);
  table.heard(new Date(10_000_000));
  expect(table.get('early')?.version).toBe(1);
});

test('a row that has lapsed takes the earlier version of it along', () => {
  const table = new Table(leases, new Clock());
  table.heard(new Date(50_000));
  table.put('changed', { version: 1, endsAtMs: 90_000 }, 0);
  table.put('changed', { version: 2, endsAtMs: 20_000 }, 0);
  expect(table.get('changed')).toBeUndefined();
});

describe('an API key that has ended', () => {
  const [DAY_MS, revokedMs] = [86_400_000, Date.UTC(2026, 10, 1)];
  const day = (count: number): Date => new Date(revokedMs + count * DAY_MS);
  const good: ApiKeyRow = {
    ...{
      apiKeyId: 'key_1',
      version: 1,
      merchantId: 'mer_1',
      merchantName: 'A',
      merchantActive: true,
      apiVersion: null,
    },
    ...{ requireSignIn: false, mode: 'test', type: 'secret', hash: '', scopes: [], origins: [] },
    ...{ expiresAt: null, revokedAt: null },
  };
  const ends: Partial<ApiKeyRow>[] = [
    { revokedAt: day(0).toISOString() },
    { expiresAt: day(0).toISOString() },
    { revokedAt: day(0).toISOString(), expiresAt: day(30).toISOString() },
  ];
  /** What a reader holds of the key after these records, each told on its day. */
  const after = (heardOn: number, records: readonly (readonly [row: ApiKeyRow, toldOn: number])[]) => {
    const table = new Table(apiKeyTable, new Clock());
    table.heard(day(heardOn));
    for (const [row, toldOn] of records) table.put(row.apiKeyId, row, day(toldOn).getTime());
    return table.get('key_1')?.version;
  };

  test.each(ends)('is told of for a week, and then forgotten: %j', (end) => {
    const table = new Table(apiKeyTable, new Clock());
    table.put('key_1', Object.assign({}, good, end), day(6).getTime());
    table.heard(day(6.99));
    expect(table.get('key_1')).toBeDefined();
    table.heard(day(7.01));
    expect(table.get('key_1')).toBeUndefined();
  });

  test.each(ends)('is not brought back by a record from before its end: %j', (end) => {
    const ended = Object.assign({}, good, end, { version: 2 });
    expect(after(7.01, [[good, -0.01]])).toBeUndefined();
    expect(after(7.01, [[good, -0.01], [ended, 0]])).toBeUndefined(); // prettier-ignore
    expect(after(5.9, [[ended, 0], [good, -0.01]])).toBe(2); // prettier-ignore
  });

  test('is not brought back either at a reader that starts anew', () => {
    const table = new Table(apiKeyTable, new Clock());
    table.put('key_1', good, day(-1).getTime());
    table.put('key_2', Object.assign({}, good, { apiKeyId: 'key_2' }), day(-1).getTime());
    table.put('key_2', Object.assign({}, good, { apiKeyId: 'key_2' }), day(7).getTime());
    table.heard(day(7.5));
    expect([...table.entries()].map(([key]) => key)).toEqual(['key_2']);
  });
});
