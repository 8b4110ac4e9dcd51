import { expect, test } from '@jest/globals';
import { tableStreams } from '@paygate/contracts';
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
  table.put('early', { version: 1, endsAtMs: 20_000 });
  table.put('late', { version: 1, endsAtMs: 90_000 });
  table.heard(new Date(10_000));
  expect([...table.entries()].map(([key]) => key)).toEqual(['early', 'late']);
  table.heard(new Date(20_000));
  expect([...table.entries()].map(([key]) => key)).toEqual(['late']);
  table.put('early', { version: 2, endsAtMs: 20_000 });
  expect(table.get('early')).toBeUndefined();
});

test('a table whose rows do not lapse keeps them', () => {
  const table = new Table<Lease>(lasting, new Clock());
  table.put('early', { version: 1, endsAtMs: 20_000 });
  table.heard(new Date(10_000_000));
  expect(table.get('early')?.version).toBe(1);
});
