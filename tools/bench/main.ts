/**
 * `npm run bench`: starts a stack, measures it, prints a table, writes it as JSON and stops everything.
 *
 *   npm run bench                              every bench but `against` and `beside`
 *   npm run bench -- <name> …                  some of them
 *   npm run bench -- --smoke …                 rounds of seconds: they show that a bench works, and their figures mean nothing
 *   npm run bench -- against --earlier <commit or folder> --payers 8,32   this tree and an earlier one, side by side
 *   npm run bench -- rest-against --earlier <commit or folder>            both at rest, then this tree after 20,000 payments
 *   npm run bench -- beside --process <folder> --payers 1,32,128          this tree and one process that takes payments, in turns
 *   npm run bench -- --one-process …           this tree's services in one process; not for `create-intent`, which holds some of them back
 */
import 'reflect-metadata';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { OwnStack } from '../stack/own-stack.js';
import { againstBench } from './against.js';
import { memoryFigures, roundTripBench } from './at-rest.js';
import type { Length } from './bench-stack.js';
import { startBenchStack } from './bench-stack.js';
import { besideBench } from './beside/beside.js';
import { bytesBench } from './bytes.js';
import { clientsBench } from './clients.js';
import { createIntentBench } from './create-intent.js';
import { enumerationBench } from './enumeration.js';
import { ledgerBench } from './ledger.js';
import { overloadBench } from './overload.js';
import { paymentsBench } from './payments.js';
import type { Figure, Judged } from './report.js';
import { isCount, printFigures, writeReport } from './report.js';
import { restAgainstBench } from './rest/rest-against.js';
import { restBench } from './rest/rest.js';
import { searchBench } from './search.js';
import { sheetBench } from './sheet.js';
import { signInFloodBench } from './sign-in-flood.js';

const OPTIONS = {
  smoke: { type: 'boolean', default: false },
  earlier: { type: 'string' },
  process: { type: 'string' },
  payers: { type: 'string', default: '8,32' },
  'one-process': { type: 'boolean', default: false },
} as const;
const USERS = 32;
/** Payers of `overload`, far more than a gateway lets begin at once. */
const OVERLOAD_USERS = 400;
const MOST_PAYERS = 500;

type Bench = (stack: OwnStack, length: Length) => Promise<readonly Figure[]>;

/**
 * `against` and `rest-against` need an earlier tree; `sign-in-flood` needs the limits of production and a stack of its own; `clients` needs no stack.
 */
const AGAINST = 'against';
const REST_AGAINST = 'rest-against';
/** Needs the folder of a process. */
const BESIDE = 'beside';
const FLOOD = 'sign-in-flood';
const CLIENTS = 'clients';
const OVERLOAD = 'overload';
const BENCHES: Readonly<Record<string, Bench>> = {
  'create-intent': createIntentBench,
  // the memory figures are peaks, so they come after the load
  payments: async (stack, length) => [...(await paymentsBench(stack, length)), ...memoryFigures(stack)],
  sheet: sheetBench,
  bytes: bytesBench,
  [OVERLOAD]: overloadBench,
  'round-trip': roundTripBench,
  rest: restBench,
  enumeration: enumerationBench,
  ledger: ledgerBench,
  search: searchBench,
};

interface Settings {
  readonly names: readonly string[];
  readonly length: Length;
  readonly earlier: string | undefined;
  /** The folder of the process of `beside`. */
  readonly process: string | undefined;
  readonly payers: readonly number[];
  readonly oneProcess: boolean;
}

async function main(args: readonly string[]): Promise<void> {
  const settings = readSettings(args);
  if (process.platform !== 'linux') throw new Error('CPU and memory are read from /proc: the benches need Linux');
  const results: Record<string, readonly Figure[]> = {};
  const highLimits = settings.names.filter((name) => name !== FLOOD && name !== CLIENTS);
  if (settings.names.includes(CLIENTS)) results[CLIENTS] = await clientsBench(settings.length).catch(failed(CLIENTS));
  if (highLimits.length > 0) await measure(highLimits, 'high', { settings, results });
  if (settings.names.includes(FLOOD)) await measure([FLOOD], 'normal', { settings, results });
  finish(results, settings.length);
}

