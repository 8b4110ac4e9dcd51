import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { freshEmail, MembersUnderTest, okay } from '../../fixtures/members-under-test.js';
import { listenTo, recordsOf, rowsOf } from '../../fixtures/written-data.js';

/* What is secret of members, and of what is mailed to them, must be found in no log, table or topic. */

let world: MembersUnderTest;
const written: string[] = [];
const [email, password, newPassword] = [freshEmail(), 'canary of a password', 'canary of a new password'];
const address = '198.51.100.99';
const secrets: string[] = [email, email.toUpperCase(), password, newPassword, address, 'Grace', 'PRIVATE KEY'];

/** Every command of members, granted and refused; then some that fail inside, because failures are what is logged. */
async function doEverything(): Promise<void> {
  const owner = await world.newOwner();
  const { memberId } = okay(await world.invite(owner, 'viewer', email.toUpperCase(), 'a key'));
  const invitation = world.otp.tokenTo(email);
  okay(await world.accept(invitation, password, { key: 'a key' }));
  await world.accept(invitation, password);
  await world.signIn(email, `wrong ${password}`, { address });
  const signedIn = okay(await world.signIn(email, password, { address }));
  const session = world.auth.open('gateway', signedIn.token, 'dashboard.token');
  okay(await world.check(session));
  okay(await world.changeRole(owner, memberId, 'admin'));
  expect(await world.membersOf(owner.merchantId)).toHaveLength(2);
  okay(await world.forget(email, { address, key: 'a key' }));
  const reset = world.otp.tokenTo(email);
  okay(await world.reset(reset, newPassword));
  secrets.push(...[invitation, session, reset].flatMap((token) => [token, token.slice(4)]));
  await world.auth.sql('ALTER TABLE person RENAME TO lost');
  for (const failing of [world.signIn(email, newPassword), world.forget(email), world.check(session)])
    await expect(failing).resolves.toMatchObject({ code: 'internal_error' });
  await world.auth.sql('ALTER TABLE lost RENAME TO person');
}

beforeAll(async () => {
  listenTo(written);
  world = await MembersUnderTest.start({ LOG_LEVEL: 'debug' });
  await doEverything();
});
afterAll(async () => {
  await world.stop();
  jest.restoreAllMocks();
});

test('it is in no table', async () => {
  const rows = await rowsOf(world.auth);
  expect(rows.filter((row) => row.includes('"sealed_email"')).length).toBeGreaterThan(0);
  for (const secret of secrets) expect(rows.filter((row) => row.includes(secret))).toEqual([]);
});

test('it is in no log, not even of failures', () => {
  const log = written.join('');
  expect(log.split('\n').filter((line) => line.includes('"a command failed"'))).toHaveLength(3);
  for (const secret of secrets) expect(log.includes(secret) ? secret : 'nothing').toBe('nothing');
});

test('it is in no topic', async () => {
  const records = await recordsOf(world.auth);
  expect(
    records.filter((record) => record.includes('member-mail') || record.includes('mailId')).length,
  ).toBeGreaterThan(0);
  for (const secret of secrets) expect(records.filter((record) => record.includes(secret))).toEqual([]);
});
