import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type {
  ConfirmWalletWithdrawalCommand,
  CreateWalletWithdrawalCommand,
  Principal,
  Sealed,
  WalletWithdrawal,
} from '@paygate/contracts';
import {
  accept,
  AskedWalletWithdrawalView,
  compileChecker,
  confirmWalletWithdrawal,
  createWalletWithdrawal,
  getWalletWithdrawal,
  refuse,
  WalletWithdrawalView,
} from '@paygate/contracts';
import { newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { UserTokens } from '../../test/fixtures/user-tokens.js';

let gateway: GatewayUnderTest;
const publishable = newApiKey({ type: 'publishable' });
const { merchantId } = publishable.row;
const sealer = (service: Principal) => new Sealer(service, parseKeyring(keys.SEAL_KEYS));
const userId = newId('user');
const tokens = new UserTokens({ sub: userId, azp: merchantId });
const at = '2026-11-28T09:00:00.000Z';
const made: WalletWithdrawal = {
  ...{ id: newId('withdrawal'), status: 'AWAITING_CODE', amount: '5000', fee: '25', net: '4975' },
  ...{ operator: 'mtn_momo', phoneMasked: '********01', failure: null, createdAt: at, endedAt: null },
};
const code = { destination: '********01', codeLength: 6, expiresAt: at, resendAvailableAt: at, sendsRemaining: 4 };
const shown = Object.assign({ object: 'wallet_withdrawal', mode: 'test' }, made);

beforeAll(async () => {
  apiKeyRows.put(publishable.row.apiKeyId, publishable.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(createWalletWithdrawal, () => accept(Object.assign({ code }, made)));
  busDouble.on(confirmWalletWithdrawal, () => accept(Object.assign({}, made, { status: 'PENDING' as const })));
  busDouble.on(getWalletWithdrawal, () => accept(made));
});

const credentials = () => ({ 'x-api-key': publishable.key, authorization: `Bearer ${tokens.mint()}` });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method: 'POST', path, body, headers: { ...credentials(), 'idempotency-key': 'k1', ...headers } });
const sentTo = (name: string) =>
  busDouble.sent.filter((command) => command.name === name).map(({ payload }) => payload);
const confirmPath = `/wallet/withdrawals/${made.id}/confirm`;

describe('a withdrawal', () => {
  test('[13.10] says what it costs, and has a code sent for the user of the token', async () => {
    const answer = await post('/wallet/withdrawals', { amount: '5000' }, { 'accept-language': 'en' });
    expect([answer.status, answer.body]).toEqual([201, Object.assign({ code }, shown)]);
    expect(compileChecker(AskedWalletWithdrawalView)(answer.body)).toEqual([]);
    const [command] = sentTo('create-wallet-withdrawal') as CreateWalletWithdrawalCommand[];
    expect(command).toMatchObject({
      userId,
      merchantId,
      mode: 'test',
      currency: 'XAF',
      amount: '5000',
      language: 'en',
    });
    expect(command?.caller).toMatchObject({ credential: 'publishable', signedIn: true });
  });

  test('[13.12] needs an idempotency key, and says when its answer is that of an earlier request', async () => {
    expect((await post('/wallet/withdrawals', { amount: '5000' }, { 'idempotency-key': '' })).body).toMatchObject({
      status: 400,
    });
    busDouble.on(createWalletWithdrawal, () => ({ ...accept(Object.assign({ code: null }, made)), replayed: true }));
    const answer = await post('/wallet/withdrawals', { amount: '5000' });
    expect([answer.headers['idempotency-replayed'], answer.body]).toEqual([
      'true',
      Object.assign({ code: null }, shown),
    ]);
  });

  test('[13.11] names neither a user nor a phone of its own', async () => {
    for (const more of [{ userId: newId('user') }, { phoneNumber: '+237677700001' }])
      expect((await post('/wallet/withdrawals', { amount: '5000', ...more })).body).toMatchObject({
        code: 'parameter_unknown',
      });
    expect(busDouble.sent).toEqual([]);
  });

  test('[13.11] is confirmed by a code that otp alone reads', async () => {
    const answer = await post(confirmPath, { otp: '042917' });
    expect([answer.status, answer.body]).toEqual([202, Object.assign({}, shown, { status: 'PENDING' })]);
    expect(compileChecker(WalletWithdrawalView)(answer.body)).toEqual([]);
    const [command] = sentTo('confirm-wallet-withdrawal') as ConfirmWalletWithdrawalCommand[];
    expect(command).toMatchObject({ userId, mode: 'test', withdrawalId: made.id });
    expect(sealer('otp').open(command?.otp ?? ('' as Sealed), 'phone-code.otp')).toBe('042917');
    expect(() => sealer('charging').open(command?.otp ?? ('' as Sealed), 'phone-code.otp')).toThrow();
    busDouble.on(confirmWalletWithdrawal, () => refuse('otp_invalid'));
    expect((await post(confirmPath, { otp: '042918' })).body).toMatchObject({ status: 401, code: 'otp_invalid' });
  });

  test('[13.15] is refused when it can no longer be confirmed, and when too many wait for their codes', async () => {
    const expired = { status: 410, code: 'withdrawal_expired' };
    busDouble.on(confirmWalletWithdrawal, () => refuse('withdrawal_expired'));
    expect((await post(confirmPath, { otp: '042917' })).body).toMatchObject(expired);
    busDouble.on(createWalletWithdrawal, () => refuse('withdrawal_expired'));
    expect((await post('/wallet/withdrawals', { amount: '5000' })).body).toMatchObject(expired);
    busDouble.on(createWalletWithdrawal, () => refuse('rate_limited', { fields: { retryAfter: 60 } }));
    const answer = await post('/wallet/withdrawals', { amount: '5000' });
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '60']);
  });

  test('[13.16] of a frozen wallet is refused', async () => {
    const frozen = { status: 409, code: 'wallet_frozen' };
    busDouble.on(createWalletWithdrawal, () => refuse('wallet_frozen'));
    expect((await post('/wallet/withdrawals', { amount: '5000' })).body).toMatchObject(frozen);
    busDouble.on(confirmWalletWithdrawal, () => refuse('wallet_frozen'));
    expect((await post(confirmPath, { otp: '042917' })).body).toMatchObject(frozen);
  });

  test('[13.11] is read by its user alone', async () => {
    const read = (id: string) =>
      gateway.ask({ method: 'GET', path: `/wallet/withdrawals/${id}`, headers: credentials() });
    expect((await read(made.id)).body).toEqual(shown);
    expect(sentTo('get-wallet-withdrawal')).toEqual([{ userId, mode: 'test', withdrawalId: made.id }]);
    for (const id of [newId('refund'), 'x'])
      expect((await read(id)).body).toMatchObject({ status: 404, code: 'withdrawal_not_found' });
  });
});
