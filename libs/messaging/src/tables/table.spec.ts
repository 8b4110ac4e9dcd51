import { describe, expect, test } from '@jest/globals';
import { readAuthTable, tableStreams } from '@paygate/contracts';
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
  snapshot: readAuthTable,
};
const leases = { ...lasting, lapsesAt: ({ endsAtMs }: Lease) => endsAtMs };
const NOW = Date.UTC(2026, 10, 1);
const version = (of: number): Lease => ({ version: of, endsAtMs: 0 });

/** A table whose owner has sent these rows. */
function verified(...rows: (readonly [key: string, version: number])[]) {
  const clock = new Clock();
  const table = new Table(lasting, clock);
  const hear = (ms: number): void => {
    clock.observe(new Date(ms));
    table.heard(new Date(ms));
  };
  const snapshotOf = (...sent: typeof rows): Map<string, Lease> => {
    const snapshot = table.beginSnapshot();
    for (const [key, of] of sent) snapshot.set(key, version(of));
    return snapshot;
  };
  hear(NOW);
  table.completeSnapshot(snapshotOf(...rows));
  return { table, hear, snapshotOf };
}

test('a table forgets the rows that have lapsed by its owner’s clock', () => {
  const table = new Table(leases, new Clock());
  table.put('early', { version: 1, endsAtMs: 20_000 });
  table.put('late', { version: 1, endsAtMs: 90_000 });
  table.heard(new Date(10_000));
  expect([...table.entries()].map(([key]) => key)).toEqual(['early', 'late']);
  table.heard(new Date(20_000));
  expect([...table.entries()].map(([key]) => key)).toEqual(['late']);
  table.put('late', { version: 2, endsAtMs: 20_000 });
  expect(table.get('late')).toBeUndefined();
});

test('a table whose rows do not lapse keeps them', () => {
  const { table, hear } = verified(['early', 1]);
  hear(NOW * 2);
  expect(table.get('early')?.version).toBe(1);
});

describe('a table', () => {
  test('is fresh when a snapshot is complete, and not before', () => {
    const clock = new Clock();
    clock.observe(new Date(NOW));
    const table = new Table(lasting, clock);
    table.heard(new Date(NOW));
    const snapshot = table.beginSnapshot();
    expect([table.fresh(), table.complete]).toEqual([false, false]);
    table.completeSnapshot(snapshot);
    expect([table.fresh(), table.complete]).toEqual([true, true]);
  });

  test('is stale during a silence of its owner, and takes another snapshot after it', () => {
    const { table, hear } = verified(['one', 1]);
    hear(NOW + 4_999);
    expect(table.snapshotDue).toBe(false);
    hear(NOW + 9_999);
    expect([table.snapshotDue, table.verified, table.fresh()]).toEqual([true, true, true]);
    table.completeSnapshot(table.beginSnapshot());
    expect([table.snapshotDue, table.get('one')]).toEqual([false, undefined]);
  });

  test('does not use a snapshot during which a change may have been missed', () => {
    const { table, snapshotOf } = verified(['one', 1]);
    const snapshot = snapshotOf(['one', 2]);
    table.missed();
    expect([table.verified, table.snapshotDue, table.isCurrent(snapshot)]).toEqual([false, true, false]);
  });

  test('stays as it was for five seconds when a change may be missing, and then is stale', () => {
    const { table, hear } = verified(['one', 1]);
    table.missed();
    hear(NOW + 4_000);
    expect([table.verified, table.fresh()]).toEqual([false, true]);
    hear(NOW + 5_001);
    expect(table.fresh()).toBe(false);
  });

  test('has the changes that came while a snapshot was read, and not the rows that the snapshot lacks', () => {
    const { table, snapshotOf } = verified(['gone', 1], ['changed', 1]);
    table.missed();
    const snapshot = snapshotOf(['read', 1]);
    table.put('changed', version(3));
    table.put('new', version(1));
    table.completeSnapshot(snapshot);
    expect(Object.fromEntries([...table.entries()].map(([key, row]) => [key, row.version]))).toEqual({
      ...{ read: 1, changed: 3, new: 1 },
    });
  });

  test('ignores what is older than the row it holds, and reports what is newer', () => {
    const { table, snapshotOf } = verified(['one', 2]);
    const seen: string[] = [];
    table.onChange((key, row) => seen.push(`${key} ${row.version}`));
    for (const next of [1, 2, 3]) table.put('one', version(next));
    table.completeSnapshot(snapshotOf(['one', 3], ['two', 1]));
    expect(seen).toEqual(['one 3', 'two 1']);
  });
});
