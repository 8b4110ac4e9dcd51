import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest } from '../../test/fixtures/gateway-under-test.js';

const folder = mkdtempSync(join(tmpdir(), 'paygate-docs-'));
const DOCS_FOLDER = join(folder, 'docs');
const write = (name: string, text: string): void => {
  const path = join(DOCS_FOLDER, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  writeFileSync(`${path}.gz`, gzipSync(text));
};
let gateway: GatewayUnderTest;
beforeAll(async () => {
  write('index.html', '<h1>home</h1>');
  write('api.html', '<h1>reference</h1>');
  write('errors/rate_limited.html', '<h1>rate_limited</h1>');
  write('not-found.html', '<h1>missing</h1>');
  write('assets/style.css', 'body { margin: 0 }');
  writeFileSync(join(DOCS_FOLDER, 'notes.txt'), 'no page');
  writeFileSync(join(folder, 'secret.html'), 'beside the pages');
  gateway = await GatewayUnderTest.start(GatewayWithDoubles, { TEST_MODE: 'true', DOCS_FOLDER });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

test.each([
  ['/docs', 'text/html; charset=utf-8', '<h1>home</h1>'],
  ['/docs/', 'text/html; charset=utf-8', '<h1>home</h1>'],
  ['/docs/errors/rate_limited', 'text/html; charset=utf-8', '<h1>rate_limited</h1>'],
  ['/docs/assets/style.css', 'text/css; charset=utf-8', 'body { margin: 0 }'],
])('%s is served', async (path, type, text) => {
  const answer = await gateway.ask({ path });
  expect(answer).toMatchObject({ status: 200, text });
  expect(answer.headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-cache' });
});

test('pages may load files of the gateway only; the reference also sets styles on its elements', async () => {
  const policyOf = async (path: string) => (await gateway.ask({ path })).headers['content-security-policy'];
  const policy = String(await policyOf('/docs'));
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).not.toMatch(/unsafe|http/);
  expect(await policyOf('/docs/api')).toBe(policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"));
});

test('an unchanged file is not sent again, and a client that accepts gzip gets it compressed', async () => {
  const { etag = '' } = (await gateway.ask({ path: '/docs' })).headers;
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(await gateway.ask({ path: '/docs', headers: { 'if-none-match': etag } })).toMatchObject({ status: 304 });
  expect(await gateway.ask({ path: '/docs', headers: { 'if-none-match': 'W/"other"' } })).toMatchObject({
    status: 200,
  });
  const { headers } = await gateway.ask({ path: '/docs', headers: { 'accept-encoding': 'br, gzip' } });
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
});

test.each([
  '/docs/errors/no_such_code',
  '/docs/not-found',
  '/docs/notes.txt',
  '/docs/index.html.gz',
  '/docs/../secret',
  '/docs/%2e%2e/secret',
  '/docs/..%2fsecret',
  '/docs/errors/..%2f..%2fsecret',
  '/docs/%2fetc%2fpasswd',
  '/docs/__proto__',
  '/docs/constructor',
])('%s is answered with the page of unknown paths', async (path) => {
  const answer = await gateway.ask({ path });
  expect(answer).toMatchObject({ status: 404, text: '<h1>missing</h1>' });
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
  const { etag = '' } = answer.headers;
  expect(await gateway.ask({ path, headers: { 'if-none-match': etag } })).toMatchObject({ status: 404 });
});

test.each(['/docsapi', '/documents'])('%s is no address of the docs', async (path) => {
  expect((await gateway.ask({ path })).body).toMatchObject({ code: 'route_not_found' });
});

test('one address gets pages as often as the bound allows', async () => {
  const limited = await GatewayUnderTest.start(GatewayWithDoubles, {
    ...{ TEST_MODE: 'true', DOCS_FOLDER, TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: '2' },
  });
  const from = (address: string) => limited.ask({ path: '/docs', headers: { 'x-forwarded-for': address } });
  const answers = await Promise.all(Array.from({ length: 40 }, () => from('203.0.113.7')));
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'rate_limited' });
  expect((await from('203.0.113.8')).status).toBe(200);
  await limited.stop();
});

test('outside test mode a page is answered like any unknown path', async () => {
  const live = await GatewayUnderTest.start(GatewayWithDoubles, { DOCS_FOLDER });
  try {
    const [page, unknown] = await Promise.all(['/docs', '/nothing'].map((path) => live.ask({ path })));
    expect(page?.status).toBe(404);
    expect({ ...page?.body, requestId: '' }).toEqual({ ...unknown?.body, requestId: '' });
    expect(Object.keys(page?.headers ?? {})).toEqual(Object.keys(unknown?.headers ?? {}));
  } finally {
    await live.stop();
  }
});

test.each([
  [{ TEST_MODE: 'true' }, '/docs/errors/route_not_found'],
  [{}, 'https://docs.paygate.example/errors/route_not_found'],
  [{ DOCS_URL: 'https://pay.example/developers' }, 'https://pay.example/developers/errors/route_not_found'],
])('with %j the type of an error is %s', async (env, type) => {
  const other = await GatewayUnderTest.start(GatewayWithDoubles, env);
  try {
    expect((await other.ask({ path: '/nothing' })).body).toMatchObject({ type });
  } finally {
    await other.stop();
  }
});
