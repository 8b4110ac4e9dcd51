import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { RailControl, StackDatabases } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { transform } from 'esbuild';
import { startChromium } from '../clients/chromium.js';
import { customerOf } from '../clients/shop.js';
import { trustedStack } from '../clients/trust.js';
import { approve, prompted } from '../payments/approving.js';
import type { OpenPayment } from './paying-customer.js';
import { PayingCustomer } from './paying-customer.js';

/* The recipe for phone apps: the page in a web view, which here is Chromium as a phone, with the decisions of the guide's own function. */

jest.setTimeout(240_000);

interface Addresses {
  readonly checkoutUrl: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
}
type Decide = (address: string, payment: Addresses) => 'close' | 'show' | 'outside';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const SHOP = { returnUrl: 'https://shop.example/app/paid', cancelUrl: 'https://shop.example/app/canceled' };
const stack = trustedStack();
const databases = new StackDatabases(stack);
const folder = mkdtempSync(join(tmpdir(), 'paygate-web-view-'));
let browser: Browser;
let customer: PayingCustomer;
let decide: Decide;

beforeAll(async () => {
  browser = await startChromium();
  customer = new PayingCustomer(stack, browser, customerOf(stack));
  const [, sample = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync('docs/guides/web-view.md', 'utf8')) ?? [];
  const { code } = await transform(`${sample}\nexport { decide };`, { loader: 'ts', format: 'esm' });
  const file = join(folder, 'decide.mjs');
  writeFileSync(file, code);
  ({ decide } = (await import(file)) as { decide: Decide });
});
afterAll(async () => {
  await Promise.all([browser.close(), databases.close()]);
  rmSync(folder, { recursive: true });
});

const anyPhone = (digits: string): string => `+23767${String(randomInt(1e5)).padStart(5, '0')}${digits}`;

/** The web view of an app at a payment, and what it has asked the app to do. */
async function webView(order: OpenPayment): Promise<{ page: Page; closedAt: Promise<string> }> {
  const page = await customer.browse('fr', PHONE);
  const closedAt = new Promise<string>((close) => {
    void page.route('**/*', async (route) => {
      const address = route.request().url();
      const decision = route.request().isNavigationRequest()
        ? decide(address, { checkoutUrl: order.link, ...SHOP })
        : 'show';
      if (decision === 'show') return route.continue();
      if (decision === 'close') close(address);
      return route.abort();
    });
  });
  await page.goto(order.link);
  return { page, closedAt };
}

async function askForCode(page: Page, phoneNumber: string): Promise<string> {
  await page.locator('#phone').fill(phoneNumber);
  const code = await customer.codeAfter(phoneNumber, () => page.locator('form button').first().tap());
  await page.locator('#code').waitFor();
  return code;
}

const chargesOf = async (id: string): Promise<number> =>
  (await databases.query('charging', 'SELECT 1 FROM charge WHERE intent_id = $1', [id])).length;

test('a customer pays in the web view, which closes at the address of the shop; the server knows that it is paid', async () => {
  const order = await customer.order(SHOP);
  const { page, closedAt } = await webView(order);
  await customer.enter(page, await askForCode(page, anyPhone('01')));
  const link = page.locator('a[href^="https://shop.example/app/paid"]');
  await link.waitFor({ timeout: 120_000 });
  await link.tap();
  const address = new URL(await closedAt);
  expect([address.pathname, address.searchParams.get('paymentIntentId')]).toEqual(['/app/paid', order.id]);
  expect(await customer.statusOf(order.id)).toBe('COMPLETED');
  await page.context().close();
});

test('the back button leads to the step before, and neither a second code nor a second payment comes of it', async () => {
  const order = await customer.order(SHOP);
  const { page } = await webView(order);
  const code = await askForCode(page, anyPhone('04'));
  await page.goBack();
  await page.goForward();
  await page.locator('#code').waitFor();
  await customer.enter(page, code);
  const waiting = page.getByRole('heading', { name: /à valider|est en cours/ });
  await waiting.waitFor();
  // the person leaves the app, which closes the web view; the address opens the payment where it is
  await page.goBack().catch(() => null);
  await page.close();
  const again = await webView(order);
  await again.page.getByRole('heading', { name: /à valider|est en cours/ }).waitFor();
  expect(await again.page.locator('#phone').count()).toBe(0);
  await approve(new RailControl(stack.rails.control), await prompted(databases, order.id));
  await again.page.getByText('Payé', { exact: true }).waitFor({ timeout: 120_000 });
  expect([await chargesOf(order.id), await customer.statusOf(order.id)]).toEqual([1, 'COMPLETED']);
  await page.context().close();
  await again.page.context().close();
});

test('a customer who does not pay comes to the other address, and may pay later', async () => {
  const order = await customer.order(SHOP);
  const { page, closedAt } = await webView(order);
  await page.locator('a[href^="https://shop.example/app/canceled"]').first().tap();
  expect(new URL(await closedAt).pathname).toBe('/app/canceled');
  expect(await customer.statusOf(order.id)).toMatch(/^(PENDING|REQUIRES_ACTION)$/);
  await page.context().close();
  const again = await webView(order);
  await again.page.locator('#phone').waitFor();
  await again.page.context().close();
});

test('an address of anybody else is opened outside of the web view', () => {
  const payment = { checkoutUrl: 'https://pay.example/checkout/cs_test_1', ...SHOP };
  const decided = [
    'https://pay.example/checkout/cs_test_1/receipt',
    'https://shop.example/app/paid?paymentIntentId=pi_1',
    'https://shop.example/app/paid/more',
    'https://shop.example.evil.example/app/paid',
    'tel:*126%23',
    'https://wa.me/?text=x',
  ].map((address) => decide(address, payment));
  expect(decided).toEqual(['show', 'close', 'outside', 'outside', 'outside', 'outside']);
});
