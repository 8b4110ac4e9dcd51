import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OwnStack } from '../stack/own-stack.js';
import type { Length } from './bench-stack.js';
import { LoadProcess } from './load/load-process.js';
import { RawConnection } from './load/raw-http.js';
import type { SignInsJob, SignInsResult } from './load/sign-ins.js';
import { paymentsJob, withPayments } from './payments.js';
import type { Figure } from './report.js';
import { atMost } from './report.js';

const FLOOD_PER_SECOND = 200;
const PAYMENTS_PER_SECOND = 2;
const PAYERS = 16;
const ADDRESSES = [24, 240] as const;
const FLOOD_MS: Readonly<Record<Length, number>> = { full: 60_000, smoke: 3_000 };
/** The customer begins a visit this often, and tries up to MOST_TRIES times in it. */
const VISIT_EVERY_MS = 3_000;
const MOST_TRIES = 3;
const CUSTOMER_ADDRESS = '127.3.0.1';
const TIMEOUT_MS = 60_000;

interface Customer {
  readonly phoneNumber: string;
  readonly password: string;
}

/** The number of visits to sign in, the tries of each, and the number of those that failed. */
interface Visits {
  readonly tries: number[];
  failed: number;
}

/**
 * Payments and a customer on a trusted network beside a flood of wrong sign-ins from 24 and then from 240 addresses, with the
 * limits of production. Every fourth guess is at the customer's own account. The addresses are those of the loopback network,
 * so the gateway sees them as they are, without a proxy.
 */
export async function signInFloodBench(stack: OwnStack, length: Length): Promise<readonly Figure[]> {
  const [customer] = stack.facts.users;
  if (customer === undefined) throw new Error('the stack has no user');
  const connection = await RawConnection.open({ ...stack.gateway, from: CUSTOMER_ADDRESS });
  const flood = new LoadProcess<SignInsJob, SignInsResult>(join(import.meta.dirname, 'load/sign-ins.js'));
  const job = paymentsJob(stack, PAYERS);
  const payers = job.payers.map((payer, number) => ({ ...payer, from: `127.2.0.${number + 1}` }));
  try {
    const trusted = await triesToSignIn(stack, connection, customer);
    if (trusted === undefined) throw new Error('the customer could not sign in before the flood');
    return await withPayments(stack, async (load) => {
      const figures: Figure[] = [];
      for (const count of ADDRESSES) {
        const durationMs = FLOOD_MS[length];
        const pace = { kind: 'steady' as const, perSecond: PAYMENTS_PER_SECOND, durationMs };
        const addresses = Array.from({ length: count }, (_, number) => `127.1.${number}.1`);
        const target = { gateway: stack.gateway, publishableKey: job.publishableKey, addresses };
        const [signIns, visits, payments] = await Promise.all([
          flood.run({ ...target, perSecond: FLOOD_PER_SECOND, durationMs, victim: customer.phoneNumber }),
          visit(stack, connection, { customer, end: performance.now() + durationMs }),
          load.run({ ...job, payers, pace }),
        ]);
        figures.push(...figuresOf(count, signIns, visits), paymentsFigure(count, payments));
      }
      return figures;
    });
  } finally {
    connection.close();
    flood.stop();
  }
}

async function visit(
  stack: OwnStack,
  connection: RawConnection,
  { customer, end }: { readonly customer: Customer; readonly end: number },
): Promise<Visits> {
  const visits: Visits = { tries: [], failed: 0 };
  while (performance.now() < end) {
    const tries = await triesToSignIn(stack, connection, customer);
    if (tries === undefined) visits.failed += 1;
    else visits.tries.push(tries);
    await delay(VISIT_EVERY_MS);
  }
  return visits;
}

/** The number of tries, obeying Retry-After, that a sign-in took; undefined when MOST_TRIES did not suffice. */
async function triesToSignIn(
  { facts }: OwnStack,
  connection: RawConnection,
  { phoneNumber, password }: Customer,
): Promise<number | undefined> {
  const headers = { 'x-api-key': facts.merchant.publishableKey, 'content-type': 'application/json' };
  const request = { method: 'POST' as const, path: '/auth/web', headers };
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const answer = await connection.ask({ ...request, body: JSON.stringify({ phoneNumber, password }) });
    if (answer.status === 200) return tries;
    if (answer.status !== 429) throw new Error(`the customer's sign-in answered ${answer.status}`);
    if (tries < MOST_TRIES) await delay(Math.min(TIMEOUT_MS, (answer.retryAfterSeconds ?? 1) * 1_000));
  }
  return undefined;
}

function figuresOf(count: number, { byStatus, held, unanswered }: SignInsResult, visits: Visits): readonly Figure[] {
  const answers = Object.entries(byStatus).map(([status, times]) => `${status}: ${times}`);
  const mostTries = Math.max(0, ...visits.tries);
  return [
    atMost(0, {
      what: `sign-ins from ${count} addresses without an answer`,
      unit: 'errors',
      value: unanswered,
      note: `answers ${answers.join(', ')}; not sent for want of a free connection: ${held}`,
    }),
    atMost(0, {
      what: `visits of a trusted customer that ${MOST_TRIES} tries did not sign in`,
      unit: 'errors',
      value: visits.failed,
      note: `${visits.tries.length} visits succeeded, in at most ${mostTries} tries`,
    }),
  ];
}

function paymentsFigure(
  count: number,
  {
    payments,
    failures,
    firstFailure,
  }: { readonly payments: number; readonly failures: number; readonly firstFailure?: string },
): Figure {
  const what = `payments that failed beside the flood from ${count} addresses`;
  const note = `${payments} succeeded${firstFailure === undefined ? '' : `; ${firstFailure}`}`;
  return atMost(0, { what, unit: 'errors', value: failures, note });
}
