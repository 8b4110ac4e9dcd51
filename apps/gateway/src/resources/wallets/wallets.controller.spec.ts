import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { WalletEntry, WalletFacts } from '@paygate/contracts';
import {
  accept,
  compileChecker,
  getMerchantProfile,
  listWalletTransactions,
  otpTokenKind,
  readWallet,
  refuse,
  WalletTransactionPageAnswer,
  WalletView,
} from '@paygate/contracts';
import { mintOpaqueToken, newId } from '@paygate/platform';
import { apiKeyRows, busDouble, deniedTokensRows, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { merchantProfileOf } from '../../test/fixtures/samples.js';
import { UserTokens } from '../../test/fixtures/user-tokens.js';

let gateway: GatewayUnderTest;
const publishable = newApiKey({ type: 'publishable' });
const { merchantId } = publishable.row;
const secret = newApiKey({ merchantId });
const restricted = newApiKey({ type: 'restricted', scopes: ['balance:read', 'users:write'], merchantId });
const live = newApiKey({ type: 'publishable', merchantId, mode: 'live' });
const elsewhere = newApiKey({ type: 'publishable' });
const userId = newId('user');
const tokens = new UserTokens({ sub: userId, azp: merchantId });
const mint = tokens.mint.bind(tokens);

const renewsAt = '2026-11-28T23:00:00.000Z';
const facts: WalletFacts = {
  ...{ balance: '12500', state: 'open' },
  limits: { day: { max: '500', left: '400', renewsAt }, month: { max: '900', left: '0', renewsAt } },
};
const shop = newId('merchant');
const createdAt = '2026-11-28T09:00:00.000Z';
const payment: WalletEntry = {
  ...{ id: newId('charge'), type: 'payment', amount: '-5000', paymentIntentId: newId('intent') },
  ...{ merchantId: shop, createdAt },
};
const topUp: WalletEntry = {
  ...{ id: newId('topUp'), type: 'top_up', amount: '9000' },
  ...{ paymentIntentId: null, merchantId: null, createdAt },
};

beforeAll(async () => {
  for (const { row } of [publishable, secret, restricted, live, elsewhere]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  deniedTokensRows.rows.clear();
  busDouble.on(readWallet, () => accept(facts));
  busDouble.on(listWalletTransactions, () => accept({ entries: [payment, topUp], hasMore: true }));
  busDouble.on(getMerchantProfile, ({ merchantId: id }) =>
    accept(merchantProfileOf(id, { name: 'Boutique Akwa', active: false })),
  );
});

const ask = (path: string, headers: Record<string, string> = { authorization: `Bearer ${mint()}` }) =>
  gateway.ask({ method: 'GET', path, headers: { 'x-api-key': publishable.key, ...headers } });
const sentTo = (name: string) => busDouble.sent.filter((sent) => sent.name === name).map(({ payload }) => payload);

describe('the wallet of a user', () => {
  test('[13.1] is that of the user of the token, in the mode of the key', async () => {
    const answer = await ask('/wallet');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(Object.assign({ object: 'wallet', currency: 'XAF', mode: 'test' }, facts));
    expect(compileChecker(WalletView)(answer.body)).toEqual([]);
    expect(sentTo('read-wallet')).toEqual([{ userId, mode: 'test', currency: 'XAF' }]);
  });

  test('[13.1] exists in each currency', async () => {
    expect((await ask('/wallet?currency=XOF')).body).toMatchObject({ currency: 'XOF' });
    expect(sentTo('read-wallet')).toMatchObject([{ currency: 'XOF' }]);
    expect((await ask('/wallet?currency=USD')).body).toMatchObject({ status: 400, code: 'currency_unsupported' });
  });

  test('is of the token alone: a user that the request names is refused', async () => {
    const answer = await ask(`/wallet?userId=${newId('user')}`);
    expect(answer.body).toMatchObject({ status: 400, code: 'parameter_unknown' });
    expect(busDouble.sent).toEqual([]);
  });

  test('[13.2] lists its movements with the names of merchants, also of one that is no longer active', async () => {
    const startingAfter = newId('refund');
    const answer = await ask(`/wallet/transactions?limit=2&startingAfter=${startingAfter}`);
    expect(answer.status).toBe(200);
    expect(compileChecker(WalletTransactionPageAnswer)(answer.body)).toEqual([]);
    const ofAll = { object: 'wallet_transaction', currency: 'XAF', mode: 'test' };
    expect(answer.body).toEqual({
      data: [
        Object.assign({ merchantName: 'Boutique Akwa' }, ofAll, payment),
        Object.assign({ merchantName: null }, ofAll, topUp),
      ],
      ...{ hasMore: true, nextCursor: topUp.id },
    });
    const page = { userId, mode: 'test', currency: 'XAF', limit: 2, startingAfter };
    expect(sentTo('list-wallet-transactions')).toEqual([page]);
  });

  test('has no name for a merchant that is not known', async () => {
    const entry = Object.assign({}, payment, { merchantId: newId('merchant') });
    busDouble.on(listWalletTransactions, () => accept({ entries: [entry], hasMore: false }));
    busDouble.on(getMerchantProfile, () => refuse('merchant_not_found'));
    const { status, body } = await ask('/wallet/transactions');
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ data: [expect.objectContaining({ merchantName: null })] }),
    ]);
  });

  test('is not answered in part when a name cannot be read', async () => {
    const entry = Object.assign({}, payment, { merchantId: newId('merchant') });
    busDouble.on(listWalletTransactions, () => accept({ entries: [entry], hasMore: false }));
    busDouble.on(getMerchantProfile, () => refuse('service_unavailable'));
    expect((await ask('/wallet/transactions')).body).toMatchObject({ status: 503, code: 'service_unavailable' });
  });
});

describe('[13.4] who reads nothing', () => {
  const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
  const paths = ['/wallet', '/wallet/transactions'];
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
  const rows = others.flatMap(([name, headers, code]) => paths.map((path) => [name, path, headers, code] as const));

  test.each(rows)('%s of %s', async (_name, path, headers, code) => {
    expect((await ask(path, headers)).body).toMatchObject({ status: 401, code });
    expect(busDouble.sent).toEqual([]);
  });

  test.each(paths)('a restricted key beside the user token, of %s', async (path) => {
    const answer = await ask(path, { ...bearer(mint()), 'x-api-key': restricted.key });
    expect(answer.body).toMatchObject({ status: 403, code: 'scope_missing' });
    expect(busDouble.sent).toEqual([]);
  });

  test.each(paths)('whoever has signed out, of %s', async (path) => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    deniedTokensRows.put('jti-1', { subject: 'jti-1', version: 1, issuedUntil: expiresAt, expiresAt });
    expect((await ask(path, bearer(mint({ jti: 'jti-1' })))).body).toMatchObject({ code: 'token_invalid' });
    expect(busDouble.sent).toEqual([]);
  });

  test('a user token reads the wallet of its own user, whoever else is signed in', async () => {
    const other = newId('user');
    await ask('/wallet', bearer(mint({ sub: other })));
    expect(sentTo('read-wallet')).toEqual([{ userId: other, mode: 'test', currency: 'XAF' }]);
  });
});
