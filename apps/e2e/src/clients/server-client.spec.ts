import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  Paygate,
  PaygateAuthenticationError,
  PaygateConflictError,
  PaygateInvalidRequestError,
  PaygateNotFoundError,
} from '@paygate/node';
import { FaultyGateway } from './faulty-gateway.js';
import { demoServer, trustedStack } from './trust.js';

const stack = trustedStack();
const paygate = demoServer(stack);
const order = { amount: '5000', currency: 'XAF' } as const;
const run = `clients-${Date.now()}`;

describe('payment intents', () => {
  test('[8.1] are created and retrieved as the specification calls them', async () => {
    const intent = await paygate.paymentIntents.create({
      amount: '5000',
      currency: 'XAF',
      description: 'Order 1042',
      metadata: { orderId: '1042', items: [{ sku: 'a', count: 2 }] },
    });
    expect(Object.keys(intent)).toEqual(expect.arrayContaining(['id', 'sessionToken', 'expiresAt']));
    const retrieved = await paygate.paymentIntents.retrieve(intent.sessionToken);
    expect(retrieved).toMatchObject({
      id: intent.id,
      status: 'PENDING',
      metadata: { items: [{ sku: 'a', count: 2 }] },
    });
    expect(await paygate.paymentIntents.retrieveById(intent.id)).toEqual(retrieved);
  });

  test('[8.1] are listed in pages, and canceled', async () => {
    const created = await Promise.all(
      [1, 2, 3].map((number) =>
        paygate.paymentIntents.create({ ...order, reference: `${run}-${number}`, metadata: { run } }),
      ),
    );
    const listed: string[] = [];
    for await (const { id } of paygate.paymentIntents.list({ metadata: { run }, limit: 2 })) listed.push(id);
    expect(listed.sort()).toEqual(created.map(({ id }) => id).sort());
    const found: string[] = [];
    for await (const { id } of paygate.paymentIntents.list({ q: run, status: ['PENDING', 'FAILED'] })) found.push(id);
    expect(found.sort()).toEqual(listed);
    const ofPhone = await paygate.paymentIntents.search({ phoneNumber: '+237699999999' });
    expect(ofPhone.data).toEqual([]);
    const { status } = await paygate.paymentIntents.cancel(created[0]?.id ?? '');
    expect(status).toBe('CANCELED');
  });

  test('a replayed creation is marked as one', async () => {
    const options = { idempotencyKey: `${run}-replay` };
    const first = await paygate.paymentIntents.create(order, options).withResponse();
    const second = await paygate.paymentIntents.create(order, options).withResponse();
    expect([first.response.replayed, second.response.replayed]).toEqual([false, true]);
    expect(second.data).toEqual(first.data);
    expect(second.response.requestId).not.toBe(first.response.requestId);
  });

  test('errors have the class and the fields of their code', async () => {
    const failed = (call: PromiseLike<unknown>): Promise<unknown> =>
      Promise.resolve(call).then(
        () => undefined,
        (error: unknown) => error,
      );
    const small = await failed(paygate.paymentIntents.create({ amount: '1', currency: 'XAF' }));
    expect(small).toBeInstanceOf(PaygateInvalidRequestError);
    expect(small).toMatchObject({ code: 'amount_too_small', param: 'amount', problem: { min: '100' }, attempts: 1 });
    const missing = await failed(paygate.paymentIntents.retrieveById('pi_01k8zq4a2nf8rb0v6d7jep5f9x'));
    expect(missing).toBeInstanceOf(PaygateNotFoundError);
    const withWrongKey = new Paygate({ secretKey: `${stack.merchant.secretKey.slice(0, -1)}_` });
    expect(await failed(withWrongKey.paymentIntents.list())).toBeInstanceOf(PaygateAuthenticationError);
    const reference = `${run}-twice`;
    const { id } = await paygate.paymentIntents.create({ ...order, reference });
    const second = await failed(paygate.paymentIntents.create({ ...order, reference }));
    expect(second).toBeInstanceOf(PaygateConflictError);
    expect(second).toMatchObject({ code: 'reference_exists', problem: { intentId: id } });
  });
});

test('an event that does not exist yet is awaited', async () => {
  const [newest] = (await paygate.events.list({ limit: 1 })).data;
  const reference = `${run}-awaited`;
  const query = { type: 'payment.created' as const, ...(newest && { endingBefore: newest.id }) };
  const waiting = paygate.events.list(query, { waitSeconds: 5 }).withResponse();
  const { id, sessionToken } = await paygate.paymentIntents.create({ ...order, reference });
  const { data, response } = await waiting;
  expect(response.headers.get('preference-applied')).toBe('wait');
  expect(data.data.length).toBeGreaterThan(0);
  // an intent that nobody pays has no outcome to wait for
  expect(await paygate.paymentIntents.retrieve(sessionToken, { waitSeconds: 5 })).toMatchObject({ id });
});

