import { randomBytes } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Redis } from 'ioredis';
import type { KafkaMessage } from 'kafkajs';
import { Kafka, logLevel } from 'kafkajs';
import pg from 'pg';
import type { Piece } from './search.js';

/** Topics of suites that run beside the stack on its engines, as their databases begin with `test_`. */
const OF_SUITES = /^t[0-9a-f]{10}\./;

/** The places where a stack stores data. */
export interface Stores {
  /** The folder of the logs of every process, engines included. */
  readonly logs: string;
  /** The server of every service's database, as a role that may read all of them. */
  readonly postgres: string;
  readonly redis: string;
  readonly kafka: readonly string[];
  /** The processes of services, by name, and the addresses of their probes. */
  readonly services: readonly { readonly name: string; readonly healthUrl: string }[];
  /** The spans that were received, as text. */
  readonly traces: () => readonly string[];
}

/** All data that a stack has stored. */
export async function* everythingWritten(stores: Stores): AsyncGenerator<Piece> {
  const { logs, postgres, redis, kafka, services, traces } = stores;
  yield* logLines(logs);
  yield* tableRows(postgres);
  yield* topicRecords(kafka);
  yield* redisValues(redis);
  yield* metricsOf(services);
  for (const text of traces()) yield { store: 'trace', place: 'spans', text };
}

async function* metricsOf(services: Stores['services']): AsyncGenerator<Piece> {
  for (const { name, healthUrl } of services) {
    const answer = await fetch(new URL('/metrics', healthUrl));
    yield { store: 'metric', place: name, text: await answer.text() };
  }
}

async function* logLines(folder: string): AsyncGenerator<Piece> {
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const text of lines) yield { store: 'log', place: file.name, text };
  }
}

/** Not those that suites beside this one make and drop. The simulator's database is not Paygate's: it stands for the operators' books and for the phones that show codes. */
async function* tableRows(server: string): AsyncGenerator<Piece> {
  const databases = await rowsOf<{ name: string }>(
    server,
    `SELECT datname AS name FROM pg_database WHERE NOT datistemplate AND datname <> 'paygate_rail_simulator' AND datname !~ '^(test|platform)_'`,
  );
  for (const { name } of databases) {
    const url = new URL(server);
    url.pathname = `/${name}`;
    const tables = await rowsOf<{ name: string }>(
      url.href,
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    for (const { name: table } of tables) {
      const rows = await rowsOf<{ row: string }>(url.href, `SELECT t::text AS row FROM ${table} AS t`);
      for (const { row } of rows) yield { store: 'table', place: `${name}.${table}`, text: row };
    }
  }
}

async function rowsOf<Row extends object>(url: string, query: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

async function* topicRecords(brokers: readonly string[]): AsyncGenerator<Piece> {
  const kafka = new Kafka({ brokers: [...brokers], clientId: 'canary', logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => !topic.startsWith('__') && !OF_SUITES.test(topic));
  const ends = new Map<string, bigint>();
  for (const topic of topics) {
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
      if (BigInt(high) > BigInt(low)) ends.set(`${topic}/${partition}`, BigInt(high));
    }
  }
  await admin.disconnect();
  const consumer = kafka.consumer({ groupId: `canary.${randomBytes(4).toString('hex')}`, maxWaitTimeInMs: 200 });
  const pieces: Piece[] = [];
  const all = Promise.withResolvers<undefined>();
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachBatch: ({ batch }) => {
      const { topic, partition, messages } = batch;
      for (const message of messages) pieces.push({ store: 'topic', place: topic, text: textOf(message) });
      const end = ends.get(`${topic}/${partition}`);
      if (end !== undefined && BigInt(batch.lastOffset()) + 1n >= end) ends.delete(`${topic}/${partition}`);
      if (ends.size === 0) all.resolve(undefined);
      return Promise.resolve();
    },
  });
  await all.promise;
  await consumer.disconnect();
  yield* pieces;
}

function textOf({ key, headers, value }: KafkaMessage): string {
  const parts = Object.entries(headers ?? {}).flatMap(([name, held]) => [
    name,
    ...(held === undefined ? [] : [held].flat().map((one) => one.toString())),
  ]);
  return [key?.toString() ?? '', ...parts, value?.toString() ?? ''].join(' ');
}

async function* redisValues(url: string): AsyncGenerator<Piece> {
  const redis = new Redis(url);
  try {
    for await (const keys of redis.scanStream({ count: 500 }) as AsyncIterable<string[]>) {
      for (const key of keys) {
        yield { store: 'redis', place: key, text: `${key} ${JSON.stringify(await valueOf(redis, key))}` };
      }
    }
  } finally {
    redis.disconnect();
  }
}

async function valueOf(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      return undefined; // gone meanwhile
  }
}
