import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { eventually, railDifferences, RailControl, receivedDeliveries, stackProcesses } from '@paygate/testing';
import { accepted } from '../payments/paying.js';
import { openStack } from '../stack/open-stack.js';
import { newProven } from './paying-out.js';
import type { Batch, ListedRow } from './paying-many.js';
import { PayingMany } from './paying-many.js';

jest.setTimeout(560_000);

const ROWS = 1_000;
const PART = 100;
const ENDED_WITHIN_MS = 420_000;
const AMOUNT = '100';
/** The rest of the account of Orange Money that pays: it is empty after so many rows. */
const ORANGE_ROWS_PAID = 5;

/** A kind of rows: the digits of their numbers, how many there are, and how each of them ends. */
interface Kind {
  readonly digits: string;
  readonly count: number;
  readonly status?: 'COMPLETED' | 'FAILED';
  readonly code?: string;
  readonly name?: string;
  readonly nameCheck?: string;
}

/** The seeded faults: docs/rails.md. Beside them two requests in a hundred have no answer, half of which are processed. */
const kinds: Readonly<Record<string, Kind>> = {
  failing: { digits: '61', count: 15, status: 'FAILED', code: 'rail_error' },
  nobody: { digits: '13', count: 15, status: 'FAILED', code: 'payer_not_found' },
  reset: { digits: '62', count: 15 },
  slow: { digits: '60', count: 10 },
  silent: { digits: '03', count: 10 },
  otherName: { digits: '01', count: 10, name: 'Quelqu’un Autre', nameCheck: 'differs' },
  double: { digits: '01', count: 10 },
  // some of them are paid: the books of the operator say which
  emptyFloat: { digits: '01', count: 15 },
};
const SILENCE = { no_answer: 0.02 };

interface Row {
  readonly number: number;
  readonly amount: string;
  readonly fee: string;
  readonly status: string;
  readonly payoutId: string;
  readonly warnings: readonly string[];
  readonly nameCheck: string | null;
  readonly failure: { readonly code: string } | null;
}

interface Sent extends Batch {
  readonly amount: string;
  readonly fee: string;
  readonly names: { readonly waiting: number };
  readonly counts: Readonly<Record<'pending' | 'processing' | 'completed' | 'failed' | 'canceled', number>>;
}

/** The processes that are killed while rows are sent, each as soon as a further tenth of the rows has ended. */
const killed = ['charging', 'intents', 'webhooks', 'auth', 'gateway', 'otp', 'charging-2'];

const { stack, api, databases } = openStack();
const control = new RailControl(stack.rails.control);
const many = new PayingMany(stack, api);

/** The kinds of the rows: a fault in every ninth one. */
const kindOf = ((): readonly string[] => {
  const faulty = Object.entries(kinds).flatMap(([kind, { count }]) => Array.from({ length: count }, () => kind));
  return Array.from({ length: ROWS }, (_, index) => (index % 9 === 8 ? faulty[(index - 8) / 9] : undefined) ?? 'good');
})();

/** The rows, with numbers that nobody else has. A double repeats the number of the row before it. */
const rows = ((): readonly ListedRow[] => {
  const run = String(randomInt(50)).padStart(2, '0');
  const listed: ListedRow[] = [];
  for (const [index, kind] of kindOf.entries()) {
    const { digits = '01', name } = kinds[kind] ?? {};
    const own = `+2376${kind === 'emptyFloat' ? 9 : 7}${run}${String(index).padStart(3, '0')}${digits}`;
    const phoneNumber = kind === 'double' ? (listed.at(-1)?.phoneNumber ?? own) : own;
    listed.push({ number: index + 1, phoneNumber, amount: AMOUNT, ...(name === undefined ? {} : { name }) });
  }
  return listed;
})();

async function sealed(): Promise<Sent> {
  const id = await many.draft([]);
  for (let first = 0; first < ROWS; first += PART)
    accepted(200, await many.ask('POST', `/${id}/rows`, { rows: rows.slice(first, first + PART) }));
  return accepted(200, await many.ask('POST', `/${id}/seal`)) as unknown as Sent;
}

const read = async ({ id }: Batch): Promise<Sent> => accepted(200, await many.ask('GET', `/${id}`)) as unknown as Sent;

/** The batch once `is` holds. The gateway that is asked may be one that is killed. */
const reached = (batch: Batch, is: (sent: Sent) => boolean): Promise<Sent> =>
  eventually(
    async () => {
      const sent = await read(batch);
      return is(sent) ? sent : undefined;
    },
    { timeoutMs: ENDED_WITHIN_MS, intervalMs: 500 },
  );

async function rowsOf({ id }: Batch): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (let more = true; more;) {
    const after = all.at(-1)?.number;
    const page = accepted(200, await many.ask('GET', `/${id}/rows?limit=100${after ? `&startingAfter=${after}` : ''}`));
    all.push(...(page['data'] as readonly Row[]));
    more = page['hasMore'] === true;
  }
  return all;
}

