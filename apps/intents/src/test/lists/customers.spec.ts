import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CustomerPage, IntentPage, ListCustomersCommand, ListIntentsCommand } from '@paygate/contracts';
import { CUSTOMER_PAYMENTS_MAX, listCustomers } from '@paygate/contracts';
import type { Database } from '@paygate/platform';
import { newId } from '@paygate/platform';
import { openDatabase } from '@paygate/testing';
import pg from 'pg';
import { customersStatement } from '../../reading/customers.repository.js';
import { pageStatement } from '../../reading/intent-lists.repository.js';
import { accepted, IntentsUnderTest } from '../intents-under-test.js';

let intents: IntentsUnderTest;
let merchantId: string;
/** Users in the order of registration. */
const [ada, ben, eve, zoe] = ['1', '2', '3', '4'].map((n) => `usr_${n.padStart(26, '0')}`) as [
  ...[string, string, string, string],
];

interface Paid {
  readonly payer: string | null;
  readonly amount?: number;
  readonly refunded?: number;
  readonly currency?: string;
  readonly status?: 'COMPLETED' | 'FAILED' | 'PROCESSING';
  readonly merchant?: string;
  readonly mode?: 'test' | 'live';
  /** The minute of creation; a payment takes one. */
  readonly at?: number;
}

/** Payments as they are once charged, a number of each kind, a second apart. */
async function pay(paid: Paid, count = 1): Promise<readonly string[]> {
  const { payer, amount = 500, currency = 'XAF', status = 'COMPLETED', merchant = merchantId, mode = 'test' } = paid;
  const { refunded = 0 } = paid;
  const { rows } = await intents.sql.query<{ id: string }>(
    `INSERT INTO intent (id, merchant_id, mode, amount, currency, metadata, created_at, expires_at, status, charge_id,
       charge_token_id, payer_id, payment_method, operator, phone_masked, payer_phone_index, charged_at, outcome_due_at, fee, net,
       amount_refunded, failure_code, failure_message, failure_next_step, terminal_event_id, event_sequence, version, updated_at,
       completed_at)
     SELECT id, $1, $2, $3::bigint, $4, '{}', moment, moment + interval '1 day', $5::text, 'ch_' || substr(id, 4), 'tok_' || id, $6::text,
       'mobile_money', 'mtn_momo', '********01', 'i', moment, moment + interval '1 year', CASE $5 WHEN 'COMPLETED' THEN 0 END,
       CASE $5 WHEN 'COMPLETED' THEN $3::bigint END, $9::bigint, failed, failed, CASE $5 WHEN 'FAILED' THEN 'new_intent' END,
       CASE WHEN $5 <> 'PROCESSING' THEN 'evt_' || id END, 1, 1, moment,
       CASE $5 WHEN 'COMPLETED' THEN moment + interval '1 minute' END
     FROM unnest($7::text[]) WITH ORDINALITY AS given (id, n),
       LATERAL (SELECT timestamptz '2026-11-01' + $8::integer * interval '1 minute' + n * interval '1 second') AS t (moment),
       LATERAL (SELECT CASE $5 WHEN 'FAILED' THEN 'insufficient_funds' END) AS f (failed)
     RETURNING id`,
    [
      merchant,
      mode,
      amount,
      currency,
      status,
      payer,
      Array.from({ length: count }, () => newId('intent')),
      paid.at ?? 0,
      refunded,
    ],
  );
  return rows.map(({ id }) => id);
}

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
    await pay({ payer: ada, amount: 700, refunded: 300, at: 5 });
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
            { ...none, payments: 2, amount: '1200', amountRefunded: '300' },
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
    const { plan, rows } = await explain(customersStatement(command, 21));
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
    const { plan } = await explain(pageStatement(command, 101));
    expect(plan).not.toMatch(/Seq Scan|Rows Removed by Filter/);
  });

  /** The plan that the service uses for all values, and how many entries of indexes it reads. */
  async function explain({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) {
    await database.query({ text: 'SET plan_cache_mode = force_generic_plan' });
    await database.query({ text: `PREPARE page AS ${text}` });
    const lines = await database.query<{ 'QUERY PLAN': string }>({
      text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) EXECUTE page (${values.map(literalOf).join(', ')})`,
    });
    await database.query({ text: 'DEALLOCATE page' });
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    const scans = [...plan.matchAll(/Index(?: Only)? Scan[^\n]*actual rows=([0-9.]+) loops=([0-9]+)/g)];
    const rows = scans.reduce((sum, [, each, loops]) => sum + Number(each) * Number(loops), 0);
    return { plan, rows };
  }
});

function literalOf(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value);
  const text = Array.isArray(value) ? `{${value.join(',')}}` : value;
  if (typeof text !== 'string') throw new TypeError('a value of another kind');
  return pg.escapeLiteral(text);
}
