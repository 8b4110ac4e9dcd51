import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CreateWalletTopUpCommand, MobileOperator, Reply, WalletTopUp } from '@paygate/contracts';
import {
  createWalletTopUp,
  getWalletTopUp,
  listEscalations,
  listWalletTransactions,
  mobileOperators,
  resolveRailOperation,
} from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId, sha256Base64url } from '@paygate/platform';
import type { RailSimulator } from '@paygate/testing';
import { eventually, PATIENCE_MS } from '@paygate/testing';
import type { Neighbour } from '../charging-under-test.js';
import { ChargingUnderTest, request, topUp as topUpByOperator } from '../charging-under-test.js';
import { debitedBy, FAST, MobileMoney } from '../mobile-money.js';

jest.setTimeout(240_000);

const PREFIXES: Readonly<Record<MobileOperator, string>> = { mtn_momo: '+2376778', orange_money: '+2376978' };
const SUCCESSES = ['01', '03', '30', '31', '32', '33', '36', '41', '43'];
const FAILURES = [
  ['10', 'insufficient_funds'],
  ['11', 'payer_rejected'],
  ['13', 'payer_not_found'],
  ['15', 'payer_blocked'],
  ['18', 'rail_error'],
] as const;
const CEILING = 20_000n;

describe('top-ups by mobile money', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let money: MobileMoney;
  let gateway: CommandBus;
  let operator: CommandBus;
  let intents: Neighbour;
  let users = 0;

  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST, WALLET_BALANCE_MAX: CEILING.toString() });
    await Promise.all([world.start(), world.start()]);
    money = await MobileMoney.start(simulator, world);
    [gateway, operator, intents] = await Promise.all([
      world.startGateway(),
      world.startOperator(),
      world.startNeighbour('intents'),
    ]);
  });
  afterAll(async () => {
    await money.stop();
    await world.end();
    await simulator.stop();
  });

  /** A new user, whose number ends in these digits. */
  const userWith = (digits: string, rail: MobileOperator = 'mtn_momo'): string => {
    users += 1;
    return money.payerWith(`${PREFIXES[rail]}${String(users).padStart(3, '0')}${digits}`);
  };
  const options = () => ({ requestId: newId('request'), timeoutMs: PATIENCE_MS });
  const ask = (
    userId: string,
    given: Partial<CreateWalletTopUpCommand> & { readonly key?: string } = {},
  ): Promise<Reply<WalletTopUp>> => {
    const { key = newId('request'), ...more } = given;
    const idempotency = { keyHash: sha256Base64url(key), bodyHash: sha256Base64url(more.amount ?? '500') };
    const ids = { topUpId: newId('topUp'), userId, merchantId: newId('merchant'), idempotency };
    return gateway.send(
      createWalletTopUp,
      { ...ids, mode: 'test', currency: 'XAF', amount: '500', ...more },
      options(),
    );
  };
  const accepted = async (reply: Promise<Reply<WalletTopUp>>): Promise<WalletTopUp> => {
    const answer = await reply;
    if (!answer.ok) throw new Error(`refused with ${answer.code}`);
    return answer.data;
  };
  const read = (userId: string, topUpId: string, mode: 'test' | 'live' = 'test') =>
    gateway.send(getWalletTopUp, { userId, mode, topUpId }, options());
  const ended = (userId: string, topUpId: string): Promise<WalletTopUp> =>
    eventually(
      async () => {
        const now = await accepted(read(userId, topUpId));
        return now.status === 'PENDING' ? undefined : now;
      },
      { timeoutMs: 120_000 },
    );
  const held = async (userId: string) => (await world.balance(userId)) ?? 0n;

  describe.each<MobileOperator>([...mobileOperators])('by %s', (rail) => {
    it('[13.5] fill the wallet once for every number whose payer is debited, however the rail answers', async () => {
      const asked = await Promise.all(
        SUCCESSES.map(async (digits) => {
          const userId = userWith(digits, rail);
          return { userId, digits, id: (await accepted(ask(userId))).id };
        }),
      );
      const ends = await Promise.all(
        asked.map(async ({ userId, digits, id }) => [digits, (await ended(userId, id)).status, await held(userId)]),
      );
      expect(ends).toEqual(SUCCESSES.map((digits) => [digits, 'COMPLETED', 500n]));
    });

    it.each(FAILURES)('[13.5] from number %s fail with %s, and move nothing', async (digits, code) => {
      const userId = userWith(digits, rail);
      const { id } = await accepted(ask(userId));
      expect(await ended(userId, id)).toMatchObject({
        status: 'FAILED',
        failure: { code, message: expect.any(String) },
      });
      expect(await held(userId)).toBe(0n);
    });

    it('wait in suspense when another amount was collected, until people decide', async () => {
      const userId = userWith('42', rail);
      const { id: topUpId } = await accepted(ask(userId));
      const listed = await eventually(async () => {
        const reply = await operator.send(listEscalations, { limit: 100 }, options());
        return reply.ok ? reply.data.operations.find((one) => one.topUpId === topUpId) : undefined;
      });
      expect(listed).toMatchObject({ reason: 'amount_differs', collectedAmount: '600', amount: '500' });
      expect(await held(userId)).toBe(0n);
      const decided = await operator.send(resolveRailOperation, { topUpId, resolution: 'succeeded' }, options());
      expect(decided).toMatchObject({ ok: true, data: { topUpId, state: 'succeeded' } });
      expect(await ended(userId, topUpId)).toMatchObject({ status: 'COMPLETED' });
      expect(await held(userId)).toBe(500n);
    });
  });

  it('[13.5] show the phone that is asked, and are among the movements of the wallet once they are there', async () => {
    const userId = userWith('04');
    const first = await accepted(ask(userId, { amount: '700' }));
    expect(first).toMatchObject({ status: 'PENDING', amount: '700', operator: 'mtn_momo', phoneMasked: '********04' });
    await eventually(async () => (await accepted(read(userId, first.id))).awaitsApproval);
    const movements = () =>
      gateway.send(listWalletTransactions, { userId, mode: 'test', currency: 'XAF', limit: 10 }, options());
    expect(await movements()).toMatchObject({ data: { entries: [] } });
    const payer = userWith('01');
    const { id } = await accepted(ask(payer, { amount: '700' }));
    await ended(payer, id);
    const listed = await gateway.send(
      listWalletTransactions,
      { userId: payer, mode: 'test', currency: 'XAF', limit: 10 },
      options(),
    );
    expect(listed).toMatchObject({ data: { entries: [{ id, type: 'top_up', amount: '700', merchantId: null }] } });
  });

  it('[13.6] have one effect and one answer for each key, of one user and mode', async () => {
    const [userId, key] = [userWith('01'), newId('request')];
    const replies = await Promise.all(Array.from({ length: 5 }, () => ask(userId, { key })));
    const ids = new Set(replies.map((reply) => (reply.ok ? reply.data.id : reply.code)));
    expect(ids.size).toBe(1);
    const [id = ''] = ids;
    await ended(userId, id);
    expect(await ask(userId, { key })).toMatchObject({ ok: true, replayed: true, data: { id, status: 'PENDING' } });
    expect(await ask(userId, { key, amount: '501' })).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await held(userId)).toBe(500n);
    const other = userWith('01');
    expect((await accepted(ask(other, { key }))).id).not.toBe(id);
  });

  it('[13.7] of another user or mode are like missing ones', async () => {
    const userId = userWith('01');
    const { id } = await accepted(ask(userId));
    for (const foreign of [read(newId('user'), id), read(userId, id, 'live'), read(userId, newId('topUp'))])
      expect(await foreign).toMatchObject({ ok: false, code: 'top_up_not_found' });
  });

  describe('that would exceed the ceiling', () => {
    it('[13.8] do not begin, with what is pending', async () => {
      const userId = userWith('04');
      expect(await ask(userId, { amount: (CEILING + 1n).toString() })).toMatchObject({ code: 'amount_too_large' });
      await accepted(ask(userId, { amount: (CEILING - 600n).toString() }));
      expect(await ask(userId, { amount: '601' })).toMatchObject({ code: 'amount_too_large', fields: { max: '600' } });
      expect(await ask(userId, { amount: '600' })).toMatchObject({ ok: true });
    });

    it('[13.8] are credited all the same once the money has moved', async () => {
      const userId = userWith('02');
      const { id } = await accepted(ask(userId));
      await topUpByOperator(operator, { userId, amount: CEILING.toString() });
      await world.database.query('UPDATE wallet SET closed_at = clock_timestamp() WHERE user_id = $1', [userId]);
      expect(await ended(userId, id)).toMatchObject({ status: 'COMPLETED' });
      expect(await held(userId)).toBe(CEILING + 500n);
    });
  });

  it('of a closed wallet, of a user without a number and in a mode that collects nothing do not begin', async () => {
    const closed = userWith('01');
    await topUpByOperator(operator, { userId: closed, amount: '1' });
    await world.database.query('UPDATE wallet SET closed_at = clock_timestamp() WHERE user_id = $1', [closed]);
    const unavailable = { ok: false, code: 'payment_method_unavailable' };
    expect(await ask(closed)).toMatchObject(unavailable);
    expect(await ask(newId('user'))).toMatchObject(unavailable);
    expect(await ask(userWith('01'), { mode: 'live' })).toMatchObject(unavailable);
    expect(await ask(userWith('01'), { amount: '99' })).toMatchObject({ code: 'amount_too_small' });
  });

  it('[13.9] 50 payments of 100 from a wallet of 1,000 that gets 500 meanwhile never exceed what it holds', async () => {
    const userId = userWith('01');
    await topUpByOperator(operator, { userId, amount: '1000' });
    const charges = Array.from({ length: 50 }, () => request({ userId, amount: '100' }));
    const [topUp] = await Promise.all([accepted(ask(userId)), ...charges.map((charge) => intents.request(charge))]);
    const outcomes = await world.settled(charges);
    await ended(userId, topUp.id);
    const paid = outcomes.filter(({ type }) => type === 'charge.succeeded').length;
    expect(paid).toBeGreaterThanOrEqual(10);
    expect(paid).toBeLessThanOrEqual(15);
    expect(await held(userId)).toBe(1_500n - 100n * BigInt(paid));
  });

  it('[13.9] 50 payments of 100 that begin once the top-up is there are exactly 15', async () => {
    const userId = userWith('01');
    await topUpByOperator(operator, { userId, amount: '1000' });
    await ended(userId, (await accepted(ask(userId))).id);
    const charges = Array.from({ length: 50 }, () => request({ userId, amount: '100' }));
    await intents.request(...charges);
    const outcomes = await world.settled(charges);
    expect(outcomes.filter(({ type }) => type === 'charge.succeeded')).toHaveLength(15);
    expect(await held(userId)).toBe(0n);
  });

  it('leave a ledger that equals the books of the operators to the franc', async () => {
    await eventually(async () => {
      for (const rail of mobileOperators)
        if ((await world.balance(rail, 'float')) !== -(await debitedBy(simulator, rail))) return false;
      return true;
    });
    expect(await world.violations()).toEqual([]);
  });

  it('cannot be changed, ended twice or posted without their rail, whatever code runs', async () => {
    const userId = userWith('01');
    const { id } = await accepted(ask(userId));
    await ended(userId, id);
    const run = (text: string, values: readonly unknown[]) => world.database.query(text, values);
    const end = `UPDATE wallet_top_up SET state = 'failed', failure_code = 'rail_error' WHERE top_up_id = $1`;
    await expect(run(end, [id])).rejects.toThrow('a top-up ends once');
    await expect(run('UPDATE wallet_top_up SET amount = 1 WHERE top_up_id = $1', [id])).rejects.toThrow(
      'never changes',
    );
    await expect(run('DELETE FROM wallet_top_up WHERE top_up_id = $1', [id])).rejects.toThrow('never deleted');
    const post = `INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
      SELECT $1, 1, 1950, -(10000 + 1950), account_id, 500, (SELECT xid_offset FROM ledger_clock) + pg_current_xact_id()::text::bigint
      FROM wallet WHERE user_id = $2 AND ledger = 1950`;
    await expect(run(post, [newId('topUp'), userId])).rejects.toThrow('not that of its top-up');
  });
});
