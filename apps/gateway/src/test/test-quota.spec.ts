import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  accept,
  checkDashboardSession,
  createIntent,
  createPaymentLink,
  getIntent,
  getMerchantProfile,
  getSharedLink,
  payLink,
  takesSession,
} from '@paygate/contracts';
import type { Operation } from '@paygate/contracts';
import { exampleOf, operationList } from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { TokenBuckets } from '../rate-limits/token-buckets.js';
import { busDouble } from './fixtures/bus-doubles.js';
import type { Answer } from './fixtures/gateway-under-test.js';
import { environment } from './fixtures/gateway-under-test.js';
import { countOf, knownKey, LimitedGateways } from './fixtures/limited-gateways.js';
import { samplePath } from './fixtures/sample-paths.js';
import { intentOf, merchantProfileOf, paymentLinkOf } from './fixtures/samples.js';

/* What an account may store in test mode in a day, on a real Redis that two gateways share. */

const INTENTS = 6;
const BYTES = 2_000;
const order = { amount: '5000', currency: 'XAF' };

let gateways: LimitedGateways;
beforeAll(async () => {
  gateways = await LimitedGateways.start({
    QUOTA_TEST_INTENTS_PER_DAY: String(INTENTS),
    QUOTA_TEST_BYTES_PER_DAY: String(BYTES),
  });
});
afterAll(() => gateways.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(createIntent, (command) => accept(intentOf(command)));
  busDouble.on(getIntent, ({ intentId, merchantId, mode }) =>
    accept(intentOf({ intentId, merchantId, mode, ...order, currency: 'XAF', metadata: '{}' })),
  );
  busDouble.on(createPaymentLink, ({ linkId, merchantId }) => accept(paymentLinkOf(linkId, merchantId)));
});

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const create = (key: string, index = 0, body: object = order): Promise<Answer> =>
  gateways.at(index).ask({ method: 'POST', path: '/gateway', headers: { 'x-api-key': key }, body });
const createLink = (headers: Readonly<Record<string, string>>) =>
  gateways.at(0).ask({ method: 'POST', path: '/payment-links', headers, body: order });

