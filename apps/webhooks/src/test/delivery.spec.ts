import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Mode, Refund, Reversal } from '@paygate/contracts';
import {
  API_VERSION,
  compileChecker,
  getEventsTimeline,
  intentCreated,
  intentRefunded,
  intentRefundFailed,
  intentReversalReturned,
  intentReversed,
  RefundEventView,
  ReversalEventView,
} from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { verifyServiceSignature } from '@paygate/webhook-signature';
import { WebhooksUnderTest } from './webhooks-under-test.js';

let service: WebhooksUnderTest;
let secret: string;
let refundSecret: string;

beforeAll(async () => {
  service = await WebhooksUnderTest.start();
  await service.startInstance();
  secret = await service.endpoint(['payment.completed', 'payment.failed']);
  refundSecret = await service.endpoint(['refund.*']);
  await service.endpoint(['payment.reversed', 'payment.reversal_returned']);
});
afterAll(() => service.stop());
afterEach(() => {
  service.receiver.answer = () => 200;
});

const arrivalsOf = (eventId: string) =>
  service.receiver.arrivals.filter(({ headers }) => headers['webhook-id'] === eventId);
const arrived = (eventId: string, count = 1) =>
  eventually(() => (arrivalsOf(eventId).length >= count ? arrivalsOf(eventId) : undefined));
const deliveriesOf = (eventId: string) =>
  service.database.query<{ state: string; attempts: number }>(
    'SELECT state, attempts FROM webhook_delivery WHERE event_id = $1',
    [eventId],
  );
const settled = (eventId: string, state: string) =>
  eventually(async () => (await deliveriesOf(eventId)).find((row) => row.state === state));

describe('a delivery', () => {
  test('[3.3] carries the contract’s body, signed, with the metadata byte for byte', async () => {
    const change = service.change();
    const eventId = await service.completed(change);
    const [arrival] = await arrived(eventId);
    verifyServiceSignature(arrival?.body ?? '', String(arrival?.headers['service-signature']), secret);
    expect(arrival?.body).toContain(`"metadata":${change.intent.metadata}`);
    expect(JSON.parse(arrival?.body ?? '')).toMatchObject({
      id: eventId,
      type: 'payment.completed',
      mode: 'test',
      sequence: 1,
      data: { paymentIntent: { id: change.intent.id, amount: '5000', currency: 'XAF', net: '4925' } },
    });
    expect(await settled(eventId, 'delivered')).toEqual({ state: 'delivered', attempts: 1 });
  });

  test('is in the timeline of its payment, for its merchant and mode alone', async () => {
    const change = service.change();
    await settled(await service.completed(change), 'delivered');
    const { merchantId } = service;
    const typesFor = async (account: { readonly merchantId: string; readonly mode: Mode }) => {
      const reply = await service.ask(getEventsTimeline, { ...account, intentId: change.intent.id });
      return reply.ok ? reply.data.entries.map(({ type }) => type).toSorted() : [reply.code];
    };
    expect(await typesFor({ merchantId, mode: 'test' })).toEqual(['delivery.attempted', 'event.created']);
    expect(await typesFor({ merchantId: newId('merchant'), mode: 'test' })).toEqual([]);
    expect(await typesFor({ merchantId, mode: 'live' })).toEqual([]);
  });

  test.each([
    ['refund.completed', intentRefunded],
    ['refund.failed', intentRefundFailed],
  ] as const)(
    'of %s carries the refund and the payment, with the metadata of both byte for byte',
    async (type, contract) => {
      const change = service.change();
      const isCompleted = type === 'refund.completed';
      const refund: Refund = {
        ...{ id: newId('refund'), merchantId: service.merchantId, mode: 'test', intentId: change.intent.id },
        ...{ chargeId: newId('charge'), status: isCompleted ? 'COMPLETED' : 'FAILED', amount: '1500', currency: 'XAF' },
        ...{ reason: null, metadata: '{ "b": 1.0,"a":2}', transmission: null, actor: newId('member') },
        failure: isCompleted ? null : { code: 'rail_error', message: 'No' },
        ...{ createdAt: change.occurredAt, updatedAt: change.occurredAt, completedAt: null },
      };
      await service.intents.emit(contract, Object.assign(change, { refund }));
      const [arrival] = await arrived(change.eventId);
      const body = arrival?.body ?? '';
      verifyServiceSignature(body, String(arrival?.headers['service-signature']), refundSecret);
      for (const { metadata } of [change.intent, refund]) expect(body).toContain(`"metadata":${metadata}`);
      expect(compileChecker(RefundEventView)(JSON.parse(body))).toEqual([]);
      expect(JSON.parse(body)).toMatchObject({
        ...{ id: change.eventId, type, mode: 'test', sequence: 1 },
        data: { refund: { id: refund.id, amount: '1500' }, paymentIntent: { id: change.intent.id, amount: '5000' } },
      });
    },
  );

  test.each([
    ['payment.reversed', intentReversed],
    ['payment.reversal_returned', intentReversalReturned],
  ] as const)('[10.8] of %s carries the reversal and the payment', async (type, contract) => {
    const change = service.change();
    const { id: intentId, merchantId, mode, currency } = change.intent;
    const isReturned = type === 'payment.reversal_returned';
    const reversal: Reversal = {
      ...{ reversalId: newId('reversal'), merchantId, mode, paymentIntentId: intentId },
      ...{ chargeId: newId('charge'), currency },
      ...{ status: isReturned ? 'RETURNED' : 'BOOKED', amount: '1500', feeReturned: '0', operator: 'mtn_momo' },
      ...{ bookedAt: change.occurredAt, returnedAt: isReturned ? change.occurredAt : null },
    };
    await service.intents.emit(contract, Object.assign(change, { reversal }));
    const [arrival] = await arrived(change.eventId);
    const body = arrival?.body ?? '';
    expect(compileChecker(ReversalEventView)(JSON.parse(body))).toEqual([]);
    expect(JSON.parse(body)).toMatchObject({
      ...{ id: change.eventId, type, mode: 'test', sequence: 1 },
      data: { reversal: { id: reversal.reversalId, paymentIntentId: intentId }, paymentIntent: { id: intentId } },
    });
  });

  test('[6.14] is of the version that its merchant is pinned to, and of the newest before that', async () => {
    const versionOf = async (eventId: string) => {
      const [arrival] = await arrived(eventId);
      return (JSON.parse(arrival?.body ?? '') as { apiVersion: string }).apiVersion;
    };
    expect(await versionOf(await service.completed())).toBe(API_VERSION);
    await service.pinned(service.merchantId, '2026-01-15');
    expect(await versionOf(await service.completed())).toBe('2026-01-15');
  });

  test('is tried again until it is accepted, with the same id and the same bytes', async () => {
    service.receiver.answer = (index) => (index % 3 === 0 ? 200 : 503);
    const eventId = await service.completed();
    await settled(eventId, 'delivered');
    const arrivals = arrivalsOf(eventId);
    expect(arrivals.length).toBeGreaterThanOrEqual(1);
    expect(new Set(arrivals.map(({ body }) => body)).size).toBe(1);
    const attempts = await service.database.query<{ status: number }>(
      'SELECT status FROM webhook_attempt WHERE event_id = $1 ORDER BY attempt',
      [eventId],
    );
    expect(attempts.map(({ status }) => status)).toEqual([
      ...Array.from({ length: attempts.length - 1 }, () => 503),
      200,
    ]);
  });

  test('is tried again where the receiver wants another protocol first', async () => {
    const before = service.receiver.arrivals.length;
    service.receiver.answer = (index) => (index === before + 1 ? 101 : 200);
    const eventId = await service.completed();
    expect(await settled(eventId, 'delivered')).toEqual({ state: 'delivered', attempts: 2 });
  });

  test('is not made to an endpoint that did not subscribe to the type, and the event exists all the same', async () => {
    const change = service.change({ status: 'PENDING' });
    await service.intents.emit(intentCreated, change);
    const later = await service.completed();
    await arrived(later);
    await eventually(async () => {
      const rows = await service.database.query('SELECT 1 FROM webhook_event WHERE event_id = $1', [change.eventId]);
      return rows.length === 1;
    });
    expect(await deliveriesOf(change.eventId)).toEqual([]);
    expect(arrivalsOf(change.eventId)).toEqual([]);
  });

  test('is made once for an event that is published twenty times', async () => {
    const change = service.change();
    await Promise.all(Array.from({ length: 20 }, () => service.completed(change)));
    await settled(change.eventId, 'delivered');
    const after = await service.completed();
    await arrived(after);
    expect(await deliveriesOf(change.eventId)).toHaveLength(1);
    expect(arrivalsOf(change.eventId)).toHaveLength(1);
  });

  test('of another merchant or mode never reaches this endpoint', async () => {
    const foreign = service.change({
      merchantId: service.merchantId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    });
    const live = service.change({ mode: 'live' });
    await service.completed(foreign);
    await service.completed(live);
    await arrived(await service.completed());
    expect([...(await deliveriesOf(foreign.eventId)), ...(await deliveriesOf(live.eventId))]).toEqual([]);
  });
});

