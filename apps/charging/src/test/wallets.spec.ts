import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TopUpWalletCommand, WalletOfUser } from '@paygate/contracts';
import { getWalletBalance, topUpWallet, userRegistered } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { eventually, receivedOf } from '@paygate/testing';
import { TopUpWallets } from '../books/wallets/top-up-wallets.js';
import type { Neighbour } from './charging-under-test.js';
import { ChargingUnderTest, fundedUser, topUp } from './charging-under-test.js';

describe('wallets', () => {
  let world: ChargingUnderTest;
  let app: RunningApp;
  let operator: CommandBus;
  let auth: Neighbour;

  beforeAll(async () => {
    world = await ChargingUnderTest.prepare();
    app = await world.start();
    operator = await world.startOperator();
    auth = await world.startNeighbour('auth');
  });
  afterAll(() => world.end());

  const balance = (userId: string, given: Partial<WalletOfUser> = {}) =>
    operator.send(
      getWalletBalance,
      { userId, mode: 'test', currency: 'XAF', ...given },
      { requestId: newId('request') },
    );

  it('are opened, empty, for registered users, once however often the event is delivered', async () => {
    const userId = newId('user');
    await auth.emit(userRegistered, { userId, mode: 'test' }, { userId, mode: 'test' });
    await eventually(async () => (await world.balance(userId)) === 0n);
    await auth.emit(userRegistered, { userId, mode: 'test' });
    expect(await topUp(operator, { userId, amount: '700' })).toMatchObject({ ok: true, data: { balance: '700' } });
    expect(await world.balance(userId)).toBe(700n);
  });

  it('show what they hold, and nothing when there is none', async () => {
    const userId = await fundedUser(operator, '1234');
    expect(await balance(userId)).toEqual({ ok: true, data: { balance: '1234' } });
    expect(await balance(newId('user'))).toEqual({ ok: true, data: { balance: '0' } });
  });

  it('of one user in another mode or currency are others', async () => {
    const userId = await fundedUser(operator, '1000');
    expect(await topUp(operator, { userId, mode: 'live', amount: '5' })).toMatchObject({ data: { balance: '5' } });
    expect(await topUp(operator, { userId, currency: 'XOF', amount: '7' })).toMatchObject({ data: { balance: '7' } });
    expect(await balance(userId)).toMatchObject({ data: { balance: '1000' } });
    expect(await balance(userId, { mode: 'live' })).toMatchObject({ data: { balance: '5' } });
    expect(await balance(userId, { currency: 'XOF' })).toMatchObject({ data: { balance: '7' } });
    expect(await world.violations()).toEqual([]);
  });

  describe('top-ups', () => {
    it('have one effect and one answer for each id', async () => {
      const given = { userId: newId('user'), topUpId: newId('topUp'), amount: '300' };
      const answer = { ok: true, data: { topUpId: given.topUpId, balance: '300' } };
      const replies = await Promise.all(Array.from({ length: 10 }, () => topUp(operator, given)));
      for (const reply of replies) expect(reply).toEqual(answer);
      await topUp(operator, { userId: given.userId, amount: '100' });
      expect(await topUp(operator, given)).toEqual(answer);
      expect(await world.balance(given.userId)).toBe(400n);
    });

    it('refuse an id that was used for something else', async () => {
      const given = { userId: newId('user'), topUpId: newId('topUp'), amount: '300' };
      expect(await topUp(operator, given)).toMatchObject({ ok: true });
      for (const other of [{ amount: '301' }, { userId: newId('user') }, { mode: 'live' } as const])
        expect(await topUp(operator, { ...given, ...other })).toMatchObject({ code: 'idempotency_key_reused' });
      expect(await world.balance(given.userId)).toBe(300n);
    });

    it('of a closed wallet are refused, and stay refused when it is open again', async () => {
      const given = { userId: await fundedUser(operator, '10'), topUpId: newId('topUp') };
      const setClosedAt = (at: Date | null) =>
        world.database.query('UPDATE wallet SET closed_at = $2 WHERE user_id = $1', [given.userId, at]);
      await setClosedAt(new Date());
      expect(await topUp(operator, given)).toMatchObject({ code: 'parameter_invalid', param: 'userId' });
      await setClosedAt(null);
      expect(await topUp(operator, given)).toMatchObject({ code: 'parameter_invalid' });
      expect(await world.balance(given.userId)).toBe(10n);
    });

    it('never lift a wallet above its ceiling', async () => {
      const userId = await fundedUser(operator, '999999999999');
      expect(await topUp(operator, { userId, amount: '1' })).toMatchObject({ code: 'amount_too_large' });
      expect(await balance(userId)).toMatchObject({ data: { balance: '999999999999' } });
    });

    it('of many wallets and several of one arrive together', async () => {
      const users = Array.from({ length: 60 }, () => newId('user'));
      const replies = await Promise.all(
        [...users, ...users, ...users].map((userId) => topUp(operator, { userId, amount: '10' })),
      );
      expect(replies.filter(({ ok }) => !ok)).toEqual([]);
      for (const userId of users) expect(await world.balance(userId)).toBe(30n);
      expect(await world.violations()).toEqual([]);
    });

    it('are refused to everyone but the operator, should one get past the bus', async () => {
      const payload: TopUpWalletCommand = {
        topUpId: newId('topUp'),
        userId: newId('user'),
        mode: 'test',
        currency: 'XAF',
        amount: '1000',
      };
      const replies = await app.get(TopUpWallets).topUp([receivedOf(topUpWallet, payload)]);
      expect(replies).toEqual([{ ok: false, code: 'scope_missing' }]);
      expect(await world.balance(payload.userId)).toBeUndefined();
    });
  });
});

describe('wallets of a production', () => {
  it('take top-ups of test mode from the operator, and none of live mode', async () => {
    const world = await ChargingUnderTest.prepare({ TEST_MODE: 'false' });
    try {
      await world.start();
      const operator = await world.startOperator();
      const userId = newId('user');
      expect(await topUp(operator, { userId })).toMatchObject({ ok: true });
      expect(await topUp(operator, { userId, mode: 'live' })).toMatchObject({ ok: false, code: 'scope_missing' });
    } finally {
      await world.end();
    }
  });
});
