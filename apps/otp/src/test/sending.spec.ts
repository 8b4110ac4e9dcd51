import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { initOtp } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually, receivedOf } from '@paygate/testing';
import { CodeRequests } from '../code-requests.js';
import { MessageSender } from '../sending/message-sender.js';
import { SendCode } from '../usecases/send-code.js';
import { accepted, World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
}, 60_000);
afterEach(() => {
  world.provider.status = 202;
  world.provider.release();
});
afterAll(() => world.stop());

const waiting = (otpId: string) =>
  world.rows<{ attempt: number }>('SELECT attempt FROM otp_send WHERE challenge_id = $1', [otpId]);
const gone = (otpId: string) => eventually(async () => (await waiting(otpId)).length === 0);

describe('a message', () => {
  test('is handed over after the answer, and then nothing of it is left', async () => {
    const { userId, phoneNumber } = world.user();
    world.provider.hold();
    const { otpId } = accepted(await world.init({ userId }));
    await world.code(phoneNumber);
    expect(await waiting(otpId)).toEqual([{ attempt: 1 }]);
    world.provider.release();
    await gone(otpId);
  });

  test('is tried again under the same id until the provider takes it', async () => {
    const { userId, phoneNumber } = world.user();
    world.provider.status = 503;
    const { otpId } = accepted(await world.init({ userId }));
    await eventually(() => world.provider.to(phoneNumber).length >= 1);
    world.provider.status = 202;
    await gone(otpId);
    const tries = world.provider.to(phoneNumber);
    expect(tries.length).toBeGreaterThan(1);
    expect(new Set(tries.map(({ id, text }) => `${id} ${text}`)).size).toBe(1);
  });

  test('that the provider refuses for good is given up', async () => {
    const { userId, phoneNumber } = world.user();
    world.provider.status = 400;
    const { otpId } = accepted(await world.init({ userId }));
    await gone(otpId);
    expect(world.provider.to(phoneNumber)).toHaveLength(1);
  });

  test('whose sender died after the commit is sent by another, once', async () => {
    const { userId, phoneNumber } = world.user();
    const command = world.initCommand({ userId });
    const request = accepted(await world.otp.get(CodeRequests).of(command, receivedOf(initOtp, command)));
    // what InitOtp does before it hands over: here the process would have died
    const { otpId } = accepted((await world.otp.get(SendCode).execute(request)).reply);
    expect(await waiting(otpId)).toEqual([{ attempt: 1 }]);
    await world.otp.get(MessageSender).sweep();
    expect(world.provider.to(phoneNumber)).toHaveLength(0); // the dead one's lease still holds
    await world.rows('UPDATE otp_send SET leased_until = clock_timestamp() WHERE challenge_id = $1', [otpId]);
    await Promise.all(Array.from({ length: 5 }, () => world.otp.get(MessageSender).sweep()));
    await gone(otpId);
    expect(world.provider.to(phoneNumber)).toHaveLength(1);
    accepted(await world.verify({ userId, otpId, otp: await world.code(phoneNumber) }));
  });

  test('whose code no longer works is not sent', async () => {
    const { userId, phoneNumber } = world.user();
    const command = world.initCommand({ userId });
    const request = accepted(await world.otp.get(CodeRequests).of(command, receivedOf(initOtp, command)));
    const { otpId } = accepted((await world.otp.get(SendCode).execute(request)).reply);
    await world.rows(
      'UPDATE otp_send SET leased_until = clock_timestamp(), expires_at = clock_timestamp() WHERE challenge_id = $1',
      [otpId],
    );
    await world.otp.get(MessageSender).sweep();
    expect(await waiting(otpId)).toEqual([{ attempt: 1 }]);
    await world.otp.get(MessageSender).forgetExpired();
    expect(await waiting(otpId)).toEqual([]);
    expect(world.provider.to(phoneNumber)).toHaveLength(0);
  });

  test('with a code that was replaced does not go out any more', async () => {
    const { userId, phoneNumber } = world.user();
    const intentionId = world.intent();
    world.provider.status = 503;
    const { otpId } = accepted(await world.init({ userId, intentionId }));
    await eventually(() => world.provider.to(phoneNumber).length >= 1);
    await world.rows(
      `UPDATE otp_send SET leased_until = clock_timestamp() + interval '1 hour' WHERE challenge_id = $1`,
      [otpId],
    );
    await world.endCooldown(otpId);
    world.provider.status = 202;
    accepted(await world.init({ userId, intentionId, otpId }));
    await gone(otpId);
    const ids = world.provider.to(phoneNumber).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(ids.at(-1)).not.toBe(ids[0]);
  });
});

test('what nobody asks for any more is forgotten, what is in use is not', async () => {
  const { ChallengesRepository } = await import('../challenges.repository.js');
  const [old, young] = [newId('user'), newId('user')];
  for (const userId of [old, young]) accepted(await world.init({ userId }));
  await world.rows(`UPDATE otp_challenge SET created_at = created_at - interval '31 days' WHERE user_id = $1`, [old]);
  await world.rows(
    `UPDATE otp_budget SET sent = ARRAY[(otp_now() - interval '2 days', NULL)::otp_use] WHERE user_id = $1`,
    [old],
  );
  await world.otp.get(ChallengesRepository).forget();
  const left = await world.rows(
    'SELECT user_id, count(*)::int AS rows FROM (SELECT user_id FROM otp_challenge UNION ALL SELECT user_id FROM otp_budget) AS u WHERE user_id = ANY($1) GROUP BY 1',
    [[old, young]],
  );
  expect(left).toEqual([{ user_id: young, rows: 2 }]);
});
