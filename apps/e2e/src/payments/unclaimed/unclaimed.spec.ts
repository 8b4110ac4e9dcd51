import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Stack } from '@paygate/testing';
import { deliveryOf, eventually, readStack, stackClient } from '@paygate/testing';
import { operator } from '../../stack/operator.js';
import { accepted, authorise, payersOf } from '../paying.js';
import { Refunding } from '../refunding.js';

const stack: Stack = readStack();
const api = stackClient(stack);
const refunding = new Refunding(stack, api);
const folder = mkdtempSync(join(tmpdir(), 'paygate-unclaimed-'));
afterAll(() => {
  api.close();
  rmSync(folder, { recursive: true });
});

const HEADER = 'operator_id,reference,time,amount,currency,kind,status,phone';
const AMOUNT = '700';
type Money = Readonly<Record<'unclaimedId' | 'operatorNumber' | 'state' | 'returnId', string>>;

const control = async (method: string, path: string, body?: object): Promise<Readonly<Record<string, unknown>>> => {
  const headers = { 'content-type': 'application/json' };
  const given = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  const answer = await fetch(`${stack.rails.control}/${path}`, { method, ...given });
  return (await answer.json()) as Readonly<Record<string, unknown>>;
};
const balanceOf = async (phone: string): Promise<bigint> =>
  BigInt(String((await control('GET', `payers/mtn_momo/${phone.slice(1)}`))['balance']));

/** A number of its own with these last digits. */
const phoneEndingIn = (digits: string): string =>
  `+23767778${String(randomBytes(2).readUInt16BE() % 100).padStart(2, '0')}${digits}`;

/** The payer sends money that nobody has asked for, and the statement of a past day tells it: the number of its line. */
async function found(phone: string, day: string): Promise<Money> {
  await control('POST', `payers/mtn_momo/${phone.slice(1)}/payments`, { amount: AMOUNT });
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
  const text = await (await fetch(`${stack.rails.control}/statements/mtn_momo/${today}`)).text();
  const line = text.split('\n').find((one) => one.endsWith(`,${phone}`) && one.split(',')[1] === '');
  const [number = '', reference] = line?.split(',') ?? [];
  expect(reference).toBe('');
  const file = join(folder, `${day}.csv`);
  const moved = [number, '', `${day}T12:00:00+01:00`, AMOUNT, 'XAF', 'collection', 'succeeded', phone];
  writeFileSync(file, `${HEADER}\n${moved.join()}\n`);
  await operator('upload-statement', 'mtn_momo', 'test', day, file);
  return eventually(async () => {
    const { unclaimed } = (await operator('unclaimed-money', 'test')) as { readonly unclaimed: readonly Money[] };
    return unclaimed.find(({ operatorNumber }) => operatorNumber === number);
  });
}
const decide = async (money: Money, decision: string): Promise<Money> =>
  (await operator('decide-unclaimed', 'test', money.unclaimedId, decision)) as Money;

describe('money on a statement that no payment is of', () => {
  test('[10.11] is confirmed, and returned to its payer by the operator', async () => {
    const phone = phoneEndingIn('01');
    const before = await balanceOf(phone);
    const money = await found(phone, '2020-03-01');
    expect(money).toMatchObject({ state: 'listed', amount: AMOUNT, phoneMasked: '********01' });
    expect(await balanceOf(phone)).toBe(before - BigInt(AMOUNT));
    expect(await decide(money, 'confirm')).toMatchObject({ state: 'confirmed' });
    const { returnId } = await decide(money, 'return');
    expect(returnId).toMatch(/^rt_/);
    await eventually(async () => (await decide(money, 'return')).state === 'returned');
    expect(await balanceOf(phone)).toBe(before);
  });

  test('[10.11] is confirmed, and matched to the payment of its payer that had failed', async () => {
    const payer = payersOf(stack).at(-1);
    if (payer === undefined) throw new Error('the stack has no demo user');
    const phone = phoneEndingIn('11');
    const { id } = accepted(201, await api.createIntent({ amount: AMOUNT, currency: 'XAF' }));
    const token = await authorise(stack, api, payer, id);
    accepted(202, await api.chargeByMobileMoney(id, token, { phoneNumber: phone }));
    await deliveryOf(stack, id, 'payment.failed');
    const money = await found(phone, '2020-03-02');
    expect(await decide(money, 'confirm')).toMatchObject({ state: 'confirmed' });
    const matched = await operator('match-unclaimed', 'test', money.unclaimedId, id);
    expect(matched).toMatchObject({ state: 'matched', intentId: id, merchantId: stack.merchant.id });
    expect(accepted(200, await refunding.get(`/gateway/${id}`))).toMatchObject({ status: 'FAILED' });
    const { data: transactions } = accepted(200, await refunding.get('/balance/transactions?limit=100'));
    expect(transactions).toContainEqual(
      expect.objectContaining({ type: 'late_payment', gross: AMOUNT, method: 'mtn_momo', paymentIntentId: id }),
    );
  });
});
