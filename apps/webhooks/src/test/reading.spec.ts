import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { ListWebhookEventsCommand, Reply, WebhookDeliveryInfo } from '@paygate/contracts';
import {
  getWebhookDelivery,
  getWebhookEvent,
  listEndpointDeliveries,
  listEventDeliveries,
  listWebhookEvents,
  redeliverWebhook,
  updateWebhookEndpoint,
} from '@paygate/contracts';
import { newId, sha256Base64url } from '@paygate/platform';
import { eventually, withClient } from '@paygate/testing';
import { Registry } from 'prom-client';
import { WebhooksUnderTest } from './webhooks-under-test.js';

let service: WebhooksUnderTest;
let endpointId: string;

beforeAll(async () => {
  service = await WebhooksUnderTest.start();
  await service.startInstance();
  const { merchantId } = service;
  endpointId = dataOf(await service.register({ merchantId, mode: 'test' })).endpoint.endpointId;
});
afterAll(() => service.stop());
afterEach(() => {
  service.receiver.answer = () => 200;
});

const dataOf = <Answer>(reply: Reply<Answer>): Answer => {
  if (!reply.ok) throw new Error(reply.code);
  return reply.data;
};
const owner = () => ({ merchantId: service.merchantId, mode: 'test' as const });
const otherAccounts = () => [
  { merchantId: newId('merchant'), mode: 'test' as const },
  { merchantId: service.merchantId, mode: 'live' as const },
];
const list = (query: Partial<ListWebhookEventsCommand> = {}) =>
  service.ask(listWebhookEvents, { ...owner(), limit: 100, listId: newId('request'), ...query });
const idsOf = async (query: Partial<ListWebhookEventsCommand> = {}) =>
  dataOf(await list(query)).events.map(({ eventId }) => eventId);
const listed = async (...eventIds: string[]) =>
  eventually(async () => {
    const ids = await idsOf();
    return eventIds.every((id) => ids.includes(id));
  });
const deliveryOf = async (eventId: string): Promise<WebhookDeliveryInfo> => {
  const [delivery] = dataOf(await service.ask(listEventDeliveries, { ...owner(), eventId })).deliveries;
  if (delivery === undefined) throw new Error('no delivery');
  return delivery;
};
const settled = (eventId: string, status: string) =>
  eventually(async () => {
    const delivery = await deliveryOf(eventId);
    return delivery.status === status ? delivery : undefined;
  });

const heldBackSeconds = async (): Promise<number> => {
  const metric = service.part(Registry).getSingleMetric('paygate_webhook_events_held_back_seconds');
  return (await metric?.get())?.values[0]?.value ?? NaN;
};

