import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ListWalletTransactionsCommand, WalletEntry, WalletOfUser } from '@paygate/contracts';
import { listWalletTransactions, readWallet } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { Neighbour } from '../charging-under-test.js';
import { ChargingUnderTest, fundedUser, request, topUp } from '../charging-under-test.js';
import { RefundsUnderTest } from '../refunds/refunds-under-test.js';

describe('the wallet of a user', () => {
  let world: ChargingUnderTest;
  let operator: CommandBus;
  let gateway: CommandBus;
  let intents: Neighbour;
  let refunds: RefundsUnderTest;
  let userId: string;

  beforeAll(async () => {
    world = await ChargingUnderTest.prepare({ WALLET_PAID_PER_DAY: '5000', WALLET_PAID_PER_MONTH: '9000' });
    await world.start();
    [intents, operator, gateway, refunds] = await Promise.all([
      world.startNeighbour('intents'),
      world.startOperator(),
      world.startGateway(),
      RefundsUnderTest.start(world),
    ]);
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    userId = await fundedUser(operator, '4000');
  });

  const sender = () => ({ requestId: newId('request') });
  const read = (given: Partial<WalletOfUser> = {}) =>
    gateway.send(readWallet, { userId, mode: 'test', currency: 'XAF', ...given }, sender());
  const list = (given: Partial<ListWalletTransactionsCommand> = {}) =>
    gateway.send(listWalletTransactions, { userId, mode: 'test', currency: 'XAF', limit: 50, ...given }, sender());
  const entries = async (given: Partial<ListWalletTransactionsCommand> = {}): Promise<readonly WalletEntry[]> => {
    const reply = await list(given);
    if (!reply.ok) throw new Error(`the list was refused: ${reply.code}`);
    return reply.data.entries;
  };
  const paid = async (amount: string) => {
    const charge = request({ userId, amount });
    await intents.request(charge);
    await world.settled([charge]);
    return charge;
  };

  it('[13.1] says what it holds, and what is left of its limits', async () => {
    await paid('1000');
    const renewsAt = expect.stringMatching(/T23:00:00\.000Z$/);
    expect(await read()).toEqual({
      ok: true,
      data: {
        ...{ balance: '3000', state: 'open' },
        limits: { day: { max: '5000', left: '4000', renewsAt }, month: { max: '9000', left: '8000', renewsAt } },
      },
    });
    await world.database.query('UPDATE wallet SET day_limit = 700, closed_at = now() WHERE user_id = $1', [userId]);
    expect(await read()).toMatchObject({
      data: { state: 'closed', limits: { day: { max: '700', left: '0' }, month: { left: '8000' } } },
    });
  });

  it('[13.1] of another user, mode or currency is another one, and is empty before it is opened', async () => {
    const empty = { ok: true, data: { balance: '0', state: 'open', limits: { day: { max: '5000', left: '5000' } } } };
    for (const other of [{ userId: newId('user') }, { mode: 'live' }, { currency: 'XOF' }] as const) {
      expect(await read(other)).toMatchObject(empty);
      expect(await list(other)).toEqual({ ok: true, data: { entries: [], hasMore: false } });
    }
  });

  it('[13.2] lists what it paid and what came in, whose sum is its balance', async () => {
    const charge = await paid('1000');
    const refund = await refunds.refund(charge, { amount: '300' });
    await topUp(operator, { userId, amount: '50' });
    const declined = request({ userId, amount: '4001' });
    await intents.request(declined);
    await world.settled([declined]);
    const found = await entries();
    const createdAt = expect.stringMatching(/Z$/);
    const { intentId: paymentIntentId, merchantId, chargeId } = charge;
    const ofNone = { paymentIntentId: null, merchantId: null, createdAt };
    expect(found).toEqual([
      { id: expect.stringMatching(/^tu_/), type: 'top_up', amount: '50', ...ofNone },
      {
        ...{ id: refund.ok ? refund.data.id : '', type: 'refund', amount: '300' },
        ...{ paymentIntentId, merchantId, createdAt },
      },
      { id: chargeId, type: 'payment', amount: '-1000', paymentIntentId, merchantId, createdAt },
      { id: expect.stringMatching(/^tu_/), type: 'top_up', amount: '4000', ...ofNone },
    ]);
    expect(found.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(await world.balance(userId));
  });

  it('[13.2] is listed in pages that leave out nothing and repeat nothing', async () => {
    for (const amount of ['10', '20', '30']) await paid(amount);
    for (const amount of ['1', '2']) await topUp(operator, { userId, amount });
    const whole = await entries();
    expect(whole).toHaveLength(6);
    const seen: WalletEntry[] = [];
    for (let after: string | undefined; ; after = seen.at(-1)?.id) {
      const reply = await list({ limit: 2, ...(after === undefined ? {} : { startingAfter: after }) });
      if (!reply.ok) throw new Error(reply.code);
      seen.push(...reply.data.entries);
      if (!reply.data.hasMore) break;
    }
    expect(seen).toEqual(whole);
  });

  it('[13.2] does not go on after a transaction of another wallet', async () => {
    const [own] = await entries();
    const other = await fundedUser(operator, '5');
    const foreign = await entries({ userId: other });
    for (const startingAfter of [foreign[0]?.id ?? '', newId('charge'), newId('refund')])
      expect(await list({ startingAfter })).toMatchObject({ ok: false, code: 'cursor_invalid' });
    expect(await list({ startingAfter: own?.id ?? '' })).toMatchObject({ ok: true, data: { entries: [] } });
  });

  it('a payment beyond its limit is declined, and moves nothing', async () => {
    await topUp(operator, { userId, amount: '4000' });
    await paid('5000');
    const beyond = request({ userId, amount: '1' });
    await intents.request(beyond);
    const [event] = await world.settled([beyond]);
    expect(event?.payload).toMatchObject({ code: 'payer_limit_reached' });
    expect(await world.balance(userId)).toBe(3_000n);
  });
});
