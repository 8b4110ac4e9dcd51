/** Whole payments, as a merchant and its customers make them, with a webhook receiver of its own. */
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../statistics/statistics.js';
import { serveJobs } from './load-process.js';
import type { Payer, PaymentsJob, PaymentsResult, SignedIn } from './payment-steps.js';
import { authorise, charge, closeClients, create, openClients } from './payment-steps.js';
import { WebhookReceiver } from './webhook-receiver.js';

/** A broken connection fails at once: the loop must not spin on it. */
const FAILURE_PAUSE_MS = 200;

interface Tally {
  readonly wholeMs: number[];
  readonly chargeToWebhookMs: number[];
  created: number;
  inTime: number;
  withoutPayer: number;
  failures: number;
  firstFailure?: string;
}

interface Work {
  readonly job: PaymentsJob;
  readonly receiver: WebhookReceiver;
  readonly tally: Tally;
  readonly payers: readonly Paying[];
  /** Payments that are completed by now, by performance.now(), are in time. */
  readonly end: number;
}

interface Paying {
  readonly payer: Payer;
  readonly client: SignedIn;
}

type Pace<Kind> = Extract<PaymentsJob['pace'], { readonly kind: Kind }>;

serveJobs(payments);

async function payments(job: PaymentsJob): Promise<PaymentsResult> {
  const receiver = await WebhookReceiver.open(job.receiver);
  const tally: Tally = { wholeMs: [], chargeToWebhookMs: [], created: 0, inTime: 0, withoutPayer: 0, failures: 0 };
  const payers = await Promise.all(job.payers.map(async (payer) => ({ payer, client: await openClients(job, payer) })));
  try {
    const started = performance.now();
    const work = { job, receiver, tally, payers, end: started + job.pace.durationMs };
    await PACES[job.pace.kind](work, job.pace as never);
    return resultOf(tally, performance.now() - started, receiver);
  } finally {
    for (const { client } of payers) closeClients(client);
    await receiver.close();
  }
}

/** Each payer begins the next payment when the webhook of the last one has arrived. */
async function closedLoop(work: Work): Promise<void> {
  await Promise.all(
    work.payers.map(async (paying) => {
      while (performance.now() < work.end) await payOnce(work, paying);
    }),
  );
}

/** `perSecond` payments begin, whatever becomes of those before. They find no payer while all are paying. */
async function openLoop(work: Work, { perSecond }: Pace<'open-loop'>): Promise<void> {
  const free = [...work.payers];
  const begun: Promise<unknown>[] = [];
  const started = performance.now();
  for (let due = started; due < work.end; due += 1_000 / perSecond) {
    await delay(Math.max(0, due - performance.now()));
    const paying = free.shift();
    if (paying === undefined) work.tally.withoutPayer += 1;
    else begun.push(payOnce(work, paying).then(() => free.push(paying)));
  }
  await Promise.all(begun);
}

/** Payers begin `perSecond` payments in turn; a payer who is late begins the next one at once. */
async function steady(work: Work, { perSecond, durationMs }: Pace<'steady'>): Promise<void> {
  const started = performance.now();
  await Promise.all(
    work.payers.map(async (paying, turn, { length }) => {
      let due = started + (turn * 1_000) / perSecond;
      while (due < started + durationMs) {
        await delay(Math.max(0, due - performance.now()));
        await payOnce(work, paying);
        due = Math.max(due + (length * 1_000) / perSecond, performance.now());
      }
    }),
  );
}

const PACES = { 'closed-loop': closedLoop, steady, 'open-loop': openLoop };

async function payOnce({ job, tally, receiver, end }: Work, paying: Paying): Promise<void> {
  const started = performance.now();
  const { client } = paying;
  try {
    const created = await create(job, client);
    tally.created += 1;
    const prepared = await authorise(job, created, paying);
    tally.chargeToWebhookMs.push(await charge(job, prepared, { client, receiver }));
    tally.wholeMs.push(performance.now() - started);
    if (performance.now() <= end) tally.inTime += 1;
  } catch (error) {
    tally.failures += 1;
    tally.firstFailure ??= error instanceof Error ? error.message : String(error);
    await delay(FAILURE_PAUSE_MS);
  }
}

function resultOf(tally: Tally, durationMs: number, receiver: WebhookReceiver): PaymentsResult {
  const { wholeMs, chargeToWebhookMs, created, inTime, withoutPayer, failures, firstFailure } = tally;
  return {
    ...{ payments: wholeMs.length, created, inTime, withoutPayer },
    failures: failures + receiver.unverified,
    ...(firstFailure === undefined ? {} : { firstFailure }),
    durationMs,
    wholeP50Ms: percentile(wholeMs, 0.5),
    chargeToWebhookP50Ms: percentile(chargeToWebhookMs, 0.5),
  };
}
