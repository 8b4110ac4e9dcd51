import { afterAll, describe, expect, test } from '@jest/globals';
import type { Stack } from '@paygate/testing';
import { deliveryOf, eventually, RailControl, readStack, stackClient } from '@paygate/testing';
import { accepted, authorise } from './paying.js';

const stack: Stack = readStack();
const api = stackClient(stack);
const control = new RailControl(stack.rails.control);
afterAll(() => {
  api.close();
});

async function intentOf(phoneNumber: string): Promise<string> {
  const [user] = stack.users;
  if (user === undefined) throw new Error('the stack has no demo user');
  const { id } = accepted(201, await api.createIntent({ amount: '900', currency: 'XAF' }));
  accepted(202, await api.chargeByMobileMoney(id, await authorise(stack, api, user, id), { phoneNumber }));
  return id;
}

/** The reference in the form that the phone page shows for a number. */
function promptFor(number: string): Promise<string> {
  return eventually(async () => {
    const text = await (await fetch(stack.rails.phone)).text();
    const [, reference] = new RegExp(`from ${number}</h3>[^]*?name="reference" value="([^"]+)"`).exec(text) ?? [];
    return reference;
  });
}

async function press(rail: string, reference: string, verdict: string): Promise<void> {
  const body = new URLSearchParams({ rail, reference, verdict });
  const answer = await fetch(`${stack.rails.phone}/decisions`, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
}

/** Guarantees that what a person presses on the phone page reaches the merchant, and that callbacks reach the gateway over TLS. */
describe.each([
  ['mtn_momo', '+23767700', (national: string) => `237${national}`],
  ['orange_money', '+23769700', (national: string) => national],
])('on the phone page, a payment by %s', (rail, prefix, msisdnOf) => {
  test.each([
    ['approved', '7104', 'payment.completed', ['900']],
    ['rejected', '7204', 'payment.failed', []],
  ])('that is %s ends so', async (verdict, digits, type, debited) => {
    const phoneNumber = `${prefix}${digits}`;
    const intentId = await intentOf(phoneNumber);
    const reference = await promptFor(msisdnOf(phoneNumber.slice('+237'.length)));
    await press(rail, reference, verdict);
    await deliveryOf(stack, intentId, type);
    const { callbacks } = await control.payment(rail, reference);
    expect(callbacks.map(({ genuine, result }) => [genuine, result])).toEqual([[true, '200']]);
    const lines = (await control.get(`statements/${rail}?limit=10000`)) as { reference: string; amount: string }[];
    const own = lines.filter((line) => line.reference === reference);
    expect(own.map(({ amount }) => String(-Number(amount)))).toEqual(debited);
  });
});
