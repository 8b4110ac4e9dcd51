import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GuestPage, ListGuestsCommand, Mode } from '@paygate/contracts';
import { CUSTOMER_PAYMENTS_MAX, listGuests } from '@paygate/contracts';
import type { Database } from '@paygate/platform';
import { newId } from '@paygate/platform';
import { openDatabase } from '@paygate/testing';
import { guestsStatement } from '../../reading/customers.repository.js';
import { LOOKED_THROUGH_MAX } from '../../reading/search-statement.js';
import { accepted, IntentsUnderTest } from '../intents-under-test.js';
import { explained } from './explained.js';
import { payIntents } from './paid-intents.js';

let intents: IntentsUnderTest;
const [ada, ben, eve, zoe] = ['1', '2', '3', '4'].map((n) => `cus_${n.padStart(26, '0')}`) as [
  ...[string, string, string, string],
];
const shop = newId('merchant');
const paid = (given: Partial<Parameters<typeof payIntents>[1]>, count?: number) =>
  payIntents(intents, { payer: null, merchant: shop, ...given }, count);
const page = async (query: Partial<ListGuestsCommand> = {}): Promise<GuestPage> =>
  accepted(await intents.send(listGuests, { merchantId: shop, mode: 'test', limit: 20, ...query }));
const idsOf = ({ guests }: GuestPage): readonly string[] => guests.map(({ id }) => id);

beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

/** Guarantees that guests are customers of the merchant and mode that they have paid, and of no other. */
describe('the guests of a merchant', () => {
  beforeAll(async () => {
    await paid({ customer: ada, amount: 500, at: 1 });
    await paid({ customer: ada, amount: 700, refunded: 300, at: 9, phoneMasked: '********09' });
    await paid({ customer: ada, amount: 900, at: 5, currency: 'XOF' });
    await paid({ customer: ben, at: 2 }, 3);
    await paid({ customer: eve, status: 'FAILED', at: 10 });
    await paid({ customer: eve, status: 'PROCESSING', at: 11 });
    // with an account, and of before
    await paid({ customer: zoe, payer: newId('user'), at: 12 });
    await paid({ at: 13 });
    await paid({ customer: zoe, merchant: newId('merchant') });
    await paid({ customer: zoe, mode: 'live' });
  });

  it('[2.44] are the phones that completed a payment without an account, the last payment first', async () => {
    const xaf = { currency: 'XAF', amountRefunded: '0' };
    expect(await page()).toEqual({
      guests: [
        {
          ...{ id: ada, phoneMasked: '********09', operator: 'mtn_momo', payments: 3, isCut: false },
          totals: [
            { ...xaf, payments: 2, amount: '1200', amountRefunded: '300' },
            { ...xaf, currency: 'XOF', payments: 1, amount: '900' },
          ],
          ...{ firstPaymentAt: '2026-11-01T00:02:01.000Z', lastPaymentAt: '2026-11-01T00:10:01.000Z' },
        },
        {
          ...{ id: ben, phoneMasked: '********01', operator: 'mtn_momo', payments: 3, isCut: false },
          totals: [{ ...xaf, payments: 3, amount: '1500' }],
          ...{ firstPaymentAt: '2026-11-01T00:03:01.000Z', lastPaymentAt: '2026-11-01T00:03:03.000Z' },
        },
      ],
      hasMore: false,
      nextCursor: null,
    });
  });

  it('[2.44] in pages, without a gap or a repetition', async () => {
    const first = await page({ limit: 1 });
    expect(idsOf(first)).toEqual([ada]);
    const cursor = first.nextCursor ?? '';
    // a guest who pays between two pages is not on the next one again
    await paid({ customer: ada, at: 20 });
    const next = await page({ limit: 1, startingAfter: cursor });
    expect(next).toMatchObject({ hasMore: false, nextCursor: null });
    expect(idsOf(next)).toEqual([ben]);
  });

  it.each<[string, () => { merchantId: string; mode: Mode }, readonly string[]]>([
    ['another merchant', () => ({ merchantId: newId('merchant'), mode: 'test' }), []],
    ['the other mode', () => ({ merchantId: shop, mode: 'live' }), [zoe]],
  ])('[2.44] are none of %s', async (_, owner, known) => {
    expect(idsOf(await page(owner()))).toEqual(known);
    const list = await intents.list({ ...owner(), customerId: ada });
    expect(list).toMatchObject({ ok: true, data: { intents: [] } });
  });

  it('[2.44] have their payments listed, whatever became of them', async () => {
    const listed = async (customerId: string) => accepted(await intents.list({ merchantId: shop, customerId })).intents;
    expect((await listed(eve)).map(({ status }) => status)).toEqual(['PROCESSING', 'FAILED']);
    expect(await listed(ben)).toHaveLength(3);
    expect(await listed(newId('customer'))).toEqual([]);
  });

  it('a cursor that is no payment of the merchant is refused', async () => {
    const [foreign = ''] = await paid({ customer: zoe, merchant: newId('merchant') });
    for (const startingAfter of [newId('intent'), foreign]) {
      const reply = await intents.send(listGuests, { merchantId: shop, mode: 'test', limit: 20, startingAfter });
      expect(reply).toMatchObject({ ok: false, code: 'cursor_invalid' });
    }
  });
});

