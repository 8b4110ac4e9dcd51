import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock, Database, Logger, newId } from '@paygate/platform';
import { testDatabase } from '@paygate/testing';
import type { OwnStack } from '../stack/own-stack.js';
import type { Length } from './bench-stack.js';
import { accountsOn, chargingMigrations, settlingSql, walletsOn } from './ledger/charging-parts.js';
import type { Shape } from './ledger/settling-script.js';
import { LEDGER, merchantId, MERCHANTS, settlingScript, userId, WALLETS } from './ledger/settling-script.js';
import { findPgbench, runPgbench } from './pgbench.js';
import type { Figure } from './report.js';
import { atLeast, atMost } from './report.js';
import { shuffled, spreadOf } from './statistics/statistics.js';

const SHAPES: Readonly<Record<string, Shape>> = {
  'one charge per statement, spread over merchants': { clients: 16, batch: 1, merchants: MERCHANTS },
  'one charge per statement, one hot merchant': { clients: 16, batch: 1, merchants: 1 },
  'a hundred charges per statement, spread over merchants': { clients: 4, batch: 100, merchants: MERCHANTS },
  'a hundred charges per statement, one hot merchant': { clients: 4, batch: 100, merchants: 1 },
};
const TPCB = 'pgbench TPC-B, 16 clients, prepared';
const SINGLE_GOAL = 1.4;
const BATCH_GOAL = 6;
const HOT_GOAL = 0.9;
/** Rows and indexes of a charge and its journal. */
const BYTES_GOAL = 750;
const SIZE = `SELECT (pg_total_relation_size('charge') + pg_total_relation_size('transfer'))::text AS bytes`;
const FUNDS = 100_000_000_000n;
const SEED_BATCH = 100;
/** Numbers reserved for one run: more than it has statements. */
const RUN_NUMBERS = 10_000_000;
const AUDIT_TIMEOUT_MS = 600_000;
const LENGTHS: Readonly<Record<Length, { readonly rounds: number; readonly seconds: number }>> = {
  full: { rounds: 5, seconds: 4 },
  smoke: { rounds: 1, seconds: 1 },
};

interface Contender {
  readonly name: string;
  /** Charges per statement; 0 is pgbench's own script. */
  readonly batch: number;
  readonly run: (seconds: number) => Promise<number>;
}

/** Charges that a run has attempted, to be compared with those that succeeded. */
interface Attempts {
  count: number;
}

type Rates = ReadonlyMap<string, readonly number[]>;

/**
 * The service's own settling statement, driven by pgbench, as multiples of pgbench's TPC-B. All take turns in one run, since
 * only the ratios say something about the code.
 */
export async function ledgerBench(stack: OwnStack, length: Length): Promise<readonly Figure[]> {
  if (findPgbench() === undefined) return [{ what: 'ledger', unit: 'ratio', note: 'pgbench is not installed' }];
  process.env['TEST_DATABASE_URL'] = stack.facts.postgres;
  const folder = await mkdtemp(join(tmpdir(), 'ledger-bench-'));
  const [ledger, tpcb] = await Promise.all([
    testDatabase('bench_ledger', await chargingMigrations()),
    testDatabase('bench_tpcb', []),
  ]);
  try {
    // it stands for PostgreSQL as it comes, without the session defaults of a service's database
    await tpcb.query(`ALTER DATABASE ${new URL(tpcb.url).pathname.slice(1)} RESET ALL`);
    await seed(ledger.url);
    await runPgbench(['-i', '-q', '-s', '10', tpcb.url]);
    const [before] = await ledger.query<{ bytes: string }>(SIZE);
    const attempts: Attempts = { count: 0 };
    const contenders = [...(await settlers(folder, ledger.url, attempts)), tpcbOn(tpcb.url)];
    const rates = await compete(contenders, length);
    await ledger.query(`SET statement_timeout = ${AUDIT_TIMEOUT_MS}`);
    const violations = await ledger.query('SELECT FROM ledger_violation');
    const [settled] = await ledger.query<{ count: string }>(`SELECT count(*) FROM charge WHERE state = 'succeeded'`);
    const failed = attempts.count - Number(settled?.count);
    const [after] = await ledger.query<{ bytes: string }>(SIZE);
    const bytes = (Number(after?.bytes) - Number(before?.bytes)) / Number(settled?.count);
    return [
      ...[...rates].map(([what, list]): Figure => ({ what, unit: 'per second', value: spreadOf(list) })),
      ...ratios(rates),
      atMost(BYTES_GOAL, { what: 'bytes per charge, with its journal and indexes', unit: 'bytes', value: bytes }),
      atMost(0, { what: 'rules of the ledger that were broken', unit: 'errors', value: violations.length }),
      atMost(0, { what: 'charges that did not succeed', unit: 'errors', value: failed }),
    ];
  } finally {
    await Promise.all([ledger.drop(), tpcb.drop(), rm(folder, { recursive: true })]);
  }
}

