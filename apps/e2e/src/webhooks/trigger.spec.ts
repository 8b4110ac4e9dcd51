import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { stackClient } from '@paygate/testing';
import { demoServer, trustedStack } from '../clients/trust.js';
import { newProven, PayingOut } from '../payouts/paying-out.js';

/* `paygate trigger` as a process of its own against the running gateway. */

const CLI = 'dist/packages/cli/dist/main.mjs';
const run = promisify(execFile);
const stack = trustedStack();
const paygate = demoServer(stack);
const api = stackClient(stack);
afterAll(() => {
  api.close();
});
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

async function expectTriggered(type: string, ...args: readonly string[]): Promise<void> {
  const { stdout } = await triggering(type, ...args);
  const [, eventId = '', objectId = ''] = new RegExp(`^${type}  (evt_\\w+)  (\\w+)$`, 'm').exec(stdout) ?? [];
  const event = await paygate.events.retrieve(eventId);
  expect(event.type).toBe(type);
  expect(JSON.stringify(event.data)).toContain(objectId);
}

test.each([
  'payment.created',
  'payment.processing',
  'payment.completed',
  'payment.failed',
  'payment.canceled',
  'refund.completed',
  'refund.failed',
])('[7.13] %s happens, and its id is printed', async (type) => {
  await expectTriggered(type);
});

test.each([
  ['payout.completed', '01'],
  ['payout.failed', '61'],
])(
  '[7.13] %s happens after a payment that earns its money, at the destination that ends in %s',
  async (type, digits) => {
    const payouts = new PayingOut(stack, api);
    const owner = await newProven(stack, api, 'owner');
    const phone = `+23767${String(randomInt(100_000)).padStart(5, '0')}${digits}`;
    const destination = await payouts.destination(owner, phone);
    await expectTriggered(type, '--destination', destination);
    await payouts.revoke(owner, destination);
  },
);

test('an unknown event is answered with those that there are', async () => {
  await expect(triggering('payment.done')).rejects.toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('It can cause: payment.created, payment.processing') },
  });
});
