import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { MobileOperator } from '@paygate/contracts';
import { listWalletTransactions, mobileOperators, readWallet } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RailSimulator } from '@paygate/testing';
import { eventually, PATIENCE_MS } from '@paygate/testing';
import type { Neighbour } from '../charging-under-test.js';
import { ChargingUnderTest, request, topUp } from '../charging-under-test.js';
import { debitedBy, FAST, MobileMoney } from '../mobile-money.js';
import { accepted, WithdrawalsUnderTest } from './withdrawals-under-test.js';

jest.setTimeout(240_000);

const PREFIXES: Readonly<Record<MobileOperator, string>> = { mtn_momo: '+2376779', orange_money: '+2376979' };
const options = () => ({ requestId: newId('request'), timeoutMs: PATIENCE_MS });

describe('withdrawals by mobile money', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let money: MobileMoney;
  let withdrawals: WithdrawalsUnderTest;
  let gateway: CommandBus;
  let operator: CommandBus;
  let intents: Neighbour;
  let users = 0;

  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST, WALLET_WITHDRAWAL_FEE_BPS: '200' });
    await Promise.all([world.start(), world.start()]);
    money = await MobileMoney.start(simulator, world);
    [gateway, operator, intents] = await Promise.all([
      world.startGateway(),
      world.startOperator(),
      world.startNeighbour('intents'),
    ]);
    withdrawals = new WithdrawalsUnderTest(gateway, money);
  });
  afterAll(async () => {
    await money.stop();
    await world.end();
    await simulator.stop();
  });

  /** A new user with money, whose number ends in these digits. */
  const userWith = async (amount: string, digits = '01', rail: MobileOperator = 'mtn_momo'): Promise<string> => {
    users += 1;
    const userId = money.payerWith(`${PREFIXES[rail]}${String(users).padStart(3, '0')}${digits}`);
    accepted(await topUp(operator, { userId, amount }));
    return userId;
  };
  const held = async (userId: string) => (await world.balance(userId)) ?? 0n;
  const paidOfDay = async (userId: string) => {
    const wallet = accepted(await gateway.send(readWallet, { userId, mode: 'test', currency: 'XAF' }, options()));
    return BigInt(wallet.limits.day.max) - BigInt(wallet.limits.day.left);
  };

  it.each(mobileOperators)(
    '[13.10] take the money when the code is right, and pay it less the fee by %s',
    async (rail) => {
      const userId = await userWith('3000', '01', rail);
      const asked = accepted(await withdrawals.ask(userId));
      expect(asked).toMatchObject({ status: 'AWAITING_CODE', amount: '1000', fee: '20', net: '980', operator: rail });
      expect(asked.code).toMatchObject({ destination: '********01' });
      expect(money.codeOf(asked.id)).toMatchObject({ userId, amount: '1000', currency: 'XAF' });
      expect(await held(userId)).toBe(3_000n);
      const confirmed = accepted(await withdrawals.confirm(userId, asked.id));
      expect(confirmed).toMatchObject({ id: asked.id, status: 'PENDING' });
      expect(await held(userId)).toBe(2_000n);
      expect(await withdrawals.ended(userId, asked.id)).toMatchObject({ status: 'COMPLETED', failure: null });
      expect(accepted(await withdrawals.confirm(userId, asked.id))).toMatchObject({ status: 'COMPLETED' });
      expect([await held(userId), await paidOfDay(userId)]).toEqual([2_000n, 1_000n]);
    },
  );

  it('[13.10] that fail give the wallet its money and its limits back, also a closed one', async () => {
    const userId = await userWith('3000', '61');
    await world.database.query('UPDATE wallet SET closed_at = clock_timestamp() WHERE user_id = $1', [userId]);
    const id = await withdrawals.withdraw(userId, { amount: '3000' });
    expect(await withdrawals.ended(userId, id)).toMatchObject({
      status: 'FAILED',
      failure: { code: expect.any(String) },
    });
    expect([await held(userId), await paidOfDay(userId)]).toEqual([3_000n, 0n]);
    const wallet = { userId, mode: 'test' as const, currency: 'XAF' as const };
    const listed = accepted(await gateway.send(listWalletTransactions, { ...wallet, limit: 10 }, options())).entries;
    expect(listed.map(({ type, amount }) => [type, amount])).toEqual([
      ['withdrawal_returned', '3000'],
      ['withdrawal', '-3000'],
      ['top_up', '3000'],
    ]);
    for (const [index, { id: startingAfter }] of listed.entries()) {
      const page = await gateway.send(listWalletTransactions, { ...wallet, limit: 10, startingAfter }, options());
      expect(accepted(page).entries).toEqual(listed.slice(index + 1));
    }
  });

  it('[13.11] move nothing without the code from the phone, with a wrong one, or with that of another withdrawal', async () => {
    const userId = await userWith('3000');
    const { id } = accepted(await withdrawals.ask(userId));
    const invalid = { ok: false, code: 'otp_invalid' };
    expect(await withdrawals.confirm(userId, id, { code: '000000' })).toMatchObject(invalid);
    // the number has changed since the code went out
    const other = await userWith('1');
    await world.database.query('ALTER TABLE wallet_withdrawal DISABLE TRIGGER guard_wallet_withdrawal');
    await world.database.query(`UPDATE wallet_withdrawal SET phone_index = 'another' WHERE withdrawal_id = $1`, [id]);
    await world.database.query('ALTER TABLE wallet_withdrawal ENABLE TRIGGER guard_wallet_withdrawal');
    expect(await withdrawals.confirm(userId, id)).toMatchObject(invalid);
    const missing = { ok: false, code: 'withdrawal_not_found' };
    expect(await withdrawals.confirm(other, id)).toMatchObject(missing);
    expect(await withdrawals.confirm(userId, id, { mode: 'live' })).toMatchObject(missing);
    expect(await withdrawals.read(other, id)).toMatchObject(missing);
    expect(await withdrawals.read(userId, id, 'live')).toMatchObject(missing);
    expect(await held(userId)).toBe(3_000n);
    expect(accepted(await withdrawals.read(userId, id))).toMatchObject({ status: 'AWAITING_CODE' });
  });

  it('[13.12] have one effect and one answer for each key, and each confirmation one', async () => {
    const userId = await userWith('3000');
    const given = { key: newId('request'), merchantId: newId('merchant') };
    const replies = await Promise.all(Array.from({ length: 5 }, () => withdrawals.ask(userId, given)));
    const ids = new Set(replies.map((reply) => accepted(reply).id));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    await Promise.all(Array.from({ length: 5 }, () => withdrawals.confirm(userId, id)));
    await withdrawals.ended(userId, id);
    expect(await withdrawals.ask(userId, given)).toMatchObject({ ok: true, replayed: true, data: { id, code: null } });
    expect(await withdrawals.ask(userId, { ...given, amount: '900' })).toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await held(userId)).toBe(2_000n);
  });

  it('of what a wallet has not, may not pay, or no operator pays out do not begin', async () => {
    const userId = await userWith('3000');
    expect(await withdrawals.ask(userId, { amount: '3001' })).toMatchObject({
      code: 'balance_insufficient',
      fields: { missing: '1' },
    });
    expect(await withdrawals.ask(userId, { amount: '99' })).toMatchObject({ code: 'amount_too_small' });
    await world.database.query('UPDATE wallet SET day_limit = 500 WHERE user_id = $1', [userId]);
    expect(await withdrawals.ask(userId, { amount: '501' })).toMatchObject({
      code: 'amount_too_large',
      fields: { max: '500' },
    });
    expect(await withdrawals.ask(newId('user'))).toMatchObject({ code: 'channel_unavailable' });
    expect(await withdrawals.ask(userId, { mode: 'live' })).toMatchObject({ code: 'payment_method_unavailable' });
  });

  it('[13.13] 50 withdrawals and 50 payments of 100 at once, over two instances, never take a wallet below zero', async () => {
    const userId = await userWith('2000');
    const asked = await Promise.all(Array.from({ length: 50 }, () => withdrawals.ask(userId, { amount: '100' })));
    const charges = Array.from({ length: 50 }, () => request({ userId, amount: '100' }));
    const [confirmed] = await Promise.all([
      Promise.all(asked.map((reply) => withdrawals.confirm(userId, accepted(reply).id))),
      intents.request(...charges),
    ]);
    const outcomes = await world.settled(charges);
    const paid = outcomes.filter(({ type }) => type === 'charge.succeeded').length;
    const withdrawn = confirmed.filter(({ ok }) => ok).length;
    expect(paid + withdrawn).toBe(20);
    for (const reply of confirmed) if (!reply.ok) expect(reply.code).toBe('balance_insufficient');
    expect(await held(userId)).toBe(0n);
    for (const reply of confirmed) if (reply.ok) await withdrawals.ended(userId, reply.data.id);
  });

  it('cannot be changed, ended twice or posted without their rail, whatever code runs', async () => {
    const userId = await userWith('3000');
    const id = await withdrawals.withdraw(userId);
    await withdrawals.ended(userId, id);
    const run = (text: string, values: readonly unknown[] = []) => world.database.query(text, values);
    const set = (change: string) => run(`UPDATE wallet_withdrawal SET ${change} WHERE withdrawal_id = $1`, [id]);
    await expect(set(`state = 'failed', failure_code = 'rail_error'`)).rejects.toThrow('does not move from completed');
    await expect(set('amount = 1')).rejects.toThrow('never changes');
    await expect(run('DELETE FROM wallet_withdrawal WHERE withdrawal_id = $1', [id])).rejects.toThrow('never deleted');
    const post = `INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
      SELECT $1, 1, 1950, account_id, -(40000 + 1950), 500, (SELECT xid_offset FROM ledger_clock) + pg_current_xact_id()::text::bigint
      FROM wallet WHERE user_id = $2 AND ledger = 1950`;
    await expect(run(post, [newId('withdrawal'), userId])).rejects.toThrow('not that of its withdrawal');
  });

  it('leave a ledger that equals the books of the operators to the franc', async () => {
    await eventually(async () => {
      for (const rail of mobileOperators) {
        const floats = [rail, `${rail}/disbursement`];
        const sums = await Promise.all(floats.map(async (owner) => (await world.balance(owner, 'float')) ?? 0n));
        if (sums.reduce((sum, one) => sum + one, 0n) !== -(await debitedBy(simulator, rail))) return false;
      }
      return true;
    });
    expect(await world.balance('', 'clearing')).toBe(0n);
    expect(await world.violations()).toEqual([]);
  });
});
