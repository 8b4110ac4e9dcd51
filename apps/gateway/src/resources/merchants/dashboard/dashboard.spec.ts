import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CreateApiKeyCommand, MemberInfo, Membership, Principal } from '@paygate/contracts';
import {
  accept,
  AcceptInvitationCommand,
  acceptInvitation,
  checkDashboardSession,
  compileChecker,
  createApiKey,
  endDashboardSession,
  forgetMemberPassword,
  inviteMember,
  inviteMemberAgain,
  InviteMemberCommand,
  InviteMemberAgainCommand,
  listApiKeys,
  listFormerMembers,
  listMembers,
  refuse,
  removeMember,
  resetMemberPassword,
  scopesOfRole,
  SignInToDashboardCommand,
  signInToDashboard,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const sealer = (service: Principal) => new Sealer(service, parseKeyring(keys.SEAL_KEYS));
const auth = sealer('auth');
const token = mintOpaqueToken('dashboardSession');
const bearer = { authorization: `Bearer ${token}` };
const expiresAt = '2026-11-20T22:00:00.000Z';
const email = auth.seal('gateway', 'ada@shop.example', 'member.email');
const membership = (more: Partial<Membership> = {}): Membership => ({
  ...{ memberId: newId('member'), merchantId: newId('merchant'), merchantName: 'Boutique', role: 'owner' },
  ...{ merchantActive: true, liveActive: false, name: auth.seal('gateway', 'Ada', 'member.name') },
  ...more,
});
const session = (memberships: Membership[]) => ({
  ...{ sessionId: newId('dashboardSession'), email, expiresAt, memberships },
});
const isSessionOf = (...memberships: Membership[]) => {
  busDouble.on(checkDashboardSession, () => accept(session(memberships)));
};
const member: MemberInfo = {
  ...{ memberId: newId('member'), email, name: null, role: 'viewer', status: 'invited' },
  ...{ createdAt: expiresAt, joinedAt: null },
};
const known = newApiKey();

beforeAll(async () => {
  apiKeyRows.put(known.row.apiKeyId, known.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.refuse('service_unavailable');
});

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method, path, headers: { ...bearer, ...headers }, ...(body === undefined ? {} : { body }) });
const sent = <Command>(name: string) =>
  busDouble.sent.filter((command) => command.name === name).map(({ payload }) => payload as Command);

