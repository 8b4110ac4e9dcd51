import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { generatorDocument, openApiDocument } from '@paygate/contracts';
import type { FastifyInstance } from 'fastify';
import { GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest } from '../../test/fixtures/gateway-under-test.js';
import { LIST_PATH } from '../docs/list.controller.js';
import { DOCUMENT_PATH, GENERATOR_DOCUMENT_PATH } from './documents.controller.js';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles, { PUBLIC_URL: '' });
});
afterAll(() => gateway.stop());

test('[2.1] the routes of the gateway are those of the document', () => {
  const documented = Object.entries(openApiDocument()['paths'] as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  // only mobile-money operators call them (docs/rails.md)
  const callbacks = ['POST', 'PUT'].map((method) => `${method} /rails/{rail}/callbacks/{token}`);
  // only mail providers post to it (docs/guides/account.md)
  const stop = ['GET', 'POST'].map((method) => `${method} /dashboard/notices/stop`);
  const forReaders = [
    '/',
    DOCUMENT_PATH,
    GENERATOR_DOCUMENT_PATH,
    LIST_PATH,
    '/clients',
    '/clients/packages.json',
    '/clients/{file}',
    '/docs',
    '/docs*',
    '/dashboard',
    '/dashboard*',
    '/logos/{logoId}',
    '/payment-links/{id}/qr.svg',
  ].map((path) => `GET ${path}`);
  const ofPages = ['/checkout', '/checkout/', '/checkout/*'].flatMap((path) => [`GET ${path}`, `POST ${path}`]);
  expect([...routesOf(gateway)].sort()).toEqual(
    [...documented, ...callbacks, ...stop, ...forReaders, ...ofPages].sort(),
  );
});

test('the document is compressed for clients that accept it, and not sent again to a client that has it', async () => {
  const path = DOCUMENT_PATH;
  const plain = await gateway.ask({ path });
  expect(plain.body).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  expect(plain.headers).toMatchObject({
    ...{
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      vary: 'accept-encoding',
    },
    etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
  });
  const compressed = await gateway.ask({ method: 'HEAD', path, headers: { 'accept-encoding': 'gzip' } });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers.etag });
  expect(Number(compressed.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 5);
  const known = await gateway.ask({ path, headers: { 'if-none-match': String(plain.headers.etag) } });
  expect([known.status, known.text]).toEqual([304, '']);
});

test('a copy for generators is served beside it', async () => {
  const { status, body } = await gateway.ask({ path: GENERATOR_DOCUMENT_PATH });
  expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(generatorDocument()))]);
});

test('one address gets the document as often as the bound allows', async () => {
  const limited = await GatewayUnderTest.start(GatewayWithDoubles, {
    ...{ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: '2' },
  });
  const from = (address: string) => limited.ask({ path: DOCUMENT_PATH, headers: { 'x-forwarded-for': address } });
  const answers = await Promise.all(Array.from({ length: 40 }, () => from('203.0.113.7')));
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'rate_limited' });
  expect((await from('203.0.113.8')).status).toBe(200);
  await limited.stop();
});

test('the bare address leads to the docs', async () => {
  const answer = await gateway.ask({ path: '/' });
  expect([answer.status, answer.headers.location]).toEqual([302, '/docs']);
});

test('the document names the address of the installation', async () => {
  const installed = await GatewayUnderTest.start(GatewayWithDoubles);
  try {
    const { body } = await installed.ask({ path: DOCUMENT_PATH });
    expect(body['servers']).toEqual([{ url: 'https://pay.example', description: 'This installation' }]);
  } finally {
    await installed.stop();
  }
});

test.each([DOCUMENT_PATH, GENERATOR_DOCUMENT_PATH, LIST_PATH])('with DOCS=off there is no %s', async (path) => {
  const off = await GatewayUnderTest.start(GatewayWithDoubles, { DOCS: 'off', DOCS_URL: 'https://docs.pay.example' });
  try {
    expect((await off.ask({ path })).body).toMatchObject({ code: 'route_not_found' });
  } finally {
    await off.stop();
  }
});

/** The routes that the router knows, read from its own picture of itself. */
function routesOf({ service }: GatewayUnderTest): ReadonlySet<string> {
  const app = service.app as unknown as { getHttpAdapter(): { getInstance(): FastifyInstance } };
  const lines = app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false }).split('\n');
  const routes = new Set<string>();
  const stack: string[] = [];
  for (const line of lines) {
    const match = /^(?<indent>[│ ]*)(?:├──|└──) (?<part>\S*)(?: \((?<methods>[^)]*)\))?/u.exec(line);
    if (match?.groups === undefined) continue;
    const { indent = '', part = '', methods = '' } = match.groups;
    stack.length = indent.length / 4;
    stack.push(part);
    for (const method of methods.split(', ').filter((each) => each !== '' && each !== 'HEAD'))
      routes.add(`${method} ${stack.join('').replaceAll(/:(\w+)/g, '{$1}')}`);
  }
  return routes;
}
