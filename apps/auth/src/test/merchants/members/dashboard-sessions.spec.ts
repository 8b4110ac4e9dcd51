import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { endDashboardSession, setMerchant, verifyAuditTrail } from '@paygate/contracts';
import { Database, isOpaqueToken, mintOpaqueToken, newId } from '@paygate/platform';
import type { NewSession } from '../../../merchants/members/sessions/dashboard-sessions.repository.js';
import { DashboardSessionsRepository } from '../../../merchants/members/sessions/dashboard-sessions.repository.js';
import { freshEmail, MembersUnderTest, okay } from '../../fixtures/members-under-test.js';

let world: MembersUnderTest;
beforeAll(async () => {
  world = await MembersUnderTest.start({}, 2);
});
afterAll(() => world.stop());

const wrong = 'another password altogether';
const invalid = { ok: false, code: 'token_invalid' };
const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);
const open = (sealed: string | undefined, context: string) => world.auth.open('gateway', sealed as never, context);

describe('signing in', () => {
  test('[1.31] returns a token that is stored nowhere and valid for twelve hours, with the accounts of the member', async () => {
    const owner = await world.newOwner();
    const session = okay(await world.signIn(owner.email.toUpperCase()));
    const token = open(session.token, 'dashboard.token');
    expect(isOpaqueToken('dashboardSession', token)).toBe(true);
    expect(open(session.email, 'member.email')).toBe(owner.email);
    const [membership, ...others] = session.memberships;
    expect(others).toEqual([]);
    expect(membership).toMatchObject({
      ...{ memberId: owner.memberId, merchantId: owner.merchantId, merchantName: 'Boulangerie du Port' },
      ...{ role: 'owner', merchantActive: true, liveActive: false },
    });
    expect(open(membership?.name, 'member.name')).toBe('Ada');
    const [row] = await world.auth.sql<{ row: string; life: number }>(
      `SELECT s::text AS row, extract(epoch FROM expires_at - created_at)::int AS life
        FROM dashboard_session s WHERE id = $1`,
      session.sessionId,
    );
    expect(row?.life).toBe(43_200);
    expect(row?.row).not.toContain(token.slice(4));
    expect(okay(await world.check(token))).toMatchObject({ sessionId: session.sessionId });
  });

  test('[1.30] gets the same answer and the same waits with a wrong password and with an unknown address', async () => {
    const { email } = await world.newOwner();
    const answers = async (address: string) => {
      const replies: Reply<unknown>[] = [];
      for (let count = 0; count < 7; count += 1) replies.push(await world.signIn(address, wrong));
      return replies;
    };
    const [known, unknown] = [await answers(email), await answers(freshEmail())];
    const tolerant = (replies: readonly Reply<unknown>[]) =>
      replies.map((reply) => (reply.ok ? reply : { ...reply, fields: Object.keys(reply.fields ?? {}) }));
    expect(tolerant(unknown)).toEqual(tolerant(known));
    expect(known.map(codeOf)).toEqual([
      ...Array<string>(5).fill('credentials_invalid'),
      'login_throttled',
      'login_throttled',
    ]);
    // the right password has to wait as well, so the answer does not reveal a right guess
    expect(codeOf(await world.signIn(email))).toBe('login_throttled');
  });

  test('[1.30] compares no more concurrent wrong passwords at two instances than successive ones', async () => {
    const { email } = await world.newOwner();
    const replies = await Promise.all(Array.from({ length: 40 }, () => world.signIn(email, wrong)));
    expect(replies.filter((reply) => codeOf(reply) === 'credentials_invalid')).toHaveLength(5);
    expect(replies.filter((reply) => codeOf(reply) === 'login_throttled')).toHaveLength(35);
  });

  test('before the invitation is accepted is answered like an unknown address', async () => {
    const owner = await world.newOwner();
    const email = freshEmail();
    okay(await world.invite(owner, 'viewer', email));
    expect(await world.signIn(email)).toEqual(await world.signIn(freshEmail()));
  });

  test('[1.37] to several accounts is recorded at each of them, with one statement for all', async () => {
    const owners = [await world.newOwner(), await world.newOwner(), await world.newOwner()];
    const [{ email } = { email: '' }, ...others] = owners;
    for (const owner of others) await world.newMember(owner, 'viewer', email);
    expect(okay(await world.signIn(email)).memberships).toHaveLength(owners.length);
    const records = await world.auth.sql<{ statement: string }>(
      `SELECT xmin || '.' || cmin AS statement FROM audit_record
        WHERE action = 'member.signed_in' AND merchant_id = ANY ($1)`,
      owners.map(({ merchantId }) => merchantId),
    );
    expect(records).toHaveLength(owners.length);
    expect(new Set(records.map(({ statement }) => statement)).size).toBe(1);
    for (const { merchantId } of owners)
      expect(await world.auth.get(verifyAuditTrail, { merchantId })).toMatchObject({ intact: true });
  });

  test('leaves the newest twenty sessions of a person', async () => {
    const { email } = await world.newOwner();
    const tokens: string[] = [];
    for (let count = 0; count < 22; count += 1) tokens.push(await world.tokenOf(email));
    const good = await Promise.all(tokens.map((token) => world.check(token)));
    expect(good.map(({ ok }) => ok)).toEqual([false, false, ...Array<boolean>(20).fill(true)]);
  });

  test('blocks no session that stays', async () => {
    const token = await world.tokenOf((await world.newOwner()).email);
    const [person] = await world.auth.sql<Pick<NewSession, 'personId' | 'passwordHash'>>(
      `UPDATE dashboard_session s SET seen_at = clock_timestamp() - interval '2 min' FROM person p
        WHERE p.id = person_id AND token_hash = $1
        RETURNING person_id AS "personId", password_hash AS "passwordHash"`,
      world.hashOf(token),
    );
    if (person === undefined) throw new Error('whose session is it?');
    await world.auth.app.get(Database).transaction(async (tx) => {
      const tokenHash = world.hashOf(mintOpaqueToken('dashboardSession'));
      const session = { ...person, id: newId('dashboardSession'), tokenHash, device: undefined };
      expect(await world.auth.app.get(DashboardSessionsRepository).begin(tx, session)).toBeDefined();
      okay(await world.check(token));
    });
  });
});

