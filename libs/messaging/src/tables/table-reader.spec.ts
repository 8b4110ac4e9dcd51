import { beforeEach, expect, test } from '@jest/globals';
import type { Principal } from '@paygate/contracts';
import { deniedTokensTable } from '@paygate/contracts';
import { Clock, parseKeyring, parsePrivateKeys, parsePublicKeys, uuidV7 } from '@paygate/platform';
import { testKeys } from '@paygate/testing';
import type { Batch } from 'kafkajs';
import { Registry } from 'prom-client';
import { Counters } from '../counters.js';
import { HEARTBEAT_TYPE } from '../envelope/envelope.js';
import { MessageSigner } from '../envelope/message-signer.js';
import { TABLE_RECORD_MAX_AGE_MS } from '../limits.js';
import { Names } from '../names.js';
import type { SnapshotReader } from './snapshot-reader.js';
import type { TableRow } from './table.js';
import { Table } from './table.js';
import { TableReader } from './table-reader.js';

const NOW = Date.UTC(2026, 10, 1);
const lists = testKeys();
const keyring = {
  shared: parseKeyring(lists.MESSAGE_KEYS),
  own: parsePrivateKeys(lists.MESSAGE_PRIVATE_KEYS),
  trusted: parsePublicKeys(lists.MESSAGE_PUBLIC_KEYS),
};
const names = new Names('test');
const topic = names.topic(deniedTokensTable.stream);

let table: Table<TableRow>;
let reader: TableReader;
let counters: Counters;
let asked: number;
beforeEach(() => {
  table = new Table(deniedTokensTable as never, new Clock());
  counters = new Counters(new Registry());
  asked = 0;
  const snapshots = { begin: () => (asked += 1) } as unknown as SnapshotReader;
  reader = new TableReader({
    tables: [table],
    names,
    signer: new MessageSigner('gateway', keyring),
    counters,
    snapshots,
    clock: new Clock(),
  });
});

interface Message {
  readonly type?: string;
  readonly signer?: Principal;
  readonly at?: number;
  readonly version?: number;
}

const row = (version: number) => ({
  ...{ subject: 'one', version, issuedUntil: new Date(NOW).toISOString(), expiresAt: '2199-01-01T00:00:00.000Z' },
});

function read(offset: number, { type = 'denied-tokens', signer = 'auth', at = NOW, version = 1 }: Message): void {
  const value = JSON.stringify(type === HEARTBEAT_TYPE ? {} : row(version));
  const draft = JSON.stringify({ id: uuidV7(), type, occurredAt: at, requestId: 'req_1' });
  const headers = new MessageSigner(signer, keyring).sign({ topic, key: 'one', draft, value });
  take(offset, { value, ...headers });
}

function take(offset: number, { value, ...headers }: { readonly value: string } & Record<string, string>): void {
  const message = {
    key: Buffer.from('one'),
    value: Buffer.from(value),
    offset: String(offset),
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)])),
  };
  reader.take({ topic, partition: 0, messages: [message] } as unknown as Batch);
}

const hear = (offset: number, at: number): void => {
  read(offset, { type: HEARTBEAT_TYPE, at });
};

test('a heartbeat asks for a snapshot', () => {
  hear(7, NOW);
  expect([table.heardMs, asked]).toEqual([NOW, 1]);
});

test('a record of somebody else, without a signature or without a row is refused', () => {
  hear(0, NOW);
  read(1, { signer: 'intents', version: 2 });
  take(2, { value: JSON.stringify(row(3)) });
  take(3, { value: '' });
  expect([table.get('one'), counters.read('table_rows_refused')]).toEqual([undefined, 3]);
});

test('an old record does not restore a row that has ended and was dropped', () => {
  hear(0, NOW);
  read(1, { at: NOW - TABLE_RECORD_MAX_AGE_MS });
  expect(table.get('one')).toBeUndefined();
  read(2, { at: NOW - TABLE_RECORD_MAX_AGE_MS + 1 });
  expect(table.get('one')).toBeDefined();
});

test('offsets that are not consecutive make the table unverified', () => {
  hear(5, NOW);
  table.completeSnapshot(table.beginSnapshot());
  hear(6, NOW + 1_000);
  expect(table.verified).toBe(true);
  hear(8, NOW + 2_000);
  expect(table.verified).toBe(false);
  table.completeSnapshot(table.beginSnapshot());
  hear(4, NOW + 3_000);
  expect(table.verified).toBe(false);
});