/** The payouts of the operators to each number, by their own books. */
async function arrivals(): Promise<ReadonlyMap<string, readonly string[]>> {
  const lines = (await Promise.all(['mtn_momo', 'orange_money'].map((rail) => control.statement(rail)))).flat();
  const paid = lines.filter(({ amount }) => !amount.startsWith('-'));
  const byPhone = Map.groupBy(paid, ({ msisdn }) => `+237${msisdn.slice(-9)}`);
  return new Map([...byPhone].map(([phone, own]) => [phone, own.map(({ amount }) => amount)]));
}

/** The ids of the events of the end of payouts, by payout, as they were delivered. */
async function endsTold(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const told = new Map<string, Set<string>>();
  for (const { rawBody } of await receivedDeliveries(stack)) {
    const { id, type, data } = JSON.parse(rawBody) as { id: string; type: string; data: { payout?: { id: string } } };
    if (data.payout === undefined || !/^payout\.(completed|failed)$/.test(type)) continue;
    told.set(data.payout.id, (told.get(data.payout.id) ?? new Set()).add(id));
  }
  return told;
}

describe(`a batch of ${ROWS} rows with 100 seeded faults`, () => {
  let batch: Sent;
  let before = 0n;
  let ended: readonly Row[];
  beforeAll(async () => {
    await many.payouts.earn('150000');
    batch = await sealed();
    batch = await reached(batch, ({ names }) => names.waiting === 0);
    before = await many.payouts.available();
    const balance = String(ORANGE_ROWS_PAID * Number(AMOUNT));
    await control.put('paying-accounts/orange_money', { balance });
    await control.put('faults', SILENCE);
  });
  afterAll(async () => {
    await control.put('faults', { no_answer: 0 });
    await control.remove('paying-accounts/orange_money');
  });

  test('ends while requests have no answer and every service is killed', async () => {
    const admin = await newProven(stack, api, 'admin');
    accepted(200, await many.approve(admin, batch, admin.codes.pop() ?? ''));
    for (const [index, name] of killed.entries()) {
      const enough = ((index + 1) * ROWS) / 10;
      await reached(batch, ({ counts }) => counts.completed + counts.failed >= enough);
      await stackProcesses.end(name, 'SIGKILL');
    }
    const sent = await reached(batch, ({ status }) => status === 'COMPLETED');
    await stackProcesses.ready(killed);
    ended = await rowsOf(batch);
    expect(ended).toHaveLength(ROWS);
    const count = (status: string) => ended.filter((row) => row.status === status).length;
    const [completed, failed] = [count('COMPLETED'), count('FAILED')];
    expect(sent.counts).toEqual({ pending: 0, processing: 0, completed, failed, canceled: 0 });
  });

  test('has each row as its oracle says', async () => {
    const arrived = await arrivals();
    const wrong = ended.flatMap((row, index) => {
      const { number, status, failure, warnings } = row;
      const [kind = '', phoneNumber = ''] = [kindOf[index], rows[index]?.phoneNumber];
      const got = arrived.get(phoneNumber) ?? [];
      const { status: fixed, code, nameCheck }: Partial<Kind> = kinds[kind] ?? {};
      const isPaid = kind === 'emptyFloat' ? got.length > 0 : (fixed ?? 'COMPLETED') === 'COMPLETED';
      const isDouble = [rows[index - 1], rows[index + 1]].some((other) => other?.phoneNumber === phoneNumber);
      const expected = {
        status: isPaid ? 'COMPLETED' : 'FAILED',
        code: isPaid || kind === 'emptyFloat' ? failure?.code : code,
        got: isPaid ? (isDouble ? [AMOUNT, AMOUNT] : [AMOUNT]) : [],
        warnings: isDouble ? ['double_in_batch'] : [],
        nameCheck: nameCheck ?? null,
      };
      const found = { status, code: failure?.code, got, warnings, nameCheck: row.nameCheck };
      return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ number, kind, found, expected }];
    });
    expect(wrong).toEqual([]);
    const orange = rows.filter((_, index) => kindOf[index] === 'emptyFloat');
    expect(orange.filter(({ phoneNumber }) => arrived.has(phoneNumber))).toHaveLength(ORANGE_ROWS_PAID);
  });

  test('adds up, and each end of a row is an event once', async () => {
    const sum = (of: (row: Row) => string, among = ended) => among.reduce((all, row) => all + BigInt(of(row)), 0n);
    expect({ amount: sum(({ amount }) => amount).toString(), fee: sum(({ fee }) => fee).toString() }).toEqual({
      amount: batch.amount,
      fee: batch.fee,
    });
    const paid = ended.filter(({ status }) => status === 'COMPLETED');
    const left = sum(({ amount }) => amount, paid) + sum(({ fee }) => fee, paid);
    expect(before - (await many.payouts.available())).toBe(left);
    await eventually(async () => {
      const told = await endsTold();
      return ended.every(({ payoutId }) => told.get(payoutId)?.size === 1);
    });
  });

  test('leaves the ledger with the sums of the operators’ books', async () => {
    await eventually(async () => {
      const differences = await railDifferences([], control, databases);
      if (differences.length > 0) throw new Error(differences.join('\n'));
      return true;
    });
    expect(await databases.query('charging', 'SELECT rule, subject FROM ledger_violation')).toEqual([]);
  });
});