describe('[6.16] an account in test mode', () => {
  test('creates as many intents a day as its quota, at all gateways and with all keys together', async () => {
    const merchantId = newId('merchant');
    const keys = [knownKey({ merchantId }), knownKey({ merchantId })];
    const answers = await Promise.all(upTo(20).map((index) => create(keys[(index >> 1) % 2] ?? '', index)));
    expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([INTENTS, 20 - INTENTS]);
    expect(busDouble.sent).toHaveLength(INTENTS);
    const { body, headers } = answers.find(({ status }) => status === 429) ?? {};
    expect(body).toMatchObject({ code: 'quota_spent', retryable: false, intentsLeft: 0 });
    const { bytesLeft, renewsAt, retryAfter } = body as Record<string, unknown>;
    expect(bytesLeft).toBe(BYTES - INTENTS * Buffer.byteLength(JSON.stringify(order)));
    expect(renewsAt).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/);
    expect(headers?.['retry-after']).toBe(String(retryAfter));
    expect(retryAfter).toBeLessThanOrEqual(86_400);
    // what it has stored, it reads
    const path = `/gateway/${newId('intent')}`;
    expect((await gateways.at(0).ask({ path, headers: { 'x-api-key': keys[0] ?? '' } })).status).toBe(200);
  });

  test('stores as many bytes a day as its quota and one request; after a refusal no smaller request is stored', async () => {
    const key = knownKey();
    const large = { ...order, metadata: { text: 'x'.repeat(1_100) } };
    expect((await create(key, 0, large)).status).toBe(201);
    expect((await create(key, 1, large)).status).toBe(201);
    const expected = { code: 'quota_spent', intentsLeft: INTENTS - 2, bytesLeft: 0 };
    expect((await create(key, 0, large)).body).toMatchObject(expected);
    expect((await create(key, 1)).body).toMatchObject(expected);
    expect(busDouble.sent).toHaveLength(2);
  });

  test('spends it on payment links, too, whoever creates them', async () => {
    const merchantId = newId('merchant');
    const key = knownKey({ merchantId });
    const token = memberOf(merchantId);
    const byMember = { authorization: `Bearer ${token}`, 'x-mode': 'test' };
    const answers = [];
    for (let count = 0; count < INTENTS / 2; count += 1)
      answers.push(await createLink({ 'x-api-key': key }), await createLink(byMember));
    expect(countOf(answers, 201)).toBe(INTENTS);
    expect((await createLink({ 'x-api-key': key })).body).toMatchObject({ code: 'quota_spent' });
    expect((await createLink(byMember)).body).toMatchObject({ code: 'quota_spent' });
    expect((await create(key)).body).toMatchObject({ code: 'quota_spent' });
  });

  test('spends it on the payments that its links begin', async () => {
    const merchantId = newId('merchant');
    busDouble.on(getMerchantProfile, () => accept(merchantProfileOf(merchantId)));
    busDouble.on(getSharedLink, ({ linkId }) =>
      accept(paymentLinkOf(linkId, merchantId, { description: 'x'.repeat(400) })),
    );
    busDouble.on(payLink, ({ intentId }) =>
      accept(intentOf({ intentId, merchantId, mode: 'test', ...order, currency: 'XAF', metadata: '{}' })),
    );
    const pay = () => gateways.at(0).ask({ method: 'POST', path: `/payment-links/${newId('paymentLink')}/payments` });
    const answers = [];
    for (let count = 0; count < INTENTS; count += 1) answers.push(await pay());
    expect(countOf(answers, 201)).toBeGreaterThan(0);
    expect(answers.at(-1)?.body).toMatchObject({ code: 'quota_spent', retryable: false });
    expect((await create(knownKey(), 0)).status).toBe(201);
  });
});

describe('[6.16] whoever has no more than a publishable key or a link', () => {
  /** Of a quota of {@link INTENTS}. */
  const OF_VISITORS = 4;
  const signIn = (key: string, index: number, size = 0) =>
    gateways.at(index).ask({
      ...{ method: 'POST', path: '/auth/web', headers: { 'x-api-key': key } },
      body: { phone: '+237670000001', password: `wrong password ${'x'.repeat(size)}` },
    });
  const refusedOf = (answers: readonly Answer[]) => answers.filter(({ body }) => body['code'] === 'quota_spent').length;

  test('spends a part of the quota, and leaves the rest to the merchant’s servers', async () => {
    const merchantId = newId('merchant');
    const [ofPages, ofServer] = [knownKey({ merchantId, type: 'publishable' }), knownKey({ merchantId })];
    const flood = [];
    for (const index of upTo(OF_VISITORS + 3)) flood.push(await signIn(ofPages, index));
    expect(refusedOf(flood)).toBe(3);
    expect(flood.at(-1)?.body).toMatchObject({ intentsLeft: 0 });
    const answers = [];
    for (const index of upTo(INTENTS)) answers.push(await create(ofServer, index));
    expect([countOf(answers, 201), refusedOf(answers)]).toEqual([INTENTS - OF_VISITORS, OF_VISITORS]);
  });

  test('spends a part of the bytes', async () => {
    const merchantId = newId('merchant');
    const [ofPages, ofServer] = [knownKey({ merchantId, type: 'publishable' }), knownKey({ merchantId })];
    const flood = [];
    for (const index of upTo(OF_VISITORS)) flood.push(await signIn(ofPages, index, BYTES / 4));
    expect(refusedOf(flood)).toBe(1);
    expect(flood.at(-1)?.body).toMatchObject({ intentsLeft: 1, bytesLeft: 0 });
    expect((await create(ofServer)).status).toBe(201);
  });

  test('takes nothing more when the merchant has spent the whole', async () => {
    const merchantId = newId('merchant');
    for (const index of upTo(INTENTS)) await create(knownKey({ merchantId }), index);
    expect((await signIn(knownKey({ merchantId, type: 'publishable' }), 0)).body).toMatchObject({
      code: 'quota_spent',
    });
  });
});

