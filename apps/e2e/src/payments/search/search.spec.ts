import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Answer, Stack } from '@paygate/testing';
import { readStack, stackClient } from '@paygate/testing';
import { atDashboard, newMerchant, newSession } from '../../accounts/dashboard.js';
import { accepted, authorise, payersOf } from '../paying.js';

const stack: Stack = readStack();
const api = stackClient(stack);
afterAll(() => {
  api.close();
});

const token = randomBytes(6).toString('hex');
const phoneNumber = `+2376777${randomBytes(4).readUInt32BE().toString().padStart(10, '0').slice(-3)}01`.slice(0, 13);
const headers = { 'x-api-key': stack.merchant.secretKey };
const list = (query: string): Promise<Answer> => api.request({ method: 'GET', path: `/gateway?${query}`, headers });
const search = (body: object): Promise<Answer> =>
  api.request({ method: 'POST', path: '/gateway/search', headers, body });
const idsOf = (answer: Answer): readonly string[] =>
  (accepted(200, answer)['data'] as readonly { readonly id: string }[]).map(({ id }) => id);

describe('a payment is found', () => {
  let id: string;
  let other: string;
  beforeAll(async () => {
    const intent = { amount: '641', currency: 'XAF', reference: `order ${token}`, metadata: { cart: `cart ${token}` } };
    ({ id } = accepted(201, await api.createIntent(intent)));
    ({ id: other } = accepted(201, await api.createIntent({ amount: '642', currency: 'XAF' })));
    const [payer] = payersOf(stack);
    if (payer === undefined) throw new Error('the stack has no demo user');
    accepted(202, await api.chargeByMobileMoney(id, await authorise(stack, api, payer, id), { phoneNumber }));
  });

  test('[2.23] by its id, its reference, a value of its metadata', async () => {
    for (const text of [id, `order ${token}`, `cart ${token}`])
      expect(idsOf(await list(`q=${encodeURIComponent(text)}`))).toEqual([id]);
    expect(idsOf(await list(`q=${token}`))).toEqual([]);
  });

  test('by amounts and several statuses', async () => {
    expect(idsOf(await list('amountFrom=641&amountTo=641&limit=1'))).toEqual([id]);
    expect(idsOf(await list('amountFrom=641&amountTo=642&limit=2'))).toEqual([other, id]);
    expect(idsOf(await list('amountFrom=641&amountTo=642&status[]=PENDING&status[]=EXPIRED&limit=1'))).toEqual([other]);
    expect(idsOf(await list(`q=${id}&status=PENDING&status=CANCELED`))).toEqual([]);
  });

  test('[2.24] by the phone that pays, which is in no URL, also by a member of the account', async () => {
    expect(idsOf(await search({ phoneNumber }))).toEqual([id]);
    expect(idsOf(await search({ phoneNumber, amountFrom: '642' }))).toEqual([]);
    const { email, password } = stack.merchant.owner;
    const session = await newSession(api, email, password);
    const asMember = await atDashboard(api, 'POST /gateway/search', { session, body: { phoneNumber } });
    expect(idsOf(asMember)).toEqual([id]);
    expect((await list(`phoneNumber=${encodeURIComponent(phoneNumber)}`)).body).toMatchObject({
      code: 'parameter_unknown',
    });
  });

  test('[2.23] by its own merchant alone, and a phone number that is none is refused', async () => {
    const session = await newMerchant(stack, api);
    for (const text of [id, `order ${token}`, `cart ${token}`])
      expect(idsOf(await atDashboard(api, `GET /gateway?q=${encodeURIComponent(text)}`, { session }))).toEqual([]);
    expect(idsOf(await atDashboard(api, 'POST /gateway/search', { session, body: { phoneNumber } }))).toEqual([]);
    expect((await search({ phoneNumber: '677' })).body).toMatchObject({ code: 'phone_invalid', param: 'phoneNumber' });
  });
});
