import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { GatewayWithDoubles } from '../test/fixtures/bus-doubles.js';
import { GatewayUnderTest } from '../test/fixtures/gateway-under-test.js';

/* Requests through a gateway to a payment page that records them, over real sockets. */

const keys = Buffer.alloc(32, 'k').toString('base64');
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const COOKIE = `__Host-pg_${'0'.repeat(26)}=sealed`;
const WALLET_COOKIE = '__Host-pg_wallet=sealed';

interface Seen {
  readonly url: string | undefined;
  readonly method: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let page: Server;
let gateway: GatewayUnderTest;
let seen: Seen[];
let fails: boolean;

async function listen(): Promise<Server> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push({ url: request.url, method: request.method, headers: request.headers, body });
      response.writeHead(fails ? 503 : request.method === 'POST' ? 303 : 200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'self'",
        'set-cookie': [COOKIE, `${COOKIE}2`],
        location: '/checkout/pi_1',
        'content-disposition': 'attachment; filename="wallet.csv"',
        connection: 'keep-alive, x-hop',
        'x-hop': '1',
        'keep-alive': 'timeout=5',
        server: 'page',
        'x-powered-by': 'page',
        'access-control-allow-origin': '*',
      });
      response.end('<p>page</p>');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

beforeAll(async () => {
  page = await listen();
  const { port } = page.address() as AddressInfo;
  const env = { CHECKOUT_URL: `http://127.0.0.1:${port}`, CHECKOUT_KEYS: keys };
  gateway = await GatewayUnderTest.start(GatewayWithDoubles, env);
});
beforeEach(() => {
  seen = [];
  fails = false;
});
afterAll(async () => {
  await gateway.stop();
  page.close();
});

