import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Mode, Resolution } from '@paygate/contracts';
import { createWalletTopUp, getWalletTopUp, readWallet, resolveRailOperation } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId, sha256Base64url } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { PATIENCE_MS } from '@paygate/testing';
import type { RailOperation } from '../../rails/operations/operation.js';
import { OperationsRepository } from '../../rails/operations/operations.repository.js';
import { SettleByReport } from '../../rails/operations/settlement/settle-by-report.js';
import { ChargingUnderTest } from '../charging-under-test.js';
import { FAST, MobileMoney } from '../mobile-money.js';
import { accepted, WithdrawalsUnderTest } from './withdrawals-under-test.js';

jest.setTimeout(120_000);

const options = () => ({ requestId: newId('request'), timeoutMs: PATIENCE_MS });

let simulator: RailSimulator;
let world: ChargingUnderTest;
let charging: RunningApp;
let money: MobileMoney;
let withdrawals: WithdrawalsUnderTest;
let gateway: CommandBus;
let operator: CommandBus;
let users = 0;

/** Starts charging without a worker that calls a rail: what the rails report is given here. */
async function begin(envOf: (ofTest: RailSimulator['env']) => Readonly<Record<string, string>>): Promise<void> {
  simulator = await MobileMoney.simulator();
  world = await ChargingUnderTest.prepare({ ...simulator.env, ...envOf(simulator.env) });
  charging = await world.start();
  jest.spyOn(charging.get(OperationsRepository), 'claim').mockResolvedValue({ operations: [], nextSeconds: null });
  money = await MobileMoney.start(simulator, world);
  [gateway, operator] = await Promise.all([world.startGateway(), world.startOperator()]);
  withdrawals = new WithdrawalsUnderTest(gateway, money);
}

async function end(): Promise<void> {
  await money.stop();
  await world.end();
  await simulator.stop();
}

const operationOf = async (id: string): Promise<RailOperation> => {
  const found = await charging.get(OperationsRepository).find(id);
  if (found === undefined) throw new Error('no operation');
  return found;
};
const submitted = async (id: string) => charging.get(OperationsRepository).beginSubmission(await operationOf(id), 120);
const reported = async (id: string, amount: bigint) =>
  charging.get(SettleByReport).settle(await operationOf(id), { kind: 'succeeded', amount, currency: 'XAF' });
const held = async (userId: string, mode: Mode) =>
  accepted(await gateway.send(readWallet, { userId, mode, currency: 'XAF' }, options())).balance;
const suspense = async () => (await world.balance('', 'suspense')) ?? 0n;

const newUser = (): string => {
  users += 1;
  return money.payerWith(`+2376777${String(users).padStart(3, '0')}01`);
};
const askedTopUp = async (userId: string, mode: Mode, amount = '5000'): Promise<string> => {
  const idempotency = { keyHash: sha256Base64url(newId('request')), bodyHash: sha256Base64url(amount) };
  const ids = { topUpId: newId('topUp'), userId, merchantId: newId('merchant'), idempotency };
  const { id } = accepted(await gateway.send(createWalletTopUp, { ...ids, mode, currency: 'XAF', amount }, options()));
  expect(await submitted(id)).toBe(true);
  return id;
};
/** A user with 5,000, all of it collected by the rail. */
const funded = async (mode: Mode): Promise<string> => {
  const userId = newUser();
  await reported(await askedTopUp(userId, mode), 5_000n);
  return userId;
};
const resolve = (ids: { topUpId?: string; withdrawalId?: string }, resolution: Resolution) =>
  operator.send(resolveRailOperation, { ...ids, resolution }, options());

