import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { paymentMethodTypes } from '@paygate/contracts';
import type { OwnStack } from '../stack/own-stack.js';
import type { Length } from './bench-stack.js';
import type { PaymentLoad, PaymentsRun } from './payments.js';
import { pay, withPayments } from './payments.js';
import type { Figure } from './report.js';
import { atMost, rounded } from './report.js';
import type { StatementCount } from './sheet/statement-log.js';
import { StatementLog } from './sheet/statement-log.js';
import { messagesByTopic } from './sheet/topic-offsets.js';

type Method = (typeof paymentMethodTypes)[number];
type Budget = Readonly<Record<'messages' | 'commits' | 'round trips', number>>;

/** The most that a payment with one endpoint may cost. A change that exceeds it says why, here and in docs/performance.md. */
const BUDGETS: Readonly<Record<Method, Budget>> = {
  wallet: { messages: 13, commits: 15, 'round trips': 27 },
  // of the statements, 5 to 6 look for operations that are due: after each step, and for each operator
  mobile_money: { messages: 20, commits: 33, 'round trips': 53 },
};
/** The most messages that pass the broker when the services share a process: the events. */
const EVENTS: Readonly<Record<Method, number>> = { wallet: 5, mobile_money: 6 };
/** A phone that approves at once: its operator's callback makes the only poll. */
const NAMES: Readonly<Record<Method, string>> = { wallet: 'wallet payment', mobile_money: 'mobile-money payment' };
const RAIL_SIMULATOR = 'paygate_rail_simulator';
/** Counts of the work that timers do meanwhile are subtracted; what remains of their noise is less than this. */
const NOISE = 0.5;
const DURATIONS_MS: Readonly<Record<Length, number>> = { full: 20_000, smoke: 5_000 };
/** Slow enough for one payment at a time, and for the log to hold their statements. */
const PER_SECOND = 3;
const PAYERS = 4;
/** Removals of outbox rows and other work behind a payment. */
const AFTERMATH_MS = 1_500;

/** The counts of a window. */
interface Counts {
  readonly seconds: number;
  readonly messages: ReadonlyMap<string, number>;
  readonly statements: readonly StatementCount[];
}

/**
 * The cost sheets of one wallet payment and one by mobile money, from creation to webhook, one at a time: messages by topic,
 * commits and round trips to PostgreSQL by service and statement, CPU by process. The test inbox and the operator are left out, and
 * so is the work of timers, which is counted while nothing happens.
 */
export async function sheetBench(stack: OwnStack, length: Length): Promise<readonly Figure[]> {
  const log = await StatementLog.open(stack.facts.postgres, join(stack.root, 'logs', 'postgres.log'));
  try {
    return await withPayments(stack, async (load) => {
      const of = (method: Method) => sheet(stack, load, { log, method, durationMs: DURATIONS_MS[length] });
      return [...(await of('wallet')), ...(await of('mobile_money'))];
    });
  } finally {
    await log.close();
  }
}

async function sheet(
  stack: OwnStack,
  load: PaymentLoad,
  { log, method, durationMs }: { readonly log: StatementLog; readonly method: Method; readonly durationMs: number },
): Promise<readonly Figure[]> {
  const steady = async (ms: number): Promise<PaymentsRun> => {
    const run = await pay(stack, load, {
      ...{ payers: PAYERS, method },
      pace: { kind: 'steady', perSecond: PER_SECOND, durationMs: ms },
    });
    await delay(AFTERMATH_MS);
    return run;
  };
  await steady(durationMs / 4);
  const [idle] = await countsOf(stack, log, () => delay(durationMs / 2));
  // payers sign in before they pay, once in a run
  const [signIns] = await countsOf(stack, log, () => steady(0));
  const [busy, { result, cpuByProcess }] = await countsOf(stack, log, () => steady(durationMs));
  const runs = { busy, idle, signIns };
  const messages = messagesOf(runs, result.payments);
  const statements = statementsOf(runs, result.payments);
  const name = NAMES[method];
  console.log(`\nONE ${name.toUpperCase()}`);
  print(messages, statements, cpuByProcess);
  const totals: readonly [keyof Budget, readonly number[]][] = [
    ['messages', [...messages.values()]],
    ['commits', statements.map(({ commits }) => commits)],
    ['round trips', statements.map(({ roundTrips }) => roundTrips)],
  ];
  return [
    atMost(0, { what: `${name}s of the sheet that failed`, unit: 'errors', value: result.failures }),
    ...totals.map(([unit, counts]) => {
      const value = Math.round(counts.reduce((sum, count) => sum + count, 0));
      const isOne = stack.facts.services.some((service) => service.name === 'services');
      const most = isOne && unit === 'messages' ? EVENTS[method] : BUDGETS[method][unit];
      return atMost(most, { what: `${name}, ${unit}`, unit, value });
    }),
  ];
}

