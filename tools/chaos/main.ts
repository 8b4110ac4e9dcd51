/**
 * Chaos test: starts its own stack with several instances of each service, lets customers pay all the time, and kills, freezes
 * and restarts processes at times that follow from a seed. Then it compares everything that was acknowledged with what the API
 * returns, what the merchant received and what the auditor finds.
 *
 * Prints its seed and a table of recovery times, and writes both to .local/reports. Exits with 1 when a promise was broken.
 * PAYGATE_STACK_ROOT sets the folder of its stack; Ctrl-C ends everything.
 */
import { join } from 'node:path';
import type { Stack } from '@paygate/testing';
import { PaygateHttp, RailControl, StackDatabases } from '@paygate/testing';
import { writeReport } from '../bench/report.js';
import { destinationOf, provenOwner } from '../stack/destination.js';
import { commitOfTree } from '../stack/commit-of-tree.js';
import { OwnStack, repositoryRoot } from '../stack/own-stack.js';
import { Payers } from './payers.js';
import type { RailEvidence, RailReport, ShopPhone } from './rails/rail-chaos.js';
import { compareWithRails, injectFaults, newRailPayment, newWalletPayment, SHOP_PHONE } from './rails/rail-chaos.js';
import { Batches } from './rails/batches.js';
import { Persons } from './rails/taken-back.js';
import { Merchant } from './merchant.js';
import type { Struck } from './fault-injector.js';
import { FaultInjector } from './fault-injector.js';
import { recordLongRun } from './long/long-runs.js';
import type { ChaosOptions, RailChaosOptions } from './options.js';
import { parseOptions, USAGE } from './options.js';
import type { Evidence } from './findings.js';
import { findFaults } from './findings.js';
import { check } from '../histories/check.js';
import { historiesOf } from '../histories/payments.js';
import type { Payment } from './history.js';
import { Random } from './random.js';
import { recoveryTable } from './recovery.js';
import { strikeAll } from './strikes.js';
import type { WebhookChaosOptions } from './webhooks/webhook-chaos.js';
import { WebhookChaos } from './webhooks/webhook-chaos.js';

