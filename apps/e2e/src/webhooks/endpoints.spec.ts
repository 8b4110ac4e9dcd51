import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { IssuedWebhookEndpoint } from '@paygate/node';
import { PaygateNotFoundError } from '@paygate/node';
import { eventually, stackClient } from '@paygate/testing';
import { demoServer, trustedStack } from '../clients/trust.js';
import { order, pay, payersOf } from '../payments/paying.js';
import { EndpointServer, verified } from './endpoint-server.js';

/* A merchant's whole life with webhooks, over HTTP: every call is one of the server client, every delivery one over the network. */

const stack = trustedStack();
const paygate = demoServer(stack);
const api = stackClient(stack);
const server = new EndpointServer();
const made: string[] = [];

beforeAll(() => server.listen(stack.ownEndpoint.url));
afterAll(() => {
  server.close();
  api.close();
});
afterEach(async () => {
  server.answer = () => 200;
  for (const id of made.splice(0)) await paygate.webhookEndpoints.delete(id).catch(() => undefined);
});

const urlOf = (path: string): string => new URL(path, stack.ownEndpoint.url).href;

async function endpoint(
  path: string,
  events = ['payment.*'],
): Promise<IssuedWebhookEndpoint & { readonly secret: string }> {
  const { secret, ...created } = await paygate.webhookEndpoints.create({ url: urlOf(path), events });
  made.push(created.id);
  if (secret === undefined) throw new Error('the secret of a new endpoint was not shown');
  return { ...created, secret };
}

/** The delivery of an event to an endpoint, once it is as wanted. */
const deliveryOf = (eventId: string, endpointId: string, isWanted: (status: string, attempts: number) => boolean) =>
  eventually(async () => {
    const { data } = await paygate.events.deliveries(eventId);
    return data.find((each) => each.endpointId === endpointId && isWanted(each.status, each.attemptCount));
  });

describe('a payment', () => {
  test('reaches an endpoint as signed events, which are listed in both directions with their deliveries and attempts', async () => {
    const { id: endpointId, secret } = await endpoint('/shop');
    const [user] = payersOf(stack);
    if (user === undefined) throw new Error('the stack has no payer');
    const intentId = await pay(stack, api, user);
    const arrival = await server.arrived('/shop', intentId, 'payment.completed');
    expect(verified(arrival, secret)).toMatchObject({
      id: arrival.eventId,
      type: 'payment.completed',
      data: { paymentIntent: { id: intentId, status: 'COMPLETED' } },
    });

    const backwards: string[] = [];
    for await (const event of paygate.events.list({ intentionId: intentId, limit: 2 })) backwards.push(event.id);
    expect(backwards[0]).toBe(arrival.eventId);
    const [oldest = ''] = backwards.slice(-1);
    const forwards: string[] = [];
    for await (const page of paygate.events.list({ intentionId: intentId, limit: 1, endingBefore: oldest }).pages())
      forwards.push(...page.data.map(({ id }) => id).toReversed());
    expect(forwards).toEqual(backwards.slice(0, -1).toReversed());
    expect(
      (
        await api.request({
          method: 'GET',
          path: `/events/${arrival.eventId}`,
          headers: { 'x-api-key': stack.merchant.secretKey },
        })
      ).text,
    ).toBe(arrival.body);

    for (const eventId of backwards) await deliveryOf(eventId, endpointId, (status) => status === 'delivered');
    const delivery = await deliveryOf(arrival.eventId, endpointId, (status) => status === 'delivered');
    expect(await paygate.deliveries.retrieve(delivery.id)).toMatchObject({
      ...{ eventId: arrival.eventId, eventType: 'payment.completed', endpointId, status: 'delivered', attemptCount: 1 },
      attempts: [{ attempt: 1, status: 200, error: null, excerpt: 'seen' }],
    });
    const ofEndpoint: string[] = [];
    for await (const each of paygate.webhookEndpoints.deliveries(endpointId, { limit: 1 }))
      ofEndpoint.push(each.eventId);
    expect(ofEndpoint).toEqual(backwards);
    const sent = server.at('/shop').filter(({ body }) => body.includes(`"${intentId}"`));
    expect(sent.map(({ eventId }) => eventId).toSorted()).toEqual(backwards.toSorted());
  });
});

describe('a delivery', () => {
  test('[7.10] that the endpoint refused is sent again on demand, with the same id and bytes', async () => {
    const { id: endpointId, secret } = await endpoint('/refusing', ['payment.created']);
    server.answer = () => 500;
    const first = await server.arrived('/refusing', await order(api), 'payment.created');
    const waiting = await deliveryOf(first.eventId, endpointId, (_, attempts) => attempts > 0);
    expect(waiting).toMatchObject({ status: 'pending', nextAttemptAt: expect.any(String) });
    const { attempts } = await paygate.deliveries.retrieve(waiting.id);
    expect(attempts[0]).toMatchObject({ attempt: 1, status: 500, excerpt: 'seen' });

    server.answer = () => 200;
    expect(await paygate.deliveries.redeliver(waiting.id)).toMatchObject({
      id: waiting.id,
      status: expect.any(String),
    });
    await deliveryOf(first.eventId, endpointId, (status) => status === 'delivered');
    const [before, after] = [first, server.at('/refusing').at(-1) ?? first];
    expect([after.eventId, after.body]).toEqual([before.eventId, before.body]);
    expect(verified(after, secret).id).toBe(first.eventId);
  });

  test('that was accepted can be sent again, too', async () => {
    const { id: endpointId } = await endpoint('/again', ['payment.created']);
    const first = await server.arrived('/again', await order(api), 'payment.created');
    const { id } = await deliveryOf(first.eventId, endpointId, (status) => status === 'delivered');
    await paygate.deliveries.redeliver(id);
    const second = await eventually(() => server.at('/again')[1]);
    expect([second.eventId, second.body]).toEqual([first.eventId, first.body]);
    await deliveryOf(first.eventId, endpointId, (status, attempts) => status === 'delivered' && attempts === 2);
  });
});

