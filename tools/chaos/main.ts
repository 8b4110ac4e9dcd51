/**
 * Chaos test: starts its own stack with several instances of each service, lets customers pay all the time, and kills, freezes
 * and restarts processes at times that follow from a seed. Then it compares everything that was acknowledged with what the API
 * returns, what the merchant received and what the auditor finds.
 *
 * Prints its seed and a table of recovery times, and writes both to .local/reports. Exits with 1 when a promise was broken.
 * PAYGATE_STACK_ROOT sets the folder of its stack; Ctrl-C ends everything.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from '@paygate/testing';
import { PaygateHttp, RailControl, StackDatabases } from '@paygate/testing';
import { writeReport } from '../bench/report.js';
import { OwnStack, repositoryRoot } from '../stack/own-stack.js';
import { planStrikes } from './faults.js';
import { Payers } from './payers.js';
import type { RailEvidence } from './rails/rail-chaos.js';
import { compareWithRails, injectFaults, newRailPayment } from './rails/rail-chaos.js';
import { Persons } from './rails/taken-back.js';
import { Merchant } from './merchant.js';
import type { Struck } from './fault-injector.js';
import { FaultInjector } from './fault-injector.js';
import type { ChaosOptions } from './options.js';
import { parseOptions, USAGE } from './options.js';
import { findFaults } from './findings.js';
import { check } from '../histories/check.js';
import { historiesOf } from '../histories/payments.js';
import type { Payment } from './history.js';
import { Random } from './random.js';
import { lineOf, recoveryTable } from './recovery.js';
import type { WebhookChaosOptions } from './webhooks/webhook-chaos.js';
import { WebhookChaos } from './webhooks/webhook-chaos.js';

const PROGRESS_MS = 200;
const HEALED_MS = 60_000;
/** An operator that leaves requests without an answer is asked again at growing distances. */
const RAILS_HEALED_MS = 180_000;

const options = readOptions();
if (options !== undefined) process.exitCode = await run(options);
// what a client left open must not keep the process running
process.exit();

function readOptions(): ChaosOptions | undefined {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exitCode = 64;
    return undefined;
  }
}

async function run(chosen: ChaosOptions): Promise<number> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      interrupt.abort(new Error(`stopped by ${signal}`));
    });
  }
  const running = chosen.webhooks?.stackRoot;
  console.log(`seed ${chosen.seed}${running === undefined ? '; the stack starts' : ''}`);
  const interrupted = new Promise<never>((_, reject) => {
    interrupt.signal.addEventListener('abort', () => {
      reject(interrupt.signal.reason as Error);
    });
  });
  // Promise.race below reports the interrupt; during the start, the start does
  interrupted.catch(() => undefined);
  let stack: OwnStack | undefined;
  try {
    stack = running === undefined ? await startStack(chosen, interrupt.signal) : OwnStack.at(running);
    const checked =
      chosen.webhooks === undefined ? strikeAndCheck(stack, chosen) : checkWebhooks(stack, chosen.webhooks);
    return await Promise.race([checked, interrupted]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await stack?.stop();
  }
}

function startStack(chosen: ChaosOptions, signal: AbortSignal): Promise<OwnStack> {
  return OwnStack.start({
    root: process.env['PAYGATE_STACK_ROOT'] ?? join(repositoryRoot, '.local', 'chaos'),
    args: ['--users', String(chosen.payers), '--limits', 'high', '--instances', String(chosen.instances)],
    signal,
  });
}

async function checkWebhooks(stack: OwnStack, chosen: WebhookChaosOptions): Promise<number> {
  const report = await WebhookChaos.run(stack, chosen);
  for (const broken of report.broken) console.log(`✗ ${broken}`);
  console.log(
    `${report.events} events, ${chosen.endpoints} active endpoints, ${report.deliveries} deliveries, ${report.faulted.length} faults, ` +
      `${report.broken.length} broken promises`,
  );
  console.log(`report: ${writeReport({ options: chosen, ...report }, 'chaos-webhooks')}`);
  return report.broken.length === 0 ? 0 : 1;
}