test('a key is created, used, changed, rotated and revoked', async () => {
  const { id, key } = await paygate.apiKeys.create({ type: 'restricted', name: run, scopes: ['intents:read'] });
  const restricted = new Paygate({ secretKey: key ?? '' });
  expect((await restricted.paymentIntents.list({ limit: 1 })).data).toHaveLength(1);
  expect(await paygate.apiKeys.update(id, { name: `${run} changed` })).toMatchObject({ name: `${run} changed` });
  const successor = await paygate.apiKeys.rotate(id, { overlapSeconds: 0 });
  expect(successor.key).toMatch(/^rk_test_/);
  expect((await paygate.apiKeys.revoke(successor.id)).revokedAt).not.toBeNull();
  const names: string[] = [];
  for await (const each of paygate.apiKeys.list({ limit: 1 })) names.push(each.id);
  expect(names).toEqual(expect.arrayContaining([id, successor.id]));
});

test('a payment link is created, listed, read and deactivated', async () => {
  const { paymentLinks } = paygate;
  const { id, url } = await paymentLinks.create({ currency: 'XAF', amount: '500', referencePattern: `${run}-{n}` });
  expect(url).toContain(id);
  expect(await paymentLinks.retrieve(id)).toMatchObject({ id, status: 'active', payments: 0 });
  expect((await paymentLinks.list({ limit: 1 })).data).toMatchObject([{ object: 'payment_link' }]);
  expect(await paymentLinks.update(id, { active: false })).toMatchObject({ id, status: 'inactive' });
});

test('customers are listed with what they have paid', async () => {
  const { data } = await paygate.customers.list({ limit: 1 });
  expect(data).toMatchObject([{ object: 'customer', userId: expect.stringMatching(/^usr_/) }]);
  const userIds: string[] = [];
  for await (const { userId } of paygate.customers.list({ limit: 2 })) userIds.push(userId);
  expect(userIds).toContain(data[0]?.userId);
  const { data: paid } = await paygate.paymentIntents.list({ userId: data[0]?.userId ?? '', status: 'COMPLETED' });
  expect(paid.length).toBeGreaterThan(0);
  const id = paid[0]?.id ?? '';
  expect(await paygate.paymentIntents.retrievePayer(id)).toMatchObject({ object: 'payer', intentionId: id });
  const guests = await paygate.customers.listGuests({ limit: 1 });
  expect(guests).toMatchObject({ data: expect.any(Array), hasMore: expect.any(Boolean) });
});

test('a webhook endpoint is created, changed, given another secret and deleted', async () => {
  const { webhookEndpoints } = paygate;
  const { url } = stack.merchant.webhookReceiver;
  const { id, secret } = await webhookEndpoints.create({ url, events: ['endpoint.ping'] });
  expect(secret).toMatch(/^whsec_/);
  const ping = await webhookEndpoints.test(id);
  expect(ping).toMatchObject({ eventType: 'endpoint.ping', endpointId: id, attempts: [expect.any(Object)] });
  const recovery = await webhookEndpoints.recover(id, { from: new Date(Date.now() - 60_000).toISOString() });
  expect(await webhookEndpoints.retrieveRecovery(id, recovery.id)).toMatchObject({ id: recovery.id });
  const attempted: string[] = [];
  for await (const delivery of webhookEndpoints.deliveries(id)) attempted.push(delivery.id);
  expect(attempted).toContain(ping.id);
  expect(await webhookEndpoints.update(id, { status: 'paused' })).toMatchObject({ id, status: 'paused' });
  const rotated = await webhookEndpoints.rotateSecret(id);
  expect([rotated.secret === secret, rotated.secrets.length]).toEqual([false, 2]);
  expect((await webhookEndpoints.list()).data.map((endpoint) => endpoint.id)).toContain(id);
  expect((await webhookEndpoints.delete(id).withResponse()).response.status).toBe(204);
  await expect(webhookEndpoints.retrieve(id)).rejects.toBeInstanceOf(PaygateNotFoundError);
});

/** CLIENT_FAULT_CREATES=1000 makes the long run. */
const CREATES = Number(process.env['CLIENT_FAULT_CREATES'] ?? 60);

describe('through a network that fails for 30 % of the requests', () => {
  const faulty = new FaultyGateway(stack.gateway.url, 0.3);
  beforeAll(() => faulty.listen());
  afterAll(() => {
    faulty.close();
  });

  test('[8.2] every creation succeeds in the end, and each has exactly one intent', async () => {
    const client = new Paygate({
      ...{ secretKey: stack.merchant.secretKey, baseUrl: faulty.url },
      ...{ maxRetries: 10, timeoutMs: 2_000, deadlineMs: 120_000 },
    });
    const tag = `${run}-faults`;
    const created: string[] = [];
    const work = Array.from({ length: CREATES }, (_, number) => number);
    const worker = async (): Promise<void> => {
      for (let number = work.pop(); number !== undefined; number = work.pop())
        created.push((await client.paymentIntents.create({ ...order, metadata: { tag, number } })).id);
    };
    await Promise.all(Array.from({ length: 10 }, worker));
    const listed: string[] = [];
    for await (const { id } of paygate.paymentIntents.list({ metadata: { tag }, limit: 100 })) listed.push(id);
    expect(listed.sort()).toEqual(created.sort());
    expect([...faulty.faults.keys()].sort()).toEqual(['429', '500', 'answer lost', 'dropped', 'reset', 'stalled']);
  }, 300_000);
});
