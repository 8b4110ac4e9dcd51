import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { PaygateWallet } from '@paygate/browser/wallet';
import { PaygateError } from '@paygate/browser/wallet';
import type { WalletStore } from './wallet-store.js';
import { createWalletStore } from './wallet-store.js';

const credentials = { phoneNumber: '+237670000001', password: 'secret' };
const withdrawal = { id: 'wd_1', status: 'AWAITING_CODE', fee: '25', net: '975' };
/** Answers of the next calls, by name: an error rejects. */
let answers: Record<string, unknown>;
let calls: [name: string, ...args: unknown[]][];
let store: WalletStore;
let leave: () => void;

const client = new Proxy(
  {},
  {
    get:
      (_target, name: string) =>
      (...args: unknown[]) => {
        calls.push([name, ...args]);
        const answer = answers[name];
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
  },
) as PaygateWallet;
const refused = (code: string): PaygateError => new PaygateError(code, 'Refused', { status: 400 });
const namesOf = () => calls.map(([name]) => name);

beforeEach(async () => {
  jest.useFakeTimers();
  answers = {
    ...{ signIn: { id: 'usr_1' }, retrieve: { balance: '5000' }, topUp: { id: 'tu_1', status: 'PENDING' } },
    ...{ listTransactions: { data: [{ id: 'ch_1' }], hasMore: true }, withdraw: withdrawal, signOut: undefined },
    ...{ retrieveTopUp: { id: 'tu_1', status: 'PENDING' }, confirmWithdrawal: { ...withdrawal, status: 'PENDING' } },
    retrieveWithdrawal: { ...withdrawal, status: 'PENDING' },
  };
  store = createWalletStore(client);
  leave = store.subscribe(() => undefined);
  calls = [];
  await store.steps.signIn(credentials);
  expect(store.state()).toMatchObject({ status: 'ready', wallet: { balance: '5000' }, transactions: [{ id: 'ch_1' }] });
  calls = [];
});
afterEach(() => {
  jest.useRealTimers();
});

test('a top-up is read until it has ended, and then the wallet', async () => {
  await store.steps.fill('5000');
  expect(store.state()).toMatchObject({ status: 'filling', topUp: { id: 'tu_1' } });
  await jest.advanceTimersByTimeAsync(2_100);
  expect(namesOf()).toEqual(['topUp', 'retrieveTopUp']);
  answers['retrieveTopUp'] = { id: 'tu_1', status: 'COMPLETED' };
  answers['retrieve'] = { balance: '10000' };
  await jest.advanceTimersByTimeAsync(3_000);
  expect(store.state()).toMatchObject({
    status: 'ready',
    topUp: { status: 'COMPLETED' },
    wallet: { balance: '10000' },
  });
  const reads = calls.length;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(reads);
});

test('a read that fails is made again, and none while nobody listens', async () => {
  await store.steps.fill('5000');
  answers['retrieveTopUp'] = refused('connection_failed');
  await jest.advanceTimersByTimeAsync(5_000);
  expect(store.state()).toMatchObject({ status: 'filling', error: { code: 'connection_failed' } });
  expect(namesOf().filter((name) => name === 'retrieveTopUp').length).toBeGreaterThan(1);
  leave();
  const reads = calls.length;
  await jest.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(reads);
});

test('the fee is shown before the code moves anything, and a wrong code may be followed by a right one', async () => {
  await store.steps.withdraw('1000');
  expect(store.state()).toMatchObject({ status: 'awaiting_otp', withdrawal: { fee: '25', net: '975' } });
  answers['confirmWithdrawal'] = refused('otp_invalid');
  await store.steps.submitOtp('111111');
  expect(store.state()).toMatchObject({ status: 'awaiting_otp', error: { code: 'otp_invalid' } });
  answers['confirmWithdrawal'] = { ...withdrawal, status: 'PENDING' };
  await store.steps.submitOtp('042917');
  expect(calls.at(-1)).toEqual(['confirmWithdrawal', 'wd_1', { otp: '042917' }]);
  expect(store.state()).toMatchObject({ status: 'paying_out', error: null });
  answers['retrieveWithdrawal'] = { ...withdrawal, status: 'FAILED' };
  await jest.advanceTimersByTimeAsync(2_100);
  expect(store.state()).toMatchObject({ status: 'ready', withdrawal: { status: 'FAILED' } });
});

test('a withdrawal that is given up moves nothing', async () => {
  await store.steps.withdraw('1000');
  store.steps.cancel();
  expect(store.state()).toMatchObject({ status: 'ready', withdrawal: null });
  await store.steps.submitOtp('042917');
  expect(namesOf()).toEqual(['withdraw']);
});

test('a step that does not fit, such as the second click, does nothing', async () => {
  await Promise.all([store.steps.fill('5000'), store.steps.fill('5000'), store.steps.withdraw('1000')]);
  expect(namesOf()).toEqual(['topUp']);
});

test('older movements follow those that were read', async () => {
  answers['listTransactions'] = { data: [{ id: 'tu_0' }], hasMore: false };
  await store.steps.more();
  expect(calls).toEqual([['listTransactions', { startingAfter: 'ch_1' }]]);
  expect(store.state().transactions.map(({ id }) => id)).toEqual(['ch_1', 'tu_0']);
  await store.steps.more();
  expect(calls).toHaveLength(1);
});

test.each(['token_expired', 'token_invalid'])(
  '%s leads to the sign-in, and shows nothing of the wallet',
  async (code) => {
    answers['topUp'] = refused(code);
    await store.steps.fill('5000');
    expect(store.state()).toMatchObject({ status: 'signed_out', wallet: null, transactions: [], error: { code } });
  },
);

test('an answer that comes after the sign-out shows nothing', async () => {
  let give: (value: unknown) => void = () => undefined;
  answers['retrieve'] = new Promise((resolve) => (give = resolve));
  const reading = store.steps.refresh();
  await store.steps.signOut();
  give({ balance: '5000' });
  await reading;
  expect(store.state()).toMatchObject({ status: 'signed_out', wallet: null });
});

test('without a client, as on a server, no step does anything', async () => {
  const { state, steps } = createWalletStore(null);
  await steps.signIn(credentials);
  await steps.refresh();
  expect([state().status, calls]).toEqual(['signed_out', []]);
});
