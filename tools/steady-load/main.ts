/**
 * Makes payments on a stack, each customer one after the other, and visits its pages, until SIGTERM. Prints one JSON line every quarter of a second
 * ({@link Progress}), and at the end one with all broken promises ({@link Verdict}): what was acknowledged is compared with what the
 * API returns, what the merchant received and what the auditor finds. Exits with 1 when a promise was broken.
 *
 * PAYGATE_STACK_FILE names the stack's stack.json. PAYERS is the number of customers that pay at the same time, READING_SECONDS
 * how long one takes on average to read a code.
 */
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpus } from 'node:os';
import type { PaygateHttp, Stack } from '@paygate/testing';
import { readStack, stackClient } from '@paygate/testing';
import { findFaults } from '../chaos/findings.js';
import type { Payment } from '../chaos/history.js';
import { Merchant } from '../chaos/merchant.js';
import { newPayment } from '../chaos/payer.js';
import { Payers } from '../chaos/payers.js';
import { Random } from '../chaos/random.js';
import { Visitors } from './visitors.js';

/** Cumulative since the start. */
export interface Progress {
  readonly begun: number;
  readonly completed: number;
  /** Every payment up to this number has ended. */
  readonly endedUpTo: number;
  /** Requests that got no answer or one after which they are repeated, by reason. */
  readonly failed: Readonly<Record<string, number>>;
  /** Final answers that were no success, by what was asked, status and code. */
  readonly refused: Readonly<Record<string, number>>;
  /** Visits of the pages, and of guests. */
  readonly visits: number;
  /** Milliseconds of all processors of this machine since it started: busy ones, and all. */
  readonly cpu: { readonly busy: number; readonly total: number };
}

export interface Verdict {
  readonly payments: number;
  readonly completed: number;
  readonly deliveries: number;
  readonly visits: number;
  readonly failed: Progress['failed'];
  readonly refused: Progress['refused'];
  /** Broken promises, one sentence each. */
  readonly faults: readonly string[];
}

const PROGRESS_MS = 250;
/** Clients come and go: new connections reach new replicas of the gateway. */
const RENEWED_MS = 5_000;
/** Longer than messages wait while their provider is replaced: who asks for another code may get the first one after it. */
const CODE_MS = 90_000;
/** Longer than a request may take. */
const CLOSED_MS = 30_000;

const ended = once(process, 'SIGTERM');
const verdict = await run(readStack());
process.stdout.write(`${JSON.stringify({ verdict })}\n`);
process.exitCode = verdict.faults.length === 0 ? 0 : 1;
// what a client left open must not keep the process running
process.exit();

async function run(stack: Stack): Promise<Verdict> {
  // another run on the same stack must not repeat its idempotency keys
  const random = new Random(randomUUID());
  const merchant = await listeningMerchant(stack, random);
  const [retries, refusals] = [new Map<string, number>(), new Map<string, number>()];
  const gateways = [stackClient(stack)];
  const renewal = setInterval(() => {
    renewConnections(stack, gateways);
  }, RENEWED_MS);
  const shared = { gateways, merchant, retries, refusals };
  const reading = Number(process.env['READING_SECONDS'] ?? '0');
  // as our clients do, each request with an idempotency key
  const keyed = (own: Random, number: number): Payment => ({
    ...newPayment(own, number),
    idempotencyKey: `order-${number}-${randomUUID()}`,
  });
  const setting = { ...shared, random, reading, codeMs: CODE_MS, inboxUrl: stack.inbox.url, newPayment: keyed };
  const payers = new Payers(setting, customersOf(stack));
  const visitors = new Visitors({ ...shared, stack, random: random.of('visitors') });
  const count = (): Progress => ({
    ...countOf(payers.payments),
    failed: Object.fromEntries(retries),
    refused: Object.fromEntries(refusals),
    visits: visitors.visits,
    cpu: cpuTimes(),
  });
  const timer = setInterval(() => {
    process.stdout.write(`${JSON.stringify(count())}\n`);
  }, PROGRESS_MS);
  await ended;
  await Promise.all([payers.stop(), visitors.stop()]);
  clearInterval(timer);
  clearInterval(renewal);
  const { payments } = payers;
  const { databases } = stack.auditor;
  const faults = await findFaults({ payments, merchant, api: stackClient(stack), databases, random });
  const { begun, completed, visits, failed, refused } = count();
  const { deliveries } = merchant;
  return { payments: begun, completed, deliveries, visits, failed, refused, faults: [...faults, ...visitors.faults] };
}

/** The demo merchant's endpoint, at the address to which its events go. */
async function listeningMerchant(
  { merchant: { webhookReceiver, webhookSecret } }: Stack,
  random: Random,
): Promise<Merchant> {
  const { port, pathname: path } = new URL(webhookReceiver.url);
  const merchant = new Merchant({ host: '0.0.0.0', port: Number(port), path, secret: webhookSecret, random });
  await merchant.listen();
  return merchant;
}

function customersOf({ users }: Stack): Stack['users'] {
  return users.filter(({ walletBalance }) => walletBalance !== '0').slice(0, Number(process.env['PAYERS'] ?? '4'));
}

/** In a container too, of the whole machine. */
function cpuTimes(): Progress['cpu'] {
  const times = cpus().map((cpu) => cpu.times);
  const total = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { busy: total - times.reduce((sum, { idle }) => sum + idle, 0), total };
}

function renewConnections(stack: Stack, gateways: PaygateHttp[]): void {
  const [old] = gateways.splice(0, 1, stackClient(stack));
  setTimeout(() => old?.close(), CLOSED_MS);
}

function countOf(payments: readonly Payment[]): Pick<Progress, 'begun' | 'completed' | 'endedUpTo'> {
  const open = payments.findIndex(({ eventAt, fault }) => eventAt === undefined && fault === undefined);
  return {
    begun: payments.length,
    completed: payments.filter(({ eventAt }) => eventAt !== undefined).length,
    endedUpTo: open === -1 ? payments.length : open,
  };
}
