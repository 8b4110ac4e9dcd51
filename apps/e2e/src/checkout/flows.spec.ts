import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { deliveryOf, eventually, RailControl, StackDatabases } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { customerOf } from '../clients/shop.js';
import { trustedStack } from '../clients/trust.js';
import { approve, prompted } from '../payments/approving.js';
import { overflows, picture } from './browser.js';
import { PayingCustomer } from './paying-customer.js';
import { roundTrips } from './round-trips.js';

/* Payments through the page, on a whole stack: mobile money, and a new account. */

jest.setTimeout(240_000);

const stack = trustedStack();
const databases = new StackDatabases(stack);
const control = new RailControl(stack.rails.control);
let browser: Browser;
let customer: PayingCustomer;

beforeAll(async () => {
  browser = await startChromium();
  customer = new PayingCustomer(stack, browser, customerOf(stack));
});
afterAll(async () => {
  await Promise.all([browser.close(), databases.close()]);
});

/** A number of MTN that no test has used; its last two digits decide what its payer does. */
const anyPhone = (digits: string): string => `+23767${String(randomInt(1e5)).padStart(5, '0')}${digits}`;
const heading = (page: Page): Promise<string> => page.locator('h1').innerText();
/** Loads the page, as a customer does who sees no outcome, until it shows one. */
const reaches = (page: Page, title: string): Promise<unknown> =>
  eventually(
    async () => {
      const found = await heading(page).catch(() => '');
      if (!found.includes(title)) await page.reload().catch(() => undefined);
      return found.includes(title);
    },
    { intervalMs: 500 },
  );
const chargesOf = async (id: string): Promise<number> =>
  (await databases.query('charging', 'SELECT 1 FROM charge WHERE intent_id = $1', [id])).length;

/** Pays as a guest up to the charge. */
async function payFrom(page: Page, phoneNumber: string): Promise<void> {
  await page.locator('#phone').fill(phoneNumber);
  const code = await customer.codeAfter(phoneNumber, () => page.locator('form button').first().click());
  await page.locator('#code').waitFor();
  await customer.enter(page, code);
}

test.each([
  ['fr', 'n’a aucun moyen d’encaisser ce paiement'],
  ['en', 'has no way to take this payment'],
] as const)('a payment that the merchant can take in no way says so: %s', async (language, sentence) => {
  const page = await customer.open(await customer.order({ currency: 'XOF' }), language);
  expect(await page.locator('main').innerText()).toContain(sentence);
  expect(await page.locator('form').count()).toBe(0);
  await page.context().close();
});

describe('a guest with mobile money', () => {
  test.each([
    ['fr', true, 'Payé'],
    ['en', false, 'Paid'],
  ] as const)('approves and has paid: %s, script %s', async (language, javaScriptEnabled, title) => {
    const order = await customer.order();
    const page = await customer.open(order, language, { javaScriptEnabled });
    await payFrom(page, anyPhone('01'));
    await reaches(page, title);
    await picture(page, `mobile-money-${language}`);
    await deliveryOf(stack, order.id, 'payment.completed');
    expect(await chargesOf(order.id)).toBe(1);
    await page.context().close();
  });

  test('rejects, and the page says so', async () => {
    const order = await customer.order();
    const page = await customer.open(order, 'fr');
    await payFrom(page, anyPhone('11'));
    await reaches(page, 'n’a pas abouti');
    expect(await page.locator('main').innerText()).toContain('refusé sur le téléphone');
    await deliveryOf(stack, order.id, 'payment.failed');
    await page.context().close();
  });

  test('[3.15] is waited for, also in a second tab, and the page follows by itself', async () => {
    const order = await customer.order();
    const page = await customer.open(order, 'en');
    const phoneNumber = anyPhone('04');
    await payFrom(page, phoneNumber);
    await reaches(page, 'Waiting for your approval');
    expect(await page.locator('main').innerText()).toContain(`••\u00a0••\u00a0${phoneNumber.slice(-2)}`);
    const second = await page.context().newPage();
    await second.goto(page.url());
    expect([await heading(second), await second.locator('form').count()]).toEqual(['Waiting for your approval', 0]);
    await approve(control, await prompted(databases, order.id));
    for (const tab of [page, second]) await tab.getByText('Paid', { exact: true }).waitFor({ timeout: 120_000 });
    expect(await chargesOf(order.id)).toBe(1);
    await page.context().close();
  });
});

test('a new customer registers on the page, and may fill the new wallet, which is empty', async () => {
  const page = await customer.open(await customer.order(), 'en');
  const phoneNumber = `+23765${String(randomInt(1e7)).padStart(7, '0')}`;
  const password = `the password of ${randomBytes(8).toString('hex')}`;
  await page.locator('a[href$="/wallet"]').click();
  await page.locator('a[href$="/register"]').click();
  await page.locator('#phone').fill(phoneNumber);
  await page.locator('#password').fill(password);
  const submit = () => page.locator('form button').first().click();
  await customer.enter(page, await customer.codeAfter(phoneNumber, submit));
  await page.getByText('Your number is confirmed').waitFor();
  await page.locator('#phone').fill(phoneNumber);
  await page.locator('#password').fill(password);
  await submit();
  await page.getByText('700\u00a0FCFA are missing for this payment').waitFor();
  await page.context().close();
});

test('a payment takes few round trips from link to result', async () => {
  const [guest, user] = [await customer.browse('en'), await customer.browse('en')];
  const [ofGuest, ofUser] = [roundTrips(guest), roundTrips(user)];
  await guest.goto((await customer.order()).link);
  await payFrom(guest, anyPhone('04'));
  await guest.getByRole('heading', { name: /Waiting|being processed/ }).waitFor();
  await user.goto((await customer.order()).link);
  await customer.enter(user, await customer.signIn(user));
  await user.getByText('Paid', { exact: true }).waitFor();
  console.log(`round trips from link to result: mobile money ${ofGuest.count}, wallet ${ofUser.count}`);
  expect(ofGuest.count).toBeLessThanOrEqual(6);
  expect(ofUser.count).toBeLessThanOrEqual(7);
  await Promise.all([guest.context().close(), user.context().close()]);
});

test('the pages of a payment stay within a window of 320 pixels, which is 1,280 at 400 %', async () => {
  const narrow = { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 };
  const page = await customer.open(await customer.order({ description: 'Order 7' }), 'fr', narrow);
  const look = async (name: string): Promise<void> => {
    await picture(page, `zoom-${name}`);
    expect([name, await overflows(page)]).toEqual([name, false]);
  };
  await look('start');
  const code = await customer.signIn(page);
  await page.locator('#code').waitFor();
  await look('code');
  await customer.enter(page, code);
  await page.getByText('Payé', { exact: true }).waitFor();
  await look('paid');
  await page.locator('a[href$="/receipt"]').click();
  await page.locator('[data-print]').waitFor();
  await look('receipt');
  await page.context().close();
});
