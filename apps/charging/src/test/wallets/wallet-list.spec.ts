import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WalletsListed } from '@paygate/contracts';
import { DORMANT_WALLETS_MAX, listWallets } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { PATIENCE_MS } from '@paygate/testing';
import { ChargingUnderTest, fundedUser, request } from '../charging-under-test.js';

const NAMED = { mode: 'test', currency: 'XAF' } as const;
const LONG_AGO = '2020-01-01T00:00:00.000Z';
const LATER = '2999-01-01T00:00:00.000Z';

describe('the wallets of a mode', () => {
  let world: ChargingUnderTest;
  let operator: CommandBus;
  beforeAll(async () => {
    world = await ChargingUnderTest.prepare();
    await world.start();
    operator = await world.startOperator();
  });
  afterAll(() => world.end());

  const list = async (dormantSince = LONG_AGO, mode: 'test' | 'live' = 'test'): Promise<WalletsListed> => {
    const options = { requestId: newId('request'), timeoutMs: PATIENCE_MS };
    const reply = await operator.send(listWallets, { ...NAMED, mode, dormantSince }, options);
    if (!reply.ok) throw new Error(reply.code);
    return reply.data;
  };
  const shifted = (change: string, userId: string) =>
    world.database.query(`UPDATE wallet SET ${change} WHERE user_id = $1 AND ledger = 1950`, [userId]);

  it('are listed by state, with sums that the rest of the ledger confirms', async () => {
    expect(await list()).toEqual({
      states: [
        { state: 'open', wallets: 0, balance: '0' },
        { state: 'closed', wallets: 0, balance: '0' },
        { state: 'frozen', wallets: 0, balance: '0' },
      ],
      ...{ ofLedger: '0', dormant: [], dormantTotal: 0 },
    });
    const [payer, closed] = [await fundedUser(operator, '4000'), await fundedUser(operator, '300')];
    await shifted('closed_at = clock_timestamp()', closed);
    const intents = await world.startNeighbour('intents');
    const charge = request({ userId: payer, amount: '1000' });
    await intents.request(charge);
    await world.settled([charge]);
    const listed = await list();
    const [open, shut] = listed.states;
    expect([open?.balance, shut]).toEqual(['3000', { state: 'closed', wallets: 1, balance: '300' }]);
    expect(listed.ofLedger).toBe('3300');
    expect((await list(LATER, 'live')).ofLedger).toBe('0');
  });

  it('show a balance that no transfer has moved', async () => {
    const { ofLedger } = await list();
    const userId = await fundedUser(operator, '100');
    await shifted('balance = balance + 7', userId);
    const listed = await list();
    const sum = listed.states.reduce((total, { balance }) => total + BigInt(balance), 0n);
    expect([BigInt(listed.ofLedger) - BigInt(ofLedger), sum - BigInt(listed.ofLedger)]).toEqual([100n, 7n]);
    await shifted('balance = balance - 7', userId);
  });

  it('that hold money and have not moved since a time are listed, the oldest first, and bounded', async () => {
    expect(await list(LONG_AGO)).toMatchObject({ dormant: [], dormantTotal: 0 });
    const [empty, waiting] = [newId('user'), await fundedUser(operator, '50')];
    await world.database.query('INSERT INTO wallet (user_id, ledger) VALUES ($1, 1950)', [empty]);
    const { dormant, dormantTotal } = await list(LATER);
    expect(dormant).toHaveLength(dormantTotal);
    const times = dormant.map(({ lastMovedAt }) => lastMovedAt);
    expect(times).toEqual(times.toSorted());
    expect(dormant.at(-1)).toMatchObject({ userId: waiting, state: 'open', balance: '50' });
    expect(dormant.some(({ userId }) => userId === empty)).toBe(false);
    // its last movement counts, not its opening
    const { lastMovedAt = '' } = dormant.at(-1) ?? {};
    await shifted(`opened_at = '2019-12-31T00:00:00Z'`, waiting);
    expect((await list(lastMovedAt)).dormant.map(({ userId }) => userId)).not.toContain(waiting);
    await world.database.query(
      'INSERT INTO wallet (user_id, ledger, balance) SELECT id, 1950, 1 FROM unnest($1::text[]) AS id',
      [Array.from({ length: DORMANT_WALLETS_MAX }, () => newId('user'))],
    );
    const more = await list(LATER);
    expect([more.dormant.length, more.dormantTotal]).toEqual([DORMANT_WALLETS_MAX, dormantTotal + DORMANT_WALLETS_MAX]);
  });
});
