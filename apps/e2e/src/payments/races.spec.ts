import { afterAll, describe, expect, test } from '@jest/globals';
import { deliveriesOf, deliveryOf, inboxMessages, newCode, readStack } from '@paygate/testing';
import { Gateways } from '../failures/gateways.js';
import { accepted, payersOf } from './paying.js';

const stack = readStack();
const gateways = new Gateways(stack);
const ask = gateways.ask.bind(gateways);
const [user] = payersOf(stack);

afterAll(() => {
  gateways.close();
});

describe('requests that race each other through both gateways', () => {
  test('[3.8] 60 parallel charges by both gateways make one charge', async () => {
    const { id } = accepted(201, await ask((api) => api.createIntent({ amount: '400', currency: 'XAF' }), 0));
    const seen = await inboxMessages(stack, user?.phoneNumber ?? '');
    accepted(202, await ask((api) => api.initOtp(user?.id ?? '', { intentionId: id }), 1));
    const code = await newCode(stack, user?.phoneNumber ?? '', seen);
    const verified = await ask((api) => api.verifyOtp(user?.id ?? '', code, { intentionId: id }), 0);
    const { token } = accepted(200, verified);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, turn) => ask((api) => api.charge(id, token), turn)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    await deliveryOf(stack, id, 'payment.completed');
    expect(new Set((await deliveriesOf(stack, id)).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('40 parallel creates by both gateways with one Idempotency-Key make one intent', async () => {
    const headers = { 'idempotency-key': `key-${Date.now()}-${Math.random()}` };
    const body = { amount: '2500', currency: 'XAF' };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, turn) => ask((api) => api.createIntent(body, headers), turn)),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status, text }) => status !== 201 && !text.includes('idempotency_key_in_use'))).toEqual(
      [],
    );
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect(created.filter(({ headers: sent }) => sent['idempotency-replayed'] === undefined)).toHaveLength(1);
  });
});
