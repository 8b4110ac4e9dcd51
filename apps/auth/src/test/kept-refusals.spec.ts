import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { changeMemberRole, confirmRegistration, refuse, registerUser, removeMember } from '@paygate/contracts';
import { mintOpaqueToken, newId, sha256Base64url } from '@paygate/platform';
import { receivedOf, withClient } from '@paygate/testing';
import { MembersCommands } from '../members.commands.js';
import { RegistrationCommands } from '../registration.commands.js';
import { ForgetExpired } from '../usecases/forget-expired.js';
import { AccountRequests } from './account-requests.js';
import { freshPhone } from './auth-under-test.js';
import { MembersUnderTest, okay, password } from './members-under-test.js';

/* What becomes of refusals of commands that came without an idempotency key. */

let world: MembersUnderTest;
let asking: AccountRequests;
beforeAll(async () => {
  world = await MembersUnderTest.start();
  asking = new AccountRequests(world.auth);
}, 90_000);
afterAll(() => world.stop(), 30_000);

const weak = '12345678';
const kept = () => world.auth.sql('SELECT action, key_hash FROM auth_answer ORDER BY 1, 2');

describe('what strangers are refused leaves no row', () => {
  const register = (phone: string, secret: string) => world.ask(registerUser, asking.register(phone, secret));

  test.each<[string, string, () => Promise<Reply<unknown>>]>([
    ['an invitation that is none', 'mail_token_invalid', () => world.accept(mintOpaqueToken('invitation'))],
    ['a reset that is none', 'mail_token_invalid', () => world.reset(mintOpaqueToken('passwordReset'), password)],
    ['a weak password for a member', 'password_weak', () => world.reset(mintOpaqueToken('passwordReset'), weak)],
    ['a number that is none', 'phone_invalid', () => register('12', password)],
    ['a weak password for a number', 'password_weak', () => register(freshPhone(), weak)],
    [
      'a code of nothing',
      'otp_invalid',
      () => world.ask(confirmRegistration, asking.confirm(newId('registration'), '000000')),
    ],
  ])('%s', async (_, code, ask) => {
    const before = await kept();
    expect(await ask()).toMatchObject({ ok: false, code });
    expect(await kept()).toEqual(before);
  });
});

describe('what could be granted a moment later is refused when it is delivered again, and not done', () => {
  test('the last owner stays one, with another beside', async () => {
    const owner = await world.newOwner();
    const { merchantId, memberId } = owner;
    const message = receivedOf(removeMember, { merchantId, memberId, actorMemberId: memberId });
    const deliver = () => world.auth.app.get(MembersCommands).remove(message.payload, message);
    expect(await deliver()).toEqual(refuse('last_owner'));
    await world.newMember(owner, 'owner');
    expect(await deliver()).toEqual(refuse('last_owner'));
    expect(await world.membersOf(merchantId)).toHaveLength(2);
  });

  test.each(['otp_cooldown', 'otp_budget_spent', 'channel_unsupported'] as const)('no code: %s', async (code) => {
    const phone = freshPhone();
    const message = receivedOf(registerUser, asking.register(phone, password));
    const deliver = () => world.auth.app.get(RegistrationCommands).register(message.payload, message);
    world.otp.refusal = refuse(code, { fields: { retryAfter: 7 } });
    const first = await deliver();
    expect(first).toEqual(world.otp.refusal);
    world.otp.refusal = undefined;
    expect(await deliver()).toEqual(first);
    expect(world.otp.to(phone)).toEqual([]);
  });
});

test('who has to wait for the account for too long is told of a key only with one', async () => {
  const owner = await world.newOwner();
  const { memberId } = await world.newMember(owner, 'viewer');
  const { merchantId, memberId: actorMemberId } = owner;
  const change = { merchantId, memberId, actorMemberId, role: 'developer' } as const;
  const idempotency = { keyHash: sha256Base64url('a key'), bodyHash: sha256Base64url('a body') };
  await withClient(world.auth.database.url, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT FROM merchant WHERE id = $1 FOR UPDATE', [merchantId]);
    expect(await world.ask(changeMemberRole, change)).toMatchObject({ code: 'service_unavailable' });
    expect(await world.ask(changeMemberRole, { ...change, idempotency })).toEqual(refuse('idempotency_key_in_use'));
    await client.query('ROLLBACK');
  });
  okay(await world.ask(changeMemberRole, change));
});

test('what is kept under messages is forgotten after an hour, however much it is, and the rest is not', async () => {
  const keep = (from: number, to: number, key: string, age: string) =>
    world.auth.sql(
      `INSERT INTO auth_answer (merchant_id, mode, action, key_hash, body_mac, sealed_answer, mismatches, created_at)
       SELECT 'mer_old', 'live', 'remove-member', $3 || n, sha256('body'), 'sealed', 0, clock_timestamp() - $4::interval
         FROM generate_series($1::integer, $2::integer) AS n`,
      ...[from, to, key, age],
    );
  await keep(1, 4_001, 'message:', '61 minutes');
  await keep(4_002, 4_002, 'message:', '59 minutes');
  await keep(1, 1, 'key', '61 minutes');
  await world.auth.app.get(ForgetExpired).execute();
  const left = await world.auth.sql(`SELECT key_hash FROM auth_answer WHERE merchant_id = 'mer_old' ORDER BY 1`);
  expect(left).toEqual([{ key_hash: 'key1' }, { key_hash: 'message:4002' }]);
});
