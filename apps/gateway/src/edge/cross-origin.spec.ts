import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@paygate/contracts';
import { operationList, signIn } from '@paygate/contracts';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../test/fixtures/gateway-under-test.js';

const PAGE = 'https://shop.example';
const publishable = newApiKey({ type: 'publishable' });
const live = newApiKey({ type: 'publishable', mode: 'live' });
let gateway: GatewayUnderTest;

beforeAll(async () => {
  for (const { row } of [publishable, live]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(async () => {
  await gateway.stop();
});

const preflight = (path: string, method: string, { origin = PAGE } = {}) =>
  gateway.ask({
    method: 'OPTIONS',
    path: path.replace('{id}', 'pi_1'),
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'x-api-key' },
  });
const corsHeaders = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

const isOpen = ({ key }: Operation) => key === 'none' || key === 'publishable';

describe('a preflight', () => {
  test.each(operationList.filter(isOpen).map(({ method, path }) => [method, path] as const))(
    'for %s %s is answered, to any https page',
    async (method, path) => {
      const { status, headers } = await preflight(path, method);
      expect(status).toBe(204);
      expect(headers['access-control-allow-origin']).toBe(PAGE);
      expect(headers['access-control-allow-methods']?.split(', ')).toContain(method);
      for (const name of ['x-api-key', 'authorization', 'x-session-token', 'x-otp-token', 'idempotency-key'])
        expect(headers['access-control-allow-headers']?.split(', ')).toContain(name);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(headers.vary).toBe('origin');
    },
  );

  test.each(operationList.filter((operation) => !isOpen(operation)).map(({ method, path }) => [method, path] as const))(
    'for the operation %s %s of servers or of the dashboard permits no page anything',
    async (method, path) => {
      const { status, headers } = await preflight(path, method);
      expect(status).toBe(204);
      expect(corsHeaders(headers)).toEqual([]);
      expect(headers.allow?.split(', ')).toContain(method);
    },
  );

  test.each([
    ...['http://shop.example', 'null', 'https://user@shop.example', 'https://shop.example/path'],
    ...['capacitor://shop.example', 'ionic://localhost:1', 'capacitor://localhost.evil.example', 'file://'],
  ])('from %s permits nothing', async (origin) => {
    expect(corsHeaders((await preflight('/payment/charge', 'POST', { origin })).headers)).toEqual([]);
  });

  test.each(['capacitor://localhost', 'ionic://localhost'])(
    'from %s, a page in an app, is answered',
    async (origin) => {
      const { headers } = await preflight('/payment/charge', 'POST', { origin });
      expect(headers['access-control-allow-origin']).toBe(origin);
    },
  );

  test.each(['http://localhost:5173', 'http://localhost', 'http://127.0.0.1:3000', 'http://[::1]:8080'])(
    'from %s, a page on the own machine, is answered without credentials',
    async (origin) => {
      const { headers } = await preflight('/payment/charge', 'POST', { origin });
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(corsHeaders((await preflight('/gateway', 'POST', { origin })).headers)).toEqual([]);
    },
  );

  test.each(['http://localhost.evil.example', 'http://127.0.0.2', 'http://localhost@evil.example', 'http://10.0.0.7'])(
    'from %s, which is another machine, permits nothing',
    async (origin) => {
      expect(corsHeaders((await preflight('/payment/charge', 'POST', { origin })).headers)).toEqual([]);
    },
  );

  test.each([
    ['for a method that the path does not take', '/payment/charge', 'DELETE'],
    ['for a method that no operation of a server path takes', '/gateway', 'PUT'],
    ['for an unknown path', '/no/such/path', 'POST'],
    ['for the API document', '/openapi.json', 'GET'],
  ])('%s permits the request, whose problem the page then reads', async (_name, path, method) => {
    const { status, headers } = await preflight(path, method);
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(PAGE);
    expect(headers['access-control-allow-methods']?.split(', ')).toContain(method);
  });

  test('with a method that is none of HTTP is permitted nothing', async () => {
    expect(corsHeaders((await preflight('/payment/charge', 'post it')).headers)).toEqual([]);
  });
});

test('OPTIONS that is no preflight finds no route at an unknown path', async () => {
  const { status, body } = await gateway.ask({ method: 'OPTIONS', path: '/no/such/path' });
  expect([status, body['code']]).toEqual([404, 'route_not_found']);
});

describe('an answer to a page', () => {
  test('[2.17] may be read by it, with the headers that a client needs, errors included', async () => {
    const asked = { path: '/gateway/session', headers: { origin: PAGE, 'x-api-key': publishable.key } };
    const { status, headers } = await gateway.ask(asked);
    expect(status).toBe(401);
    expect(headers['access-control-allow-origin']).toBe(PAGE);
    const exposed = headers['access-control-expose-headers']?.split(', ');
    for (const name of ['x-request-id', 'x-api-version', 'retry-after', 'ratelimit', 'ratelimit-policy'])
      expect(exposed).toContain(name);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test.each([
    ['an unknown path', '/no/such/path', 'GET', 404],
    ['a method that the path does not take', '/payment/charge', 'PUT', 405],
    ['a method that a path of servers does not take', '/gateway', 'PUT', 405],
  ])('[2.17] may be read by it for %s', async (_name, path, method, expected) => {
    const { status, headers } = await gateway.ask({ method, path, headers: { origin: PAGE } });
    expect(status).toBe(expected);
    expect(headers['access-control-allow-origin']).toBe(PAGE);
    expect(headers['access-control-expose-headers']?.split(', ')).toContain('allow');
  });

  test('[2.17] may be read by it for the API document', async () => {
    const { status, headers } = await gateway.ask({ path: '/openapi.json', headers: { origin: PAGE } });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, PAGE]);
  });

  test('of a server operation may not', async () => {
    const { headers } = await gateway.ask({ path: '/gateway/pi_1', headers: { origin: PAGE } });
    expect(corsHeaders(headers)).toEqual([]);
  });
});

describe('[2.40] a request of a page on the own machine', () => {
  const charge = ({ key }: { readonly key: string }, origin: string) =>
    gateway.ask({
      method: 'POST',
      path: '/auth/web',
      headers: { origin, 'x-api-key': key },
      body: { phoneNumber: '+237677000001', password: 'a long password' },
    });
  const commands = () => busDouble.sent.filter(({ name }) => name === signIn.name).length;

  test('has its effect with a test key, and the page may read the answer', async () => {
    const before = commands();
    const { headers } = await charge(publishable, 'http://localhost:5173');
    expect(commands()).toBe(before + 1);
    expect(headers['access-control-allow-origin']).toBe('http://localhost:5173');
  });

  test.each(['http://localhost:5173', 'http://127.0.0.1', 'http://[::1]:3000'])(
    'with a live key from %s is refused before any effect, and the page may read why',
    async (origin) => {
      const before = busDouble.sent.length;
      const { status, body, headers } = await charge(live, origin);
      expect([status, body['code']]).toEqual([403, 'origin_not_allowed']);
      expect(String(body['detail'])).toContain('Use a test key');
      expect(headers['access-control-allow-origin']).toBe(origin);
      expect(busDouble.sent.length).toBe(before);
    },
  );

  test('with a live key has its effect from an app, whose page is local, too', async () => {
    const before = commands();
    for (const origin of ['https://localhost', 'capacitor://localhost']) await charge(live, origin);
    expect(commands()).toBe(before + 2);
  });
});
