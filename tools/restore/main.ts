/**
 * Restore test: starts its own stack, takes a physical backup of its PostgreSQL server while customers pay, and starts a second
 * server on the copy. The auditor must find nothing there, and every payment that had ended before the backup began must be there.
 * Payments that were made since are counted.
 *
 * PAYGATE_STACK_ROOT sets the folder of its stack. Exits with 1 when the restored data are not what they must be.
 */
import { join } from 'node:path';
import { PaygateHttp } from '@paygate/testing';
import pg from 'pg';
import { audit } from '../auditor/audit.js';
import type { DatabaseUrls } from '../auditor/databases.js';
import type { Payment } from '../chaos/history.js';
import { Merchant } from '../chaos/merchant.js';
import { Payers } from '../chaos/payers.js';
import { Random } from '../chaos/random.js';
import { OwnStack, repositoryRoot, until } from '../stack/own-stack.js';
import { awaitRecovery, backUp, startRestored } from './physical-backup.js';

const PAYERS = 8;
const PAYMENTS_BEFORE = 40;
const PAYMENTS_AFTER = 20;
const PAYMENTS_MS = 90_000;
/** Rows that were younger at the moment of the backup may have been in progress, and are not audited. */
const IN_PROGRESS_SECONDS = 5;

const root = process.env['PAYGATE_STACK_ROOT'] ?? join(repositoryRoot, '.local', 'restore');
const stack = await OwnStack.start({ root, args: ['--users', String(PAYERS), '--limits', 'high'] });
try {
  const faults = await run(stack);
  for (const fault of faults) console.log(`✗ ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await stack.stop();
}
process.exit();

async function run(own: OwnStack): Promise<readonly string[]> {
  const payers = await startPaying(own);
  await until(`${PAYMENTS_BEFORE} payments`, PAYMENTS_MS, () => payers.finished >= PAYMENTS_BEFORE);
  const ended = payers.payments.filter(({ eventAt }) => eventAt !== undefined);
  const pid = own.pidOf('postgres');
  const copy = await backUp(own.facts.postgres, pid);
  const [backedUpAt, goal] = [performance.now(), payers.finished + PAYMENTS_AFTER];
  await until('payments after the backup', PAYMENTS_MS, () => payers.finished >= goal);
  await payers.stop();
  const restored = await startRestored(pid, copy);
  try {
    await awaitRecovery(restored.urlOf(own.facts.postgres));
    return await compare(own, restored.urlOf, { ended, all: payers.payments, backedUpAt });
  } finally {
    await restored.stop();
  }
}

async function startPaying(own: OwnStack): Promise<Payers> {
  const { facts } = own;
  const random = new Random('restore');
  const receiver = new URL(facts.merchant.webhookReceiver.url);
  await own.hold(['receiver']);
  const { webhookSecret: secret } = facts.merchant;
  const merchant = new Merchant({ port: Number(receiver.port), path: receiver.pathname, secret, random });
  await merchant.listen();
  const api = new PaygateHttp({
    baseUrl: facts.gateway.url,
    ca: own.gateway.ca,
    ...facts.merchant,
    users: facts.users,
  });
  const customers = facts.users.filter(({ walletBalance }) => walletBalance !== '0');
  const setting = { gateways: [api], inboxUrl: facts.inbox.url, merchant, random, reading: 0, retries: new Map() };
  return new Payers(setting, customers);
}

interface Paid {
  /** Before the backup began. */
  readonly ended: readonly Payment[];
  readonly all: readonly Payment[];
  /** The time at which the copy was complete, by performance.now(). */
  readonly backedUpAt: number;
}

async function compare(
  own: OwnStack,
  urlOf: (origin: string) => string,
  { ended, all, backedUpAt }: Paid,
): Promise<readonly string[]> {
  const databases = own.facts.auditor.databases;
  const copies = Object.fromEntries(Object.entries(databases).map(([name, url]) => [name, urlOf(url)])) as DatabaseUrls;
  const sinceBackup = Math.ceil((performance.now() - backedUpAt) / 1_000);
  const audited = await audit(copies, { olderThanSeconds: sinceBackup + IN_PROGRESS_SECONDS });
  const settled = await settledIntents(copies.charging);
  const missing = ended.filter(({ intentId = '' }) => !settled.has(intentId));
  const later = all.filter(({ eventAt, intentId = '' }) => eventAt !== undefined && !settled.has(intentId));
  console.log(
    `restored: ${settled.size} settled charges, ${ended.length} payments ended before the backup, ${later.length} were made since; ` +
      `audited: ${audited.intents} intents, ${audited.charges} charges`,
  );
  return [
    ...audited.violations.map(({ rule, subject, detail }) => `auditor: ${rule}: ${subject}: ${detail}`),
    ...missing.map(({ intentId }) => `${String(intentId)} had ended before the backup, and is not in it`),
    ...(audited.intents === 0 || audited.charges === 0 ? ['the auditor had nothing to compare'] : []),
    ...(later.length === 0 ? ['no payment was made after the backup, so the test shows nothing'] : []),
  ];
}

async function settledIntents(url: string): Promise<ReadonlySet<string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ readonly intent_id: string }>(
      "SELECT intent_id FROM charge WHERE state = 'succeeded'",
    );
    return new Set(rows.map((row) => row.intent_id));
  } finally {
    await client.end();
  }
}
