import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Reply, UnclaimedDecision, UnclaimedMoney } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import { FoundMoneyRepository } from '../../outgoing/unclaimed/found-money.repository.js';
import { XAF } from '../ledger-under-test.js';
import { patiently } from '../refunds/patiently.js';
import { UnclaimedUnderTest } from './unclaimed-under-test.js';

let unclaimed: UnclaimedUnderTest;
beforeAll(async () => {
  unclaimed = await UnclaimedUnderTest.start();
});
afterAll(() => unclaimed.end());

const TIMES = 50;
const numbers = Array.from({ length: TIMES }, (_, index) => index);

/** The same money decided on both instances at the same time. */
const decideAll = (
  unclaimedId: string,
  decisionOf: (index: number) => UnclaimedDecision,
  intents: readonly string[] = [],
): Promise<readonly Reply<UnclaimedMoney>[]> =>
  Promise.all(
    numbers.map((index) => {
      const intentId = intents[index % (intents.length || 1)];
      const given = { instance: index % 2, ...(intentId === undefined ? {} : { intentId }) };
      return patiently(() => unclaimed.decide(unclaimedId, decisionOf(index), given));
    }),
  );
const journals = async (where: string): Promise<number> =>
  (await unclaimed.sql(`SELECT FROM transfer WHERE ${where}`)).length;

/** Guarantees that what is decided fifty times at the same time moves money once. */
describe('on two instances at the same time', () => {
  it('one line that is read by both is one row', async () => {
    const day = unclaimed.nextDay();
    const on = { runId: 1n, rail: 'mtn_momo', mode: 'test', day } as const;
    const money = { operatorNumber: 'one', ledger: XAF, amount: 700n, movedAt: new Date(), phone: null };
    const list = (index: number): Promise<void> => {
      const app = unclaimed.charging.of(index % 2);
      return app.get(FoundMoneyRepository).list(app.get(Database), on, [money]);
    };
    await Promise.all(numbers.map((index) => patiently(() => list(index))));
    const rows = () => unclaimed.sql('SELECT state FROM unclaimed WHERE day = $1', [day]);
    expect(await rows()).toEqual([{ state: 'listed' }]);
    await unclaimed.sql(`UPDATE unclaimed SET state = 'dismissed' WHERE day = $1`, [day]);
    await list(0);
    expect(await rows()).toEqual([{ state: 'dismissed' }]);
  });

  it('money is confirmed once', async () => {
    const { unclaimedId } = await unclaimed.found();
    const suspense = await unclaimed.balance('unclaimed');
    const replies = await decideAll(unclaimedId, () => 'confirm');
    expect(new Set(replies.map((reply) => (reply.ok ? reply.data.state : reply.code)))).toEqual(new Set(['confirmed']));
    expect(await journals(`journal_id = '${unclaimedId}'`)).toBe(1);
    expect(await unclaimed.balance('unclaimed')).toBe(suspense + 700n);
  });

  it('money is returned once', async () => {
    const { unclaimedId } = await unclaimed.confirmed();
    const replies = await decideAll(unclaimedId, () => 'return');
    const ids = new Set(replies.map((reply) => (reply.ok ? reply.data.returnId : reply.code)));
    expect(ids.size).toBe(1);
    expect(await unclaimed.sql('SELECT FROM payer_return WHERE unclaimed_id = $1', [unclaimedId])).toHaveLength(1);
    expect(await unclaimed.violations()).toEqual([]);
  });

  it('money is matched once, to one of two payments, or returned, and never both', async () => {
    const { unclaimedId } = await unclaimed.confirmed();
    const suspense = await unclaimed.balance('unclaimed');
    const [one, other] = [await unclaimed.failed(), await unclaimed.failed()];
    await decideAll(unclaimedId, (index) => (index % 5 === 4 ? 'return' : 'match'), [one.intentId, other.intentId]);
    const rows = await unclaimed.sql<{ state: string; returns: number }>(
      `SELECT state, (SELECT count(*)::integer FROM payer_return r WHERE r.unclaimed_id = u.unclaimed_id) AS returns
       FROM unclaimed u WHERE unclaimed_id = $1`,
      [unclaimedId],
    );
    const credited =
      (await unclaimed.balance('merchant', one.merchantId)) + (await unclaimed.balance('merchant', other.merchantId));
    const outcome = [rows, credited, suspense - (await unclaimed.balance('unclaimed'))];
    expect([
      [[{ state: 'matched', returns: 0 }], 686n, 700n],
      [[{ state: 'returning', returns: 1 }], 0n, 0n],
    ]).toContainEqual(outcome);
    expect(await unclaimed.violations()).toEqual([]);
  });

  it('one payment gets the money of one line', async () => {
    const money = [await unclaimed.confirmed(), await unclaimed.confirmed()];
    const { intentId, merchantId } = await unclaimed.failed();
    const replies = await Promise.all(
      money.map(({ unclaimedId }, instance) =>
        patiently(() => unclaimed.decide(unclaimedId, 'match', { intentId, instance })),
      ),
    );
    expect(replies.map((reply) => (reply.ok ? 'matched' : reply.code)).toSorted()).toEqual([
      ...['matched', 'parameter_invalid'],
    ]);
    expect(await unclaimed.balance('merchant', merchantId)).toBe(686n);
  });
});