/** An installation that has a rail in each mode. */
describe.each<Mode>(['live', 'test'])('what rails decide about wallets of %s mode', (mode) => {
  beforeAll(() =>
    begin(({ MTN_MOMO_TEST_CREDENTIALS = '' }) => ({
      TEST_MODE: 'false',
      MTN_MOMO_LIVE_URL: 'https://momo.example',
      MTN_MOMO_LIVE_CREDENTIALS: MTN_MOMO_TEST_CREDENTIALS,
    })),
  );
  afterAll(end);

  it('a top-up that was collected fills the wallet of its own mode alone', async () => {
    const userId = newUser();
    const topUpId = await askedTopUp(userId, mode);
    await reported(topUpId, 5_000n);
    const read = await gateway.send(getWalletTopUp, { userId, mode, topUpId }, options());
    expect(accepted(read)).toMatchObject({ status: 'COMPLETED', amount: '5000' });
    expect(await held(userId, mode)).toBe('5000');
    expect(await held(userId, mode === 'live' ? 'test' : 'live')).toBe('0');
  });

  it('a withdrawal that was paid leaves the wallet of its own mode alone', async () => {
    const userId = await funded(mode);
    const withdrawalId = await withdrawals.withdraw(userId, { mode, amount: '2000' });
    expect(await submitted(withdrawalId)).toBe(true);
    await reported(withdrawalId, 1_990n);
    expect(accepted(await withdrawals.read(userId, withdrawalId, mode))).toMatchObject({
      status: 'COMPLETED',
      fee: '10',
    });
    expect(await held(userId, mode)).toBe('3000');
  });

  it('leaves a ledger without a violation', async () => {
    expect(await world.violations()).toEqual([]);
  });
});

describe('what rails and people decide about wallets', () => {
  beforeAll(() => begin(() => FAST));
  afterAll(end);

  it('a top-up that its rail takes back debits nobody, and is for people to acknowledge', async () => {
    const userId = newUser();
    const topUpId = await askedTopUp(userId, 'test');
    await reported(topUpId, 5_000n);
    const report = { kind: 'declined', code: 'payer_rejected', remark: 'reversed' } as const;
    await charging.get(SettleByReport).settle(await operationOf(topUpId), report);
    expect(await operationOf(topUpId)).toMatchObject({ state: 'succeeded', escalation: 'contradiction' });
    expect(await held(userId, 'test')).toBe('5000');
    expect(await resolve({ topUpId }, 'acknowledged')).toMatchObject({ ok: true });
    expect(await operationOf(topUpId)).toMatchObject({ escalation: null });
  });

  describe('a withdrawal that was paid short', () => {
    const paidShort = async (): Promise<{ userId: string; withdrawalId: string }> => {
      const userId = await funded('test');
      const withdrawalId = await withdrawals.withdraw(userId, { amount: '2000' });
      await submitted(withdrawalId);
      await reported(withdrawalId, 500n);
      return { userId, withdrawalId };
    };

    it.each([
      ['rest_paid', 'COMPLETED', '3000'],
      ['part_returned', 'FAILED', '5000'],
    ] as const)('ends by %s as %s, and leaves suspense even', async (resolution, status, balance) => {
      const before = await suspense();
      const { userId, withdrawalId } = await paidShort();
      expect((await suspense()) - before).toBe(-500n);
      for (const early of ['succeeded', 'declined'] as const)
        expect(await resolve({ withdrawalId }, early)).toMatchObject({ ok: false, code: 'parameter_invalid' });
      expect(await resolve({ withdrawalId }, resolution)).toMatchObject({ ok: true });
      expect(await resolve({ withdrawalId }, resolution)).toMatchObject({ ok: true });
      expect(accepted(await withdrawals.read(userId, withdrawalId))).toMatchObject({ status });
      expect([await held(userId, 'test'), await suspense()]).toEqual([balance, before]);
    });
  });

  it('a withdrawal that was overpaid is in suspense until people say that it has succeeded', async () => {
    const userId = await funded('test');
    const withdrawalId = await withdrawals.withdraw(userId, { amount: '2000' });
    await submitted(withdrawalId);
    const before = await suspense();
    await reported(withdrawalId, 2_090n);
    expect(await resolve({ withdrawalId }, 'succeeded')).toMatchObject({ ok: true, data: { state: 'succeeded' } });
    expect([await held(userId, 'test'), (await suspense()) - before]).toEqual(['3000', -100n]);
  });

  it('leave a ledger without a violation', async () => {
    expect(await world.violations()).toEqual([]);
  });
});