describe('signing in to the dashboard', () => {
  const credentials = { email: 'ada@shop.example', password: 'corréct horse' };
  beforeEach(() => {
    const sealed = auth.seal('gateway', token, 'dashboard.token');
    busDouble.on(signInToDashboard, () => accept(Object.assign(session([membership()]), { token: sealed })));
  });

  test('[1.30] seals address and password for auth, and gives the token to the member', async () => {
    const answer = await gateway.ask({ method: 'POST', path: '/dashboard/sessions', body: credentials });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ object: 'dashboard_session', token, email: credentials.email, expiresAt });
    expect(answer.body['merchants']).toMatchObject([{ name: 'Boutique', role: 'owner', liveActive: false }]);
    const [command] = sent<SignInToDashboardCommand>('sign-in-to-dashboard');
    expect(compileChecker(SignInToDashboardCommand)(command)).toEqual([]);
    expect(JSON.stringify(command)).not.toMatch(/ada@|horse|127\.0/);
    expect(auth.open(command?.password as never, 'dashboard.password')).toBe(credentials.password);
    expect(auth.open(command?.address as never, 'dashboard.address')).toBe('127.0.0.1');
  });

  test.each([
    [{ ...credentials, email: 'ada' }, 'parameter_invalid'],
    [{ ...credentials, email: 'ada@shop.example\r\nBcc: x@y.example' }, 'parameter_invalid'],
    [{ ...credentials, email: ['ada@shop.example'] }, 'parameter_invalid'],
    [{ ...credentials, password: '' }, 'parameter_invalid'],
    [{ email: credentials.email }, 'parameter_missing'],
    [{ ...credentials, role: 'owner' }, 'parameter_unknown'],
  ])('with %j is refused before auth hears of it', async (body, code) => {
    const answer = await gateway.ask({ method: 'POST', path: '/dashboard/sessions', body });
    expect(answer.body).toMatchObject({ status: 400, code });
    expect(busDouble.sent).toEqual([]);
  });

  test('from a page of another origin is refused by CORS, and its answer cannot be read there', async () => {
    const page = { origin: 'https://evil.example' };
    const options = { ...page, 'access-control-request-method': 'POST' };
    const preflight = await gateway.ask({ method: 'OPTIONS', path: '/dashboard/sessions', headers: options });
    const answer = await gateway.ask({ method: 'POST', path: '/dashboard/sessions', headers: page, body: credentials });
    for (const { headers } of [preflight, answer]) expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a session', () => {
  test('is sent to auth as an HMAC, and names the acting member and merchant', async () => {
    const owner = membership();
    isSessionOf(owner);
    const answer = await ask('GET', '/dashboard/sessions/current');
    expect(answer.body).toMatchObject({
      email: 'ada@shop.example',
      acting: {
        ...{ merchantId: owner.merchantId, memberId: owner.memberId, mode: 'test', name: 'Ada', role: 'owner' },
        scopes: scopesOfRole('owner', 'test'),
      },
    });
    expect(JSON.stringify(busDouble.sent)).not.toContain(token);
  });

  test('with several accounts acts in the one that the request names', async () => {
    const [one, two] = [membership({ role: 'viewer' }), membership({ liveActive: true })];
    isSessionOf(one, two);
    busDouble.on(listMembers, () => accept({ members: [member], hasMore: true }));
    expect((await ask('GET', '/dashboard/sessions/current')).body).toMatchObject({ acting: null });
    expect((await ask('GET', '/members')).body).toMatchObject({ code: 'parameter_missing', param: 'x-merchant-id' });
    const chosen = { 'x-merchant-id': two.merchantId, 'x-mode': 'live' };
    const page = await ask('GET', '/members?limit=1', undefined, chosen);
    expect(page.body).toMatchObject({ hasMore: true, nextCursor: member.memberId, data: [{ id: member.memberId }] });
    expect(sent('list-members')).toEqual([{ merchantId: two.merchantId, limit: 1 }]);
    const current = await ask('GET', '/dashboard/sessions/current', undefined, chosen);
    expect(current.body).toMatchObject({ acting: { role: 'owner', mode: 'live' } });
  });

  test('[1.34] for an account without membership is answered like a missing one, byte for byte', async () => {
    isSessionOf(membership());
    const requestId = { 'x-request-id': 'the-same-request' };
    const at = (merchantId: string) => ask('GET', '/members', undefined, { ...requestId, 'x-merchant-id': merchantId });
    const [others, nobodys, nonsense] = await Promise.all([known.row.merchantId, newId('merchant'), 'x'].map(at));
    expect(others).toMatchObject({ status: 404, body: { code: 'merchant_not_found' } });
    expect(nobodys?.text).toBe(others?.text);
    expect(nonsense?.text).toBe(others?.text);
  });

  test.each<[Partial<Membership>, string, string, string]>([
    [{ merchantActive: false }, 'test', 'GET', 'merchant_inactive'],
    [{ liveActive: false }, 'live', 'GET', 'merchant_inactive'],
    [{ liveActive: true, role: 'developer' }, 'live', 'POST', 'scope_missing'],
    [{ role: 'viewer' }, 'test', 'POST', 'scope_missing'],
    [{ role: 'owner' }, 'LIVE', 'GET', 'parameter_invalid'],
  ])('[1.32] of %j in mode %s may not %s /api-keys: %s', async (more, mode, method, code) => {
    isSessionOf(membership(more));
    const body = method === 'POST' ? { type: 'secret' } : undefined;
    expect((await ask(method, '/api-keys', body, { 'x-mode': mode })).body).toMatchObject({ code });
    expect(busDouble.sent.map(({ name }) => name)).toEqual(['check-dashboard-session']);
  });

  test('manages keys in the name of the member', async () => {
    const owner = membership({ liveActive: true });
    isSessionOf(owner);
    busDouble.on(createApiKey, () => refuse('api_key_limit_reached'));
    busDouble.on(listApiKeys, () => accept({ apiKeys: [], hasMore: false }));
    expect((await ask('GET', '/api-keys')).status).toBe(200);
    await ask('POST', '/api-keys', { type: 'secret' }, { 'x-mode': 'live' });
    const [command] = sent<CreateApiKeyCommand>('create-api-key');
    expect(command).toMatchObject({ merchantId: owner.merchantId, mode: 'live', actorMemberId: owner.memberId });
    expect(command).not.toHaveProperty('actorKeyId');
  });

  test('beside an API key is ignored: the key decides', async () => {
    isSessionOf(membership());
    await ask('POST', '/api-keys', { type: 'secret' }, { 'x-api-key': known.key });
    expect(sent<CreateApiKeyCommand>('create-api-key')).toMatchObject([{ actorKeyId: known.row.apiKeyId }]);
    expect(sent('check-dashboard-session')).toEqual([]);
    expect((await ask('GET', '/api-keys', undefined, { 'x-api-key': 'hello' })).body).toMatchObject({
      code: 'api_key_invalid',
    });
  });

  test.each(['POST /gateway', 'GET /gateway/session', 'GET /auth/users'])('is no credential of %s', async (route) => {
    isSessionOf(membership());
    const [method = '', path = ''] = route.split(' ');
    expect([401, 404, 405]).toContain((await ask(method, path)).status);
    expect(busDouble.sent).toEqual([]);
  });

  test.each(['hello', token])('[1.39] that is none is refused with the kind that is expected (%s)', async (text) => {
    busDouble.on(checkDashboardSession, () => refuse('token_invalid'));
    const { body } = await gateway.ask({ path: '/members', headers: { authorization: `Bearer ${text}` } });
    expect(body).toMatchObject({ status: 401, code: 'token_invalid' });
    expect(body['detail']).toContain('A dashboard session is expected');
  });

  test('in a URL is refused, as a token of an e-mail is', async () => {
    for (const text of [token, mintOpaqueToken('invitation'), mintOpaqueToken('passwordReset')])
      expect((await gateway.ask({ path: `/members?x=${text}` })).body).toMatchObject({ code: 'key_in_url' });
  });

  test('ends at sign-out, which accepts no body', async () => {
    isSessionOf(membership());
    busDouble.on(endDashboardSession, ({ sessionId }) => accept({ sessionId }));
    expect((await ask('DELETE', '/dashboard/sessions/current', { all: true })).body).toMatchObject({
      code: 'parameter_unknown',
    });
    expect(sent('end-dashboard-session')).toEqual([]);
    expect((await ask('DELETE', '/dashboard/sessions/current')).status).toBe(204);
    expect(sent('end-dashboard-session')).toHaveLength(1);
  });
});

