import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Paygate } from '@paygate/node';
import { eventually, stackClient } from '@paygate/testing';
import { demoServer, trustedStack } from '../clients/trust.js';
import { order, pay, payersOf } from '../payments/paying.js';
import { EndpointServer, verified } from './endpoint-server.js';

/* The commands that the README of examples/curl shows, as processes of their own against the running gateway. */

const CLI = 'dist/packages/cli/dist/main.mjs';
const run = promisify(execFile);
const stack = trustedStack();
const paygate = demoServer(stack);
const api = stackClient(stack);
const readme = readFileSync('examples/curl/README.md', 'utf8');
const [listenLine = '', verifyLine = ''] = readme.split('\n').filter((line) => line.includes(`node ${CLI}`));
const [helpers = ''] = [...readme.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, block]) => block);

let folder: string;
const servers: { close(): void }[] = [];
const children: ChildProcess[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'paygate-listen-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => {
  api.close();
  rmSync(folder, { recursive: true });
});

async function shop(): Promise<{ server: EndpointServer; url: string }> {
  const server = new EndpointServer();
  servers.push(server);
  await server.listen(stack.ownEndpoint.url);
  return { server, url: `${stack.ownEndpoint.url}/webhooks` };
}

interface Listening {
  readonly child: ChildProcess;
  readonly secret: string;
  readonly output: () => string;
}

/** `paygate listen`, as the README of examples/curl starts it, from the time on when it follows the events. */
async function listening(url: string, cursorFile: string): Promise<Listening> {
  expect(listenLine).toContain('--forward-to http://127.0.0.1:3000/webhooks');
  const line = listenLine.replace('http://127.0.0.1:3000/webhooks', url);
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', `${helpers}\n${line} --cursor-file ${cursorFile}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const secret = await eventually(() => /whsec_[A-Za-z0-9+/=]+/.exec(output)?.[0]);
  return { child, secret, output: () => output };
}

/** Ends the shell and the command that it runs. */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  process.kill(-child.pid, signal);
  await ended;
}

/** The ids of the events after one, oldest first. */
async function eventsAfter(eventId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { data } of paygate.events.list({ endingBefore: eventId, limit: 100 }).pages())
    ids.push(...data.map(({ id }) => id).toReversed());
  return ids;
}

describe('paygate listen', () => {
  test('[7.13] forwards the signed events of a payment, and after a SIGKILL goes on where it was: only the one under way comes again', async () => {
    const { server, url } = await shop();
    const cursorFile = join(folder, 'cursor');
    await order(api);
    const [newest] = await eventually(async () => {
      const { data } = await paygate.events.list({ limit: 1 });
      return data.length > 0 ? data : undefined;
    });
    const first = await listening(url, cursorFile);
    const [user] = payersOf(stack);
    if (user === undefined || newest === undefined) throw new Error('the stack has no payer or event');
    const intentId = await pay(stack, api, user);
    const completed = await server.arrived('/webhooks', intentId, 'payment.completed');
    expect(verified(completed, first.secret)).toMatchObject({ data: { paymentIntent: { status: 'COMPLETED' } } });

    // the process dies while an event is under way, and while more happen
    server.answer = () => undefined;
    const under = await server.arrived('/webhooks', await order(api), 'payment.created');
    await end(first.child, 'SIGKILL');
    expect(readFileSync(cursorFile, 'utf8').trim()).not.toBe(under.eventId);
    server.answer = () => 200;
    const last = [await order(api), await order(api), await order(api)].at(-1) ?? '';
    const second = await listening(url, cursorFile);
    const after = await server.arrived('/webhooks', last, 'payment.created');
    expect(verified(after, second.secret).id).toBe(after.eventId);

    const received = server.at('/webhooks').map(({ eventId }) => eventId);
    const again = received.indexOf(under.eventId);
    expect(received[again + 1]).toBe(under.eventId);
    expect(server.at('/webhooks')[again + 1]?.body).toBe(under.body);
    const once = received.toSpliced(again, 1);
    expect(new Set(once).size).toBe(once.length);
    // in the order of the list, without a gap; the first events may be older than the process
    const listed = await eventsAfter(newest.id);
    expect(listed.slice(listed.indexOf(once[0] ?? ''), listed.indexOf(after.eventId) + 1)).toEqual(once);
    await end(second.child, 'SIGTERM');
    expect(second.output()).toContain(`payment.created  ${after.eventId}  200 in`);
  });

  test('ends with the reason when the key is wrong', async () => {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: stack.gateway.ca, PAYGATE_BASE_URL: stack.gateway.url };
    const args = [CLI, 'listen', '--forward-to', 'http://127.0.0.1:9', '--cursor-file', join(folder, 'none')];
    await expect(
      run(process.execPath, args, { env: { ...env, PAYGATE_SECRET_KEY: `${stack.merchant.secretKey.slice(0, -1)}_` } }),
    ).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('api_key_invalid') });
    await expect(run(process.execPath, args, { env })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('PAYGATE_SECRET_KEY is not set'),
    });
  });
});

describe('paygate verify-endpoint', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

  /** An endpoint whose verification is given. */
  async function verifying(verify: (body: string, header: string) => void): Promise<string> {
    const server: Server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        let status = 200;
        try {
          verify(Buffer.concat(chunks).toString('utf8'), String(request.headers['service-signature']));
        } catch {
          status = 400;
        }
        response.writeHead(status).end();
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  }
  const verifyEndpoint = (url: string) => {
    expect(verifyLine).toContain('whsec_… ');
    const line = verifyLine.replace('whsec_…', secret).replace('http://127.0.0.1:3000/webhooks', url);
    return run('bash', ['--norc', '-euo', 'pipefail', '-c', line]);
  };
  const { constructEvent } = Paygate.webhooks;

  test('accepts an endpoint that verifies with the server client', async () => {
    const { stdout } = await verifyEndpoint(await verifying((body, header) => constructEvent(body, header, secret)));
    expect(stdout).toContain('The endpoint verifies signatures as it should.');
  });

  test.each<[string, (body: string, header: string) => void, string]>([
    ['verifies nothing', () => undefined, 'Anybody can send it events'],
    [
      'verifies a body that was parsed',
      (body, header) => constructEvent(JSON.stringify(JSON.parse(body)), header, secret),
      'the raw, unparsed body',
    ],
    [
      'accepts old deliveries',
      (body, header) => constructEvent(body, header, secret, { toleranceSeconds: 86_400 }),
      'more than 300 s',
    ],
  ])('[7.13] names the fault of an endpoint that %s', async (_, verify, fault) => {
    await expect(verifyEndpoint(await verifying(verify))).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(fault),
    });
  });
});
