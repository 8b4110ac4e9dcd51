import type { PaygateHttp } from '@paygate/testing';
import { audit } from '../auditor/audit.js';
import type { DatabaseUrls } from '../auditor/databases.js';
import { until } from '../stack/own-stack.js';
import type { Payment } from './history.js';
import { brokenPromise } from './history.js';
import type { Merchant } from './merchant.js';
import { RetriesExhausted, withRetries } from './retries.js';
import type { Outgoing } from './outgoing.js';
import { brokenOutgoing, read, request } from './outgoing.js';
import { creationOf } from './payer.js';
import type { Random } from './random.js';

export interface Evidence {
  readonly payments: readonly Payment[];
  readonly merchant: Merchant;
  readonly api: PaygateHttp;
  readonly databases: DatabaseUrls;
  readonly random: Random;
}

const AT_ONCE = 16;
const RETRY_MS = 30_000;
/** The time after the last payment during which the auditor may still find violations. */
const HEALED_MS = 60_000;
const AUDIT_AGE_SECONDS = 5;

/** Every broken promise, one sentence each. */
export async function findFaults(evidence: Evidence): Promise<readonly string[]> {
  const { payments, merchant } = evidence;
  const failed = payments.flatMap(({ number, fault }) => (fault === undefined ? [] : [`payment ${number}: ${fault}`]));
  const unread = await inGroups(payments, (payment) => orFinding(readAgain(evidence, payment)));
  const duplicated = await inGroups(payments, (payment) => orFinding(createAgain(evidence, payment)));
  const unpaid = await inGroups(payments, async (payment) =>
    (await Promise.all(payment.outgoing.map((one) => orFinding(requestAgain(evidence, payment, one))))).flat(),
  );
  const unreported = payments.flatMap((payment) => missingEvent(payment, merchant));
  return [
    ...failed,
    ...unread,
    ...duplicated,
    ...unpaid,
    ...unreported,
    ...merchant.faults,
    ...(await auditUntilClean(evidence)),
  ];
}

/** Reads an acknowledged intent, which must be in the acknowledged state or a later one. */
async function readAgain({ api, random }: Evidence, payment: Payment): Promise<readonly string[]> {
  const { intentId } = payment;
  if (intentId === undefined) return [];
  const { answer } = await withRetries('read', () => api.readIntent(intentId), { random, withinMs: RETRY_MS });
  const { status, amount, chargeId } = answer.body as { status?: string; amount?: string; chargeId?: string };
  const broken = brokenPromise(payment, {
    status: answer.status,
    ...(status === undefined ? {} : { intentStatus: status }),
    ...(amount === undefined ? {} : { amount }),
    ...(chargeId === undefined ? {} : { chargeId }),
  });
  return broken === undefined ? [] : [broken];
}

/** Repeats the creation with its idempotency key, which must return the same intent. */
async function createAgain({ api, random }: Evidence, payment: Payment): Promise<readonly string[]> {
  const { intentId, idempotencyKey } = payment;
  if (intentId === undefined || idempotencyKey === undefined) return [];
  const { body, headers } = creationOf(payment);
  const { answer } = await withRetries('create', () => api.createIntent(body, headers), { random, withinMs: RETRY_MS });
  if (answer.status === 201 && answer.body.id === intentId) return [];
  return [`${idempotencyKey} made ${intentId}, and now answers ${answer.status} ${answer.body.id}`];
}

/** Reads an acknowledged refund or payout, and repeats its request, which must return the same one. */
async function requestAgain(
  { api, random }: Evidence,
  payment: Payment,
  outgoing: Outgoing,
): Promise<readonly string[]> {
  const { id, idempotencyKey } = outgoing;
  if (id === undefined) return [];
  const within = { random, withinMs: RETRY_MS };
  const { answer } = await withRetries('read', () => read(api, outgoing), within);
  const found = answer.body as { readonly status?: string; readonly amount?: string };
  const broken = brokenOutgoing(outgoing, { ...found, httpStatus: answer.status });
  const { answer: again } = await withRetries('request', () => request(api, payment.intentId ?? '', outgoing), within);
  const second = String((again.body as { readonly id?: string }).id);
  const other = `${idempotencyKey} made ${id}, and now answers ${again.status} ${second}`;
  return [...(broken === undefined ? [] : [broken]), ...(again.status === 202 && second === id ? [] : [other])];
}

/** A service that no longer answers is a finding too. */
async function orFinding(check: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await check;
  } catch (error) {
    if (error instanceof RetriesExhausted) return [error.message];
    throw error;
  }
}

function missingEvent({ intentId, chargeId, outgoing }: Payment, merchant: Merchant): readonly string[] {
  const asked = [chargeId === undefined ? undefined : intentId, ...outgoing.map(({ id }) => id)];
  const ended = asked.filter((id) => id !== undefined);
  return ended.flatMap((id) => {
    const events = merchant.terminalEventsOf(id);
    const types = events.map(({ type }) => type).join(', ');
    return events.length === 1 ? [] : [`${id} has ended, and its merchant received: ${types || 'nothing'}`];
  });
}

async function auditUntilClean({ databases }: Evidence): Promise<readonly string[]> {
  let found: readonly string[] = [];
  const clean = async (): Promise<boolean> => {
    const { violations } = await audit(databases, { olderThanSeconds: AUDIT_AGE_SECONDS });
    found = violations.map(({ rule, subject, detail }) => `auditor: ${rule}: ${subject}: ${detail}`);
    return found.length === 0;
  };
  await until('the auditor finds nothing', HEALED_MS, clean).catch(() => undefined);
  return found;
}

async function inGroups(
  payments: readonly Payment[],
  check: (payment: Payment) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let start = 0; start < payments.length; start += AT_ONCE) {
    found.push(...(await Promise.all(payments.slice(start, start + AT_ONCE).map(check))).flat());
  }
  return found;
}