describe('a session', () => {
  test('that nobody began is refused', async () => {
    expect(await world.check(mintOpaqueToken('dashboardSession'))).toEqual(invalid);
  });

  test('[1.31] ends immediately at sign-out, and no other session ends', async () => {
    const { email } = await world.newOwner();
    const [ended, other] = [await world.tokenOf(email), await world.tokenOf(email)];
    const { sessionId } = okay(await world.check(ended));
    for (let count = 0; count < 2; count += 1) okay(await world.ask(endDashboardSession, { sessionId }));
    expect(await world.check(ended)).toEqual(invalid);
    expect((await world.check(other)).ok).toBe(true);
  });

  test.each([
    ['after half an hour without a request', `seen_at = clock_timestamp() - interval '30 min 1 s'`],
    [
      'after its time, however busy it was',
      `expires_at = clock_timestamp(), created_at = created_at - interval '13 h'`,
    ],
  ])('[1.31] ends by itself %s', async (_when, passed) => {
    const token = await world.tokenOf((await world.newOwner()).email);
    await world.auth.sql(`UPDATE dashboard_session SET ${passed} WHERE token_hash = $1`, world.hashOf(token));
    expect(await world.check(token)).toEqual(invalid);
  });

  test('goes on while it is used', async () => {
    const token = await world.tokenOf((await world.newOwner()).email);
    const hash = world.hashOf(token);
    for (let count = 0; count < 3; count += 1) {
      await world.auth.sql(
        `UPDATE dashboard_session SET seen_at = clock_timestamp() - interval '29 min' WHERE token_hash = $1`,
        hash,
      );
      expect((await world.check(token)).ok).toBe(true);
    }
    const [row] = await world.auth.sql<{ idle: number }>(
      'SELECT extract(epoch FROM clock_timestamp() - seen_at)::int AS idle FROM dashboard_session WHERE token_hash = $1',
      hash,
    );
    expect(row?.idle).toBeLessThan(60);
  });

  test('has the present accounts and roles at each request', async () => {
    const owner = await world.newOwner();
    const token = await world.tokenOf(owner.email);
    await world.auth.get(setMerchant, { merchantId: owner.merchantId, liveActive: true, active: false });
    expect(okay(await world.check(token)).memberships).toMatchObject([{ merchantActive: false, liveActive: true }]);
  });
});
