import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PaymentIntent } from '@paygate/contracts';
import { createPaymentLink, getPaymentLink, otpSent, payLink } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { accepted, digest, IntentsUnderTest } from '../intents-under-test.js';

const MINUTE = 60_000;

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

const owner = () => ({ merchantId: intents.merchantId, mode: 'test' as const });
const newLink = async (maxUses?: number): Promise<string> => {
  const terms = { ...owner(), linkId: newId('paymentLink'), currency: 'XAF', amount: '500' } as const;
  return accepted(await intents.send(createPaymentLink, { ...terms, ...(maxUses && { maxUses }) })).linkId;
};
const pay = async (linkId: string, change: { idempotency?: { keyHash: string; bodyHash: string } } = {}) =>
  accepted(await intents.send(payLink, { linkId, intentId: newId('intent'), ...change }));
const statusOf = async (linkId: string) => accepted(await intents.send(getPaymentLink, { ...owner(), linkId })).status;
const read = async ({ id }: Pick<PaymentIntent, 'id'>) => accepted(await intents.read(id));
const lifeOf = ({ createdAt, expiresAt }: PaymentIntent) => (Date.parse(expiresAt) - Date.parse(createdAt)) / MINUTE;

/** Writes past the guards, as only a superuser can: so many minutes pass for one intent. */
const pass = (minutes: number, { id }: PaymentIntent) =>
  intents.sql.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    UPDATE intent SET created_at = created_at - interval '${minutes} min', expires_at = expires_at - interval '${minutes} min',
      extensible_until = extensible_until - interval '${minutes} min', extended_until = extended_until - interval '${minutes} min'
    WHERE id = '${id}';
    COMMIT`);

/** otp sends a code of an intent: it, or the token that it gives, can be used for some minutes. */
async function code(intent: PaymentIntent, minutes: number): Promise<PaymentIntent> {
  const { version } = await read(intent);
  const at = Date.now();
  const times = { occurredAt: new Date(at).toISOString(), validUntil: new Date(at + minutes * MINUTE).toISOString() };
  await intents.otp.emit(otpSent, { otpId: newId('otpChallenge'), intentId: intent.id, ...owner(), ...times });
  return eventually(async () => {
    const now = await read(intent);
    return now.version > version ? now : undefined;
  });
}

describe('a payment of a link with limited uses', () => {
  it('[9.3] that nobody touches expires after five minutes, and gives its use back', async () => {
    const linkId = await newLink(2);
    const [first, second] = [await pay(linkId), await pay(linkId)];
    expect([first, second].map(lifeOf)).toEqual([5, 5]);
    expect(await statusOf(linkId)).toBe('used_up');
    await pass(5, first);
    await eventually(async () => (await statusOf(linkId)) === 'active');
    expect((await read(first)).status).toBe('EXPIRED');
    expect((await read(second)).status).toBe('PENDING');
    await pay(linkId);
    expect(await statusOf(linkId)).toBe('used_up');
  });

  it('[9.3] is held by each of its codes for the life of the code, and then of its token, up to thirty minutes in all', async () => {
    const linkId = await newLink(1);
    const intent = await pay(linkId);
    await pass(4, intent);
    const held = await code(intent, 5);
    expect(held.status).toBe('REQUIRES_ACTION');
    expect(Math.round(lifeOf(held))).toBe(9);
    await pass(2, intent);
    expect((await read(intent)).status).toBe('REQUIRES_ACTION');
    await pass(20, intent);
    expect((await read(intent)).status).toBe('EXPIRED');
    await pay(linkId);

    const other = await pay(await newLink(1));
    expect(Math.round(lifeOf(await code(other, 5)))).toBe(5);
    expect(lifeOf(await code(other, 60))).toBe(30);
  });

  it('that a code has extended is answered to its key as it was created', async () => {
    const linkId = await newLink(1);
    const idempotency = { keyHash: digest(), bodyHash: digest() };
    const intent = await pay(linkId, { idempotency });
    await code(intent, 10);
    expect(await pay(linkId, { idempotency })).toEqual(intent);
  });

  it('refuses an extension beyond its order, whatever code runs', async () => {
    const intent = await pay(await newLink(1));
    const extended = (until: string) =>
      intents.sql.query(`UPDATE intent SET extended_until = ${until}, version = version + 1, status = 'REQUIRES_ACTION',
        next_action = 'verify_otp' WHERE id = '${intent.id}'`);
    await expect(extended(`extensible_until + interval '1 s'`)).rejects.toThrow(/intent_extension/);
    await expect(extended(`expires_at - interval '1 s'`)).rejects.toThrow(/intent_extension/);
    await expect(
      intents.sql.query(
        `UPDATE intent SET extensible_until = extensible_until + interval '1 s' WHERE id = '${intent.id}'`,
      ),
    ).rejects.toThrow(/an order never changes/);
  });
});

it('a payment of a link without limit has thirty minutes, and no code changes that', async () => {
  const intent = await pay(await newLink());
  expect(lifeOf(intent)).toBe(30);
  expect(lifeOf(await code(intent, 60))).toBe(30);
});
