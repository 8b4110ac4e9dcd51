import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Mode } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { MerchantsServer } from './merchants-server.js';
import { WebhooksUnderTest } from './webhooks-under-test.js';

/* Endpoints that hang delay nobody. */

const SETUP_MS = 60_000;
const HANGING = 100;
const SLOTS = 64;
const SLICE_MS = 1_000;
/** The time that a busy machine may add. */
const SLACK_MS = 2_000;
/** Nothing listens there. */
const NO_REDIS = 'redis://127.0.0.1:1';

let service: WebhooksUnderTest;
let merchants: MerchantsServer;

beforeEach(async () => {
  merchants = await MerchantsServer.start();
}, SETUP_MS);
afterEach(async () => {
  merchants.stop();
  await service.stop();
}, SETUP_MS);

async function start(env: Readonly<Record<string, string>>, instances: number): Promise<void> {
  service = await WebhooksUnderTest.start({ WEBHOOK_ALLOWED_ADDRESSES: merchants.address, ...env });
  for (let n = 0; n < instances; n += 1) await service.startInstance();
}

/** Endpoints that never answer, of several merchants in both modes, each with events to deliver. */
async function hang(): Promise<void> {
  const changes = [];
  for (let account = 0; account < HANGING / 10; account += 1) {
    const merchantId = newId('merchant');
    const mode: Mode = account % 2 === 0 ? 'test' : 'live';
    for (let n = 0; n < 10; n += 1) {
      const path = `/hang/${newId('request')}`;
      merchants.on(path, () => undefined);
      await service.endpointWith({ merchantId, mode, url: merchants.url(path) });
    }
    changes.push(...Array.from({ length: 20 }, () => service.change({ merchantId, mode })));
  }
  await service.completed(...changes);
  await eventually(() => merchants.posts.length >= HANGING / 2, { timeoutMs: 30_000 });
}

describe.each<[string, Readonly<Record<string, string>>, number]>([
  ['with Redis', {}, 1],
  ['with Redis and two instances', {}, 2],
  ['without Redis', { REDIS_URL: NO_REDIS }, 1],
  ['without Redis and two instances', { REDIS_URL: NO_REDIS }, 2],
])('%s', (_, env, instances) => {
  test(
    'a healthy endpoint waits a bounded number of turns while a hundred hang, each time anew',
    async () => {
      await start(env, instances);
      const { endpointId } = await service.endpointWith({ url: merchants.url('/healthy') });
      await hang();
      const turns = Math.ceil((HANGING + 1) / SLOTS) + 1;
      for (let round = 0; round < 5; round += 1) {
        const published = performance.now();
        const eventId = await service.completed(service.change());
        const post = await eventually(() => merchants.at('/healthy').find((one) => one.eventId === eventId), {
          timeoutMs: 20_000,
        });
        // without Redis the search for due endpoints comes first
        expect(post.atMs - published).toBeLessThan(turns * SLICE_MS + SLACK_MS);
      }
      await eventually(async () => {
        const rows = await service.database.query(
          `SELECT FROM webhook_delivery WHERE endpoint_id = $1 AND state <> 'delivered'`,
          [endpointId],
        );
        return rows.length === 0;
      });
    },
    3 * SETUP_MS,
  );
});
