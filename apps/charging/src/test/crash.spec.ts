import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { Child } from '@paygate/testing';
import { eventually, startChild } from '@paygate/testing';
import type { Neighbour } from './charging-under-test.js';
import { ChargingUnderTest, fundedUser, request } from './charging-under-test.js';

jest.setTimeout(240_000);

const WALLETS = 24;
const CHARGES_OF_WALLET = 75;
const KILLS = 3;
/** A killed instance holds its partitions until its session is over; then the next one begins. */
const SETTLED_WITHIN_MS = 120_000;

/**
 * Guarantees that a process killed at any instant, in the middle of a batch, between a commit and its publication or
 * before its offsets are committed, neither loses a charge nor moves money twice.
 */
describe('charging that is killed again and again under load', () => {
  let world: ChargingUnderTest;
  let intents: Neighbour;
  let operator: CommandBus;
  let child: Child | undefined;

  beforeAll(async () => {
    world = await ChargingUnderTest.prepare();
    intents = await world.startNeighbour('intents');
    operator = await world.startOperator();
  });
  afterAll(async () => {
    child?.kill('SIGKILL');
    await child?.ended;
    await world.end();
  });

  const startCharging = async (): Promise<Child> =>
    startChild({ entry: 'apps/charging/src/main.ts', env: { ...world.env, CHARGE_START_SECONDS: '3600' } });

  async function written(): Promise<number> {
    const [row] = await world.database.query<{ count: string }>('SELECT count(*) FROM charge');
    return Number(row?.count);
  }

  it('settles every charge once, publishes each under one id, and its ledger sums to zero', async () => {
    child = await startCharging();
    const users = await Promise.all(Array.from({ length: WALLETS }, () => fundedUser(operator, '5000')));
    const merchants = Array.from({ length: 3 }, () => newId('merchant'));
    // of 75 charges of 100 on 5,000 fifty succeed
    const charges = Array.from({ length: CHARGES_OF_WALLET }, (_, index) =>
      users.map((userId) => request({ userId, merchantId: merchants[index % 3] ?? '' })),
    );

    let requested = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const share = charges.slice((kill * charges.length) / KILLS, ((kill + 1) * charges.length) / KILLS).flat();
      const before = await written();
      requested += share.length;
      for (let from = 0; from < share.length; from += 40) await intents.request(...share.slice(from, from + 40));
      // each kill follows some progress, at a random point of it
      const progress = before + 1 + Math.floor(Math.random() * Math.max(1, requested - before - 1));
      await eventually(async () => (await written()) >= progress, { timeoutMs: SETTLED_WITHIN_MS, intervalMs: 1 });
      child.kill('SIGKILL');
      expect(await child.ended).toBe('SIGKILL');
      expect(await world.violations()).toEqual([]);
      child = await startCharging();
    }

    const all = charges.flat();
    const outcomes = await world.settled(all, SETTLED_WITHIN_MS);
    expect(outcomes).toHaveLength(all.length);
    const types = outcomes.map(({ type }) => type);
    expect(types.filter((type) => type === 'charge.succeeded')).toHaveLength(WALLETS * 50);
    expect(types.filter((type) => type === 'charge.failed')).toHaveLength(WALLETS * 25);
    for (const userId of users) expect(await world.balance(userId)).toBe(0n);
    const merchantTotal = (await Promise.all(merchants.map((id) => world.balance(id, 'merchant')))).reduce<bigint>(
      (sum, balance) => sum + (balance ?? 0n),
      0n,
    );
    expect(merchantTotal).toBe(BigInt(WALLETS * 50 * 99));
    expect(await world.violations()).toEqual([]);
    await eventually(async () => (await world.database.query('SELECT FROM outbox')).length === 0);
    child.kill('SIGTERM');
    expect(await child.ended).toBe('0');
  });
});
