import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Answer } from '@paygate/testing';
import { eventually, inboxMessages, readStack, stackClient } from '@paygate/testing';
import { newMember, newOwner } from '../accounts/dashboard.js';
import { accepted } from '../payments/paying.js';

const stack = readStack();
const api = stackClient(stack);
afterAll(() => {
  api.close();
});

type Body = Readonly<Record<string, unknown>>;
const anyPhone = (end = '01'): string => `+23767${String(randomInt(1e5)).padStart(5, '0')}${end}`;
const key = (): string => randomBytes(16).toString('hex');

let owner: string;
let cashier: string;
interface Sent {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}
const as = (session: string, route: string, { body, headers }: Sent = {}): Promise<Answer> => {
  const [method = '', path = ''] = route.split(' ');
  return api.request({
    ...{ method, path, headers: { authorization: `Bearer ${session}`, ...headers } },
    ...(body === undefined ? {} : { body }),
  });
};
const ask = (phoneNumber: string, more: object = {}, idempotencyKey = key(), session = cashier) => {
  const body = { amount: '700', currency: 'XAF', phoneNumber, ...more };
  return as(session, 'POST /till/charges', { body, headers: { 'idempotency-key': idempotencyKey } });
};
const intentOf = async (charge: Body): Promise<Body> =>
  (await as(cashier, `GET /gateway/${String(charge['intentionId'])}`)).body;

beforeAll(async () => {
  owner = (await newOwner(stack, api)).session;
  cashier = (await newMember(stack, api, 'cashier', owner)).session;
});

describe('an ask at a counter', () => {
  test('[4.22] is refused until an owner has switched it on', async () => {
    expect((await ask(anyPhone())).body).toMatchObject({ status: 403, code: 'phone_ask_not_allowed' });
    const on = { settings: { phoneAsks: true } };
    expect((await as(cashier, 'PATCH /merchant', { body: on })).status).toBe(403);
    expect(accepted(200, await as(owner, 'PATCH /merchant', { body: on }))).toMatchObject({
      settings: { phoneAsks: true },
    });
  });

  test('shown as a code is made once under a key, which another order does not get', async () => {
    const headers = { 'idempotency-key': key() };
    const show = (amount: string) => as(cashier, 'POST /till/payments', { body: { amount, currency: 'XAF' }, headers });
    const made = accepted(201, await show('350'));
    expect(accepted(201, await show('350'))).toEqual(made);
    expect(await show('351')).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });

  test('[4.22] is paid by the approval on the phone alone: no code is sent, and the audit log has it', async () => {
    const phoneNumber = anyPhone();
    const before = await inboxMessages(stack, phoneNumber);
    const [again, reference] = [key(), key()];
    const first = await ask(phoneNumber, { reference }, again);
    const charge = accepted(202, first);
    expect(charge).toMatchObject({
      ...{ object: 'charge', status: 'PROCESSING', amount: '700' },
      ask: { operator: 'mtn_momo', phoneMasked: '********01', dial: '*126#' },
    });
    const repeated = await ask(phoneNumber, { reference }, again);
    expect([repeated.status, repeated.body['id'], repeated.headers['idempotency-replayed']]).toEqual([
      ...[202, charge['id'], 'true'],
    ]);
    const paid = await eventually(async () => {
      const intent = await intentOf(charge);
      return intent['status'] === 'COMPLETED' ? intent : undefined;
    });
    expect(paid).toMatchObject({ reference, userId: null, payer: { phoneMasked: '********01', operator: 'mtn_momo' } });
    expect(await inboxMessages(stack, phoneNumber)).toEqual(before);
    const entry = await eventually(async () => {
      const { body } = await as(owner, 'GET /audit-events');
      const entries = (body['data'] ?? []) as readonly Body[];
      return entries.find(({ action }) => action === 'phone.asked');
    });
    expect(entry).toMatchObject({ action: 'phone.asked', subject: charge['intentionId'] });
    expect((await ask(phoneNumber, { reference: 'another' }, again)).body).toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('waits for the outcome', async () => {
    const body = { amount: '700', currency: 'XAF', phoneNumber: anyPhone() };
    const headers = { 'idempotency-key': key(), prefer: 'wait=5' };
    const waited = await as(cashier, 'POST /till/charges', { body, headers });
    expect(accepted(200, waited)).toMatchObject({ status: 'COMPLETED' });
  });

  test('[4.24] a phone whose owner refused twice is asked no more that day', async () => {
    const phoneNumber = anyPhone('11');
    for (let n = 0; n < 2; n += 1) {
      const charge = accepted(202, await ask(phoneNumber));
      await eventually(async () => (await intentOf(charge))['status'] === 'FAILED');
      expect(await intentOf(charge)).toMatchObject({ failure: { code: 'payer_rejected' } });
    }
    expect((await ask(phoneNumber)).body).toMatchObject({
      ...{ status: 429, code: 'prompt_limit_reached', param: 'phoneNumber' },
      detail: expect.stringContaining('refused'),
    });
  });

  test('[4.22] of a key needs till:ask, which reads nothing else', async () => {
    const made = async (scopes: readonly string[]): Promise<string> =>
      String(accepted(201, await as(owner, 'POST /api-keys', { body: { type: 'restricted', scopes } }))['key']);
    const [till, other] = [await made(['till:ask']), await made(['intents:write'])];
    const body = { amount: '700', currency: 'XAF', phoneNumber: anyPhone() };
    const by = (apiKey: string, method: string, path: string, sent?: object) =>
      api.request({
        ...{ method, path, headers: { 'x-api-key': apiKey, 'idempotency-key': key() } },
        ...(sent === undefined ? {} : { body: sent }),
      });
    await eventually(async () => (await by(till, 'POST', '/till/charges', body)).status === 202);
    expect((await by(other, 'POST', '/till/charges', body)).body).toMatchObject({ code: 'scope_missing' });
    expect((await by(till, 'GET', '/gateway')).body).toMatchObject({ code: 'scope_missing' });
  });
});
