/** Whole payments, as a merchant and its customers make them. Takes the place of the merchant's webhook receiver. */
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../statistics.js';
import { serveJobs } from './load-process.js';
import type { Clients, Payer, PaymentsJob, PaymentsResult, Prepared } from './payment-steps.js';
import { charge, closeClients, openClients, prepare } from './payment-steps.js';
import { WebhookReceiver } from './webhook-receiver.js';

interface Tally {
  readonly wholeMs: number[];
  readonly chargeMs: number[];
  readonly chargeToWebhookMs: number[];
  failures: number;
  firstFailure?: string;
}

serveJobs(payments);

async function payments(job: PaymentsJob): Promise<PaymentsResult> {
  const receiver = await WebhookReceiver.open(job.receiver);
  const tally: Tally = { wholeMs: [], chargeMs: [], chargeToWebhookMs: [], failures: 0 };
  const clients = await Promise.all(job.payers.map(() => openClients(job)));
  try {
    const started = performance.now();
    const work = { job, receiver, tally };
    if (job.pace.kind === 'closed-loop') await closedLoop(work, clients, started + job.pace.durationMs);
    else if (job.pace.kind === 'steady') await steady(work, clients, job.pace);
    else await oneAtATime(work, clients, job.pace);
    const durationMs = performance.now() - started;
    return resultOf(tally, durationMs, receiver);
  } finally {
    for (const client of clients) closeClients(client);
    await receiver.close();
  }
}

interface Work {
  readonly job: PaymentsJob;
  readonly receiver: WebhookReceiver;
  readonly tally: Tally;
}

/** Each payer begins the next payment when the webhook of the last one has come. */
async function closedLoop(work: Work, clients: readonly Clients[], end: number): Promise<void> {
  await Promise.all(
    pairs(work, clients).map(async ([payer, client]) => {
      while (performance.now() < end) if (!(await payOnce(work, payer, client))) return;
    }),
  );
}

/** So many payments begin in a second, by the payers in turn; a payer who is late begins the next one at once. */
async function steady(
  work: Work,
  clients: readonly Clients[],
  { perSecond, durationMs }: Extract<PaymentsJob['pace'], { kind: 'steady' }>,
): Promise<void> {
  const started = performance.now();
  await Promise.all(
    pairs(work, clients).map(async ([payer, client], turn, { length }) => {
      let due = started + (turn * 1_000) / perSecond;
      while (due < started + durationMs) {
        await delay(Math.max(0, due - performance.now()));
        if (!(await payOnce(work, payer, client))) return;
        due = Math.max(due + (length * 1_000) / perSecond, performance.now());
      }
    }),
  );
}

/** Whether a whole payment was made. */
async function payOnce(work: Work, payer: Payer, client: Clients): Promise<boolean> {
  const started = performance.now();
  const paid = await counted(work.tally, async () => {
    await chargeAndCount(work, await prepare(work.job, payer, client), client);
  });
  if (paid) work.tally.wholeMs.push(performance.now() - started);
  return paid;
}

async function chargeAndCount({ job, tally, receiver }: Work, payment: Prepared, client: Clients): Promise<void> {
  const { chargeMs, toWebhookMs } = await charge(job, payment, { client, receiver });
  tally.chargeMs.push(chargeMs);
  tally.chargeToWebhookMs.push(toWebhookMs);
}

/** Everything up to the charge is done before; then one charge after the other, on a system that does nothing else. */
async function oneAtATime(
  work: Work,
  clients: readonly Clients[],
  { payments: count, pauseMs }: Extract<PaymentsJob['pace'], { kind: 'one-at-a-time' }>,
): Promise<void> {
  const [first] = pairs(work, clients);
  if (first === undefined) throw new Error('no payer');
  const [payer, client] = first;
  const prepared: Prepared[] = [];
  while (prepared.length < count) prepared.push(await prepare(work.job, payer, client));
  for (const payment of prepared) {
    await delay(pauseMs);
    await counted(work.tally, () => chargeAndCount(work, payment, client));
  }
}

function pairs({ job }: Work, clients: readonly Clients[]): [Payer, Clients][] {
  return job.payers.flatMap((payer, index) => {
    const client = clients[index];
    return client === undefined ? [] : [[payer, client] as [Payer, Clients]];
  });
}

async function counted(tally: Tally, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    tally.failures += 1;
    tally.firstFailure ??= error instanceof Error ? error.message : String(error);
    return false;
  }
}

function resultOf(tally: Tally, durationMs: number, receiver: WebhookReceiver): PaymentsResult {
  const { wholeMs, chargeMs, chargeToWebhookMs, failures, firstFailure } = tally;
  return {
    payments: chargeToWebhookMs.length,
    failures: failures + receiver.unverified,
    ...(firstFailure === undefined ? {} : { firstFailure }),
    durationMs,
    wholeP50Ms: percentile(wholeMs, 0.5),
    wholeP99Ms: percentile(wholeMs, 0.99),
    chargeMs,
    chargeToWebhookP50Ms: percentile(chargeToWebhookMs, 0.5),
    chargeToWebhookP99Ms: percentile(chargeToWebhookMs, 0.99),
    duplicates: receiver.duplicates,
  };
}
