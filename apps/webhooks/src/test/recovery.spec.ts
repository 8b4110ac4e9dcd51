import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply, WebhookRecoveryInfo } from '@paygate/contracts';
import {
  deleteWebhookEndpoint,
  getWebhookRecovery,
  listEventDeliveries,
  recoverWebhookEndpoint,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '@paygate/contracts';
import { idOfUuid, newId, sha256Base64url } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { verifyServiceSignature } from '@paygate/webhook-signature';
import { WebhooksUnderTest } from './webhooks-under-test.js';

let service: WebhooksUnderTest;

beforeAll(async () => {
  service = await WebhooksUnderTest.start();
  await service.startInstance();
});
afterAll(() => service.stop());
afterEach(() => {
  service.receiver.answer = () => 200;
});

const dataOf = <Answer>(reply: Reply<Answer>): Answer => {
  if (!reply.ok) throw new Error(reply.code);
  return reply.data;
};
const created = async (changes: object = {}) => {
  const account = { merchantId: newId('merchant'), mode: 'test' as const };
  const { endpoint, secret } = dataOf(await service.register({ ...account, ...changes }));
  return { ...account, endpointId: endpoint.endpointId, secret: service.opened(secret) };
};
type Owned = Awaited<ReturnType<typeof created>>;
const keyOf = ({ merchantId, mode, endpointId }: Owned) => ({ merchantId, mode, endpointId });
const MINUTE_MS = 60_000;
const fromMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const begin = (
  endpoint: Pick<Owned, 'merchantId' | 'endpointId'> & { readonly mode: 'test' | 'live' },
  changes: object = {},
) =>
  service.ask(recoverWebhookEndpoint, {
    ...{ merchantId: endpoint.merchantId, mode: endpoint.mode, endpointId: endpoint.endpointId },
    ...{ recoveryId: newId('webhookRecovery'), from: fromMs(-MINUTE_MS) },
    ...{ dryRun: false, includeDelivered: false, ...changes },
  });
const read = async (endpoint: Owned, { recoveryId }: Pick<WebhookRecoveryInfo, 'recoveryId'>) =>
  dataOf(await service.ask(getWebhookRecovery, { ...keyOf(endpoint), recoveryId }));
const ended = async (endpoint: Owned, recovery: WebhookRecoveryInfo) =>
  eventually(async () => {
    const now = await read(endpoint, recovery);
    return now.status === 'running' ? undefined : now;
  });

/** Events of a merchant that no endpoint has received. */
async function missed({ merchantId }: Owned, count: number, type = 'payment.completed'): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => newId('event'));
  await service.database.query(
    `WITH event AS (
        INSERT INTO webhook_event (event_id, merchant_id, mode, type) SELECT id, $2, 'test', $3 FROM unnest($1::text[]) AS id)
      INSERT INTO webhook_body (event_id, body) SELECT id, '{"id":"' || id || '"}' FROM unnest($1::text[]) AS id`,
    [ids, merchantId, type],
  );
  return ids;
}
const arrivalsAmong = (ids: readonly string[]) => service.receiver.eventIds.filter((id) => ids.includes(id));