describe('members', () => {
  const [invitation, reset] = [mintOpaqueToken('invitation'), mintOpaqueToken('passwordReset')];
  const invalid = { status: 400, code: 'mail_token_invalid' };

  test('are invited in the name of the acting member, and shown as invited', async () => {
    const owner = membership();
    isSessionOf(owner);
    busDouble.on(inviteMember, () => ({ ...accept(member), replayed: true }));
    const body = { email: 'grace@shop.example', role: 'viewer' };
    const answer = await ask('POST', '/members', body, { 'idempotency-key': 'one', 'accept-language': 'en' });
    expect(answer.status).toBe(201);
    expect(answer.headers['idempotency-replayed']).toBe('true');
    expect(answer.body).toMatchObject({ object: 'member', email: 'ada@shop.example', name: null, status: 'invited' });
    const [command] = sent<InviteMemberCommand>('invite-member');
    expect(compileChecker(InviteMemberCommand)(command)).toEqual([]);
    expect(command).toMatchObject({ merchantId: owner.merchantId, actorMemberId: owner.memberId, language: 'en' });
    expect(JSON.stringify(command)).not.toMatch(/grace/);
  });

  test('are invited again under a key that is one for each of them', async () => {
    isSessionOf(membership());
    busDouble.on(inviteMemberAgain, () => accept(member));
    for (const id of [newId('member'), newId('member')])
      expect((await ask('POST', `/members/${id}/invite`, undefined, { 'idempotency-key': 'one' })).status).toBe(200);
    const commands = sent<InviteMemberAgainCommand>('invite-member-again');
    for (const command of commands) expect(compileChecker(InviteMemberAgainCommand)(command)).toEqual([]);
    const digests = commands.map(({ idempotency }) => auth.open(idempotency?.bodyHash as never, 'account.body-hash'));
    expect(new Set(digests).size).toBe(2);
  });

  test('[1.64] that were removed are listed with their names', async () => {
    const owner = membership();
    isSessionOf(owner);
    const { memberId } = member;
    const removedAt = '2026-11-20T10:00:00.000Z';
    busDouble.on(listFormerMembers, () => accept({ members: [{ memberId, name: null, removedAt }], hasMore: true }));
    const { body } = await ask('GET', '/members/former?limit=1');
    const former = { id: memberId, object: 'former_member', name: null, removedAt };
    expect(body).toEqual({ data: [former], hasMore: true, nextCursor: memberId });
    expect(sent('list-former-members')).toEqual([{ merchantId: owner.merchantId, limit: 1 }]);
  });

  test('that are malformed cause no command', async () => {
    isSessionOf(membership());
    busDouble.on(removeMember, ({ memberId }) => accept({ memberId }));
    expect((await ask('DELETE', '/members/x')).body).toMatchObject({ status: 404, code: 'member_not_found' });
    expect(sent('remove-member')).toEqual([]);
    expect((await ask('DELETE', `/members/${newId('member')}`)).status).toBe(204);
  });

  test('that are accepted seal name and password for auth, and send an HMAC of the token', async () => {
    busDouble.on(acceptInvitation, () => accept(member));
    const body = { token: invitation, name: 'Grace', password: 'corréct horse' };
    expect((await gateway.ask({ method: 'POST', path: '/members/accept', body })).status).toBe(200);
    const [command] = sent<AcceptInvitationCommand>('accept-invitation');
    expect(compileChecker(AcceptInvitationCommand)(command)).toEqual([]);
    expect(JSON.stringify(command)).not.toMatch(/inv_|Grace|horse|127\.0/);
  });

  test.each([
    ['/members/accept', { name: 'Grace', password: 'corréct horse' }, reset],
    ['/members/accept', { name: 'Grace', password: 'corréct horse' }, `${invitation.slice(0, -1)}_`],
    ['/members/accept', { name: 'Grace', password: 'corréct horse' }, 'hello'],
    ['/dashboard/password/reset', { password: 'corréct horse' }, invitation],
    ['/dashboard/password/reset', { password: 'corréct horse' }, 'rst_'],
  ])('at %s with %j and a token of no such mail cost auth nothing', async (path, body, mailToken) => {
    const answer = await gateway.ask({ method: 'POST', path, body: { ...body, token: mailToken } });
    expect(answer.body).toMatchObject(invalid);
    expect(busDouble.sent).toEqual([]);
  });

  test('whose password is forgotten are answered without a body, whether auth knows them or not', async () => {
    busDouble.on(forgetMemberPassword, () => accept({ validHours: 1 }));
    busDouble.on(resetMemberPassword, () => accept({ personId: newId('person') }));
    const forgotten = { method: 'POST', path: '/dashboard/password/forgot', body: { email: 'ada@shop.example' } };
    expect(await gateway.ask(forgotten)).toMatchObject({ status: 202, text: '' });
    const body = { token: reset, password: 'a better horse' };
    const changed = await gateway.ask({ method: 'POST', path: '/dashboard/password/reset', body });
    expect(changed).toMatchObject({ status: 204, text: '' });
    expect(JSON.stringify(busDouble.sent)).not.toMatch(/ada@|horse|rst_/);
  });
});