async function strikeAndCheck(stack: OwnStack, chosen: ChaosOptions): Promise<number> {
  const random = new Random(chosen.seed);
  const { facts } = stack;
  const receiver = new URL(facts.merchant.webhookReceiver.url);
  const { webhookSecret: secret } = facts.merchant;
  await stack.hold(['receiver']);
  const merchant = new Merchant({ port: Number(receiver.port), path: receiver.pathname, secret, random });
  await merchant.listen();
  const { ca } = stack.gateway;
  const gateways = facts.services
    .filter(({ service }) => service === 'gateway')
    .map(({ url = '' }) => new PaygateHttp({ baseUrl: url, ca, ...facts.merchant, users: facts.users }));
  const customers = facts.users.filter(({ walletBalance }) => walletBalance !== '0').slice(0, chosen.payers);
  const retries = new Map<string, number>();
  const control = new RailControl(facts.rails.control);
  const [api] = gateways;
  if (api === undefined) throw new Error('the stack has no gateway');
  if (chosen.rails !== undefined) await injectFaults(control);
  const payers = new Payers(
    {
      ...{ gateways, inboxUrl: facts.inbox.url, refunds: true, merchant, random, reading: chosen.reading, retries },
      ...(chosen.rails !== undefined && railPayments(stack, api)),
    },
    customers,
  );
  const began = performance.now();
  const injector = new FaultInjector(stack, payers, chosen.rails === undefined ? HEALED_MS : RAILS_HEALED_MS);
  const { struck, failure } = await strikeAll(injector, payers, { random, chosen });
  await payers.stop();
  const seconds = (performance.now() - began) / 1_000;
  const databases = facts.auditor.databases;
  const found = await findFaults({ payments: payers.payments, merchant, api, databases, random });
  const later = await laterFaults(stack, { payments: payers.payments, api, control, random }, chosen);
  const faults = [...(failure === undefined ? [] : [failure]), ...found, ...later];
  console.log(recoveryTable(struck));
  for (const [why, times] of retries) console.log(`repeated ${times} requests after ${why}`);
  for (const fault of faults) console.log(`✗ ${fault}`);
  const completed = payers.payments.filter(({ eventAt }) => eventAt !== undefined).length;
  const refunds = payers.payments.filter(({ refund }) => refund?.eventAt !== undefined).length;
  console.log(
    `seed ${chosen.seed}: ${struck.length} faults, ${completed} of ${payers.payments.length} payments completed in ${seconds.toFixed(0)} s, ${refunds} refunds, ` +
      `${merchant.deliveries} deliveries, ${faults.length} broken promises`,
  );
  console.log(
    `report: ${writeReport({ options: chosen, struck, faults, retries: [...retries], payments: payers.payments.length, completed, refunds }, 'chaos')}`,
  );
  return faults.length === 0 ? 0 : 1;
}

/** The differences from the books of the rails, where these were part of the run, and the histories that the model does not have. */
async function laterFaults(
  { facts }: OwnStack,
  evidence: Omit<RailEvidence, 'databases'>,
  { rails }: ChaosOptions,
): Promise<readonly string[]> {
  const differences = rails === undefined ? [] : await checkRails(evidence, facts);
  return [...differences, ...(await checkHistories(evidence.payments, facts))];
}

async function checkHistories(payments: readonly Payment[], facts: Stack): Promise<readonly string[]> {
  const ids = payments.flatMap(({ intentId }) => (intentId === undefined ? [] : [intentId]));
  const histories = check(await historiesOf(facts, ids));
  console.log(`histories: ${histories.payments} payments, ${histories.kinds} kinds, which the model is asked for`);
  return histories.faults;
}

/** Payments by mobile money, some of which are taken back. */
function railPayments({ root }: OwnStack, api: PaygateHttp) {
  const persons = new Persons(root, api);
  return { newPayment: newRailPayment, bookTakenBack: (payment: Payment) => persons.book(payment) };
}

async function checkRails(evidence: Omit<RailEvidence, 'databases'>, facts: Stack): Promise<readonly string[]> {
  const databases = new StackDatabases(facts);
  try {
    const { completed, declined, refunded, reversed, differences } = await compareWithRails({ ...evidence, databases });
    console.log(
      `charges by mobile money: ${completed} completed, ${declined} declined, ${refunded} refunds given back, ${reversed} taken back, ${differences.length} differences`,
    );
    return differences;
  } finally {
    await databases.close();
  }
}

interface Strikes {
  readonly struck: readonly Struck[];
  /** The reason for which the run ended early. */
  readonly failure?: string;
}

interface Run {
  readonly random: Random;
  readonly chosen: ChaosOptions;
}

/** Ends after a strike without recovery, because later strikes would prove nothing. */
async function strikeAll(injector: FaultInjector, payers: Payers, { random, chosen }: Run): Promise<Strikes> {
  const isEnough = (): boolean => chosen.rails !== undefined && payers.finished >= chosen.rails.charges;
  const deadline = performance.now() + chosen.minutes * 60_000;
  const struck: Struck[] = [];
  try {
    await injector.warmUp(chosen.payers);
  } catch (error) {
    return { struck, failure: messageOf(error) };
  }
  for (const strike of planStrikes({ random, ...chosen })) {
    if (performance.now() > deadline || isEnough()) break;
    try {
      const done = await injector.strike(strike);
      struck.push(...done);
      for (const one of done) console.log(lineOf(one));
    } catch (error) {
      return { struck, failure: `strike ${strike.number}: ${messageOf(error)}` };
    }
  }
  while (chosen.rails !== undefined && !isEnough() && performance.now() < deadline) await delay(PROGRESS_MS);
  return { struck };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
