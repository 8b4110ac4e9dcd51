import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { OtpCaller, ReceiptFacts, SendReceiptCommand } from '@paygate/contracts';
import { initOtp, sendReceipt, verifyOtp } from '@paygate/contracts';
import { newId, sha256Base64url, uuidV7 } from '@paygate/platform';
import type { CommandClient } from '@paygate/testing';
import { eventually, repetitions } from '@paygate/testing';
import { ReceiptsRepository } from '../../../messages/receipts/receipts.repository.js';
import { MessageSender } from '../../../messages/sending/message-sender.js';
import { accepted, World } from '../../world.js';

let world: World;
let gateway: CommandClient;
beforeAll(async () => {
  world = await World.start({ OTP_RESEND_SPACING_SECONDS: '0' });
  gateway = await world.as('gateway');
});
afterAll(() => world.stop());

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/** A payment that a user has made. */
function paid(facts: Partial<ReceiptFacts> = {}, more: { readonly status?: string } = {}): string {
  const intentId = facts.intentId ?? newId('intent');
  const usual = { amount: '5000', currency: 'XAF', description: 'Order 7', method: 'wallet' } as const;
  const completed = { completedAt: daysAgo(0), payerId: world.user().userId, tokenId: uuidV7() };
  const { merchantId } = world;
  const payment = { ...usual, ...completed, ...facts, intentId };
  world.known.receipts.set(intentId, { merchantId, status: 'COMPLETED', ...more, facts: payment });
  return intentId;
}
const keyed = (key: string = randomUUID(), body = '{}') => ({
  keyHash: sha256Base64url(key),
  bodyHash: sha256Base64url(body),
});
const send = (intentId: string, more: Partial<SendReceiptCommand> = {}) =>
  gateway.ask(sendReceipt, {
    ...{ intentId, merchantId: world.merchantId, mode: 'test', channel: 'email', idempotency: keyed() },
    ...more,
  });
const mails = (to: string) => world.mail.to(to);
const counted = (intentId: string) =>
  world.rows<{ sent: number }>('SELECT sent FROM otp_receipt WHERE intent_id = $1', [intentId]);
const waiting = () => world.rows<{ row: string }>('SELECT s::text AS row FROM otp_send s');
const allHandedOver = () => eventually(async () => (await waiting()).length === 0);

const typed = (address: string) => ({ email: world.gateway.seal('otp', address, 'send-receipt.email') });

/** A payment of a guest: its code was verified, and its token charged. */
async function paidByGuest(): Promise<{ readonly intentId: string; readonly phoneNumber: string }> {
  const phoneNumber = `+23767${String(randomInt(1e7)).padStart(7, '0')}`;
  const intentionId = world.intent();
  const caller: OtpCaller = world.caller({ credential: 'session' });
  const usual = { merchantId: world.merchantId, mode: 'test', caller, intentionId } as const;
  const sealed = world.gateway.seal('otp', phoneNumber, 'init-otp.phone');
  const asked = { ...usual, merchantName: 'Boutique', channel: 'sms', phoneNumber: sealed } as const;
  const { otpId } = accepted(await gateway.ask(initOtp, asked));
  const otp = world.gateway.seal('otp', await world.code(phoneNumber), 'verify-otp.otp');
  const { token } = accepted(await gateway.ask(verifyOtp, { ...usual, otpId, otp }));
  const [, payload = ''] = world.gateway.open(token, 'verify-otp.token').split('.');
  const { jti } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly jti: string };
  paid({ intentId: intentionId, payerId: null, tokenId: jti, method: 'mobile_money' });
  return { intentId: intentionId, phoneNumber };
}

