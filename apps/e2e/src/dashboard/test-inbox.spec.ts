import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inboxMessages, newCode, readStack, stackClient } from '@paygate/testing';
import type { Browser } from 'playwright-core';
import { atDashboard, newMerchant } from '../accounts/dashboard.js';
import { startChromium } from '../clients/chromium.js';
import { accepted, order, payersOf } from '../payments/paying.js';
import { openDashboard, picture, signIn, violations } from './dashboard-browser.js';

const stack = readStack();
const api = stackClient(stack);
const { url, email, password } = stack.dashboard;
const [user] = payersOf(stack);
if (user === undefined) throw new Error('the stack has no demo user');
let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(async () => {
  api.close();
  await browser.close();
});

test('[4.19] the code of a test payment is read in the inbox of its merchant, and works; another merchant sees none', async () => {
  const intentionId = await order(api);
  const seen = await inboxMessages(stack, user.phoneNumber);
  accepted(202, await api.initOtp(user.id, { intentionId }));
  const code = await newCode(stack, user.phoneNumber, seen);

  const { page, complaints, context } = await openDashboard(browser, url);
  await signIn(page, email, password);
  const navigation = page.getByRole('navigation', { name: 'Main menu' });
  await navigation.getByRole('link', { name: 'Test inbox' }).click();
  const row = page.getByRole('row').filter({ hasText: code });
  await row.waitFor();
  expect(await row.textContent()).toMatch(/SMS••\s••\s\d\d/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await row.getByRole('button', { name: `Copy: ${code}` }).click();
  await row.getByRole('button', { name: `Copied: ${code}` }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code);
  expect(await violations(page)).toEqual([]);
  await picture(page, 'flow-test-inbox');
  expect(complaints).toEqual([]);
  await context.close();

  const session = await newMerchant(stack, api);
  expect(accepted(200, await atDashboard(api, 'GET /test-inbox', { session }))).toEqual({ data: [] });
  accepted(200, await api.verifyOtp(user.id, code, { intentionId }));
});

test('an inbox without messages says so, and fills by itself', async () => {
  const session = await newMerchant(stack, api);
  const key = accepted(201, await atDashboard(api, 'POST /api-keys', { session, body: { type: 'secret' } }));
  expect(accepted(200, await api.request(withKey(String(key['key']))))).toEqual({ data: [] });
  const { page, context } = await openDashboard(browser, url);
  await signIn(page, email, password);
  await page.route('**/test-inbox', (route) =>
    route.request().resourceType() === 'document' ? route.continue() : route.fulfill({ json: { data: [] } }),
  );
  await page.goto(`${url}test-inbox`);
  await page.getByText('No message yet.').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.unroute('**/test-inbox');
  accepted(202, await api.initOtp(user.id, { intentionId: await order(api) }));
  await page.getByRole('row').nth(1).waitFor();
  await context.close();
});

const withKey = (key: string) => ({
  ...{ method: 'GET', path: '/test-inbox', headers: { authorization: `Bearer ${key}` } },
});

test('a page that is left alone stops reading after ten minutes, and reads again when somebody comes back', async () => {
  const { page, context } = await openDashboard(browser, url);
  await signIn(page, email, password);
  await page.clock.install();
  const readings: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') readings.push(request.url());
  });
  await page.goto(`${url}test-inbox`);
  const isRead = () => page.waitForResponse((response) => response.request().resourceType() === 'fetch');
  await Promise.all([isRead(), page.clock.fastForward('00:10')]);
  // the reading that was due, and then nobody is there
  await Promise.all([isRead(), page.clock.fastForward('10:01')]);
  readings.length = 0;
  for (let minute = 0; minute < 3; minute += 1) await page.clock.fastForward('01:00');
  expect(await page.evaluate('document.title')).toContain('Paygate');
  expect(readings).toEqual([]);
  await Promise.all([isRead(), page.mouse.move(200, 200)]);
  await context.close();
});
