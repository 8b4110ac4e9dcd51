import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { generateWebhookSecret, SignatureVerificationError, verifyServiceSignature } from '@paygate/webhook-signature';
import { ApiRefusal } from './events-api.js';
import { listen } from './listen.js';
import type { Handler } from './test/local-servers.js';
import { closeServers, serve, servers } from './test/local-servers.js';
import { verifyEndpoint } from './verify-endpoint.js';

/** Waits as long as the test may take. */
async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(20);
}

let printed: string[] = [];

beforeEach(() => {
  printed = [];
  const print = (line: unknown) => void printed.push(String(line));
  jest.spyOn(console, 'log').mockImplementation(print);
  jest.spyOn(console, 'error').mockImplementation(print);
});
afterEach(() => {
  jest.restoreAllMocks();
  closeServers();
});

describe('verify-endpoint', () => {
  const secret = generateWebhookSecret();
  const header = ({ headers }: IncomingMessage) => String(headers['service-signature']);
  const statusOf = (verify: () => void): number => {
    try {
      verify();
      return 200;
    } catch (error) {
      if (error instanceof SignatureVerificationError) return 400;
      throw error;
    }
  };
  const text = () => printed.join('\n');

  test('finds nothing wrong with an endpoint that verifies as the server client does', async () => {
    const url = await serve((request, body) => ({
      status: statusOf(() => {
        verifyServiceSignature(body, header(request), secret);
      }),
    }));
    expect(await verifyEndpoint(url, secret)).toBe(true);
    expect(text()).toContain('verifies signatures as it should');
  });

  test.each<[string, Handler, string]>([
    ['verifies nothing', () => ({ status: 200 }), 'Anybody can send it events'],
    [
      'has another secret',
      (request, body) => ({
        status: statusOf(() => {
          verifyServiceSignature(body, header(request), generateWebhookSecret());
        }),
      }),
      'Check that it has this secret',
    ],
    [
      'verifies a body that it has serialised again',
      (request, body) => ({
        status: statusOf(() => {
          verifyServiceSignature(JSON.stringify(JSON.parse(body)), header(request), secret);
        }),
      }),
      'the raw, unparsed body',
    ],
    [
      'ignores the age',
      (request, body) => ({
        status: statusOf(() => {
          verifyServiceSignature(body, header(request), secret, { toleranceSeconds: 1e9 });
        }),
      }),
      'by more than 300 s',
    ],
    [
      'verifies only where there is a signature',
      (request, body) => ({
        status: statusOf(() => {
          if (request.headers['service-signature'] !== undefined) verifyServiceSignature(body, header(request), secret);
        }),
      }),
      'without a signature',
    ],
    [
      'verifies only where the signature is not empty',
      (request, body) => ({
        status: statusOf(() => {
          if (request.headers['service-signature'] !== '') verifyServiceSignature(body, header(request), secret);
        }),
      }),
      'whose signature is empty',
    ],
    [
      'accepts any time in the future',
      (request, body) => {
        const seconds = Number(/t=([0-9]+)/.exec(header(request))?.[1]);
        const toleranceSeconds = seconds > Date.now() / 1_000 ? 1e9 : 300;
        return {
          status: statusOf(() => {
            verifyServiceSignature(body, header(request), secret, { toleranceSeconds });
          }),
        };
      },
      'in the future',
    ],
    [
      'reads only the first signature',
      (request, body) => ({
        status: statusOf(() => {
          verifyServiceSignature(body, header(request).split(',').slice(0, 2).join(','), secret);
        }),
      }),
      'does not try every v1',
    ],
    ['has another path', () => ({ status: 404 }), 'no webhook at this path'],
    ['takes no POST', () => ({ status: 405 }), 'no webhook at this path'],
    ['redirects', () => ({ status: 301 }), 'Register the final URL'],
    ['fails', () => ({ status: 500 }), 'fails with 500 instead of refusing'],
  ])('[7.13] says in plain words what is wrong with an endpoint that %s', async (_name, handler, fault) => {
    expect(await verifyEndpoint(await serve(handler), secret)).toBe(false);
    expect(text()).toContain(fault);
  });

  test('says that an endpoint does not answer', async () => {
    const url = await serve(() => ({ status: 200 }));
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    expect(await verifyEndpoint(url, secret)).toBe(false);
    expect(text()).toContain('ECONNREFUSED');
  });
});