describe('[6.16] when the quota is spent', () => {
  const merchantId = newId('merchant');
  const keys = { secret: knownKey({ merchantId }), publishable: knownKey({ merchantId, type: 'publishable' }) };
  const spend = async () => {
    for (let count = 0; count < INTENTS; count += 1) await create(keys.secret, count);
    busDouble.sent.length = 0;
  };
  const ask = ({ method, path, body, headers }: Operation, credentials: Readonly<Record<string, string>>) =>
    gateways.at(0).ask({
      ...{ method, path: samplePath(path), ...(body === undefined ? {} : { body: exampleOf(body) }) },
      headers: {
        ...credentials,
        ...(headers.some(({ name }) => name === 'idempotency-key') ? { 'idempotency-key': newId('event') } : {}),
      },
    });
  const boundBy = (bound: string) => operationList.filter(({ stores }) => stores?.bound === bound);
  // a payer of a link has no credential: its own test is above
  const counted = boundBy('account').filter(({ key }) => key !== 'anonymous');

  test.each(counted.map((operation) => [operation.id, operation] as const))(
    '%s is refused before anything is stored',
    async (_id, operation) => {
      await spend();
      const credentials =
        operation.key === 'session'
          ? { authorization: `Bearer ${memberOf(merchantId)}` }
          : { 'x-api-key': operation.key === 'publishable' ? keys.publishable : keys.secret };
      const byKey = await ask(operation, credentials);
      expect({ status: byKey.status, code: byKey.body['code'] }).toEqual({ status: 429, code: 'quota_spent' });
      if (operation.takesSession === true) {
        const byMember = await ask(operation, { authorization: `Bearer ${memberOf(merchantId)}`, 'x-mode': 'test' });
        expect(byMember.body).toMatchObject({ code: 'quota_spent' });
      }
      const asked = new Set(busDouble.sent.map(({ name }) => name));
      asked.delete(checkDashboardSession.name);
      expect([...asked]).toEqual([]);
    },
  );

  test('a key can still be revoked, and a person can still change the own password', async () => {
    await spend();
    const token = { authorization: `Bearer ${memberOf(merchantId)}` };
    const free = [...boundBy('ended'), ...boundBy('person')];
    for (const operation of free.filter((operation) => takesSession(operation))) {
      const { body } = await ask(operation, token);
      expect(body['code']).not.toBe('quota_spent');
    }
  });
});

test('[6.16] a live account has no such quota', async () => {
  const key = knownKey({ mode: 'live' });
  const answers = await Promise.all(upTo(INTENTS * 2).map((index) => create(key, index)));
  expect(countOf(answers, 201)).toBe(INTENTS * 2);
});

test('the quota costs a creation no call of Redis of its own', async () => {
  const take = jest.spyOn(gateways.at(0).get(TokenBuckets), 'take');
  expect((await create(knownKey(), 0)).status).toBe(201);
  expect(take).toHaveBeenCalledTimes(1);
  take.mockRestore();
});

/** The token of a session of an owner. */
function memberOf(merchantId: string): string {
  const sealer = new Sealer('auth', parseKeyring(environment.SEAL_KEYS));
  const membership = {
    ...{ memberId: newId('member'), merchantId, merchantName: 'Boulangerie du Port', merchantActive: true },
    ...{ liveActive: true, role: 'owner' as const, name: sealer.seal('gateway', 'Ada', 'member.name') },
  };
  const email = sealer.seal('gateway', 'ada@shop.example', 'member.email');
  const session = { sessionId: newId('dashboardSession'), expiresAt: '2199-01-01T00:00:00.000Z', email };
  busDouble.on(checkDashboardSession, () => accept({ ...session, memberships: [membership] }));
  return mintOpaqueToken('dashboardSession');
}
