import type { JsonWebKey, KeyObject } from 'node:crypto';
import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Mode, OtpVerified, Reply, SigningKeyRow } from '@paygate/contracts';
import { otpTokenKeyTable, otpTokenKind, userTokenContactContext } from '@paygate/contracts';
import type { Table } from '@paygate/messaging';
import { tableToken } from '@paygate/messaging';
import { newId, verifyToken } from '@paygate/platform';
import { eventually, inParallel } from '@paygate/testing';
import { PaymentCodesCommands } from '../../../codes/payment-codes/payment-codes.commands.js';
import type { Guess } from '../../world.js';
import { accepted, World } from '../../world.js';

const invalid = { ok: false, code: 'otp_invalid' };
let world: World;
beforeAll(async () => {
  world = await World.start({ OTP_SENDS_PER_WINDOW: '100', LOG_LEVEL: 'warn' });
});
afterAll(() => world.stop());

/** A code that was sent and not tried yet. */
async function sentCode(wish: { readonly intentionId?: string } = {}) {
  const { userId, phoneNumber } = world.user();
  const { otpId } = accepted(await world.init({ userId, ...wish }));
  return { userId, otpId, otp: await world.code(phoneNumber) };
}

/** Concurrent guesses, without the bus, which would deliver those of one user one after the other. */
function together(count: number, guess: Guess): Promise<Reply<OtpVerified>[]> {
  const commands = world.otp.get(PaymentCodesCommands);
  return inParallel(Array(count).keys(), () => commands.verifyOtp(world.verifyCommand(guess)));
}

const checksOf = (otpId: string): Promise<{ checks: number }[]> =>
  world.rows('SELECT checks FROM otp_challenge WHERE id = $1', [otpId]);

function tokenOf(verified: OtpVerified): string {
  return world.gateway.open(verified.token, 'verify-otp.token');
}

function publicKeyOf(jwk: string | undefined): KeyObject | undefined {
  return jwk === undefined ? undefined : createPublicKey({ format: 'jwk', key: JSON.parse(jwk) as JsonWebKey });
}

describe('a right code', () => {
  test('[4.9] for an intent gets a token that is bound to it, under a published key', async () => {
    const intentionId = world.intent({ amount: '7500' });
    const { userId, otpId, otp } = await sentCode({ intentionId });
    const verified = accepted(await world.verify({ userId, otp, otpId, intentionId }));
    expect(verified.intentionId).toBe(intentionId);
    const published = world.intents.get<Table<SigningKeyRow>>(tableToken(otpTokenKeyTable));
    await eventually(() => Array.from(published.entries()).length > 0);
    const keys = (kid: string): KeyObject | undefined => publicKeyOf(published.get(kid)?.publicJwk);
    const claims = verifyToken(tokenOf(verified), { ...otpTokenKind, keys, now: new Date() });
    expect(claims).toMatchObject({
      ...{ sub: userId, azp: world.merchantId, mode: 'test', intent: intentionId, amount: '7500', currency: 'XAF' },
      jti: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    });
    expect(claims.exp - claims.iat).toBe(300);
    expect(new Date(claims.exp * 1000).toISOString()).toBe(verified.expiresAt);
  });

  test('[4.10] without an intent gets a token that is bound to merchant, mode and user', async () => {
    const { userId, otp } = await sentCode();
    const verified = accepted(await world.verify({ userId, otp }));
    expect(verified).not.toHaveProperty('intentionId');
    const [, payload = ''] = tokenOf(verified).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    expect(claims).toMatchObject({ sub: userId, azp: world.merchantId, mode: 'test' });
    for (const claim of ['intent', 'amount', 'currency']) expect(claims).not.toHaveProperty(claim);
  });

  test('is in the timeline of its payment, for its merchant and mode alone', async () => {
    const intentId = world.intent();
    accepted(await world.verify({ ...(await sentCode({ intentionId: intentId })), intentionId: intentId }));
    const typesFor = async (merchantId: string, mode: Mode) => {
      const reply = await world.otp.get(PaymentCodesCommands).timeline({ intentId, merchantId, mode });
      return accepted(reply).entries.map(({ type }) => type);
    };
    expect(await typesFor(world.merchantId, 'test')).toEqual(['otp.sent', 'otp.verified']);
    expect(await typesFor(newId('merchant'), 'test')).toEqual([]);
    expect(await typesFor(world.merchantId, 'live')).toEqual([]);
  });

  test('of a user who is signed in gets a token that names the phone, with its end alone readable', async () => {
    const claimsFor = async (contactOf: (userId: string) => string) => {
      const { userId, phoneNumber } = world.user();
      accepted(await world.init({ userId }));
      const context = userTokenContactContext('test', contactOf(userId));
      const contact = world.auth.seal('otp', JSON.stringify({ phoneNumber }), context);
      const verified = accepted(await world.verify({ userId, otp: await world.code(phoneNumber), contact }));
      const [, payload = ''] = tokenOf(verified).split('.');
      const claims = Buffer.from(payload, 'base64url').toString();
      expect(claims).not.toContain(phoneNumber.slice(-8));
      return { claims: JSON.parse(claims) as object, masked: `********${phoneNumber.slice(-2)}` };
    };
    const { claims, masked } = await claimsFor((userId) => userId);
    expect(claims).toMatchObject({ phoneMasked: masked });
    // addresses that were sealed for another user open for nobody else
    expect((await claimsFor(() => newId('user'))).claims).not.toHaveProperty('phoneMasked');
  });

  test('[4.4] presented 100 times concurrently gets one token', async () => {
    const guess = await sentCode({ intentionId: world.intent() });
    const replies = await together(100, guess);
    const tokens = replies.filter(({ ok }) => ok);
    expect(tokens).toHaveLength(1);
    expect(replies.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 99 }, () => invalid));
    expect(await world.uses(guess.userId)).toEqual([]);
  });
});

