/** Whole payments, as a merchant and its customers make them, with a webhook receiver of its own. */
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../statistics.js';
import { serveJobs } from './load-process.js';
import type { Payer, PaymentsJob, PaymentsResult, SignedIn } from './payment-steps.js';
import { charge, closeClients, openClients, prepare } from './payment-steps.js';
import { WebhookReceiver } from './webhook-receiver.js';

/** A broken connection fails at once: the loop must not spin on it. */
const FAILURE_PAUSE_MS = 200;

interface Tally {
  readonly wholeMs: number[];
  readonly chargeToWebhookMs: number[];
  failures: number;
  firstFailure?: string;
}

interface Work {
  readonly job: PaymentsJob;
  readonly receiver: WebhookReceiver;
  readonly tally: Tally;
  readonly payers: readonly { readonly payer: Payer; readonly client: SignedIn }[];
}

serveJobs(payments);

async function payments(job: PaymentsJob): Promise<PaymentsResult> {
  const receiver = await WebhookReceiver.open(job.receiver);
  const tally: Tally = { wholeMs: [], chargeToWebhookMs: [], failures: 0 };
  const payers = await Promise.all(job.payers.map(async (payer) => ({ payer, client: await openClients(job, payer) })));
  try {
    const started = performance.now();
    const work = { job, receiver, tally, payers };
    if (job.pace.kind === 'closed-loop') await closedLoop(work, started + job.pace.durationMs);
    else await steady(work, job.pace);
    return resultOf(tally, performance.now() - started, receiver);
  } finally {
    for (const { client } of payers) closeClients(client);
    await receiver.close();
  }
}

/** Each payer begins the next payment when the webhook of the last one has arrived. */
async function closedLoop(work: Work, end: number): Promise<void> {
  await Promise.all(
    work.payers.map(async ({ payer, client }) => {
      while (performance.now() < end) await payOnce(work, payer, client);
    }),
  );
}

/** Payers begin `perSecond` payments in turn; a payer who is late begins the next one at once. */
async function steady(
  work: Work,
  { perSecond, durationMs }: Extract<PaymentsJob['pace'], { kind: 'steady' }>,
): Promise<void> {
  const started = performance.now();
  await Promise.all(
    work.payers.map(async ({ payer, client }, turn, { length }) => {
      let due = started + (turn * 1_000) / perSecond;
      while (due < started + durationMs) {
        await delay(Math.max(0, due - performance.now()));
        await payOnce(work, payer, client);
        due = Math.max(due + (length * 1_000) / perSecond, performance.now());
      }
    }),
  );
}

async function payOnce({ job, tally, receiver }: Work, payer: Payer, client: SignedIn): Promise<void> {
  const started = performance.now();
  try {
    const prepared = await prepare(job, payer, client);
    tally.chargeToWebhookMs.push(await charge(job, prepared, { client, receiver }));
    tally.wholeMs.push(performance.now() - started);
  } catch (error) {
    tally.failures += 1;
    tally.firstFailure ??= error instanceof Error ? error.message : String(error);
    await delay(FAILURE_PAUSE_MS);
  }
}

function resultOf(tally: Tally, durationMs: number, receiver: WebhookReceiver): PaymentsResult {
  const { wholeMs, chargeToWebhookMs, failures, firstFailure } = tally;
  return {
    payments: wholeMs.length,
    failures: failures + receiver.unverified,
    ...(firstFailure === undefined ? {} : { firstFailure }),
    durationMs,
    wholeP50Ms: percentile(wholeMs, 0.5),
    chargeToWebhookP50Ms: percentile(chargeToWebhookMs, 0.5),
  };
}
