import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BalanceEntry, BalanceSpan } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import pg from 'pg';
import { StatementsCommands } from '../../readers/statements/statements.commands.js';
import { PayoutSheets } from '../../readers/statements/payout-sheets.js';
import { ChargingUnderTest } from '../charging-under-test.js';
import type { Statement } from './balance-under-test.js';
import { BalanceUnderTest } from './balance-under-test.js';

jest.setTimeout(300_000);

const SPANS = 100;
const ROWS = Number(process.env['STATEMENT_ROWS'] ?? 10_000);
const SEED = Number(process.env['STATEMENT_SEED'] ?? 20_261_126);

let world: ChargingUnderTest;
let app: RunningApp;
let balance: BalanceUnderTest;
beforeAll(async () => {
  world = await ChargingUnderTest.prepare();
  app = await world.start();
  balance = await BalanceUnderTest.start(world);
});
afterAll(() => world.end());

/** A small generator with a seed (mulberry32), so that a failure can be repeated. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The account of a new merchant. */
async function account(merchantId: string): Promise<bigint> {
  const [row] = await world.database.query<{ account: string }>(
    `INSERT INTO append_account (kind, owner_id, ledger) VALUES ('merchant', $1, 1950) RETURNING account_id::text AS account`,
    [merchantId],
  );
  return BigInt(row?.account ?? 0);
}

const spanOf = (merchantId: string, from: string, to?: string): BalanceSpan => ({
  ...{ merchantId, mode: 'test', currency: 'XAF', from, ...(to === undefined ? {} : { to }) },
});
const sumOf = (entries: readonly BalanceEntry[]): bigint => entries.reduce((sum, { net }) => sum + BigInt(net), 0n);
const closingOf = ({ opening, entries }: Statement): bigint => opening + sumOf(entries);
const now = async (): Promise<string> => {
  const [row] = await world.database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return row?.now.toISOString() ?? '';
};

/** Credits and debits an account, in transactions that stay open for a while and commit in another order than they began. */
async function writeMeanwhile(
  accountId: bigint,
  draw: (below: number) => number,
  isOver: () => boolean,
): Promise<number> {
  const client = new pg.Client({ connectionString: world.database.url });
  await client.connect();
  let written = 0;
  try {
    while (!isOver()) {
      await client.query('BEGIN');
      for (let count = 1 + draw(3); count > 0; count--) {
        const [debit, credit] = draw(5) === 0 ? [accountId, -51_950n] : [-51_950n, accountId];
        await client.query(
          `INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
           VALUES ($1, 1, 1950, $2, $3, $4, (SELECT xid_offset + pg_current_xact_id()::text::bigint FROM ledger_clock))`,
          [newId('transfer'), debit, credit, 1 + draw(1_000)],
        );
        await client.query('SELECT pg_sleep($1)', [draw(40) / 1_000]);
        written += 1;
      }
      await client.query('COMMIT');
    }
  } finally {
    await client.end();
  }
  return written;
}

