import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { OwnStack } from '../stack/own-stack.js';
import type { Length } from './bench-stack.js';
import { pay, withPayments } from './payments.js';
import type { Figure } from './report.js';
import { atMost } from './report.js';

/** Bytes of live rows of a paid intent, without indexes. */
const TABLES_GOAL_BYTES = 12_000;
const PAID: Readonly<Record<Length, number>> = { full: 2_000, smoke: 10 };
const ROUND_MS: Readonly<Record<Length, number>> = { full: 20_000, smoke: 2_000 };
const MOST_ROUNDS = 60;
const PAYERS = 16;
/** Published rows of outboxes are removed with the next batch, and deliveries end. */
const AFTERMATH_MS = 3_000;
const RAIL_SIMULATOR = 'paygate_rail_simulator';

/** 1 kB in 5 keys. */
const METADATA = Object.fromEntries(
  ['orderId', 'cart', 'customer', 'channel', 'note'].map((key) => [key, `${key}-`.repeat(40).slice(0, 190)]),
);

/** The bytes that a paid intent leaves in tables (live rows) and in Kafka (segments of topics). */
export function bytesBench(stack: OwnStack, length: Length): Promise<readonly Figure[]> {
  return withPayments(stack, async (load) => {
    const [tablesBefore, kafkaBefore] = [await tableBytes(stack), kafkaBytes(stack)];
    let [paid, created, failures] = [0, 0, 0];
    for (let round = 0; paid < PAID[length] && round < MOST_ROUNDS; round += 1) {
      const pace = { kind: 'closed-loop', durationMs: ROUND_MS[length] } as const;
      const { result } = await pay(stack, load, { payers: PAYERS, pace, metadata: METADATA });
      paid += result.payments;
      created += result.created;
      failures += result.failures;
    }
    await delay(AFTERMATH_MS);
    const note = `${paid} paid, ${created} created`;
    const [tables, kafka] = [(await tableBytes(stack)) - tablesBefore, kafkaBytes(stack) - kafkaBefore];
    return [
      atMost(TABLES_GOAL_BYTES, {
        what: 'paid intent, live rows of tables',
        unit: 'bytes',
        value: tables / paid,
        note,
      }),
      { what: 'paid intent, Kafka', unit: 'bytes', value: kafka / paid, note },
      atMost(0, { what: 'payments of `bytes` that failed', unit: 'errors', value: failures }),
    ];
  });
}

/** The bytes of all live rows in the databases of the services. The rail simulator stands for an operator and is left out. */
async function tableBytes({ facts }: OwnStack): Promise<number> {
  const names = await inDatabase(facts.postgres, 'postgres', async (client) => {
    const text = `SELECT datname AS name FROM pg_database WHERE datname LIKE 'paygate\\_%' AND datname <> $1`;
    return (await client.query<{ name: string }>(text, [RAIL_SIMULATOR])).rows.map(({ name }) => name);
  });
  let total = 0;
  for (const name of names) total += await inDatabase(facts.postgres, name, rowBytes);
  return total;
}

async function rowBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ counted: string }>(
    `SELECT format('SELECT coalesce(sum(pg_column_size(t.*)), 0)::float8 AS bytes FROM ONLY %I.%I AS t', schemaname, tablename) AS counted
       FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  let total = 0;
  for (const { counted } of rows) total += (await client.query<{ bytes: number }>(counted)).rows[0]?.bytes ?? 0;
  return total;
}

async function inDatabase<Result>(
  server: string,
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const url = new URL(server);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The segments of topics; Kafka's own topics are left out. */
function kafkaBytes({ root }: OwnStack): number {
  const data = join(root, 'data', 'kafka');
  const partitions = readdirSync(data, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('__'),
  );
  const segments = partitions.flatMap(({ name }) =>
    readdirSync(join(data, name))
      .filter((file) => file.endsWith('.log'))
      .map((file) => statSync(join(data, name, file)).size),
  );
  return segments.reduce((sum, size) => sum + size, 0);
}
