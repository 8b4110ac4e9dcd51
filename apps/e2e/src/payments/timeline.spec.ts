import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Answer, Stack } from '@paygate/testing';
import { eventually, readStack, stackClient } from '@paygate/testing';
import { atDashboard, newMerchant } from '../accounts/dashboard.js';
import { accepted, authorise, payersOf } from './paying.js';

const stack: Stack = readStack();
const api = stackClient(stack);
afterAll(() => {
  api.close();
});

interface Entry {
  readonly type: string;
  readonly at: string;
}
const headers = { 'x-api-key': stack.merchant.secretKey };
const read = (id: string): Promise<Answer> => api.request({ method: 'GET', path: `/gateway/${id}/timeline`, headers });
const entriesOf = (answer: Answer): readonly Entry[] => accepted(200, answer)['data'] as readonly Entry[];

describe('the course of a payment by mobile money', () => {
  let id: string;
  beforeAll(async () => {
    ({ id } = accepted(201, await api.createIntent({ amount: '700', currency: 'XAF' })));
    const payer = payersOf(stack).at(-1);
    if (payer === undefined) throw new Error('the stack has no demo user');
    const phoneNumber = `+23767778${String(randomBytes(2).readUInt16BE() % 100).padStart(2, '0')}01`;
    accepted(202, await api.chargeByMobileMoney(id, await authorise(stack, api, payer, id), { phoneNumber }));
  });

  test('[2.26] goes from its creation to the delivery of its event', async () => {
    const answer = await eventually(async () => {
      const now = await read(id);
      return entriesOf(now).some(({ type }) => type === 'delivery.attempted') && now;
    });
    expect(answer.body).toMatchObject({ object: 'timeline', intentionId: id, isCut: false, missing: [] });
    const entries = entriesOf(answer);
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort());
    const types = [...new Set(entries.map(({ type }) => type))];
    expect(types[0]).toBe('payment.created');
    for (const steps of [
      ['otp.sent', 'otp.verified', 'charge.accepted', 'charge.submitted', 'charge.succeeded', 'payment.completed'],
      ['payment.completed', 'delivery.attempted'],
    ])
      expect(types.filter((type) => steps.includes(type))).toEqual(steps);
    expect(entries.find(({ type }) => type === 'delivery.attempted')).toMatchObject({
      ...{ attempt: 1, httpStatus: 200, eventType: 'payment.completed' },
    });
    expect(entries.find(({ type }) => type === 'charge.accepted')).toMatchObject({ operator: 'mtn_momo' });
  });

  test('[2.26] is shown to its merchant alone', async () => {
    const session = await newMerchant(stack, api);
    const answer = await atDashboard(api, `GET /gateway/${id}/timeline`, { session });
    expect(answer.body).toMatchObject({ status: 404, code: 'intent_not_found' });
  });
});

test('[2.29] payments of a merchant are counted, and those of another are not', async () => {
  const countedOf = async (answer: Promise<Answer>): Promise<number> =>
    (accepted(200, await answer)['data'] as readonly { readonly created: number }[]).reduce(
      (sum, day) => sum + day.created,
      0,
    );
  const own = () => countedOf(api.request({ method: 'GET', path: '/metrics/payments?granularity=hour', headers }));
  const before = await own();
  accepted(201, await api.createIntent({ amount: '700', currency: 'XAF' }));
  await eventually(async () => (await own()) > before);
  const session = await newMerchant(stack, api);
  expect(await countedOf(atDashboard(api, 'GET /metrics/payments', { session }))).toBe(0);
  const backwards = '/metrics/payments?from=2026-11-20T00:00:00Z&to=2026-11-19T00:00:00Z';
  const refused = await api.request({ method: 'GET', path: backwards, headers });
  expect(refused.body).toMatchObject({ status: 400, code: 'parameter_invalid', param: 'from' });
});