describe('statements that meet', () => {
  it(`[11.2] leave out nothing and repeat nothing, ${SPANS} of them of a ledger that is written to meanwhile`, async () => {
    const draw = generator(SEED);
    const merchantId = newId('merchant');
    const accountId = await account(merchantId);
    const begin = await now();
    let over = false;
    const writers = Array.from({ length: 4 }, (_, index) =>
      writeMeanwhile(accountId, generator(SEED + index), () => over),
    );
    const statements: Statement[] = [];
    try {
      for (let from = begin; statements.length < SPANS; from = statements.at(-1)?.to ?? '') {
        // some end where they were asked to, the others at the watermark
        const to = draw(2) === 0 ? new Date(Date.parse(from) + draw(40)).toISOString() : undefined;
        const statement = await balance.statement(spanOf(merchantId, from, to), 5 + draw(100));
        if (to !== undefined) expect(statement.to <= to).toBe(true);
        statements.push(statement);
      }
    } finally {
      over = true;
    }
    const written = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
    const ended = await now();
    // transactions of other suites of the server hold the watermark back for a while
    const rest = await eventually(async () => {
      const upToNow = await balance.statement(spanOf(merchantId, statements.at(-1)?.to ?? ''));
      return upToNow.to > ended && upToNow;
    });
    statements.push(rest);
    for (const [index, statement] of statements.entries())
      if (index > 0) expect(statement.opening).toBe(closingOf(statements[index - 1] ?? statement));
    const ids = statements.flatMap(({ entries }) => entries.map(({ id }) => id));
    const stored = await world.database.query<{ id: string }>(
      'SELECT journal_id AS id FROM account_entry WHERE account_id = $1 ORDER BY posted_at, journal_id',
      [accountId],
    );
    expect(ids).toEqual(stored.map(({ id }) => id));
    expect(stored).toHaveLength(written);
    expect(new Set(ids).size).toBe(written);
    expect(written).toBeGreaterThan(SPANS);
    const { balances } = await balance.read(merchantId);
    expect(closingOf(rest).toString()).toBe(balances[0]?.available);
    // read again, long after, each is as it was
    for (const [index, statement] of statements.entries()) {
      const from = index === 0 ? begin : (statements[index - 1]?.to ?? '');
      expect(await balance.statement(spanOf(merchantId, from, statement.to))).toEqual(statement);
    }
  });

  it('[11.2] end before a transaction that is under way', async () => {
    const merchantId = newId('merchant');
    const accountId = await account(merchantId);
    const begin = await now();
    const client = new pg.Client({ connectionString: world.database.url });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
         VALUES ($1, 1, 1950, -51950, $2, 5, (SELECT xid_offset + pg_current_xact_id()::text::bigint FROM ledger_clock))`,
        [newId('transfer'), accountId],
      );
      // times are of milliseconds, and the transfer may be of this one
      const written = new Date(Date.parse(await now()) + 1).toISOString();
      const asked = balance.page(spanOf(merchantId, begin, written));
      const early = await asked;
      // at an earlier watermark, or not at all: never at the end of the span, which is not closed yet
      expect(
        early.ok ? early.data.to < written : ['service_unavailable', 'parameter_invalid'].includes(early.code),
      ).toBe(true);
      await client.query('COMMIT');
      const statement = await eventually(async () => {
        const whole = await balance.statement(spanOf(merchantId, begin, written));
        return whole.to === written && whole;
      });
      expect(statement.entries.map(({ net }) => net)).toEqual(['5']);
    } finally {
      await client.end();
    }
  });

  it('are of different merchants: one takes two of the places of a process, and leaves the others theirs', async () => {
    const [greedy, ...others] = Array.from({ length: 5 }, () => newId('merchant'));
    const from = new Date(Date.parse(await now()) - 3_600_000).toISOString();
    // from now on there is a moment up to which everything is booked
    await balance.statement(spanOf(newId('merchant'), from));
    const [statements, sheets] = [app.get(StatementsCommands), app.get(PayoutSheets)];
    const read = (merchantId = '') => statements.statement(Object.assign({ limit: 1 }, spanOf(merchantId, from)));
    const sheet = { merchantId: greedy ?? '', mode: 'test' as const, payoutId: newId('payout'), limit: 1 };
    // without a pause in between: each takes its place, or is refused, at once
    const answers = await Promise.all([
      ...[read(greedy), read(greedy), statements.summarize(spanOf(greedy ?? '', from)), sheets.read(sheet)],
      ...others.map(read),
    ]);
    const codes = answers.map((answer) => (answer.ok ? 'ok' : answer.code));
    const refused = 'service_unavailable';
    expect(codes).toEqual(['ok', 'ok', refused, refused, 'ok', 'ok', refused, refused]);
    expect(await sheets.read(sheet)).toMatchObject({ code: 'payout_not_found' });
  });

  it('begin before they end', async () => {
    const later = new Date(Date.parse(await now()) + 3_600_000).toISOString();
    const refused = { ok: false, code: 'parameter_invalid', param: 'from' };
    expect(await balance.page(spanOf(newId('merchant'), later))).toMatchObject(refused);
    expect(await balance.page(spanOf(newId('merchant'), later, await now()))).toMatchObject(refused);
  });
});

describe('a statement', () => {
  it(`of ${ROWS} rows adds up, and its summary says the same`, async () => {
    const merchantId = newId('merchant');
    const accountId = await account(merchantId);
    await world.database.query(
      `INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position, posted_at)
       SELECT 'tr_' || lpad(number::text, 26, '0'), 1, 1950, -21950, $1, 1 + number % 997,
         (SELECT xid_offset + pg_current_xact_id()::text::bigint FROM ledger_clock),
         -- several of one moment, which pages cut in two
         clock_timestamp() - make_interval(days => 40) + number / 3 * interval '100 ms'
       FROM generate_series(1, $2::integer) AS number`,
      [accountId, ROWS],
    );
    await world.database.query('ANALYZE transfer');
    const begin = new Date(Date.parse(await now()) - 41 * 86_400_000).toISOString();
    const statement = await balance.statement(spanOf(merchantId, begin));
    expect(statement.entries).toHaveLength(ROWS);
    expect(new Set(statement.entries.map(({ id }) => id)).size).toBe(ROWS);
    expect(statement.opening).toBe(0n);
    const summary = await balance.summary(spanOf(merchantId, begin, statement.to));
    expect(summary).toEqual({
      ...{ to: statement.to, opening: '0', closing: closingOf(statement).toString() },
      lines: [
        {
          ...{ type: 'fee', method: null, actor: null, count: ROWS },
          ...{ gross: summary.closing, fee: '0', net: summary.closing },
        },
      ],
    });
    const middle = statement.entries[ROWS / 2]?.createdAt ?? '';
    const [first, second] = [
      await balance.statement(spanOf(merchantId, begin, middle)),
      await balance.statement(spanOf(merchantId, middle, statement.to)),
    ];
    expect([...first.entries, ...second.entries]).toEqual(statement.entries);
    expect(second.opening).toBe(closingOf(first));
  });
});
