import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { refuse, setMerchant } from '@paygate/contracts';
import { Database, newId, PaygateError, uuidV7 } from '@paygate/platform';
import type { Check } from '../sign-in-brake.js';
import { SignInBrake } from '../sign-in-brake.js';
import { SignInLanes } from '../sign-in-lanes.js';
import { MembersUnderTest, okay } from './members-under-test.js';

/* Which attempts count as wrong passwords: those whose password was wrong. */

const FREE_ATTEMPTS = 5;

let world: MembersUnderTest;
beforeAll(async () => {
  world = await MembersUnderTest.start({ SIGN_IN_FREE_ATTEMPTS: String(FREE_ATTEMPTS) });
}, 90_000);
afterAll(() => world.stop(), 30_000);

test('a right password is none that was wrong, whatever else refuses it', async () => {
  const { email } = await world.newOwner();
  const suspended = await world.newOwner();
  okay(await world.invite(suspended, 'viewer', email));
  const token = world.otp.tokenTo(email);
  await world.auth.get(setMerchant, { merchantId: suspended.merchantId, active: false });
  for (let count = 0; count <= FREE_ATTEMPTS; count += 1)
    expect(await world.accept(token)).toMatchObject({ ok: false, code: 'merchant_inactive' });
  okay(await world.signIn(email));
}, 60_000);

test('the first right password from a network, delivered again when it is known, is the same attempt', async () => {
  const deliver = world.signInMessage((await world.newOwner()).email);
  okay(await deliver());
  const counted = () => world.auth.database.rowsOf('sign_in_attempt', 'known_network');
  const before = await counted();
  okay(await deliver());
  expect(await counted()).toEqual(before);
});

const isWrong = () => Promise.resolve(refuse('credentials_invalid'));
const isUnavailable = () => Promise.reject(new PaygateError('service_unavailable'));

/** Attempts at one number, past the service's hashes: a check says what its password was. */
function attemptsAt(phoneIndex: Buffer): (check: Check<never>) => Promise<Reply<never>> {
  const brake = world.auth.app.get(SignInBrake);
  const caller = { apiKeyId: newId('apiKey'), merchantId: newId('merchant'), mode: 'live', source: undefined } as const;
  return (check) => brake.guard({ mode: 'live', phoneIndex, messageId: uuidV7(), caller, network: undefined }, check);
}

test('a password that nobody could look at is none that was wrong, and takes nothing of the count of others', async () => {
  const attempt = attemptsAt(randomBytes(32));
  for (let count = 1; count < FREE_ATTEMPTS; count += 1)
    expect(await attempt(isWrong)).toMatchObject({ code: 'credentials_invalid' });
  for (let count = 0; count < FREE_ATTEMPTS; count += 1)
    await expect(attempt(isUnavailable)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await attempt(isWrong)).toMatchObject({ code: 'credentials_invalid' });
  expect(await attempt(isWrong)).toMatchObject({ code: 'login_throttled' });
});

test('nor does one from before the password was changed take of what is counted against the new one', async () => {
  const phoneIndex = randomBytes(32);
  const attempt = attemptsAt(phoneIndex);
  const outlived = attempt(async () => {
    const { app } = world.auth;
    await app.get(Database).transaction((tx) => app.get(SignInLanes).clear(tx, { mode: 'live', phoneIndex }));
    expect(await attempt(isWrong)).toMatchObject({ code: 'credentials_invalid' });
    return isUnavailable();
  });
  await expect(outlived).rejects.toMatchObject({ code: 'service_unavailable' });
  for (let count = 1; count < FREE_ATTEMPTS; count += 1)
    expect(await attempt(isWrong)).toMatchObject({ code: 'credentials_invalid' });
  expect(await attempt(isWrong)).toMatchObject({ code: 'login_throttled' });
});
