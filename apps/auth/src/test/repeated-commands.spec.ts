import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createApiKey, inviteMember, refuse, reportKeyInBrowser } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { receivedOf } from '@paygate/testing';
import { InvitationsCommands } from '../invitations.commands.js';
import { KeyReportsCommands } from '../key-reports.commands.js';
import { freshEmail, MembersUnderTest, okay } from './members-under-test.js';

/* Commands that are delivered again a moment later, when what they were about has changed. */

let world: MembersUnderTest;
beforeAll(async () => {
  world = await MembersUnderTest.start({ SIGN_INS_PER_ADDRESS: '1000' });
}, 90_000);
afterAll(() => world.stop(), 30_000);

const rowsOf = (...tables: readonly string[]) => world.auth.database.rowsOf(...tables);

test('what a browser showed of a secret key is on record once', async () => {
  const [merchantId, apiKeyId] = [await world.newMerchant(), newId('apiKey')];
  await world.auth.get(createApiKey, { apiKeyId, merchantId, mode: 'test', type: 'secret', name: 'shop' });
  const message = receivedOf(reportKeyInBrowser, { apiKeyId, origin: 'https://shop.example' });
  const deliver = () => world.auth.app.get(KeyReportsCommands).reportKeyInBrowser(message.payload, message);
  for (const reply of [await deliver(), await deliver()]) expect(okay(reply)).toEqual({ apiKeyId });
  const trail = await world.trailOf(merchantId);
  expect(trail.map(({ action }) => action)).toEqual(['api_key.created', 'api_key.in_browser']);
});

test('an invitation that was refused is refused still, when it could be sent', async () => {
  const owner = await world.newOwner();
  const member = await world.newMember(owner, 'viewer');
  const message = receivedOf(inviteMember, world.invitation(owner, 'viewer', member.email));
  const deliver = () => world.auth.app.get(InvitationsCommands).invite(message.payload, message);
  expect(await deliver()).toMatchObject({ ok: false, code: 'member_exists' });
  okay(await world.remove(owner, member.memberId));
  const before = await rowsOf('member', 'audit_record', 'source_use', 'auth_answer');
  expect(await deliver()).toMatchObject({ ok: false, code: 'member_exists' });
  expect(await rowsOf('member', 'audit_record', 'source_use', 'auth_answer')).toEqual(before);
});

test('a sign-in from before the password was changed counts against nobody', async () => {
  const { email } = await world.newOwner();
  const deliver = world.signInMessage(email);
  okay(await deliver());
  okay(await world.forget(email));
  okay(await world.reset(world.otp.tokenTo(email), 'another battery for the horse'));
  const tables = ['sign_in_attempt', 'known_network', 'dashboard_session', 'source_use', 'sign_in_throttle'] as const;
  const before = await rowsOf(...tables);
  expect(await deliver()).toMatchObject({ ok: false, code: 'credentials_invalid' });
  expect(await rowsOf(...tables)).toEqual(before);
});

test('a command that could not be carried out is carried out when it is delivered again', async () => {
  const owner = await world.newOwner();
  const message = receivedOf(inviteMember, world.invitation(owner, 'viewer', freshEmail()));
  const deliver = () => world.auth.app.get(InvitationsCommands).invite(message.payload, message);
  world.otp.refusal = refuse('service_unavailable');
  expect(await deliver()).toMatchObject({ ok: false, code: 'service_unavailable' });
  world.otp.refusal = undefined;
  okay(await deliver());
});
