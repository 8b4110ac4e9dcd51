import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { deliveriesOf, readStack } from '@paygate/testing';

const run = promisify(execFile);
const SCRIPT = resolve('examples/curl/pay.sh');
const pay = (env: Readonly<Record<string, string>> = {}) =>
  run('bash', ['--norc', SCRIPT], {
    cwd: tmpdir(),
    env: {
      ...process.env,
      PAYGATE_STACK_FILE: resolve(process.env['PAYGATE_STACK_FILE'] ?? '.local/stack.json'),
      ...env,
    },
  });

test('the payment with curl leads to a signed payment.completed', async () => {
  const { stdout } = await pay();
  const lines = stdout.trim().split('\n');
  const { type, data } = JSON.parse(lines.find((line) => line.startsWith('{')) ?? '') as {
    type: string;
    data: { paymentIntent: { id: string; metadata: object } };
  };
  expect([type, data.paymentIntent.metadata, lines.at(-1)]).toEqual([
    'payment.completed',
    { orderId: '1001' },
    'COMPLETED',
  ]);
  const [delivery] = await deliveriesOf(readStack(), data.paymentIntent.id);
  expect([delivery?.verified, delivery?.headers['service-signature']]).toEqual([
    true,
    expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
  ]);
});

test.each<[string, Record<string, string>, RegExp, string]>([
  ['there is no stack', { PAYGATE_STACK_FILE: '/nothing.json' }, /start Paygate with 'npm start'/, ''],
  ['the secret key is wrong', { SK: 'sk_test_wrong' }, /api_key_invalid/, '1.'],
  ['the certificate authority is missing', { CA: 'nothing.pem' }, /curl: \(77\)/, '1.'],
  ['the customer cannot sign in', { PASSWORD: 'wrong' }, /credentials_invalid/, '2.'],
])('when %s, the payment with curl ends there and shows why', async (_name, env, complaint, step) => {
  const failure = (await pay(env).catch((error: unknown) => error)) as { stdout: string; stderr: string; code: number };
  expect(failure.code).toBe(1);
  expect(failure.stderr).toMatch(complaint);
  expect(failure.stdout.trim().split('\n').at(-1)?.slice(0, 2)).toBe(step);
});

test('the payment with curl waits for a bounded time', () => {
  expect(readFileSync(SCRIPT, 'utf8')).not.toMatch(/\b(until|while)\b/);
});