describe('a page of guests', () => {
  const large = newId('merchant');
  beforeAll(async () => {
    await paid({ merchant: large, customer: ben, at: 0 });
    await paid({ merchant: large, payer: newId('user'), at: 1 }, LOOKED_THROUGH_MAX);
    await paid({ merchant: large, customer: ada, at: 10_000 }, CUSTOMER_PAYMENTS_MAX + 1);
  });

  it('[2.44] counts the newest payments of each, and says that there are more', async () => {
    const [first] = (await page({ merchantId: large })).guests;
    expect(first).toMatchObject({ id: ada, payments: CUSTOMER_PAYMENTS_MAX, isCut: true });
  });

  it('[2.44] looks through a bounded number of payments, and the next one goes on there', async () => {
    const first = await page({ merchantId: large });
    expect(idsOf(first)).toEqual([ada]);
    expect(first.hasMore).toBe(true);
    const rest = await page({ merchantId: large, startingAfter: first.nextCursor ?? '' });
    expect(rest).toMatchObject({ hasMore: false, nextCursor: null });
    expect(idsOf(rest)).toEqual([ben]);
  });
});

describe('a page of guests of a large merchant', () => {
  let database: Database;
  const crowd = newId('merchant');
  beforeAll(async () => {
    database = await openDatabase(intents.databaseUrl, 1);
    const many = (n: number): string => `cus_${String(1_000 + n).padStart(26, '0')}`;
    for (let n = 1; n <= 40; n++) await paid({ merchant: crowd, customer: many(n), at: n * 10 }, 100);
    await paid({ merchant: crowd, customer: many(0), status: 'FAILED' }, 5_000);
    for (let n = 1; n <= 100; n++) await paid({ merchant: newId('merchant'), customer: many(n) });
    await intents.sql.query('VACUUM ANALYZE intent');
  });
  afterAll(() => database.close());

  it.each<[string, () => Promise<Partial<ListGuestsCommand>>]>([
    ['the first', () => Promise.resolve({})],
    ['the next', async () => ({ startingAfter: (await page({ merchantId: crowd })).nextCursor ?? '' })],
  ])('[2.44] %s reads the payments that it walks and counts, and scans no table', async (_, query) => {
    const command = { merchantId: crowd, mode: 'test', limit: 20, ...(await query()) } as const;
    const { plan, rows } = await explained(database, guestsStatement(command, 21));
    expect(plan).not.toContain('Seq Scan');
    // those of 40 guests are walked at most, one probe for each; those of 21 are counted
    expect(Math.round(rows)).toBeLessThanOrEqual(2 * 4_000 + 21 * 100 + 1);
  });
});

describe('the customer of an intent', () => {
  it('never changes once it is charged', async () => {
    const [id] = await paid({ customer: ada, merchant: newId('merchant') });
    const change = intents.sql.query('UPDATE intent SET customer_id = $2, version = version + 1 WHERE id = $1', [
      ...[id, ben],
    ]);
    await expect(change).rejects.toThrow('an intent is charged at most once');
  });
});
