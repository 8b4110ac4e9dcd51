import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MerchantActed } from '@paygate/contracts';
import { eventStreams, recoverWebhookEndpoint, redeliverWebhook, updateWebhookEndpoint } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import type { Behaviour } from './merchants-server.js';
import { MerchantsServer } from './merchants-server.js';
import type { ShopChanges } from './shop.js';
import { openShop } from './shop.js';
import { WebhooksUnderTest } from './webhooks-under-test.js';

/* Breakers, endpoints that are disabled and enabled again, and ordered endpoints. Times are divided by 20. */

const SETUP_MS = 60_000;
const COMPRESSION = 20;
const FIRST_PAUSE_MS = 30_000 / COMPRESSION;

let service: WebhooksUnderTest;
let merchants: MerchantsServer;
let acts: EventCollector;

beforeAll(async () => {
  merchants = await MerchantsServer.start();
  service = await WebhooksUnderTest.start({
    WEBHOOK_ALLOWED_ADDRESSES: merchants.address,
    WEBHOOK_RETRY_COMPRESSION: String(COMPRESSION),
  });
  await service.startInstance();
  acts = await eventCollector(service.topicPrefix, eventStreams.webhooksAudit);
});
afterAll(async () => {
  await acts.stop();
  await service.stop();
  merchants.stop();
});

const endpoint = (behaviour: Behaviour, changes: ShopChanges = {}) =>
  openShop({ service, merchants }, behaviour, changes);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
interface Notice {
  readonly type: string;
  readonly data: { readonly webhookEndpoint: { readonly id: string; readonly reason: string } };
}
/** Notices that the endpoint at a path has received. */
const noticesAt = (path: string): readonly Notice[] =>
  merchants
    .at(path)
    .map(({ body }) => JSON.parse(body) as Notice)
    .filter(({ type }) => type.startsWith('endpoint.'));

/** The acts of the service on an endpoint, which auth records, and of which it notifies members. */
const actsOf = (subject: string) =>
  acts.events.map(({ payload }) => payload as MerchantActed).filter((act) => act.subject === subject);

describe('the breaker of an endpoint', () => {
  test('[7.14] opens after five failures: then one delivery at a time is a probe, the others use no attempts, and a success lets all through', async () => {
    let isBack = false;
    const shop = await endpoint(() => ({ status: isBack ? 200 : 500 }));
    await shop.emit(40);
    const open = () =>
      service.database.query('SELECT FROM webhook_endpoint WHERE endpoint_id = $1 AND breaker_until IS NOT NULL', [
        shop.endpointId,
      ]);
    await eventually(async () => (await open()).length === 1);
    await pause(500);
    const before = merchants.at(shop.path).length;
    expect(before).toBeGreaterThanOrEqual(5);
    expect(before).toBeLessThan(5 + 32);
    await pause(3 * FIRST_PAUSE_MS + 500);
    // after one pause and twice its length
    expect(merchants.at(shop.path).length - before).toBe(2);
    expect((await shop.rows()).filter(({ attempts }) => attempts === 0).length).toBeGreaterThan(0);
    isBack = true;
    await shop.delivered(40);
    await eventually(async () => (await shop.read())?.failures === 0);
  });
});