/**
 * Rounds in an order that changes; the hot and the spread shape, whose ratio is a figure, run one right after the other. The
 * first round only warms up.
 */
async function compete(contenders: readonly Contender[], length: Length): Promise<Rates> {
  const { rounds, seconds } = LENGTHS[length];
  const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  const groups = [...Map.groupBy(contenders, ({ batch }) => batch).values()];
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, run } of shuffled(groups).flatMap((group) => shuffled(group))) {
      const rate = await run(round === 0 ? 1 : seconds);
      if (round > 0) rates.get(name)?.push(rate);
    }
  }
  return rates;
}

/** Opens funded wallets and merchants' accounts by the service's own statements. */
async function seed(url: string): Promise<void> {
  const logger = new Logger({ service: 'bench', instance: 'bench', level: 'silent' });
  const database = await Database.open({ url, poolSize: 2, applicationName: 'bench', clock: new Clock(), logger });
  const [wallets, accounts] = [await walletsOn(database), await accountsOn(database)];
  const merchants = Array.from({ length: MERCHANTS }, (_, number) => merchantId(number));
  await accounts.open(merchants.map((ownerId) => ({ kind: 'merchant', ownerId, ledger: LEDGER })));
  for (let from = 0; from < WALLETS; from += SEED_BATCH) {
    const some = Array.from({ length: SEED_BATCH }, (_, index) => ({ userId: userId(from + index), ledger: LEDGER }));
    await wallets.open(some);
    await wallets.topUp(some.map((wallet) => ({ ...wallet, topUpId: newId('topUp'), amount: FUNDS })));
  }
  await database.query({ text: 'ANALYZE' });
  await database.close();
}

async function settlers(folder: string, url: string, attempts: Attempts): Promise<readonly Contender[]> {
  const sql = await settlingSql();
  let runs = 0;
  return Promise.all(
    Object.entries(SHAPES).map(async ([name, shape], index) => {
      const file = join(folder, `${index}.sql`);
      await writeFile(file, settlingScript(sql, shape));
      const run = async (seconds: number): Promise<number> => {
        const first = (runs += 1) * RUN_NUMBERS;
        const script = ['-D', `n=${first}`, '-f', file, url];
        const { transactions, perSecond } = await runPgbench([...load(shape.clients, seconds), ...script]);
        attempts.count += transactions * shape.batch;
        return perSecond * shape.batch;
      };
      return { name, batch: shape.batch, run };
    }),
  );
}

function tpcbOn(url: string): Contender {
  return { name: TPCB, batch: 0, run: async (seconds) => (await runPgbench([...load(16, seconds), url])).perSecond };
}

function load(clients: number, seconds: number): readonly string[] {
  return ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)];
}

function ratios(rates: Rates): readonly Figure[] {
  const shapes = Object.entries(SHAPES);
  const toTpcb = shapes.map(([name, { batch }]) => ratio(rates, { name, base: TPCB }, batch));
  const toSpread = shapes
    .filter(([, { merchants }]) => merchants === 1)
    .map(([name]) => ratio(rates, { name, base: name.replace('one hot merchant', 'spread over merchants') }, 0));
  return [...toTpcb, ...toSpread];
}

/** Round by round, so that other work of the machine weighs on both sides. */
function ratio(rates: Rates, { name, base }: { readonly name: string; readonly base: string }, batch: number): Figure {
  const bases = rates.get(base) ?? [];
  const value = spreadOf((rates.get(name) ?? []).map((rate, round) => rate / (bases[round] ?? Number.NaN)));
  const goal = batch === 0 ? HOT_GOAL : batch === 1 ? SINGLE_GOAL : BATCH_GOAL;
  return atLeast(goal, {
    what: `${name} ÷ ${base === TPCB ? 'TPC-B' : 'spread over merchants'}`,
    unit: 'ratio',
    value,
  });
}
