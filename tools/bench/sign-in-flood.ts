import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { OwnStack } from '../stack/own-stack.js';
import { answersOk, until } from '../stack/own-stack.js';
import { LoadProcess } from './load/load-process.js';
import type { PaymentsResult } from './load/payment-steps.js';
import type { SignInsJob, SignInsResult } from './load/sign-ins.js';
import type { Target } from './load/raw-http.js';
import { startPlainGateway } from './plain-gateway.js';
import { busyShare, machineTimes } from './process-cpu.js';
import { program } from './programs.js';
import type { Figure } from './report.js';
import { atMost, rounded } from './report.js';
import type { Starter } from './sibling.js';
import { freePort, Sibling } from './sibling.js';
import { percentile } from './statistics.js';
import { HALF_LOAD_OF, steadyPayments } from './whole-payments.js';

const FLOOD_PER_SECOND = 200;
const ADDRESSES = 24;
const HASHES_PER_CORE = 4;
/** What auth finds out of strangers' wrong passwords in a second, by its own limit. */
const WRONG_PER_SECOND = Math.max(2, availableParallelism());
/** What auth may hash at once after a quiet time, besides. */
const BURST = 16;
/** Seldom enough for the limit of one address. */
const CUSTOMER_EVERY_MS = 2_000;
const READY_MS = 60_000;
const SETTLE_MS = 3_000;
/** A flood that has gone on for a while: what its addresses may ask at once after a quiet time is used up. */
const LEAD_MS = 5_000;
/** What payments may lose to a flood: the p99 of their charges, as a multiple of the one without. */
const P99_GROWTH = 1.2;
/** What is held while siblings with the limits of production do its work. */
const REPLACED = ['gateway', 'auth'];
const HIGH_LIMITS_OF_EDGE = ['RATE_LIMIT_SIGN_INS'];
const HIGH_LIMITS = [
  'SIGN_IN_FREE_ATTEMPTS',
  'SIGN_IN_WRONG_PER_DAY',
  'SIGN_IN_WRONG_PER_DAY_AT_HOME',
  'PASSWORD_HASHES_PER_SECOND',
  'SIGN_IN_WRONG_PER_SECOND',
  'SIGN_IN_PLACES',
  'SIGN_INS_PER_ADDRESS',
  'SIGN_INS_PER_KEY',
];

export interface SignInFloodOptions {
  readonly turns: number;
  /** Of a turn alone, and again of one beside the flood. */
  readonly durationMs: number;
}

/**
 * Payments at half load, alone and beside a flood of sign-ins, in turns: what disturbs the machine for longer disturbs both.
 * A customer signs in now and then, in both. The limits of sign-in are those of production: a gateway and an auth with them
 * take the place of those of the stack, and payments go through the gateway that is flooded. All processes are warm before it
 * is measured.
 */
export async function signInFloodBench(
  stack: OwnStack,
  { turns, durationMs }: SignInFloodOptions,
): Promise<readonly Figure[]> {
  const siblings: Sibling[] = [];
  const start: Starter = (service, options) => {
    const sibling = Sibling.start(stack, service, options);
    siblings.push(sibling);
    return sibling;
  };
  const { target } = await startPlainGateway(start, HIGH_LIMITS_OF_EDGE);
  const health = await freePort();
  const env = { HEALTH_PORT: String(health) };
  start('auth', { name: 'bench-auth', program: 'services/auth/main.js', env, without: HIGH_LIMITS });
  await until('the auth of the bench serves', READY_MS, () => answersOk(`http://127.0.0.1:${health}/readyz`));
  await stack.hold(REPLACED);
  const flood = new LoadProcess<SignInsJob, SignInsResult>(program('load/sign-ins.js'));
  try {
    await delay(SETTLE_MS);
    const job = jobOf(stack, target, durationMs);
    const warmUp = (ms: number): Promise<unknown> => flood.run({ ...job, durationMs: ms });
    return await steadyPayments(stack, { durationMs, gateway: target, warmUp }, async (pay) => {
      const meanwhile = async (perSecond: number, leadMs: number): Promise<[WatchedPayments, SignInsResult]> => {
        const signingIn = flood.run({ ...job, perSecond, durationMs: leadMs + durationMs });
        return Promise.all([delay(leadMs).then(() => whileWatched(pay)), signingIn]);
      };
      const alone = async (): Promise<WatchedPayments> => (await meanwhile(0, SETTLE_MS))[0];
      const beside = () => meanwhile(FLOOD_PER_SECOND, LEAD_MS);
      return figuresOf(await measured(turns, alone, beside));
    });
  } finally {
    flood.stop();
    for (const sibling of siblings) await sibling.stop();
    await stack.release(REPLACED);
  }
}

/** Alone and beside the flood, in turns: each flood comes after a quiet time. */
async function measured(
  turns: number,
  alone: () => Promise<WatchedPayments>,
  beside: () => Promise<[WatchedPayments, SignInsResult]>,
): Promise<Measured> {
  const all: Measured = { alone: [], beside: [], signIns: [] };
  for (let turn = 1; turn <= turns; turn += 1) {
    const quiet = await alone();
    const [flooded, signIns] = await beside();
    all.alone.push(quiet);
    all.beside.push(flooded);
    all.signIns.push(signIns);
    const busy = [quiet, flooded].map((half) => `${Math.round(half.busyShare * 100)} %`).join(' and ');
    console.log(
      `  turn ${turn} of ${turns}: charge p99 × ${rounded(growthOf([flooded], [quiet]))}, cores busy ${busy}`,
    );
  }
  return all;
}