describe('an endpoint', () => {
  test('[7.14] that has a new URL is tried at once, and what has waited is sent', async () => {
    const shop = await endpoint(() => ({ status: 500 }));
    await shop.set(`failures = 40, failing_since = clock_timestamp(), failed_probes = 5,
      breaker_until = clock_timestamp() + interval '15 minutes'`);
    await shop.emit(3);
    await eventually(async () => (await shop.rows()).length === 3);
    const key = { merchantId: shop.merchantId, mode: 'test', endpointId: shop.endpointId } as const;
    const description = await service.ask(updateWebhookEndpoint, { ...key, description: 'still broken' });
    expect([description.ok, (await shop.read())?.failures]).toEqual([true, 40]);
    const path = `/${newId('request')}`;
    expect(await service.ask(updateWebhookEndpoint, { ...key, url: merchants.url(path) })).toMatchObject({ ok: true });
    await shop.delivered(3);
    expect([merchants.at(path).length, merchants.at(shop.path).length]).toEqual([3, 0]);
    await eventually(async () => (await shop.read())?.failures === 0);
  });

  test('that has failed for five days is disabled although its URL was changed, and changed back', async () => {
    const shop = await endpoint(() => ({ status: 500 }));
    await shop.set(`failures = 9, failing_since = clock_timestamp() - interval '5 days', failed_probes = 3,
      breaker_until = clock_timestamp() + interval '15 minutes'`);
    const key = { merchantId: shop.merchantId, mode: 'test', endpointId: shop.endpointId } as const;
    for (const path of ['/elsewhere', shop.path])
      expect(await service.ask(updateWebhookEndpoint, { ...key, url: merchants.url(path) })).toMatchObject({
        ok: true,
      });
    await shop.emit(1);
    await eventually(async () => (await shop.read())?.state === 'disabled');
    expect(await shop.read()).toMatchObject({ disabled_reason: 'failing' });
  });

  test('that is paused receives nothing, and everything once it is enabled again', async () => {
    const shop = await endpoint(() => ({ status: 200 }));
    await shop.set(`state = 'paused'`);
    await shop.emit(50);
    await eventually(async () => (await shop.rows()).length === 50);
    await pause(2_500);
    expect(merchants.at(shop.path)).toEqual([]);
    await shop.set(`state = 'enabled'`);
    await shop.delivered(50);
    expect(new Set(merchants.at(shop.path).map(({ eventId }) => eventId)).size).toBe(50);
  });

  test('[7.16] that fails for five days is disabled, its deliveries are parked, and its merchant’s other endpoints are notified', async () => {
    const failing = await endpoint(() => ({ status: 500 }));
    const other = await endpoint(() => ({ status: 200 }), { merchantId: failing.merchantId });
    await failing.set(`failures = 9, failing_since = clock_timestamp() - interval '5 days'`);
    await failing.emit(1);
    await eventually(async () => (await failing.read())?.state === 'disabled');
    expect(await failing.read()).toMatchObject({ disabled_reason: 'failing' });
    await eventually(() => noticesAt(other.path).length > 0);
    expect(noticesAt(other.path)).toMatchObject([
      { type: 'endpoint.disabled', data: { webhookEndpoint: { id: failing.endpointId, reason: 'failing' } } },
    ]);
    await eventually(() => actsOf(failing.endpointId).length > 0);
    expect(actsOf(failing.endpointId)).toMatchObject([{ action: 'webhook_endpoint.disabled', actor: 'webhooks' }]);
    const attempts = merchants.at(failing.path).length;
    await failing.emit(3);
    await pause(2_500);
    expect(merchants.at(failing.path)).toHaveLength(attempts);
    merchants.on(failing.path, () => ({ status: 200 }));
    await failing.set(
      `state = 'enabled', disabled_reason = NULL, failures = 0, failing_since = NULL, breaker_until = NULL`,
    );
    await failing.delivered(4);
    expect(noticesAt(failing.path)).toEqual([]);
  });

  test('[7.15] that fails for three days has its merchant warned once', async () => {
    const failing = await endpoint(() => ({ status: 500 }));
    const other = await endpoint(() => ({ status: 200 }), { merchantId: failing.merchantId });
    await failing.set(`failures = 9, failing_since = clock_timestamp() - interval '3 days'`);
    await failing.emit(3);
    await eventually(() => noticesAt(other.path).length > 0);
    await eventually(() => merchants.at(failing.path).length > 4);
    expect(noticesAt(other.path)).toMatchObject([
      { type: 'endpoint.failing', data: { webhookEndpoint: { id: failing.endpointId, reason: 'no_success' } } },
    ]);
    await eventually(() => actsOf(failing.endpointId).length > 0);
    expect(actsOf(failing.endpointId)).toMatchObject([{ action: 'webhook_endpoint.failing', actor: 'webhooks' }]);
    expect(await failing.read()).toMatchObject({ state: 'enabled' });
  });

  test('[7.16] that answers 410 is disabled at once, and its merchant’s other endpoints are notified', async () => {
    const gone = await endpoint(() => ({ status: 410 }));
    const other = await endpoint(() => ({ status: 200 }), { merchantId: gone.merchantId });
    await gone.emit(1);
    await eventually(async () => (await gone.read())?.state === 'disabled');
    expect(await gone.read()).toMatchObject({ disabled_reason: 'gone' });
    await eventually(() => noticesAt(other.path).length > 0);
    expect(noticesAt(other.path)).toMatchObject([
      { type: 'endpoint.disabled', data: { webhookEndpoint: { reason: 'gone' } } },
    ]);
  });

  test('[7.15] whose name has a private address for a while loses no delivery, and its merchant is notified once', async () => {
    const moved = await endpoint(() => ({ status: 200 }), { url: 'http://localhost:1/hooks' });
    const other = await endpoint(() => ({ status: 200 }), { merchantId: moved.merchantId });
    await moved.emit(4);
    await eventually(() => noticesAt(other.path).length > 0);
    await eventually(async () => (await moved.rows()).some(({ attempts }) => attempts > 1));
    await moved.set(`url = '${merchants.url(moved.path)}'`);
    await moved.delivered(4);
    expect(noticesAt(other.path)).toMatchObject([
      { type: 'endpoint.failing', data: { webhookEndpoint: { reason: 'address_not_allowed' } } },
    ]);
  });
});

