import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CustomerPage, IntentPage, ListCustomersCommand, ListIntentsCommand } from '@paygate/contracts';
import { CUSTOMER_PAYMENTS_MAX, listCustomers } from '@paygate/contracts';
import type { Database } from '@paygate/platform';
import { newId } from '@paygate/platform';
import { openDatabase } from '@paygate/testing';
import { customersStatement } from '../../reading/customers.repository.js';
import { pageStatement } from '../../reading/intent-lists.repository.js';
import { accepted, IntentsUnderTest } from '../intents-under-test.js';
import { explained } from './explained.js';
import type { Paid } from './paid-intents.js';
import { payIntents } from './paid-intents.js';

let intents: IntentsUnderTest;
let merchantId: string;
/** Users in the order of registration. */
const [ada, ben, eve, zoe] = ['1', '2', '3', '4'].map((n) => `usr_${n.padStart(26, '0')}`) as [
  ...[string, string, string, string],
];

const pay = (paid: Omit<Paid, 'merchant'> & Partial<Paid>, count?: number): Promise<readonly string[]> =>
  payIntents(intents, { merchant: merchantId, ...paid }, count);

const page = async (query: Partial<ListCustomersCommand> = {}): Promise<CustomerPage> =>
  accepted(await intents.send(listCustomers, { merchantId, mode: 'test', limit: 20, ...query }));
const usersOf = ({ customers }: CustomerPage): readonly string[] => customers.map(({ userId }) => userId);

beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  ({ merchantId } = intents);
});
afterAll(() => intents.stop());

describe('the customers of a merchant are the users who have paid', () => {
  beforeAll(async () => {
    await pay({ payer: ada, amount: 500, at: 10 });
    await pay({ payer: ada, amount: 700, refunded: 300, reversed: 150, at: 5 });
    await pay({ payer: ada, amount: 900, at: 20, currency: 'XOF' });
    await pay({ payer: ben, amount: 999_999_999_999 }, 3);
    await pay({ payer: eve, status: 'FAILED' });
    await pay({ payer: eve, status: 'PROCESSING' });
    await pay({ payer: null });
    await pay({ payer: zoe, at: 1 });
    await pay({ payer: eve, merchant: newId('merchant') });
    await pay({ payer: eve, mode: 'live' });
    await intents.created({ userId: eve });
  });

  it('[2.30] with the number, amounts and times of their payments, the last registered first', async () => {
    const none = { currency: 'XAF', amountRefunded: '0' };
    const plain = { firstPaymentAt: '2026-11-01T00:01:01.000Z', isCut: false };
    expect(await page()).toEqual({
      customers: [
        {
          ...{ userId: zoe, payments: 1, totals: [{ ...none, payments: 1, amount: '500' }], isCut: false },
          ...{ firstPaymentAt: '2026-11-01T00:02:01.000Z', lastPaymentAt: '2026-11-01T00:02:01.000Z' },
        },
        {
          ...{ ...plain, userId: ben, payments: 3, lastPaymentAt: '2026-11-01T00:01:03.000Z' },
          totals: [{ ...none, payments: 3, amount: '2999999999997' }],
        },
        {
          ...{ userId: ada, payments: 3, isCut: false },
          totals: [
            { ...none, payments: 2, amount: '1200', amountRefunded: '450' },
            { ...none, currency: 'XOF', payments: 1, amount: '900' },
          ],
          ...{ firstPaymentAt: '2026-11-01T00:06:01.000Z', lastPaymentAt: '2026-11-01T00:21:01.000Z' },
        },
      ],
      hasMore: false,
      nextCursor: null,
    });
  });

  it('[2.30] in pages, without a gap or a repetition', async () => {
    const first = await page({ limit: 2 });
    expect(usersOf(first)).toEqual([zoe, ben]);
    expect(first).toMatchObject({ hasMore: true, nextCursor: ben });
    const last = await page({ limit: 2, startingAfter: ben });
    expect(usersOf(last)).toEqual([ada]);
    expect(last).toMatchObject({ hasMore: false, nextCursor: null });
    expect(usersOf(await page({ limit: 1, startingAfter: eve }))).toEqual([ben]);
    expect(await page({ startingAfter: ada })).toEqual({ customers: [], hasMore: false, nextCursor: null });
  });

  it('[2.30] in one mode, and of no other merchant', async () => {
    expect(usersOf(await page({ mode: 'live' }))).toEqual([eve]);
    expect(usersOf(await page({ merchantId: newId('merchant') }))).toEqual([]);
  });
});

describe('of a customer with many payments', () => {
  it('[2.30] the newest are counted, and that there are more is said', async () => {
    const merchant = newId('merchant');
    await pay({ payer: ada, merchant, amount: 200, currency: 'XOF' });
    await pay({ payer: ada, merchant, at: 1 }, CUSTOMER_PAYMENTS_MAX - 1);
    const all = (await page({ merchantId: merchant })).customers;
    expect(all).toMatchObject([{ payments: CUSTOMER_PAYMENTS_MAX, isCut: false, totals: [{}, { currency: 'XOF' }] }]);
    await pay({ payer: ada, merchant, amount: 700, at: 60 });
    const amount = String(500 * (CUSTOMER_PAYMENTS_MAX - 1) + 700);
    expect((await page({ merchantId: merchant })).customers).toEqual([
      {
        ...{ userId: ada, payments: CUSTOMER_PAYMENTS_MAX, isCut: true },
        totals: [{ currency: 'XAF', payments: CUSTOMER_PAYMENTS_MAX, amount, amountRefunded: '0' }],
        ...{ firstPaymentAt: '2026-11-01T00:02:01.000Z', lastPaymentAt: '2026-11-01T01:01:01.000Z' },
      },
    ]);
  });
});

