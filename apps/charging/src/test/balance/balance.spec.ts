import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ChargeRequested } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { SpansRepository } from '../../readers/statements/spans.repository.js';
import { ledgerOf } from '../../books/ledger/domain/ledger.js';
import { RefundWays } from '../../outgoing/refunds/refund-ways.js';
import type { Neighbour } from '../charging-under-test.js';
import { ChargingUnderTest, fundedUser, request } from '../charging-under-test.js';
import { accepted as refunded, RefundsUnderTest } from '../refunds/refunds-under-test.js';
import { accepted, BalanceUnderTest } from './balance-under-test.js';

let world: ChargingUnderTest;
let app: RunningApp;
let intents: Neighbour;
let operator: CommandBus;
let refunds: RefundsUnderTest;
let balance: BalanceUnderTest;
beforeAll(async () => {
  world = await ChargingUnderTest.prepare({ ORANGE_MONEY_SETTLEMENT_DAYS: '2' });
  app = await world.start();
  [intents, operator, refunds, balance] = await Promise.all([
    world.startNeighbour('intents'),
    world.startOperator(),
    RefundsUnderTest.start(world),
    BalanceUnderTest.start(world),
  ]);
});
afterAll(() => world.end());

async function charged(
  amount: string,
  merchantId = newId('merchant'),
  actor?: string,
  tillId?: string,
): Promise<ChargeRequested> {
  const by = { ...(actor === undefined ? {} : { actor }), ...(tillId === undefined ? {} : { tillId }) };
  const charge = request({ userId: await fundedUser(operator, amount), amount, merchantId, ...by });
  await intents.request(charge);
  await world.settled([charge]);
  return charge;
}

describe('the balance of a merchant', () => {
  it('is empty before the first payment', async () => {
    expect(await balance.read(newId('merchant'))).toMatchObject({ balances: [] });
  });

  it('has what wallets paid at once, less the fee, and not what was given back', async () => {
    const charge = await charged('1000');
    const xaf = { currency: 'XAF', pending: '0', owed: '0', held: '0', upcoming: [] };
    expect((await balance.read(charge.merchantId)).balances).toEqual([{ ...xaf, available: '985' }]);
    refunded(await refunds.refund(charge, { amount: '300' }));
    expect((await balance.read(charge.merchantId)).balances).toEqual([{ ...xaf, available: '685' }]);
    expect((await balance.read(charge.merchantId, 'live')).balances).toEqual([]);
  });

  it('has what a rail collected in test mode at once', async () => {
    const merchantId = newId('merchant');
    await balance.collected(merchantId);
    expect((await balance.read(merchantId)).balances).toMatchObject([{ available: '686', pending: '0' }]);
  });

  it('[11.1] has what a rail collected in live mode from the day on that the rail settles', async () => {
    const merchantId = newId('merchant');
    // 72 hours are in the past of both rails, whatever the time of the day
    for (const rail of ['mtn_momo', 'orange_money'])
      for (const hoursAgo of [0, 72]) await balance.collected(merchantId, { ledger: 950, hoursAgo, rail });
    const read = await balance.read(merchantId, 'live');
    const [xaf] = read.balances;
    expect(xaf).toMatchObject({ available: '1372', pending: '1372', held: '0' });
    const midnight = (days: number): string => {
      const douala = new Date(Date.parse(read.readAt) + 3_600_000);
      const date = Date.UTC(douala.getUTCFullYear(), douala.getUTCMonth(), douala.getUTCDate() + days);
      return new Date(date - 3_600_000).toISOString();
    };
    expect(xaf?.upcoming).toEqual([
      { at: midnight(1), amount: '686' },
      { at: midnight(2), amount: '686' },
    ]);
    const { entries } = accepted(await balance.list(merchantId, { mode: 'live' }));
    const [orange, mtn] = entries;
    expect([mtn?.availableAt, orange?.availableAt]).toEqual([midnight(1), midnight(2)]);
    expect(entries.every(({ net, fee, gross }) => net === '686' && fee === '14' && gross === '700')).toBe(true);
  });

  it('[11.1] has what is held for a refund as pending, and refuses with what is not settled yet', async () => {
    const merchantId = newId('merchant');
    const chargeId = await balance.collected(merchantId, { ledger: 950 });
    await balance.collected(merchantId, { ledger: 950, hoursAgo: 72 });
    await world.database.query(
      `INSERT INTO hold (hold_id, debit_id, credit_id, amount, ledger)
       SELECT 're_held', m.account_id, f.account_id, 100, 950 FROM append_account m, append_account f
       WHERE m.owner_id = $1 AND m.ledger = 950 AND f.owner_id = 'mtn_momo' AND f.ledger = 950`,
      [merchantId],
    );
    const read = await balance.read(merchantId, 'live');
    expect(read.balances).toMatchObject([
      { available: '586', pending: '786', held: '100', upcoming: [{ amount: '686' }] },
    ]);
    const [{ intentId } = { intentId: '' }] = await world.database.query<{ intentId: string }>(
      'SELECT intent_id AS "intentId" FROM charge WHERE charge_id = $1',
      [chargeId],
    );
    // more than the payment that is not settled, the other one and what is held leave
    await balance.spent(merchantId, 1_000);
    const payment = request({ userId: newId('user'), intentId, merchantId, mode: 'live' });
    const way = jest.spyOn(app.get(RefundWays), 'of').mockReturnValue({ floatOwner: 'mtn_momo', phone: 'sealed' });
    expect(await refunds.refund(payment, { amount: '700' })).toMatchObject({
      code: 'balance_insufficient',
      fields: { available: '0', pending: '272', missing: '428' },
    });
    way.mockRestore();
  });
});

