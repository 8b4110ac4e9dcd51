/**
 * `npm run bench`: brings a stack up, measures it, prints one table, writes it as JSON, and stops everything.
 *
 *   npm run bench                 all of them
 *   npm run bench -- <name> …     some: create-intent, create-intent-whole, round-trip, payments, charge-to-webhook, idle,
 *                                 enumeration, revocation, sign-in-flood, many-intents, messaging, ledger
 *   npm run bench -- --quick …    short rounds, to see that it works: the figures mean little
 *   npm run bench -- --profile …  with a CPU profile of each process in .local/bench/profiles, at a cost
 *   npm run bench -- create-intent --only kafka,http      these contenders and pgbench
 *   npm run bench -- against --commit <commit>            creating intents now against an earlier commit, side by side
 */
import 'reflect-metadata';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { againstBench } from './against.js';
import { idleBench, memoryFigures, roundTripBench } from './at-rest.js';
import type { OwnStack } from '../stack/own-stack.js';
import { startBenchStack } from './bench-stack.js';
import type { CreateIntentOptions } from './create-intent.js';
import { createIntentBench } from './create-intent.js';
import { enumerationBench } from './enumeration.js';
import { program } from './programs.js';
import type { ManyIntentsOptions } from './many-intents.js';
import { manyIntentsBench } from './many-intents.js';
import type { Figure, Judged } from './report.js';
import { printFigures, writeReport } from './report.js';
import { revocationBench } from './revocation.js';
import { signInFloodBench } from './sign-in-flood.js';
import { printStandings } from './standings.js';
import { chargeToWebhookBench, paymentsBench } from './whole-payments.js';

const OPTIONS = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string' },
  commit: { type: 'string' },
  profile: { type: 'boolean', default: false },
} as const;
/** The bench that needs to be told a commit, and is left out without one. */
const AGAINST = 'against';
const PAYERS = 32;
/** Services that hear of a new intent. What they do with it is not part of its creation. */
const LISTENERS = ['otp', 'charging', 'webhooks'];

interface Bench {
  readonly name: string;
  readonly run: (stack: OwnStack, settings: Settings) => Promise<BenchResult>;
}

interface Settings {
  readonly quick: boolean;
  /** of create-intent: these and pgbench */
  readonly contenders?: readonly string[];
  /** of against */
  readonly commit?: string;
}

interface BenchResult {
  readonly figures: readonly Figure[];
  /** what else goes into the JSON */
  readonly more?: object;
}

const BENCHES: readonly Bench[] = [
  {
    name: 'create-intent',
    run: (stack, { quick, ...only }) =>
      withoutListeners(stack, () => createIntent(stack, { ...lengthOf(quick), ...only })),
  },
  {
    name: 'create-intent-whole',
    run: async (stack, { quick }) => {
      const { figures, more } = await createIntent(stack, { ...lengthOf(quick), contenders: ['kafka', 'kafka-tls'] });
      const ofWhole = figures.filter(({ value }) => value !== undefined);
      return { figures: ofWhole.map((figure) => informative(figure, 'while all services take in the events')), more };
    },
  },
  { name: 'payments', run: payments },
  {
    name: 'charge-to-webhook',
    run: async (stack, { quick }) => {
      const { figures, result } = await chargeToWebhookBench(stack, quick ? 30 : 300);
      return { figures, more: result };
    },
  },
  {
    name: 'round-trip',
    run: async (stack, { quick }) => ({ figures: await roundTripBench(stack, quick ? 2_000 : 8_000) }),
  },
  { name: 'idle', run: async (stack, { quick }) => ({ figures: await idleBench(stack, quick ? 5_000 : 30_000) }) },
  {
    name: 'enumeration',
    run: async (stack, { quick }) => ({ figures: await enumerationBench(stack, quick ? 4 : 40) }),
  },
  {
    name: 'revocation',
    run: async (stack, { quick }) => ({ figures: await revocationBench(stack, quick ? 2 : 15) }),
  },
  {
    name: 'sign-in-flood',
    run: async (stack, { quick }) => ({
      figures: await signInFloodBench(
        stack,
        quick ? { turns: 1, durationMs: 5_000 } : { turns: 12, durationMs: 30_000 },
      ),
    }),
  },
  {
    name: AGAINST,
    run: (stack, { quick, commit = 'HEAD' }) =>
      withoutListeners(stack, async () => ({
        figures: await againstBench(stack, commit, { ...lengthOf(quick), listeners: LISTENERS }),
      })),
  },
  { name: 'messaging', run: (stack) => ownProgram(stack, 'messaging') },
  { name: 'ledger', run: (stack) => ownProgram(stack, 'ledger') },
  {
    name: 'many-intents',
    run: (stack, { quick }) =>
      withoutListeners(stack, async () => ({ figures: await manyIntentsBench(stack, manyIntents(quick)) })),
  },
];

