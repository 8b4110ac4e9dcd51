import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { confirmWalletWithdrawal, createWalletWithdrawal } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { receivedOf } from '@paygate/testing';
import { ChargingUnderTest, topUp } from '../charging-under-test.js';
import { FAST, MobileMoney } from '../mobile-money.js';
import { AskWithdrawals } from '../../wallets/withdrawals/ask-withdrawals.js';
import { ConfirmWithdrawals } from '../../wallets/withdrawals/confirm-withdrawals.js';
import { WithdrawalRetention } from '../../wallets/withdrawals/withdrawal-retention.js';
import { accepted, WithdrawalsUnderTest } from './withdrawals-under-test.js';

jest.setTimeout(240_000);

describe('a withdrawal that was asked for', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let apps: readonly RunningApp[];
  let money: MobileMoney;
  let withdrawals: WithdrawalsUnderTest;
  let operator: CommandBus;
  let users = 0;

  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST, WALLET_WITHDRAWAL_FEE_BPS: '200' });
    apps = await Promise.all([world.start(), world.start()]);
    money = await MobileMoney.start(simulator, world);
    operator = await world.startOperator();
    withdrawals = new WithdrawalsUnderTest(await world.startGateway(), money);
  });
  afterAll(async () => {
    await money.stop();
    await world.end();
    await simulator.stop();
  });

  const userWith = async (amount: string): Promise<string> => {
    users += 1;
    const userId = money.payerWith(`+2376779${String(users).padStart(3, '0')}01`);
    accepted(await topUp(operator, { userId, amount }));
    return userId;
  };
  const of = (index: number): RunningApp => {
    const app = apps[index % 2];
    if (app === undefined) throw new Error('no instance runs');
    return app;
  };
  const run = (text: string, values: readonly unknown[] = []) => world.database.query(text, values);
  /** A row as time, or a setting of the installation, would have made it. */
  const unguarded = async (id: string, change: string): Promise<void> => {
    await run('ALTER TABLE wallet_withdrawal DISABLE TRIGGER USER');
    await run(`UPDATE wallet_withdrawal SET ${change} WHERE withdrawal_id = $1`, [id]);
    await run('ALTER TABLE wallet_withdrawal ENABLE TRIGGER USER');
  };
  const aged = (id: string, span: string) => unguarded(id, `created_at = created_at - interval '${span}'`);
  const stays = async (userId: string, amount: bigint) => {
    expect(await world.balance(userId)).toBe(amount);
  };

  it('[13.15] is confirmed within an hour, and afterwards by nothing', async () => {
    const userId = await userWith('3000');
    const given = { key: newId('request') };
    const [{ id: young }, { id: old }] = [
      accepted(await withdrawals.ask(userId)),
      accepted(await withdrawals.ask(userId, given)),
    ];
    await aged(young, '59 minutes');
    await aged(old, '61 minutes');
    const expired = { ok: false, code: 'withdrawal_expired' };
    expect(await withdrawals.confirm(userId, old)).toMatchObject(expired);
    expect(await withdrawals.ask(userId, given)).toMatchObject(expired);
    expect(accepted(await withdrawals.read(userId, old))).toMatchObject({
      status: 'FAILED',
      failure: { code: 'payer_timeout' },
      endedAt: expect.any(String),
    });
    await stays(userId, 3_000n);
    expect(accepted(await withdrawals.read(userId, young))).toMatchObject({ status: 'AWAITING_CODE', endedAt: null });
    expect(accepted(await withdrawals.confirm(userId, young))).toMatchObject({ status: 'PENDING' });
    await withdrawals.ended(userId, young);
    const confirm = `UPDATE wallet_withdrawal SET state = 'pending', float_owner = 'x', confirmed_at = clock_timestamp() WHERE withdrawal_id = $1`;
    await expect(run(confirm, [old])).rejects.toThrow('a withdrawal is confirmed within an hour');
  });

  it.each([
    ['fee', 'fee = 19', { code: 'withdrawal_expired', detail: 'The fee is another one since it was asked for.' }],
    ['operator', `rail = 'orange_money'`, { code: 'withdrawal_expired' }],
    ['least amount', 'amount = 99, fee = 1', { code: 'amount_too_small' }],
    ['largest amount', 'amount = 1000001, fee = 20000', { code: 'amount_too_large', fields: { max: '1000000' } }],
  ])('[13.15] moves nothing when its %s is another one by the terms of now', async (_, change, refusal) => {
    const userId = await userWith('2000000');
    const { id } = accepted(await withdrawals.ask(userId));
    await unguarded(id, change);
    expect(await withdrawals.confirm(userId, id)).toMatchObject({ ok: false, ...refusal });
    await stays(userId, 2_000_000n);
  });

  it('[13.15] is one of at most fifty of its user, also when more are asked for at once over two instances', async () => {
    const [userId, other] = [await userWith('3000'), await userWith('3000')];
    // past the bus, which hands commands of one user over one by one
    const asked = Array.from({ length: 60 }, () => receivedOf(createWalletWithdrawal, withdrawals.asking(userId)));
    const replies = await Promise.all(asked.map((message, index) => of(index).get(AskWithdrawals).ask(message)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(50);
    const refused = replies.filter((reply) => !reply.ok);
    for (const reply of refused)
      expect(reply).toMatchObject({ code: 'rate_limited', fields: { retryAfter: expect.any(Number) } });
    expect(accepted(await withdrawals.ask(other))).toMatchObject({ status: 'AWAITING_CODE' });
    const [first] = replies.filter(({ ok }) => ok);
    if (first?.ok !== true) throw new Error('none was accepted');
    await aged(first.data.id, '61 minutes');
    expect(accepted(await withdrawals.ask(userId))).toMatchObject({ status: 'AWAITING_CODE' });
    expect(await withdrawals.ask(userId)).toMatchObject({ code: 'rate_limited' });
  });

  it('[13.12] is confirmed once, also when two instances confirm it at the same moment', async () => {
    const userId = await userWith('3000');
    const { id } = accepted(await withdrawals.ask(userId));
    const codes = Array.from({ length: 8 }, () =>
      receivedOf(confirmWalletWithdrawal, withdrawals.confirming(userId, id)),
    );
    const replies = await Promise.all(
      codes.map((message, index) => of(index).get(ConfirmWithdrawals).confirm(message)),
    );
    for (const reply of replies) expect(accepted(reply).id).toBe(id);
    expect(await withdrawals.ended(userId, id)).toMatchObject({ status: 'COMPLETED' });
    await stays(userId, 2_000n);
  });

  it('[13.15] is deleted a day later, and one that was confirmed never is', async () => {
    const userId = await userWith('3000');
    const asked = async () => accepted(await withdrawals.ask(userId)).id;
    const [old, young, confirmed] = [await asked(), await asked(), await withdrawals.withdraw(userId)];
    await withdrawals.ended(userId, confirmed);
    await aged(old, '25 hours');
    await aged(young, '23 hours');
    await aged(confirmed, '25 hours');
    await of(0).get(WithdrawalRetention).forget();
    expect(await withdrawals.read(userId, old)).toMatchObject({ code: 'withdrawal_not_found' });
    expect(accepted(await withdrawals.read(userId, young))).toMatchObject({ status: 'FAILED' });
    expect(accepted(await withdrawals.read(userId, confirmed))).toMatchObject({ status: 'COMPLETED' });
    const open = await asked();
    for (const id of [open, confirmed])
      await expect(run('DELETE FROM wallet_withdrawal WHERE withdrawal_id = $1', [id])).rejects.toThrow(
        'never deleted',
      );
    expect(await world.violations()).toEqual([]);
  });
});
