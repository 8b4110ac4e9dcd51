import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { deliveriesOf, deliveryOf, eventually, inboxMessages, StackDatabases, stackFolder } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { customerOf } from '../clients/shop.js';
import { trustedStack } from '../clients/trust.js';
import { otherThan } from '../payments/paying.js';
import { picture } from './browser.js';
import { PayingCustomer } from './paying-customer.js';

/* Payments through the page, on a whole stack, as a person makes them. */

jest.setTimeout(240_000);

const stack = trustedStack();
const databases = new StackDatabases(stack);
let browser: Browser;
let customer: PayingCustomer;

beforeAll(async () => {
  browser = await startChromium();
  customer = new PayingCustomer(stack, browser, customerOf(stack));
});
afterAll(async () => {
  await Promise.all([browser.close(), databases.close()]);
});

const heading = (page: Page): Promise<string> => page.locator('h1').innerText();
const reaches = (page: Page, title: string): Promise<unknown> =>
  eventually(async () => {
    const found = await heading(page).catch(() => '');
    if (!found.includes(title)) await page.reload().catch(() => undefined);
    return found.includes(title);
  });
const chargesOf = async (id: string): Promise<number> =>
  (await databases.query('charging', 'SELECT 1 FROM charge WHERE intent_id = $1', [id])).length;

