import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import type { Answer } from '@paygate/testing';
import { deliveryOf, eventually, readStack, stackClient, stackProcesses } from '@paygate/testing';
import { authorise, pay } from './paying.js';

const stack = readStack();
const api = stackClient(stack);
const [user] = stack.users;
if (user === undefined) throw new Error('the stack has no user');
const ENGINE_TEST_MS = 180_000;
/** The gateway's own limit for one request, and some room for a busy machine. */
const ANSWER_MS = 14_000;

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

afterEach(() => {
  for (const engine of held) letGo(engine);
});
afterAll(() => {
  api.close();
});

describe.each(['kafka', 'postgres'])('with %s stopped', (engine) => {
  test(
    'callers get 503, retryable, within the time-out, and are served again when it returns',
    async () => {
      const created = (await api.createIntent({ amount: '700', currency: 'XAF' })).body;
      const intent = { ...created, token: await authorise(stack, api, user, created.id) };
      await stopEngine(engine);
      for (const [operation, call] of Object.entries(operations)) {
        const began = performance.now();
        const answer = await call(intent);
        const inTime = performance.now() - began < ANSWER_MS;
        expect({
          operation,
          inTime,
          status: answer.status,
          type: answer.headers['content-type'],
          body: answer.body,
        }).toMatchObject({
          operation,
          inTime: true,
          status: 503,
          type: expect.stringContaining('application/problem+json'),
          body: { code: 'service_unavailable', retryable: true },
        });
      }
      letGo(engine);
      const id = await eventually(() => pay(stack, api, user), { timeoutMs: 90_000, intervalMs: 500 });
      await deliveryOf(stack, id, 'payment.completed');
    },
    ENGINE_TEST_MS,
  );
});

describe('with redis stopped', () => {
  test(
    'payments go on and webhooks are delivered, and go on by it when it returns',
    async () => {
      await stopEngine('redis');
      await deliveryOf(stack, await pay(stack, api, user), 'payment.completed');
      letGo('redis');
      await deliveryOf(stack, await pay(stack, api, user), 'payment.completed');
    },
    ENGINE_TEST_MS,
  );
});
