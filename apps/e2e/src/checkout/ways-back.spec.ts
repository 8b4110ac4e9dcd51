import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { contextFor } from './browser.js';
import { PageServer } from './page-server.js';
import {
  answerAll,
  checkoutOf,
  INTENT,
  merchantOf,
  paymentOf,
  refused,
  sentCode,
  showPayment,
  TOKEN,
} from './payments.js';

/* No page of a payment is a dead end: each has a way to a code that is still good, or to the shop. */

const INIT = 'POST /auth/otp/init';
let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([PageServer.start(), startChromium()]);
});
beforeEach(() => {
  answerAll(server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

async function opened(language: 'fr' | 'en'): Promise<Page> {
  const page = await (await contextFor(browser, language)).newPage();
  await page.goto(`${server.origin}/checkout/${TOKEN}`);
  return page;
}

/** Asks for a code to a number, and waits for the page of the code, or for why there is none. */
async function ask(page: Page, number: string): Promise<void> {
  await page.locator('#phone').fill(number);
  await page.locator('form[action$="/phone"] button').click();
  await page.locator('#code, [role=alert]').first().waitFor();
}

async function changeNumber(page: Page): Promise<void> {
  await page.locator('form[action$="/restart"] button').click();
  await page.locator('#phone').waitFor();
}

test('the same number after "use another number" leads back to the code that was sent, which pays', async () => {
  const page = await opened('en');
  await ask(page, '670000001');
  server.answers.set(INIT, refused(429, 'otp_cooldown', { retryAfter: 300 }));
  await changeNumber(page);
  await ask(page, '6 70 00 00 01');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(server.callsOf(INIT)).toHaveLength(1);
  await page.locator('#code').fill('042917');
  await page.locator('form[action$="/pay"] button').click();
  await page.waitForLoadState();
  const [check] = server.callsOf('POST /auth/otp/verify');
  expect(JSON.parse(check?.body ?? '{}')).toMatchObject({ otpId: 'otp_01k8zq5b3pg9sc1w7e8kfq6g0y', otp: '042917' });
  await page.context().close();
});

test.each([
  ['en', 'Back to the code sent to'],
  ['fr', 'Revenir au code envoyé'],
] as const)('a button leads back to the code of the number before, in %s', async (language, text) => {
  const page = await opened(language);
  await ask(page, '670000001');
  await changeNumber(page);
  await page.getByRole('button', { name: text }).click();
  await page.locator('#code').waitFor();
  expect(server.callsOf(INIT)).toHaveLength(1);
  await page.context().close();
});

test('another number is sent a code of its own, and the first one can still be gone back to', async () => {
  const page = await opened('en');
  await ask(page, '670000001');
  await changeNumber(page);
  server.answers.set(INIT, sentCode({ otpId: 'otp_01k8zq5b3pg9sc1w7e8kfq6g0z', destination: '********02' }));
  await ask(page, '670000002');
  expect(server.callsOf(INIT)).toHaveLength(2);
  await changeNumber(page);
  await ask(page, '670000001');
  expect(server.callsOf(INIT)).toHaveLength(2);
  expect(await page.locator('main').innerText()).toContain('01');
  await page.context().close();
});

test('a code that has ended is not gone back to', async () => {
  const past = new Date(Date.now() - 1_000).toISOString();
  server.answers.set(INIT, sentCode({ expiresAt: past, resendAvailableAt: past }));
  const page = await opened('en');
  await ask(page, '670000001');
  await changeNumber(page);
  expect(await page.getByRole('button', { name: 'Back to the code' }).count()).toBe(0);
  await ask(page, '670000001');
  expect(server.callsOf(INIT)).toHaveLength(2);
  await page.context().close();
});

test.each([
  ['en', 'Back to the shop', /cancel/i],
  ['fr', 'Revenir à la boutique', /annul/i],
] as const)('the way out of an open payment says what it does, in %s', async (language, text, other) => {
  const page = await opened(language);
  const link = page.getByRole('link', { name: text, exact: true });
  expect(await link.getAttribute('href')).toBe('https://shop.example/cart');
  expect(await page.locator('main').innerText()).not.toMatch(other);
  await page.context().close();
});

const failure = { code: 'payer_rejected', message: '', nextStep: 'new_intent' };
const LINK = 'pl_01k8zqa1c4gt6xd9f3mhw7r2zb';
const LATER = TOKEN.replace('cs_test_01k8', 'cs_test_01k9');

test.each([
  ['offers a further try', { mayRetry: true }, TOKEN],
  ['has one that is open', { latestUrl: `https://pay.example/checkout/${LATER}` }, LATER],
])('[9.10] a link that is used up leads its customer to a declined payment that %s', async (_what, fields, target) => {
  const share = (status: string): void => {
    const terms = { amount: '5000', minAmount: null, maxAmount: null, currency: 'XAF', currencyExponent: 0 };
    const link = { id: LINK, object: 'payment_link', status, mode: 'test', ...terms, description: null };
    server.answers.set(`GET /payment-links/${LINK}/shared`, { status: 200, body: { ...link, merchant: merchantOf() } });
  };
  const begun = { intentionId: INTENT, checkoutUrl: `${server.origin}/checkout/${TOKEN}`, amount: '5000' };
  server.answers.set(`POST /payment-links/${LINK}/payments`, { status: 201, body: { ...begun, currency: 'XAF' } });
  share('active');
  const context = await contextFor(browser, 'en');
  const page = await context.newPage();
  await page.goto(`${server.origin}/checkout/${LINK}`);
  await page.locator('form button').click();
  await page.waitForURL(`**/checkout/${INTENT}`);
  share('used_up');
  showPayment(server, { status: 'FAILED', failure, checkout: checkoutOf(fields) });
  server.answers.set(`GET /gateway/session ${LATER}`, { status: 200, body: paymentOf() });
  const answer = await context.request.get(`${server.origin}/checkout/${LINK}`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers()['location']]).toEqual([303, `/checkout/${target}`]);
  await context.close();
});

const nowhere = { returnUrl: null, cancelUrl: null, checkout: checkoutOf({ returnUrl: null }) };
const shopWith = (contact: object) =>
  merchantOf({ supportContact: { email: null, phone: null, url: null, ...contact } });

test.each([
  ['COMPLETED', { completedAt: '2026-11-24T21:05:00.000Z' }],
  ['FAILED', { failure }],
  ['EXPIRED', {}],
  ['CANCELED', {}],
])('a payment without addresses that is %s leads to the shop as it can', async (status, more) => {
  const page = await opened('en');
  const end = async (contact: object): Promise<void> => {
    showPayment(server, { status, ...more, ...nowhere, merchant: shopWith(contact) });
    await page.reload();
  };
  const button = page.locator('main a.button');
  await end({ url: 'https://shop.example/help', email: 'help@shop.example' });
  expect([await button.innerText(), await button.getAttribute('href')]).toEqual([
    ...['Back to the shop', 'https://shop.example/help'],
  ]);
  await end({ email: 'help@shop.example' });
  expect([await button.innerText(), await button.getAttribute('href')]).toEqual([
    ...['Write to the shop', 'mailto:help@shop.example'],
  ]);
  await end({});
  expect(await button.count()).toBe(0);
  expect(await page.locator('main').innerText()).toContain('You can close this page.');
  await page.context().close();
});
