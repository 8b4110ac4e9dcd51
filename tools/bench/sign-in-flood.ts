import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { OwnStack } from '../stack/own-stack.js';
import { answersOk, until } from '../stack/own-stack.js';
import { LoadProcess } from './load/load-process.js';
import type { PaymentsResult } from './load/payment-steps.js';
import type { SignInsJob, SignInsResult } from './load/sign-ins.js';
import type { Target } from './load/raw-http.js';
import { startPlainGateway } from './plain-gateway.js';
import { program } from './programs.js';
import type { Figure } from './report.js';
import { atMost } from './report.js';
import type { Starter } from './sibling.js';
import { freePort, Sibling } from './sibling.js';
import { HALF_LOAD_OF, steadyPayments } from './whole-payments.js';

const FLOOD_PER_SECOND = 200;
const ADDRESSES = 24;
const HASHES_PER_CORE = 4;
/** What auth may hash at once after a quiet time, besides. */
const BURST = 16;
const CUSTOMER_EVERY_MS = 1_000;
const READY_MS = 60_000;
const SETTLE_MS = 3_000;
const HIGH_LIMITS = [
  'SIGN_IN_FREE_ATTEMPTS',
  'SIGN_IN_WRONG_PER_DAY',
  'SIGN_IN_WRONG_PER_DAY_AT_HOME',
  'PASSWORD_HASHES_PER_SECOND',
  'SIGN_IN_PLACES',
  'SIGN_INS_PER_ADDRESS',
  'SIGN_INS_PER_KEY',
];

/**
 * Payments at half load, alone and beside a flood of sign-ins. The limits of sign-in are those of production: an auth with
 * them takes the place of the one of the stack.
 */
export async function signInFloodBench(stack: OwnStack, durationMs: number): Promise<readonly Figure[]> {
  const siblings: Sibling[] = [];
  const start: Starter = (service, options) => {
    const sibling = Sibling.start(stack, service, options);
    siblings.push(sibling);
    return sibling;
  };
  const { target } = await startPlainGateway(start);
  const health = await freePort();
  const env = { HEALTH_PORT: String(health) };
  start('auth', { name: 'bench-auth', program: 'apps/auth/src/main.js', env, without: HIGH_LIMITS });
  await until('the auth of the bench serves', READY_MS, () => answersOk(`http://127.0.0.1:${health}/readyz`));
  await stack.hold(['auth']);
  const flood = new LoadProcess<SignInsJob, SignInsResult>(program('load/sign-ins.js'));
  try {
    await delay(SETTLE_MS);
    const job = jobOf(stack, target, durationMs);
    return await steadyPayments(stack, durationMs, async (pay) => {
      const alone = await pay();
      const [beside, signIns] = await Promise.all([pay(), flood.run(job)]);
      return figuresOf({ alone, beside, signIns, durationMs });
    });
  } finally {
    flood.stop();
    for (const sibling of siblings) await sibling.stop();
    await stack.release(['auth']);
  }
}

function jobOf({ facts }: OwnStack, target: Target, durationMs: number): SignInsJob {
  const [customer, ...users] = facts.users.map(({ phoneNumber, password }) => ({ phoneNumber, password }));
  if (customer === undefined) throw new Error('the stack has no user');
  return {
    ...{ target, durationMs, perSecond: FLOOD_PER_SECOND, users, publishableKey: facts.merchant.publishableKey },
    addresses: Array.from({ length: ADDRESSES }, (_, n) => `198.51.${n}.1`),
    customer: { ...customer, address: '203.0.113.7', everyMs: CUSTOMER_EVERY_MS },
  };
}

interface Measured {
  readonly alone: PaymentsResult;
  readonly beside: PaymentsResult;
  readonly signIns: SignInsResult;
  readonly durationMs: number;
}

function figuresOf({ alone, beside, signIns, durationMs }: Measured): readonly Figure[] {
  const { byStatus, customer, sent, held } = signIns;
  const looked = (byStatus[200] ?? 0) + (byStatus[401] ?? 0) + customer.signedIn;
  const hashesPerSecond = (Math.max(0, looked - BURST) * 1_000) / durationMs;
  const answers = Object.entries(byStatus).map(([status, count]) => `${status}: ${count}`);
  const charge = (what: string, { chargeP99Ms, payments }: PaymentsResult): Figure => ({
    what: `charge answered, p99, payments ${HALF_LOAD_OF}, ${what}`,
    ...{ unit: 'ms', value: chargeP99Ms, note: `${payments} payments` },
  });
  return [
    charge('alone', alone),
    charge(`beside ${FLOOD_PER_SECOND} sign-ins a second`, beside),
    atMost(0, {
      what: 'payments that failed beside the flood',
      unit: 'errors',
      value: beside.failures,
      ...(beside.firstFailure === undefined ? {} : { note: beside.firstFailure }),
    }),
    atMost(HASHES_PER_CORE * availableParallelism(), {
      what: 'passwords hashed in the flood, after the first burst',
      unit: 'per second',
      value: hashesPerSecond,
    }),
    {
      what: 'sign-ins sent in the flood',
      unit: 'per second',
      value: (sent * 1_000) / durationMs,
      note: `${answers.join(', ')}; ${held} not sent`,
    },
    {
      what: 'sign-in of a customer at home meanwhile, p50',
      unit: 'ms',
      ...(customer.p50Ms === undefined ? {} : { value: customer.p50Ms }),
      note: `${customer.signedIn} let in, ${customer.refused} refused`,
    },
  ];
}
