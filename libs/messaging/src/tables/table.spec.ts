import { describe, expect, test } from '@jest/globals';
import type { ApiKeyRow } from '@paygate/contracts';
import { apiKeyTable, compareAuthTable, tableStreams } from '@paygate/contracts';
import { Clock } from '@paygate/platform';
import { Table } from './table.js';

class Lease {
  version!: number;
  endsAtMs!: number;
}
const lasting = {
  type: 'lease',
  stream: tableStreams.deniedTokens,
  row: Lease,
  key: () => 'any',
  comparison: compareAuthTable,
};
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

describe('what was read', () => {
  const NOW = Date.UTC(2026, 10, 1);
  /** As its owner has it now, heard a moment ago. */
  const confirmed = () => {
    const clock = new Clock();
    const table = new Table(lasting, clock);
    const hear = (ms: number) => {
      clock.observe(new Date(ms));
      table.heard(new Date(ms));
    };
    table.put('one', { version: 1, endsAtMs: 0 }, 0);
    table.completed();
    hear(NOW);
    return { table, hear, confirm: (...differing: number[]) => { table.confirm(table.claim(), new Set(differing)); } }; // prettier-ignore
  };
  const digestsOf = (...rows: (readonly [key: string, version: number])[]) => {
    const table = new Table(leases, new Clock());
    for (const [key, version] of rows) table.put(key, { version, endsAtMs: NOW }, 0);
    table.heard(new Date(NOW - 1));
    return table.claim().shards;
  };

  test('is fresh when its owner has confirmed every shard, and not before', () => {
    const { table, hear, confirm } = confirmed();
    expect(table.fresh()).toBe(false);
    confirm(7, 9);
    hear(NOW + 1_000);
    expect(table.fresh()).toBe(false);
    expect(table.claim().shards.map(({ shard }) => shard)).toEqual([7, 9]);
    confirm();
    expect(table.fresh()).toBe(true);
  });

  test('is in doubt again after a silence, and a claim from before it confirms nothing', () => {
    const { table, hear, confirm } = confirmed();
    const before = table.claim();
    confirm();
    hear(NOW + 4_999);
    expect(table.fresh()).toBe(true);
    hear(NOW + 9_999);
    expect(table.confirmed).toBe(false);
    table.confirm(before, new Set());
    expect(table.confirmed).toBe(false);
  });

  test('is forgotten where it is in doubt, and then nothing is fresh', () => {
    const { table, hear, confirm } = confirmed();
    confirm();
    hear(NOW + 5_000);
    expect(table.get('one')).toBeDefined();
    table.forgetDoubted();
    expect(table.get('one')).toBeUndefined();
    expect(table.fresh()).toBe(false);
  });

  test('has one digest for the same keys and versions, in whatever order they came, and without what has lapsed', () => {
    const digests = digestsOf(['one', 1], ['two', 2]);
    expect(digestsOf(['two', 1], ['one', 1], ['two', 2])).toEqual(digests);
    for (const other of [digestsOf(['one', 1]), digestsOf(['one', 1], ['two', 3]), digestsOf(['one', 1], ['twp', 2])])
      expect(other).not.toEqual(digests);
    const table = new Table(leases, new Clock());
    table.put('one', { version: 1, endsAtMs: NOW - 2 }, 0);
    table.heard(new Date(NOW - 1));
    expect(table.claim().shards).toEqual(digestsOf());
  });
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
