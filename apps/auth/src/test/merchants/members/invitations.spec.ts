import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { importOwner, inviteMember, inviteMemberAgain, refuse } from '@paygate/contracts';
import { isOpaqueToken, mintOpaqueToken, newId } from '@paygate/platform';
import type { KnownMember } from '../../fixtures/members-under-test.js';
import { freshEmail, MembersUnderTest, okay, password } from '../../fixtures/members-under-test.js';

let world: MembersUnderTest;
let owner: KnownMember;
const LIMIT = 20;
const MOST_INVITATIONS = 8;
beforeAll(async () => {
  const limits = { MEMBERS_PER_MERCHANT: String(LIMIT), MEMBER_INVITATIONS_PER_EMAIL: String(MOST_INVITATIONS) };
  world = await MembersUnderTest.start(limits, 2);
  owner = await world.newOwner();
});
afterAll(() => world.stop());

const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);
const invalid = { ok: false, code: 'mail_token_invalid' };
const open = (sealed: string | null, context: string) => world.auth.open('gateway', sealed as never, context);
const again = ({ merchantId, memberId: actorMemberId }: KnownMember, memberId: string) =>
  world.ask(inviteMemberAgain, { merchantId, memberId, actorMemberId });
const isExpired = (email: string) =>
  world.auth.sql(
    'UPDATE mail_token SET expires_at = clock_timestamp() WHERE hash = $1',
    world.hashOf(world.otp.tokenTo(email)),
  );

