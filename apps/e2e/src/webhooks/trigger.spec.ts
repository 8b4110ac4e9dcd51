import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { demoServer, trustedStack } from '../clients/trust.js';

/* `paygate trigger` as a process of its own against the running gateway. */

const CLI = 'dist/packages/cli/dist/main.mjs';
const run = promisify(execFile);
const stack = trustedStack();
const paygate = demoServer(stack);
const triggering = (...args: readonly string[]) =>
  run(process.execPath, [CLI, 'trigger', ...args], {
    env: {
      ...process.env,
      NODE_EXTRA_CA_CERTS: stack.gateway.ca,
      PAYGATE_BASE_URL: stack.gateway.url,
      PAYGATE_SECRET_KEY: stack.merchant.secretKey,
      PAYGATE_PUBLISHABLE_KEY: stack.merchant.publishableKey,
    },
  });

test.each([
  'payment.created',
  'payment.processing',
  'payment.completed',
  'payment.failed',
  'payment.canceled',
  'refund.completed',
  'refund.failed',
])('[7.13] %s happens, and its id is printed', async (type) => {
  const { stdout } = await triggering(type);
  const [, eventId = '', objectId = ''] = new RegExp(`^${type}  (evt_\\w+)  (\\w+)$`, 'm').exec(stdout) ?? [];
  const event = await paygate.events.retrieve(eventId);
  expect(event.type).toBe(type);
  expect(JSON.stringify(event.data)).toContain(objectId);
});

test('an unknown event is answered with those that there are, and a payout asks for its destination', async () => {
  await expect(triggering('payment.done')).rejects.toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('It can cause: payment.created, payment.processing') },
  });
  await expect(triggering('payout.completed')).rejects.toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('--destination') },
  });
});