describe('a recovery', () => {
  test('[7.11] sends the events of the range that match and were not accepted, and counts the others', async () => {
    const endpoint = await created({ events: ['payment.*'] });
    const [ids, others, [expired = '']] = [
      await missed(endpoint, 150),
      await missed(endpoint, 3, 'refund.completed'),
      await missed(endpoint, 1),
    ];
    await service.database.query('DELETE FROM webhook_body WHERE event_id = $1', [expired]);
    const dry = await ended(endpoint, dataOf(await begin(endpoint, { dryRun: true })));
    expect(dry).toMatchObject({ status: 'completed', examined: 154, queued: 150, expired: 1, dryRun: true });
    expect(arrivalsAmong(ids)).toEqual([]);
    const done = await ended(endpoint, dataOf(await begin(endpoint)));
    expect(done).toMatchObject({ status: 'completed', examined: 154, queued: 150, expired: 1 });
    expect(done.examinedUntil).not.toBeNull();
    await eventually(() => arrivalsAmong(ids).length >= 150);
    expect(arrivalsAmong(ids).toSorted()).toEqual([...ids]);
    expect(arrivalsAmong([...others, expired])).toEqual([]);
    const none = await eventually(async () => {
      const again = await ended(endpoint, dataOf(await begin(endpoint)));
      return again.queued === 0 ? again : undefined;
    });
    expect(none).toMatchObject({ examined: 154, expired: 1 });
    const [first = ''] = ids;
    const range = { includeDelivered: true, to: fromMs(0) };
    expect(await ended(endpoint, dataOf(await begin(endpoint, range)))).toMatchObject({ queued: 150 });
    await eventually(() => arrivalsAmong([first]).length === 2);
  });

  test('[7.11] keeps to its rate, and its statements may be cut off at 10, 50 and 90 %: none is left out or counted twice', async () => {
    const endpoint = await created();
    const ids = await missed(endpoint, 600);
    const recovery = dataOf(await begin(endpoint));
    const started = performance.now();
    for (const share of [0.1, 0.5, 0.9]) {
      await eventually(async () => (await read(endpoint, recovery).catch(() => recovery)).queued >= share * ids.length);
      await service.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
    }
    const done = await eventually(async () => {
      const now = await read(endpoint, recovery).catch(() => recovery);
      return now.status === 'running' ? undefined : now;
    });
    expect(performance.now() - started).toBeGreaterThan(4_500);
    expect(done).toMatchObject({ examined: 600, queued: 600, expired: 0 });
    await eventually(() => new Set(arrivalsAmong(ids)).size === ids.length);
  });

  test('[7.11] is one at a time of its endpoint, begins once per idempotency key, and belongs to its merchant', async () => {
    const endpoint = await created();
    await missed(endpoint, 250);
    const idempotency = { keyHash: sha256Base64url('k'), bodyHash: sha256Base64url('') };
    const replies = await Promise.all(Array.from({ length: 4 }, () => begin(endpoint, { idempotency })));
    expect(new Set(replies.map((reply) => dataOf(reply).recoveryId)).size).toBe(1);
    expect(await begin(endpoint)).toEqual({ ok: false, code: 'recovery_in_progress' });
    const [first] = replies;
    const recovery = dataOf(first ?? { ok: false, code: 'internal_error' });
    for (const other of [
      { merchantId: newId('merchant') },
      { mode: 'live' as const },
      { endpointId: newId('webhookEndpoint') },
    ]) {
      const asked = { ...keyOf(endpoint), ...other };
      const { recoveryId } = recovery;
      expect(await service.ask(getWebhookRecovery, { ...asked, recoveryId })).toEqual({
        ok: false,
        code: 'recovery_not_found',
      });
      expect(await begin(asked)).toEqual({
        ok: false,
        code: 'webhook_endpoint_not_found',
      });
    }
    dataOf(await service.ask(deleteWebhookEndpoint, keyOf(endpoint)));
    expect(await ended(endpoint, recovery)).toMatchObject({ status: 'canceled' });
  });

  test('of a range that ends before it begins, or begins in the future, is refused', async () => {
    const endpoint = await created();
    for (const range of [{ from: fromMs(MINUTE_MS) }, { from: fromMs(-MINUTE_MS), to: fromMs(-2 * MINUTE_MS) }])
      expect(await begin(endpoint, range)).toMatchObject({ ok: false, code: 'parameter_invalid', param: 'from' });
  });
});

test('a range may begin before there were any events', async () => {
  const endpoint = await created();
  const ids = await missed(endpoint, 3);
  const recovery = await ended(endpoint, dataOf(await begin(endpoint, { from: '1000-01-01T00:00:00.000Z' })));
  expect(recovery).toMatchObject({ examined: 3, queued: 3 });
  await eventually(() => arrivalsAmong(ids).length === 3);
});

