import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@paygate/contracts';
import type { OwnStack } from '../stack/own-stack.js';
import { LoadProcess } from './load/load-process.js';
import type { PaymentsJob, PaymentsResult } from './load/payment-steps.js';
import type { Target } from './load/raw-http.js';
import type { Roots } from './process-cpu.js';
import { busyShare, cpuBetween, cpuTimes, machineTimes, sumOf } from './process-cpu.js';
import { program } from './programs.js';
import type { Figure } from './report.js';
import { atMost } from './report.js';

/** What has a part in a payment. The test inbox stands for a telephone, the load for merchant and customer: not counted. */
const PARTS = [...serviceNames, 'kafka', 'postgres', 'redis'] as const;

const CHARGE_TO_WEBHOOK_GOAL_MS = 60;
const AFTERMATH_MS = 500;

export interface PaymentsReport {
  readonly result: PaymentsResult;
  /** microseconds per payment */
  readonly cpuByProcess?: Readonly<Record<string, number>>;
  readonly figures: readonly Figure[];
}

/** Payers in closed loop: each begins the next payment when the webhook of the last one has come. */
export async function paymentsBench(
  stack: OwnStack,
  { payers, durationMs }: { readonly payers: number; readonly durationMs: number },
): Promise<PaymentsReport> {
  return withLoad(stack, async (load) => {
    const job = { ...jobOf(stack, payers), pace: { kind: 'closed-loop' as const, durationMs } };
    const roots: Roots = Object.fromEntries(PARTS.map((name) => [name, stack.pidOf(name)]));
    const before = cpuTimes(roots);
    const result = await load.run(job);
    await delay(AFTERMATH_MS);
    const cpu = cpuBetween(before, cpuTimes(roots));
    const perPayment = Object.fromEntries(Object.entries(cpu).map(([name, time]) => [name, time / result.payments]));
    const perSecond = (result.payments * 1_000) / result.durationMs;
    const figures: Figure[] = [
      { what: `whole payments, ${payers} payers in closed loop`, unit: 'per second', value: perSecond },
      {
        what: 'whole payments, all services and engines, per payment',
        unit: 'µs CPU',
        value: sumOf(cpu) / result.payments,
      },
      { what: 'whole payments, p50 from create to webhook', unit: 'ms', value: result.wholeP50Ms },
      atMost(0, { what: 'whole payments, errors', unit: 'errors', value: result.failures, ...noteOf(result) }),
    ];
    return { result, cpuByProcess: perPayment, figures };
  });
}

/** One charge at a time on a system that does nothing else. */
export async function chargeToWebhookBench(stack: OwnStack, payments: number): Promise<PaymentsReport> {
  return withLoad(stack, async (load) => {
    const pace = { kind: 'one-at-a-time' as const, payments, pauseMs: 20 };
    const result = await load.run({ ...jobOf(stack, 1), pace });
    const [p50, p99] = [result.chargeToWebhookP50Ms, result.chargeToWebhookP99Ms];
    const figures: Figure[] = [
      atMost(CHARGE_TO_WEBHOOK_GOAL_MS, { what: 'charge accepted to webhook received, p50', unit: 'ms', value: p50 }),
      { what: 'charge accepted to webhook received, p99', unit: 'ms', value: p99 },
      atMost(0, { what: 'charge to webhook, errors', unit: 'errors', value: result.failures, ...noteOf(result) }),
    ];
    return { result, figures };
  });
}

/** How figures call the load of {@link steadyPayments}. */
export const HALF_LOAD_OF = 'at half load';
const HALF_LOAD_PAYERS = 16;
const CALIBRATION_MS = 5_000;
/** A payment costs more where few are under way: the rate is not found in one step. The last one has to be exact. */
const CALIBRATIONS_MS = [CALIBRATION_MS, CALIBRATION_MS, 20_000];
const HALF_BUSY = 0.5;
/** Until what takes part runs as fast as it does from then on. */
const WARM_UP_MS = 40_000;

export interface SteadyPaymentsOptions {
  readonly durationMs: number;
  /** Whom the payments go through: the stack's own gateway unless told otherwise. */
  readonly gateway?: Target;
  /** What else is to be warm: goes on for so many milliseconds beside the first payments. */
  readonly warmUp?: (durationMs: number) => Promise<unknown>;
}

/** Lets `work` run payments, as often as it likes, at the rate that keeps the cores of the machine half busy once it is warm. */
export async function steadyPayments<Result>(
  stack: OwnStack,
  { durationMs, gateway = stack.gateway, warmUp }: SteadyPaymentsOptions,
  work: (pay: () => Promise<PaymentsResult>) => Promise<Result>,
): Promise<Result> {
  return withLoad(stack, async (load) => {
    const job = { ...jobOf(stack, HALF_LOAD_PAYERS), gateway };
    const warm = load.run({ ...job, pace: { kind: 'closed-loop', durationMs: WARM_UP_MS } });
    await Promise.all([warm, warmUp?.(WARM_UP_MS)]);
    const most = await load.run({ ...job, pace: { kind: 'closed-loop', durationMs: CALIBRATION_MS } });
    let perSecond = (most.payments * 1_000) / most.durationMs / 2;
    for (const calibrationMs of CALIBRATIONS_MS) {
      const before = machineTimes();
      await load.run({ ...job, pace: { kind: 'steady', perSecond, durationMs: calibrationMs } });
      perSecond *= HALF_BUSY / busyShare(before, machineTimes());
    }
    console.log(`  ${HALF_LOAD_OF}: ${perSecond.toFixed(1)} payments a second`);
    return work(() => load.run({ ...job, pace: { kind: 'steady', perSecond, durationMs } }));
  });
}

/** Runs payments at half load until `work` is done, in turns. */
export async function paymentsAtHalfLoad<Result>(stack: OwnStack, work: () => Promise<Result>): Promise<Result> {
  return steadyPayments(stack, { durationMs: CALIBRATION_MS }, async (pay) => {
    let going = true;
    const payOn = async (): Promise<void> => {
      while (going) await pay();
    };
    const paying = payOn();
    try {
      return await work();
    } finally {
      going = false;
      await paying;
    }
  });
}

function noteOf({ firstFailure }: PaymentsResult): { readonly note?: string } {
  return firstFailure === undefined ? {} : { note: firstFailure };
}

/** The load takes the place of the demo merchant's receiver, so that both ends of a payment are seen by one clock. */
async function withLoad<Result>(
  stack: OwnStack,
  work: (load: LoadProcess<PaymentsJob, PaymentsResult>) => Promise<Result>,
): Promise<Result> {
  await stack.hold(['receiver']);
  const load = new LoadProcess<PaymentsJob, PaymentsResult>(program('load/payments.js'));
  try {
    return await work(load);
  } finally {
    load.stop();
    await stack.release(['receiver']);
  }
}

function jobOf(stack: OwnStack, payers: number): Omit<PaymentsJob, 'pace'> {
  const { inbox, merchant, users } = stack.facts;
  const receiver = new URL(merchant.webhookReceiver.url);
  const funded = users.filter(({ walletBalance }) => walletBalance !== '0');
  if (funded.length < payers) throw new Error(`the stack has ${funded.length} funded users, ${payers} are to pay`);
  return {
    gateway: stack.gateway,
    inbox: { port: Number(new URL(inbox.url).port) },
    receiver: { port: Number(receiver.port), path: receiver.pathname, secret: merchant.webhookSecret },
    publishableKey: merchant.publishableKey,
    secretKey: merchant.secretKey,
    payers: funded.slice(0, payers).map(({ id, phoneNumber }) => ({ id, phoneNumber })),
  };
}
