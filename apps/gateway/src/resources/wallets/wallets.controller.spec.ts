import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CreateWalletTopUpCommand, WalletEntry, WalletFacts, WalletTopUp } from '@paygate/contracts';
import {
  accept,
  compileChecker,
  createWalletTopUp,
  getMerchantProfile,
  getWalletTopUp,
  listWalletTransactions,
  readWallet,
  refuse,
  WalletTopUpView,
  WalletTransactionPageAnswer,
  WalletView,
} from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { merchantProfileOf } from '../../test/fixtures/samples.js';
import { UserTokens } from '../../test/fixtures/user-tokens.js';

let gateway: GatewayUnderTest;
const publishable = newApiKey({ type: 'publishable' });
const { merchantId } = publishable.row;
const secret = newApiKey({ merchantId });
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
  for (const { row } of [publishable, secret]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
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

  test('[13.1] is that of the token beside a secret key, too: the key adds no right and takes none', async () => {
    const answer = await ask('/wallet', { authorization: `Bearer ${mint()}`, 'x-api-key': secret.key });
    expect(answer.body).toEqual((await ask('/wallet')).body);
    expect(sentTo('read-wallet')).toEqual(Array(2).fill({ userId, mode: 'test', currency: 'XAF' }));
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

describe('a top-up', () => {
  const made: WalletTopUp = {
    ...{ id: newId('topUp'), status: 'PENDING', amount: '5000', operator: 'mtn_momo', phoneMasked: '********01' },
    ...{ awaitsApproval: false, failure: null, createdAt, endedAt: null },
  };
  const shown = Object.assign({ object: 'wallet_top_up', mode: 'test' }, made);
  beforeEach(() => {
    busDouble.on(createWalletTopUp, () => accept(made));
    busDouble.on(getWalletTopUp, () => accept(made));
  });
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    gateway.ask({
      ...{ method: 'POST', path: '/wallet/top-ups', body },
      headers: { 'x-api-key': publishable.key, authorization: `Bearer ${mint()}`, 'idempotency-key': 'k1', ...headers },
    });

  test('[13.5] fills the wallet of the user of the token', async () => {
    const answer = await post({ amount: '5000' });
    expect([answer.status, answer.body]).toEqual([202, shown]);
    expect(compileChecker(WalletTopUpView)(answer.body)).toEqual([]);
    const [command] = sentTo('create-wallet-top-up') as CreateWalletTopUpCommand[];
    expect(command).toMatchObject({ userId, merchantId, mode: 'test', currency: 'XAF', amount: '5000' });
    expect(command?.idempotency.keyHash).toMatch(/^[\w-]{43}$/);
  });

  test('[13.6] needs an idempotency key, and says when its answer is that of an earlier request', async () => {
    expect((await post({ amount: '5000' }, { 'idempotency-key': '' })).body).toMatchObject({ status: 400 });
    busDouble.on(createWalletTopUp, () => ({ ...accept(made), replayed: true }));
    expect((await post({ amount: '5000' })).headers['idempotency-replayed']).toBe('true');
  });

  test('names neither a user nor a phone of its own', async () => {
    for (const more of [{ userId: newId('user') }, { phoneNumber: '+237677700001' }])
      expect((await post({ amount: '5000', ...more })).body).toMatchObject({ code: 'parameter_unknown' });
    expect(busDouble.sent).toEqual([]);
  });

  test('[13.7] is read by its user alone', async () => {
    expect((await ask(`/wallet/top-ups/${made.id}`)).body).toEqual(shown);
    expect(sentTo('get-wallet-top-up')).toEqual([{ userId, mode: 'test', topUpId: made.id }]);
    busDouble.on(getWalletTopUp, () => refuse('top_up_not_found'));
    for (const id of [newId('topUp'), newId('refund'), 'x'])
      expect((await ask(`/wallet/top-ups/${id}`)).body).toMatchObject({ status: 404, code: 'top_up_not_found' });
  });
});

test('[13.4] a user token reads the wallet of its own user, whoever else is signed in', async () => {
  const other = newId('user');
  await ask('/wallet', { authorization: `Bearer ${mint({ sub: other })}` });
  expect(sentTo('read-wallet')).toEqual([{ userId: other, mode: 'test', currency: 'XAF' }]);
});