describe('listen', () => {
  const secret = generateWebhookSecret();
  const ids = ['a', 'b', 'c', 'd', 'e'].map((last) => `evt_01k8zq7d5rj1ve3y9gankhs8j${last}`);
  let folder: string;
  let stored: readonly string[] = [];
  let failures = 0;
  let keys: unknown[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'paygate-cli-'));
    stored = [];
    failures = 0;
    keys = [];
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const bodyOf = (id: string) => `{"id": "${id}", "type":"payment.completed","data":{"é":1.0}}`;
  /** Events as the API lists them: two to a page, the newest first. */
  const api: Handler = ({ url = '', headers }) => {
    keys.push(headers.authorization);
    if (failures-- > 0) return { status: 503, text: '{}' };
    const { pathname, searchParams } = new URL(url, 'http://api');
    if (pathname !== '/events') return { status: 200, text: bodyOf(pathname.slice('/events/'.length)) };
    const [before, after] = [searchParams.get('endingBefore'), searchParams.get('startingAfter')];
    if (before !== null && !stored.includes(before)) return { status: 400, text: '{"code":"cursor_invalid"}' };
    const candidates =
      before === null
        ? stored.slice(0, after === null ? undefined : stored.indexOf(after)).toReversed()
        : stored.slice(stored.indexOf(before) + 1);
    const page = candidates.slice(0, Math.min(2, Number(searchParams.get('limit'))));
    const hasMore = page.length < candidates.length;
    const data = (before === null ? page : page.toReversed()).map((id) => ({ id, type: 'payment.completed' }));
    return { status: 200, text: JSON.stringify({ data, hasMore, nextCursor: hasMore ? page.at(-1) : null }) };
  };

  async function listening(handler: Handler = () => ({ status: 200 }), ownSecret?: string) {
    const received: string[] = [];
    const signatures: string[] = [];
    const forwardTo = await serve((request, body) => {
      signatures.push(String(request.headers['service-signature']));
      received.push(body);
      return handler(request, body);
    });
    const stop = new AbortController();
    const apiBase = (await serve(api)).origin;
    const cursorFile = join(folder, 'cursor');
    const options = { apiBase, secretKey: 'sk_test_x', forwardTo, cursorFile, signal: stop.signal };
    const ended = listen({ ...options, secret: ownSecret });
    const end = async () => {
      stop.abort();
      await ended;
    };
    return { received, signatures, end, ended, cursorFile };
  }
  const bodies = (...wanted: readonly string[]) => wanted.map(bodyOf);

  test('[7.13] forwards each event once in its order and bytes, from now on, and resumes from its cursor', async () => {
    stored = ids.slice(0, 1);
    const first = await listening();
    await eventually(() => printed.length >= 2);
    stored = ids.slice(0, 4);
    await eventually(() => first.received.length === 3);
    await first.end();
    expect(first.received).toEqual(bodies(...ids.slice(1, 4)));
    const made = /the secret (whsec_\S+)/.exec(printed.join('\n'))?.[1] ?? '';
    verifyServiceSignature(bodyOf(ids[1] ?? ''), first.signatures[0], made);
    expect(readFileSync(first.cursorFile, 'utf8').trim()).toBe(ids[3]);
    stored = ids;
    const second = await listening(() => ({ status: 500 }));
    await eventually(() => second.received.length === 1);
    await eventually(() => printed.some((line) => /payment\.completed {2}evt_\w+ {2}500 in \d+ ms/.test(line)));
    await second.end();
    expect(second.received).toEqual(bodies(ids[4] ?? ''));
    expect(new Set(keys)).toEqual(new Set(['Bearer sk_test_x']));
  });

  test('begins with the first event of an account that had none, and outlasts failures of the API', async () => {
    const { received, end } = await listening();
    await eventually(() => printed.length >= 2);
    failures = 1;
    stored = ids;
    await eventually(() => received.length === ids.length);
    await end();
    expect(received).toEqual(bodies(...ids));
  });

  test('signs with the secret that it was given, and does not print it', async () => {
    const { received, signatures, end } = await listening(undefined, secret);
    await eventually(() => printed.length >= 2);
    stored = ids.slice(0, 1);
    await eventually(() => received.length === 1);
    await end();
    verifyServiceSignature(bodyOf(ids[0] ?? ''), signatures[0], secret);
    expect(printed.join('\n')).not.toContain('whsec_');
  });

  test('names the cause when it tries again', async () => {
    const { end } = await listening();
    await eventually(() => printed.length >= 2);
    closeServers();
    await eventually(() => printed.some((line) => /cannot be reached \(ECONN\w+\); trying again/.test(line)));
    await end();
  });

  test('ends when the API refuses its cursor, and when its file holds none', async () => {
    writeFileSync(join(folder, 'cursor'), ids[0] ?? '');
    await expect((await listening()).ended).rejects.toThrow(ApiRefusal);
    writeFileSync(join(folder, 'cursor'), 'hello');
    await expect((await listening()).ended).rejects.toThrow('does not hold the id of an event');
  });
});
