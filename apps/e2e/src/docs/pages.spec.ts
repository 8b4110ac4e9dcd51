import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { boxFaults } from '../boxes/boxes.js';
import { faultsOf } from '../checkout/browser.js';
import { startChromium } from '../clients/chromium.js';
import { trustedStack } from '../clients/trust.js';
import { crawl } from './crawl.js';

const stack = trustedStack();
const { url: gateway } = stack.gateway;
const { publishableKey, secretKey } = stack.merchant;
let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

const withSecretKey = { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' };
const create = (body: object): RequestInit => ({ method: 'POST', headers: withSecretKey, body: JSON.stringify(body) });

test.each<[string, string, RequestInit]>([
  ['amount_too_small', '/gateway', create({ amount: '1', currency: 'XAF' })],
  ['currency_unsupported', '/gateway', create({ amount: '5000', currency: 'EUR' })],
  ['parameter_unknown', '/gateway', create({ amount: '5000', currency: 'XAF', colour: 'red' })],
  ['json_invalid', '/gateway', { method: 'POST', headers: withSecretKey, body: '{' }],
  ['api_key_missing', '/gateway', {}],
  ['api_key_invalid', '/gateway', { headers: { 'x-api-key': 'sk_test_mistyped' } }],
  ['secret_key_required', '/gateway', { headers: { 'x-api-key': publishableKey } }],
  ['intent_not_found', '/gateway/pi_01k8zq4a2nf8rb0v6d7jep5f9x', { headers: withSecretKey }],
  ['route_not_found', '/nothing', {}],
  ['method_not_allowed', '/gateway', { method: 'PUT' }],
  ['credentials_invalid', '/auth/web', signIn()],
  ['key_in_url', `/gateway?key=${secretKey}`, {}],
])('[5.7] the type of %s opens the page of that code', async (code, path, init) => {
  const problem = (await (await fetch(gateway + path, init)).json()) as {
    readonly type: string;
    readonly code: string;
  };
  expect(problem.code).toBe(code);
  const page = await fetch(new URL(problem.type, gateway));
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain(`<h1 id="${code}">${code}</h1>`);
});

test('every link of every page leads to a page', async () => {
  // the Markdown of each page is compared with the pages where they are made
  const { seen, broken } = await crawl(gateway, { leaveOut: /\.md$/ });
  expect(broken).toEqual([]);
  for (const page of ['guides/hosted-page', 'errors/otp_invalid', 'events/payment.completed', 'api/createRefund'])
    for (const path of [`/docs/en/${page}`, `/docs/fr/${page}`]) expect(seen).toContain(path);
});

const PAGES = [
  ...['', '/guides/hosted-page', '/guides/fees-and-limits', '/clients/node', '/api', '/api/createIntent', '/errors'],
  ...[
    '/guides/quickstart',
    '/errors/rate_limited',
    '/events',
    '/events/payment.completed',
    '/guides/http-api',
    '/no-such-page',
  ],
];
/** Every pair of language, size and scheme is there. */
const views = [
  ['en', 360, 'light'],
  ['fr', 360, 'dark'],
  ['en', 1280, 'dark'],
  ['fr', 1280, 'light'],
] as const;

test.each(views)(
  'the pages in %s fit a screen of %i px in %s, and anyone can use them',
  async (language, width, scheme) => {
    // the policy of the pages would stop the audit's own script
    const context = await browser.newContext({
      ...{ ignoreHTTPSErrors: true, bypassCSP: true, colorScheme: scheme },
      viewport: { width, height: 800 },
    });
    const page = await context.newPage();
    for (const path of PAGES) {
      await page.goto(`${gateway}/docs/${language}${path}`);
      const widths = width === 360 ? [320, 360] : [width];
      expect([path, await faultsOf(page), await boxFaults(page, widths)]).toEqual([path, [], []]);
      const folder = process.env['SCREENSHOTS'];
      if (folder !== undefined)
        await page.screenshot({
          path: `${folder}/docs${path.replaceAll('/', '-')}-${language}-${String(width)}-${scheme}.png`,
        });
    }
    await context.close();
  },
);

test('the pages load nothing from elsewhere, and break no rule of their policy', async () => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${gateway}/`) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  for (const path of PAGES.slice(0, -1)) await page.goto(`${gateway}/docs/en${path}`, { waitUntil: 'networkidle' });
  expect(complaints).toEqual([]);
  await context.close();
});

test('a reader searches, opens a page, chooses a language of code and the other language', async () => {
  const context = await browser.newContext({
    ...{ ignoreHTTPSErrors: true, locale: 'fr-CM', viewport: { width: 390, height: 800 } },
  });
  const page = await context.newPage();
  await page.goto(`${gateway}/docs`);
  await page.getByRole('searchbox').fill('créer une intention');
  await page.getByRole('link', { name: /^Créer une intention de paiement POST/ }).click();
  await page.waitForURL(`${gateway}/docs/fr/api/createIntent`);
  await page.getByRole('tab', { name: 'PHP' }).click();
  const sample = page.getByRole('tabpanel');
  expect(await sample.count()).toBe(1);
  expect(await sample.innerText()).toContain('stream_context_create');
  await page.goto(`${gateway}/docs/fr/guides/quickstart`);
  const variables = page.locator('code').filter({ hasText: 'export PAYGATE_BASE_URL' });
  expect(await variables.innerText()).toContain(`PAYGATE_BASE_URL=${gateway}\n`);
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Quickstart', level: 1 }).waitFor();
  await context.close();
});

test('an unknown page of the docs leads back to them', async () => {
  const answer = await fetch(`${gateway}/docs/errors/no_such_code`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await answer.text()).toContain('<a href="/docs/en">');
  expect((await fetch(gateway)).url).toBe(`${gateway}/docs`);
});

test('the test inbox keeps what is typed while it renews itself', async () => {
  const page = await (await browser.newContext()).newPage();
  await page.clock.install();
  await page.goto(stack.inbox.url);
  const field = page.getByLabel('Phone number or e-mail address');
  await field.fill('+23767');
  await page.clock.runFor('01:00');
  expect(await field.inputValue()).toBe('+23767');
  await field.fill('');
  await page.getByRole('heading', { name: 'Test inbox' }).click();
  const renewed = page.waitForRequest(`${stack.inbox.url}/`);
  await page.clock.runFor('00:10');
  await renewed;
  await page.context().close();
});

function signIn(): RequestInit {
  const body = JSON.stringify({ phoneNumber: '+237670009999', password: 'not the password' });
  return { method: 'POST', headers: { 'x-api-key': publishableKey, 'content-type': 'application/json' }, body };
}
