import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Operation } from '@paygate/contracts';
import { otpTokenKind, walletOperations, withdrawalOperations } from '@paygate/contracts';
import { mintOpaqueToken, newId } from '@paygate/platform';
import { apiKeyRows, busDouble, deniedTokensRows, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { UserTokens } from '../../test/fixtures/user-tokens.js';

let gateway: GatewayUnderTest;
const publishable = newApiKey({ type: 'publishable' });
const { merchantId } = publishable.row;
const secret = newApiKey({ merchantId });
const restricted = newApiKey({ type: 'restricted', scopes: ['balance:read', 'users:write'], merchantId });
const live = newApiKey({ type: 'publishable', merchantId, mode: 'live' });
const elsewhere = newApiKey({ type: 'publishable' });
const tokens = new UserTokens({ sub: newId('user'), azp: merchantId });
const mint = tokens.mint.bind(tokens);

beforeAll(async () => {
  for (const { row } of [publishable, secret, restricted, live, elsewhere]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  deniedTokensRows.rows.clear();
});

/** A good request of each operation of a wallet, but for who sends it. */
const bodies: Readonly<Record<string, object>> = {
  createWalletTopUp: { amount: '5000' },
  createWalletWithdrawal: { amount: '5000' },
  confirmWalletWithdrawal: { otp: '042917' },
};
const operations: readonly Operation[] = Object.values({ ...walletOperations, ...withdrawalOperations });
const requests = operations.map(({ id, method, path }) => ({
  ...{ id, method, path: path.replace('{id}', newId(path.includes('top-ups') ? 'topUp' : 'withdrawal')) },
  body: bodies[id],
}));
const ask = ({ method, path, body }: (typeof requests)[number], headers: Record<string, string>) =>
  gateway.ask({ method, path, body, headers: { 'x-api-key': publishable.key, 'idempotency-key': 'k1', ...headers } });

describe('[13.4] who reads and moves nothing', () => {
  const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
  const others: readonly (readonly [string, Record<string, string>, string])[] = [
    ['nobody', {}, 'token_missing'],
    ['a secret key alone', { 'x-api-key': secret.key }, 'token_missing'],
    [
      'a user token beside the key of another merchant',
      { ...bearer(mint()), 'x-api-key': elsewhere.key },
      'token_invalid',
    ],
    ['a user token beside the key of the other mode', { ...bearer(mint()), 'x-api-key': live.key }, 'token_invalid'],
    ['a user token of the other mode', bearer(mint({ mode: 'live' })), 'token_invalid'],
    ['a user token of another merchant', bearer(mint({ azp: newId('merchant') })), 'token_invalid'],
    ['a user token without a merchant', bearer(mint({ azp: undefined })), 'token_invalid'],
    ['an expired user token', bearer(mint({}, 301)), 'token_expired'],
    ['a user token signed with another key', bearer(`${mint().slice(0, -8)}AAAAAAAA`), 'token_invalid'],
    ['the token of a one-time password', bearer(tokens.mintAs(otpTokenKind)), 'token_invalid'],
    [
      'the token of a guest, which names a phone',
      bearer(tokens.mintAs(otpTokenKind, { sub: 'guest' })),
      'token_invalid',
    ],
    ['a session of the dashboard', bearer(mintOpaqueToken('dashboardSession')), 'token_invalid'],
  ];
  const rows = others.flatMap(([name, headers, code]) =>
    requests.map((request) => [`${name}: ${request.id}`, request, headers, code] as const),
  );

  test('is asked of every operation of a wallet', () => {
    expect(operations.every(({ needsUserToken }) => needsUserToken)).toBe(true);
    expect(requests.filter(({ method, body }) => (method === 'POST') !== (body !== undefined))).toEqual([]);
    expect(requests).toHaveLength(7);
  });

  test.each(rows)('%s', async (_name, request, headers, code) => {
    expect((await ask(request, headers)).body).toMatchObject({ status: 401, code });
    expect(busDouble.sent).toEqual([]);
  });

  test.each(requests)('a restricted key beside the user token: $id', async (request) => {
    const answer = await ask(request, { ...bearer(mint()), 'x-api-key': restricted.key });
    expect(answer.body).toMatchObject({ status: 403, code: 'scope_missing' });
    expect(busDouble.sent).toEqual([]);
  });

  test.each(requests)('whoever has signed out: $id', async (request) => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    deniedTokensRows.put('jti-1', { subject: 'jti-1', version: 1, issuedUntil: expiresAt, expiresAt });
    expect((await ask(request, bearer(mint({ jti: 'jti-1' })))).body).toMatchObject({ code: 'token_invalid' });
    expect(busDouble.sent).toEqual([]);
  });
});
