import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@paygate/contracts';
import { operationList } from '@paygate/contracts';
import { apiKeyRows, GatewayWithDoubles } from '../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../test/fixtures/gateway-under-test.js';

const PAGE = 'https://shop.example';
const LOCAL_PAGE = 'http://localhost:5173';
const publishable = newApiKey({ type: 'publishable' });
let gateway: GatewayUnderTest;
let testing: GatewayUnderTest;

beforeAll(async () => {
  apiKeyRows.put(publishable.row.apiKeyId, publishable.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
  testing = await GatewayUnderTest.start(GatewayWithDoubles, { TEST_MODE: 'true' });
});
afterAll(async () => {
  await gateway.stop();
  await testing.stop();
});

const preflight = (path: string, method: string, { origin = PAGE, at = gateway } = {}) =>
  at.ask({
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
    ...['http://shop.example', 'null', 'https://user@shop.example', 'https://shop.example/path', LOCAL_PAGE],
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

  test('from a page on the own machine is answered in test mode', async () => {
    const { headers } = await preflight('/payment/charge', 'POST', { origin: LOCAL_PAGE, at: testing });
    expect(headers['access-control-allow-origin']).toBe(LOCAL_PAGE);
    const near = await preflight('/payment/charge', 'POST', { origin: 'http://localhost.evil.example', at: testing });
    expect(corsHeaders(near.headers)).toEqual([]);
  });

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
    ['the API document outside test mode', '/openapi.json', 'GET', 404],
  ])('[2.17] may be read by it for %s', async (_name, path, method, expected) => {
    const { status, headers } = await gateway.ask({ method, path, headers: { origin: PAGE } });
    expect(status).toBe(expected);
    expect(headers['access-control-allow-origin']).toBe(PAGE);
    expect(headers['access-control-expose-headers']?.split(', ')).toContain('allow');
  });

  test('[2.17] may be read by it for the API document in test mode', async () => {
    const { status, headers } = await testing.ask({ path: '/openapi.json', headers: { origin: PAGE } });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, PAGE]);
  });

  test('of a server operation may not', async () => {
    const { headers } = await gateway.ask({ path: '/gateway/pi_1', headers: { origin: PAGE } });
    expect(corsHeaders(headers)).toEqual([]);
  });
});