describe('a payment from the wallet', () => {
  test.each([
    ['fr', true],
    ['en', false],
  ] as const)('ends at the shop: %s, script %s', async (language, javaScriptEnabled) => {
    const order = await customer.order({ description: 'Order 7' });
    const page = await customer.open(order, language, { javaScriptEnabled });
    const documents: string[] = [];
    page.on('request', (request) => documents.push(request.url()));
    await customer.enter(page, await customer.signIn(page));
    await page.getByText(language === 'fr' ? 'Payé' : 'Paid', { exact: true }).waitFor();
    await picture(page, `payment-${language}`);
    const toShop = `https://shop.example/thanks?paymentIntentId=${order.id}`;
    expect(await page.locator('a.button').getAttribute('href')).toBe(toShop);
    await deliveryOf(stack, order.id, 'payment.completed');
    await page.locator('a[href$="/receipt"]').click();
    expect(await page.locator('dl').innerText()).toContain('Order 7');
    expect(await page.locator('[data-print]').isVisible()).toBe(javaScriptEnabled);
    await page.locator('button[value="email"]').click();
    await page.getByRole('status').waitFor();
    await picture(page, `receipt-${language}`);
    expect(new Set(documents.map((url) => new URL(url).origin))).toEqual(new Set([stack.gateway.url]));
    await page.context().close();
  });

  test('goes through with the keyboard alone', async () => {
    const page = await customer.open(await customer.order(), 'en');
    const tabTo = async (selector: string): Promise<void> => {
      for (let presses = 0; presses < 30; presses += 1) {
        await page.keyboard.press('Tab');
        if (await page.locator(selector).evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`the keyboard does not reach ${selector}`);
    };
    await tabTo('a[href$="/wallet"]');
    await page.keyboard.press('Enter');
    await page.locator('#password').waitFor();
    await tabTo('#phone');
    await page.keyboard.type(customer.user.phoneNumber);
    await tabTo('#password');
    await page.keyboard.type(customer.user.password);
    const code = await customer.codeAfter(customer.user.phoneNumber, () => page.keyboard.press('Enter'));
    await page.locator('#code').waitFor();
    await tabTo('#code');
    await page.keyboard.type(code);
    await tabTo('form[action$="/pay"] button');
    await page.keyboard.press('Space');
    await page.getByText('Paid', { exact: true }).waitFor();
    await page.context().close();
  });

  test('survives a wrong code and a code that was sent again', async () => {
    const page = await customer.open(await customer.order(), 'en');
    await customer.enter(page, otherThan(await customer.signIn(page)));
    await page.getByRole('alert').waitFor();
    const resend = page.locator('form[action$="/resend"] button');
    await customer.enter(page, await customer.codeAfter(customer.user.phoneNumber, () => resend.click()));
    await page.getByText('Paid', { exact: true }).waitFor();
    await page.context().close();
  });

  test('[3.15] charges once, however often and wherever the form is sent', async () => {
    const order = await customer.order();
    const page = await customer.open(order, 'en');
    const code = await customer.signIn(page);
    const tabs = [page, ...(await Promise.all([1, 2].map(() => page.context().newPage())))];
    for (const tab of tabs.slice(1)) await tab.goto(page.url());
    await Promise.all(tabs.map((tab) => customer.enter(tab, code)));
    for (const tab of tabs) await reaches(tab, 'Paid');
    await page.goBack();
    await reaches(page, 'Paid');
    await deliveryOf(stack, order.id, 'payment.completed');
    expect([await chargesOf(order.id), (await deliveriesOf(stack, order.id)).length]).toEqual([1, 1]);
    await page.context().close();
  });

  test('[3.13] is one of two in one browser, and each tab pays its own', async () => {
    const orders = [await customer.order({ amount: '710' }), await customer.order({ amount: '720' })];
    const [first, second] = orders;
    if (first === undefined || second === undefined) throw new Error('two orders');
    const one = await customer.open(first, 'en');
    const two = await one.context().newPage();
    await two.goto(second.link);
    for (const [page, amount] of [
      [two, '720'],
      [one, '710'],
    ] as const) {
      expect(await heading(page)).toContain(amount);
      await customer.enter(page, await customer.signIn(page));
      await page.getByText('Paid', { exact: true }).waitFor();
    }
    for (const { id } of orders) await deliveryOf(stack, id, 'payment.completed');
    await one.context().close();
  });
});

describe('the page of a payment that', () => {
  test('lacks money says so before a code is sent', async () => {
    const poor = stack.users.find(({ walletBalance }) => walletBalance === '0') ?? customer.user;
    const poorer = new PayingCustomer(stack, browser, poor);
    const page = await poorer.open(await poorer.order(), 'fr');
    const seen = await inboxMessages(stack, poor.phoneNumber);
    await page.locator('a[href$="/wallet"]').click();
    await page.locator('#phone').fill(poor.phoneNumber);
    await page.locator('#password').fill(poor.password);
    await page.locator('form button').first().click();
    await page.getByText('Il manque 700\u00a0FCFA pour ce paiement.').waitFor();
    expect(await inboxMessages(stack, poor.phoneNumber)).toHaveLength(seen.length);
    await page.context().close();
  });

  test('was cancelled says so', async () => {
    const order = await customer.order();
    const page = await customer.open(order, 'en');
    expect(await page.locator('a[href="https://shop.example/cart"]').count()).toBe(1);
    await customer.cancel(order.id);
    await page.reload();
    expect(await heading(page)).toContain('cancelled');
    await page.context().close();
  });

  test('has expired says so, and takes no code any more', async () => {
    const order = await customer.order();
    const page = await customer.open(order, 'en');
    const code = await customer.signIn(page);
    await databases.query(
      'intents',
      `WITH past AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', true))
       UPDATE intent SET created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
       FROM past WHERE id = $1`,
      [order.id],
    );
    await customer.enter(page, code);
    await page.getByRole('heading', { name: 'has expired' }).waitFor();
    expect(await chargesOf(order.id)).toBe(0);
    await page.context().close();
  });

  test('[3.11] is paid already is shown to whoever opens the link again', async () => {
    const order = await customer.order();
    const page = await customer.open(order, 'en');
    await customer.enter(page, await customer.signIn(page));
    await page.getByText('Paid', { exact: true }).waitFor();
    const other = await customer.open(order, 'fr');
    expect(await heading(other)).toBe('Payé');
    await Promise.all([page.context().close(), other.context().close()]);
  });
});

test('[3.14] no secret of a payment is in an address, a referrer, the browser’s storage or a log', async () => {
  const order = await customer.order();
  const page = await customer.open(order, 'en');
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url(), request.headers()['referer'] ?? ''));
  const code = await customer.signIn(page);
  await customer.enter(page, code);
  await page.getByText('Paid', { exact: true }).waitFor();
  const token = order.link.split('/').at(-1) ?? '';
  expect(token).toMatch(/^cs_/);
  const stored = await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
  expect(stored).toEqual([0, 0, '']);
  expect(seen.filter((text) => text.includes(token) || text.includes(code))).toEqual([]);
  const logs = readdirSync(join(stackFolder(), 'logs')).filter((name) => /^(checkout|gateway)/.test(name));
  expect(logs.length).toBeGreaterThan(1);
  for (const name of logs) {
    const text = readFileSync(join(stackFolder(), 'logs', name), 'utf8');
    for (const secret of [token, customer.user.phoneNumber, customer.user.password])
      expect([name, text.includes(secret)]).toEqual([name, false]);
  }
  await page.context().close();
});

test('[3.15] a form of another site does nothing', async () => {
  const page = await customer.open(await customer.order(), 'en');
  await customer.signIn(page);
  const attacker = await page.context().newPage();
  await attacker.route('https://evil.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${page.url().replace(/\/wallet$/, '')}/restart"><button>go</button></form>`,
    }),
  );
  await attacker.goto('https://evil.example/');
  await attacker.locator('button').click();
  // without its cookie, which SameSite keeps from it, the form belongs to no payment
  await attacker.locator('h1').waitFor();
  expect(await heading(attacker)).toMatch(/does not work here|not sent from our page/);
  await page.reload();
  expect(await page.locator('#code').count()).toBe(1);
  await page.context().close();
});