describe('an invitation', () => {
  test('is mailed, and its recipient becomes a member by accepting it', async () => {
    const email = freshEmail();
    // an operator has seen the account
    await world.auth.sql('UPDATE merchant SET live_active = true WHERE id = $1', owner.merchantId);
    const invited = okay(await world.invite(owner, 'developer', email.toUpperCase()));
    expect(invited).toMatchObject({ status: 'invited', role: 'developer', name: null, joinedAt: null });
    expect(open(invited.email, 'member.email')).toBe(email);
    const mail = world.otp.mails.find(({ to }) => to === email);
    expect(mail).toMatchObject({ mail: 'invitation', merchantName: 'Boulangerie du Port' });
    expect(isOpaqueToken('invitation', mail?.token ?? '')).toBe(true);

    const joined = okay(await world.accept(mail?.token ?? ''));
    expect(joined).toMatchObject({ memberId: invited.memberId, status: 'active', role: 'developer' });
    expect(open(joined.name, 'member.name')).toBe('Grace');
    expect(okay(await world.signIn(email)).memberships).toMatchObject([{ memberId: invited.memberId }]);
  });

  test('[1.35] works once within 72 hours; wrong, used, expired and foreign tokens get the same answer', async () => {
    const [used, expired] = [freshEmail(), freshEmail()];
    for (const email of [used, expired]) okay(await world.invite(owner, 'viewer', email));
    const [token] = await world.auth.sql<{ hours: number }>(
      'SELECT round(extract(epoch FROM expires_at - clock_timestamp()) / 3600)::int AS hours FROM mail_token WHERE hash = $1',
      world.hashOf(world.otp.tokenTo(expired)),
    );
    expect(token?.hours).toBe(72);
    okay(await world.accept(world.otp.tokenTo(used)));
    await isExpired(expired);
    const { email } = await world.newOwner();
    okay(await world.forget(email));
    for (const text of [
      ...[world.otp.tokenTo(used), world.otp.tokenTo(expired), world.otp.tokenTo(email)],
      ...[mintOpaqueToken('invitation')],
    ])
      expect(await world.accept(text)).toEqual(invalid);
  });

  test('[1.35] accepted by twelve concurrent requests creates one member', async () => {
    const email = freshEmail();
    const { memberId } = okay(await world.invite(owner, 'viewer', email));
    const token = world.otp.tokenTo(email);
    const secrets = Array.from({ length: 12 }, (_, index) => `${password} ${index}`);
    const replies = await Promise.all(secrets.map((secret) => world.acceptAtOnce(token, secret)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    for (const reply of replies.filter(({ ok }) => !ok)) expect(reply).toEqual(invalid);
    const winner = secrets[replies.findIndex(({ ok }) => ok)] ?? '';
    expect(okay(await world.signIn(email, winner)).memberships).toMatchObject([{ memberId }]);
    const joined = (await world.trailOf(owner.merchantId)).filter(({ subject }) => subject === memberId);
    expect(joined.map(({ action }) => action)).toEqual(['member.invited', 'member.joined', 'member.signed_in']);
  });

  test('of two for a new person, accepted concurrently with two passwords, sets one of the passwords', async () => {
    for (let round = 0; round < 3; round += 1) {
      const email = freshEmail();
      const tokens: string[] = [];
      for (const account of [owner, await world.newOwner()]) {
        okay(await world.invite(account, 'viewer', email));
        tokens.push(world.otp.tokenTo(email));
      }
      const secrets = tokens.map((_token, index) => `${password} ${index}`);
      const replies = await Promise.all(tokens.map((token, index) => world.acceptAtOnce(token, secrets[index] ?? '')));
      const lost = replies.findIndex(({ ok }) => !ok);
      expect(replies.map(codeOf).sort()).toEqual(['credentials_invalid', 'ok']);
      expect(codeOf(await world.signIn(email, secrets[lost]))).toBe('credentials_invalid');
      expect(okay(await world.signIn(email, secrets[1 - lost])).memberships).toHaveLength(1);
      okay(await world.accept(tokens[lost] ?? '', secrets[1 - lost]));
    }
  });

  test('accepted repeatedly under one key gets the first answer', async () => {
    const email = freshEmail();
    okay(await world.invite(owner, 'viewer', email));
    const token = world.otp.tokenTo(email);
    const first = okay(await world.accept(token, password, { key: 'one' }));
    const repeated = await world.accept(token, password, { key: 'one' });
    expect(repeated).toMatchObject({ replayed: true, data: { memberId: first.memberId } });
    expect(codeOf(await world.accept(token, 'another password of hers', { key: 'one' }))).toBe(
      'idempotency_key_reused',
    );
  });

  test('accepts no weak password, and is not consumed by it', async () => {
    const email = freshEmail();
    okay(await world.invite(owner, 'viewer', email));
    for (const weak of ['password', email])
      expect(codeOf(await world.accept(world.otp.tokenTo(email), weak))).toBe('password_weak');
    expect(codeOf(await world.accept(world.otp.tokenTo(email)))).toBe('ok');
  });

  test('is refused for a member and for a person who was invited already', async () => {
    const email = freshEmail();
    okay(await world.invite(owner, 'viewer', email));
    expect(codeOf(await world.invite(owner, 'admin', email))).toBe('member_exists');
    okay(await world.accept(world.otp.tokenTo(email)));
    expect(codeOf(await world.invite(owner, 'admin', email))).toBe('member_exists');
  });

  test('under one key is mailed once', async () => {
    const email = freshEmail();
    const other = await world.newOwner();
    const first = okay(await world.invite(other, 'viewer', email, 'one'));
    const repeated = await world.invite(other, 'viewer', email, 'one');
    expect(repeated).toMatchObject({ replayed: true, data: { memberId: first.memberId } });
    expect(world.otp.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('that cannot be mailed is not stored', async () => {
    const email = freshEmail();
    world.otp.refusal = refuse('channel_unsupported');
    const reply = await world.invite(owner, 'viewer', email);
    world.otp.refusal = undefined;
    expect(codeOf(reply)).toBe('channel_unsupported');
    expect(codeOf(await world.invite(owner, 'viewer', email))).toBe('ok');
  });

  test('is mailed to one address a limited number of times, by all accounts and instances together', async () => {
    const email = freshEmail();
    const replies = await Promise.all(
      Array.from({ length: MOST_INVITATIONS + 3 }, async () => world.invite(await world.newOwner(), 'viewer', email)),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(MOST_INVITATIONS);
    const refused = replies.find(({ ok }) => !ok);
    expect(refused).toMatchObject({ code: 'rate_limited', fields: { retryAfter: expect.any(Number) } });
  });

  test('is mailed to one mailbox a limited number of times, whatever follows a plus in its address', async () => {
    const [local = '', host = ''] = freshEmail().split('@');
    const tagged = Array.from({ length: MOST_INVITATIONS }, (_, index) => `${local}+tag${index}@${host}`);
    for (const email of tagged) okay(await world.invite(await world.newOwner(), 'viewer', email));
    expect(codeOf(await world.invite(await world.newOwner(), 'viewer', `${local}@${host}`))).toBe('rate_limited');
    expect(codeOf(await world.invite(await world.newOwner(), 'viewer', `${local}+@${host}`))).toBe('rate_limited');
    expect(codeOf(await world.invite(await world.newOwner(), 'viewer', `other.${local}@${host}`))).toBe('ok');
  });

  test('of an account that no operator has seen carries no name, sent again either', async () => {
    const [unseen, email] = [await world.newOwner(), freshEmail()];
    await world.auth.sql('UPDATE merchant SET live_active = false WHERE id = $1', unseen.merchantId);
    const { memberId } = okay(await world.invite(unseen, 'viewer', email));
    okay(await again(unseen, memberId));
    const sent = world.otp.mails.filter(({ to }) => to === email);
    expect(sent.map(({ mail, merchantName }) => [mail, merchantName])).toEqual([
      ['invitation', undefined],
      ['invitation', undefined],
    ]);
  });

  test('sent by one account up to its limit prevents neither another account’s nor a new password', async () => {
    const { email } = await world.newOwner();
    const rogue = await world.newOwner();
    const { memberId } = okay(await world.invite(rogue, 'viewer', email));
    const replies = await Promise.all(Array.from({ length: MOST_INVITATIONS }, () => again(rogue, memberId)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(4);
    expect(replies.map(codeOf)).toContain('rate_limited');
    expect(codeOf(await world.invite(owner, 'viewer', email))).toBe('ok');
    expect(codeOf(await world.forget(email))).toBe('ok');
    expect(world.otp.mails.findLast(({ to }) => to === email)?.mail).toBe('password_reset');
  });

  test('is sent to an address for which other people requested new passwords up to the limit', async () => {
    const email = freshEmail();
    for (let count = 0; count < 6; count += 1) await world.forget(email);
    expect(codeOf(await world.forget(email))).toBe('rate_limited');
    for (let count = 0; count < MOST_INVITATIONS; count += 1)
      expect(codeOf(await world.invite(await world.newOwner(), 'viewer', email))).toBe('ok');
  });

  test('is refused when the account has its most members, also for concurrent invitations', async () => {
    const full = await world.newOwner();
    const replies = await Promise.all(Array.from({ length: 2 * LIMIT }, () => world.invite(full, 'viewer')));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(LIMIT - 1);
    expect(new Set(replies.map(codeOf))).toEqual(new Set(['ok', 'member_limit_reached']));
    expect(replies).toContainEqual(expect.objectContaining({ detail: `An account has at most ${LIMIT} members.` }));
  });

  test('sent again has another token, and the previous one is void', async () => {
    const email = freshEmail();
    const { memberId } = okay(await world.invite(owner, 'viewer', email));
    const before = world.otp.tokenTo(email);
    await isExpired(email);
    okay(await again(owner, memberId));
    expect(await world.accept(before)).toEqual(invalid);
    okay(await world.accept(world.otp.tokenTo(email)));
    expect(codeOf(await again(owner, memberId))).toBe('member_joined');
    expect(await again(owner, newId('member'))).toEqual(await again(owner, (await world.newOwner()).memberId));
  });

  test('that was removed does not work any more', async () => {
    const email = freshEmail();
    const { memberId } = okay(await world.invite(owner, 'viewer', email));
    okay(await world.remove(owner, memberId));
    expect(await world.accept(world.otp.tokenTo(email))).toEqual(invalid);
    expect(codeOf(await world.signIn(email))).toBe('credentials_invalid');
  });
});

describe('a person who is a member elsewhere', () => {
  test('accepts with the existing password, and is a member of both with one password', async () => {
    const { email, merchantId } = await world.newOwner();
    okay(await world.invite(owner, 'viewer', email));
    const token = world.otp.tokenTo(email);
    expect(codeOf(await world.accept(token, 'another password of hers'))).toBe('credentials_invalid');
    okay(await world.accept(token));
    const accounts = okay(await world.signIn(email)).memberships.map((membership) => membership.merchantId);
    expect(accounts).toEqual([merchantId, owner.merchantId].sort());
  });

  test('cannot have the password guessed by a holder of the token', async () => {
    const { email } = await world.newOwner();
    const other = await world.newOwner();
    okay(await world.invite(other, 'viewer', email));
    const token = world.otp.tokenTo(email);
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => world.accept(token, `a guess of number ${index}`)),
    );
    expect(guesses.filter((reply) => codeOf(reply) === 'credentials_invalid')).toHaveLength(5);
    expect(codeOf(await world.accept(token))).toBe('login_throttled');
  });
});

describe('the first owner', () => {
  const asOperator = (merchantId: string, email: string, role: 'owner' | 'admin' = 'owner') =>
    world.auth.ask(inviteMember, {
      ...{ merchantId, memberId: newId('member'), role },
      email: world.auth.seal(email, 'invite-member.email'),
    });

  test('is invited by an operator, repeatedly if necessary, and invites the others', async () => {
    const [merchantId, email] = [await world.newMerchant(), freshEmail()];
    const first = okay(await asOperator(merchantId, email));
    const second = okay(await asOperator(merchantId, email));
    expect(second.memberId).toBe(first.memberId);
    okay(await world.accept(world.otp.tokenTo(email)));
    expect(codeOf(await asOperator(merchantId, freshEmail()))).toBe('member_exists');
    expect(codeOf(await world.invite({ merchantId, email, memberId: first.memberId }, 'owner'))).toBe('ok');
  });

  test('is the only one whom an operator invites, and only an operator does', async () => {
    const merchantId = await world.newMerchant();
    expect(codeOf(await asOperator(merchantId, freshEmail(), 'admin'))).toBe('parameter_invalid');
    expect(codeOf(await asOperator(newId('merchant'), freshEmail()))).toBe('parameter_invalid');
    const email = world.auth.seal(freshEmail(), 'invite-member.email');
    const command = { merchantId, memberId: newId('member'), role: 'owner' as const, email };
    expect(codeOf(await world.ask(inviteMember, command))).toBe('scope_missing');
  });

  test('is imported once', async () => {
    const { merchantId } = await world.newOwner();
    const reply = await world.auth.ask(importOwner, {
      ...{ merchantId, memberId: newId('member') },
      email: world.auth.seal(freshEmail(), 'import-owner.email'),
      name: world.auth.seal('Eve', 'import-owner.name'),
      passwordHash: `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    });
    expect(codeOf(reply)).toBe('member_exists');
  });
});
