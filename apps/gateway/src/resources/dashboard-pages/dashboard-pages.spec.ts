import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest } from '../../test/fixtures/gateway-under-test.js';

const folder = mkdtempSync(join(tmpdir(), 'paygate-dashboard-'));
const DASHBOARD_FOLDER = join(folder, 'dashboard');
const write = (name: string, text: string): void => {
  const path = join(DASHBOARD_FOLDER, name);
  writeFileSync(path, text);
  writeFileSync(`${path}.gz`, gzipSync(text));
};
const built =
  '<meta name="support" content=""><meta name="currencies" content=""><script type="module" src="/dashboard/assets/index-Ab12.js"></script>';
const page = built.replace('"currencies" content=""', '"currencies" content="XAF"');
let gateway: GatewayUnderTest;
beforeAll(async () => {
  mkdirSync(join(DASHBOARD_FOLDER, 'assets'), { recursive: true });
  write('index.html', built);
  write('assets/index-Ab12.js', 'start()');
  write('assets/icon-Cd34.svg', '<svg/>');
  write('manifest.webmanifest', '{}');
  write('push-worker.js', 'push()');
  writeFileSync(join(DASHBOARD_FOLDER, 'routes.json'), JSON.stringify(['/', '/payments', '/payments/$id']));
  writeFileSync(join(folder, 'secret.js'), 'beside the files');
  gateway = await GatewayUnderTest.start(GatewayWithDoubles, { DASHBOARD_FOLDER });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

test.each(['/dashboard', '/dashboard/', '/dashboard/payments', '/dashboard/payments/pi_1?status=FAILED'])(
  '%s is the page, which is asked for again each time',
  async (path) => {
    const answer = await gateway.ask({ path });
    expect(answer).toMatchObject({ status: 200, text: page });
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  },
);

test.each([
  ['/dashboard/assets/index-Ab12.js', 'text/javascript; charset=utf-8', 'start()'],
  ['/dashboard/assets/icon-Cd34.svg', 'image/svg+xml', '<svg/>'],
])('%s never changes', async (path, type, text) => {
  const answer = await gateway.ask({ path });
  expect(answer).toMatchObject({ status: 200, text });
  expect(answer.headers).toMatchObject({
    'content-type': type,
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

test('what a phone reads to install the app is asked for again each time', async () => {
  const { status, headers } = await gateway.ask({ path: '/dashboard/manifest.webmanifest' });
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' });
});

test('the worker that shows notices is asked for again each time, and its scope is the dashboard by its path', async () => {
  const { status, text, headers } = await gateway.ask({ path: '/dashboard/push-worker.js' });
  expect([status, text]).toEqual([200, 'push()']);
  expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' });
  expect(headers['service-worker-allowed']).toBeUndefined();
  expect(String(headers['content-security-policy'])).toContain("default-src 'none'");
});

test.each(['/dashboard/nothing', '/dashboard/payments/pi_1/more'])(
  '%s is for a browser the page that says so, and stays unknown',
  async (path) => {
    const answer = await gateway.ask({ path, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect(answer).toMatchObject({ status: 404, text: page });
    expect(String(answer.headers['content-security-policy'])).toContain("default-src 'none'");
  },
);

test('a page loads from this origin only, with no script or style of its own, and no site may frame it', async () => {
  const { headers } = await gateway.ask({ path: '/dashboard/' });
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'",
  );
  expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe|http|data:/);
});

test.each([
  ['gzip', 'gzip'],
  ['identity', undefined],
])('a client that accepts %s gets %s', async (accepted, encoding) => {
  const { headers } = await gateway.ask({ path: '/dashboard/', headers: { 'accept-encoding': accepted } });
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers.vary).toBe('accept-encoding');
});

test('the page names the address of support, and the currencies that the installation collects', async () => {
  const supported = await GatewayUnderTest.start(GatewayWithDoubles, {
    ...{
      DASHBOARD_FOLDER,
      SUPPORT_URL: 'https://pay.example/help',
      DOCS_LIVE_OPERATORS: 'orange_money:XOF,mtn_momo:XAF',
    },
  });
  try {
    const { text } = await supported.ask({ path: '/dashboard/' });
    expect(text).toContain(
      '<meta name="support" content="https://pay.example/help"><meta name="currencies" content="XAF,XOF">',
    );
  } finally {
    await supported.stop();
  }
});

test('an unchanged page is not sent again', async () => {
  const { etag = '' } = (await gateway.ask({ path: '/dashboard/' })).headers;
  expect(await gateway.ask({ path: '/dashboard/', headers: { 'if-none-match': etag } })).toMatchObject({ status: 304 });
});

test.each([
  '/dashboard/nothing',
  '/dashboard/payments/',
  '/dashboard/payments/pi_1/more',
  '/dashboard/assets/missing.js',
  '/dashboard/assets/index-Ab12.js.gz',
  '/dashboard/index.html',
  '/dashboard/routes.json',
  '/dashboardx',
  '/dashboard/../secret.js',
  '/dashboard/assets/..%2f..%2fsecret.js',
  '/dashboard/assets/%2e%2e/%2e%2e/secret.js',
  '/dashboard/__proto__',
])('%s is no page', async (path) => {
  expect((await gateway.ask({ path })).body).toMatchObject({ status: 404, code: 'route_not_found' });
});

test('operations below /dashboard are not hidden by the pages', async () => {
  expect((await gateway.ask({ path: '/dashboard/sessions/current' })).body).toMatchObject({ code: 'token_missing' });
  const other = await gateway.ask({ path: '/dashboard/password/forgot', headers: { accept: 'text/html' } });
  expect(other).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
});

test('one address gets the page as often as the bound allows', async () => {
  const limited = await GatewayUnderTest.start(GatewayWithDoubles, {
    ...{ DASHBOARD_FOLDER, TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: '2' },
  });
  const from = (address: string) => limited.ask({ path: '/dashboard', headers: { 'x-forwarded-for': address } });
  const answers = await Promise.all(Array.from({ length: 40 }, () => from('203.0.113.7')));
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'rate_limited' });
  expect((await from('203.0.113.8')).status).toBe(200);
  await limited.stop();
});
