/**
 * What the ledger does per second, as multiples of pgbench's TPC-B, interleaved in one run: only the ratios mean something,
 * because the machine has other things to do. The engine is that of TEST_DATABASE_URL.
 *
 *   npm run build && node dist/tools/bench/ledger.js [rounds] [seconds per run]
 */
import 'reflect-metadata';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock, Database, Logger, newId } from '@paygate/platform';
import { testDatabase } from '@paygate/testing';
import { accountsOn, chargingMigrations, settlingSql, walletsOn } from './ledger/parts.js';
import { runPgbench } from './ledger/run-pgbench.js';
import type { Shape } from './ledger/settling-script.js';
import { LEDGER, merchantId, MERCHANTS, settlingScript, userId, WALLETS } from './ledger/settling-script.js';
import { findPgbench } from './pgbench.js';
import type { Figure } from './report.js';
import { atMost, printFigures } from './report.js';
import { shuffled, spreadOf } from './statistics.js';

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 4);

const shapes: Readonly<Record<string, Shape>> = {
  'one charge per statement, spread over merchants': { clients: 16, batch: 1, merchants: MERCHANTS },
  'one charge per statement, one hot merchant': { clients: 16, batch: 1, merchants: 1 },
  'a hundred charges per statement, spread over merchants': { clients: 4, batch: 100, merchants: MERCHANTS },
  'a hundred charges per statement, one hot merchant': { clients: 4, batch: 100, merchants: 1 },
};
const TPCB = 'pgbench TPC-B, 16 clients, prepared';
const SINGLE_GOAL = 1.4;
const BATCH_GOAL = 6;
const HOT_GOAL = 0.9;
const FUNDS = 100_000_000_000n;
const SEED_BATCH = 100;
/** More statements than a run has. */
const RUN_NUMBERS = 10_000_000;
const AUDIT_TIMEOUT_MS = 600_000;

const perSecond = new Map<string, number[]>();
let runs = 0;
let asked = 0;

if (findPgbench() === undefined) {
  console.log('pgbench is not on this machine: the ledger is not measured');
} else {
  const figures = await measure();
  printFigures(figures);
  if (figures.some(({ met }) => met === false)) process.exitCode = 1;
}

async function measure(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ledger-bench-'));
  const [ledger, tpcb] = await Promise.all([
    testDatabase('bench_ledger', await chargingMigrations()),
    testDatabase('bench_tpcb', []),
  ]);
  try {
    await seed(ledger.url);
    await runPgbench(['-i', '-q', '-s', '10', tpcb.url]);
    await compete([...(await settlers(folder, ledger.url)), tpcbOn(tpcb.url)]);
    await ledger.query(`SET statement_timeout = ${AUDIT_TIMEOUT_MS}`);
    const violations = await ledger.query('SELECT FROM ledger_violation');
    const [settled] = await ledger.query<{ count: string }>(`SELECT count(*) FROM charge WHERE state = 'succeeded'`);
    return [
      ...rates(),
      ...ratios(),
      atMost(0, { what: 'rules of the ledger that were broken', unit: 'errors', value: violations.length }),
      atMost(0, { what: 'charges that did not succeed', unit: 'errors', value: asked - Number(settled?.count) }),
    ];
  } finally {
    await Promise.all([ledger.drop(), tpcb.drop(), rm(folder, { recursive: true })]);
  }
}

/**
 * Round after round, in an order that changes; hot and spread, whose ratio is asked, one right after the other. The first
 * round only warms up.
 */
async function compete(contenders: readonly Contender[]): Promise<void> {
  const groups = [...new Set(contenders.map(({ batch }) => batch))].map((batch) =>
    contenders.filter((contender) => contender.batch === batch),
  );
  for (let round = 0; round <= rounds; round++) {
    for (const { name, run } of shuffled(groups).flatMap((group) => shuffled(group))) {
      const rate = await run(round === 0 ? 1 : seconds);
      if (round > 0) perSecond.set(name, [...(perSecond.get(name) ?? []), rate]);
    }
  }
}

/** Wallets with funds and merchants with accounts, made by the service's own statements. */
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

interface Contender {
  readonly name: string;
  /** 0 is pgbench's own. */
  readonly batch: number;
  readonly run: (seconds: number) => Promise<number>;
}

async function settlers(folder: string, url: string): Promise<readonly Contender[]> {
  const sql = await settlingSql();
  return Promise.all(
    Object.entries(shapes).map(async ([name, shape], index) => {
      const file = join(folder, `${index}.sql`);
      await writeFile(file, settlingScript(sql, shape));
      const run = async (length: number): Promise<number> => {
        const first = (runs += 1) * RUN_NUMBERS;
        const { transactions, rate } = await runPgbench([
          ...load(shape.clients, length),
          ...['-D', `n=${first}`, '-f', file, url],
        ]);
        asked += transactions * shape.batch;
        return rate * shape.batch;
      };
      return { name, batch: shape.batch, run };
    }),
  );
}

function tpcbOn(url: string): Contender {
  return { name: TPCB, batch: 0, run: async (length) => (await runPgbench([...load(16, length), url])).rate };
}

function load(clients: number, length: number): readonly string[] {
  return ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(length)];
}

function rates(): readonly Figure[] {
  const names = [...Object.keys(shapes), TPCB];
  return names.map((what) => ({ what, unit: 'per second', value: spreadOf(perSecond.get(what) ?? []) }));
}

function ratios(): readonly Figure[] {
  const names = Object.entries(shapes);
  const toTpcb = names.map(([name, { batch }]) => ratio(name, TPCB, batch === 1 ? SINGLE_GOAL : BATCH_GOAL));
  const toSpread = names
    .filter(([, { merchants }]) => merchants === 1)
    .map(([name]) => ratio(name, name.replace('one hot merchant', 'spread over merchants'), HOT_GOAL));
  return [...toTpcb, ...toSpread];
}

/** Round by round, so that what else the machine was doing then weighs on both sides. */
function ratio(name: string, base: string, goal: number): Figure {
  const bases = perSecond.get(base) ?? [];
  const value = spreadOf((perSecond.get(name) ?? []).map((rate, round) => rate / (bases[round] ?? Number.NaN)));
  const what = `${name} ÷ ${base === TPCB ? 'TPC-B' : 'spread over merchants'}`;
  return { what, unit: 'ratio', value, goal: `>= ${goal}`, met: value.median >= goal };
}
