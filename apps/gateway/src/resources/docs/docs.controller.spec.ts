import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadConfig } from '@paygate/platform';
import { GatewayConfig } from '../../config.js';
import { GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { environment, GatewayUnderTest } from '../../test/fixtures/gateway-under-test.js';

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
  write('en/index.html', '<h1>home</h1>');
  write('fr/index.html', '<h1>accueil</h1>');
  write('en/errors/rate_limited.html', '<h1>rate_limited</h1>');
  write('en/errors/api_key_invalid.html', '<h1>api_key_invalid</h1>');
  write('en/errors/api_key_invalid.md', '# api_key_invalid');
  const samples = 'curl https://localhost:8443/gateway "type": "https://docs.paygate.example/errors/amount_invalid"';
  write('en/facts.html', `<h1>facts</h1>\n<!--installation-->\n${samples}`);
  write('fr/facts.md', '# facts\n\n<!--installation-->');
  write('en/supported.html', '<main><!--support Ask support:--></main>');
  write('fr/errors/rate_limited.html', '<h1>trop de requêtes</h1>');
  write('en/errors/rate_limited.md', '# rate_limited');
  write('en/not-found.html', '<h1>missing</h1>');
  write('fr/not-found.html', '<h1>introuvable</h1>');
  write('llms.txt', '# Paygate');
  write('assets/postman.json', '{}');
  write('assets/style.css', 'body { margin: 0 }');
  writeFileSync(join(DOCS_FOLDER, 'notes.pdf'), 'no page');
  writeFileSync(join(folder, 'secret.html'), 'beside the pages');
  gateway = await GatewayUnderTest.start(GatewayWithDoubles, { DOCS_FOLDER });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

test.each([
  ['/docs', 'text/html; charset=utf-8', '<h1>home</h1>'],
  ['/docs/', 'text/html; charset=utf-8', '<h1>home</h1>'],
  ['/docs/errors/rate_limited', 'text/html; charset=utf-8', '<h1>rate_limited</h1>'],
  ['/docs/en', 'text/html; charset=utf-8', '<h1>home</h1>'],
  ['/docs/fr/', 'text/html; charset=utf-8', '<h1>accueil</h1>'],
  ['/docs/fr/errors/rate_limited', 'text/html; charset=utf-8', '<h1>trop de requêtes</h1>'],
  ['/docs/errors/rate_limited.md', 'text/markdown; charset=utf-8', '# rate_limited'],
  ['/docs/llms.txt', 'text/plain; charset=utf-8', '# Paygate'],
  ['/llms.txt', 'text/plain; charset=utf-8', '# Paygate'],
  ['/docs/assets/postman.json', 'application/json; charset=utf-8', '{}'],
  ['/docs/assets/style.css', 'text/css; charset=utf-8', 'body { margin: 0 }'],
])('%s is served', async (path, type, text) => {
  const answer = await gateway.ask({ path });
  expect(answer).toMatchObject({ status: 200, text });
  expect(answer.headers).toMatchObject({ 'content-type': type, 'cache-control': 'public, max-age=300' });
});

test.each([
  ['fr-CM, en;q=0.5', '/docs', '<h1>accueil</h1>'],
  ['fr', '/docs/errors/rate_limited', '<h1>trop de requêtes</h1>'],
  ['en, fr;q=0.9', '/docs', '<h1>home</h1>'],
  ['sw', '/docs', '<h1>home</h1>'],
  ['fr', '/docs/en', '<h1>home</h1>'],
  ['en', '/docs/fr', '<h1>accueil</h1>'],
])('to a reader who prefers %s, %s is answered with %s', async (language, path, text) => {
  const answer = await gateway.ask({ path, headers: { 'accept-language': language } });
  expect(answer).toMatchObject({ status: 200, text, headers: { vary: 'accept-language, accept-encoding' } });
});

test.each([
  ['/docs/nothing', { 'accept-language': 'fr' }],
  ['/docs/fr/nothing', {}],
])('%s is answered with the French page of unknown paths to %j', async (path, headers) => {
  expect(await gateway.ask({ path, headers })).toMatchObject({ status: 404, text: '<h1>introuvable</h1>' });
});

test('pages may load files of the gateway only', async () => {
  const policy = (await gateway.ask({ path: '/docs' })).headers['content-security-policy'];
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).not.toMatch(/unsafe|http/);
});

test('an unchanged file is not sent again, and a client that accepts gzip gets it compressed', async () => {
  const { etag = '' } = (await gateway.ask({ path: '/docs' })).headers;
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(await gateway.ask({ path: '/docs', headers: { 'if-none-match': etag } })).toMatchObject({ status: 304 });
  expect(await gateway.ask({ path: '/docs', headers: { 'if-none-match': 'W/"other"' } })).toMatchObject({
    status: 200,
  });
  const { headers } = await gateway.ask({ path: '/docs', headers: { 'accept-encoding': 'br, gzip' } });
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-language, accept-encoding' });
});

