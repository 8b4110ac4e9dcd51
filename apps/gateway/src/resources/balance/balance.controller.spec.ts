import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { BalanceEntry, BalanceSpan, ReadStatementCommand } from '@paygate/contracts';
import {
  accept,
  BalanceSummaryView,
  BalanceTransactionPageAnswer,
  BalanceView,
  compileChecker,
  listTransactions,
  OwnSummaryView,
  SummarizeBalanceCommand,
  ListTransactionsCommand,
  readBalance,
  ReadStatementCommand as ReadStatementClass,
  readStatement,
  refuse,
  summarizeBalance,
} from '@paygate/contracts';
import { zonedText } from '@paygate/paper';
import { newId } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const secret = newApiKey();
const { merchantId } = secret.row;
const [reader, other] = (['balance:read', 'refunds:read'] as const).map((scope) =>
  newApiKey({ type: 'restricted', scopes: [scope], merchantId }),
);
const account = { merchantId, mode: 'test', currency: 'XAF' } as const;
const entry = (net: string, more: Partial<BalanceEntry> = {}): BalanceEntry => ({
  ...{ id: newId('charge'), type: 'charge', gross: (BigInt(net) + 20n).toString(), fee: '20', net, method: 'mtn_momo' },
  ...{ paymentIntentId: newId('intent'), chargeId: newId('charge'), refundId: null, payoutId: null },
  ...{ availableAt: '2026-11-21T23:00:00.000Z', createdAt: '2026-11-21T09:00:00.000Z' },
  ...more,
});

