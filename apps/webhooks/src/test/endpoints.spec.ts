import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply, WebhookEndpointInfo } from '@paygate/contracts';
import {
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  updateWebhookEndpoint,
  WEBHOOK_ENDPOINTS_MAX,
  WEBHOOK_ENDPOINTS_PER_DAY,
} from '@paygate/contracts';
import { newId, sha256Base64url } from '@paygate/platform';
import { eventually, repetitions } from '@paygate/testing';
import { verifyServiceSignature } from '@paygate/webhook-signature';
import { WebhooksUnderTest } from './webhooks-under-test.js';

let service: WebhooksUnderTest;

beforeAll(async () => {
  service = await WebhooksUnderTest.start();
  await service.startInstance();
});
afterAll(() => service.stop());

const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);
const dataOf = <Answer>(reply: Reply<Answer>): Answer => {
  if (!reply.ok) throw new Error(reply.code);
  return reply.data;
};
interface Account {
  readonly merchantId: string;
  readonly mode: 'test';
}
const owner = (): Account => ({ merchantId: newId('merchant'), mode: 'test' });
const idempotency = (key: string, body = '') => ({ keyHash: sha256Base64url(key), bodyHash: sha256Base64url(body) });
const created = async (account = owner(), changes: object = {}) => {
  const issued = dataOf(await service.register({ ...account, ...changes }));
  const { endpoint, secret } = issued;
  return { ...account, endpoint, endpointId: endpoint.endpointId, secret: service.opened(secret) };
};
const key = ({ merchantId, mode, endpointId }: Awaited<ReturnType<typeof created>>) => ({
  ...{ merchantId, mode, endpointId },
});
const rotate = (
  endpoint: Awaited<ReturnType<typeof created>>,
  overlapSeconds: number,
  name: string = newId('request'),
) => service.ask(rotateWebhookSecret, { ...key(endpoint), overlapSeconds, idempotency: idempotency(name) });