const HEALED_MS = 60_000;
/** An operator that leaves requests without an answer is asked again at growing distances; in a long run, strikes go on meanwhile. */
const RAILS_HEALED_MS = 180_000;
const LONG_HEALED_MS = 300_000;

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
  const processes = chosen.oneProcess ? ['--one-process'] : ['--instances', String(chosen.instances)];
  return OwnStack.start({
    root: process.env['PAYGATE_STACK_ROOT'] ?? join(repositoryRoot, '.local', 'chaos'),
    args: ['--users', String(chosen.payers), '--limits', 'high', ...processes],
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
  // of the code that runs, whatever is edited meanwhile
  const commit = commitOfTree();
  const { facts } = stack;
  const merchant = await merchantOf(stack, random);
  const { ca } = stack.gateway;
  const gateways = facts.services
    .filter(({ service }) => service === (chosen.oneProcess ? 'services' : 'gateway'))
    .map(({ url = '' }) => new PaygateHttp({ baseUrl: url, ca, ...facts.merchant, users: facts.users }));
  const [api] = gateways;
  if (api === undefined) throw new Error('the stack has no gateway');
  const customers = facts.users.filter(({ walletBalance }) => walletBalance !== '0').slice(0, chosen.payers);
  const retries = new Map<string, number>();
  const rails = chosen.rails === undefined ? undefined : await openRails(stack, api, chosen.rails);
  const payers = new Payers(
    {
      ...{ gateways, inboxUrl: facts.inbox.url, refunds: true, merchant, random, reading: chosen.reading, retries },
      ...rails?.setting,
    },
    customers,
  );
  const batches =
    rails && new Batches({ api, key: facts.merchant.secretKey, ...rails, random, progress: () => payers.finished });
  const began = performance.now();
  const injector = new FaultInjector(stack, payers, healedMs(chosen));
  const { struck, failure } = await strikeAll(injector, payers, { random, chosen });
  await payers.stop();
  await batches?.stop();
  await rails?.persons.end();
  const seconds = (performance.now() - began) / 1_000;
  const evidence = { payments: payers.payments, merchant, api, databases: facts.auditor.databases, random };
  const found = await findFaults(evidence);
  const books = rails && (await compareBooks({ ...evidence, ...rails, owners: customers, batches }, facts));
  const histories = await checkHistories(evidence.payments, facts);
  const differences = books?.differences ?? [];
  const faults = [...(failure === undefined ? [] : [failure]), ...found, ...differences, ...histories];
  for (const [why, times] of retries) console.log(`repeated ${times} requests after ${why}`);
  return report({ chosen, commit, seconds, struck, faults, evidence, books });
}

function healedMs({ rails }: ChaosOptions): number {
  if (rails === undefined) return HEALED_MS;
  return rails.long ? LONG_HEALED_MS : RAILS_HEALED_MS;
}

interface Outcome {
  readonly chosen: ChaosOptions;
  readonly commit: string;
  readonly seconds: number;
  readonly struck: readonly Struck[];
  readonly faults: readonly string[];
  readonly evidence: Pick<Evidence, 'payments' | 'merchant'>;
  readonly books: RailReport | undefined;
}

function report({ chosen, struck, faults, books, ...outcome }: Outcome): number {
  const { seed, rails } = chosen;
  const { commit, seconds } = outcome;
  const { payments, merchant } = outcome.evidence;
  const sums = { seed, payments: payments.length, ...sumsOf(payments) };
  console.log(recoveryTable(struck));
  for (const fault of faults) console.log(`✗ ${fault}`);
  console.log(
    `seed ${seed}: ${struck.length} faults, ${sums.ended} of ${sums.payments} payments ended in ${seconds.toFixed(0)} s, ${sums.refunds} refunds, ` +
      `${sums.payouts} payouts, ${merchant.deliveries} deliveries, ${faults.length} broken promises`,
  );
  console.log(`report: ${writeReport({ options: chosen, struck, faults, ...sums }, 'chaos')}`);
  if (rails?.long === true) {
    const { completed = 0, declined = 0, reversed = 0, topUps = 0, withdrawals = 0 } = books ?? {};
    const moved = {
      completed,
      declined,
      reversed,
      topUps,
      withdrawals,
      ...(chosen.oneProcess && { oneProcess: true }),
    };
    recordLongRun({ ...sums, seconds, struck, faults: faults.length, ...moved }, commit);
  }
  return faults.length === 0 ? 0 : 1;
}

/** The merchant listens in the place of the receiver of the stack. */
async function merchantOf(stack: OwnStack, random: Random): Promise<Merchant> {
  const { webhookReceiver, webhookSecret: secret } = stack.facts.merchant;
  const { port, pathname: path } = new URL(webhookReceiver.url);
  await stack.hold(['receiver']);
  const merchant = new Merchant({ port: Number(port), path, secret, random });
  await merchant.listen();
  return merchant;
}

/** The numbers of payments, refunds and payouts that have ended with their events. */
function sumsOf(payments: readonly Payment[]) {
  const given = payments.flatMap(({ outgoing }) => outgoing).filter(({ eventAt }) => eventAt !== undefined);
  const payouts = given.filter(({ destinationId }) => destinationId !== undefined).length;
  const ended = payments.filter(({ eventAt }) => eventAt !== undefined).length;
  return { ended, refunds: given.length - payouts, payouts };
}

async function checkHistories(payments: readonly Payment[], facts: Stack): Promise<readonly string[]> {
  const ids = payments.flatMap(({ intentId }) => (intentId === undefined ? [] : [intentId]));
  const histories = check(await historiesOf(facts, ids));
  console.log(`histories: ${histories.payments} payments, ${histories.kinds} kinds, which the model is asked for`);
  return histories.faults;
}

/** Payments by mobile money, in a long run every other one, some of which are taken back, and payouts to the shop's phone. */
async function openRails({ root, facts }: OwnStack, api: PaygateHttp, { long }: RailChaosOptions) {
  const control = new RailControl(facts.rails.control);
  const owner = await provenOwner(facts, api);
  const shop: ShopPhone = { phoneNumber: SHOP_PHONE, destinationId: await destinationOf(owner, api, SHOP_PHONE) };
  await injectFaults(control);
  const persons = new Persons(root, api);
  const newPayment = (random: Random, number: number) =>
    long && number % 2 === 1 ? newWalletPayment(random, number, shop) : newRailPayment(random, number, shop);
  const bookTakenBack = (payment: Payment) => {
    persons.book(payment);
  };
  const { publishableKey } = facts.merchant;
  return { control, shop, owner, persons, setting: { newPayment, bookTakenBack, publishableKey } };
}

async function compareBooks(evidence: Omit<RailEvidence, 'databases'>, facts: Stack) {
  const databases = new StackDatabases(facts);
  try {
    const report = await compareWithRails({ ...evidence, databases });
    const { completed, declined, refunded, reversed, topUps, withdrawals, differences } = report;
    console.log(
      `charges by mobile money: ${completed} completed, ${declined} declined, ${refunded} refunds given back, ${reversed} taken back; ` +
        `${topUps} top-ups and ${withdrawals} withdrawals; ${evidence.batches?.approved ?? 0} batches; ${differences.length} differences`,
    );
    return report;
  } finally {
    await databases.close();
  }
}
