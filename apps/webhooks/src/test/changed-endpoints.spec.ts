import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { updateWebhookEndpoint } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import type { Answer, Behaviour } from './merchants-server.js';
import { MerchantsServer } from './merchants-server.js';
import type { ShopChanges } from './shop.js';
import { openShop } from './shop.js';
import { WebhooksUnderTest } from './webhooks-under-test.js';

/* A change of an endpoint applies to what is under way and to what waits. Times are not compressed. */

const SETUP_MS = 60_000;
const DAY_SECONDS = 86_400;
const OK: Answer = { status: 200 };

let service: WebhooksUnderTest;
let merchants: MerchantsServer;

beforeAll(async () => {
  merchants = await MerchantsServer.start();
  service = await WebhooksUnderTest.start({
    WEBHOOK_ALLOWED_ADDRESSES: merchants.address,
    WEBHOOK_RETRY_COMPRESSION: '1',
  });
  await service.startInstance();
}, SETUP_MS);
afterAll(async () => {
  await service.stop();
  merchants.stop();
}, SETUP_MS);

const endpoint = (behaviour: Behaviour, changes: ShopChanges = {}) =>
  openShop({ service, merchants }, behaviour, changes);
type Shop = Awaited<ReturnType<typeof endpoint>>;

const dataOf = <Result>(reply: Reply<Result>): Result => {
  if (!reply.ok) throw new Error(reply.code);
  return reply.data;
};
const change = async ({ key }: Shop, changes: object) =>
  dataOf(await service.ask(updateWebhookEndpoint, { ...key, ...changes }));
const breakerOf = ({ endpointId }: Shop) =>
  service.database.query('SELECT breaker_until FROM webhook_endpoint WHERE endpoint_id = $1', [endpointId]);

describe('the answer of a URL that its endpoint has no more', () => {
  test.each<[string, Answer]>([
    ['410', { status: 410 }],
    ['500', { status: 500 }],
  ])('%s says nothing about the new URL, where the delivery is made at once', async (_, late) => {
    const held = Promise.withResolvers<Answer>();
    const shop = await endpoint(() => held.promise, { retrySchedule: [DAY_SECONDS] });
    await shop.emit(1);
    await eventually(() => shop.posts().length === 1);
    await shop.set('failures = 4, failing_since = clock_timestamp()');
    const next = Promise.withResolvers<Answer>();
    const path = `/${newId('request')}`;
    merchants.on(path, () => next.promise);
    await change(shop, { url: merchants.url(path) });
    held.resolve(late);
    await eventually(() => merchants.at(path).length === 1);
    expect(await shop.read()).toEqual({ state: 'enabled', disabled_reason: null, failures: 4 });
    expect(await breakerOf(shop)).toEqual([{ breaker_until: null }]);
    next.resolve(OK);
    await shop.delivered(1);
    await eventually(async () => (await shop.read())?.failures === 0);
  });

  test('200 does not close the breaker of the new one', async () => {
    const held = Promise.withResolvers<Answer>();
    const shop = await endpoint(() => held.promise);
    await shop.set('failures = 3, failing_since = clock_timestamp()');
    await shop.emit(1);
    await eventually(() => shop.posts().length === 1);
    const path = `/${newId('request')}`;
    merchants.on(path, () => OK);
    await change(shop, { url: merchants.url(path) });
    held.resolve(OK);
    await shop.delivered(1);
    await shop.emit(1);
    await shop.delivered(2);
    expect(merchants.at(path)).toHaveLength(1);
    await eventually(async () => (await shop.read())?.failures === 0);
  });
});