describe('an endpoint', () => {
  test('[7.1] is created, read, listed and changed by its merchant', async () => {
    const wanted = { events: ['payment.*', 'payment.*'], description: 'orders', ordered: true, retrySchedule: [1, 60] };
    const endpoint = await created(owner(), wanted);
    expect(endpoint.endpoint).toMatchObject({
      ...wanted,
      events: ['payment.*'],
      status: 'enabled',
      disabledReason: null,
    });
    expect(endpoint.endpoint.secrets).toEqual([{ createdAt: expect.any(String), expiresAt: null }]);
    expect(dataOf(await service.ask(getWebhookEndpoint, key(endpoint)))).toEqual(endpoint.endpoint);
    const changes = { events: ['*'], description: '', ordered: false, retrySchedule: [] };
    const changed = dataOf(await service.ask(updateWebhookEndpoint, { ...key(endpoint), ...changes }));
    expect(changed).toMatchObject({ events: ['*'], description: null, ordered: false, retrySchedule: null });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThanOrEqual(Date.parse(endpoint.endpoint.updatedAt));
    const unchanged = dataOf(await service.ask(updateWebhookEndpoint, key(endpoint)));
    expect(unchanged).toEqual(Object.assign({}, changed, { updatedAt: unchanged.updatedAt }));
    const second = await created({ merchantId: endpoint.merchantId, mode: 'test' });
    const { endpoints } = dataOf(
      await service.ask(listWebhookEndpoints, { merchantId: endpoint.merchantId, mode: 'test' }),
    );
    expect(endpoints).toEqual([second.endpoint, unchanged]);
  });

  test('[7.2] of another merchant or mode is a missing one for every command', async () => {
    const endpoint = await created();
    const others = [
      { ...key(endpoint), merchantId: newId('merchant') },
      { ...key(endpoint), mode: 'live' as const },
      { ...key(endpoint), endpointId: newId('webhookEndpoint') },
    ];
    for (const other of others) {
      const replies = await Promise.all([
        service.ask(getWebhookEndpoint, other),
        service.ask(updateWebhookEndpoint, { ...other, status: 'paused' }),
        service.ask(deleteWebhookEndpoint, other),
        service.ask(rotateWebhookSecret, { ...other, overlapSeconds: 0, idempotency: idempotency(newId('request')) }),
      ]);
      for (const reply of replies) expect(reply).toEqual({ ok: false, code: 'webhook_endpoint_not_found' });
    }
    expect(dataOf(await service.ask(getWebhookEndpoint, key(endpoint)))).toEqual(endpoint.endpoint);
  });

  test('[7.1] is one of sixteen of its merchant and mode, even when many are created at once', async () => {
    const account = owner();
    const replies = await Promise.all(Array.from({ length: 24 }, () => service.register(account)));
    const codes = replies.map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(WEBHOOK_ENDPOINTS_MAX);
    expect(codes.filter((code) => code === 'endpoint_limit_reached')).toHaveLength(8);
    expect(replies).toContainEqual(expect.objectContaining({ detail: 'An account has at most 16 webhook endpoints.' }));
    const [first] = replies.flatMap((reply) => (reply.ok ? [reply.data.endpoint] : []));
    const freed = { ...account, endpointId: first?.endpointId ?? '' };
    expect(codeOf(await service.ask(deleteWebhookEndpoint, freed))).toBe('ok');
    expect(codeOf(await service.register(account))).toBe('ok');
  });

  test('[7.1] is one of two hundred that its merchant creates in a mode within 24 hours, deleted ones included', async () => {
    const account = owner();
    const { endpointId } = await created(account);
    const add = async (count: number, mode: string) => {
      const ids = Array.from({ length: count }, () => newId('webhookEndpoint'));
      await service.database.query(
        `INSERT INTO webhook_endpoint (endpoint_id, merchant_id, mode, url, events, state)
          SELECT id, $2, $3, 'https://shop.example/', '{*}', 'deleted' FROM unnest($1::text[]) AS id`,
        [ids, account.merchantId, mode],
      );
    };
    await add(WEBHOOK_ENDPOINTS_PER_DAY, 'live');
    await add(WEBHOOK_ENDPOINTS_PER_DAY - 2, account.mode);
    expect(codeOf(await service.register({ ...account, idempotency: idempotency('last') }))).toBe('ok');
    const refused = await service.register(account);
    expect(refused).toMatchObject({
      ...{ ok: false, code: 'rate_limited', fields: { retryAfter: expect.any(Number) } },
      detail: 'At most 200 webhook endpoints can be created within 24 hours.',
    });
    const { retryAfter } = (refused as unknown as { fields: { retryAfter: number } }).fields;
    expect(retryAfter).toBeGreaterThan(86_000);
    expect(retryAfter).toBeLessThanOrEqual(86_400);
    expect(await service.register({ ...account, idempotency: idempotency('last') })).toMatchObject({ replayed: true });
    await service.database.query(
      `UPDATE webhook_endpoint SET created_at = created_at - interval '24 hours' WHERE endpoint_id = $1`,
      [endpointId],
    );
    expect(codeOf(await service.register(account))).toBe('ok');
    expect(codeOf(await service.register(account))).toBe('rate_limited');
  });

  test.each(repetitions)('is the first one under its key: $name', async ({ first, later, isSame }) => {
    const [account, { keyHash }] = [owner(), idempotency(newId('request'))];
    const register = (digests: typeof first) => service.register({ ...account, idempotency: { keyHash, ...digests } });
    expect(codeOf(await register(first))).toBe('ok');
    expect(codeOf(await register(later))).toBe(isSame ? 'ok' : 'idempotency_key_reused');
  });

  test('[7.5] is created once per idempotency key, and a repeated answer lacks the secret', async () => {
    const account = owner();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => service.register({ ...account, idempotency: idempotency('k', 'one') })),
    );
    const again = await service.register({ ...account, idempotency: idempotency('k', 'one') });
    const ids = new Set([...replies, again].flatMap((reply) => (reply.ok ? [reply.data.endpoint.endpointId] : [])));
    expect(ids.size).toBe(1);
    expect(replies.filter((reply) => reply.ok && reply.data.secret !== undefined)).toHaveLength(1);
    expect(again).toMatchObject({ ok: true, replayed: true });
    expect(dataOf(again).secret).toBeUndefined();
    const other = await service.register({ ...account, idempotency: idempotency('k', 'two') });
    expect(codeOf(other)).toBe('idempotency_key_reused');
    expect(dataOf(await service.ask(listWebhookEndpoints, account)).endpoints).toHaveLength(1);
  });

  test.each([
    ['ftp://127.0.0.1/', 'test'],
    ['http://127.0.0.1:9/hooks', 'test'],
    ['http://user:secret@shop.example/', 'test'],
    ['https://shop.example/#x', 'test'],
    ['http://shop.example/', 'live'],
    ['https://10.0.0.1/', 'live'],
    ['https://[::1]/', 'live'],
    ['https://169.254.169.254/latest/meta-data', 'live'],
    ['https://localhost/', 'live'],
    ['https://a.name.that.does.not.exist.invalid/', 'live'],
  ] as const)('[7.3] cannot have the URL %s in %s mode, at its creation and later', async (url, mode) => {
    const refusal = { ok: false, code: 'webhook_url_invalid', param: 'url' };
    expect(await service.register({ ...owner(), mode, url })).toMatchObject(refusal);
    if (mode === 'live') return;
    const endpoint = await created();
    expect(await service.ask(updateWebhookEndpoint, { ...key(endpoint), url })).toMatchObject(refusal);
    const { url: kept } = dataOf(await service.ask(getWebhookEndpoint, key(endpoint)));
    expect(kept).toBe(endpoint.endpoint.url);
  });

  test('of live mode has a name, which leads to an address that the operator has listed or a public one', async () => {
    const { address } = service.receiver;
    const registered = async (mode: 'test' | 'live', host: string) =>
      codeOf(await service.register({ ...owner(), mode, url: `https://${host}/hooks` }));
    expect([await registered('test', address), await registered('live', address)]).toEqual([
      'ok',
      'webhook_url_invalid',
    ]);
    const port = Number(address.split(':')[1]);
    expect(await registered('live', `localhost:${String(port)}`)).toBe('ok');
    expect(await registered('live', `localhost:${String(port - 1)}`)).toBe('webhook_url_invalid');
  });

  test('[7.3] cannot have a filter that matches no type of event, at its creation and later', async () => {
    const refusal = { ok: false, code: 'parameter_invalid', param: 'events' };
    const events = ['payment.failed', 'payment.complete'];
    const refused = await service.register({ ...owner(), events });
    expect(refused).toMatchObject({ ...refusal, detail: expect.stringContaining('payment.complete') });
    const endpoint = await created();
    expect(await service.ask(updateWebhookEndpoint, { ...key(endpoint), events })).toMatchObject(refusal);
    expect(dataOf(await service.ask(getWebhookEndpoint, key(endpoint))).events).toEqual(['*']);
  });

  test('[7.4] that is paused keeps its deliveries, and sends them when it is enabled', async () => {
    const endpoint = await created({ merchantId: service.merchantId, mode: 'test' });
    const status = (wanted: 'paused' | 'enabled') =>
      service.ask(updateWebhookEndpoint, { ...key(endpoint), status: wanted });
    expect(dataOf(await status('paused')).status).toBe('paused');
    const eventId = await service.completed();
    await eventually(async () => {
      const rows = await service.database.query('SELECT FROM webhook_delivery WHERE event_id = $1', [eventId]);
      return rows.length > 0;
    });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(service.receiver.eventIds).not.toContain(eventId);
    expect(dataOf(await status('enabled')).status).toBe('enabled');
    const arrival = await eventually(() =>
      service.receiver.arrivals.find(({ headers }) => headers['webhook-id'] === eventId),
    );
    verifyServiceSignature(arrival.body, String(arrival.headers['service-signature']), endpoint.secret);
    expect(codeOf(await service.ask(deleteWebhookEndpoint, key(endpoint)))).toBe('ok');
  });

  test('[7.4] that Paygate has disabled is enabled by its merchant, without the failures of its past', async () => {
    const endpoint = await created();
    await service.database.query(
      `UPDATE webhook_endpoint SET state = 'disabled', disabled_reason = 'failing', failures = 12, failing_since = clock_timestamp()
        WHERE endpoint_id = $1`,
      [endpoint.endpointId],
    );
    const disabled: WebhookEndpointInfo = dataOf(await service.ask(getWebhookEndpoint, key(endpoint)));
    expect(disabled).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
    const renamed = dataOf(await service.ask(updateWebhookEndpoint, { ...key(endpoint), description: 'broken' }));
    expect(renamed).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
    const enabled = dataOf(await service.ask(updateWebhookEndpoint, { ...key(endpoint), status: 'enabled' }));
    expect(enabled).toMatchObject({ status: 'enabled', disabledReason: null });
    const rows = await service.database.query('SELECT failures FROM webhook_endpoint WHERE endpoint_id = $1', [
      endpoint.endpointId,
    ]);
    expect(rows).toEqual([{ failures: 0 }]);
  });

  test('[7.1] that is deleted is missing, and gets nothing more', async () => {
    const endpoint = await created({ merchantId: service.merchantId, mode: 'test' });
    expect(codeOf(await service.ask(deleteWebhookEndpoint, key(endpoint)))).toBe('ok');
    for (const contract of [getWebhookEndpoint, deleteWebhookEndpoint])
      expect(codeOf(await service.ask(contract, key(endpoint)))).toBe('webhook_endpoint_not_found');
    const rows = await service.database.query('SELECT FROM webhook_secret WHERE endpoint_id = $1', [
      endpoint.endpointId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('rotating a secret', () => {
  test('[7.6] lets the earlier ones sign until the overlap ends, and is done once per idempotency key', async () => {
    const endpoint = await created();
    const [first, again] = [await rotate(endpoint, 3_600, 'once'), await rotate(endpoint, 3_600, 'once')];
    expect(service.opened(dataOf(first).secret)).not.toBe(endpoint.secret);
    expect(again).toMatchObject({ ok: true, replayed: true, data: { endpoint: dataOf(first).endpoint } });
    expect(dataOf(again).secret).toBeUndefined();
    const [old, fresh] = dataOf(first).endpoint.secrets;
    expect(fresh?.expiresAt).toBeNull();
    expect(Date.parse(old?.expiresAt ?? '') - Date.now()).toBeGreaterThan(3_500_000);
  });

  test('[7.6] is refused while three are live, even at once, and an overlap of zero ends all earlier ones', async () => {
    const endpoint = await created();
    const replies = await Promise.all(Array.from({ length: 6 }, () => rotate(endpoint, 3_600)));
    const codes = replies.map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(2);
    expect(codes.filter((code) => code === 'webhook_secret_limit_reached')).toHaveLength(4);
    expect(replies).toContainEqual(
      expect.objectContaining({ detail: 'At most 3 secrets of an endpoint are live at once.' }),
    );
    const { secrets } = dataOf(await service.ask(getWebhookEndpoint, key(endpoint)));
    expect(secrets).toHaveLength(3);
    const alone = dataOf(await rotate(endpoint, 0));
    expect(alone.endpoint.secrets).toEqual([{ createdAt: expect.any(String), expiresAt: null }]);
  });

  test('[7.6] changes the end of no earlier secret, neither to later nor to sooner', async () => {
    for (const [first, second] of [
      [60, 604_800],
      [604_800, 60],
    ] as const) {
      const endpoint = await created();
      const [before] = dataOf(await rotate(endpoint, first)).endpoint.secrets;
      const [oldest, older] = dataOf(await rotate(endpoint, second)).endpoint.secrets;
      expect(oldest).toEqual(before);
      const lastsMs = Date.parse(older?.expiresAt ?? '') - Date.now();
      expect(lastsMs).toBeGreaterThan(second * 500);
      expect(lastsMs).toBeLessThan(second * 1_000 + 1);
    }
  });
});