describe('an ordered endpoint', () => {
  test('[7.19] receives its events one at a time in their order, and none before those that failed are delivered', async () => {
    let underWay = 0;
    let most = 0;
    const shop = await endpoint(
      async (index) => {
        most = Math.max(most, (underWay += 1));
        await new Promise((resolve) => setTimeout(resolve, 5));
        underWay -= 1;
        return { status: index % 4 === 2 ? 500 : 200 };
      },
      { ordered: true },
    );
    const eventIds = await shop.emit(12);
    await shop.delivered(12);
    const posts = merchants.at(shop.path).map(({ eventId }) => eventId);
    expect(posts.length).toBeGreaterThan(12);
    expect([...new Set(posts)]).toEqual(eventIds);
    // an event is sent again before any later one is
    expect(posts).toEqual(posts.toSorted());
    expect(most).toBe(1);
  });

  test('goes on with the next event when one has failed for good', async () => {
    const shop = await endpoint((index) => ({ status: index < 3 ? 500 : 200 }), { ordered: true });
    await shop.set(`retry_schedule = '{1}'`);
    const [first, second] = await shop.emit(2);
    await shop.delivered(1);
    expect(merchants.at(shop.path).map(({ eventId }) => eventId)).toEqual([first, first, second]);
    expect((await shop.rows()).map(({ state }) => state)).toEqual(['failed', 'delivered']);
  });
});

/** An endpoint whose first event has failed for good while two more wait. */
async function behindFailed() {
  const shop = await endpoint(() => ({ status: 200 }), { ordered: true });
  await shop.set(`state = 'paused'`);
  const eventIds = await shop.emit(3);
  await eventually(async () => (await shop.rows()).length === 3);
  await service.database.query(
    `UPDATE webhook_delivery SET state = 'failed', attempts = 1 WHERE endpoint_id = $1 AND event_id = $2`,
    [shop.endpointId, eventIds[0]],
  );
  return { shop, eventIds };
}

/** An endpoint that accepts, and was on hold before two events came. */
async function onHold(changes: ShopChanges) {
  const shop = await endpoint(() => ({ status: 200 }), changes);
  await shop.set(`failures = 40, failing_since = clock_timestamp(), failed_probes = 5,
    breaker_until = clock_timestamp() + interval '15 minutes'`);
  const [first = '', second = ''] = await shop.emit(2);
  await eventually(async () => (await shop.rows()).length === 2);
  const { merchantId, mode } = shop.key;
  const redeliver = async (eventId: string) => {
    const [row] = await service.database.query<{ delivery_id: string }>(
      'SELECT delivery_id FROM webhook_delivery WHERE endpoint_id = $1 AND event_id = $2',
      [shop.endpointId, eventId],
    );
    return service.ask(redeliverWebhook, { merchantId, mode, deliveryId: row?.delivery_id ?? '' });
  };
  return { shop, first, second, redeliver };
}

test('[7.10] what is sent again while its endpoint is on hold is posted at once, before all that waits', async () => {
  const { shop, first, second, redeliver } = await onHold({});
  expect(shop.posts()).toEqual([]);
  expect(await redeliver(second)).toMatchObject({ ok: true });
  await shop.delivered(2);
  expect(shop.posts()).toEqual([second, first]);
});

test('[7.10] at an ordered endpoint on hold it keeps its place, and the hold stays', async () => {
  const { shop, second, redeliver } = await onHold({ ordered: true });
  expect(await redeliver(second)).toMatchObject({ ok: true });
  const [row] = await service.database.query<{ held: boolean }>(
    'SELECT breaker_until > clock_timestamp() AS held FROM webhook_endpoint WHERE endpoint_id = $1',
    [shop.endpointId],
  );
  expect([row?.held, shop.posts()]).toEqual([true, []]);
});

test('[7.19] an event that is redelivered comes before those after it', async () => {
  const { shop, eventIds } = await behindFailed();
  const [first] = await shop.rows();
  const { merchantId, mode } = shop.key;
  await service.ask(redeliverWebhook, { merchantId, mode, deliveryId: first?.delivery_id ?? '' });
  await shop.set(`state = 'enabled'`);
  await shop.delivered(3);
  expect(shop.posts()).toEqual(eventIds);
});

test('[7.19] an event that is recovered comes before those after it', async () => {
  const { shop, eventIds } = await behindFailed();
  const range = { from: new Date(Date.now() - SETUP_MS).toISOString(), dryRun: false, includeDelivered: false };
  await service.ask(recoverWebhookEndpoint, { ...shop.key, recoveryId: newId('webhookRecovery'), ...range });
  await eventually(async () => (await shop.rows()).every(({ state }) => state === 'pending'));
  await shop.set(`state = 'enabled'`);
  await shop.delivered(3);
  expect(shop.posts()).toEqual(eventIds);
});
