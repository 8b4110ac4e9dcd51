import type { PaygateHttp } from '@paygate/testing';
import { audit } from '../auditor/audit.js';
import type { DatabaseUrls } from '../auditor/databases.js';
import { until } from '../stack/own-stack.js';
import type { Payment } from './history.js';
import { brokenPromise } from './history.js';
import type { Merchant } from './merchant.js';
import { OutOfPatience, patiently } from './patience.js';
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
const ASK_MS = 30_000;
/** After the last payment has come to its end. */
const HEALED_MS = 60_000;
const AUDIT_AGE_SECONDS = 5;

/** Everything that is not as it was promised, in words; empty when all is well. */
export async function findFaults(evidence: Evidence): Promise<readonly string[]> {
  const { payments, merchant } = evidence;
  const givenUp = payments.flatMap(({ number, fault }) => (fault === undefined ? [] : [`payment ${number}: ${fault}`]));
  const unread = await inGroups(payments, (payment) => orWhyNot(readAgain(evidence, payment)));
  const unlike = await inGroups(payments, (payment) => orWhyNot(createAgain(evidence, payment)));
  const untold = payments.flatMap((payment) => untoldEnd(payment, merchant));
  return [...givenUp, ...unread, ...unlike, ...untold, ...merchant.faults, ...(await auditUntilClean(evidence))];
}

/** What was acknowledged is there, in the state that was acknowledged or a later one. */
async function readAgain({ api, random }: Evidence, payment: Payment): Promise<readonly string[]> {
  const { intentId } = payment;
  if (intentId === undefined) return [];
  const { answer } = await patiently('read', () => api.readIntent(intentId), { random, withinMs: ASK_MS });
  const { status, amount, chargeId } = answer.body as { status?: string; amount?: string; chargeId?: string };
  const broken = brokenPromise(payment, {
    status: answer.status,
    ...(status === undefined ? {} : { intentStatus: status }),
    ...(amount === undefined ? {} : { amount }),
    ...(chargeId === undefined ? {} : { chargeId }),
  });
  return broken === undefined ? [] : [broken];
}

/** A key that made an intent makes no other. */
async function createAgain({ api, random }: Evidence, payment: Payment): Promise<readonly string[]> {
  const { intentId, idempotencyKey } = payment;
  if (intentId === undefined || idempotencyKey === undefined) return [];
  const { body, headers } = creationOf(payment);
  const { answer } = await patiently('create', () => api.createIntent(body, headers), { random, withinMs: ASK_MS });
  if (answer.status === 201 && answer.body.id === intentId) return [];
  return [`${idempotencyKey} made ${intentId}, and now answers ${answer.status} ${answer.body.id}`];
}

/** That nobody answers any more is a finding like any other. */
async function orWhyNot(look: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof OutOfPatience) return [error.message];
    throw error;
  }
}

function untoldEnd({ intentId, chargeId }: Payment, merchant: Merchant): readonly string[] {
  if (intentId === undefined || chargeId === undefined) return [];
  const events = merchant.terminalEventsOf(intentId);
  const types = events.map(({ type }) => type).join(', ');
  return events.length === 1 ? [] : [`${intentId} was charged, and its merchant was told: ${types || 'nothing'}`];
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
  look: (payment: Payment) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let start = 0; start < payments.length; start += AT_ONCE) {
    found.push(...(await Promise.all(payments.slice(start, start + AT_ONCE).map(look))).flat());
  }
  return found;
}