test('[7.12] a ping returns its attempt, with the answer of the endpoint', async () => {
  const { id, secret } = await endpoint('/ping', ['payment.failed']);
  const good = await paygate.webhookEndpoints.test(id);
  expect(good).toMatchObject({
    eventType: 'endpoint.ping',
    status: 'delivered',
    attempts: [{ status: 200, excerpt: 'seen' }],
  });
  const [arrival] = server.at('/ping');
  expect(arrival && verified(arrival, secret)).toMatchObject({ id: good.eventId, type: 'endpoint.ping' });
  server.answer = () => 404;
  expect(await paygate.webhookEndpoints.test(id)).toMatchObject({ status: 'failed', attempts: [{ status: 404 }] });
});

test('a paused endpoint receives nothing until it is enabled, and then all that has waited', async () => {
  const { id: endpointId } = await endpoint('/paused', ['payment.created']);
  expect(await paygate.webhookEndpoints.update(endpointId, { status: 'paused' })).toMatchObject({ status: 'paused' });
  const intentIds = [await order(api), await order(api)];
  const parked = await eventually(async () => {
    const { data } = await paygate.webhookEndpoints.deliveries(endpointId, { status: 'parked' });
    return data.length === intentIds.length ? data : undefined;
  });
  expect(parked).toEqual(
    intentIds.map(() => expect.objectContaining({ status: 'parked', attemptCount: 0, nextAttemptAt: null })),
  );
  expect(server.at('/paused')).toEqual([]);
  await paygate.webhookEndpoints.update(endpointId, { status: 'enabled' });
  for (const intentId of intentIds) await server.arrived('/paused', intentId, 'payment.created');
  expect(server.at('/paused')).toHaveLength(intentIds.length);
});

test('a rotated secret signs beside the new one until its overlap ends', async () => {
  const { id, secret } = await endpoint('/rotated', ['payment.created']);
  const rotated = await paygate.webhookEndpoints.rotateSecret(id, { overlapSeconds: 3_600 });
  expect(rotated.secrets.map(({ expiresAt }) => expiresAt === null)).toEqual([false, true]);
  const second = await server.arrived('/rotated', await order(api), 'payment.created');
  expect(verified(second, secret).id).toBe(second.eventId);
  expect(verified(second, rotated.secret ?? '').id).toBe(second.eventId);
  const { secret: last } = await paygate.webhookEndpoints.rotateSecret(id, { overlapSeconds: 0 });
  const third = await server.arrived('/rotated', await order(api), 'payment.created');
  expect(verified(third, last ?? '').id).toBe(third.eventId);
  for (const ended of [secret, rotated.secret ?? '']) expect(() => verified(third, ended)).toThrow('signature');
});

test('[7.11] a range of events is sent to an endpoint that did not exist then, each event once', async () => {
  const from = new Date(Date.now() - 1).toISOString();
  const intentIds = [await order(api), await order(api), await order(api)];
  await eventually(async () => (await paygate.events.list({ createdFrom: from })).data.length >= intentIds.length);
  const { id: endpointId } = await endpoint('/recovered', ['payment.created']);
  const ended = async (params: object) => {
    const { id } = await paygate.webhookEndpoints.recover(endpointId, { from, ...params });
    return eventually(async () => {
      const recovery = await paygate.webhookEndpoints.retrieveRecovery(endpointId, id);
      return recovery.status === 'running' ? undefined : recovery;
    });
  };
  expect(await ended({ dryRun: true })).toMatchObject({ status: 'completed', queued: intentIds.length });
  expect(server.at('/recovered')).toEqual([]);
  expect(await ended({})).toMatchObject({ status: 'completed', queued: intentIds.length, expired: 0 });
  for (const intentId of intentIds) await server.arrived('/recovered', intentId, 'payment.created');
  expect(server.at('/recovered')).toHaveLength(intentIds.length);
});

test('a deleted endpoint receives nothing, and what it had received stays readable', async () => {
  const { id: endpointId } = await endpoint('/deleted', ['payment.created']);
  const { eventId } = await server.arrived('/deleted', await order(api), 'payment.created');
  const { id } = await deliveryOf(eventId, endpointId, (status) => status === 'delivered');
  await paygate.webhookEndpoints.delete(endpointId);
  await expect(paygate.webhookEndpoints.retrieve(endpointId)).rejects.toBeInstanceOf(PaygateNotFoundError);
  await expect(paygate.deliveries.redeliver(id)).rejects.toBeInstanceOf(PaygateNotFoundError);
  const other = await endpoint('/beside', ['payment.created']);
  await server.arrived('/beside', await order(api), 'payment.created');
  expect(server.at('/deleted')).toHaveLength(1);
  expect(await paygate.deliveries.retrieve(id)).toMatchObject({ endpointId, status: 'delivered' });
  expect(other.id).not.toBe(endpointId);
});