describe('a summary', () => {
  it('[11.6] [11.7] has payments by who made them, refunds by who made these, and apart those of which nobody is known', async () => {
    const [merchantId, cashier, key] = [newId('merchant'), newId('member'), newId('apiKey')];
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const first = await charged('1000', merchantId, cashier);
    await charged('2000', merchantId, cashier);
    await charged('3000', merchantId, key);
    // as the version before requests it
    await charged('4000', merchantId);
    refunded(await refunds.refund(first, { amount: '300', actor: key }));
    const lines = await eventually(async () => {
      const summary = await balance.summary({ merchantId, mode: 'test', currency: 'XAF', from });
      return summary.lines.reduce((sum, { count }) => sum + count, 0) === 5 && summary.lines;
    });
    expect(lines).toEqual([
      { type: 'charge', method: 'wallet', actor: key, count: 1, gross: '3000', fee: '45', net: '2955' },
      { type: 'charge', method: 'wallet', actor: cashier, count: 2, gross: '3000', fee: '45', net: '2955' },
      { type: 'charge', method: 'wallet', actor: null, count: 1, gross: '4000', fee: '60', net: '3940' },
      { type: 'refund', method: 'wallet', actor: key, count: 1, gross: '-300', fee: '0', net: '-300' },
    ]);
    const spans = app.get(SpansRepository);
    const accountId = (await spans.accountOf(merchantId, ledgerOf('test', 'XAF'))) ?? 0n;
    // where there are more lines than an answer has room for, they still add up
    const to = new Date(Date.now() + 3_600_000).toISOString();
    expect(await spans.lines(accountId, { from, to }, 3)).toEqual([
      {
        type: 'charge',
        method: 'wallet',
        actor: null,
        tillId: null,
        count: 4n,
        gross: 10_000n,
        fee: 150n,
        net: 9_850n,
      },
      { type: 'refund', method: 'wallet', actor: null, tillId: null, count: 1n, gross: -300n, fee: 0n, net: -300n },
    ]);
    // of one actor there are the own payments and refunds, and nothing else
    const own = async (actor: string) =>
      (await balance.summary({ merchantId, mode: 'test', currency: 'XAF', from, actor })).lines;
    expect(await own(cashier)).toEqual([lines[1]]);
    expect(await own(key)).toEqual([lines[0], lines[3]]);
    expect(await own(newId('member'))).toEqual([]);
  });

  it('[4.28] has payments by the till at which they were made, and refunds by the till of their payment', async () => {
    const [merchantId, cashier, owner] = [newId('merchant'), newId('member'), newId('member')];
    const [one, other] = [newId('till'), newId('till')];
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const span = { merchantId, mode: 'test', currency: 'XAF', from } as const;
    const first = await charged('1000', merchantId, cashier, one);
    await charged('2000', merchantId, cashier, other);
    await charged('3000', merchantId, cashier);
    refunded(await refunds.refund(first, { amount: '300', actor: owner }));
    const lines = await eventually(async () => {
      const read = await balance.summary(span);
      return read.lines.reduce((sum, { count }) => sum + count, 0) === 4 && read.lines;
    });
    const placed = lines.map(({ type, actor, tillId, count, gross }) => [type, actor, tillId, count, gross]);
    expect(placed).toEqual([
      ['charge', cashier, one, 1, '1000'],
      ['charge', cashier, other, 1, '2000'],
      ['charge', cashier, undefined, 1, '3000'],
      ['refund', owner, one, 1, '-300'],
    ]);
    // a cashier reads the own lines alone, by till too
    const own = await balance.summary({ ...span, actor: cashier });
    expect(own.lines).toEqual(lines.slice(0, 3));
    // one line too many, and no till is named; members are
    const spans = app.get(SpansRepository);
    const accountId = (await spans.accountOf(merchantId, ledgerOf('test', 'XAF'))) ?? 0n;
    const to = new Date(Date.now() + 3_600_000).toISOString();
    expect(await spans.lines(accountId, { from, to, byTill: true }, 3)).toMatchObject([
      { type: 'charge', actor: cashier, tillId: null, count: 3n },
      { type: 'refund', actor: owner, tillId: null, count: 1n },
    ]);
    // the own lines of a cashier add up, too
    expect(await spans.lines(accountId, { from, to, actor: cashier, byTill: true }, 2)).toMatchObject([
      { type: 'charge', actor: cashier, tillId: null, count: 3n },
    ]);
    // the sheet of a payout names members alone
    expect((await spans.lines(accountId, { from, to })).map(({ tillId, count }) => [tillId, count])).toEqual([
      ...[
        [null, 3n],
        [null, 1n],
      ],
    ]);
  });
});

