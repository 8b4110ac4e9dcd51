import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import { inParallel } from '@paygate/testing';
import { PaymentCodesCommands } from '../../../codes/payment-codes/payment-codes.commands.js';
import type { Guess, InitWish } from '../../world.js';
import { accepted, World } from '../../world.js';

/*
 * Anybody with a publishable key, which is public, and a user's id can request codes and try them. That spends the budget of
 * untrusted clients, and nothing that the user cannot do without.
 */

let world: World;
beforeAll(async () => {
  world = await World.start({}, 'live');
});
afterAll(() => world.stop());

const otpInvalid = { ok: false, code: 'otp_invalid' };
const spent = { ok: false, code: 'otp_budget_spent', detail: expect.any(String) };
const signInHelps = { ...spent, fields: { retryAfter: expect.any(Number), nextStep: 'reauthentication_required' } };
const onlyTimeHelps = { ...spent, fields: { retryAfter: expect.any(Number) } };
const elsewhere = (userId: string): InitWish => ({ userId, merchantId: newId('merchant') });
const signedIn = () => ({ caller: world.caller({ signedIn: true }) });

/** An untrusted client requests codes as often as it may. */
async function spendSends(userId: string): Promise<void> {
  for (let n = 0; n < 5; n += 1) accepted(await world.init(elsewhere(userId)));
  expect(await world.init(elsewhere(userId))).toEqual(signInHelps);
}

/** An untrusted client tries codes as often as it may. */
async function spendChecks(userId: string): Promise<void> {
  for (let n = 0; n < 4; n += 1) {
    const wish = elsewhere(userId);
    const { otpId } = accepted(await world.init(wish));
    for (let check = 0; check < 5; check += 1) await world.verify({ ...wish, otpId, otp: '0000000' });
  }
  expect(await world.verify({ ...elsewhere(userId), otp: '000000' })).toEqual(signInHelps);
  expect(await world.init(elsewhere(userId))).toEqual(signInHelps);
}

describe('[4.6][4.8] an untrusted client that has spent the sends', () => {
  test('does not prevent a code for a holder of a payment that was made for the user', async () => {
    const { userId, phoneNumber } = world.user();
    await spendSends(userId);
    const intentionId = world.intent({ userId });
    const sent = accepted(await world.init({ userId, intentionId }));
    expect(sent.sendsRemaining).toBe(4);
    const otp = await world.code(phoneNumber, 6);
    expect(accepted(await world.verify({ userId, otp, intentionId })).intentionId).toBe(intentionId);
  });

  test('does not prevent a code for the signed-in user, who has a budget of the same size', async () => {
    const { userId, phoneNumber } = world.user();
    accepted(await world.init({ userId })); // the wait after this one is the untrusted client's
    await Promise.all(Array.from({ length: 4 }, () => world.init(elsewhere(userId))));
    expect(await world.init(elsewhere(userId))).toEqual(signInHelps);
    const mine = accepted(await world.init({ userId, ...signedIn() }));
    accepted(await world.verify({ userId, otp: await world.code(phoneNumber, 6), ...signedIn(), otpId: mine.otpId }));
    for (let n = 0; n < 5; n += 1) accepted(await world.init({ ...elsewhere(userId), ...signedIn() }));
    expect(await world.init({ ...elsewhere(userId), ...signedIn() })).toEqual(onlyTimeHelps);
  });
});

describe('[4.8] an untrusted client that has spent the checks', () => {
  test('takes no check from a code whose challenge the user names', async () => {
    const { userId, phoneNumber } = world.user();
    const mine = accepted(await world.init({ userId }));
    const otp = await world.code(phoneNumber);
    await spendChecks(userId);
    const guess = { userId, otpId: mine.otpId };
    for (let n = 0; n < 4; n += 1)
      expect(await world.verify({ ...guess, otp: world.otherThan(otp) })).toEqual(otpInvalid);
    accepted(await world.verify({ ...guess, otp }));
  });

  test('prevents neither code nor check of a holder of a payment that was made for the user', async () => {
    const { userId, phoneNumber } = world.user();
    await spendChecks(userId);
    const intentionId = world.intent({ userId });
    accepted(await world.init({ userId, intentionId }));
    const otp = await world.code(phoneNumber, 5);
    accepted(await world.verify({ userId, otp, intentionId }));
  });

  test('prevents neither of the signed-in user, even when it names nothing', async () => {
    const { userId, phoneNumber } = world.user();
    await spendChecks(userId);
    accepted(await world.init({ userId, ...signedIn() }));
    const otp = await world.code(phoneNumber, 5);
    // a code that an untrusted client has requested since is not the one that the user means
    await world.rows(`DELETE FROM otp_use WHERE subject = $1 AND scope = 'untrusted'`, [userId]);
    accepted(await world.init({ userId }));
    accepted(await world.verify({ userId, otp, ...signedIn() }));
  });

  test('has compared no code more than five times, and is sent none any more', async () => {
    const { userId } = world.user();
    await spendChecks(userId);
    const [row] = await world.rows<{ most: number; all: number }>(
      'SELECT max(checks)::int AS most, sum(checks)::int AS all FROM otp_challenge WHERE subject = $1',
      [userId],
    );
    expect(row).toEqual({ most: 5, all: 20 });
  });
});

test('signed-in and other callers who have the right code together get one token', async () => {
  const { userId, phoneNumber } = world.user();
  const { otpId } = accepted(await world.init({ userId }));
  const otp = await world.code(phoneNumber);
  const guesses: Guess[] = Array.from({ length: 40 }, (_, n) => ({ userId, otpId, otp, ...(n % 2 ? signedIn() : {}) }));
  const replies = await inParallel(guesses, (guess) =>
    world.otp.get(PaymentCodesCommands).verifyOtp(world.verifyCommand(guess)),
  );
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await world.rows('SELECT FROM otp_use WHERE subject = $1', [userId])).toEqual([]);
});

test('payments that one merchant made for a user have one budget together', async () => {
  const { userId } = world.user();
  for (let n = 0; n < 5; n += 1) accepted(await world.init({ userId, intentionId: world.intent({ userId }) }));
  expect(await world.init({ userId, intentionId: world.intent({ userId }) })).toEqual(signInHelps);
});
