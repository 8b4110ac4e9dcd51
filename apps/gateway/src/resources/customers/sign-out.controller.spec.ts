import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { SignOutCommand } from '@paygate/contracts';
import { accept, beginCharge, signOut } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { apiKeyRows, busDouble, deniedTokensRows, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { chargeOf } from '../../test/fixtures/samples.js';
import { UserTokens } from '../../test/fixtures/user-tokens.js';

let gateway: GatewayUnderTest;
const publishable = newApiKey({ type: 'publishable' });
const { merchantId } = publishable.row;
const elsewhere = newApiKey({ type: 'publishable' });
const live = newApiKey({ type: 'publishable', merchantId, mode: 'live' });
const userId = newId('user');
const HOUR_MS = 3_600_000;
const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();

const tokens = new UserTokens({ sub: userId, azp: merchantId });
const mint = tokens.mint.bind(tokens);

beforeAll(async () => {
  for (const { row } of [publishable, elsewhere, live]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  deniedTokensRows.rows.clear();
  busDouble.on(beginCharge, ({ intentId }) => accept(chargeOf(intentId)));
  busDouble.on(signOut, ({ tokenId }) => {
    deniedTokensRows.put(tokenId, { subject: tokenId, version: 1, issuedUntil: expiresAt, expiresAt });
    return accept({ tokenId });
  });
});

const leave = (headers: Record<string, string>, body?: unknown) =>
  gateway.ask({ method: 'POST', path: '/auth/logout', headers: { 'x-api-key': publishable.key, ...headers }, body });
const charge = (token: string) =>
  gateway.ask({
    method: 'POST',
    path: '/payment/charge',
    headers: { 'x-api-key': publishable.key, authorization: `Bearer ${token}`, 'x-otp-token': mint() },
    body: { intentionId: newId('intent') },
  });

test('a token that was signed out is refused everywhere, and the user’s other tokens are not', async () => {
  const [token, other] = [mint({ jti: 'token-1' }), mint()];
  expect((await charge(token)).status).toBe(202);
  const answer = await leave({ authorization: `Bearer ${token}` });
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect(busDouble.sent.map(({ payload }) => payload as SignOutCommand)).toContainEqual({
    ...{ merchantId, mode: 'test' },
    tokenId: 'token-1',
    expiresAt: expect.stringMatching(/Z$/),
  });
  expect((await charge(token)).body).toMatchObject({ status: 401, code: 'token_invalid' });
  expect((await leave({ authorization: `Bearer ${token}` })).body).toMatchObject({ code: 'token_invalid' });
  expect((await charge(other)).status).toBe(202);
});

test('[1.19] tokens of a user that were issued before a moment may all be denied', async () => {
  const [older, newer] = [mint({}, 60), mint()];
  const issuedUntil = new Date(Date.now() - 30_000).toISOString();
  deniedTokensRows.put(userId, { subject: userId, version: 1, issuedUntil, expiresAt });
  expect((await charge(older)).body).toMatchObject({ code: 'token_invalid' });
  expect((await charge(newer)).status).toBe(202);
});

test('user tokens are answered 503 while the table of revoked tokens is out of date', async () => {
  deniedTokensRows.isFresh = false;
  const answers = [await charge(mint()), await leave({ authorization: `Bearer ${mint()}` })];
  deniedTokensRows.isFresh = true;
  for (const { body } of answers) expect(body).toMatchObject({ status: 503, code: 'service_unavailable' });
});

test.each<[string, Record<string, string>, string]>([
  ['no token', {}, 'token_missing'],
  ['what is no token', { authorization: 'Bearer hello' }, 'token_invalid'],
  ['an expired token', { authorization: `Bearer ${mint({}, 301)}` }, 'token_expired'],
  ['the key of another merchant', { authorization: `Bearer ${mint()}`, 'x-api-key': elsewhere.key }, 'token_invalid'],
  ['the key of the other mode', { authorization: `Bearer ${mint()}`, 'x-api-key': live.key }, 'token_invalid'],
  ['a token without a merchant', { authorization: `Bearer ${mint({ azp: undefined })}` }, 'token_invalid'],
])('signing out with %s is refused', async (_name, headers, code) => {
  expect((await leave(headers)).body).toMatchObject({ status: 401, code });
  expect(busDouble.sent).toEqual([]);
});

test('a sign-out does not pass its idempotency key on', async () => {
  const headers = { authorization: `Bearer ${mint({ jti: 'token-2' })}`, 'idempotency-key': 'bye' };
  expect((await leave(headers)).status).toBe(204);
  expect(busDouble.sent.map(({ payload }) => Object.keys(payload as SignOutCommand))).toEqual([
    ['merchantId', 'mode', 'tokenId', 'expiresAt'],
  ]);
  expect((await leave(headers)).body).toMatchObject({ code: 'token_invalid' });
});

test('signing out accepts no body', async () => {
  const authorization = `Bearer ${mint()}`;
  expect((await leave({ authorization }, { everywhere: true })).body).toMatchObject({ code: 'parameter_unknown' });
  expect((await leave({ authorization }, {})).status).toBe(204);
});
