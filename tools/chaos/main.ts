/**
 * Chaos: a stack of its own with several instances of each service, customers who pay all the while, and processes that
 * are killed, frozen and restarted at seeded moments after progress. Then everything that was acknowledged is held against
 * what the system says, what the merchant heard, and what the auditor finds.
 *
 * Prints its seed and a table of recovery times, and writes both to .local/reports. Exits with 1 when anything was not as
 * promised. PAYGATE_STACK_ROOT moves its stack; Ctrl-C ends everything.
 */
import { join } from 'node:path';
import { PaygateHttp } from '@paygate/testing';
import type { DatabaseUrls } from '../auditor/databases.js';
import { writeReport } from '../bench/report.js';
import { OwnStack, repositoryRoot } from '../stack/own-stack.js';
import { planStrikes } from './faults.js';
import { Fleet } from './fleet.js';
import { Merchant } from './merchant.js';
import type { Struck } from './nemesis.js';
import { Nemesis } from './nemesis.js';
import type { ChaosOptions } from './options.js';
import { parseOptions, USAGE } from './options.js';
import { findFaults } from './oracles.js';
import { Random } from './random.js';
import { lineOf, recoveryTable } from './recovery.js';

const options = readOptions();
if (options !== undefined) process.exitCode = await run(options);
// nothing that a client left open keeps the terminal waiting
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
  console.log(`seed ${chosen.seed}; the stack comes up`);
  const interrupted = new Promise<never>((_, reject) => {
    interrupt.signal.addEventListener('abort', () => {
      reject(interrupt.signal.reason as Error);
    });
  });
  // told to whoever waits for it: during the start that is the start itself
  interrupted.catch(() => undefined);
  let stack: OwnStack | undefined;
  try {
    stack = await OwnStack.start({
      root: process.env['PAYGATE_STACK_ROOT'] ?? join(repositoryRoot, '.local', 'chaos'),
      args: ['--users', String(chosen.payers), '--limits', 'high', '--instances', String(chosen.instances)],
      signal: interrupt.signal,
    });
    return await Promise.race([strikeAndLook(stack, chosen), interrupted]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await stack?.stop();
  }
}

async function strikeAndLook(stack: OwnStack, chosen: ChaosOptions): Promise<number> {
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
    .map(({ url = '' }) => new PaygateHttp({ baseUrl: url, ca, ...facts.merchant }));
  const customers = facts.users.filter(({ walletBalance }) => walletBalance !== '0').slice(0, chosen.payers);
  const retries = new Map<string, number>();
  const fleet = new Fleet(
    { gateways, inboxUrl: facts.inbox.url, merchant, random, reading: chosen.reading, retries },
    customers,
  );
  const began = performance.now();
  const { struck, failure } = await strikeAll(new Nemesis(stack, fleet), random, chosen);
  await fleet.stop();
  const seconds = (performance.now() - began) / 1_000;
  const [api] = gateways;
  if (api === undefined) throw new Error('the stack has no gateway');
  const databases = facts.auditor.databases as DatabaseUrls;
  const found = await findFaults({ payments: fleet.payments, merchant, api, databases, random });
  const faults = [...(failure === undefined ? [] : [failure]), ...found];
  console.log(recoveryTable(struck));
  for (const [why, times] of retries) console.log(`asked again ${times} times after ${why}`);
  for (const fault of faults) console.log(`✗ ${fault}`);
  const told = fleet.payments.filter(({ toldAt }) => toldAt !== undefined).length;
  console.log(
    `seed ${chosen.seed}: ${struck.length} faults, ${told} of ${fleet.payments.length} payments told in ${seconds.toFixed(0)} s, ` +
      `${merchant.deliveries} deliveries, ${faults.length} broken promises`,
  );
  console.log(
    `report: ${writeReport({ options: chosen, struck, faults, retries: [...retries], payments: fleet.payments.length, told }, 'chaos')}`,
  );
  return faults.length === 0 ? 0 : 1;
}

interface Strikes {
  readonly struck: readonly Struck[];
  /** Why it ended before its plan did. */
  readonly failure?: string;
}

/** What comes after a strike that did not heal would say nothing. */
async function strikeAll(nemesis: Nemesis, random: Random, chosen: ChaosOptions): Promise<Strikes> {
  const deadline = performance.now() + chosen.minutes * 60_000;
  const struck: Struck[] = [];
  try {
    await nemesis.warmUp(chosen.payers);
  } catch (error) {
    return { struck, failure: messageOf(error) };
  }
  for (const strike of planStrikes({ random, ...chosen })) {
    if (performance.now() > deadline) break;
    try {
      const done = await nemesis.strike(strike);
      struck.push(...done);
      for (const one of done) console.log(lineOf(one));
    } catch (error) {
      return { struck, failure: `strike ${strike.number}: ${messageOf(error)}` };
    }
  }
  return { struck };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
