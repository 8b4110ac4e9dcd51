import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import type { StackUser } from '@paygate/testing';
import { eventually, gatewaysOf, readStack, stackFolder } from '@paygate/testing';

/*
 * The demo payment of a start. A payment that fails is a fault of the stack, unless this merchant and this customer completed
 * one before: then the merchant was suspended or the password was changed deliberately.
 */

const TIMEOUT_MS = 120_000;
const stack = readStack();
const gateways = gatewaysOf(stack).map(({ api }) => api);
const folder = mkdtempSync(join(tmpdir(), 'paygate-first-payment-'));
const [stackFile, paidFile] = [join(folder, 'stack.json'), join(folder, 'paid.json')];
const paid = { merchantId: stack.merchant.id, userId: stack.users[0]?.id };

beforeEach(() => {
  rmSync(paidFile, { force: true });
});
afterAll(() => {
  for (const api of gateways) api.close();
  rmSync(folder, { recursive: true });
});

interface Outcome {
  readonly failed: boolean;
  readonly output: string;
}

function run(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, timeout: TIMEOUT_MS };
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      resolve({ failed: error !== null, output: `${stdout}${stderr}` });
    });
  });
}

function firstPayment(customer: Partial<StackUser> = {}): Promise<Outcome> {
  const [payer, ...others] = stack.users;
  writeFileSync(stackFile, JSON.stringify({ ...stack, users: [{ ...payer, ...customer }, ...others] }));
  return run({ PAYGATE_STACK_FILE: stackFile, PAID_FILE: paidFile }, 'dist/tools/demo/first-payment.js');
}

function firstPaymentAfter(earlier: object, customer: Partial<StackUser> = {}): Promise<Outcome> {
  writeFileSync(paidFile, JSON.stringify(earlier));
  return firstPayment(customer);
}

async function setMerchant(change: 'suspend' | 'resume'): Promise<void> {
  const operator = ['deploy/local/main.ts', 'operator', 'merchant', stack.merchant.id, change];
  expect((await run({ PAYGATE_STACK_ROOT: stackFolder() }, ...operator)).failed).toBe(false);
  const status = change === 'suspend' ? 403 : 201;
  for (const api of gateways)
    await eventually(async () => (await api.createIntent({ amount: '300', currency: 'XAF' })).status === status);
}

test('a completed demo payment is recorded with its merchant and its customer', async () => {
  const { failed, output } = await firstPayment();
  expect([failed, output]).toEqual([false, expect.stringContaining('✓ the intent is COMPLETED')]);
  expect(JSON.parse(readFileSync(paidFile, 'utf8'))).toEqual({
    ...paid,
    paymentPage: expect.stringContaining('/checkout/cs_test_'),
  });
});

test('a wrong password is a failure, unless the customer has paid before', async () => {
  const changed = { password: 'not the password of the demo user' };
  const refused = { failed: true, output: expect.stringContaining('credentials_invalid') };
  expect(await firstPayment(changed)).toEqual(refused);
  expect(existsSync(paidFile)).toBe(false);
  expect(await firstPaymentAfter({ ...paid, userId: stack.users[1]?.id }, changed)).toEqual(refused);
  const { failed, output } = await firstPaymentAfter(paid, changed);
  expect([failed, output]).toEqual([
    false,
    expect.stringContaining('payment skipped: the password of the customer was changed'),
  ]);
});

test('a suspended merchant is a failure, unless the merchant was paid before', async () => {
  const refused = { failed: true, output: expect.stringContaining('merchant_inactive') };
  await setMerchant('suspend');
  try {
    expect(await firstPayment()).toEqual(refused);
    expect(await firstPaymentAfter({ ...paid, merchantId: 'another' })).toEqual(refused);
    const { failed, output } = await firstPaymentAfter(paid);
    expect([failed, output]).toEqual([
      false,
      expect.stringContaining('payment skipped: the demo merchant is suspended'),
    ]);
  } finally {
    await setMerchant('resume');
  }
});
