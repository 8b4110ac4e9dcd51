import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Mode } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { MerchantsServer } from '../merchants-server.js';
import { WebhooksUnderTest } from '../webhooks-under-test.js';

const PATIENCE_MS = 60_000;
/** More than there are slots. */
const HANGING = 100;
const ROUNDS = 5;
/** Nothing listens there. */
const NO_REDIS = 'redis://127.0.0.1:1';

let service: WebhooksUnderTest;
let merchants: MerchantsServer;

beforeEach(async () => {
  merchants = await MerchantsServer.start();
});
afterEach(async () => {
  merchants.stop();
  await service.stop();
});

async function start(env: Readonly<Record<string, string>>, instances: number): Promise<void> {
  service = await WebhooksUnderTest.start({ WEBHOOK_ALLOWED_ADDRESSES: merchants.address, ...env });
  for (let n = 0; n < instances; n += 1) await service.startInstance();
  service.withoutTimeout();
}

/** Endpoints that never answer, of several merchants in both modes, each with more events to deliver than it may have POSTs open. */
async function hang(): Promise<void> {
  const paths: string[] = [];
  const changes = [];
  for (let account = 0; account < HANGING / 10; account += 1) {
    const merchantId = newId('merchant');
    const mode: Mode = account % 2 === 0 ? 'test' : 'live';
    for (let n = 0; n < 10; n += 1) {
      const path = `/hang/${newId('request')}`;
      paths.push(path);
      merchants.on(path, () => undefined);
      await service.endpointWith({ merchantId, mode, url: merchants.url(path) });
    }
    changes.push(...Array.from({ length: 20 }, () => service.change({ merchantId, mode })));
  }
  await service.completed(...changes);
  await eventually(() => paths.filter((path) => merchants.at(path).length > 0).length >= HANGING / 2, {
    timeoutMs: PATIENCE_MS,
  });
}

describe.each<[string, Readonly<Record<string, string>>, number]>([
  ['with Redis', {}, 1],
  ['with Redis and two instances', {}, 2],
  ['without Redis', { REDIS_URL: NO_REDIS }, 1],
  ['without Redis and two instances', { REDIS_URL: NO_REDIS }, 2],
])('%s', (_, env, instances) => {
  test(
    '[7.18] a healthy endpoint has each of its events while a hundred hang and none of their POSTs is released',
    async () => {
      await start(env, instances);
      const { endpointId } = await service.endpointWith({ url: merchants.url('/healthy') });
      await hang();
      for (let round = 0; round < ROUNDS; round += 1) {
        const eventId = await service.completed(service.change());
        await eventually(() => merchants.at('/healthy').some((one) => one.eventId === eventId), {
          timeoutMs: PATIENCE_MS,
        });
      }
      const recorded = () => service.database.query('SELECT endpoint_id FROM webhook_attempt');
      await eventually(async () => (await recorded()).length === ROUNDS, { timeoutMs: PATIENCE_MS });
      expect(await recorded()).toEqual(Array.from({ length: ROUNDS }, () => ({ endpoint_id: endpointId })));
    },
    5 * PATIENCE_MS,
  );
});
