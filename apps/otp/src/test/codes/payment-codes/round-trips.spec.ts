import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { sha256Base64url } from '@paygate/platform';
import pg from 'pg';
import { accepted, World } from '../../world.js';

let world: World;
const query = jest.spyOn(pg.Client.prototype, 'query');
beforeAll(async () => {
  world = await World.start({ LOG_LEVEL: 'warn' });
});
afterEach(() => {
  query.mockClear();
});
afterAll(async () => {
  query.mockRestore();
  await world.stop();
});

/** The statements sent to the database, in order: the statements of payment codes, and of the transactions around them. */
const statements = (): readonly string[] =>
  query.mock.calls
    .map(([statement]) => statement as unknown as { readonly name?: string; readonly text: string })
    .map(({ name, text }) => name ?? text.replace(/^BEGIN;.*pg_try_advisory_xact_lock.*/s, 'BEGIN with the lock'))
    .filter((name) =>
      /^(otp-(read|record|consume|count)|idempotency|outbox-insert|signing|BEGIN|COMMIT|ROLLBACK)/.test(name),
    );

const keyed = (body: string) => ({
  keyHash: sha256Base64url(randomUUID()),
  bodyHash: world.gateway.seal('otp', sha256Base64url(body), 'otp.body-hash'),
});

describe('a decision on a code is one lock, one read and one write', () => {
  const around = (...write: string[]) => ['BEGIN with the lock', 'otp-read-subject', ...write];

  test('of sending, of a wrong guess and of a right one, each with an idempotency key and an event', async () => {
    const { userId, phoneNumber } = world.user();
    const intentionId = world.intent();
    // the statements of this process before: keys are read once
    accepted(await world.verify({ userId, otp: await firstCode(userId, phoneNumber) }));
    query.mockClear();
    const { otpId } = accepted(await world.init({ userId, intentionId, idempotency: keyed('init') }));
    expect(statements()).toEqual([...around('otp-record-code'), 'COMMIT']);
    query.mockClear();
    const otp = await world.code(phoneNumber, 2);
    await world.verify({ userId, otpId, intentionId, otp: world.otherThan(otp), idempotency: keyed('wrong') });
    expect(statements()).toEqual([...around('otp-count-wrong'), 'COMMIT']);
    query.mockClear();
    accepted(await world.verify({ userId, otpId, intentionId, otp, idempotency: keyed('right') }));
    expect(statements()).toEqual([...around('otp-count-right'), 'COMMIT']);
  });

  test('of the first code of a payment whose session is shown, and of a further one once intents was asked', async () => {
    const { userId } = world.user();
    const terms = { amount: '5000', currency: 'XAF', userId: null, expiresAt: '2099-01-01T00:00:00.000Z' } as const;
    const wish = { userId, intentionId: world.intent(), terms };
    query.mockClear();
    const { otpId } = accepted(await world.init(wish));
    expect(statements()).toEqual([...around('otp-record-code'), 'COMMIT']);
    await world.endCooldown(otpId);
    query.mockClear();
    accepted(await world.init(wish));
    expect(statements()).toEqual([...around(), 'COMMIT', ...around('otp-record-code'), 'COMMIT']);
  });

  test('a refusal and a repetition commit what their look-up has counted, and write nothing more', async () => {
    const { userId } = world.user();
    const { otpId } = accepted(await world.init({ userId }));
    const idempotency = keyed('again');
    query.mockClear();
    await world.init({ userId, otpId, idempotency });
    expect(statements()).toEqual([...around(), 'COMMIT']);
    await world.endCooldown(otpId);
    accepted(await world.init({ userId, otpId, idempotency }));
    query.mockClear();
    expect(await world.init({ userId, otpId, idempotency })).toHaveProperty('replayed', true);
    expect(statements()).toEqual([...around(), 'COMMIT']);
  });
});

async function firstCode(userId: string, phoneNumber: string): Promise<string> {
  accepted(await world.init({ userId }));
  return world.code(phoneNumber);
}