function readSettings(args: readonly string[]): Settings {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  const known = [...Object.keys(BENCHES), FLOOD, CLIENTS, AGAINST, REST_AGAINST, BESIDE];
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`no such bench: ${unknown.join(', ')}; there are ${known.join(', ')}`);
  const { smoke, earlier, process: folder } = values;
  const two = positionals.find((name) => name === AGAINST || name === REST_AGAINST);
  if (two !== undefined && earlier === undefined) throw new Error(`${two} needs --earlier <commit>`);
  if (positionals.includes(BESIDE) && folder === undefined) throw new Error(`${BESIDE} needs --process <folder>`);
  const names =
    positionals.length > 0
      ? positionals
      : known.filter((name) => name !== REST_AGAINST && (name !== AGAINST || earlier) && (name !== BESIDE || folder));
  const payers = values.payers.split(',').map(Number);
  if (!payers.every((count) => Number.isInteger(count) && count > 0 && count <= MOST_PAYERS))
    throw new Error(`--payers takes numbers up to ${MOST_PAYERS}, separated by commas`);
  const oneProcess = values['one-process'];
  return { names, length: smoke ? 'smoke' : 'full', earlier, process: folder, payers, oneProcess };
}

/** Starts a stack, runs benches on it one after the other, and stops it. A bench that throws fails alone. */
async function measure(
  names: readonly string[],
  limits: 'normal' | 'high',
  { settings, results }: { readonly settings: Settings; readonly results: Record<string, readonly Figure[]> },
): Promise<void> {
  const { length, earlier = '', process: folder = '', payers, oneProcess } = settings;
  console.log(`starting a stack with ${limits} limits …`);
  const overloaders = names.includes(OVERLOAD) && length === 'full' ? OVERLOAD_USERS : 0;
  const stack = await startBenchStack({ users: Math.max(USERS, overloaders, ...payers), limits, oneProcess });
  const stopOnSignal = (): void => void stack.stop().then(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stopOnSignal);
  const special: Readonly<Record<string, Bench>> = {
    [FLOOD]: signInFloodBench,
    [AGAINST]: () => againstBench(stack, { earlier, payers }, length),
    [REST_AGAINST]: () => restAgainstBench(stack, earlier, length),
    [BESIDE]: () => besideBench(stack, { folder, payers }, length),
  };
  try {
    for (const name of names) {
      console.log(`${name} …`);
      const bench = BENCHES[name] ?? special[name];
      if (bench !== undefined) results[name] = await bench(stack, length).catch(failed(name));
    }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stopOnSignal);
    await stack.stop();
  }
}

function failed(name: string): (error: unknown) => readonly Figure[] {
  return (error) => {
    const note = error instanceof Error ? error.message : String(error);
    return [{ what: `${name} failed`, unit: 'errors', value: 1, goal: '<= 0', met: false, note }];
  };
}

function finish(results: Readonly<Record<string, readonly Figure[]>>, length: Length): void {
  const figures = Object.values(results).flat();
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(0)} GiB`;
  const load = loadavg().map((average) => average.toFixed(1));
  console.log(`\none run, length ${length}, on ${machine}; load average ${load.join(', ')}`);
  // the times of a smoke run mean nothing, but counts are counts
  const isJudged: Judged = (figure) => length === 'full' || isCount(figure);
  printFigures(figures, isJudged);
  console.log(`\n${writeReport({ takenAt: new Date().toISOString(), machine, load, length, results })}`);
  if (figures.some((figure) => figure.met === false && isJudged(figure))) process.exitCode = 1;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.exit();
