import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { deliveriesOf, readStack } from '@paygate/testing';

const run = promisify(execFile);
const TIMEOUT_MS = 120_000;

const bashBlocks = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, block]) => block ?? '');

const environment = {
  ...process.env,
  PAYGATE_STACK_FILE: resolve(process.env['PAYGATE_STACK_FILE'] ?? '.local/stack.json'),
};

const blocks = bashBlocks(readFileSync('README.md', 'utf8'));
const inBash = (script: string, cwd = process.cwd()) =>
  run('bash', ['--norc', '-euo', 'pipefail', '-c', script], { timeout: TIMEOUT_MS, cwd, env: environment });
/** As in a terminal, where a failed command does not end the shell. */
const inTerminal = (script: string) =>
  run('bash', ['--norc', '--noprofile', '-c', 'bash --norc -i 2>&1 <<< "$SCRIPT" || true'], {
    ...{ timeout: TIMEOUT_MS, env: { ...environment, SCRIPT: script } },
  });

test(
  'the curl blocks of the README lead to a signed payment.completed',
  async () => {
    expect(blocks.length).toBeGreaterThanOrEqual(5);
    // from another folder, as a merchant's engineer runs them
    const { stdout } = await inBash(blocks.join('\n'), tmpdir());
    const [event = '', status] = stdout.trim().split('\n').slice(-2);
    const { type, data } = JSON.parse(event) as {
      type: string;
      data: { paymentIntent: { id: string; metadata: object } };
    };
    expect([type, data.paymentIntent.metadata, status]).toEqual([
      'payment.completed',
      { orderId: '1001' },
      'COMPLETED',
    ]);
    const [delivery] = await deliveriesOf(readStack(), data.paymentIntent.id);
    expect([delivery?.verified, delivery?.headers['service-signature']]).toEqual([
      true,
      expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
    ]);
  },
  TIMEOUT_MS,
);

test.each([
  ['the secret key is wrong', 'SK=sk_test_wrong', /api_key_invalid[^]*ID: parameter null or not set/],
  ['the certificate authority is missing', 'CA=nothing.pem', /curl: \(77\)[^]*ID: parameter null or not set/],
  ['the customer cannot sign in', 'PASSWORD=wrong', /credentials_invalid[^]*USER_ID: parameter null or not set/],
])(
  'when %s, no later step runs or shows an event of another payment',
  async (_name, mistake, complaint) => {
    const [helpers = '', ...steps] = blocks;
    const { stdout } = await inTerminal([helpers, mistake, 'seq() { echo 1; }', ...steps].join('\n'));
    expect(stdout).toMatch(complaint);
    expect(stdout).not.toMatch(/^\{"id":"evt_|^(COMPLETED|PROCESSING)$/m);
  },
  TIMEOUT_MS,
);

test(
  'the curl blocks wait for a bounded time',
  async () => {
    const [helpers = ''] = blocks;
    expect(blocks.join('\n')).not.toMatch(/\b(until|while)\b/);
    await expect(inBash(`${helpers}\nsleep() { :; }\nsoon false`)).rejects.toMatchObject({
      code: 1,
      stderr: 'no false, asked for 100 times: see what the calls before have answered\n',
    });
  },
  TIMEOUT_MS,
);

test(
  'a refusal is printed where a field of the answer was expected',
  async () => {
    const [helpers = ''] = blocks;
    const refusal = { type: 'https://errors.example/credentials_invalid', status: 401 };
    await expect(inBash(`${helpers}\nfield .id <<< '${JSON.stringify(refusal)}'`)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('credentials_invalid'),
    });
  },
  TIMEOUT_MS,
);
