import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CreateWebhookEndpointCommand, ErrorCode, RotateWebhookSecretCommand } from '@paygate/contracts';
import {
  accept,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  errorCatalogue,
  getWebhookEndpoint,
  listWebhookEndpoints,
  refuse,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from '@paygate/contracts';
import { newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../../test/fixtures/gateway-under-test.js';
import { endpointOf } from '../../../test/fixtures/webhooks/webhook-samples.js';

let gateway: GatewayUnderTest;
const asking = newApiKey();
const { merchantId } = asking.row;
const account = { merchantId, mode: 'test' };
const acting = { ...account, actor: asking.row.apiKeyId };
const webhooks = new Sealer('webhooks', parseKeyring(keys.SEAL_KEYS));
const endpoint = endpointOf();
const { endpointId: id, ...rest } = endpoint;
const view = { id, object: 'webhook_endpoint', ...rest };
const secret = 'whsec_shown-once';
const path = `/webhook-endpoints/${id}`;

beforeAll(async () => {
  apiKeyRows.put(asking.row.apiKeyId, asking.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  const issued = () => accept({ endpoint, secret: webhooks.seal('gateway', secret, 'webhook-endpoint.secret') });
  busDouble.on(createWebhookEndpoint, issued);
  busDouble.on(rotateWebhookSecret, issued);
  busDouble.on(listWebhookEndpoints, () => accept({ endpoints: [endpoint] }));
  busDouble.on(getWebhookEndpoint, () => accept(endpoint));
  busDouble.on(updateWebhookEndpoint, () => accept(endpoint));
  busDouble.on(deleteWebhookEndpoint, () => accept({ endpointId: id }));
});

const ask = (method: string, where: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method, path: where, headers: { 'x-api-key': asking.key, ...headers }, body });
const sent = () => busDouble.sent.map(({ payload }) => payload);

describe('creating an endpoint', () => {
  const body = { url: 'https://shop.example/webhooks', events: ['payment.*'] };

  test('[7.5] shows its secret once, and not on the bus', async () => {
    const answer = await ask('POST', '/webhook-endpoints', body, { 'idempotency-key': 'first' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ ...view, secret });
    const [command] = sent() as CreateWebhookEndpointCommand[];
    expect(command).toMatchObject({ ...acting, ...body });
    expect(JSON.stringify(command?.idempotency)).not.toContain('first');
  });

  test('[7.5] again does not show it, and is marked as a replay', async () => {
    busDouble.on(createWebhookEndpoint, () => ({ ...accept({ endpoint }), replayed: true }));
    const answer = await ask('POST', '/webhook-endpoints', body);
    expect(answer.body).toEqual(view);
    expect(answer.headers['idempotency-replayed']).toBe('true');
  });

  test('takes what an endpoint may have, and leaves out what is null', async () => {
    const more = { description: 'orders', ordered: true, retrySchedule: [1, 604_800] };
    await ask('POST', '/webhook-endpoints', { ...body, ...more });
    await ask('POST', '/webhook-endpoints', { ...body, description: null, ordered: null, retrySchedule: null });
    expect(sent()).toEqual([
      { ...acting, ...body, ...more, endpointId: expect.any(String) },
      { ...acting, ...body, endpointId: expect.any(String) },
    ]);
  });

  test.each<[object, ErrorCode, string]>([
    [{ events: ['*'] }, 'parameter_missing', 'url'],
    [{ url: body.url }, 'parameter_missing', 'events'],
    [{ ...body, url: '' }, 'parameter_invalid', 'url'],
    [{ ...body, url: `https://shop.example/${'x'.repeat(2_048)}` }, 'parameter_invalid', 'url'],
    [{ ...body, events: [] }, 'parameter_invalid', 'events'],
    [{ ...body, events: '*' }, 'parameter_invalid', 'events'],
    [{ ...body, events: ['payment.%'] }, 'parameter_invalid', 'events.0'],
    [{ ...body, events: Array.from({ length: 33 }, () => '*') }, 'parameter_invalid', 'events'],
    [{ ...body, retrySchedule: [0] }, 'parameter_invalid', 'retrySchedule.0'],
    [{ ...body, retrySchedule: [604_801] }, 'parameter_invalid', 'retrySchedule.0'],
    [{ ...body, ordered: 'yes' }, 'parameter_invalid', 'ordered'],
    [{ ...body, description: 'x'.repeat(501) }, 'parameter_invalid', 'description'],
    [{ ...body, secret: 'whsec_mine' }, 'parameter_unknown', 'secret'],
  ])('is refused for %j', async (wrong, code, param) => {
    expect((await ask('POST', '/webhook-endpoints', wrong)).body).toMatchObject({ status: 400, code, param });
    expect(sent()).toEqual([]);
  });

  test.each<ErrorCode>([
    'webhook_url_invalid',
    'endpoint_limit_reached',
    'rate_limited',
    'idempotency_key_reused',
    'idempotency_key_in_use',
  ])('may be refused with %s', async (code) => {
    busDouble.on(createWebhookEndpoint, () => refuse(code));
    const { status } = errorCatalogue[code];
    expect((await ask('POST', '/webhook-endpoints', body)).body).toMatchObject({ code, status });
  });

  test('is refused with the time after which another can be created', async () => {
    busDouble.on(createWebhookEndpoint, () => refuse('rate_limited', { fields: { retryAfter: 3_599.2 } }));
    const answer = await ask('POST', '/webhook-endpoints', body);
    expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited', retryAfter: 3_600 } });
    expect(answer.headers['retry-after']).toBe('3600');
  });
});

test('a list has all endpoints in one page', async () => {
  const answer = await ask('GET', '/webhook-endpoints');
  expect(answer.body).toEqual({ data: [view], hasMore: false, nextCursor: null });
  expect(sent()).toEqual([account]);
});

test('an endpoint is read', async () => {
  expect((await ask('GET', path)).body).toEqual(view);
  expect(sent()).toEqual([{ ...account, endpointId: id }]);
});

test.each([
  [{ status: 'paused' }],
  [{ url: 'https://shop.example/new', events: ['*'], description: '', ordered: false, retrySchedule: [] }],
])('an endpoint is changed with %j', async (changes) => {
  expect((await ask('PATCH', path, changes)).body).toEqual(view);
  expect(sent()).toEqual([{ ...acting, endpointId: id, ...changes }]);
});

test.each([[{ status: 'disabled' }], [{ status: 'deleted' }], [{ events: [] }]])(
  'an endpoint is not changed with %j',
  async (changes) => {
    expect((await ask('PATCH', path, changes)).body).toMatchObject({ status: 400, code: 'parameter_invalid' });
    expect(sent()).toEqual([]);
  },
);

test('an endpoint is deleted', async () => {
  const answer = await ask('DELETE', path);
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
  expect(sent()).toEqual([{ ...acting, endpointId: id }]);
});

describe('rotating a secret', () => {
  test.each([
    [undefined, 86_400],
    [{ overlapSeconds: null }, 86_400],
    [{ overlapSeconds: 0 }, 0],
    [{ overlapSeconds: 604_800 }, 604_800],
  ])('[7.6] with %j lets the earlier ones sign for %i seconds', async (body, overlapSeconds) => {
    const answer = await ask('POST', `${path}/rotate-secret`, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ ...view, secret });
    const [command] = sent() as RotateWebhookSecretCommand[];
    expect(command).toMatchObject({ ...acting, endpointId: id, overlapSeconds });
    expect(command?.idempotency.keyHash).toEqual(expect.any(String));
  });

  test('has a key of its own where the request has none, so that a command delivered twice has one effect', async () => {
    await ask('POST', `${path}/rotate-secret`);
    await ask('POST', `${path}/rotate-secret`);
    const [one, other] = (sent() as RotateWebhookSecretCommand[]).map(({ idempotency }) => idempotency.keyHash);
    expect(one).not.toBe(other);
  });

  test.each([-1, 604_801, 1.5, '60'])('is refused for an overlap of %j', async (overlapSeconds) => {
    const { body } = await ask('POST', `${path}/rotate-secret`, { overlapSeconds });
    expect(body).toMatchObject({ code: 'parameter_invalid', param: 'overlapSeconds' });
  });

  test('is refused while three secrets are live', async () => {
    busDouble.on(rotateWebhookSecret, () => refuse('webhook_secret_limit_reached'));
    const { body } = await ask('POST', `${path}/rotate-secret`);
    expect(body).toMatchObject({ status: 409, code: 'webhook_secret_limit_reached' });
  });
});

describe('[1.3] a restricted key that sends events to an endpoint needs the right to read them', () => {
  const keyWith = (...scopes: string[]) => {
    const { key, row } = newApiKey({ type: 'restricted', scopes, merchantId });
    apiKeyRows.put(row.apiKeyId, row);
    return key;
  };
  const writer = keyWith('webhook_endpoints:write');
  const reader = keyWith('events:read');
  const both = keyWith('webhook_endpoints:write', 'events:read');

  test.each([
    ['created', 'POST', '/webhook-endpoints', { url: 'https://shop.example/webhooks', events: ['*'] }],
    ['changed', 'PATCH', path, { status: 'enabled' }],
    ['given another secret', 'POST', `${path}/rotate-secret`, undefined],
    ['sent what it has missed', 'POST', `${path}/recover`, { from: '2026-11-20T00:00:00.000Z' }],
    ['sent an event again', 'POST', `/deliveries/${newId('delivery')}/redeliver`, undefined],
  ])('where it is %s', async (_, method, where, body) => {
    const askWith = (key: string) => ask(method, where, body, { 'x-api-key': key });
    for (const [key, scope] of [[writer, 'events:read'] as const, [reader, 'webhook_endpoints:write'] as const])
      expect((await askWith(key)).body).toMatchObject({ status: 403, code: 'scope_missing', scope });
    expect(sent()).toEqual([]);
    await askWith(both);
    expect(sent()).toHaveLength(1);
  });

  test('but not to send a ping, or to delete an endpoint', async () => {
    for (const [method, where] of [['POST', `${path}/test`] as const, ['DELETE', path] as const])
      await ask(method, where, undefined, { 'x-api-key': writer });
    expect(sent()).toHaveLength(2);
  });
});

test.each([
  ['GET', ''],
  ['PATCH', ''],
  ['DELETE', ''],
  ['POST', '/rotate-secret'],
])(
  "[7.2] %s %s of another merchant's endpoint is answered like a missing one and like a malformed id",
  async (method, end) => {
    busDouble.on(getWebhookEndpoint, () => refuse('webhook_endpoint_not_found'));
    busDouble.on(updateWebhookEndpoint, () => refuse('webhook_endpoint_not_found'));
    busDouble.on(deleteWebhookEndpoint, () => refuse('webhook_endpoint_not_found'));
    busDouble.on(rotateWebhookSecret, () => refuse('webhook_endpoint_not_found'));
    const body = method === 'PATCH' ? {} : undefined;
    const answers = await Promise.all(
      [id, newId('webhookEndpoint'), newId('event'), 'hello'].map((each) =>
        ask(method, `/webhook-endpoints/${each}${end}`, body),
      ),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(404);
      expect({ ...answer.body, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '' });
    }
  },
);
