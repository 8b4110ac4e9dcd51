import { setTimeout as delay } from 'node:timers/promises';
import type { OwnStack } from '../stack/own-stack.js';
import type { RawAnswer, Target } from './load/raw-http.js';
import { RawConnection } from './load/raw-http.js';
import { startPlainGateway } from './plain-gateway.js';
import type { Figure } from './report.js';
import { atMost } from './report.js';
import { Sibling } from './sibling.js';
import { percentile } from './statistics.js';
import { HALF_LOAD_OF, paymentsAtHalfLoad } from './whole-payments.js';

const ANSWER_GOAL_MS = 200;
const LATE_GOAL_MS = 1_000;
const CONNECTIONS = 4;
const PAUSE_MS = 5;
const WARM_UP_MS = 300;
/** Longer than any key may be taken after its end. */
const AFTERMATH_MS = 1_500;
const OK = 200;

interface Gateway {
  readonly name: string;
  readonly target: Target;
}

interface Issued {
  readonly id: string;
  readonly key: string;
}

/** One request of the load. Times of performance.now(). */
interface Sent {
  readonly gateway: string;
  readonly sentAt: number;
  readonly status: number;
}

/**
 * Keys that are revoked, and keys that rotate themselves, while they are in use at two gateways and payments take half of what
 * the machine can do.
 */
export async function revocationBench(stack: OwnStack, rounds: number): Promise<readonly Figure[]> {
  const siblings: Sibling[] = [];
  try {
    const { target } = await startPlainGateway((service, options) => {
      const sibling = Sibling.start(stack, service, options);
      siblings.push(sibling);
      return sibling;
    });
    const gateways = [
      { name: 'the gateway that answered', target: stack.gateway },
      { name: 'the other gateway', target },
    ];
    return await paymentsAtHalfLoad(stack, () => measure(stack, gateways, rounds));
  } finally {
    for (const sibling of siblings) await sibling.stop();
  }
}

async function measure(stack: OwnStack, gateways: readonly Gateway[], rounds: number): Promise<readonly Figure[]> {
  const [first] = gateways;
  if (first === undefined) throw new Error('there is no gateway');
  const operator = await RawConnection.open(first.target);
  const { secretKey } = stack.facts.merchant;
  const [answersMs, late]: [number[], Map<string, number[]>] = [[], new Map(gateways.map(({ name }) => [name, []]))];
  let refused = 0;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const revoked = await revokeOnce(gateways, operator, secretKey);
      answersMs.push(revoked.answerMs);
      for (const [name, ms] of revoked.lateMs) late.get(name)?.push(ms);
      refused += await rotateOnce(gateways, operator, secretKey);
      console.log(`  round ${round} of ${rounds}: answered within ${revoked.answerMs.toFixed(0)} ms`);
    }
  } finally {
    operator.close();
  }
  return [
    atMost(ANSWER_GOAL_MS, {
      what: `revocation beside payments ${HALF_LOAD_OF}, answer, p50`,
      unit: 'ms',
      value: percentile(answersMs, 0.5),
      note: `at most ${Math.max(...answersMs).toFixed(0)} ms`,
    }),
    ...[...late].map(([name, ms]) =>
      atMost(LATE_GOAL_MS, {
        what: `last use of a revoked key after that answer, ${name}, at most`,
        unit: 'ms',
        value: Math.max(...ms),
      }),
    ),
    atMost(0, { what: 'requests refused while their key rotates itself', unit: 'errors', value: refused }),
  ];
}

/** Revokes a key that is in use; how long the answer takes, and how long after it each gateway took a request of the key. */
async function revokeOnce(
  gateways: readonly Gateway[],
  operator: RawConnection,
  secretKey: string,
): Promise<{ readonly answerMs: number; readonly lateMs: ReadonlyMap<string, number> }> {
  const { id, key } = await newKey(operator, secretKey);
  const load = await useKey(gateways, () => key);
  await delay(WARM_UP_MS);
  const asked = performance.now();
  await post(operator, `/api-keys/${id}/revoke`, secretKey);
  const answered = performance.now();
  await delay(AFTERMATH_MS);
  const sent = await load.end();
  const lastTaken = (name: string): number =>
    Math.max(...sent.filter(({ gateway, status }) => gateway === name && status === OK).map(({ sentAt }) => sentAt));
  const lateMs = gateways.map(({ name }) => [name, Math.max(0, lastTaken(name) - answered)] as const);
  return { answerMs: answered - asked, lateMs: new Map(lateMs) };
}

/** Lets a key that is in use rotate itself, and goes on with its successor; how many requests were not taken. */
async function rotateOnce(gateways: readonly Gateway[], operator: RawConnection, secretKey: string): Promise<number> {
  let { id, key } = await newKey(operator, secretKey);
  const load = await useKey(gateways, () => key);
  await delay(WARM_UP_MS);
  ({ id, key } = await post(operator, `/api-keys/${id}/rotate`, key, { overlapSeconds: 60 }));
  await delay(WARM_UP_MS);
  const sent = await load.end();
  await post(operator, `/api-keys/${id}/revoke`, secretKey);
  return sent.filter(({ status }) => status !== OK).length;
}

/** Uses a key at all gateways, over a few connections to each, until the end. */
async function useKey(
  gateways: readonly Gateway[],
  key: () => string,
): Promise<{ readonly end: () => Promise<readonly Sent[]> }> {
  const sent: Sent[] = [];
  let going = true;
  const opened = await Promise.all(
    gateways.flatMap(({ name, target }) =>
      Array.from({ length: CONNECTIONS }, async () => ({ name, connection: await RawConnection.open(target) })),
    ),
  );
  const users = opened.map(async ({ name, connection }) => {
    while (going) {
      const sentAt = performance.now();
      const headers = { 'x-api-key': key(), 'x-forwarded-proto': 'https' };
      const { status } = await connection.ask({ method: 'GET', path: '/api-keys?limit=1', headers });
      sent.push({ gateway: name, sentAt, status });
      await delay(PAUSE_MS);
    }
    connection.close();
  });
  return {
    end: async () => {
      going = false;
      await Promise.all(users);
      return sent;
    },
  };
}

function newKey(operator: RawConnection, secretKey: string): Promise<Issued> {
  return post(operator, '/api-keys', secretKey, { type: 'restricted', scopes: ['api_keys:read', 'api_keys:write'] });
}

async function post(connection: RawConnection, path: string, key: string, body?: object): Promise<Issued> {
  const headers = { 'x-api-key': key, 'x-forwarded-proto': 'https' };
  const answer: RawAnswer = await connection.ask({
    ...{ method: 'POST', path },
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.body.toString('utf8')}`);
  return JSON.parse(answer.body.toString('utf8')) as Issued;
}