describe('a request to the payment page', () => {
  test('is passed on with its path, query, form and what a page may know', async () => {
    const body = 'phoneNumber=%2B237670000001';
    const path = '/checkout/pi_1/phone?lang=fr';
    const headers = {
      ...FORM,
      'accept-language': 'fr',
      origin: 'https://shop.example',
      'sec-fetch-site': 'same-origin',
    };
    await gateway.ask({ method: 'POST', path, headers, body });
    expect(seen).toEqual([
      expect.objectContaining({ url: path, method: 'POST', body, headers: expect.objectContaining(headers) }),
    ]);
  });

  test('carries nothing of an outsider that would count', async () => {
    const path = '/checkout/pi_1';
    const forged = {
      'x-checkout-token': 'cs_forged',
      'x-checkout-key': keys.slice(1),
      'x-api-key': 'forged',
      'x-session-token': 'forged',
      authorization: 'Bearer forged',
      forwarded: 'for=192.0.2.1',
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-real-ip': '192.0.2.1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      connection: 'close, x-forwarded-for',
      te: 'trailers',
    };
    await gateway.ask({
      path,
      headers: { ...forged, host: 'localhost:1', cookie: `other=1; ${COOKIE}; __Host-pg_x=3; ${WALLET_COOKIE}; dsh=2` },
    });
    const { headers = {} } = seen[0] ?? {};
    expect(headers).toMatchObject({
      cookie: `${COOKIE}; ${WALLET_COOKIE}`,
      // that of the public address, whatever Host the request names
      'x-forwarded-host': 'pay.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': expect.not.stringContaining('192.0.2.1'),
      'x-request-id': expect.stringMatching(/^req_/),
    });
    for (const name of Object.keys(forged).filter((name) => !name.startsWith('x-forwarded-') && name !== 'connection'))
      expect(headers).not.toHaveProperty(name);
  });

  test.each([
    ['a body above 8 KiB', FORM, 'a'.repeat(8_193), 413],
    ['a body that is no form', { 'content-type': 'application/json' }, '{}', 415],
    ['a file', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--', 415],
  ])('is refused with %s', async (_name, headers, body, status) => {
    const answer = await gateway.ask({ method: 'POST', path: '/checkout/pi_1/phone', headers, body });
    expect([answer.status, seen]).toEqual([status, []]);
  });

  test.each(['PUT', 'DELETE', 'PATCH'])('is not passed on as %s', async (method) => {
    const answer = await gateway.ask({ method, path: '/checkout/pi_1' });
    expect([answer.status, seen]).toEqual([404, []]);
  });

  test.each(['/checkout/../gateway', '/checkout/%2e%2e/metrics', '/checkout//evil.example/a'])(
    'stays at the payment page: %s',
    async (path) => {
      const { status } = await gateway.ask({ path });
      for (const { url } of seen) expect(url).toMatch(/^\/checkout\//);
      expect(status).toBeLessThan(500);
    },
  );
});

describe('an answer of the payment page', () => {
  test('reaches the browser with the headers of a list', async () => {
    const headers = { ...FORM, connection: 'close' };
    const answer = await gateway.ask({ method: 'POST', path: '/checkout/pi_1/pay', headers, body: 'code=1' });
    expect(answer).toMatchObject({
      status: 303,
      text: '<p>page</p>',
      headers: {
        location: '/checkout/pi_1',
        'content-disposition': 'attachment; filename="wallet.csv"',
        'content-security-policy': "default-src 'self'",
        'set-cookie': [COOKIE, `${COOKIE}2`],
        'strict-transport-security': expect.any(String),
      },
    });
    for (const name of ['x-hop', 'keep-alive', 'server', 'x-powered-by', 'access-control-allow-origin'])
      expect(answer.headers).not.toHaveProperty(name);
  });
});

describe('a page that cannot be shown now', () => {
  test.each(['GET', 'HEAD', 'POST'])(
    'is asked for once by %s, and the browser decides when to ask again',
    async (method) => {
      fails = true;
      const answer = await gateway.ask({ method, path: '/checkout/pi_1', headers: method === 'POST' ? FORM : {} });
      expect([answer.status, seen.map((each) => each.method)]).toEqual([503, [method]]);
    },
  );
});

describe('a flood of one address', () => {
  let limited: GatewayUnderTest;
  afterEach(() => limited.stop());

  test('gets 429 and when to come back, and does not reach the page', async () => {
    const { port } = page.address() as AddressInfo;
    const env = { CHECKOUT_URL: `http://127.0.0.1:${port}`, CHECKOUT_KEYS: keys, TRUSTED_PROXIES: '127.0.0.1' };
    limited = await GatewayUnderTest.start(GatewayWithDoubles, {
      ...env,
      RATE_LIMIT_CHECKOUT_ADDRESS_PER_SECOND: '2',
    });
    const from = (address: string) =>
      limited.ask({ path: '/checkout/cs_unknown', headers: { 'x-forwarded-for': address, 'accept-language': 'en' } });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => from(`2001:db8::${index}`)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(seen).toHaveLength(40 - refused.length);
    for (const { headers, text: shown } of refused) {
      expect(headers).toMatchObject({ 'retry-after': '1', 'content-type': 'text/html; charset=utf-8' });
      expect(shown).toContain('Try again');
    }
    // another address has a budget of its own
    expect((await from('203.0.113.8')).status).toBe(200);
  });
});

describe('a payment page that is away', () => {
  let alone: GatewayUnderTest;
  afterEach(() => alone.stop());

  test.each([
    ['fr', 'Réessayer'],
    ['en', 'Try again'],
  ])('is a page in %s that leads back to the payment, and an answer of 503', async (language, again) => {
    alone = await GatewayUnderTest.start(GatewayWithDoubles, {
      CHECKOUT_URL: 'http://127.0.0.1:1',
      CHECKOUT_KEYS: keys,
    });
    const path = '/checkout/pi_1/pay?x="><script>alert(1)</script>';
    const answer = await alone.ask({
      ...{ method: 'POST', path, body: 'code=1' },
      headers: { ...FORM, 'accept-language': language },
    });
    expect(answer).toMatchObject({ status: 503, headers: { 'content-language': language, 'retry-after': '5' } });
    expect(answer.text).toContain(`<a href="/checkout/pi_1">${again}</a>`);
    expect(answer.text).not.toContain('script');
  });

  test('is a path like any other where none is configured', async () => {
    alone = await GatewayUnderTest.start(GatewayWithDoubles, { CHECKOUT_URL: '', CHECKOUT_KEYS: '' });
    const answer = await alone.ask({ path: '/checkout/pi_1' });
    expect(answer).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
  });
});