describe('a list is filtered by the user', () => {
  const found = async (query: Partial<ListIntentsCommand>): Promise<readonly string[]> => idsOf(await listed(query));
  const listed = async (query: Partial<ListIntentsCommand>): Promise<IntentPage> => accepted(await intents.list(query));
  const idsOf = ({ intents: list }: IntentPage): readonly string[] => list.map(({ id }) => id);

  it('[2.31] who has paid, has tried to pay, or is the only one who may, with the other filters', async () => {
    const merchant = newId('merchant');
    const of = (query: Partial<ListIntentsCommand>) => found({ merchantId: merchant, userId: ada, ...query });
    const shop = { key: 'shop', value: 'one' };
    const reference = 'order of a user';
    const [failed] = await pay({ payer: ada, merchant, status: 'FAILED', amount: 700 });
    const [paid] = await pay({ payer: ada, merchant, at: 1 });
    await pay({ payer: ben, merchant });
    await pay({ payer: null, merchant });
    await intents.created({ merchantId: merchant, userId: ben, reference, metadata: '{"shop":"one"}' });
    const may = await intents.created({ merchantId: merchant, userId: ada, metadata: '{"shop":"one"}' });
    expect(await of({})).toEqual([may.id, paid, failed]);
    expect(await of({ statuses: ['FAILED', 'COMPLETED'] })).toEqual([paid, failed]);
    expect(await of({ amountFrom: '600', amountTo: '700' })).toEqual([failed]);
    expect(await of({ metadata: [shop] })).toEqual([may.id]);
    expect(await of({ metadata: [shop, { key: 'shop', value: 'two' }] })).toEqual([]);
    expect(await of({ reference })).toEqual([]);
    expect(await of({ text: 'one' })).toEqual([may.id]);
    expect(await of({ createdTo: '2026-11-01T00:01:00.000Z' })).toEqual([failed]);
    expect(await of({ startingAfter: paid ?? '' })).toEqual([failed]);
    expect(await of({ endingBefore: paid ?? '' })).toEqual([may.id]);
    expect(await of({ limit: 1 })).toEqual([may.id]);
    expect(await of({ mode: 'live' })).toEqual([]);
    expect(await of({ userId: zoe })).toEqual([]);
  });

  it('[2.31] whose charge was accepted', async () => {
    const userId = newId('user');
    const intent = await intents.created();
    expect(await found({ userId })).toEqual([]);
    accepted(await intents.charge(intent.id, intents.token(intent, { sub: userId })));
    expect(await found({ userId })).toEqual([intent.id]);
  });
});

describe('a page of customers is one statement on an index', () => {
  let owner: string;
  let database: Database;
  const USERS = 40;
  const many = (n: number): string => `usr_${String(1_000 + n).padStart(26, '0')}`;
  beforeAll(async () => {
    database = await openDatabase(intents.databaseUrl, 1);
    owner = newId('merchant');
    // a large merchant, whose users have paid often or once, among small ones
    for (let n = 1; n <= USERS; n++) await pay({ payer: many(n), merchant: owner, at: n }, n % 10 === 0 ? 2_000 : 100);
    await pay({ payer: many(0), merchant: owner, status: 'FAILED' }, 10_000);
    await pay({ payer: null, merchant: owner }, 10_000);
    for (let n = 1; n <= 200; n++) await pay({ payer: many(n), merchant: newId('merchant') });
    await intents.sql.query('VACUUM ANALYZE intent');
  });
  afterAll(() => database.close());

  // of 21 users three, of 19 one have more payments than are counted
  it.each<readonly [string, Partial<ListCustomersCommand>, number]>([
    ['the first page', {}, 21 + 18 * 100 + 3 * (CUSTOMER_PAYMENTS_MAX + 1)],
    ['a page in the middle', { startingAfter: many(USERS / 2) }, 19 + 18 * 100 + CUSTOMER_PAYMENTS_MAX + 1],
    ['one after the end', { startingAfter: many(1) }, 0],
    ['a merchant without any', { merchantId: newId('merchant') }, 0],
  ])('[2.30] %s: no table is scanned, no row is read in vain', async (_, query, entries) => {
    const command = { merchantId: owner, mode: 'test', limit: 20, ...query } as const;
    const { plan, rows } = await explained(database, customersStatement(command, 21));
    expect(plan).not.toContain('Seq Scan');
    // one for each user, and the payments that are counted
    expect(Math.round(rows)).toBeLessThanOrEqual(entries + 1);
  });

  it.each<readonly [string, Partial<ListIntentsCommand>]>([
    ['a user', {}],
    ['a user, of a status', { statuses: ['COMPLETED'] }],
    ['a user, of a time', { createdTo: '2026-11-01T00:20:00.000Z' }],
  ])('and a list by %s: no row is read in vain', async (_, query) => {
    const command = { merchantId: owner, mode: 'test', limit: 100, userId: many(20), ...query } as const;
    const { plan } = await explained(database, pageStatement(command, 101));
    expect(plan).not.toMatch(/Seq Scan|Rows Removed by Filter/);
  });
});
