import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { StackUser } from '@paygate/testing';
import { deliveryOf, eventually, readStack, stackClient } from '@paygate/testing';
import { accepted, authorise } from '../payments/paying.js';
import { EndpointServer } from '../webhooks/endpoint-server.js';
import type { ReceivedSpan, TraceReceiver } from './trace-receiver.js';
import { receiveTraces } from './trace-receiver.js';

const stack = readStack();
const api = stackClient(stack);
const [payer, other] = stack.users.filter(({ walletBalance }) => walletBalance !== '0');
let receiver: TraceReceiver;
let remove: (() => Promise<unknown>) | undefined;

const endpoint = new EndpointServer();

/** The demo merchant's own endpoint subscribes to the ends of payments only. */
beforeAll(async () => {
  receiver = await receiveTraces();
  await endpoint.listen(stack.ownEndpoint.url);
  const headers = { 'x-api-key': stack.merchant.secretKey };
  const body = { url: new URL('/traced', stack.ownEndpoint.url).href, events: ['payment.created'] };
  const made = accepted(201, await api.request({ method: 'POST', path: '/webhook-endpoints', headers, body }));
  remove = () => api.request({ method: 'DELETE', path: `/webhook-endpoints/${String(made['id'])}`, headers });
});
afterAll(async () => {
  await remove?.();
  api.close();
  endpoint.close();
  await receiver.close();
});

/** The names of the spans of a trace with the services that made them; a span whose parent is missing is marked. */
function hopsOf(traceId: string): ReadonlySet<string> {
  const ofTrace = receiver.spans.filter((span) => span.traceId === traceId);
  const ids = new Set(ofTrace.map(({ spanId }) => spanId));
  const isLinked = ({ parentSpanId }: ReceivedSpan): boolean => !parentSpanId || ids.has(parentSpanId);
  return new Set(ofTrace.map((span) => `${span.service}: ${span.name}${isLinked(span) ? '' : ' (no parent)'}`));
}

/** Waits until the trace of a request to a route has all of these hops. */
async function traceWith(name: string, requestId: string, hops: readonly string[]): Promise<void> {
  const isWhole = () => {
    const root = receiver.spans.find(
      (span) => span.name === name && span.attributes['paygate.request.id'] === requestId,
    );
    const seen = root === undefined ? new Set<string>() : hopsOf(root.traceId);
    const missing = hops.filter((hop) => !seen.has(hop));
    if (missing.length > 0) throw new Error(`missing ${missing.join(', ')} among ${[...seen].join(', ')}`);
    return Promise.resolve(true);
  };
  expect(await eventually(isWhole)).toBe(true);
}

/** Creates an intent and charges it; returns the ids of both requests. */
async function pay(user: StackUser | undefined, phoneNumber?: string): Promise<readonly [string, string]> {
  if (user === undefined) throw new Error('the stack has no such user');
  const [created, charged] = [`create-${randomUUID()}`, `charge-${randomUUID()}`] as const;
  const { id } = accepted(201, await api.createIntent({ amount: '700', currency: 'XAF' }, { 'x-request-id': created }));
  const token = await authorise(stack, api, user, id);
  const headers = { 'x-request-id': charged };
  const answer = phoneNumber
    ? api.chargeByMobileMoney(id, token, { phoneNumber }, headers)
    : api.charge(id, token, headers);
  accepted(202, await answer);
  await deliveryOf(stack, id, 'payment.completed');
  return [created, charged];
}

test('one trace leads from POST /gateway, and one from POST /payment/charge, to the attempt at the webhook', async () => {
  const [created, charged] = await pay(payer);
  await traceWith('POST /gateway', created, [
    'gateway: POST /gateway',
    'gateway: send create-intent',
    'intents: process create-intent',
    'intents: publish intent.created',
    'webhooks: process intent.created',
    'webhooks: attempt webhook',
  ]);
  await traceWith('POST /payment/charge', charged, [
    'gateway: POST /payment/charge',
    'gateway: send begin-charge',
    'intents: process begin-charge',
    'intents: publish intent.processing',
    'charging: process intent.processing',
    'charging: publish charge.succeeded',
    'intents: process charge.succeeded',
    'intents: publish intent.completed',
    'webhooks: process intent.completed',
    'webhooks: attempt webhook',
  ]);
});

test('the merchant receives no trace context', () => {
  expect(endpoint.arrivals.length).toBeGreaterThan(0);
  expect(endpoint.arrivals.filter(({ headers }) => 'traceparent' in headers)).toEqual([]);
});

test('the trace of a charge by mobile money has the calls to its rail', async () => {
  const [, charged] = await pay(other, '+237677770001');
  await traceWith('POST /payment/charge', charged, [
    'charging: submit mtn_momo',
    'charging: publish charge.succeeded',
    'intents: process charge.succeeded',
    'webhooks: attempt webhook',
  ]);
});

test('spans have the listed attributes and no others', () => {
  const names = new Set(receiver.spans.flatMap(({ attributes }) => Object.keys(attributes)));
  expect([...names].filter((name) => !allowed.includes(name))).toEqual([]);
  expect(receiver.spans.filter(({ name }) => /\d{4}|_[0-9a-z]{26}/.test(name))).toEqual([]);
});

const allowed = [
  ...['http.request.method', 'http.route', 'http.response.status_code', 'error.type'],
  ...['messaging.system', 'messaging.destination.name', 'messaging.operation.name', 'messaging.message.id'],
  ...['paygate.request.id', 'paygate.charge.id', 'paygate.event.id', 'paygate.endpoint.id'],
  // of refunds and payouts that other tests have begun
  ...['paygate.rail', 'paygate.outcome', 'paygate.refund.id', 'paygate.payout.id'],
];
