import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { Retention } from '../../../scheduled-jobs.js';
import { MessageSender } from '../../../messages/sending/message-sender.js';
import type { SendJob } from '../../../messages/sending/send-job.js';
import { SendsRepository } from '../../../messages/sending/sends.repository.js';
import { accepted, World } from '../../world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterEach(() => {
  world.provider.status = 202;
  world.provider.release();
});
afterAll(() => world.stop());

const waiting = (otpId: string) =>
  world.rows<{ attempt: number }>('SELECT attempt FROM otp_send WHERE challenge_id = $1', [otpId]);
const gone = (otpId: string) => eventually(async () => (await waiting(otpId)).length === 0);

/** A code whose process died after the commit, before it handed the message over. */
async function sentByDeadProcess(userId: string): Promise<string> {
  const dispatch = jest.spyOn(world.otp.get(MessageSender), 'dispatch').mockImplementation(() => undefined);
  const { otpId } = accepted(await world.init({ userId }));
  dispatch.mockRestore();
  return otpId;
}

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

  test('that finds every sender busy waits for one of them, and not for the end of a lease', async () => {
    world.provider.hold();
    const users = Array.from({ length: 40 }, () => world.user());
    const sent = await Promise.all(users.map(({ userId }) => world.init({ userId })));
    await eventually(() => users.filter(({ phoneNumber }) => world.provider.to(phoneNumber).length > 0).length >= 32);
    world.provider.release();
    for (const reply of sent) await gone(accepted(reply).otpId);
    // each by the process that recorded it, in its first try: no lease has ended
    for (const { phoneNumber } of users) expect(world.provider.to(phoneNumber)).toHaveLength(1);
  });

  test('that has waited long is handed over only by the process that has its lease', async () => {
    const { userId, phoneNumber } = world.user();
    const otpId = await sentByDeadProcess(userId);
    const sends = world.otp.get(SendsRepository);
    const [job] = await world.rows<SendJob>(
      `UPDATE otp_send SET leased_until = clock_timestamp() WHERE challenge_id = $1
        RETURNING id, challenge_id AS "challengeId", mode, channel, sealed_message AS "sealedMessage", attempt`,
      [otpId],
    );
    if (job === undefined) throw new Error('no message was recorded');
    expect(await sends.renew(job)).toBe(true);
    await world.otp.get(MessageSender).sweep();
    expect(world.provider.to(phoneNumber)).toHaveLength(0);
    await world.rows('UPDATE otp_send SET attempt = 2 WHERE challenge_id = $1', [otpId]);
    expect(await sends.renew(job)).toBe(false);
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
    const otpId = await sentByDeadProcess(userId);
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
    const otpId = await sentByDeadProcess(userId);
    await world.rows(
      'UPDATE otp_send SET leased_until = clock_timestamp(), expires_at = clock_timestamp() WHERE challenge_id = $1',
      [otpId],
    );
    await world.otp.get(MessageSender).sweep();
    expect(await waiting(otpId)).toEqual([{ attempt: 1 }]);
    await world.otp.get(MessageSender).deleteExpired();
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

test('challenges and uses are deleted after their time, and not before', async () => {
  const [old, young] = [newId('user'), newId('user')];
  for (const userId of [old, young]) accepted(await world.init({ userId }));
  await world.rows(`UPDATE otp_challenge SET created_at = created_at - interval '31 days' WHERE subject = $1`, [old]);
  await world.rows(`UPDATE otp_use SET at = at - interval '2 days' WHERE subject = $1`, [world.countedAs(old)]);
  await world.otp.get(Retention).deleteOld();
  const left = await world.rows(
    'SELECT subject FROM otp_challenge WHERE subject = ANY ($1) UNION ALL SELECT subject FROM otp_use WHERE subject = ANY ($1)',
    [[old, young].flatMap((userId) => [userId, world.countedAs(userId)])],
  );
  expect(left).toEqual([{ subject: young }, { subject: world.countedAs(young) }]);
});