describe('the receipt of a user', () => {
  test('[3.16] goes to the e-mail address on file, in the language that is asked for', async () => {
    const user = world.user();
    const intentId = paid({ payerId: user.userId });
    const url = 'https://pay.example/checkout/rcp_test_1';
    const sealed = world.gateway.seal('otp', url, 'send-receipt.url');
    expect(accepted(await send(intentId, { language: 'fr', url: sealed }))).toEqual({
      ...{ intentId, channel: 'email', sendsRemaining: 2 },
    });
    const [mail] = await eventually(() => mails(user.email).length > 0 && mails(user.email));
    expect(mail).toMatchObject({ subject: 'Votre reçu de Boutique' });
    expect(mail?.text).toContain('Montant\u00a0: 5\u202f000\u00a0FCFA');
    expect(mail?.text).toContain(intentId);
    expect(mail?.text.split('\n')).toContain(url);
  });

  test('goes by SMS to the phone on file, and is in the first language of the merchant without another', async () => {
    const user = world.user();
    const intentId = paid({ payerId: user.userId });
    accepted(await send(intentId, { channel: 'sms' }));
    const [message] = await eventually(
      () => world.provider.to(user.phoneNumber).length > 0 && world.provider.to(user.phoneNumber),
    );
    expect(message?.text).toMatch(/^Payment of 5,000 FCFA to Boutique on /);
  });

  test('waits sealed until a provider takes it', async () => {
    const user = world.user();
    world.mail.status = 451;
    const intentId = paid({ payerId: user.userId, description: 'a secret gift' });
    accepted(await send(intentId));
    const [row] = await waiting();
    expect(row?.row).not.toMatch(new RegExp(`${user.email}|${intentId}|secret gift|Boutique`));
    await world.otp.get(MessageSender).idle();
    world.mail.status = 250;
    await world.rows('UPDATE otp_send SET leased_until = clock_timestamp()');
    await world.otp.get(MessageSender).sweep();
    await eventually(() => mails(user.email).length === 1);
    await allHandedOver();
  });
});

describe('the receipt of a guest', () => {
  test('[3.16] goes by SMS to the phone that paid, and to no other phone of the payment', async () => {
    const { intentId, phoneNumber } = await paidByGuest();
    const before = world.provider.to(phoneNumber).length;
    accepted(await send(intentId, { channel: 'sms' }));
    await eventually(() => world.provider.to(phoneNumber).length === before + 1);
    paid({ intentId, payerId: null, tokenId: uuidV7() });
    accepted(await send(intentId, { channel: 'sms' }));
    await allHandedOver();
    expect(world.provider.to(phoneNumber)).toHaveLength(before + 1);
  });

  test('[3.16] goes to the address that the guest types, as one of the three of its payment, whatever their addresses', async () => {
    const { intentId } = await paidByGuest();
    const addresses = [1, 2, 3, 4].map(() => `${randomUUID()}@shop.example`);
    const replies: string[] = [];
    for (const address of addresses) {
      const reply = await send(intentId, { ...typed(address), idempotency: keyed(randomUUID(), address) });
      replies.push(reply.ok ? 'ok' : reply.code);
    }
    expect(replies).toEqual(['ok', 'ok', 'ok', 'receipt_limit_reached']);
    await allHandedOver();
    expect(addresses.map((address) => mails(address).length)).toEqual([1, 1, 1, 0]);
  });

  test('goes to no address that is typed before the payment is completed', async () => {
    const address = `${randomUUID()}@shop.example`;
    const intentId = paid({}, { status: 'PROCESSING' });
    expect(await send(intentId, typed(address))).toMatchObject({ code: 'intent_unexpected_state' });
    await allHandedOver();
    expect(mails(address)).toEqual([]);
  });

  test('[3.17] is the same as that of a user who has no e-mail address, and of one who has', async () => {
    const { intentId } = await paidByGuest();
    const nobody = world.user();
    world.known.users.set(nobody.userId, { phoneNumber: nobody.phoneNumber });
    const [silent, known] = [paid({ payerId: nobody.userId }), paid()];
    const answers = [await send(intentId), await send(silent), await send(known)].map((reply) => accepted(reply));
    expect(new Set(answers.map(({ channel, sendsRemaining }) => `${channel} ${sendsRemaining}`)).size).toBe(1);
    await allHandedOver();
    expect(await Promise.all([intentId, silent, known].map(counted))).toEqual([
      [{ sent: 1 }],
      [{ sent: 1 }],
      [{ sent: 1 }],
    ]);
  });
});