function jobOf({ facts }: OwnStack, target: Target, durationMs: number): SignInsJob {
  const [customer, ...users] = facts.users.map(({ phoneNumber, password }) => ({ phoneNumber, password }));
  if (customer === undefined) throw new Error('the stack has no user');
  return {
    target,
    durationMs,
    perSecond: FLOOD_PER_SECOND,
    users,
    publishableKey: facts.merchant.publishableKey,
    addresses: Array.from({ length: ADDRESSES }, (_, n) => `198.51.${n}.1`),
    customer: { ...customer, address: '203.0.113.7', everyMs: CUSTOMER_EVERY_MS },
  };
}

/** Payments, and the part of the machine's processors that was busy meanwhile. */
interface WatchedPayments extends PaymentsResult {
  readonly busyShare: number;
}

async function whileWatched(pay: () => Promise<PaymentsResult>): Promise<WatchedPayments> {
  const before = machineTimes();
  const result = await pay();
  return { ...result, busyShare: busyShare(before, machineTimes()) };
}

/** What was measured turn by turn. */
interface Measured {
  readonly alone: WatchedPayments[];
  readonly beside: WatchedPayments[];
  readonly signIns: SignInsResult[];
}

function figuresOf({ alone, beside, signIns }: Measured): readonly Figure[] {
  const seconds = sum(signIns, ({ elapsedMs }) => elapsedMs) / 1_000;
  const latencies = signIns.flatMap(({ customer }) => customer.latenciesMs);
  const [letIn, refused] = [latencies.length, sum(signIns, ({ customer }) => customer.refused)];
  return [
    chargeP99(`alone`, alone),
    chargeP99(`beside ${FLOOD_PER_SECOND} sign-ins a second`, beside),
    atMost(P99_GROWTH, {
      what: 'the same of all turns, beside them to alone',
      unit: 'ratio',
      value: growthOf(beside, alone),
      note: `turn by turn ${turnByTurn(beside, alone)}`,
    }),
    atMost(0, {
      what: 'payments that failed beside the flood',
      unit: 'errors',
      value: sum(beside, ({ failures }) => failures),
      ...noteOfFirst(beside),
    }),
    ...hashed(signIns),
    {
      what: 'sign-ins sent in the flood',
      unit: 'per second',
      value: sum(signIns, ({ sent }) => sent) / seconds,
      note: `${answersOf(signIns)}; ${sum(signIns, ({ held }) => held)} not sent`,
    },
    atMost(0, {
      what: 'sign-ins without an answer',
      unit: 'errors',
      value: sum(signIns, ({ failures }) => failures),
    }),
    {
      what: 'sign-in of a customer at home meanwhile, p50',
      unit: 'ms',
      ...(letIn === 0 ? {} : { value: percentile(latencies, 0.5) }),
      note: `${letIn} let in, ${refused} refused`,
    },
  ];
}

/** Passwords that were hashed, of all and of those that were wrong. */
function hashed(signIns: readonly SignInsResult[]): readonly Figure[] {
  const wrong = sum(signIns, ({ byStatus }) => byStatus[401] ?? 0);
  const right = sum(signIns, ({ byStatus, customer }) => (byStatus[200] ?? 0) + customer.latenciesMs.length);
  const seconds = sum(signIns, ({ elapsedMs }) => elapsedMs) / 1_000;
  const afterBursts = (count: number, burst: number): number => Math.max(0, count - burst * signIns.length) / seconds;
  return [
    atMost(HASHES_PER_CORE * availableParallelism(), {
      what: 'passwords hashed in the flood, after the first burst',
      unit: 'per second',
      value: afterBursts(right + wrong, BURST),
    }),
    atMost(WRONG_PER_SECOND, {
      what: '… of them wrong ones, after as many',
      unit: 'per second',
      // the one after as many is the first that keeps others waiting
      value: afterBursts(wrong, BURST + 1),
    }),
  ];
}

function chargeP99(what: string, results: readonly WatchedPayments[]): Figure {
  const chargeMs = chargeTimes(results);
  const busy = Math.round((sum(results, (result) => result.busyShare) / results.length) * 100);
  return {
    what: `charge answered, p99, payments ${HALF_LOAD_OF}, ${what}`,
    ...{ unit: 'ms', value: percentile(chargeMs, 0.99), note: `${chargeMs.length} payments, cores busy ${busy} %` },
  };
}

/** By how much the p99 of charges grew from one to the other. */
function growthOf(beside: readonly PaymentsResult[], alone: readonly PaymentsResult[]): number {
  return percentile(chargeTimes(beside), 0.99) / percentile(chargeTimes(alone), 0.99);
}

function turnByTurn(beside: readonly PaymentsResult[], alone: readonly PaymentsResult[]): string {
  return beside.map((result, turn) => rounded(growthOf([result], alone.slice(turn, turn + 1)))).join(', ');
}

function chargeTimes(results: readonly PaymentsResult[]): number[] {
  return results.flatMap(({ chargeMs }) => chargeMs);
}

function answersOf(signIns: readonly SignInsResult[]): string {
  const statuses = [...new Set(signIns.flatMap(({ byStatus }) => Object.keys(byStatus).map(Number)))].sort();
  return statuses.map((status) => `${status}: ${sum(signIns, ({ byStatus }) => byStatus[status] ?? 0)}`).join(', ');
}

function noteOfFirst(results: readonly PaymentsResult[]): { readonly note?: string } {
  const note = results.find(({ firstFailure }) => firstFailure !== undefined)?.firstFailure;
  return note === undefined ? {} : { note };
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