function lengthOf(quick: boolean): CreateIntentOptions {
  return quick ? { rounds: 2, roundMs: 2_000 } : { rounds: 7, roundMs: 4_000 };
}

function manyIntents(quick: boolean): ManyIntentsOptions {
  return quick
    ? { intents: 100_000, rounds: 2, roundMs: 1_000, coldRounds: 1 }
    : { intents: 1_000_000, rounds: 7, roundMs: 3_000, coldRounds: 3 };
}

async function withoutListeners(stack: OwnStack, run: () => Promise<BenchResult>): Promise<BenchResult> {
  await stack.hold(LISTENERS);
  try {
    return await run();
  } finally {
    await stack.release(LISTENERS);
  }
}

async function createIntent(stack: OwnStack, options: CreateIntentOptions): Promise<BenchResult> {
  const { standings, figures } = await createIntentBench(stack, options);
  printStandings(standings);
  return { figures, more: { standings } };
}

function informative({ what, unit, value }: Figure, note: string): Figure {
  return { what: `${what}, ${note}`, unit, ...(value === undefined ? {} : { value }) };
}

async function payments(stack: OwnStack, { quick }: Settings): Promise<BenchResult> {
  const { figures, ...more } = await paymentsBench(stack, { payers: PAYERS, durationMs: quick ? 5_000 : 60_000 });
  // what the processes held at most is told after a minute of this
  return { figures: [...figures, ...memoryFigures(stack)], more };
}

/** A bench that is a program of its own, on the engines of this stack. */
async function ownProgram({ facts }: OwnStack, name: string): Promise<BenchResult> {
  const file = program(`${name}.js`);
  if (!existsSync(file)) return { figures: [{ what: name, unit: 'ratio', note: 'not there' }] };
  const env = {
    ...process.env,
    TEST_DATABASE_URL: facts.postgres,
    TEST_KAFKA_BROKERS: facts.kafka.join(','),
    TEST_REDIS_URL: facts.redis,
  };
  const child = spawn(process.execPath, ['--enable-source-maps', file], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return { figures: [{ what: `${name} (its own table is above)`, unit: 'errors', value: code ?? 1, met: code === 0 }] };
}

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals: names } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  const unknown = names.filter((name) => !BENCHES.some((bench) => bench.name === name));
  if (unknown.length > 0)
    throw new Error(`no such bench: ${unknown.join(', ')}; there are ${BENCHES.map(({ name }) => name).join(', ')}`);
  if (names.includes(AGAINST) && values.commit === undefined) throw new Error('against which --commit?');
  const chosen = BENCHES.filter(({ name }) => (names.length === 0 ? name !== AGAINST : names.includes(name)));
  if (process.platform !== 'linux') throw new Error('CPU and memory are read from /proc: the benches need Linux');
  console.log('bringing up a stack …');
  const stack = await startBenchStack({ users: PAYERS, profile: values.profile });
  const stopped = stopOnSignal(stack);
  const results: Record<string, BenchResult> = {};
  const settings = {
    quick: values.quick,
    ...(values.only === undefined ? {} : { contenders: values.only.split(',') }),
    ...(values.commit === undefined ? {} : { commit: values.commit }),
  };
  try {
    for (const { name, run } of chosen) {
      console.log(`${name} …`);
      results[name] = await run(stack, settings).catch(failed(name));
    }
  } finally {
    await Promise.race([stack.stop(), stopped]);
  }
  finish(results, values.quick);
}

/** A bench that breaks off has failed, and the others go on. */
function failed(name: string): (error: unknown) => BenchResult {
  return (error) => {
    const note = error instanceof Error ? error.message : String(error);
    console.log(`  ${note}`);
    return { figures: [{ what: `${name} broke off`, unit: 'errors', value: 1, goal: '<= 0', met: false, note }] };
  };
}

function finish(results: Readonly<Record<string, BenchResult>>, quick: boolean): void {
  const figures = Object.values(results).flatMap((result) => result.figures);
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  const load = loadavg().map((average) => average.toFixed(1));
  console.log(`\nall of this run, on ${machine}${quick ? ', with short rounds' : ''}; load average ${load.join(', ')}`);
  // short rounds show that it works, and no more
  const isJudged: Judged = ({ unit }) => !quick || unit === 'errors';
  printFigures(figures, isJudged);
  const file = writeReport({ takenAt: new Date().toISOString(), machine, load, quick, results });
  console.log(`\n${file}`);
  if (figures.some((figure) => figure.met === false && isJudged(figure))) process.exitCode = 1;
}

function stopOnSignal(stack: OwnStack): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        void stack.stop().then(() => {
          resolve();
          process.exit(130);
        });
      });
    }
  });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.exit();
