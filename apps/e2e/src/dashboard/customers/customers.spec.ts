import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually, newCode, readStack, stackClient } from '@paygate/testing';
import type { Browser, Route } from 'playwright-core';
import { startChromium } from '../../clients/chromium.js';
import { accepted, authorise, payersOf } from '../../payments/paying.js';
import type { AtDashboard } from '../dashboard-browser.js';
import { openDashboard, openFilters, picture, signIn, violations } from '../dashboard-browser.js';

/* Who has paid, and each customer's payments. */

const stack = readStack();
const api = stackClient(stack);
const { url, email, password } = stack.dashboard;
const isList = ({ pathname }: URL): boolean => pathname === '/customers';
let browser: Browser;
let at: AtDashboard;
/** A new user: the first of the list. */
let userId: string;
const paid: string[] = [];

beforeAll(async () => {
  browser = await startChromium();
  at = await openDashboard(browser, url);
  await signIn(at.page, email, password);
  const phoneNumber = `+23767790${String(randomBytes(2).readUInt16BE() % 100).padStart(2, '0')}01`;
  const { registrationId } = accepted(202, await api.register(phoneNumber, randomBytes(12).toString('hex')));
  ({ id: userId } = accepted(
    201,
    await api.confirmRegistration(registrationId, await newCode(stack, phoneNumber, [])),
  ));
  const [someone] = payersOf(stack);
  if (someone === undefined) throw new Error('the stack has no user');
  for (const amount of ['1200', '300']) {
    const { id } = accepted(201, await api.createIntent({ amount, currency: 'XAF' }));
    const token = await authorise(stack, api, { ...someone, id: userId, phoneNumber }, id);
    accepted(202, await api.chargeByMobileMoney(id, token, { phoneNumber }));
    await eventually(async () => (await api.readIntent(id)).body['status'] === 'COMPLETED');
    paid.unshift(id);
  }
});
afterEach(() => at.page.unroute(isList));
afterAll(async () => {
  expect(at.complaints).toEqual([]);
  api.close();
  await browser.close();
});

const open = () => at.page.goto(`${url}customers?of=accounts`);
const answerWith = (data: readonly object[]) =>
  at.page.route(isList, (route) => route.fulfill({ json: { data, hasMore: false, nextCursor: null } }));

test('[2.30] a customer is listed with what they have paid, and leads to their payments', async () => {
  const { page } = at;
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Customers' }).click();
  await page.getByRole('link', { name: 'With an account' }).click();
  const row = page.getByRole('table', { name: 'Customers' }).getByRole('row').filter({ hasText: userId });
  await row.waitFor();
  const cells = (await row.getByRole('cell').allTextContents()).map((text) => text.replaceAll(/\s/g, ' '));
  expect(cells.slice(0, 2)).toEqual([userId, '2']);
  expect(cells[2]).toContain('1,500');
  await picture(page, 'flow-customers');
  await row.getByRole('link', { name: userId }).click();
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  const links = page.getByRole('table', { name: 'Payments' }).getByRole('link');
  await eventually(async () => (await links.allTextContents()).join() === paid.join());
  await openFilters(page);
  expect(await page.getByRole('textbox', { name: 'Customer' }).inputValue()).toBe(userId);
  await page.getByLabel('Amount from').fill('1000');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await eventually(async () => (await links.allTextContents()).join() === paid[1]);
  expect(page.url()).toContain(userId);
});

test('a list without customers says so', async () => {
  await answerWith([]);
  await open();
  await at.page.getByText('No registered customer has paid yet.').waitFor();
  expect(await violations(at.page)).toEqual([]);
});

test('numbers that are of the newest payments alone say so', async () => {
  const [createdAt, amount] = ['2026-11-20T10:00:00.000Z', '5000000'];
  const totals = [{ currency: 'XAF', payments: 1_000, amount }];
  const times = { firstPaymentAt: createdAt, lastPaymentAt: createdAt };
  await answerWith([{ object: 'customer', userId, payments: 1_000, totals, ...times, isCut: true }]);
  await open();
  await at.page.getByRole('cell', { name: 'newest 1,000' }).waitFor();
  expect(await violations(at.page)).toEqual([]);
});

test('a list that is awaited says so', async () => {
  const { page } = at;
  const held = Promise.withResolvers<Route>();
  await page.route(isList, (route) => {
    held.resolve(route);
  });
  await open();
  await page.getByRole('main').getByRole('status').getByText('Loading…').waitFor();
  expect(await violations(page)).toEqual([]);
  await (await held.promise).continue();
  await page.getByRole('cell', { name: userId }).waitFor();
});

test('a list without an answer is asked for again', async () => {
  const { page } = at;
  await page.route(isList, (route) => route.abort());
  await open();
  await page.getByRole('alert').getByText('Paygate cannot be reached.').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.unroute(isList);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('cell', { name: userId }).waitFor();
});
