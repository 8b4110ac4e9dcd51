import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { readDocument } from '../api/document.js';
import type { SampleRequest } from '../api/request.js';
import { daysOf, sampleRequests } from '../api/request.js';
import { curlSample } from './curl.js';
import { nodeSample } from './node.js';
import { phpSample } from './php.js';
import { pythonSample } from './python.js';

/* The samples of every operation, executed in each language whose runtime is found: all of them send the same request. */

const run = promisify(execFile);
const { operations } = readDocument(process.cwd());
const requests = operations.flatMap(sampleRequests).map(({ request }) => request);
const variables: Readonly<Record<string, string>> = {
  PAYGATE_SECRET_KEY: 'sk_test_secret',
  PAYGATE_PUBLISHABLE_KEY: 'pk_test_publishable',
  SESSION_TOKEN: 'sess_session',
  OTP_TOKEN: 'otp.token',
  USER_TOKEN: 'user.token',
  DASHBOARD_SESSION: 'dsh_session',
};

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: unknown;
  readonly body: unknown;
}

/** The requests that a program sends to a server of our own, in their order. */
async function receivedFrom(program: string, args: readonly string[]): Promise<readonly Received[]> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url = '', headers } = request;
      received.push({ method, path: url, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) });
      response.end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  try {
    await run(program, args, { env: { ...process.env, ...variables, PAYGATE_BASE_URL: address } });
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return received;
}

function expected({ method, path, headers, body }: SampleRequest): Received {
  const filled = headers.map(([name, value]) => [
    name,
    value.replaceAll(/\$\{(\w+)\}/g, (_, key: string) => variables[key] ?? ''),
  ]);
  return {
    method,
    path,
    headers: expect.objectContaining(Object.fromEntries(filled) as Readonly<Record<string, string>>),
    body: withTimes(body),
  };
}

/** A time is as many days from now as it says. */
function withTimes(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? timeOf(value) : (value as unknown)]),
  );
}

function timeOf(text: string): unknown {
  const days = daysOf(text);
  if (days === undefined) return text;
  // a day more or less: the test is not about the hour
  const near = [-1, 0, 1].map((more) => new Date(Date.now() + (days + more) * 86_400_000).toISOString().slice(0, 10));
  return expect.stringMatching(new RegExp(`^(${near.join('|')})T\\d\\d:\\d\\d:\\d\\d`));
}

function isFound(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const PHP = process.env['PHP'] ?? 'php';
const indented = (text: string): string => text.replaceAll(/^/gm, '    ');
const programs: readonly (readonly [string, string, () => readonly string[]])[] = [
  [
    'curl',
    'bash',
    () => ['-euc', requests.map((each) => `${curlSample(each)} --silent --output /dev/null`).join('\n')],
  ],
  [
    'Node.js',
    process.execPath,
    () => ['--input-type=module', '-e', requests.map((each) => `{\n${nodeSample(each)}\n}`).join('\n')],
  ],
  ['PHP', PHP, () => ['-r', requests.map((each) => phpSample(each).replace('<?php', '')).join('\n')]],
  ['Python', 'python3', () => ['-c', requests.map((each) => `if True:\n${indented(pythonSample(each))}`).join('\n')]],
];
const found = programs.filter(([, program]) => program === process.execPath || isFound(program));

test.each(found)('the samples in %s send the request of each operation', async (_name, program, args) => {
  expect(requests.length).toBeGreaterThan(70);
  const received = await receivedFrom(program, args());
  expect(received).toEqual(requests.map(expected));
});

test('no sample of a request has a time that passes, and each key is of what is made', () => {
  const bodies = requests.map(({ body }) => JSON.stringify(body ?? null));
  expect(bodies.filter((body) => /"20\d\d-\d\d-\d\dT/.test(body))).toEqual([]);
  const keys = new Map(
    operations.flatMap((operation) =>
      sampleRequests(operation).flatMap(({ request }) =>
        request.headers.filter(([name]) => name === 'idempotency-key').map(([, key]) => [operation.id, key] as const),
      ),
    ),
  );
  expect(keys.get('createRefund')).toBe('return-77');
  expect(new Set(keys.values()).size).toBe(keys.size);
});

test.each([
  ['initOtp', ['x-session-token'], { phoneNumber: expect.stringMatching(/^\+237/) }],
  ['verifyOtp', ['x-session-token'], { otpId: expect.any(String) }],
  ['charge', ['x-otp-token', 'authorization'], { paymentMethod: { type: 'wallet' } }],
])('the samples of %s show the headers %j of a customer', (id, headers, body) => {
  const operation = operations.find((each) => each.id === id);
  const alternatives = operation === undefined ? [] : sampleRequests(operation);
  const own = alternatives.filter(({ request }) =>
    headers.every((name) => request.headers.some(([has]) => has === name)),
  );
  expect(own.map(({ request }) => request.body)).toContainEqual(expect.objectContaining(body));
  expect(new Set(alternatives.map(({ request }) => JSON.stringify(request.headers))).size).toBe(alternatives.length);
});
