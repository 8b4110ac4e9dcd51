import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import {
  getWebhookDelivery,
  getWebhookEndpoint,
  recoverWebhookEndpoint,
  updateWebhookEndpoint,
} from '@paygate/contracts';
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
});
afterAll(async () => {
  await service.stop();
  merchants.stop();
});

const endpoint = (behaviour: Behaviour, changes: ShopChanges = {}) =>
  openShop({ service, merchants }, behaviour, changes);
type Shop = Awaited<ReturnType<typeof endpoint>>;

const dataOf = <Result>(reply: Reply<Result>): Result => {
  if (!reply.ok) throw new Error(reply.code);
  return reply.data;
};
const change = async ({ key }: Shop, changes: object) =>
  dataOf(await service.ask(updateWebhookEndpoint, { ...key, ...changes }));
const attempted = (shop: Shop, count: number) =>
  eventually(async () => (await shop.rows()).filter(({ attempts }) => attempts > 0).length === count);
const breakerOf = ({ endpointId }: Shop) =>
  service.database.query('SELECT breaker_until FROM webhook_endpoint WHERE endpoint_id = $1', [endpointId]);

describe('the answer of a URL that its endpoint has no more', () => {
  test.each<[string, Answer]>([
    ['410', { status: 410 }],
    ['500', { status: 500 }],
  ])('[7.14] %s says nothing about the new URL, where the delivery is made at once', async (_, late) => {
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

describe('what has been tried and waits for a day', () => {
  const waiting = async (count: number, changes: ShopChanges = {}) => {
    let isBack = false;
    const shop = await endpoint(() => ({ status: isBack ? 200 : 404 }), { retrySchedule: [DAY_SECONDS], ...changes });
    // so that no breaker keeps the later ones from being tried
    const eventIds: string[] = [];
    for (let n = 0; n < count; n += 1) {
      eventIds.push(...(await shop.emit(1)));
      await attempted(shop, n + 1);
      await shop.set('failures = 0, failing_since = NULL, breaker_until = NULL, failed_probes = 0');
    }
    return { shop, eventIds, back: () => (isBack = true) };
  };

  test('[7.4] is sent when the endpoint is enabled again', async () => {
    const { shop, back } = await waiting(3);
    await change(shop, { status: 'paused' });
    back();
    await change(shop, { status: 'enabled' });
    await shop.delivered(3);
  });

  test('[7.14] is sent when the endpoint has another URL', async () => {
    const { shop } = await waiting(3);
    const path = `/${newId('request')}`;
    await change(shop, { url: merchants.url(path) });
    await shop.delivered(3);
    expect(merchants.at(path)).toHaveLength(3);
  });

  test('is sent in its order to an endpoint that becomes ordered', async () => {
    const { shop, eventIds, back } = await waiting(3);
    back();
    await change(shop, { ordered: true });
    await shop.delivered(3);
    expect(shop.posts().slice(3)).toEqual(eventIds);
  });

  test('[7.14] is sent by a recovery of its range', async () => {
    const { shop, back } = await waiting(3);
    back();
    const range = { from: new Date(Date.now() - SETUP_MS).toISOString(), dryRun: false, includeDelivered: false };
    dataOf(await service.ask(recoverWebhookEndpoint, { ...shop.key, recoveryId: newId('webhookRecovery'), ...range }));
    await shop.delivered(3);
  });

  test(
    '[7.4] is made due, a hundred thousand deliveries of it, after the change is answered',
    async () => {
      const shop = await endpoint(() => OK);
      const most = 100_000;
      await shop.set(`state = 'paused'`);
      await service.database.query(
        `INSERT INTO webhook_delivery (endpoint_id, event_id, attempts, next_at)
        SELECT $1, webhook_least_event_id(clock_timestamp()) || lpad(n::text, 16, '0'), 1, clock_timestamp() + interval '1 day'
        FROM generate_series(1, $2::int) AS n`,
        [shop.endpointId, most],
      );
      // without bodies nothing is claimed, so that the due times stay
      await change(shop, { status: 'enabled' });
      const later = async () => {
        const [row] = await service.database.query<{ later: number }>(
          'SELECT count(*)::int AS later FROM webhook_delivery WHERE endpoint_id = $1 AND next_at > clock_timestamp()',
          [shop.endpointId],
        );
        return row?.later;
      };
      await eventually(async () => (await later()) === 0, { timeoutMs: SETUP_MS });
      const [{ inOrder } = { inOrder: false }] = await service.database.query<{ inOrder: boolean }>(
        `SELECT array_agg(event_id ORDER BY next_at) = array_agg(event_id ORDER BY created_at, event_id) AS "inOrder"
        FROM webhook_delivery WHERE endpoint_id = $1`,
        [shop.endpointId],
      );
      expect(inOrder).toBe(true);
      await service.database.query('DELETE FROM webhook_delivery WHERE endpoint_id = $1', [shop.endpointId]);
    },
    2 * SETUP_MS,
  );
});

test('[7.9] an open circuit is shown by the endpoint and by the deliveries that it holds back, until a change closes it', async () => {
  const shop = await endpoint(() => ({ status: 500 }), { retrySchedule: [60] });
  await shop.emit(5);
  const read = async () => dataOf(await service.ask(getWebhookEndpoint, shop.key));
  const opened = await eventually(async () => {
    const { circuit } = await read();
    return circuit.state === 'open' && circuit;
  });
  const until = Date.parse(opened.until ?? '');
  expect(until).toBeGreaterThan(Date.now());
  await service.database.query(
    `UPDATE webhook_delivery SET next_at = clock_timestamp() - interval '1 hour' WHERE endpoint_id = $1`,
    [shop.endpointId],
  );
  const nextOf = async () => {
    const [row] = await shop.rows();
    const found = await service.ask(getWebhookDelivery, { ...shop.key, deliveryId: row?.delivery_id ?? '' });
    return dataOf(found).nextAttemptAt;
  };
  expect(Date.parse((await nextOf()) ?? '')).toBe(until);
  const path = `/${newId('request')}`;
  merchants.on(path, () => undefined);
  expect((await change(shop, { url: merchants.url(path) })).circuit).toEqual({
    state: 'closed',
    until: null,
  });
  expect(Date.parse((await nextOf()) ?? '')).toBeLessThan(until);
});