describe('a code that is not right', () => {
  test('[4.11] gets the same answer: wrong, expired, used, of an unknown challenge, of an unknown user', async () => {
    const wrong = await sentCode();
    expect(await world.verify({ ...wrong, otp: world.otherThan(wrong.otp) })).toEqual(invalid);
    const expired = await sentCode();
    await world.rows('UPDATE otp_challenge SET expires_at = clock_timestamp() WHERE id = $1', [expired.otpId]);
    expect(await world.verify(expired)).toEqual(invalid);
    const used = await sentCode();
    accepted(await world.verify(used));
    expect(await world.verify(used)).toEqual(invalid);
    expect(await world.verify({ ...used, otpId: newId('otpChallenge') })).toEqual(invalid);
    expect(await world.verify({ userId: newId('user'), otp: '123456' })).toEqual(invalid);
    expect(await world.verify({ userId: 'nobody', otp: 'x'.repeat(500) })).toEqual(invalid);
  });

  test('is also the code of another merchant, mode, intent or user', async () => {
    const intentionId = world.intent();
    const { userId, otpId, otp } = await sentCode({ intentionId });
    const strange: Guess[] = [
      { userId, otp, otpId, merchantId: newId('merchant') },
      { userId, otp, otpId, mode: 'live' },
      { userId, otp, otpId, intentionId: world.intent() },
      { userId, otp, intentionId: world.intent() },
      { userId, otp },
      { userId: world.user().userId, otp, otpId },
    ];
    for (const guess of strange) expect(await world.verify(guess)).toEqual(invalid);
    expect(await checksOf(otpId)).toEqual([{ checks: 0 }]);
    accepted(await world.verify({ userId, otp, otpId }));
  });
});

