import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { readDocument } from '../api/document.js';
import type { SampleRequest } from '../api/request.js';
import { sampleRequest } from '../api/request.js';
import { curlSample } from './curl.js';
import { nodeSample } from './node.js';
import { phpSample } from './php.js';
import { pythonSample } from './python.js';

/* The samples of every operation, executed in each language whose runtime is found: all of them send the same request. */

const run = promisify(execFile);
const requests = readDocument(process.cwd()).operations.map(sampleRequest);
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
    body,
  };
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
