import { expect, test } from '@jest/globals';
import type { ReadTable, Reply, TablePage } from '@paygate/contracts';
import { accept, deniedTokensTable, userTokenKeyTable } from '@paygate/contracts';
import { Clock, eventually, Logger } from '@paygate/platform';
import type { CommandBus } from '../commands/command-bus.js';
import { SnapshotReader } from './snapshot-reader.js';
import type { TableRow } from './table.js';
import { Table } from './table.js';

const rows = ['a', 'b'].map((subject) => ({
  ...{ subject, version: 1, issuedUntil: '2026-01-01T00:00:00.000Z', expiresAt: '2199-01-01T00:00:00.000Z' },
}));
const pageAfter = (after: string): TablePage => ({
  ...{ table: deniedTokensTable.type, after },
  rows: rows.filter(({ subject }) => subject > after).slice(0, 1),
});

/** Reads the table from an owner that answers as given; returns it and the number of requests. */
async function readWith(answer: (asked: ReadTable, count: number) => TablePage): Promise<[Table<TableRow>, number]> {
  const table = new Table<TableRow>(deniedTokensTable as never, new Clock());
  let count = 0;
  const send = (_: unknown, asked: ReadTable): Promise<Reply<TablePage>> =>
    Promise.resolve(accept(answer(asked, (count += 1))));
  const logger = new Logger({ service: 'test', instance: 'snapshot', level: 'silent' });
  const reader = new SnapshotReader({ send } as unknown as CommandBus, logger);
  reader.begin(table);
  await eventually(() => table.complete);
  return [table, count];
}

test('a snapshot is read page by page until its owner has no more rows', async () => {
  const [table, count] = await readWith(({ after }) => pageAfter(after));
  expect([[...table.entries()].map(([key]) => key), count]).toEqual([['a', 'b'], 3]);
});

test.each([
  ['the last, empty page', pageAfter('b')],
  ['the first page', pageAfter('')],
  ['the empty page of another table', { table: userTokenKeyTable.type, after: 'a', rows: [] }],
])('%s of an earlier request does not answer a later one: the page is asked for again', async (_, replayed) => {
  const [table, count] = await readWith(({ after }, index) => (index === 2 ? replayed : pageAfter(after)));
  expect([[...table.entries()].map(([key]) => key), count]).toEqual([['a', 'b'], 4]);
});