/** The counts of the time in which `work` runs. */
async function countsOf<Result>(
  { facts }: OwnStack,
  log: StatementLog,
  work: () => Promise<Result>,
): Promise<[Counts, Result]> {
  const before = await messagesByTopic(facts.kafka);
  log.read();
  const begun = performance.now();
  const result = await work();
  const seconds = (performance.now() - begun) / 1_000;
  const statements = log.read();
  const after = await messagesByTopic(facts.kafka);
  const messages = new Map([...after].map(([topic, count]) => [topic, count - (before.get(topic) ?? 0)]));
  return [{ seconds, messages, statements }, result];
}

interface Runs {
  readonly busy: Counts;
  readonly idle: Counts;
  readonly signIns: Counts;
}

/** The work that payments alone have caused, by a count of each run: without the work of timers and the sign-ins before. */
function causedBy({ busy, idle, signIns }: Runs, countIn: (run: Counts) => number): number {
  const timers = (countIn(idle) / idle.seconds) * (busy.seconds - signIns.seconds);
  return Math.max(0, countIn(busy) - countIn(signIns) - timers);
}

function messagesOf(runs: Runs, payments: number): ReadonlyMap<string, number> {
  const perPayment = [...runs.busy.messages.keys()].map((topic) => {
    const count = causedBy(runs, ({ messages }) => messages.get(topic) ?? 0) / payments;
    return [topic, count] as const;
  });
  return new Map(perPayment.filter(([, count]) => count >= NOISE / 2));
}

function statementsOf(runs: Runs, payments: number): readonly StatementCount[] {
  const perPayment = (counted: StatementCount, of: 'roundTrips' | 'commits'): number => {
    const countIn = ({ statements }: Counts) =>
      statements.find((other) => nameOf(other) === nameOf(counted))?.[of] ?? 0;
    return causedBy(runs, countIn) / payments;
  };
  return runs.busy.statements
    .filter(({ database }) => database !== RAIL_SIMULATOR)
    .map((counted) => ({
      ...counted,
      roundTrips: perPayment(counted, 'roundTrips'),
      commits: perPayment(counted, 'commits'),
    }))
    .filter(({ roundTrips }) => roundTrips >= NOISE / 10);
}

const nameOf = ({ database, statement }: StatementCount): string => `${database} ${statement}`;

function print(
  messages: ReadonlyMap<string, number>,
  statements: readonly StatementCount[],
  cpuByProcess: Readonly<Record<string, number>>,
): void {
  console.log('\nMESSAGES OF ONE PAYMENT');
  for (const [topic, count] of messages) console.log(`${topic.padEnd(60)}${rounded(count)}`);
  console.log(`\n${'STATEMENTS OF ONE PAYMENT'.padEnd(84)}${'ROUND TRIPS'.padEnd(14)}COMMITS`);
  for (const { database, statement, roundTrips, commits } of [...statements].sort((a, b) =>
    nameOf(a) < nameOf(b) ? -1 : 1,
  ))
    console.log(`${database.padEnd(22)}${statement.padEnd(62)}${rounded(roundTrips).padEnd(14)}${rounded(commits)}`);
  console.log('\nCPU OF ONE PAYMENT, µs');
  for (const [process, micros] of Object.entries(cpuByProcess))
    console.log(`${process.padEnd(60)}${micros.toFixed(0)}`);
}
