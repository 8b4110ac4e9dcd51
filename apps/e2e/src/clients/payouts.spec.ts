import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Paygate, PaygateConflictError, PaygateNotFoundError } from '@paygate/node';
import { eventually, stackClient } from '@paygate/testing';
import { anApprovingPhone } from '../payments/paying.js';
import type { Proven } from '../accounts/proven.js';
import { newProven, PayingOut } from '../payouts/paying-out.js';
import { FaultyGateway } from './faulty-gateway.js';
import { demoServer, trustedStack } from './trust.js';

const stack = trustedStack();
const paygate = demoServer(stack);
const api = stackClient(stack);
const payouts = new PayingOut(stack, api);
const faulty = new FaultyGateway(stack.gateway.url, 0.6);
let owner: Proven;
let destinationId: string;

beforeAll(async () => {
  await faulty.listen();
  owner = await newProven(stack, api, 'owner');
  destinationId = await payouts.destination(owner, anApprovingPhone());
  await payouts.earn('5000');
});
afterAll(async () => {
  await payouts.revoke(owner, destinationId);
  faulty.close();
  api.close();
});

describe('payouts of the server client', () => {
  test('are quoted, created, read and listed, with a sheet and an event that is verified', async () => {
    const quote = await paygate.payouts.fee({ destinationId, amount: '600' });
    const created = await paygate.payouts.create({ destinationId, amount: '600', metadata: { week: '47' } });
    expect(created).toMatchObject({ status: 'PENDING', amount: '600', fee: quote.fee, net: quote.net });
    await payouts.ended(created.id);
    const payout = await paygate.payouts.retrieve(created.id);
    expect(payout).toMatchObject({ id: created.id, status: 'COMPLETED', metadata: { week: '47' } });
    expect((await paygate.payouts.list({ limit: 1, status: 'COMPLETED' })).data).toEqual([payout]);
    // 503 until what is older than it is booked
    const sheet = await eventually(() => paygate.payouts.transactions(payout.id, { limit: 1 }));
    const sum = sheet.lines.reduce((total, { net }) => total + BigInt(net), BigInt(sheet.opening));
    expect(sum.toString()).toBe(sheet.closing);
    const { rawBody, signature } = await payouts.delivery(payout.id);
    const event = paygate.webhooks.constructEvent(rawBody, signature, stack.merchant.webhookSecret);
    expect(event).toMatchObject({ type: 'payout.completed', data: { payout } });
  });

  test('each has a key of its own, which its retries have too', async () => {
    const { secretKey } = stack.merchant;
    const retries = { maxRetries: 10, timeoutMs: 2_000, deadlineMs: 120_000 };
    const client = new Paygate({ secretKey, baseUrl: faulty.url, ...retries });
    const before = (await paygate.payouts.list({ limit: 100 })).data.length;
    const created = await Promise.all(
      Array.from({ length: 3 }, () => client.payouts.create({ destinationId, amount: '100' })),
    );
    expect(new Set(created.map(({ id }) => id)).size).toBe(created.length);
    expect(faulty.faults.get('answer lost')).toBeGreaterThan(0);
    const { data } = await paygate.payouts.list({ limit: 100 });
    expect(data.length - before).toBe(created.length);
  });

  test('a key of the caller names one payout, and errors have the class and the fields of their code', async () => {
    const options = { idempotencyKey: `week 47 to ${destinationId}` };
    const first = await paygate.payouts.create({ destinationId, amount: '100' }, options).withResponse();
    const second = await paygate.payouts.create({ destinationId, amount: '100' }, options).withResponse();
    expect([second.data, second.response.replayed]).toEqual([first.data, true]);
    const amount = ((await payouts.available()) + 1n).toString();
    const exceeding = paygate.payouts.create({ destinationId, amount });
    await expect(exceeding).rejects.toBeInstanceOf(PaygateConflictError);
    await expect(exceeding).rejects.toMatchObject({ code: 'balance_insufficient' });
    const none = paygate.payouts.retrieve('po_01k8zr2v7hf4mb9t3c6xjdw5ga');
    await expect(none).rejects.toBeInstanceOf(PaygateNotFoundError);
    await payouts.ended(first.data.id);
    await expect(paygate.payouts.cancel(first.data.id)).rejects.toMatchObject({ code: 'payout_unexpected_state' });
  });

  test('destinations are listed, with masked numbers', async () => {
    const { data, operators } = await paygate.payouts.destinations();
    expect(data.find(({ id }) => id === destinationId)?.phoneMasked).toMatch(/^\*+01$/);
    expect(operators).toContain('mtn_momo');
  });

  test('the schedule is read and changed', async () => {
    const schedule = await paygate.payouts.changeSchedule({ frequency: 'off', minimum: '10000' });
    expect(schedule).toMatchObject({ frequency: 'off', minimum: '10000' });
    expect(await paygate.payouts.schedule()).toEqual(schedule);
  });
});
