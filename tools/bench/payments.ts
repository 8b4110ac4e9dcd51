import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@paygate/contracts';
import type { OwnStack } from '../stack/own-stack.js';
import type { Length } from './bench-stack.js';
import type { Run } from './create-intent.js';
import { LoadProcess } from './load/load-process.js';
import type { PaymentsJob, PaymentsResult } from './load/payment-steps.js';
import { cpuBetween, cpuTimes, sumOf } from './process-cpu.js';
import type { Figure } from './report.js';
import { atMost } from './report.js';

/** The processes that have a part in a payment. The test inbox stands for a telephone and is not counted, nor is the load. */
const PARTS: readonly string[] = [...serviceNames, 'services', 'kafka', 'postgres', 'redis'];
const DURATIONS_MS: Readonly<Record<Length, number>> = { full: 60_000, smoke: 2_000 };
const PAYERS = 32;
const AFTERMATH_MS = 500;

export type PaymentLoad = LoadProcess<PaymentsJob, PaymentsResult>;

export interface PaymentsRun extends Run {
  readonly result: PaymentsResult;
}

/** Payers in a closed loop: each begins the next payment when the webhook of the last one has arrived. */
export function paymentsBench(stack: OwnStack, length: Length): Promise<readonly Figure[]> {
  return withPayments(stack, async (load) => {
    const run = await pay(stack, load, {
      payers: PAYERS,
      pace: { kind: 'closed-loop', durationMs: DURATIONS_MS[length] },
    });
    const { result, perSecond, cpuMicros, cpuByProcess } = run;
    const parts = Object.entries(cpuByProcess).map(([part, micros]) => `${part} ${micros.toFixed(0)}`);
    const note = result.firstFailure === undefined ? {} : { note: result.firstFailure };
    return [
      { what: `whole payments, ${PAYERS} payers in a closed loop`, unit: 'per second', value: perSecond },
      { what: 'whole payment, CPU', unit: 'µs CPU', value: cpuMicros, note: parts.join(', ') },
      { what: 'whole payment, create to webhook, p50', unit: 'ms', value: result.wholeP50Ms },
      { what: 'charge accepted to webhook received, p50', unit: 'ms', value: result.chargeToWebhookP50Ms },
      atMost(0, { what: 'payments that failed', unit: 'errors', value: result.failures, ...note }),
    ];
  });
}

/** Measures whole payments of a stack for as long as it is asked to. */
export function paymentRuns(
  stack: OwnStack,
  load: PaymentLoad,
  payers: number,
): (durationMs: number) => Promise<PaymentsRun> {
  return (durationMs) => pay(stack, load, { payers, pace: { kind: 'closed-loop', durationMs } });
}

/** Measures payments at the pace given. */
export async function pay(
  stack: OwnStack,
  load: PaymentLoad,
  { payers, ...how }: { readonly payers: number } & Pick<PaymentsJob, 'pace' | 'patienceMs' | 'metadata' | 'method'>,
): Promise<PaymentsRun> {
  const roots = Object.fromEntries(partsOf(stack).map((name) => [name, stack.pidOf(name)]));
  const before = cpuTimes(roots);
  const result = await load.run({ ...paymentsJob(stack, payers), ...how });
  await delay(AFTERMATH_MS);
  const cpu = cpuBetween(before, cpuTimes(roots));
  return {
    result,
    perSecond: (result.payments * 1_000) / result.durationMs,
    cpuMicros: sumOf(cpu) / result.payments,
    cpuByProcess: Object.fromEntries(Object.entries(cpu).map(([name, micros]) => [name, micros / result.payments])),
  };
}

/** Services may share one process, which then has another name. */
function partsOf({ facts: { services, engines } }: OwnStack): readonly string[] {
  return [...services, ...engines].map(({ name }) => name).filter((name) => PARTS.includes(name));
}

/** Runs `work` with a load process in place of the demo merchant's receiver: one clock then sees both ends of a payment. */
export async function withPayments<Result>(
  stack: OwnStack,
  work: (load: PaymentLoad) => Promise<Result>,
): Promise<Result> {
  await stack.hold(['receiver']);
  const load: PaymentLoad = new LoadProcess(join(import.meta.dirname, 'load/payments.js'));
  try {
    return await work(load);
  } finally {
    load.stop();
    await stack.release(['receiver']);
  }
}

export function paymentsJob(stack: OwnStack, payers: number): Omit<PaymentsJob, 'pace'> {
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
    payers: funded.slice(0, payers).map(({ id, phoneNumber, password }) => ({ id, phoneNumber, password })),
  };
}
