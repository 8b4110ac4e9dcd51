import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '@paygate/contracts';
import {
  accept,
  errorCatalogue,
  getWebhookRecovery,
  recoverWebhookEndpoint,
  refuse,
  testWebhookEndpoint,
} from '@paygate/contracts';
import { newId, sha256Base64url } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../../test/fixtures/gateway-under-test.js';
import { attempt, deliveryOf, recoveryOf } from '../../../test/fixtures/webhooks/webhook-samples.js';

let gateway: GatewayUnderTest;
const asking = newApiKey();
const account = { merchantId: asking.row.merchantId, mode: 'test' };
const acting = { ...account, actor: asking.row.apiKeyId };
const recovery = recoveryOf();
const { recoveryId, endpointId, ...rest } = recovery;
const view = { id: recoveryId, object: 'recovery', endpointId, ...rest };
const path = `/webhook-endpoints/${endpointId}`;
const from = '2026-11-20T00:00:00.000Z';

beforeAll(async () => {
  apiKeyRows.put(asking.row.apiKeyId, asking.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(recoverWebhookEndpoint, () => accept(recovery));
  busDouble.on(getWebhookRecovery, () => accept(recovery));
});

const ask = (method: string, where: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method, path: where, headers: { 'x-api-key': asking.key, ...headers }, body });
const sent = () => busDouble.sent.map(({ payload }) => payload);

test('[7.11] a recovery begins with a range, and is read by its id', async () => {
  const begun = await ask('POST', `${path}/recover`, { from: '2026-11-20T00:00:00Z' });
  expect(begun).toMatchObject({ status: 202, body: view });
  await ask('POST', `${path}/recover`, { from, to: from, dryRun: true, includeDelivered: true });
  expect((await ask('GET', `${path}/recoveries/${recoveryId}`)).body).toEqual(view);
  const common = { ...acting, endpointId, from, recoveryId: expect.any(String) };
  expect(sent()).toEqual([
    { ...common, dryRun: false, includeDelivered: false },
    { ...common, to: from, dryRun: true, includeDelivered: true },
    { ...account, endpointId, recoveryId },
  ]);
});

test.each<[object, ErrorCode, string]>([
  [{}, 'parameter_missing', 'from'],
  [{ from: 'yesterday' }, 'parameter_invalid', 'from'],
  [{ from, dryRun: 'no' }, 'parameter_invalid', 'dryRun'],
  [{ from, limit: 10 }, 'parameter_unknown', 'limit'],
])('a recovery with %j is refused', async (body, code, param) => {
  expect((await ask('POST', `${path}/recover`, body)).body).toMatchObject({ status: 400, code, param });
});

test.each<ErrorCode>(['recovery_in_progress', 'webhook_endpoint_not_found', 'idempotency_key_reused'])(
  'a recovery may be refused with %s',
  async (code) => {
    busDouble.on(recoverWebhookEndpoint, () => refuse(code));
    const { status } = errorCatalogue[code];
    expect((await ask('POST', `${path}/recover`, { from })).body).toMatchObject({ code, status });
  },
);

test("another merchant's recovery is answered like a missing one and like malformed ids", async () => {
  busDouble.on(getWebhookRecovery, () => refuse('recovery_not_found'));
  const answers = await Promise.all(
    [
      `${path}/recoveries/${recoveryId}`,
      `${path}/recoveries/hello`,
      `/webhook-endpoints/x/recoveries/${newId('event')}`,
    ].map((where) => ask('GET', where)),
  );
  for (const answer of answers) {
    expect(answer.body).toMatchObject({ status: 404, code: 'recovery_not_found' });
    expect({ ...answer.body, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '' });
  }
});

test('a test event is answered with its attempt, and the gateway waits as long as an attempt may take', async () => {
  const delivery = deliveryOf({ endpointId });
  busDouble.on(testWebhookEndpoint, () => accept(Object.assign(delivery, { attempts: [attempt] })));
  const answer = await ask('POST', `${path}/test`);
  expect(answer).toMatchObject({ status: 200, body: { id: delivery.deliveryId, attempts: [attempt] } });
  expect(busDouble.sent[0]?.options.timeoutMs).toBeGreaterThan(17_000);
  expect(answer.headers['idempotency-replayed']).toBeUndefined();
  busDouble.on(testWebhookEndpoint, () => refuse('rate_limited', { fields: { retryAfter: 1 } }));
  const limited = await ask('POST', `${path}/test`);
  expect(limited).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(limited.headers['retry-after']).toBe('1');
});

describe('a test event with an idempotency key', () => {
  const test_ = () => ask('POST', `${path}/test`, undefined, { 'idempotency-key': 'ping 7' });

  test('is asked for with digests of the key and the endpoint, and a replay is marked', async () => {
    const delivery = Object.assign(deliveryOf({ endpointId }), { attempts: [attempt] });
    busDouble.on(testWebhookEndpoint, () => ({ ...accept(delivery), replayed: true }));
    const answer = await test_();
    expect(answer).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } });
    expect(busDouble.sent[0]?.payload).toMatchObject({
      ...acting,
      idempotency: {
        keyHash: sha256Base64url('ping 7'),
        bodyHash: sha256Base64url(endpointId),
        contentHash: sha256Base64url(endpointId),
      },
    });
  });

  test.each<ErrorCode>(['idempotency_key_reused', 'idempotency_key_in_use'])('may be refused with %s', async (code) => {
    busDouble.on(testWebhookEndpoint, () => refuse(code));
    expect((await test_()).body).toMatchObject({ code, status: errorCatalogue[code].status });
  });
});