describe('guessing', () => {
  test('[4.2] 200 times concurrently is compared five times, and then the right code is refused', async () => {
    const guess = await sentCode();
    const replies = await together(200, { ...guess, otp: world.otherThan(guess.otp) });
    expect(replies.some(({ ok }) => ok)).toBe(false);
    expect(await checksOf(guess.otpId)).toEqual([{ checks: 5 }]);
    expect(await world.uses(guess.userId)).toMatchObject([{ wrong: 5 }]);
    expect(await world.verify(guess)).toEqual(invalid);
    expect(await checksOf(guess.otpId)).toEqual([{ checks: 5 }]);
  });

  test('over the bus is compared five times', async () => {
    const guess = await sentCode({ intentionId: world.intent() });
    const wrong = { ...guess, otp: world.otherThan(guess.otp) };
    const replies = await Promise.all(Array.from({ length: 50 }, () => world.verify(wrong)));
    expect(new Set(replies.map((reply) => (reply.ok ? 'accepted' : reply.code)))).toEqual(new Set(['otp_invalid']));
    expect(await checksOf(guess.otpId)).toEqual([{ checks: 5 }]);
  });

  test('the fifth check still accepts the right code', async () => {
    const guess = await sentCode();
    const wrong = { ...guess, otp: world.otherThan(guess.otp) };
    for (let n = 0; n < 4; n += 1) expect(await world.verify(wrong)).toEqual(invalid);
    accepted(await world.verify(guess));
  });

  test('without naming the challenge leaves its owner two checks', async () => {
    const { otpId, ...guess } = await sentCode();
    const wrong = { ...guess, otp: world.otherThan(guess.otp) };
    for (let n = 0; n < 10; n += 1) expect(await world.verify(wrong)).toEqual(invalid);
    expect(await checksOf(otpId)).toEqual([{ checks: 3 }]);
    accepted(await world.verify({ ...guess, otpId }));
  });

  test('[4.3] 20 times within a day is the limit of that day, for unknown users too', async () => {
    const { userId, phoneNumber } = world.user();
    for (const subject of [userId, newId('user')]) {
      for (let n = 0; n < 4; n += 1) {
        const { otpId } = accepted(await world.init({ userId: subject, intentionId: world.intent() }));
        const otp = subject === userId ? world.otherThan(await world.code(phoneNumber, n + 1)) : '123456';
        for (let check = 0; check < 5; check += 1) {
          expect(await world.verify({ userId: subject, otp, otpId })).toEqual(invalid);
        }
      }
      const refused = await world.verify({ userId: subject, otp: '123456', intentionId: world.intent() });
      expect(refused).toMatchObject({ ok: false, code: 'otp_budget_spent' });
      const retryAfter = refused.ok ? 0 : Number(refused.fields?.['retryAfter']);
      expect(retryAfter).toBeGreaterThan(86_000);
      expect(await world.init({ userId: subject, intentionId: world.intent() })).toMatchObject({
        ...{ ok: false, code: 'otp_budget_spent' },
      });
    }
  });

  test('with the day’s budget spent reaches no challenge that is not named', async () => {
    const { otpId, ...guess } = await sentCode();
    await world.rows(
      `INSERT INTO otp_use (id, mode, subject, scope, kind, at)
        SELECT gen_random_uuid(), 'test', $1, 'untrusted', 'wrong_check', clock_timestamp() FROM generate_series(1, 20)`,
      [world.countedAs(guess.userId)],
    );
    expect(await world.verify(guess)).toMatchObject({ code: 'otp_budget_spent' });
    expect(await checksOf(otpId)).toEqual([{ checks: 0 }]);
    await world.rows(`UPDATE otp_use SET at = at - interval '1 day' WHERE subject = $1`, [
      world.countedAs(guess.userId),
    ]);
    accepted(await world.verify(guess));
  });
});

describe('an intent of another user', () => {
  test.each(['sms', 'email'] as const)('gets the same answers as one of the user (%s)', async (channel) => {
    const { userId } = world.user();
    const foreign = world.intent({ userId: world.user().userId });
    const own = world.intent({ userId });
    const shown = async (intentionId: string) => {
      const first = accepted(await world.init({ userId, channel, intentionId }));
      const cooling = await world.init({ userId, channel, intentionId });
      await world.endCooldown(first.otpId);
      const second = accepted(await world.init({ userId, channel, intentionId }));
      const wrong = await world.verify({ userId, intentionId, otp: '0000000' });
      const counters = [first, second].map(({ destination, sendsRemaining }) => ({ destination, sendsRemaining }));
      return { counters, same: first.otpId === second.otpId, cooling: cooling.ok ? undefined : cooling.code, wrong };
    };
    expect(await shown(foreign)).toEqual(await shown(own));
    const stored = await world.uses(userId);
    expect(stored).toHaveLength(2);
    expect(stored).toEqual(
      expect.arrayContaining([
        { scope: `intent:${foreign}`, sends: 2, wrong: 1 },
        { scope: `merchant:${world.merchantId}`, sends: 2, wrong: 1 },
      ]),
    );
  });
});

test('the signature of a token has the algorithm that the standard names', async () => {
  const verified = accepted(await world.verify(await sentCode()));
  const [header = '', payload = '', signature = ''] = tokenOf(verified).split('.');
  const { alg, typ, kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, string>;
  expect({ alg, typ }).toEqual({ alg: 'ES256', typ: 'otp+jwt' });
  const [row] = await world.rows<{ public_jwk: string }>('SELECT public_jwk FROM signing_key WHERE kid = $1', [kid]);
  const key = publicKeyOf(row?.public_jwk);
  if (key === undefined) throw new Error('the key is not stored');
  const input = Buffer.from(`${header}.${payload}`);
  const bytes = Buffer.from(signature, 'base64url');
  expect(verifySignature('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true);
});