beforeAll(async () => {
  for (const key of [secret, reader, other]) if (key !== undefined) apiKeyRows.put(key.row.apiKeyId, key.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
});

const ask = (path: string, key = secret.key) => gateway.ask({ method: 'GET', path, headers: { 'x-api-key': key } });
const sent = () => busDouble.sent.map(({ payload }) => payload);

describe('a balance', () => {
  test('is read by currency, with what becomes available when', async () => {
    const before = { currency: 'XAF', available: '0', pending: '2523', held: '1500' } as const;
    const xaf = { ...before, owed: '14' };
    const upcoming = [{ at: '2026-11-21T23:00:00.000Z', amount: '1023' }];
    const readAt = '2026-11-21T09:00:00.000Z';
    busDouble.on(readBalance, () => accept({ balances: [{ ...xaf, upcoming }], readAt }));
    const { status, body } = await ask('/balance', reader?.key);
    expect(status).toBe(200);
    expect(compileChecker(BalanceView)(body)).toEqual([]);
    expect(body).toEqual({ object: 'balance', balances: [{ ...xaf, upcoming }], mode: 'test', readAt });
    busDouble.on(readBalance, () => accept({ balances: [{ ...before, upcoming }], readAt }));
    expect((await ask('/balance', reader?.key)).body).toMatchObject({ balances: [{ owed: '0' }] });
    busDouble.sent.pop();
    expect(sent()).toEqual([{ merchantId, mode: 'test' }]);
  });

  test.each([
    '/balance',
    '/balance/transactions',
    '/balance/statement',
    '/balance/summary',
    '/fees?amount=1&method=wallet',
  ])('[11.5] %s needs the scope balance:read', async (path) => {
    expect((await ask(path, other?.key)).body).toMatchObject({ status: 403, code: 'scope_missing' });
  });
});

describe('transactions', () => {
  test('are listed with their cursor, filters and defaults', async () => {
    const entries = [
      entry('1023'),
      entry('-300', { type: 'refund', gross: '-300', fee: '0', refundId: newId('refund') }),
    ];
    busDouble.on(listTransactions, () => accept({ entries, hasMore: true }));
    const { status, body } = await ask('/balance/transactions');
    expect(status).toBe(200);
    expect(compileChecker(BalanceTransactionPageAnswer)(body)).toEqual([]);
    expect(body).toMatchObject({ hasMore: true, nextCursor: entries[1]?.id });
    const cursor = entries[1]?.id ?? '';
    const from = '2026-11-20T00:00:00%2B01:00';
    await ask(`/balance/transactions?currency=XOF&limit=5&startingAfter=${cursor}&createdFrom=${from}`);
    expect(sent()).toEqual([
      { ...account, limit: 20 },
      { ...account, currency: 'XOF', limit: 5, startingAfter: cursor, createdFrom: '2026-11-19T23:00:00.000Z' },
    ]);
    for (const command of sent()) expect(compileChecker(ListTransactionsCommand)(command)).toEqual([]);
  });

  test('of a fee have neither payment nor method', async () => {
    const { id, net, availableAt, createdAt } = entry('5');
    const unknown = { method: null, paymentIntentId: null, chargeId: null, refundId: null, payoutId: null };
    const fee = {
      id,
      type: 'fee' as const,
      gross: net,
      fee: '0',
      net,
      ...unknown,
      availableAt,
      createdAt,
    };
    busDouble.on(listTransactions, () => accept({ entries: [fee], hasMore: false }));
    const { body } = await ask('/balance/transactions');
    expect(compileChecker(BalanceTransactionPageAnswer)(body)).toEqual([]);
    expect(body['data']).toMatchObject([
      {
        object: 'balance_transaction',
        type: 'fee',
        method: null,
        paymentIntentId: null,
        chargeId: null,
        refundId: null,
        payoutId: null,
      },
    ]);
  });

  test('with another cursor are refused', async () => {
    busDouble.on(listTransactions, () => refuse('cursor_invalid', { param: 'startingAfter' }));
    for (const cursor of ['x', newId('charge')])
      expect((await ask(`/balance/transactions?startingAfter=${cursor}`)).body).toMatchObject({
        ...{ status: 400, code: 'cursor_invalid', param: 'startingAfter' },
      });
  });
});

describe('a statement', () => {
  const to = '2026-11-30T23:00:00.000Z';
  const path = '/balance/statement?month=2026-11';

  test('[11.2] is sent page by page, with the balance after each row, and says where it ends', async () => {
    const number = 'MP261121.1000.A7';
    const rows = [
      entry('1000', { providerReference: number }),
      entry('-300', { type: 'refund', gross: '-300', fee: '0', providerReference: null }),
      entry('50', { type: 'adjustment', description: '=1+1, "twice" (letter 12)' }),
    ];
    busDouble.on(readStatement, ({ after }: ReadStatementCommand) => {
      const index = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
      const page = { to, entries: rows.slice(index, index + 1), hasMore: index < 2 };
      return accept(after === undefined ? { ...page, opening: '70' } : page);
    });
    const { status, text, headers } = await ask(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['x-statement-to']).toBe(to);
    expect(headers['content-disposition']).toContain('paygate-test-XAF-2026-11-01-2026-11-30.csv');
    const cells = text.split('\r\n').map((line) => line.split(','));
    expect(cells.map((row) => [row[0], row[8], row[9], row[11]])).toEqual([
      ['type', 'net', 'balance', 'providerReference'],
      ['opening_balance', '', '70', ''],
      ['charge', '1000', '1070', number],
      ['refund', '-300', '770', ''],
      ['adjustment', '50', '820', ''],
      ['closing_balance', '', '820', ''],
      ['', undefined, undefined, undefined],
    ]);
    // no spreadsheet runs the reason of an adjustment, and it stays in its cell
    const descriptions = text.split('\r\n').map((line) => line.split(',').slice(12).join());
    expect(descriptions).toEqual(['description', '', '', '', `"'=1+1, ""twice"" (letter 12)"`, '', '']);
    expect(cells.slice(1, 6).map((row) => row[2])).toEqual([
      '2026-11-01T00:00:00.000+01:00',
      ...Array<string>(3).fill('2026-11-21T10:00:00.000+01:00'),
      '2026-12-01T00:00:00.000+01:00',
    ]);
    const span = { ...account, from: '2026-10-31T23:00:00.000Z', to, limit: 500 };
    expect(sent()).toEqual([span, { ...span, after: rows[0]?.id }, { ...span, after: rows[1]?.id }]);
    for (const command of sent()) expect(compileChecker(ReadStatementClass)(command)).toEqual([]);
  });

  test('goes on after a page that could not be read for a moment', async () => {
    const rows = [entry('1'), entry('2')];
    let refused = 0;
    busDouble.on(readStatement, ({ after }: ReadStatementCommand) => {
      if (after === undefined) return accept({ to, opening: '0', entries: rows.slice(0, 1), hasMore: true });
      if (refused++ < 2) return refuse('upstream_timeout');
      return accept({ to, entries: rows.slice(1), hasMore: false });
    });
    expect((await ask(path)).text).toContain(`closing_balance,,${zonedText(to)},${zonedText(to)},,,,,,3,XAF,`);
  });

  test('that cannot be read to its end breaks off, without a closing balance', async () => {
    busDouble.on(readStatement, ({ after }: ReadStatementCommand) =>
      after === undefined
        ? accept({ to, opening: '0', entries: [entry('1')], hasMore: true })
        : refuse('upstream_timeout'),
    );
    await expect(ask(path)).rejects.toThrow();
  });

  test.each(['upstream_timeout', 'service_unavailable'] as const)(
    'that cannot begin is answered with %s',
    async (code) => {
      busDouble.on(readStatement, () => refuse(code));
      expect((await ask(path)).body).toMatchObject({ code });
    },
  );

  test.each([
    ['month=2026-13', 'month'],
    ['month=2026-11&from=2026-11-01T00:00:00Z', 'from'],
    ['month=2026-11&to=2026-11-01T00:00:00Z', 'to'],
    ['from=2026-11-01', 'from'],
    ['currency=EUR', 'currency'],
  ])('of %s is refused', async (query, param) => {
    for (const what of ['statement', 'summary'])
      expect((await ask(`/balance/${what}?${query}`)).body).toMatchObject({
        status: 400,
        code: 'parameter_invalid',
        param,
      });
    expect(sent()).toEqual([]);
  });

  test('begins with this month of Africa/Douala, and ends now, unless it is asked otherwise', async () => {
    busDouble.on(readStatement, () => accept({ to, opening: '0', entries: [], hasMore: false }));
    await ask('/balance/statement');
    const [span] = sent() as readonly BalanceSpan[];
    expect(span?.to).toBeUndefined();
    expect(span?.from).toMatch(/T23:00:00\.000Z$/);
    const begin = new Date(Date.parse(span?.from ?? '') + 3_600_000);
    expect(begin.getUTCDate()).toBe(1);
    expect(begin <= new Date(Date.now() + 3_600_000)).toBe(true);
  });
});

describe('a summary', () => {
  test('has the sums of the span by type, method and member', async () => {
    const actor = newId('member');
    const lines = [
      { type: 'charge', method: 'wallet', actor, count: 1, gross: '1000', fee: '15', net: '985' },
      { type: 'charge', method: 'wallet', actor: null, count: 1, gross: '1000', fee: '15', net: '985' },
      { type: 'refund', method: null, actor, count: 1, gross: '-300', fee: '0', net: '-300' },
    ] as const;
    const ends = { to: '2026-11-21T23:00:00.000Z', opening: '0', closing: '1670' };
    busDouble.on(summarizeBalance, () => accept({ ...ends, lines: [...lines] }));
    const { status, body } = await ask('/balance/summary?from=2026-11-20T23:00:00Z&to=2026-11-21T23:00:00Z');
    expect(status).toBe(200);
    expect(compileChecker(BalanceSummaryView)(body)).toEqual([]);
    expect(body).toMatchObject({
      object: 'balance_summary',
      ...ends,
      data: [{ actor }, { actor: null }, { method: null, actor }],
    });
    expect(sent()).toEqual([{ ...account, from: '2026-11-20T23:00:00.000Z', to: ends.to }]);
  });
});

describe('the own sums of a caller', () => {
  const day = 'from=2026-11-20T23:00:00Z&to=2026-11-21T23:00:00Z';
  const line = (type: 'charge' | 'refund' | 'payout', actor: string | null) =>
    ({ type, method: 'wallet', actor, count: 1, gross: '1000', fee: '15', net: '985' }) as const;

  test('[11.7] have its payments and refunds, and neither a balance nor anything of others', async () => {
    const own = secret.row.apiKeyId;
    const mine = [line('charge', own), line('refund', own)];
    const others = [line('charge', newId('member')), line('charge', null), line('payout', own)];
    const ends = { to: '2026-11-21T23:00:00.000Z', opening: '70', closing: '1670' };
    // a charging of the version before does not know of actors, and sends all
    busDouble.on(summarizeBalance, () => accept({ ...ends, lines: [...mine, ...others] }));
    const { status, body } = await ask(`/balance/summary/own?${day}`);
    expect(status).toBe(200);
    expect(compileChecker(OwnSummaryView)(body)).toEqual([]);
    const span = { currency: 'XAF', from: '2026-11-20T23:00:00.000Z', to: ends.to };
    const data = mine.map((line) => Object.assign({ tillId: null }, line));
    expect(body).toEqual({ object: 'own_summary', ...span, data, mode: 'test' });
    expect(sent()).toEqual([{ ...account, ...span, actor: own }]);
    for (const command of sent()) expect(compileChecker(SummarizeBalanceCommand)(command)).toEqual([]);
  });

  test('[11.7] need the right to read payments and refunds, and not that to read the balance', async () => {
    for (const key of [reader, other])
      expect((await ask(`/balance/summary/own?${day}`, key?.key)).body).toMatchObject({ code: 'scope_missing' });
  });

  test('of more than 32 days are refused', async () => {
    const { body } = await ask('/balance/summary/own?from=2026-01-01T00:00:00Z&to=2026-02-02T00:00:01Z');
    expect(body).toMatchObject({ code: 'parameter_invalid', param: 'from' });
  });
});

test('a summary of more than 32 days is refused, and a statement of them is not', async () => {
  busDouble.on(readStatement, ({ to = '' }: ReadStatementCommand) =>
    accept({ to, opening: '0', entries: [], hasMore: false }),
  );
  const span = 'from=2026-01-01T00:00:00Z&to=2026-02-02T00:00:01Z';
  expect((await ask(`/balance/summary?${span}`)).body).toMatchObject({ code: 'parameter_invalid', param: 'from' });
  expect((await ask(`/balance/statement?${span}`)).status).toBe(200);
});