describe('events', () => {
  test('[7.8] are read in the bytes of their deliveries', async () => {
    const eventId = await service.completed();
    await settled(eventId, 'delivered');
    const event = dataOf(await service.ask(getWebhookEvent, { ...owner(), eventId }));
    const arrival = service.receiver.arrivals.find(({ headers }) => headers['webhook-id'] === eventId);
    expect(event.body).toBe(arrival?.body);
    expect(event).toMatchObject({ eventId, type: 'payment.completed', mode: 'test', sequence: 1 });
    for (const account of otherAccounts()) {
      expect(await service.ask(getWebhookEvent, { ...account, eventId })).toEqual({
        ok: false,
        code: 'event_not_found',
      });
      expect(await list({ ...account, startingAfter: eventId })).toMatchObject({ ok: false, code: 'cursor_invalid' });
      expect(dataOf(await list(account)).events).toEqual([]);
    }
  });

  test('[7.7] are listed in pages in both directions, and by type, intent and time', async () => {
    const changes = Array.from({ length: 4 }, () => service.change());
    for (const change of changes) await service.completed(change);
    const ids = changes.map(({ eventId }) => eventId);
    await listed(...ids);
    const all = await idsOf();
    const [newest = '', second = '', third = ''] = all;
    expect(all.slice(0, 4).toSorted()).toEqual(ids.toSorted());
    expect(dataOf(await list({ limit: 2 }))).toMatchObject({ hasMore: true, nextCursor: second });
    expect(await idsOf({ limit: 2, startingAfter: second })).toEqual(all.slice(2, 4));
    expect(await idsOf({ endingBefore: third })).toEqual([newest, second]);
    const up = dataOf(await list({ endingBefore: all.at(-1) ?? '', limit: 2 }));
    expect(up.events.map(({ eventId }) => eventId)).toEqual(all.slice(-3, -1));
    expect(up).toMatchObject({ hasMore: true, nextCursor: all.at(-3) });
    expect(await idsOf({ type: 'payment.failed' })).toEqual([]);
    expect(await idsOf({ intentId: changes[0]?.intent.id ?? '' })).toEqual([ids[0]]);
    expect(await idsOf({ createdFrom: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(await idsOf({ createdFrom: '1000-01-01T00:00:00.000Z' })).toEqual(all);
    expect(await idsOf({ createdTo: new Date(Date.now() + 60_000).toISOString() })).toEqual(all);
  });

  test('[7.7] that are waited for arrive as soon as they are stored, and the wait ends', async () => {
    const [cursor = ''] = await idsOf();
    const waiting = list({ endingBefore: cursor, waitMs: 5_000 });
    const eventId = await service.completed();
    expect(dataOf(await waiting).events.map((event) => event.eventId)).toEqual([eventId]);
    const started = performance.now();
    expect(await idsOf({ endingBefore: eventId, waitMs: 400 })).toEqual([]);
    expect(performance.now() - started).toBeGreaterThan(350);
  });

  test('[7.7] of a transaction that is still running hold back later ones, so that a reader who follows misses none', async () => {
    await listed(await service.completed());
    const [cursor = ''] = await idsOf();
    const [slow, fast] = [service.change(), service.change()];
    await withClient(service.database.url, async (client) => {
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO webhook_event (event_id, merchant_id, mode, type) VALUES ($1, $2, 'test', 'payment.completed')`,
        [slow.eventId, service.merchantId],
      );
      await service.completed(fast);
      await settled(fast.eventId, 'delivered');
      expect(await idsOf({ endingBefore: cursor })).toEqual([]);
      await eventually(async () => (await heldBackSeconds()) > 0);
      await client.query('COMMIT');
    });
    await eventually(async () => (await heldBackSeconds()) === 0);
    await listed(slow.eventId, fast.eventId);
    expect(await idsOf({ endingBefore: cursor })).toEqual([fast.eventId, slow.eventId]);
  });

  test.each(['in another database of the server', 'in this one'])(
    '[7.7] are listed while a transaction is open %s that stores no events',
    async (where) => {
      const other = new URL(service.database.url);
      if (where !== 'in this one') other.pathname = '/postgres';
      await withClient(other.href, async (client) => {
        await client.query('BEGIN');
        await client.query('SELECT pg_current_xact_id()');
        await listed(await service.completed());
        expect(await heldBackSeconds()).toBe(0);
        await client.query('ROLLBACK');
      });
    },
  );

  test('[7.7] of concurrent transactions are each seen by a reader who follows the list', async () => {
    await listed(await service.completed());
    let [cursor = ''] = await idsOf();
    const stored = Array.from({ length: 60 }, () => service.change().eventId);
    const seen: string[] = [];
    const writing = Promise.all(
      [0, 1, 2, 3].map((writer) =>
        withClient(service.database.url, async (client) => {
          for (const eventId of stored.filter((_, n) => n % 4 === writer)) {
            await client.query('BEGIN');
            // half of them have a transaction id from before they store
            if (writer % 2 === 0) await client.query('SELECT pg_current_xact_id()');
            await client.query(
              `INSERT INTO webhook_event (event_id, merchant_id, mode, type) VALUES ($1, $2, 'test', 'payment.completed')`,
              [eventId, service.merchantId],
            );
            await client.query('SELECT count(*) FROM generate_series(1, $1)', [writer * 20_000]);
            await client.query('COMMIT');
          }
        }),
      ),
    );
    await eventually(async () => {
      const page = await idsOf({ endingBefore: cursor });
      seen.push(...page.toReversed());
      cursor = page[0] ?? cursor;
      return seen.length >= stored.length;
    });
    await writing;
    expect([...seen].sort()).toEqual([...stored].sort());
  });
});

describe('a delivery', () => {
  test('[7.9] shows every attempt with its answer', async () => {
    const earlier = service.receiver.arrivals.length;
    service.receiver.answer = (index) => (index <= earlier + 1 ? 503 : 200);
    const eventId = await service.completed();
    const { deliveryId } = await settled(eventId, 'delivered');
    const delivery = dataOf(await service.ask(getWebhookDelivery, { ...owner(), deliveryId }));
    expect(delivery).toMatchObject({
      eventId,
      endpointId,
      eventType: 'payment.completed',
      attemptCount: 2,
      nextAttemptAt: null,
    });
    expect(delivery.attempts).toEqual([
      expect.objectContaining({ attempt: 1, status: 503, error: null, excerpt: 'seen' }),
      expect.objectContaining({ attempt: 2, status: 200, error: null, excerpt: 'seen' }),
    ]);
    for (const account of otherAccounts()) {
      const refusal = { ok: false, code: 'delivery_not_found' };
      expect(await service.ask(getWebhookDelivery, { ...account, deliveryId })).toEqual(refusal);
      expect(await service.ask(redeliverWebhook, { ...account, deliveryId })).toEqual(refusal);
    }
  });

  test('[7.9] shows an answer with any three digits as its status', async () => {
    const eventId = await service.completed();
    const { deliveryId } = await settled(eventId, 'delivered');
    for (const status of [0, 99, 999]) {
      await service.database.query('UPDATE webhook_attempt SET status = $2 WHERE event_id = $1', [eventId, status]);
      const delivery = dataOf(await service.ask(getWebhookDelivery, { ...owner(), deliveryId }));
      expect(delivery.attempts).toEqual([expect.objectContaining({ status })]);
    }
  });

  test('does not distinguish a name of a private network from one that does not exist', async () => {
    const eventId = await service.completed();
    const { deliveryId } = await settled(eventId, 'delivered');
    for (const error of ['dns', 'address_forbidden']) {
      await service.database.query('UPDATE webhook_attempt SET status = NULL, error = $2 WHERE event_id = $1', [
        eventId,
        error,
      ]);
      const delivery = dataOf(await service.ask(getWebhookDelivery, { ...owner(), deliveryId }));
      expect(delivery.attempts).toEqual([expect.objectContaining({ status: null, error: 'dns' })]);
    }
  });

  test('[7.9] is listed under its endpoint in pages and by status, also while it is parked', async () => {
    const update = (status: 'paused' | 'enabled') =>
      service.ask(updateWebhookEndpoint, { ...owner(), endpointId, status });
    dataOf(await update('paused'));
    const eventIds = [await service.completed(), await service.completed()];
    for (const eventId of eventIds) await settled(eventId, 'parked').catch(() => undefined);
    const page = (query: object = {}) =>
      service.ask(listEndpointDeliveries, { ...owner(), endpointId, limit: 100, ...query });
    const parked = dataOf(await page({ status: 'parked' })).deliveries;
    expect(parked.map(({ eventId }) => eventId).toSorted()).toEqual(eventIds.toSorted());
    expect(parked.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([null, null]);
    const all = dataOf(await page()).deliveries.map(({ deliveryId }) => deliveryId);
    const first = dataOf(await page({ limit: 1 }));
    expect(first).toMatchObject({ hasMore: true, deliveries: [{ deliveryId: all[0] }] });
    const second = dataOf(await page({ limit: 1, startingAfter: all[0] }));
    expect(second.deliveries.map(({ deliveryId }) => deliveryId)).toEqual([all[1]]);
    expect(await page({ startingAfter: newId('delivery') })).toMatchObject({ ok: false, code: 'cursor_invalid' });
    dataOf(await update('enabled'));
    for (const eventId of eventIds) await settled(eventId, 'delivered');
    expect(dataOf(await page({ status: 'parked' })).deliveries).toEqual([]);
  });

  test('[7.10] is sent again with the same id and bytes', async () => {
    const eventId = await service.completed();
    const { deliveryId } = await settled(eventId, 'delivered');
    const again = dataOf(await service.ask(redeliverWebhook, { ...owner(), deliveryId }));
    expect(again.deliveryId).toBe(deliveryId);
    const arrivals = await eventually(() => {
      const found = service.receiver.arrivals.filter(({ headers }) => headers['webhook-id'] === eventId);
      return found.length === 2 ? found : undefined;
    });
    expect(arrivals[0]?.body).toBe(arrivals[1]?.body);
    expect(await settled(eventId, 'delivered')).toMatchObject({ attemptCount: 2 });
  });

  test('[7.10] is sent again once for an idempotency key, by however many requests', async () => {
    const eventId = await service.completed();
    const { deliveryId } = await settled(eventId, 'delivered');
    const keyHash = sha256Base64url(newId('event'));
    const again = (bodyHash = sha256Base64url(deliveryId)) =>
      service.ask(redeliverWebhook, { ...owner(), deliveryId, idempotency: { keyHash, bodyHash } });
    const replies = await Promise.all([again(), again(), again()]);
    const first = dataOf(replies.find((reply) => reply.ok && reply.replayed !== true) ?? (await again()));
    const arrived = () => service.receiver.arrivals.filter(({ headers }) => headers['webhook-id'] === eventId).length;
    await eventually(() => arrived() === 2);
    await settled(eventId, 'delivered');
    expect(await again()).toEqual({ ok: true, replayed: true, data: first });
    expect(await again(sha256Base64url('another delivery'))).toMatchObject({ code: 'idempotency_key_reused' });
    // without the key it is sent once more: the repetitions before it made nothing due
    dataOf(await service.ask(redeliverWebhook, { ...owner(), deliveryId }));
    await eventually(() => arrived() === 3);
    expect(await settled(eventId, 'delivered')).toMatchObject({ attemptCount: 3 });
  });

  test('[7.10] of an event whose body has expired is not sent again', async () => {
    const eventId = await service.completed();
    const { deliveryId } = await settled(eventId, 'delivered');
    await service.database.query('DELETE FROM webhook_body WHERE event_id = $1', [eventId]);
    const refusal = { ok: false, code: 'event_body_expired' };
    expect(await service.ask(redeliverWebhook, { ...owner(), deliveryId })).toEqual(refusal);
    expect(dataOf(await service.ask(getWebhookEvent, { ...owner(), eventId })).body).toBeNull();
  });
});
