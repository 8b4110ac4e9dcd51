import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { API_VERSION, compileChecker, createIntent, operationList, Problem } from '@paygate/contracts';
import { mintOpaqueToken } from '@paygate/platform';
import { Registry } from 'prom-client';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../test/fixtures/bus-doubles.js';
import type { Answer, Asking } from '../test/fixtures/gateway-under-test.js';
import { GatewayUnderTest, newApiKey } from '../test/fixtures/gateway-under-test.js';
import { jsonTypes, otherTypes } from '../test/fixtures/media-types.js';

const checkProblem = compileChecker(Problem, { unknownFields: 'ignore' });
const secret = newApiKey();
const credentials = { 'x-api-key': secret.key };
let gateway: GatewayUnderTest;

beforeAll(async () => {
  apiKeyRows.put(secret.row.apiKeyId, secret.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles, { REQUEST_TIMEOUT_SECONDS: '1' });
});
afterAll(() => gateway.stop());

function expectProblem(answer: Answer, code: string): void {
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(checkProblem(answer.body)).toEqual([]);
  expect({ code: answer.body['code'], status: answer.status }).toEqual({ code, status: answer.body['status'] });
  expect(answer.headers['x-request-id']).toBe(answer.body['requestId']);
  expect(answer.headers['strict-transport-security']).toContain('max-age=');
  // an id may spell any word
  const text = answer.text.replaceAll(String(answer.body['requestId']), '');
  expect(text).not.toMatch(/fastify|nest|node_modules|\.js|stack|FST_|Exception/i);
}

test('requests are measured by the template of their route, and hold nothing that the caller wrote', async () => {
  const secretive = 'x'.repeat(20);
  await gateway.ask({ path: `/gateway/${secretive}`, headers: credentials });
  await gateway.ask({ path: `/${secretive}` });
  const text = await gateway.get(Registry).metrics();
  expect(text).toMatch(
    /^http_server_request_duration_seconds_count\{http_request_method="GET",http_route="\/gateway\/:id",http_response_status_code="4\d\d",paygate_waited="false"\} 1$/m,
  );
  expect(text).toMatch(
    /_count\{http_request_method="GET",http_route="",http_response_status_code="404",paygate_waited="false"\} 1$/m,
  );
  expect(text).not.toContain(secretive);
});

