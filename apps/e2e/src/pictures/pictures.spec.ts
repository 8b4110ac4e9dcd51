import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStack, stackClient } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { contextFor } from '../checkout/browser.js';
import { startChromium } from '../clients/chromium.js';
import { openDashboard, signIn } from '../dashboard/dashboard-browser.js';
import { pay, payersOf } from '../payments/paying.js';

/** Small enough for readers on mobile data. */
const MAX_BYTES = 60_000;
const stack = readStack();
const api = stackClient(stack);
let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(async () => {
  api.close();
  await browser.close();
});

/** The window of a page as WebP, kept where PICTURES names a folder. */
async function pictured(page: Page, name: string): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  const picture = Buffer.from(data, 'base64');
  const folder = process.env['PICTURES'];
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.webp`), picture);
  }
  return picture;
}

test('the payment page on a phone is a small picture', async () => {
  const { body } = await api.createIntent({ amount: '12500', currency: 'XAF', description: 'Order 1042' });
  const context = await contextFor(browser, 'en', { viewport: { width: 390, height: 720 } });
  const page = await context.newPage();
  await page.goto(String(body.checkoutUrl));
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect((await pictured(page, 'payment-page')).length).toBeLessThan(MAX_BYTES);
  await context.close();
});

test('the dashboard with payments is a small picture', async () => {
  const [payer] = payersOf(stack);
  if (payer === undefined) throw new Error('the stack has no payer');
  for (let payments = 0; payments < 3; payments++) await pay(stack, api, payer);
  const { url, email, password } = stack.dashboard;
  const { page, context } = await openDashboard(browser, url, { viewport: { width: 1120, height: 720 } });
  await signIn(page, email, password);
  await page.goto(`${url.replace(/\/$/, '')}/overview`);
  await page.waitForLoadState('networkidle');
  expect((await pictured(page, 'dashboard')).length).toBeLessThan(MAX_BYTES);
  await context.close();
});
