import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { contextFor, picture } from './browser.js';
import { PageServer } from './page-server.js';
import { answerAll, INTENT, showPayment, TOKEN } from './payments.js';

/* What a page says of itself: in its title, to a screen reader, and when something is wrong. Beside an API that answers as the test says. */

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

const show = (fields: object): void => {
  showPayment(server, fields);
};

test.each([
  ['PENDING', {}, 'Pay 5,000\u00a0FCFA'],
  ['PROCESSING', {}, 'Your payment is being processed'],
  ['COMPLETED', { completedAt: '2026-11-24T21:05:00.000Z' }, 'Paid'],
  [
    'FAILED',
    { failure: { code: 'payer_rejected', message: '', nextStep: 'new_intent' } },
    'The payment did not go through',
  ],
  ['EXPIRED', {}, 'This payment has expired'],
])('the title of a page that is %s says so, and an outcome has the focus', async (status, more, title) => {
  const context = await contextFor(browser, 'en');
  const page = await context.newPage();
  show({ status, ...more });
  await page.goto(`${server.origin}/checkout/${TOKEN}`);
  expect(await page.title()).toContain(title);
  expect(await page.title()).toMatch(/ – Boulangerie du Port$/);
  const focused = await page.evaluate(() => document.activeElement?.textContent ?? '');
  if (status === 'PENDING') expect(focused).not.toBe(title);
  else expect(focused).toBe(title);
  await context.close();
});

test('a number that is too short is said to be too short, and stays in its field', async () => {
  const context = await contextFor(browser, 'en');
  const page = await context.newPage();
  await page.goto(`${server.origin}/checkout/${TOKEN}`);
  await page.locator('#phone').fill('+237 670 00 00');
  await page.locator('form button').first().click();
  expect(await page.getByRole('alert').innerText()).toContain('too few digits');
  expect(await page.locator('#phone').inputValue()).toBe('+237 670 00 00');
  expect(await page.title()).toContain('Something needs your attention');
  await context.close();
});

test('the fifth payment of a browser leaves the first without a page, which says why', async () => {
  const context = await contextFor(browser, 'en');
  const page = await context.newPage();
  const ids = ['a', 'b', 'c', 'd', 'e'].map((last) => `${INTENT.slice(0, -1)}${last}`);
  for (const id of ids) {
    show({ id });
    await page.goto(`${server.origin}/checkout/${TOKEN}`);
    expect(page.url()).toContain(id);
  }
  await page.goto(`${server.origin}/checkout/${ids[0] ?? ''}`);
  expect(await page.locator('h1').innerText()).toContain('no longer open in this browser');
  expect(await page.locator('main').innerText()).not.toContain('accepts cookies');
  await context.close();
});

test.each([
  ['en', 'This is not an e-mail address.', 'The receipt is on its way to your e-mail address.'],
  ['fr', 'Ce n’est pas une adresse e-mail.', 'Le reçu est envoyé à votre adresse e-mail.'],
] as const)(
  '[3.16] a guest types the address of the receipt, and a wrong one stays in its field, in %s',
  async (language, refusal, sent) => {
    const context = await contextFor(browser, language);
    const page = await context.newPage();
    const path = `POST /gateway/${INTENT}/receipt`;
    show({ status: 'COMPLETED', completedAt: '2026-11-24T21:05:00.000Z' });
    const accepted = server.answers.get(path);
    server.answers.set(path, {
      status: 400,
      body: { status: 400, code: 'parameter_invalid', param: 'email', retryable: false },
    });
    await page.goto(`${server.origin}/checkout/${TOKEN}`);
    await page.locator('a[href$="/receipt"]').click();
    await page.locator('#email').fill('ada@shop');
    await page.locator('button[value="email"]').click();
    expect(await page.getByRole('alert').innerText()).toContain(refusal);
    expect(await page.locator('#email').inputValue()).toBe('ada@shop');
    await picture(page, `receipt-address-${language}`);
    if (accepted !== undefined) server.answers.set(path, accepted);
    await page.locator('#email').fill('ada@shop.example');
    await page.locator('button[value="email"]').click();
    expect(await page.getByRole('status').innerText()).toBe(sent);
    expect(server.callsOf(path).at(-1)?.body).toBe('{"channel":"email","email":"ada@shop.example"}');
    await context.close();
  },
);

test('the receipt is printed without what is for the screen, and sent in the name of its payment', async () => {
  const context = await contextFor(browser, 'en');
  const page = await context.newPage();
  show({ status: 'COMPLETED', completedAt: '2026-11-24T21:05:00.000Z' });
  await page.goto(`${server.origin}/checkout/${TOKEN}`);
  await page.locator('a[href$="/receipt"]').click();
  await page.locator('[data-print]').waitFor();
  await page.emulateMedia({ media: 'print' });
  await picture(page, 'receipt-printed');
  expect(await page.locator('button:visible, a:visible:not(.proof a), footer:visible').count()).toBe(0);
  expect(await page.locator('dl').innerText()).toContain(INTENT);
  await page.emulateMedia({ media: 'screen' });
  await page.locator('button[value="email"]').click();
  await page.getByRole('status').waitFor();
  const [call, ...others] = server.callsOf(`POST /gateway/${INTENT}/receipt`);
  expect([call?.body, others]).toEqual(['{"channel":"email"}', []]);
  expect(call?.headers).toMatchObject({ 'x-checkout-token': TOKEN, 'accept-language': 'en' });
  expect(call?.headers['idempotency-key']).toMatch(/^[\w-]{43}$/);
  await context.close();
});
