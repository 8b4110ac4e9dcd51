import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { API_VERSION } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { Child } from '@paygate/testing';
import { eventually, inParallel } from '@paygate/testing';
import { Redis } from 'ioredis';
import { WebhooksUnderTest } from '../webhooks-under-test.js';
import { cpuPerDelivery, cpuSoFar } from './cpu.js';
import { LoadReceiver } from './load-receiver.js';

/* What a delivery costs when events trickle in, beside a backlog. TRICKLE_EVENTS=10000 makes a run whose figures mean something. */

const EVENTS = Number(process.env['TRICKLE_EVENTS'] ?? 500);
const PER_SECOND = 450;
const ENDPOINTS = 100;
const BATCH = 500;
const PATIENCE_MS = 300_000;
jest.setTimeout(2 * PATIENCE_MS);

let receiver: LoadReceiver;
let service: WebhooksUnderTest;
let child: Child;
let redis: Redis;
const merchants = Array.from({ length: ENDPOINTS }, () => newId('merchant'));

beforeAll(async () => {
  receiver = await LoadReceiver.start();
  service = await WebhooksUnderTest.start({ WEBHOOK_ALLOWED_ADDRESSES: receiver.address });
  child = await service.startProcess();
  // each merchant with a payment has made a call, which pins its version
  await service.database.query(
    `INSERT INTO merchant_version (merchant_id, api_version) SELECT id, $2 FROM unnest($1::text[]) AS id`,
    [merchants, API_VERSION],
  );
  redis = new Redis(process.env['TEST_REDIS_URL'] ?? '');
  await inParallel(merchants, (merchantId) => service.register({ merchantId, url: receiver.url(`/${merchantId}`) }));
});
afterAll(async () => {
  child.kill('SIGKILL');
  await child.ended;
  redis.disconnect();
  await service.stop();
  receiver.stop();
});

const changes = (count: number) =>
  Array.from({ length: count }, (_, n) => service.change({ merchantId: merchants[n % ENDPOINTS] ?? '' }));
const settled = async (states: readonly string[], count: number) => {
  await eventually(
    async () => {
      const [row] = await service.database.query<{ count: string }>(
        'SELECT count(*) FROM webhook_delivery WHERE state = ANY ($1)',
        [states],
      );
      return Number(row?.count) === count;
    },
    { timeoutMs: PATIENCE_MS, intervalMs: 100 },
  );
};

/** Commits of the database, and commands of Redis, so far. */
async function counts() {
  // a backend reports what it has counted when it is idle for a second
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const [row] = await service.database.query<{ commits: string }>(
    'SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  const [, commands] = /total_commands_processed:([0-9]+)/.exec(await redis.info('stats')) ?? [];
  return {
    commits: Number(row?.commits),
    commands: Number(commands),
    cpu: await cpuSoFar(child.pid, service.database),
  };
}

async function measured(what: string, work: () => Promise<void>): Promise<number> {
  const before = await counts();
  await work();
  const after = await counts();
  const each = (part: 'commits' | 'commands') => (after[part] - before[part]) / EVENTS;
  console.log(
    `${what}: ${each('commits').toFixed(2)} commits and ${each('commands').toFixed(2)} commands of Redis, ` +
      cpuPerDelivery(before.cpu, after.cpu, EVENTS),
  );
  return each('commits');
}

test('a trickle and a backlog', async () => {
  const trickle = await measured(`${PER_SECOND} events a second`, async () => {
    const began = performance.now();
    // several at once, so that a slow answer of Kafka does not slow the trickle down
    await inParallel(changes(EVENTS).entries(), async ([n, change]) => {
      const earlyMs = began + (n * 1_000) / PER_SECOND - performance.now();
      if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
      await service.completed(change);
    });
    await settled(['delivered'], EVENTS);
  });
  const set = (state: string) => service.database.query('UPDATE webhook_endpoint SET state = $1', [state]);
  await set('paused');
  const backlog = changes(EVENTS);
  const ingestion = await measured('ingestion of a backlog', async () => {
    for (let from = 0; from < EVENTS; from += BATCH) await service.completed(...backlog.slice(from, from + BATCH));
    await settled(['pending'], EVENTS);
  });
  await measured('draining it', async () => {
    await set('enabled');
    await settled(['delivered'], 2 * EVENTS);
  });
  expect(ingestion).toBeLessThan(trickle);
});
