import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '@paygate/contracts';
import {
  accept,
  errorCatalogue,
  getWebhookDelivery,
  getWebhookEvent,
  listEndpointDeliveries,
  listEventDeliveries,
  listWebhookEvents,
  redeliverWebhook,
  refuse,
} from '@paygate/contracts';
import { newId, sha256Base64url } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../../test/fixtures/gateway-under-test.js';
import { attempt, deliveryOf, eventOf } from '../../../test/fixtures/webhooks/webhook-samples.js';

let gateway: GatewayUnderTest;
const asking = newApiKey();
const account = { merchantId: asking.row.merchantId, mode: 'test' };
const event = eventOf();
const delivery = deliveryOf({ eventId: event.eventId });
const { deliveryId, endpointId, ...rest } = delivery;
const view = { id: deliveryId, object: 'delivery', endpointId, ...rest };

beforeAll(async () => {
  apiKeyRows.put(asking.row.apiKeyId, asking.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(listWebhookEvents, () => accept({ events: [event], hasMore: false, nextCursor: null }));
  busDouble.on(getWebhookEvent, () => accept(event));
  busDouble.on(listEventDeliveries, () => accept({ deliveries: [delivery], hasMore: false }));
  busDouble.on(listEndpointDeliveries, () => accept({ deliveries: [delivery], hasMore: true }));
  busDouble.on(getWebhookDelivery, () => accept(Object.assign({}, delivery, { attempts: [attempt] })));
  busDouble.on(redeliverWebhook, () => accept(delivery));
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  gateway.ask({ method, path, headers: { 'x-api-key': asking.key, ...headers } });
const sent = () => busDouble.sent.map(({ payload }) => payload);

describe('listing events', () => {
  test('gives the bytes of their deliveries', async () => {
    const answer = await ask('/events');
    expect(answer.text).toBe(`{"data":[${event.body ?? ''}],"hasMore":false,"nextCursor":null}`);
    expect(sent()).toEqual([{ ...account, limit: 20, listId: expect.any(String) }]);
  });

  test('takes filters and a cursor in either direction', async () => {
    const [cursor, intentId] = [newId('event'), newId('intent')];
    const times = 'createdFrom=2026-11-20T00:00:00Z&createdTo=2026-11-21T00:00:00.000Z';
    await ask(`/events?limit=5&startingAfter=${cursor}&type=payment.failed&intentionId=${intentId}&${times}`);
    await ask(`/events?endingBefore=${cursor}`);
    expect(sent()).toMatchObject([
      {
        ...{ limit: 5, startingAfter: cursor, type: 'payment.failed', intentId },
        ...{ createdFrom: '2026-11-20T00:00:00.000Z', createdTo: '2026-11-21T00:00:00.000Z' },
      },
      { endingBefore: cursor },
    ]);
  });

  test('waits as long as the caller prefers, at most five seconds', async () => {
    const answer = await ask(`/events?endingBefore=${newId('event')}`, { prefer: 'wait=60' });
    expect(answer.headers['preference-applied']).toBe('wait');
    expect(sent()).toMatchObject([{ waitMs: 5_000 }]);
    expect(busDouble.sent[0]?.options.timeoutMs).toBeGreaterThan(5_000);
  });

  test.each<[string, ErrorCode]>([
    ['endingBefore=hello', 'cursor_invalid'],
    [`startingAfter=${newId('intent')}`, 'cursor_invalid'],
    [`startingAfter=${newId('event')}&endingBefore=${newId('event')}`, 'parameter_invalid'],
    ['limit=101', 'parameter_invalid'],
    ['createdFrom=yesterday', 'parameter_invalid'],
    ['intentionId=evt_1', 'parameter_invalid'],
    ['mode=live', 'parameter_unknown'],
  ])('with %s is refused', async (query, code) => {
    expect((await ask(`/events?${query}`)).body).toMatchObject({ status: 400, code });
    expect(sent()).toEqual([]);
  });
});

test('an event is read in the bytes of its deliveries, and without its data once that has expired', async () => {
  expect((await ask(`/events/${event.eventId}`)).text).toBe(event.body);
  busDouble.on(getWebhookEvent, () => accept(Object.assign({}, event, { body: null })));
  const { eventId: id, type, mode, sequence, createdAt: created } = event;
  const expired = { id, type, created, apiVersion: null, mode, sequence, data: null };
  expect((await ask(`/events/${id}`)).body).toEqual(expired);
});

test('the deliveries of an event are one page, those of an endpoint have a cursor', async () => {
  const ofEvent = await ask(`/events/${event.eventId}/deliveries`);
  expect(ofEvent.body).toEqual({ data: [view], hasMore: false, nextCursor: null });
  const ofEndpoint = await ask(`/webhook-endpoints/${endpointId}/deliveries?limit=1&status=failed`);
  expect(ofEndpoint.body).toEqual({ data: [view], hasMore: true, nextCursor: deliveryId });
  expect(sent()).toEqual([
    { ...account, eventId: event.eventId },
    { ...account, endpointId, limit: 1, status: 'failed' },
  ]);
});

test('a delivery is read with its attempts, and sent again', async () => {
  expect((await ask(`/deliveries/${deliveryId}`)).body).toEqual({ ...view, attempts: [attempt] });
  const again = await ask(`/deliveries/${deliveryId}/redeliver`, {}, 'POST');
  expect(again).toMatchObject({ status: 202, body: view });
});

test('a delivery is sent again with digests of an idempotency key and its id, and a replay is marked', async () => {
  busDouble.on(redeliverWebhook, () => ({ ...accept(delivery), replayed: true }));
  const again = () => ask(`/deliveries/${deliveryId}/redeliver`, { 'idempotency-key': 'again 7' }, 'POST');
  expect(await again()).toMatchObject({ status: 202, headers: { 'idempotency-replayed': 'true' } });
  const idempotency = {
    keyHash: sha256Base64url('again 7'),
    bodyHash: sha256Base64url(deliveryId),
    contentHash: sha256Base64url(deliveryId),
  };
  expect(sent()).toEqual([{ ...account, actor: asking.row.apiKeyId, deliveryId, idempotency }]);
  for (const code of ['idempotency_key_reused', 'idempotency_key_in_use'] as const) {
    busDouble.on(redeliverWebhook, () => refuse(code));
    expect((await again()).body).toMatchObject({ code, status: errorCatalogue[code].status });
  }
});

test('an event whose body has expired is not sent again', async () => {
  busDouble.on(redeliverWebhook, () => refuse('event_body_expired'));
  const { body } = await ask(`/deliveries/${deliveryId}/redeliver`, {}, 'POST');
  expect(body).toMatchObject({ status: 409, code: 'event_body_expired' });
});

test.each([
  ['GET', '/events/', '', 'event_not_found'],
  ['GET', '/events/', '/deliveries', 'event_not_found'],
  ['GET', '/deliveries/', '', 'delivery_not_found'],
  ['POST', '/deliveries/', '/redeliver', 'delivery_not_found'],
  ['GET', '/webhook-endpoints/', '/deliveries', 'webhook_endpoint_not_found'],
] as const)(
  "[7.8] %s %s…%s of another merchant's is answered like a missing and a malformed one",
  async (method, path, end, code) => {
    busDouble.on(getWebhookEvent, () => refuse('event_not_found'));
    busDouble.on(listEventDeliveries, () => refuse('event_not_found'));
    busDouble.on(getWebhookDelivery, () => refuse('delivery_not_found'));
    busDouble.on(redeliverWebhook, () => refuse('delivery_not_found'));
    busDouble.on(listEndpointDeliveries, () => refuse('webhook_endpoint_not_found'));
    const ids = [newId('event'), newId('delivery'), newId('webhookEndpoint'), 'hello'];
    const answers = await Promise.all(ids.map((id) => ask(`${path}${id}${end}`, {}, method)));
    for (const answer of answers) {
      expect(answer.body).toMatchObject({ status: 404, code });
      expect({ ...answer.body, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '' });
    }
  },
);