describe('an endpoint', () => {
  test('that answers 410 is disabled, and its deliveries are parked', async () => {
    const url = `http://${service.receiver.address}/gone`;
    await service.endpoint(['refund.completed', 'payment.completed'], url);
    service.receiver.answer = () => 410;
    const eventId = await service.completed();
    await eventually(async () => {
      const rows = await service.database.query<{ state: string }>(
        'SELECT state FROM webhook_endpoint WHERE url = $1',
        [url],
      );
      return rows[0]?.state === 'disabled';
    });
    expect(await deliveriesOf(eventId)).toContainEqual({ state: 'pending', attempts: 1 });
  });

  test.each(['http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]:80/', 'http://localhost:1/'])(
    'at %s is never dialled: the delivery is tried again, because names change',
    async (url) => {
      await service.database.query("UPDATE webhook_endpoint SET state = 'deleted', disabled_reason = NULL");
      await service.endpoint(['*'], url);
      const eventId = await service.completed();
      const attempts = await eventually(async () => {
        const rows = await service.database.query(
          'SELECT status, error, excerpt FROM webhook_attempt WHERE event_id = $1',
          [eventId],
        );
        return rows.length > 1 ? rows : undefined;
      });
      expect(attempts[0]).toEqual({ status: null, error: 'address_forbidden', excerpt: '' });
    },
  );

  test('[7.5] has its secret nowhere in the clear', async () => {
    const rows = await service.database.query<{ sealed_secret: string }>('SELECT sealed_secret FROM webhook_secret');
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    for (const { sealed_secret: stored } of rows) {
      for (const spelling of [secret, bytes.toString('hex'), bytes.toString('base64url')])
        expect(stored).not.toContain(spelling);
    }
  });
});
