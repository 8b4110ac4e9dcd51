import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { FreezeWalletCommand, Reply, WalletFrozen } from '@paygate/contracts';
import { createWalletTopUp, freezeWallet, listWallets, readWallet } from '@paygate/contracts';
import type { CommandBus, Received } from '@paygate/messaging';
import { newId, sha256Base64url } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { eventually, PATIENCE_MS } from '@paygate/testing';
import { FreezesCommands } from '../../wallets/freezes/freezes.commands.js';
import type { Neighbour } from '../charging-under-test.js';
import { ChargingUnderTest, request, topUp } from '../charging-under-test.js';
import { FAST, MobileMoney } from '../mobile-money.js';
import { accepted, WithdrawalsUnderTest } from './withdrawals-under-test.js';

jest.setTimeout(240_000);

const options = () => ({ requestId: newId('request'), timeoutMs: PATIENCE_MS });

describe('a frozen wallet', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let app: RunningApp;
  let money: MobileMoney;
  let withdrawals: WithdrawalsUnderTest;
  let gateway: CommandBus;
  let operator: CommandBus;
  let intents: Neighbour;
  let users = 0;

  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    [app] = await Promise.all([world.start(), world.start()]);
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

  const userWith = async (amount: string, digits = '01'): Promise<string> => {
    users += 1;
    const userId = money.payerWith(`+2376779${String(users).padStart(3, '0')}${digits}`);
    accepted(await topUp(operator, { userId, amount }));
    return userId;
  };
  const act = (userId: string, given: Partial<FreezeWalletCommand> = {}): Promise<Reply<WalletFrozen>> => {
    const words = { act: 'freeze', reason: 'Phone was stolen', ...given } as const;
    return operator.send(freezeWallet, { userId, mode: 'test', currency: 'XAF', ...words }, options());
  };
  const fill = (userId: string, key = newId('request')) => {
    const idempotency = { keyHash: sha256Base64url(key), bodyHash: sha256Base64url('500') };
    const ids = { topUpId: newId('topUp'), userId, merchantId: newId('merchant'), idempotency };
    return gateway.send(createWalletTopUp, { ...ids, mode: 'test', currency: 'XAF', amount: '500' }, options());
  };
  const read = async (userId: string) =>
    accepted(await gateway.send(readWallet, { userId, mode: 'test', currency: 'XAF' }, options()));
  const run = (text: string, values: readonly unknown[] = []) => world.database.query(text, values);

  it('[13.16] is read, and pays, takes and withdraws nothing until it is opened again', async () => {
    const userId = await userWith('3000');
    const asked = accepted(await withdrawals.ask(userId));
    expect(accepted(await act(userId))).toMatchObject({ state: 'frozen', reason: 'Phone was stolen', isNew: true });
    expect(await read(userId)).toMatchObject({ balance: '3000', state: 'frozen' });
    const charge = request({ userId, amount: '100' });
    await intents.request(charge);
    expect(await world.settled([charge])).toMatchObject([
      { type: 'charge.failed', payload: { code: 'payer_blocked' } },
    ]);
    const frozen = { ok: false, code: 'wallet_frozen' };
    expect(await fill(userId)).toMatchObject(frozen);
    expect(await withdrawals.ask(userId)).toMatchObject(frozen);
    expect(await withdrawals.confirm(userId, asked.id)).toMatchObject(frozen);
    expect(await topUp(operator, { userId, amount: '100' })).toMatchObject({ code: 'parameter_invalid' });
    expect(await read(userId)).toMatchObject({ balance: '3000' });
    const opened = accepted(await act(userId, { act: 'unfreeze', reason: 'A new phone' }));
    expect(opened).toMatchObject({ state: 'open', act: 'unfreeze', isNew: true });
    expect(accepted(await withdrawals.confirm(userId, asked.id))).toMatchObject({ status: 'PENDING' });
    await withdrawals.ended(userId, asked.id);
    const later = request({ userId, amount: '100' });
    await intents.request(later);
    expect(await world.settled([later])).toMatchObject([{ type: 'charge.succeeded' }]);
  });

  it('[13.16] receives what has moved: a top-up that was under way, and a withdrawal that comes back', async () => {
    const userId = await userWith('3000', '61');
    const filler = await userWith('100', '01');
    const id = await withdrawals.withdraw(userId);
    const topUpOf = accepted(await fill(filler));
    await Promise.all([act(userId), act(filler)]);
    expect(await withdrawals.ended(userId, id)).toMatchObject({ status: 'FAILED' });
    expect(await read(userId)).toMatchObject({ balance: '3000', state: 'frozen' });
    await eventually(async () => (await world.balance(filler)) === 600n, { timeoutMs: 120_000 });
    expect(topUpOf).toMatchObject({ status: 'PENDING' });
    expect(await world.violations()).toEqual([]);
  });

  it('[13.16] is frozen once, and a wallet that is as wanted stays', async () => {
    const userId = await userWith('300');
    const replies = await Promise.all(Array.from({ length: 5 }, () => act(userId)));
    expect(replies.filter((reply) => accepted(reply).isNew)).toHaveLength(1);
    expect(accepted(await act(userId, { reason: 'Another reason' }))).toMatchObject({
      reason: 'Phone was stolen',
      isNew: false,
    });
    expect(await run('SELECT FROM wallet_freeze WHERE user_id = $1', [userId])).toHaveLength(1);
    expect(await act(newId('user'))).toMatchObject({ code: 'parameter_invalid', param: 'userId' });
    expect(await act(await userWith('1'), { act: 'unfreeze' })).toMatchObject({ param: 'act' });
    const since = { mode: 'test', currency: 'XAF', dormantSince: '2020-01-01T00:00:00.000Z' } as const;
    const { states } = accepted(await operator.send(listWallets, since, options()));
    expect(states.find(({ state }) => state === 'frozen')?.wallets).toBeGreaterThan(0);
    const sent = { userId, mode: 'test', currency: 'XAF', act: 'unfreeze', reason: 'Let me' } as const;
    const past = {
      producer: 'gateway',
      id: newId('request'),
      requestId: newId('request'),
    } as Received<FreezeWalletCommand>;
    expect(await app.get(FreezesCommands).freeze(sent, past)).toMatchObject({ code: 'scope_missing' });
    expect(await read(userId)).toMatchObject({ state: 'frozen' });
  });

  it('[13.16] 30 payments and a freeze at once over two instances: none is taken after it', async () => {
    const userId = await userWith('3000');
    const charges = Array.from({ length: 30 }, () => request({ userId, amount: '100' }));
    const [, frozen] = await Promise.all([intents.request(...charges), act(userId)]);
    const outcomes = await world.settled(charges);
    const paid = outcomes.filter(({ type }) => type === 'charge.succeeded').length;
    expect(await world.balance(userId)).toBe(3_000n - 100n * BigInt(paid));
    const [late] = await run(
      "SELECT count(*)::int AS count FROM charge WHERE user_id = $1 AND state = $2 AND settled_at > $3::timestamptz + interval '1 second'",
      [userId, 'succeeded', accepted(frozen).recordedAt],
    );
    expect(late).toEqual({ count: 0 });
  });

  it('[13.16] cannot be frozen, opened or emptied without an act of persons, whatever code runs', async () => {
    const userId = await userWith('300');
    const set = (change: string) => run(`UPDATE wallet SET ${change} WHERE user_id = $1 AND ledger = 1950`, [userId]);
    await expect(set('frozen_by = 1')).rejects.toThrow('acts of persons');
    accepted(await act(userId));
    await expect(set('frozen_by = NULL')).rejects.toThrow('acts of persons');
    await expect(set('balance = balance - 1')).rejects.toThrow('nothing leaves a frozen wallet');
    const insert = (columns: string, values: string) =>
      run(
        `INSERT INTO wallet_freeze (user_id, ledger, act, reason, persons_needed${columns}) VALUES ($1, 1950, 'unfreeze', 'x', 2${values})`,
        [userId],
      );
    await expect(insert('', '')).rejects.toThrow('wallet_freeze_persons');
    await expect(insert(', first_person, second_person', `, 'a', 'a'`)).rejects.toThrow('wallet_freeze_persons');
    // an act that leaves the wallet as it is
    await expect(insert(', first_person, second_person', `, 'a', 'b'`)).rejects.toThrow('acts of persons');
    await expect(run(`UPDATE wallet_freeze SET reason = 'x'`)).rejects.toThrow('what is posted stays');
    const another = `INSERT INTO wallet (user_id, ledger, frozen_by) VALUES ($1, 1950, 1)`;
    await expect(run(another, [newId('user')])).rejects.toThrow('acts of persons');
    expect(await read(userId)).toMatchObject({ balance: '300', state: 'frozen' });
  });
});
