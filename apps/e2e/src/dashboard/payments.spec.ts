import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually, readStack, stackClient } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { accepted, authorise, payersOf } from '../payments/paying.js';
import type { AtDashboard } from './dashboard-browser.js';
import { openDashboard, openFilters, picture, signIn, violations } from './dashboard-browser.js';

/* Payments are found as a shop looks for them. */

const stack = readStack();
const api = stackClient(stack);
const { url, email, password } = stack.dashboard;
const headers = { 'x-api-key': stack.merchant.secretKey };
const order = `order ${randomBytes(4).toString('hex')}`;
/** Succeeds at MTN MoMo. */
const PHONE = '+237677880001';
let browser: Browser;
let at: AtDashboard;
let cheap: string;
let paid: string;

beforeAll(async () => {
  browser = await startChromium();
  at = await openDashboard(browser, url);
  await signIn(at.page, email, password);
  cheap = accepted(201, await api.createIntent({ amount: '1111', currency: 'XAF', metadata: { order } })).id;
  paid = accepted(201, await api.createIntent({ amount: '2222', currency: 'XAF', reference: order })).id;
  const [payer] = payersOf(stack);
  if (payer === undefined) throw new Error('the stack has no user with money');
  const token = await authorise(stack, api, payer, paid);
  accepted(202, await api.chargeByMobileMoney(paid, token, { phoneNumber: PHONE }));
});
afterAll(async () => {
  api.close();
  await browser.close();
});
beforeEach(async () => {
  await at.page.goto(`${url}payments`);
  await at.page.getByRole('table').waitFor();
});

const links = (page: Page) => page.getByRole('table').getByRole('link');
const filter = (page: Page) => page.getByRole('button', { name: 'Filter', exact: true }).click();
const shows = (page: Page, ids: readonly string[]): Promise<unknown> =>
  eventually(async () => (await links(page).allTextContents()).join() === ids.join());

test('by a reference or a value of metadata, whose text and filters are in the URL', async () => {
  const { page } = at;
  await openFilters(page);
  await page.getByRole('searchbox', { name: 'Search' }).fill(order);
  await filter(page);
  await shows(page, [paid, cheap]);
  await openFilters(page);
  await page.getByLabel('Amount up to').fill('2000');
  await filter(page);
  await page.waitForURL(/amountTo/);
  await shows(page, [cheap]);
  await picture(page, 'flow-payments-filtered');
  await page.reload();
  await shows(page, [cheap]);
  await openFilters(page);
  expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe(order);
  await page.goBack();
  await shows(page, [paid, cheap]);
});

test('the address of an open payment is copied and sent again, and is of that payment', async () => {
  const { page } = at;
  await page.goto(`${url}payments/${cheap}`);
  const address = await page.locator('main code', { hasText: '/checkout/cs_' }).innerText();
  await page.getByRole('button', { name: 'Copy: Address of the payment page' }).waitFor();
  const whatsApp = await page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href');
  const message = new URL(whatsApp ?? '').searchParams.get('text') ?? '';
  expect(message.split('\n').at(-1)).toBe(address);
  await picture(page, 'payment-open');
  const paying = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  await paying.goto(address);
  expect(paying.url()).toContain(`/checkout/${cheap}`);
  await paying.context().close();
  await page.goto(`${url}payments/${paid}`);
  await page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
  expect(await page.locator('main code', { hasText: '/checkout/cs_' }).count()).toBe(0);
});

test('the tries of an order are one line, which unfolds', async () => {
  const { page } = at;
  const reference = `tries ${randomBytes(4).toString('hex')}`;
  const tries: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    if (count > 0) accepted(200, await api.request({ method: 'POST', path: `/gateway/${tries[0]}/cancel`, headers }));
    tries.unshift(accepted(201, await api.createIntent({ amount: '3333', currency: 'XAF', reference })).id);
  }
  await page.goto(`${url}payments?q=${encodeURIComponent(reference)}`);
  await shows(page, tries.slice(0, 1));
  expect(await page.getByRole('row').count()).toBe(2);
  await page.getByText('2 other tries').click();
  await eventually(async () => (await links(page).count()) === 3);
  await picture(page, 'payments-tries');
  await page.setViewportSize({ width: 360, height: 740 });
  await picture(page, 'payments-tries-phone');
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  const hrefs = await links(page).evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  for (const id of tries) expect(hrefs.join()).toContain(id);
  expect(await violations(page)).toEqual([]);
});

test('by their states, of which several may be chosen', async () => {
  const { page } = at;
  await openFilters(page);
  await page.getByRole('searchbox', { name: 'Search' }).fill(order);
  await page.getByRole('checkbox', { name: 'Pending' }).check();
  await page.getByRole('checkbox', { name: 'Expired' }).check();
  await filter(page);
  await shows(page, [cheap]);
});

test('by the phone that pays, which no URL holds', async () => {
  const { page } = at;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openFilters(page);
  await page.getByLabel('Phone that pays').fill(PHONE);
  await page.getByLabel('Amount from').fill('2222');
  await page.getByLabel('Amount up to').fill('2222');
  await filter(page);
  await page.waitForURL(/amountTo/);
  await links(page).first().filter({ hasText: paid }).waitFor();
  await picture(page, 'flow-payments-phone');
  expect([...asked, page.url()].join(' ')).not.toContain(PHONE.slice(4));
  await page.reload();
  await page.getByRole('table').waitFor();
  expect(await page.getByLabel('Phone that pays').inputValue()).toBe('');
});

test('by a preset', async () => {
  const { page } = at;
  await page.getByRole('navigation', { name: 'Frequent filters' }).getByRole('link', { name: 'Open' }).click();
  await openFilters(page);
  await page.getByRole('checkbox', { name: 'Processing', checked: true }).waitFor();
  await page.getByRole('cell', { name: cheap }).waitFor();
  expect(at.complaints).toEqual([]);
});

test('the page of a payment shows its course, from its creation to the deliveries of its events', async () => {
  const { page } = at;
  await page.goto(`${url}payments/${paid}`);
  await page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
  const entries = page.getByRole('listitem');
  await entries.filter({ hasText: 'Delivery' }).filter({ hasText: 'payment.completed' }).first().waitFor();
  const texts = await entries.locator('strong').allTextContents();
  const course = [
    ...['Payment created', 'One-time password sent', 'One-time password verified', 'Charge accepted'],
    ...['Charge succeeded', 'Payment completed'],
  ];
  expect(texts.filter((text) => course.includes(text))).toEqual(course);
  await picture(page, 'flow-payment-timeline');
  await entries.filter({ hasText: 'Delivery' }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: /^Delivery del_/ }).waitFor();
});