describe('a test event', () => {
  const ping = (endpoint: Owned) => service.ask(testWebhookEndpoint, { ...keyOf(endpoint), eventId: newId('event') });

  test('[7.12] is sent at once and signed, also to a paused endpoint, and its attempt is returned', async () => {
    const endpoint = await created({ events: ['payment.*'] });
    dataOf(await service.ask(updateWebhookEndpoint, { ...keyOf(endpoint), status: 'paused' }));
    const delivery = dataOf(await ping(endpoint));
    expect(delivery).toMatchObject({ eventType: 'endpoint.ping', status: 'delivered', attemptCount: 1 });
    expect(delivery.attempts).toEqual([
      expect.objectContaining({ attempt: 1, status: 200, error: null, excerpt: 'seen' }),
    ]);
    const arrival = service.receiver.arrivals.find(({ headers }) => headers['webhook-id'] === delivery.eventId);
    verifyServiceSignature(arrival?.body ?? '', String(arrival?.headers['service-signature']), endpoint.secret);
    expect(JSON.parse(arrival?.body ?? '')).toMatchObject({
      ...{ id: delivery.eventId, type: 'endpoint.ping', mode: 'test', sequence: null },
      data: { webhookEndpoint: { id: endpoint.endpointId, reason: null } },
    });
  });

  test('[7.12] whose command arrives again is sent once, and returns the first attempt', async () => {
    const endpoint = await created();
    const request = { ...keyOf(endpoint), eventId: newId('event') };
    const first = dataOf(await service.ask(testWebhookEndpoint, request));
    expect(dataOf(await service.ask(testWebhookEndpoint, request))).toEqual(first);
    expect(arrivalsAmong([request.eventId])).toHaveLength(1);
  });

  test('whose attempt was not recorded is sent with the same bytes when its command arrives again', async () => {
    const endpoint = await created();
    const request = { ...keyOf(endpoint), eventId: newId('event') };
    const first = dataOf(await service.ask(testWebhookEndpoint, request));
    const { database } = service;
    await database.query('DELETE FROM webhook_attempt WHERE event_id = $1', [first.eventId]);
    await database.query(
      `UPDATE webhook_delivery SET attempts = 0, state = 'failed', delivered_at = NULL WHERE event_id = $1`,
      [first.eventId],
    );
    expect(dataOf(await service.ask(testWebhookEndpoint, request))).toMatchObject({
      ...{ status: 'delivered', attemptCount: 1 },
      attempts: [{ attempt: 1, status: 200 }],
    });
    const bodies = service.receiver.arrivals.filter(({ headers }) => headers['webhook-id'] === first.eventId);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]?.body).toBe(bodies[0]?.body);
  });

  const keyed = (text: string) => ({
    idempotency: { keyHash: sha256Base64url(text), bodyHash: sha256Base64url('the endpoint') },
  });

  test('[7.12] is sent once for an idempotency key, by however many requests', async () => {
    const endpoint = await created();
    const key = keyed(newId('event'));
    const request = () => service.ask(testWebhookEndpoint, { ...keyOf(endpoint), ...key, eventId: newId('event') });
    const replies = await Promise.all([request(), request(), request()]);
    const first = dataOf(replies.find((reply) => reply.ok && reply.replayed !== true) ?? (await request()));
    for (const reply of replies)
      expect(reply).toMatchObject(reply.ok ? { data: first } : { code: 'idempotency_key_in_use' });
    expect(await request()).toEqual({ ok: true, replayed: true, data: first });
    expect(arrivalsAmong([first.eventId])).toHaveLength(1);
    const pings = `SELECT FROM webhook_event WHERE merchant_id = $1 AND type = 'endpoint.ping'`;
    expect(await service.database.query(pings, [endpoint.merchantId])).toHaveLength(1);

    const other = { ...key.idempotency, bodyHash: sha256Base64url('another endpoint') };
    const reused = { ...keyOf(endpoint), idempotency: other, eventId: newId('event') };
    expect(await service.ask(testWebhookEndpoint, reused)).toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('[7.12] whose sender died is sent by the repetition of its request, with the same id', async () => {
    const endpoint = await created();
    const key = keyed(newId('event'));
    const hex = (Date.now() - MINUTE_MS).toString(16).padStart(12, '0');
    const died = {
      ...keyOf(endpoint),
      ...key,
      eventId: idOfUuid('event', `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${randomBytes(6).toString('hex')}`),
    };
    const first = dataOf(await service.ask(testWebhookEndpoint, died));
    await service.database.query('DELETE FROM webhook_attempt WHERE event_id = $1', [first.eventId]);
    const unsent = `UPDATE webhook_delivery SET attempts = 0, state = 'failed', delivered_at = NULL WHERE event_id = $1`;
    await service.database.query(unsent, [first.eventId]);
    const again = await service.ask(testWebhookEndpoint, { ...died, eventId: newId('event') });
    expect(again).toMatchObject({ replayed: true, data: { eventId: died.eventId, attemptCount: 1 } });
    expect(arrivalsAmong([died.eventId])).toHaveLength(2);
  });

  test('[7.12] that fails is not sent again, and is no part of a recovery', async () => {
    const endpoint = await created();
    service.receiver.answer = () => 500;
    const delivery = dataOf(await ping(endpoint));
    expect(delivery).toMatchObject({ status: 'failed', attempts: [expect.objectContaining({ status: 500 })] });
    service.receiver.answer = () => 200;
    const recovery = await ended(endpoint, dataOf(await begin(endpoint)));
    expect(recovery).toMatchObject({ examined: 1, queued: 0 });
    const { deliveries } = dataOf(
      await service.ask(listEventDeliveries, { ...keyOf(endpoint), eventId: delivery.eventId }),
    );
    expect(deliveries).toMatchObject([{ status: 'failed', attemptCount: 1 }]);
  });

  test('of one merchant leaves room for those of others', async () => {
    const [slow, other] = [await created(), await created()];
    service.receiver.answer = () => undefined;
    const before = service.receiver.arrivals.length;
    const pings = Array.from({ length: 16 }, () => ping(slow));
    await eventually(() => service.receiver.arrivals.length === before + 4);
    service.receiver.answer = () => 200;
    expect(dataOf(await ping(other)).status).toBe('delivered');
    service.receiver.dropConnections();
    const codes = (await Promise.all(pings)).map((reply) => (reply.ok ? 'ok' : reply.code));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(4);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(12);
  });

  test('needs an endpoint of the merchant and mode', async () => {
    const endpoint = await created();
    for (const other of [{ merchantId: newId('merchant') }, { mode: 'live' as const }])
      expect(await service.ask(testWebhookEndpoint, { ...keyOf(endpoint), ...other, eventId: newId('event') })).toEqual(
        { ok: false, code: 'webhook_endpoint_not_found' },
      );
  });
});
