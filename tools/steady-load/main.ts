/**
 * Makes payments on a stack, each customer one after the other, until SIGTERM. Prints one JSON line every quarter of a second
 * ({@link Progress}), and at the end one with all broken promises ({@link Verdict}): what was acknowledged is compared with what the
 * API returns, what the merchant received and what the auditor finds. Exits with 1 when a promise was broken.
 *
 * PAYGATE_STACK_FILE names the stack's stack.json. PAYERS is the number of customers that pay at the same time, READING_SECONDS
 * how long one takes on average to read a code.
 */
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { PaygateHttp, Stack } from '@paygate/testing';
import { readStack, stackClient } from '@paygate/testing';
import { findFaults } from '../chaos/findings.js';
import type { Payment } from '../chaos/history.js';
import { Merchant } from '../chaos/merchant.js';
import { Payers } from '../chaos/payers.js';
import { Random } from '../chaos/random.js';

/** Cumulative since the start. */
export interface Progress {
  readonly begun: number;
  readonly completed: number;
  /** Every payment up to this number has ended. */
  readonly endedUpTo: number;
  /** Requests that got no answer or one after which they are repeated, by reason. */
  readonly failed: Readonly<Record<string, number>>;
}

export interface Verdict {
  readonly payments: number;
  readonly completed: number;
  readonly deliveries: number;
  readonly failed: Progress['failed'];
  /** Broken promises, one sentence each. */
  readonly faults: readonly string[];
}

const PROGRESS_MS = 250;
/** Clients come and go: new connections reach new replicas of the gateway. */
const RENEWED_MS = 5_000;
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
  const receiver = new URL(stack.merchant.webhookReceiver.url);
  const { webhookSecret: secret } = stack.merchant;
  const merchant = new Merchant({
    host: '0.0.0.0',
    port: Number(receiver.port),
    path: receiver.pathname,
    secret,
    random,
  });
  await merchant.listen();
  const retries = new Map<string, number>();
  const gateways = [stackClient(stack)];
  const renewal = setInterval(() => {
    renewConnections(stack, gateways);
  }, RENEWED_MS);
  const payers = new Payers(
    {
      gateways,
      inboxUrl: stack.inbox.url,
      merchant,
      random,
      reading: Number(process.env['READING_SECONDS'] ?? '0'),
      retries,
    },
    stack.users.filter(({ walletBalance }) => walletBalance !== '0').slice(0, Number(process.env['PAYERS'] ?? '4')),
  );
  const timer = setInterval(() => {
    const progress: Progress = { ...countOf(payers.payments), failed: Object.fromEntries(retries) };
    process.stdout.write(`${JSON.stringify(progress)}\n`);
  }, PROGRESS_MS);
  await ended;
  await payers.stop();
  clearInterval(timer);
  clearInterval(renewal);
  const { payments } = payers;
  const { databases } = stack.auditor;
  const faults = await findFaults({ payments, merchant, api: stackClient(stack), databases, random });
  const { begun, completed } = countOf(payments);
  return {
    payments: begun,
    completed,
    deliveries: merchant.deliveries,
    failed: Object.fromEntries(retries),
    faults,
  };
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