test.each([
  '/docs/errors/no_such_code',
  '/docs/not-found',
  '/docs/en/not-found',
  '/docs/en/index.html',
  '/docs/notes.pdf',
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
    ...{ DOCS_FOLDER, TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: '2' },
  });
  const from = (address: string) => limited.ask({ path: '/docs', headers: { 'x-forwarded-for': address } });
  try {
    const answers = await Promise.all(Array.from({ length: 40 }, () => from('203.0.113.7')));
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'rate_limited' });
    expect((await from('203.0.113.8')).status).toBe(200);
  } finally {
    await limited.stop();
  }
});

test('a page shows how to reach support where that is configured, and no line where it is not', async () => {
  const path = '/docs/en/supported';
  expect((await gateway.ask({ path })).text).toBe('<main></main>');
  const supported = await GatewayUnderTest.start(GatewayWithDoubles, {
    ...{ DOCS_FOLDER, SUPPORT_URL: 'mailto:help@pay.example' },
  });
  try {
    const { text } = await supported.ask({ path });
    expect(text).toContain('Ask support: <a href="mailto:help@pay.example">help@pay.example</a>');
  } finally {
    await supported.stop();
  }
});

test('pages name the address of the installation, and the operators that its configuration names', async () => {
  const { text } = await gateway.ask({ path: '/docs/en/facts' });
  expect(text).toContain('<h1>facts</h1>\n<p>The address of this Paygate is https://pay.example.');
  expect(text).toContain('In test mode it has no mobile money');
  expect(text).not.toMatch(/In live mode|Support/);
  expect(text).toContain('curl https://pay.example/gateway');
  expect(text).toContain('"type": "https://pay.example/docs/errors/amount_invalid"');
  const configured = await GatewayUnderTest.start(GatewayWithDoubles, {
    ...{ DOCS_FOLDER, SUPPORT_URL: 'https://help.pay.example' },
    ...{ DOCS_LIVE_OPERATORS: 'mtn_momo:XAF', DOCS_TEST_OPERATORS: 'mtn_momo:XAF,orange_money:XOF' },
  });
  try {
    const french = await configured.ask({ path: '/docs/fr/facts.md' });
    expect(french.text).toBe(
      '# facts\n\nL’adresse de ce Paygate est https://pay.example. En mode réel, il accepte le mobile money par MTN MoMo (XAF). ' +
        'En mode test, il propose le mobile money par MTN MoMo (XAF), Orange Money (XOF). Assistance : help.pay.example\n',
    );
  } finally {
    await configured.stop();
  }
});

test('with DOCS=off the addresses of pages lead to the docs elsewhere', async () => {
  const elsewhere = await GatewayUnderTest.start(GatewayWithDoubles, {
    ...{ DOCS_FOLDER, DOCS: 'off', DOCS_URL: 'https://developers.pay.example' },
  });
  try {
    const { status, headers } = await elsewhere.ask({ path: '/docs/fr/errors/rate_limited?a=1' });
    expect([status, headers.location]).toEqual([302, 'https://developers.pay.example/fr/errors/rate_limited?a=1']);
    expect((await elsewhere.ask({ path: '/llms.txt' })).body).toMatchObject({ code: 'route_not_found' });
  } finally {
    await elsewhere.stop();
  }
});

test('DOCS=off without the address of the docs is refused', () => {
  expect(() => loadConfig(GatewayConfig, { ...environment, DOCS: 'off' })).toThrow('DOCS=off needs DOCS_URL');
});

test.each([
  [{}, 'https://pay.example/docs/errors/route_not_found'],
  [{ PUBLIC_URL: '' }, '/docs/errors/route_not_found'],
  [{ DOCS_URL: 'https://pay.example/developers' }, 'https://pay.example/developers/errors/route_not_found'],
])('[5.7] with %j the type of an error is %s', async (env, type) => {
  const other = await GatewayUnderTest.start(GatewayWithDoubles, env);
  try {
    expect((await other.ask({ path: '/nothing' })).body).toMatchObject({ type });
  } finally {
    await other.stop();
  }
});

test('[5.7] the type of an error opens its page without test mode, and its Markdown behind it', async () => {
  const { body } = await gateway.ask({ path: '/gateway', headers: { 'x-api-key': 'sk_test_mistyped' } });
  const { pathname } = new URL(String(body['type']));
  expect(pathname).toBe('/docs/errors/api_key_invalid');
  expect(await gateway.ask({ path: pathname })).toMatchObject({ status: 200, text: '<h1>api_key_invalid</h1>' });
  expect(await gateway.ask({ path: `${pathname}.md` })).toMatchObject({ status: 200, text: '# api_key_invalid' });
});
