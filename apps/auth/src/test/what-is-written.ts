import fs from 'node:fs';
import { jest } from '@jest/globals';
import { streams } from '@paygate/contracts';
import type { AuthUnderTest } from './auth-under-test.js';
import { TopicRecords } from './topic-records.js';

/** Collects what this process logs: loggers write to file descriptor 1. Ends with `jest.restoreAllMocks()`. */
export function listenTo(written: string[]): void {
  jest.spyOn(fs, 'writeSync').mockImplementation((_file: number, text: string | NodeJS.ArrayBufferView) => {
    const bytes =
      typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
    written.push(bytes.toString());
    return bytes.length;
  });
}

/** Every row of every table, as text. */
export async function rowsOf({ database }: AuthUnderTest): Promise<readonly string[]> {
  const tables = await database.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  return database.rowsOf(...tables.map(({ name }) => name));
}

/** Every record of every topic, as text. */
export async function recordsOf({ topics }: AuthUnderTest): Promise<readonly string[]> {
  const records = new TopicRecords(topics);
  const found = (await Promise.all(streams.map((stream) => records.of(stream)))).flat();
  return found.map(({ message }) =>
    JSON.stringify([textOf(message.key), textOf(message.value), headersOf(message.headers)]),
  );
}

function textOf(bytes: Buffer | null): string {
  return bytes?.toString('utf8') ?? '';
}

function headersOf(headers: Readonly<Record<string, unknown>> | undefined): string[] {
  return Object.values(headers ?? {}).map((value) => (Buffer.isBuffer(value) ? value.toString('utf8') : String(value)));
}