describe('receipts of one payment', () => {
  test('[3.17] are three, however many are asked for at once', async () => {
    const user = world.user();
    const intentId = paid({ payerId: user.userId });
    const replies = await Promise.all(Array.from({ length: 12 }, () => send(intentId)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(3);
    for (const reply of replies) if (!reply.ok) expect(reply.code).toBe('receipt_limit_reached');
    await eventually(() => mails(user.email).length === 3);
    await allHandedOver();
    expect([mails(user.email).length, await counted(intentId)]).toEqual([3, [{ sent: 3 }]]);
  });

  test('[3.17] are no more in the table, whatever the service does', async () => {
    const intentId = paid();
    accepted(await send(intentId));
    const more = world.rows('UPDATE otp_receipt SET sent = 4 WHERE intent_id = $1', [intentId]);
    await expect(more).rejects.toMatchObject({ code: '23514' });
  });

  test('of one idempotency key are one, and of another body under it none', async () => {
    const user = world.user();
    const intentId = paid({ payerId: user.userId });
    const idempotency = keyed('order 7');
    const replies = await Promise.all([1, 2, 3].map(() => send(intentId, { idempotency })));
    const answered = replies.filter(({ ok }) => ok);
    expect(answered.length).toBeGreaterThan(0);
    for (const reply of replies) if (!reply.ok) expect(reply.code).toBe('idempotency_key_in_use');
    expect(await send(intentId, { idempotency })).toMatchObject({ ok: true, replayed: true });
    const other = { ...idempotency, bodyHash: keyed('', 'other').bodyHash };
    expect(await send(intentId, { idempotency: other })).toMatchObject({ ok: false, code: 'idempotency_key_reused' });
    await allHandedOver();
    expect([mails(user.email).length, await counted(intentId)]).toEqual([1, [{ sent: 1 }]]);
  });

  test.each(repetitions)('of one key are one: $name', async ({ first, later, isSame }) => {
    const { keyHash } = keyed();
    const intentId = paid();
    const ask = (digests: typeof first) => send(intentId, { idempotency: { keyHash, ...digests } });
    accepted(await ask(first));
    expect(await ask(later)).toMatchObject(
      isSame ? { ok: true, replayed: true } : { ok: false, code: 'idempotency_key_reused' },
    );
  });

  test('are counted until none can be sent any more', async () => {
    const [old, recent] = [paid(), paid()];
    for (const intentId of [old, recent]) accepted(await send(intentId));
    await world.rows(`UPDATE otp_receipt SET at = at - interval '8 days 1 minute' WHERE intent_id = $1`, [old]);
    await world.rows(`UPDATE otp_receipt SET at = at - interval '7 days 1 minute' WHERE intent_id = $1`, [recent]);
    await world.otp.get(ReceiptsRepository).deleteExpired();
    expect([await counted(old), await counted(recent)]).toEqual([[], [{ sent: 1 }]]);
  });
});

describe('no receipt is sent', () => {
  test.each([
    ['PROCESSING', 'intent_unexpected_state'],
    ['FAILED', 'intent_unexpected_state'],
  ])('[3.16] of a payment that is %s', async (status, code) => {
    expect(await send(paid({}, { status }))).toMatchObject({ ok: false, code, fields: { currentStatus: status } });
  });

  test('of a payment of another merchant', async () => {
    expect(await send(paid(), { merchantId: newId('merchant') })).toEqual({ ok: false, code: 'intent_not_found' });
  });

  test('[3.16][3.17] of a payment that is more than 7 days old, whoever paid it', async () => {
    const old = { completedAt: daysAgo(7.1) };
    for (const facts of [old, { ...old, payerId: null }])
      expect(await send(paid(facts))).toEqual({ ok: false, code: 'receipt_period_over' });
    accepted(await send(paid({ completedAt: daysAgo(6.9) })));
  });

  test('[3.16] by SMS for a merchant that has not switched it on', async () => {
    world.known.merchants.set(world.merchantId, { smsReceipts: false });
    const intentId = paid();
    const refused = { ok: false, code: 'channel_unsupported', param: 'channel' };
    expect(await send(intentId, { channel: 'sms' })).toMatchObject(refused);
    expect(await counted(intentId)).toEqual([]);
    world.known.merchants.delete(world.merchantId);
    accepted(await send(intentId, { channel: 'sms' }));
  });

  test.each(['intents', 'auth'] as const)('while %s does not answer, and none is counted', async (neighbour) => {
    const intentId = paid();
    world.known.down.add(neighbour);
    expect(await send(intentId)).toEqual({ ok: false, code: 'service_unavailable' });
    world.known.down.clear();
    expect(await counted(intentId)).toEqual([]);
  });
});
