import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import type { Answer } from '@paygate/testing';
import { deliveryOf, eventually, inboxMessages, newCode, readStack, stackClient } from '@paygate/testing';

const stack = readStack();
const api = stackClient(stack);
const [user] = stack.users;
if (user === undefined) throw new Error('the stack has no user');
const ENGINE_TEST_MS = 180_000;
/** The gateway's own limit for one request, and some room for a busy machine. */
const ANSWER_MS = 14_000;

/** The runner starts nothing again that is held, so the engine is really away until it is let go. */
const holdFile = (engine: string): string =>
  join(dirname(process.env['PAYGATE_STACK_FILE'] ?? '.local/stack.json'), 'hold', engine);
const held = new Set<string>();

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function stopEngine(engine: string): Promise<void> {
  const pid = readStack().engines.find(({ name }) => name === engine)?.pid ?? 0;
  expect(pid).toBeGreaterThan(0);
  mkdirSync(dirname(holdFile(engine)), { recursive: true });
  writeFileSync(holdFile(engine), '');
  held.add(engine);
  process.kill(pid, 'SIGKILL');
  await eventually(() => !exists(pid));
}

function letGo(engine: string): void {
  rmSync(holdFile(engine), { force: true });
  held.delete(engine);
}

async function authorise(id: string): Promise<string> {
  const seen = await inboxMessages(stack, user?.phoneNumber ?? '');
  expect((await api.initOtp(user?.id ?? '', { intentionId: id })).status).toBe(202);
  const code = await newCode(stack, user?.phoneNumber ?? '', seen);
  const verified = await api.verifyOtp(user?.id ?? '', code, { intentionId: id });
  expect(verified.status).toBe(200);
  return verified.body.token;
}

async function pay(): Promise<string> {
  const created = await api.createIntent({ amount: '700', currency: 'XAF' });
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect((await api.charge(id, await authorise(id))).status).toBe(202);
  return id;
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
      const intent = { ...created, token: await authorise(created.id) };
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
      const id = await eventually(pay, { timeoutMs: 90_000, intervalMs: 500 });
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
      await deliveryOf(stack, await pay(), 'payment.completed');
      letGo('redis');
      await deliveryOf(stack, await pay(), 'payment.completed');
    },
    ENGINE_TEST_MS,
  );
});
