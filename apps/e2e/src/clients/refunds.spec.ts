import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Paygate, PaygateConflictError, PaygateNotFoundError } from '@paygate/node';
import { deliveryOf, stackClient } from '@paygate/testing';
import { payersOf } from '../payments/paying.js';
import { Refunding } from '../payments/refunding.js';
import { FaultyGateway } from './faulty-gateway.js';
import { demoServer, trustedStack } from './trust.js';

const stack = trustedStack();
const paygate = demoServer(stack);
const api = stackClient(stack);
const faulty = new FaultyGateway(stack.gateway.url, 0.3);
let intentId: string;

beforeAll(async () => {
  await faulty.listen();
  const [user] = payersOf(stack);
  if (user === undefined) throw new Error('no user of the stack has money');
  intentId = await new Refunding(stack, api).paid(user, '2000');
});
afterAll(() => {
  faulty.close();
  api.close();
});

describe('refunds of the server client', () => {
  test('are created, read and listed, and their event is verified', async () => {
    const refund = await paygate.refunds.create(intentId, { amount: '300', metadata: { returnId: '7' } });
    expect(refund).toMatchObject({ status: 'COMPLETED', amount: '300', metadata: { returnId: '7' } });
    expect(await paygate.refunds.retrieve(refund.id)).toEqual(refund);
    expect((await paygate.refunds.list({ limit: 1, status: 'COMPLETED' })).data).toHaveLength(1);
    const ids: string[] = [];
    for await (const { id } of paygate.refunds.listForIntent(intentId, { limit: 1 })) ids.push(id);
    expect(ids).toEqual([refund.id]);
    const { rawBody, headers } = await deliveryOf(stack, intentId, 'refund.completed');
    const signature = headers['service-signature'];
    const event = paygate.webhooks.constructEvent(rawBody, signature, stack.merchant.webhookSecret);
    expect(event).toMatchObject({ type: 'refund.completed', data: { refund, paymentIntent: { id: intentId } } });
  });

  test('each has a key of its own, which its retries have too', async () => {
    const { secretKey } = stack.merchant;
    const retries = { maxRetries: 10, timeoutMs: 2_000, deadlineMs: 120_000 };
    const client = new Paygate({ secretKey, baseUrl: faulty.url, ...retries });
    const before = (await paygate.refunds.listForIntent(intentId, { limit: 100 })).data.length;
    const created = await Promise.all(
      Array.from({ length: 12 }, () => client.refunds.create(intentId, { amount: '10' })),
    );
    expect(new Set(created.map(({ id }) => id)).size).toBe(created.length);
    expect(faulty.faults.get('answer lost')).toBeGreaterThan(0);
    const { data } = await paygate.refunds.listForIntent(intentId, { limit: 100 });
    expect(data.length - before).toBe(created.length);
  });

  test('a key of the caller names one refund, and errors have the class and the fields of their code', async () => {
    const options = { idempotencyKey: `return of ${intentId}` };
    const first = await paygate.refunds.create(intentId, { amount: '20' }, options).withResponse();
    const second = await paygate.refunds.create(intentId, { amount: '20' }, options).withResponse();
    expect([second.data, second.response.replayed]).toEqual([first.data, true]);
    const exceeding = paygate.refunds.create(intentId, { amount: '2000' });
    await expect(exceeding).rejects.toBeInstanceOf(PaygateConflictError);
    await expect(exceeding).rejects.toMatchObject({ code: 'refund_exceeds_charge', attempts: 1 });
    await expect(paygate.refunds.retrieve('re_01k8zr2v7hf4mb9t3c6xjdw5ga')).rejects.toBeInstanceOf(
      PaygateNotFoundError,
    );
  });
});