describe('transactions', () => {
  it('[11.3] are listed newest first, in pages, with what they are of', async () => {
    const merchantId = newId('merchant');
    const [one, two] = [await charged('1000', merchantId), await charged('2000', merchantId)];
    const refund = refunded(await refunds.refund(one, { amount: '300' }));
    await world.database.query(
      `INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
       SELECT 'tr_01k8zr2v7hf4mb9t3c6xjdw5gb', 2, 1950, -21950, account_id, 7, (SELECT xid_offset + pg_current_xact_id()::text::bigint FROM ledger_clock)
       FROM append_account a WHERE a.owner_id = $1`,
      [merchantId],
    );
    const all = accepted(await balance.list(merchantId)).entries;
    expect(
      all.map(({ id, type, gross, fee, net, method, paymentIntentId }) => [
        id,
        type,
        gross,
        fee,
        net,
        method,
        paymentIntentId,
      ]),
    ).toEqual([
      ['tr_01k8zr2v7hf4mb9t3c6xjdw5gb.2', 'fee', '7', '0', '7', null, null],
      [refund.id, 'refund', '-300', '0', '-300', 'wallet', one.intentId],
      [two.chargeId, 'charge', '2000', '30', '1970', 'wallet', two.intentId],
      [one.chargeId, 'charge', '1000', '15', '985', 'wallet', one.intentId],
    ]);
    expect(all[1]).toMatchObject({ refundId: refund.id, chargeId: one.chargeId, createdAt: all[1]?.availableAt });
    const pages = [];
    for (let after: string | undefined; ;) {
      const page = accepted(
        await balance.list(merchantId, { limit: 2, ...(after === undefined ? {} : { startingAfter: after }) }),
      );
      pages.push(...page.entries);
      if (!page.hasMore) break;
      after = page.entries.at(-1)?.id;
    }
    expect(pages).toEqual(all);
    const { balances } = await balance.read(merchantId);
    expect(balances[0]?.available).toBe(all.reduce((sum, { net }) => sum + BigInt(net), 0n).toString());
    const since = { createdFrom: all[2]?.createdAt, createdTo: all[1]?.createdAt };
    expect(accepted(await balance.list(merchantId, since)).entries.map(({ id }) => id)).toContain(two.chargeId);
  });

  it('[11.3] go on only after one of their own', async () => {
    const [own, other] = [await charged('1000'), await charged('1000')];
    const refused = { ok: false, code: 'cursor_invalid' };
    expect(await balance.list(own.merchantId, { startingAfter: other.chargeId })).toMatchObject(refused);
    expect(await balance.list(newId('merchant'), { startingAfter: own.chargeId })).toMatchObject(refused);
    const span = {
      merchantId: own.merchantId,
      mode: 'test',
      currency: 'XAF',
      from: '2026-01-01T00:00:00.000Z',
    } as const;
    const after = { after: other.chargeId };
    expect(await balance.page({ ...span, to: '2027-01-01T00:00:00.000Z' }, after)).toMatchObject(refused);
  });
});
