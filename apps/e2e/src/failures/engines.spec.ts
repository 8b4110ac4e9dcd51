import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Answer } from '@paygate/testing';
import { deliveryOf, eventually, readStack, stackClient, stackProcesses } from '@paygate/testing';
import { authorise, pay } from '../payments/paying.js';

const stack = readStack();
const api = stackClient(stack);
const [user] = stack.users;
if (user === undefined) throw new Error('the stack has no user');
/** The gateway's time-out for one request, and a margin for a busy machine. */
const ANSWER_MS = 14_000;
/** A broker that was killed looks through the thousands of topics of all suites before it serves. */
const BACK_MS = 160_000;

const held = new Set<string>();

async function stopEngine(engine: string): Promise<void> {
  held.add(engine);
  await stackProcesses.keepAway(engine, 'SIGKILL');
}

function letGo(engine: string): void {
  stackProcesses.letBack(engine);
  held.delete(engine);
}

/** Every operation that needs a service behind the gateway, as a well-formed request. */
const operations: Readonly<
  Record<string, (intent: { id: string; sessionToken: string; token: string }) => Promise<Answer<unknown>>>
> = {
  'create an intent': () => api.createIntent({ amount: '700', currency: 'XAF' }),
  'read by session': ({ sessionToken }) => api.retrieveIntent(sessionToken),
  'read by id': ({ id }) => api.readIntent(id),
  'sign in': () => api.signIn(user.phoneNumber, user.password),
  'init OTP': ({ id }) => api.initOtp(user.id, { intentionId: id }),
  'verify OTP': () => api.verifyOtp(user.id, '000000'),
  charge: ({ id, token }) => api.charge(id, token),
};

const inTime = {
  inTime: true,
  type: expect.stringContaining('application/problem+json') as unknown,
  body: { code: expect.stringMatching(/^(service_unavailable|upstream_timeout)$/) as unknown, retryable: true },
};

/** The answer to each operation, one after the other, and whether it was in time. */
async function answersTo(intent: { id: string; sessionToken: string; token: string }) {
  const answers = [];
  for (const [operation, call] of Object.entries(operations)) {
    const began = performance.now();
    const { status, headers, body } = await call(intent);
    answers.push({
      operation,
      inTime: performance.now() - began < ANSWER_MS,
      status,
      type: headers['content-type'],
      body,
    });
  }
  return answers;
}

// the charge alone must meet the fault
beforeAll(() => api.signIn(user.phoneNumber, user.password));
afterEach(() => {
  for (const engine of held) letGo(engine);
});
afterAll(() => {
  api.close();
});

describe.each(['kafka', 'postgres'])('with %s stopped', (engine) => {
  test('callers get 503, retryable, within the time-out, and are served again when it returns', async () => {
    const created = (await api.createIntent({ amount: '700', currency: 'XAF' })).body;
    const intent = { ...created, token: await authorise(stack, api, user, created.id) };
    await stopEngine(engine);
    for (const answer of await answersTo(intent)) expect(answer).toMatchObject({ ...inTime, status: 503 });
    letGo(engine);
    const id = await eventually(() => pay(stack, api, user), { intervalMs: 500, timeoutMs: BACK_MS });
    await deliveryOf(stack, id, 'payment.completed');
  });
});

describe.each(['kafka', 'postgres'])('with %s frozen', (engine) => {
  test('callers get 503 or 504, retryable, within the time-out, and are served again when it goes on', async () => {
    const created = (await api.createIntent({ amount: '700', currency: 'XAF' })).body;
    const intent = { ...created, token: await authorise(stack, api, user, created.id) };
    const answers = await stackProcesses.whileStopped([engine], () => answersTo(intent));
    for (const answer of answers) expect(answer).toMatchObject(inTime);
    expect(answers.filter(({ status }) => status !== 503 && status !== 504)).toEqual([]);
    const id = await eventually(() => pay(stack, api, user), { intervalMs: 500 });
    await deliveryOf(stack, id, 'payment.completed');
  });
});

describe('with redis stopped', () => {
  test('payments and webhook deliveries continue, and use it again when it returns', async () => {
    await stopEngine('redis');
    await deliveryOf(stack, await pay(stack, api, user), 'payment.completed');
    letGo('redis');
    await deliveryOf(stack, await pay(stack, api, user), 'payment.completed');
  });
});
