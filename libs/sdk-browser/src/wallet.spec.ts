import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { apiKey, failure, json, problem, ScriptedGateway } from './test/scripted-gateway.js';
import { PaygateError, PaygateWallet } from './wallet.js';

const gateway = new ScriptedGateway();
let wallet: PaygateWallet;

beforeAll(() => gateway.listen());
beforeEach(() => {
  gateway.begin();
  wallet = new PaygateWallet({ apiKey, baseUrl: gateway.url, locale: 'fr' });
});
afterAll(() => {
  gateway.close();
});

const asked = () =>
  gateway.seen.map(({ url, body }) => [url.slice('/prefix'.length), body && (JSON.parse(body) as unknown)]);
const signIn = async (): Promise<void> => {
  await wallet.signIn({ phoneNumber: '+237670000001', password: 'secret' });
  gateway.seen = [];
};

test('each call names its operation, and carries the token of the user', async () => {
  await signIn();
  gateway.answers = Array.from({ length: 8 }, () => json(200, { id: 'x' }));
  await wallet.retrieve();
  await wallet.retrieve({ currency: 'XAF' });
  await wallet.listTransactions({ limit: 5, startingAfter: 'ch_1' });
  await wallet.topUp({ amount: '5000' });
  await wallet.retrieveTopUp('tu_1');
  await wallet.withdraw({ amount: '1000' });
  await wallet.confirmWithdrawal('wd_1', { otp: '042917' });
  await wallet.retrieveWithdrawal('wd_1');
  expect(asked()).toEqual([
    ['/wallet', ''],
    ['/wallet?currency=XAF', ''],
    ['/wallet/transactions?limit=5&startingAfter=ch_1', ''],
    ['/wallet/top-ups', { amount: '5000' }],
    ['/wallet/top-ups/tu_1', ''],
    ['/wallet/withdrawals', { amount: '1000' }],
    ['/wallet/withdrawals/wd_1/confirm', { otp: '042917' }],
    ['/wallet/withdrawals/wd_1', ''],
  ]);
  for (const { headers } of gateway.seen)
    expect(headers).toMatchObject({ authorization: 'Bearer user-token', 'x-api-key': apiKey });
});

test('a top-up has one idempotency key in all its attempts', async () => {
  await signIn();
  gateway.answers = [problem(503, 'service_unavailable', { retryable: true }), json(202, { id: 'tu_1' })];
  await wallet.topUp({ amount: '5000' });
  const keys = gateway.seen.map(({ headers }) => headers['idempotency-key']);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  expect(keys[0]).toMatch(/^\d+(-\d+){3}$/);
});

test('without a sign-in no call is made, nor after the sign-out', async () => {
  const missing = await failure(wallet.retrieve());
  expect(missing).toBeInstanceOf(PaygateError);
  expect(missing).toMatchObject({ code: 'token_missing' });
  wallet.use({ token: 'of-another-client' });
  gateway.answers = [json(200, {})];
  await wallet.signOut();
  expect(gateway.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/prefix/auth/logout', 'Bearer of-another-client'],
  ]);
  await wallet.signOut();
  expect(await failure(wallet.topUp({ amount: '5000' }))).toMatchObject({ code: 'token_missing' });
  expect(gateway.seen).toHaveLength(1);
});

test('the token is in no text of the client, and a secret key is refused', async () => {
  await signIn();
  expect(JSON.stringify(wallet) + String(Object.keys(wallet))).not.toContain('user-token');
  expect(() => new PaygateWallet({ apiKey: 'sk_live_secret', baseUrl: 'https://a.example' })).toThrow(TypeError);
});

test('an id is one part of the address, whatever it holds', async () => {
  await signIn();
  gateway.answers = [json(200, {})];
  await wallet.retrieveTopUp('../../auth?x=1');
  expect(gateway.seen[0]?.url).toBe('/prefix/wallet/top-ups/..%2F..%2Fauth%3Fx%3D1');
  expect(() => wallet.retrieveWithdrawal('')).toThrow(TypeError);
});
