import { randomInt } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Answer } from '@paygate/testing';
import { deliveryOf, eventually, inboxMessages, newCode, readStack, stackClient } from '@paygate/testing';
import { accepted, authorise, order, payersOf } from './paying.js';

const stack = readStack();
const api = stackClient(stack);
afterAll(() => {
  api.close();
});

const headers = { authorization: `Bearer ${stack.merchant.secretKey}` };
const switchSms = async (smsReceipts: boolean) =>
  accepted(
    200,
    await api.request({ method: 'PATCH', path: '/merchant', headers, body: { settings: { smsReceipts } } }),
  );
const refusal = ({ status, body }: Answer<unknown>) => [status, (body as { code?: string }).code];

async function paidByUser(): Promise<string> {
  const [user] = payersOf(stack);
  if (user === undefined) throw new Error('no user of the stack has money');
  const intentionId = await order(api);
  accepted(202, await api.charge(intentionId, await authorise(stack, api, user, intentionId)));
  await deliveryOf(stack, intentionId, 'payment.completed');
  return intentionId;
}

async function paidByGuest(): Promise<{ readonly id: string; readonly phoneNumber: string }> {
  const intent = accepted(201, await api.createIntent({ amount: '500', currency: 'XAF' }));
  const phoneNumber = `+23767${String(randomInt(1e5)).padStart(5, '0')}01`;
  const seen = await inboxMessages(stack, phoneNumber);
  const { otpId } = accepted(202, await api.initGuestOtp(intent, phoneNumber));
  const code = await newCode(stack, phoneNumber, seen);
  const { token } = accepted(200, await api.verifyGuestOtp(otpId, code, { intentionId: intent.id }));
  accepted(202, await api.chargeByMobileMoney(intent.id, token));
  await deliveryOf(stack, intent.id, 'payment.completed');
  return { id: intent.id, phoneNumber };
}

describe('the receipt of a payment', () => {
  test('[3.16] reaches the phone of a guest by SMS, once the merchant has switched it on', async () => {
    const { id, phoneNumber } = await paidByGuest();
    expect(refusal(await api.sendReceipt(id, { channel: 'sms' }))).toEqual([400, 'channel_unsupported']);
    await switchSms(true);
    try {
      const seen = await inboxMessages(stack, phoneNumber);
      const sent = accepted(202, await api.sendReceipt(id, { channel: 'sms' }, { 'accept-language': 'fr' }));
      expect(sent).toEqual({ object: 'receipt', intentionId: id, channel: 'sms', sendsRemaining: 2 });
      const [receipt] = await eventually(async () => {
        const messages = await inboxMessages(stack, phoneNumber);
        return messages.length > seen.length && messages;
      });
      expect(receipt?.text).toContain('Paiement de 500 FCFA à ');
      expect(receipt?.text).toContain(id);
    } finally {
      await switchSms(false);
    }
  });

  test('[3.17] is sent three times at most, and once for one idempotency key', async () => {
    const id = await paidByUser();
    const key = { 'idempotency-key': `receipt of ${id}` };
    const first = await api.sendReceipt(id, { channel: 'email' }, key);
    expect(accepted(202, first)).toMatchObject({ sendsRemaining: 2 });
    const again = await api.sendReceipt(id, { channel: 'email' }, key);
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect(refusal(await api.sendReceipt(id, { channel: 'sms' }, key))).toEqual([422, 'idempotency_key_reused']);
    const more = await Promise.all([1, 2, 3, 4].map(() => api.sendReceipt(id, { channel: 'email' })));
    const statuses = more.map(refusal).sort();
    expect(statuses.filter(([status]) => status === 202)).toHaveLength(2);
    expect(statuses.filter(([, code]) => code === 'receipt_limit_reached')).toHaveLength(2);
  });

  test('[3.17] has the same answer whether or not the payer has an account', async () => {
    const ids = [await paidByUser(), (await paidByGuest()).id];
    const answers = await Promise.all(ids.map((id) => api.sendReceipt(id, { channel: 'email' })));
    const shapes = answers.map(({ status, text, headers: given }, n) => ({
      ...{ status, text: text.replaceAll(ids[n] ?? '', ''), headers: Object.keys(given).sort() },
    }));
    expect(shapes[0]).toEqual(shapes[1]);
    expect(shapes[0]?.status).toBe(202);
  });

  test('[3.16] is none of a payment that is not completed, nor of one that is not theirs', async () => {
    const id = await order(api);
    const open = await api.sendReceipt(id, { channel: 'email' });
    expect(open.body).toMatchObject({ status: 409, code: 'intent_unexpected_state', currentStatus: 'PENDING' });
    const missing = await api.sendReceipt(`${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`, { channel: 'email' });
    expect(refusal(missing)).toEqual([404, 'intent_not_found']);
    expect(refusal(await api.sendReceipt(id, { channel: 'fax' }))).toEqual([400, 'channel_unsupported']);
  });
});
