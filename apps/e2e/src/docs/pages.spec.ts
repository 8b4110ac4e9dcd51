import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { trustedStack } from '../clients/trust.js';

/* The docs as a developer opens them: every link, every page in a browser, and the page of each error that the API answers. */

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
])('the type of %s opens the page of that code', async (code, path, init) => {
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
  const seen = new Set(['/docs']);
  for (const path of seen) {
    const answer = await fetch(gateway + path);
    expect([path, answer.status]).toEqual([path, 200]);
    if (!(answer.headers.get('content-type') ?? '').startsWith('text/html')) continue;
    const targets = [...(await answer.text()).matchAll(/(?:href|src)="(\/[^"#]*)/g)].map(([, target = '']) => target);
    for (const target of targets) seen.add(target);
  }
  for (const path of ['/docs/guides/quickstart', '/docs/errors/otp_invalid', '/docs/events/payment.completed'])
    expect(seen).toContain(path);
});

const SIZES = [
  ['wide', 1280],
  ['narrow', 360],
] as const;
const SCHEMES = ['light', 'dark'] as const;
const views = SIZES.flatMap(([size, width]) => SCHEMES.map((scheme) => [size, scheme, width] as const));

test.each(views)('the pages fit a %s %s screen and load nothing from elsewhere', async (size, colorScheme, width) => {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width, height: 800 },
    colorScheme,
  });
  const page = await context.newPage();
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${gateway}/`) && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  for (const path of ['', '/guides/webhooks', '/errors', '/errors/rate_limited', '/events/payment.completed', '/api']) {
    await page.goto(`${gateway}/docs${path}`);
    if (path === '/api') await page.getByText('Create a payment intent').first().waitFor();
    expect([path, await overflow(page)]).toEqual([path, 0]);
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined)
      await page.screenshot({ path: `${folder}/docs${path.replaceAll('/', '-')}-${size}-${colorScheme}.png` });
  }
  await context.close();
  expect([elsewhere, complaints]).toEqual([[], []]);
});

test('an unknown page of the docs leads back to them', async () => {
  const answer = await fetch(`${gateway}/docs/errors/no_such_code`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await answer.text()).toContain('<a href="/docs">');
  expect((await fetch(gateway)).url).toBe(`${gateway}/docs`);
});

test('on a phone the API reference shows what each field means', async () => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`${gateway}/docs/api`);
  await page.getByText('Create a payment intent').first().click();
  for (const tab of await page.getByText(/^Schema$/i).all()) if (await tab.isVisible()) await tab.click();
  const description = page.getByText('is 5 000 FCFA').locator('visible=true').first();
  await description.waitFor();
  const { width = 0 } = (await description.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(200);
  expect(await overflow(page)).toBe(0);
  const folder = process.env['SCREENSHOTS'];
  await description.scrollIntoViewIfNeeded();
  if (folder !== undefined) await page.screenshot({ path: `${folder}/docs-api-phone.png` });
  await context.close();
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

/** How far the page is wider than the screen. */
function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

function signIn(): RequestInit {
  const body = JSON.stringify({ phoneNumber: '+237670009999', password: 'not the password' });
  return { method: 'POST', headers: { 'x-api-key': publishableKey, 'content-type': 'application/json' }, body };
}
