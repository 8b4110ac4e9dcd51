import { once } from 'node:events';
import type { IncomingHttpHeaders, Server as HttpServer } from 'node:http';
import { createServer as createHttp } from 'node:http';
import type { Server } from 'node:https';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { checkPushEndpoint, compileChecker, postPush, PushPosted } from '@paygate/contracts';
import type { PostPushCommand } from '@paygate/contracts';
import { parseKeyring, Sealer } from '@paygate/platform';
import { testKeys } from '@paygate/testing';
import { generate } from 'selfsigned';
import { AddressGuard } from '../egress/address-guard.js';
import { NameResolver } from '../egress/name-resolver.js';
import { EndpointUrlCheck } from '../endpoints/endpoint-url-check.js';
import { NameServer } from '../test/name-server.js';
import type { PushMessage } from './push-sender.js';
import { outcomeOf, PushSender } from './push-sender.js';
import { PushCommands } from './push.commands.js';

/* A push service of the suite, behind TLS, on an address of this machine. */

interface Arrived {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const known = tls.getCACertificates('default');
const stops: (() => void)[] = [];
let service: Server;
let nameServer: NameServer;
let connections = 0;
let arrived: Arrived[] = [];
let answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

beforeAll(async () => {
  const names = ['localhost', 'push.example', 'moves.example'].map((value) => ({ type: 2 as const, value }));
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2_048,
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: names },
    ],
  });
  tls.setDefaultCACertificates([...known, cert]);
  service = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url: path, headers } = request;
      arrived.push({ method, path, headers, body: Buffer.concat(chunks) });
      response.writeHead(answer.status, answer.headers).end();
    });
  });
  service.on('connection', () => (connections += 1));
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  nameServer = await NameServer.start({
    'push.example': { addresses: ['127.0.0.1'] },
    // public and answered by nobody at the first look-up, this machine after that
    'moves.example': { addresses: ['3ffe::1'], later: ['127.0.0.1'] },
  });
});
afterAll(() => {
  tls.setDefaultCACertificates(known);
  nameServer.stop();
  service.close();
});
beforeEach(() => {
  [connections, arrived, answer] = [0, [], { status: 201 }];
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const portOf = (server: Server | HttpServer): string => String((server.address() as AddressInfo).port);
const names = (): NameResolver => new NameResolver([nameServer.address]);
const guardOf = (...exceptions: readonly string[]): AddressGuard => new AddressGuard(exceptions, names());
const trusting = (): AddressGuard => guardOf(`127.0.0.1:${portOf(service)}`);

/** A guard that lets every address of a name through. */
class NoGuard extends AddressGuard {
  override readonly lookupOf = (): LookupFunction => (hostname, options, callback) => {
    names()
      .resolve(hostname)
      .then(
        (addresses) => {
          if (options.all === true) callback(null, [...addresses]);
          else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
        },
        (error: unknown) => {
          callback(error as Error, []);
        },
      );
  };
}

const message = (host: string, change: Partial<PushMessage> = {}): PushMessage => ({
  endpoint: `https://${host}:${portOf(service)}/send/abc`,
  authorization: 'vapid t=a.b.c, k=d',
  body: Buffer.from([0, 1, 2, 253, 254, 255]),
  ...{ ttlSeconds: 3_600, urgency: 'high', topic: 'x'.repeat(32) },
  ...change,
});

function post(guard: AddressGuard, wanted: PushMessage): Promise<PushPosted> {
  const sender = new PushSender(guard);
  stops.push(() => {
    sender.onModuleDestroy();
  });
  return sender.post(wanted);
}

test('a message arrives at its push service byte for byte, with its headers', async () => {
  expect(await post(trusting(), message('push.example'))).toEqual({ outcome: 'sent' });
  expect(arrived).toHaveLength(1);
  const [{ method, path, headers, body } = {} as Arrived] = arrived;
  expect([method, path, body]).toEqual(['POST', '/send/abc', message('').body]);
  expect(headers).toMatchObject({
    ...{ ttl: '3600', urgency: 'high', topic: 'x'.repeat(32), authorization: 'vapid t=a.b.c, k=d' },
    ...{ 'content-type': 'application/octet-stream', 'content-encoding': 'aes128gcm', 'content-length': '6' },
  });
});

describe('[12.31] nothing is sent', () => {
  test('to an address of a private network, and it would be without the guard', async () => {
    expect(await post(guardOf(), message('push.example'))).toEqual({ outcome: 'failed' });
    expect(connections).toBe(0);
    expect(await post(new NoGuard([]), message('push.example'))).toEqual({ outcome: 'sent' });
    expect(connections).toBe(1);
  });

  test('to a name that was public when it was stored and is not when it is sent to, and it would be without the guard', async () => {
    const guard = guardOf();
    const { endpoint } = message('moves.example');
    expect(await new EndpointUrlCheck(guard).faultOf(endpoint, 'live')).toBeUndefined();
    expect(await post(guard, message('moves.example'))).toEqual({ outcome: 'failed' });
    expect(connections).toBe(0);
    expect(await post(new NoGuard([]), message('moves.example'))).toEqual({ outcome: 'sent' });
    expect(connections).toBe(1);
  });

  test('without TLS, not even to an address that may be dialled', async () => {
    const plain = createHttp((_, response) => response.end()).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    stops.push(() => plain.close());
    let plainConnections = 0;
    plain.on('connection', () => (plainConnections += 1));
    const endpoint = `http://localhost:${portOf(plain)}/send/abc`;
    const guard = guardOf(`127.0.0.1:${portOf(plain)}`);
    expect(await post(guard, message('', { endpoint }))).toEqual({ outcome: 'refused' });
    expect(plainConnections).toBe(0);
  });

  test('to where a push service redirects', async () => {
    answer = { status: 307, headers: { location: `https://push.example:${portOf(service)}/other` } };
    expect(await post(trusting(), message('push.example'))).toEqual({ outcome: 'failed' });
    expect(arrived.map(({ path }) => path)).toEqual(['/send/abc']);
  });
});

test.each([
  [200, 'sent'],
  [201, 'sent'],
  [202, 'sent'],
  [404, 'gone'],
  [410, 'gone'],
  [400, 'refused'],
  [401, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
  [408, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
  [302, 'failed'],
] as const)('the answer %i means %s', (status, outcome) => {
  expect(outcomeOf({ kind: 'answered', status, excerpt: '' })).toEqual({ outcome });
});

test('a push service may ask for a wait, of a day at most', () => {
  const limited = (retryAfterSeconds: number) =>
    outcomeOf({ kind: 'answered', status: 429, excerpt: '', retryAfterSeconds });
  expect(limited(120)).toEqual({ outcome: 'failed', retryAfterSeconds: 120 });
  expect(limited(1_000_000)).toEqual({ outcome: 'failed', retryAfterSeconds: 86_400 });
  expect(compileChecker(PushPosted)(limited(1_000_000))).toEqual([]);
});

describe('auth', () => {
  const { SEAL_KEYS } = testKeys();
  const [auth, own] = (['auth', 'webhooks'] as const).map((name) => new Sealer(name, parseKeyring(SEAL_KEYS))) as [
    Sealer,
    Sealer,
  ];
  const commands = (guard: AddressGuard): PushCommands => {
    const sender = new PushSender(guard);
    stops.push(() => {
      sender.onModuleDestroy();
    });
    return new PushCommands(new EndpointUrlCheck(guard), sender, own);
  };
  const check = (url: string, guard = guardOf()) =>
    commands(guard).check({ endpoint: auth.seal('webhooks', url, 'push.endpoint') });

  test.each([
    'http://push.example/send/abc',
    'https://push.example/send/abc',
    'https://missing.example/send/abc',
    'https://127.0.0.1/send/abc',
    'https://[::1]/send/abc',
    'https://169.254.169.254/latest',
    'https://localhost/send/abc',
    'https://user:password@push.example/send/abc',
    'push.example',
  ])('is refused the address %s, which no subscription gets', async (url) => {
    expect(await check(url)).toMatchObject({ ok: false, code: 'parameter_invalid', param: 'endpoint' });
    expect(checkPushEndpoint.refusals).toContain('parameter_invalid');
    expect(connections).toBe(0);
  });

  test('may store the address of a name that is public', async () => {
    expect(await check('https://a.moves.example/send/abc')).toEqual({ ok: true, data: { state: 'usable' } });
  });

  test('has a message sent whose address and token only webhooks opens', async () => {
    const { endpoint, authorization, body, ttlSeconds, urgency, topic } = message('push.example');
    const command: PostPushCommand = {
      endpoint: auth.seal('webhooks', endpoint, 'push.endpoint'),
      authorization: auth.seal('webhooks', authorization, 'push.authorization'),
      ...{ body: body.toString('base64'), ttlSeconds, urgency, topic },
    };
    expect(compileChecker(postPush.request)(command)).toEqual([]);
    expect(await commands(trusting()).post(command)).toEqual({ ok: true, data: { outcome: 'sent' } });
    expect(arrived).toMatchObject([{ body, headers: { authorization } }]);
  });
});
