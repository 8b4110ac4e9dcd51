import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IntentStatus, PaymentTerms } from '@paygate/contracts';
import { initOtp } from '@paygate/contracts';
import { newId, sha256Base64url } from '@paygate/platform';
import { accepted, World } from '../../world.js';

let world: World;
beforeAll(async () => {
  world = await World.start({ OTP_SENDS_PER_WINDOW: '100', OTP_RESEND_SPACING_SECONDS: '0' });
});
afterAll(() => world.stop());

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

/** A payment that intents knows, and its terms as the gateway reads them from its session token. */
function payment(change: Partial<PaymentTerms> = {}, status: IntentStatus = 'PENDING') {
  const usual: PaymentTerms = { amount: '5000', currency: 'XAF', userId: null, expiresAt: inMinutes(30) };
  const terms = Object.assign(usual, change);
  return { intentionId: world.intent(Object.assign({ status }, terms)), terms };
}
const becomes = (intentionId: string, status: IntentStatus): void => {
  const facts = world.known.intents.get(intentionId);
  if (facts !== undefined) world.known.intents.set(intentionId, Object.assign(facts, { status }));
};
const asksOf = (intentionId: string): number => world.known.asked.filter((id) => id === intentionId).length;

describe('the first code of a payment whose session is shown', () => {
  test('[4.21] asks nothing of intents, names the amount and gives a token bound to it', async () => {
    const { userId, phoneNumber } = world.user();
    const paid = payment({ amount: '7500' });
    world.known.down.add('intents');
    const sent = await world.init({ userId, ...paid });
    world.known.down.delete('intents');
    const { otpId } = accepted(sent);
    const otp = await world.code(phoneNumber);
    expect(world.provider.to(phoneNumber)[0]?.text).toContain('7 500 FCFA');
    const { token } = accepted(await world.verify({ userId, otpId, otp }));
    const [, claims = ''] = world.gateway.open(token, 'verify-otp.token').split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      ...{ intent: paid.intentionId, amount: '7500', currency: 'XAF', azp: world.merchantId },
    });
    expect(asksOf(paid.intentionId)).toBe(0);
  });

  test('goes to nobody but the user whom the payment was made for, and is answered alike', async () => {
    const [mine, other] = [world.user(), world.user()];
    const sent = await world.init({ userId: other.userId, ...payment({ userId: mine.userId }) });
    expect(Object.keys(accepted(sent)).sort()).toEqual(
      Object.keys(accepted(await world.init({ userId: mine.userId, ...payment({ userId: mine.userId }) }))).sort(),
    );
    await world.code(mine.phoneNumber);
    expect(world.provider.to(other.phoneNumber)).toEqual([]);
  });

  test('is refused in a currency in which nobody can pay', async () => {
    const { userId } = world.user();
    expect(await world.init({ userId, ...payment({ currency: 'XOF' }) })).toMatchObject({
      ...{ ok: false, code: 'payment_method_unavailable', param: 'intentionId' },
    });
  });

  test('[4.21] asks intents once the terms have lapsed: its answer decides', async () => {
    const { userId } = world.user();
    const lapsed = payment({ expiresAt: inMinutes(-1) });
    expect(await world.init({ userId, ...lapsed })).toEqual({ ok: false, code: 'intent_expired' });
    // a code of a payment of a link has extended it
    const extended = { intentionId: world.intent(), terms: lapsed.terms };
    accepted(await world.init({ userId, ...extended }));
    expect([asksOf(lapsed.intentionId), asksOf(extended.intentionId)]).toEqual([1, 1]);
  });

  test('does not take the terms of one payment for another that its challenge names', async () => {
    const { userId } = world.user();
    const intentionId = world.intent();
    const { otpId } = accepted(await world.init({ userId, intentionId }));
    becomes(intentionId, 'CANCELED');
    const reply = await world.init({ userId, otpId, terms: payment().terms });
    expect(reply).toMatchObject({ ok: false, code: 'intent_unexpected_state' });
  });
});

describe('a further code of a payment whose session is shown', () => {
  test.each([
    ['COMPLETED', 'intent_unexpected_state'],
    ['PROCESSING', 'intent_unexpected_state'],
    ['FAILED', 'intent_unexpected_state'],
    ['CANCELED', 'intent_unexpected_state'],
    ['EXPIRED', 'intent_expired'],
  ] as const)('[4.21] is refused when the payment is %s, whoever requests it', async (status, code) => {
    const { userId, phoneNumber } = world.user();
    const paid = payment();
    const { otpId } = accepted(await world.init({ userId, ...paid }));
    const otp = await world.code(phoneNumber);
    if (status !== 'CANCELED') accepted(await world.verify({ userId, otpId, otp }));
    becomes(paid.intentionId, status);
    const other = world.user();
    for (const wish of [{ userId }, { userId, otpId }, { userId: other.userId }, { userId: newId('user') }])
      expect(await world.init({ ...wish, ...paid })).toMatchObject({ ok: false, code });
    expect(world.provider.to(other.phoneNumber)).toEqual([]);
    expect(asksOf(paid.intentionId)).toBe(4);
  });

  test('is sent while the payment is open, and not without the answer of intents', async () => {
    const { userId, phoneNumber } = world.user();
    const paid = payment();
    const { otpId } = accepted(await world.init({ userId, ...paid }));
    world.known.down.add('intents');
    const unknown = await world.init({ userId, ...paid });
    world.known.down.delete('intents');
    expect(unknown).toMatchObject({ ok: false, code: 'service_unavailable' });
    expect(accepted(await world.init({ userId, ...paid })).otpId).toBe(otpId);
    await world.code(phoneNumber, 2);
    expect(world.provider.to(phoneNumber)).toHaveLength(2);
  });

  test('with the key of the first one gets its answer, whatever has become of the payment', async () => {
    const { userId } = world.user();
    const paid = payment();
    const idempotency = {
      keyHash: sha256Base64url(randomUUID()),
      bodyHash: world.gateway.seal('otp', sha256Base64url('init'), 'otp.body-hash'),
    };
    const first = accepted(await world.init({ userId, ...paid, idempotency }));
    becomes(paid.intentionId, 'CANCELED');
    expect(await world.init({ userId, ...paid, idempotency })).toMatchObject({ ok: true, data: first, replayed: true });
    expect(asksOf(paid.intentionId)).toBe(0);
  });
});

test('the first code of a guest asks nothing of intents, a further one does', async () => {
  const paid = payment();
  const guest = await world.as('gateway');
  const { merchantId, mode } = world;
  const usual = { merchantId, mode, merchantName: 'Boutique', channel: 'sms' } as const;
  const command = { ...usual, ...paid, caller: world.caller({ credential: 'session' }) };
  const ask = (phoneNumber: string) =>
    guest.ask(initOtp, { ...command, phoneNumber: world.gateway.seal('otp', phoneNumber, 'init-otp.phone') });
  accepted(await ask('+237677000101'));
  expect(asksOf(paid.intentionId)).toBe(0);
  becomes(paid.intentionId, 'CANCELED');
  expect(await ask('+237677000102')).toMatchObject({ ok: false, code: 'intent_unexpected_state' });
  expect(world.provider.to('+237677000102')).toEqual([]);
});