describe('[1.12] a request that the edge refuses', () => {
  const create = { method: 'POST', path: '/gateway', headers: credentials };
  test.each<[string, string, Asking]>([
    ['an unknown path', 'route_not_found', { path: '/no/such/path' }],
    ['a path below a route', 'route_not_found', { path: '/gateway/session/more' }],
    ['a method that the path does not take', 'method_not_allowed', { method: 'DELETE', path: '/gateway' }],
    ['GET where only POST is', 'method_not_allowed', { path: '/payment/charge', headers: credentials }],
    ['TRACE', 'method_not_allowed', { method: 'TRACE', path: '/gateway' }],
    ['PROPFIND', 'method_not_allowed', { method: 'PROPFIND', path: '/gateway' }],
    [
      'a form',
      'media_type_unsupported',
      { ...create, headers: { ...credentials, 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' },
    ],
    [
      'text',
      'media_type_unsupported',
      { ...create, headers: { ...credentials, 'content-type': 'text/plain' }, body: '{}' },
    ],
    [
      'another charset',
      'media_type_unsupported',
      { ...create, headers: { ...credentials, 'content-type': 'application/json; charset=utf-16' }, body: '{}' },
    ],
    [
      'a compressed body',
      'media_type_unsupported',
      { ...create, headers: { ...credentials, 'content-encoding': 'gzip' }, body: '{}' },
    ],
    ['a body that is too large', 'body_too_large', { ...create, body: JSON.stringify({ amount: 'x'.repeat(32_768) }) }],
    ['a URL that is too long', 'uri_too_long', { path: `/gateway/${'a'.repeat(2_048)}` }],
    ['a URL that cannot be decoded', 'request_malformed', { path: '/gateway/%zz' }],
    ['an unknown version', 'version_unknown', { path: '/gateway/session', headers: { 'x-api-version': '2020-01-01' } }],
    ['a secret key in the URL', 'key_in_url', { path: `/gateway?key=${secret.key}`, headers: credentials }],
    ['a part of a key in the path', 'key_in_url', { path: '/gateway/sk_live_0' }],
    ['an encoded key', 'key_in_url', { path: `/gateway?key=${secret.key.replace('_', '%5f')}` }],
    ['a key in a URL that cannot be decoded', 'key_in_url', { path: `/gateway/%zz?key=${secret.key}` }],
    [
      'a session token in the URL',
      'key_in_url',
      { path: `/gateway/session?s=sess_01k8zq4a2nf8rb0v6d7jep5f9x${'a'.repeat(43)}` },
    ],
  ])('%s → %s', async (_name, code, asking) => {
    const answer = await gateway.ask(asking);
    expectProblem(answer, code);
    expect(answer.text).not.toContain(secret.key.slice(8));
  });

  test.each([
    ['/members/accept', 'POST, OPTIONS'],
    ['/members/mem_01k8zq3y8ng3sw0v6d7jep5f9x', 'DELETE, OPTIONS'],
  ])('OPTIONS %s names the methods of its own operations: %s', async (path, allow) => {
    expect((await gateway.ask({ method: 'OPTIONS', path })).headers.allow).toBe(allow);
  });

  test('names the methods that a path allows', async () => {
    const answer = await gateway.ask({ method: 'PUT', path: '/gateway/pi_1' });
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  test.each(['application/x-www-form-urlencoded', 'application/json; charset=utf-16'])(
    'the detail of the refusal of %s names the accepted body',
    async (type) => {
      const answer = await gateway.ask({ ...create, headers: { ...credentials, 'content-type': type }, body: '{}' });
      expect(answer.body['detail']).toBe('The body must be application/json in UTF-8, uncompressed.');
    },
  );

  test.each(jsonTypes)('the body of content type %j is read as JSON', async (type) => {
    const answer = await gateway.ask({ ...create, headers: { ...credentials, 'content-type': type }, body: '{}' });
    expect([answer.status, answer.body['code']]).toEqual([400, 'parameter_missing']);
  });

  test.each(otherTypes)('a body of content type %j is refused', async (type) => {
    const answer = await gateway.ask({ ...create, headers: { ...credentials, 'content-type': type }, body: '{}' });
    expectProblem(answer, 'media_type_unsupported');
  });

  const line = (first: string, more: readonly string[] = []) =>
    `${[first, ...more, 'Connection: close'].join('\r\n')}\r\n\r\n`;
  const host = 'Host: localhost';
  const bytes: [string, string, string][] = [
    ['no Host', 'request_malformed', line('GET /gateway/session HTTP/1.1')],
    ['a Host that is none', 'request_malformed', line('GET /gateway/session HTTP/1.1', ['Host: a b"<>'])],
    ['an empty Host', 'request_malformed', line('GET /gateway/session HTTP/1.1', ['Host: '])],
    ['HTTP/2 by name', 'request_malformed', line('GET /gateway/session HTTP/2.0', [host])],
    ['two Hosts', 'request_malformed', line('GET /gateway/session HTTP/1.1', [host, 'Host: other'])],
    [
      'two API keys',
      'request_malformed',
      line('GET /gateway/session HTTP/1.1', [host, 'x-api-key: a', 'X-Api-Key: b']),
    ],
    [
      'two Authorizations',
      'request_malformed',
      line('GET /gateway/session HTTP/1.1', [host, 'Authorization: Bearer a', 'authorization: Bearer b']),
    ],
    [
      'two session tokens',
      'request_malformed',
      line('GET /gateway/session HTTP/1.1', [host, 'x-session-token: a', 'x-session-token: b']),
    ],
    [
      'two idempotency keys',
      'request_malformed',
      line('POST /gateway HTTP/1.1', [host, 'Idempotency-Key: a', 'idempotency-key: b']),
    ],
    ['an absolute target', 'request_malformed', line('GET https://localhost/gateway/session HTTP/1.1', [host])],
    ['an asterisk', 'request_malformed', line('OPTIONS * HTTP/1.1', [host])],
    ['no HTTP', 'request_malformed', 'hello\r\n\r\n'],
    ['HTTP of another version', 'request_malformed', line('GET / HTTP/3.9', [host])],
    ['a space in a header name', 'request_malformed', line('GET / HTTP/1.1', [host, 'x-api-key : a'])],
    ['a folded header', 'request_malformed', line('GET / HTTP/1.1', [host, 'x-a: b\r\n c'])],
    [
      'two lengths',
      'request_malformed',
      line('POST /gateway HTTP/1.1', [host, 'Content-Length: 5', 'Content-Length: 6']),
    ],
    [
      'a length and chunks',
      'request_malformed',
      line('POST /gateway HTTP/1.1', [host, 'Content-Length: 5', 'Transfer-Encoding: chunked']),
    ],
    ['an unknown coding', 'request_malformed', line('POST /gateway HTTP/1.1', [host, 'Transfer-Encoding: xchunked'])],
    ['a tunnel', 'method_not_allowed', line('CONNECT localhost:443 HTTP/1.1', [host])],
    ['an unknown expectation', 'request_malformed', line('GET / HTTP/1.1', [host, 'Expect: 200-maybe'])],
  ];
  test.each(bytes)('%s → %s', async (_name, code, request) => {
    expectProblem(await gateway.raw(request), code);
  });

  test('[1.15] plain HTTP on the TLS port is answered https_required, and its content is not read', async () => {
    const request = line('GET /gateway/session HTTP/1.1', [host, `x-api-key: ${secret.key}`]);
    expectProblem(await gateway.raw(request, false), 'https_required');
    expectProblem(await gateway.raw(line('TRACE * HTTP/1.1'), false), 'https_required');
  });

  test.each(operationList.map(({ method, path }) => [method, path] as const))(
    'headers that are too large for %s %s → headers_too_large',
    async (method, path) => {
      const request = line(`${method} ${path} HTTP/1.1`, [host, `x-a: ${'a'.repeat(20_000)}`]);
      expectProblem(await gateway.raw(request), 'headers_too_large');
    },
  );

  test('a request that does not arrive in time → request_timeout', async () => {
    const head = `POST /gateway HTTP/1.1\r\n${host}\r\nx-api-key: ${secret.key}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n`;
    const cut = operationList.map(({ method, path }) => `${method} ${path} HTTP/1.1\r\n${host}`);
    const answers = await Promise.all(['GET /gateway', head, `${head}{`, ...cut].map((bytes) => gateway.raw(bytes)));
    for (const answer of answers) expectProblem(answer, 'request_timeout');
  });

  test('[5.3] an unexpected error shows no internals', async () => {
    busDouble.on(createIntent, () => Promise.reject(new Error('SELECT secret FROM table at repository.js')));
    const answer = await gateway.ask({ ...create, body: { amount: '5000', currency: 'XAF' } });
    expectProblem(answer, 'internal_error');
    expect(answer.text).not.toMatch(/SELECT|repository/);
  });
});

test.each([
  ['one byte of TLS', [0x16]],
  ['the begin of a ClientHello', [0x16, 0x03, 0x01, 0x02, 0x00, 0x01]],
])('a connection that sends %s and nothing more is closed', async (_, bytes) => {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(Buffer.from(bytes));
  await closed;
});

describe('every answer', () => {
  test('[2.12] carries the version, the security headers and the name of the request', async () => {
    const answer = await gateway.ask({ path: '/gateway/session', headers: { 'x-request-id': 'order-1042.try-1' } });
    expect(answer.headers).toMatchObject({
      'x-request-id': 'order-1042.try-1',
      'x-api-version': API_VERSION,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(answer.headers).not.toHaveProperty('x-powered-by');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each([
    'short',
    'with space in it',
    'x'.repeat(65),
    `req_${secret.key}`.slice(0, 64),
    mintOpaqueToken('dashboardSession'),
    'é'.repeat(10),
  ])('has a name of its own when the caller sent %j', async (id) => {
    const answer = await gateway.ask({ path: '/gateway/session', headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
  });
});

describe('[1.15] behind a proxy that terminates TLS', () => {
  let trusting: GatewayUnderTest;
  let wary: GatewayUnderTest;
  beforeAll(async () => {
    const plain = { TLS_CERT: '', TLS_KEY: '' };
    trusting = await GatewayUnderTest.start(GatewayWithDoubles, { ...plain, TRUSTED_PROXIES: '127.0.0.0/8,::1' });
    wary = await GatewayUnderTest.start(GatewayWithDoubles, { ...plain, TRUSTED_PROXIES: '10.1.2.3' });
  });
  afterAll(async () => {
    await trusting.stop();
    await wary.stop();
  });
  const path = '/gateway/session';

  test('a request that came over HTTPS is served', async () => {
    expectProblem(await trusting.ask({ path, headers: { 'x-forwarded-proto': 'https' } }), 'api_key_missing');
  });

  test.each([
    {},
    { 'x-forwarded-proto': 'http' },
    { 'x-forwarded-proto': 'https, http' },
    { 'x-forwarded-proto': 'HTTPS' },
  ])('a request that came with %j is not', async (headers) => {
    expectProblem(await trusting.ask({ path, headers }), 'https_required');
  });

  test('the headers of an untrusted proxy do not count', async () => {
    expectProblem(await wary.ask({ path, headers: { 'x-forwarded-proto': 'https' } }), 'https_required');
  });
});
