import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually, StackDatabases } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { customerOf } from '../clients/shop.js';
import { demoServer, trustedStack } from '../clients/trust.js';
import { picture } from './browser.js';
import { PayingCustomer } from './paying-customer.js';

/* Customers whose payment is declined, and who pay on the page all the same, once. On a whole stack, in Chromium. */

jest.setTimeout(240_000);

const stack = trustedStack();
const shop = demoServer(stack);
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

const texts = {
  fr: { declined: 'n’a pas abouti', paid: 'Payé', lowBalance: 'Le solde est insuffisant.' },
  en: { declined: 'did not go through', paid: 'Paid', lowBalance: 'The balance is too low.' },
} as const;
type Language = keyof typeof texts;

/** Numbers that no test has used; the last two digits decide what their payers do. */
const anyDigits = (): string => String(randomInt(1e5)).padStart(5, '0');
const ofMtn = (digits: string): string => `+23767${anyDigits()}${digits}`;
const ofOrange = (digits: string): string => `+23769${anyDigits()}${digits}`;

const reaches = (page: Page, title: string): Promise<unknown> =>
  eventually(
    async () => {
      const found = await page
        .locator('h1')
        .innerText()
        .catch(() => '');
      if (!found.includes(title)) await page.reload().catch(() => undefined);
      return found.includes(title);
    },
    { intervalMs: 500 },
  );

/** Asks for a code on the first page; returns it. */
async function codeFor(page: Page, phoneNumber: string): Promise<string> {
  await page.locator('#phone').fill(phoneNumber);
  const code = await customer.codeAfter(phoneNumber, () => page.locator('form button').first().click());
  await page.locator('#code').waitFor();
  return code;
}

async function payFrom(page: Page, phoneNumber: string): Promise<void> {
  await customer.enter(page, await codeFor(page, phoneNumber));
}

const orderOf = (reference: string) => customer.order({ reference, checkoutRetries: 3 });

/** Goes on after a decline, with another number or the same. */
async function goOn(page: Page, way: 'same' | 'other'): Promise<void> {
  const declined = page.url();
  await page.locator(`button[value="${way}"]`).click();
  await page.waitForURL((url) => url.href !== declined && /\/checkout\/pi_\w+$/.test(url.pathname));
}

/** The books of an order: its intents, and the number of their charges that took money. */
async function booksOf(reference: string) {
  const { data } = await shop.paymentIntents.list({ reference });
  const charges = await databases.query<{ state: string }>(
    'charging',
    `SELECT intent_id, state FROM charge WHERE intent_id = ANY ($1) AND state = 'succeeded'`,
    [data.map(({ id }) => id)],
  );
  return { intents: data.toReversed(), paid: charges.length };
}

test.each<[Language, boolean]>([
  ['fr', false],
  ['en', true],
])(
  '[3.18][3.21] a customer who is declined twice pays by another operator, without going back to the shop: %s, script %s',
  async (language, javaScriptEnabled) => {
    const { declined, paid, lowBalance } = texts[language];
    const reference = `retry-${randomUUID()}`;
    const order = await orderOf(reference);
    const page = await customer.open(order, language, { javaScriptEnabled });
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await payFrom(page, ofMtn('10'));
    await reaches(page, declined);
    expect(await page.locator('main').innerText()).toContain(lowBalance);
    // the same number would be declined again
    expect(await page.locator('button[value="same"]').count()).toBe(0);
    await picture(page, `declined-other-${language}`);
    await goOn(page, 'other');
    expect(await page.locator('#phone').inputValue()).toBe('');
    const rejecting = ofMtn('11');
    await payFrom(page, rejecting);
    await reaches(page, declined);
    await picture(page, `declined-same-${language}`);
    await goOn(page, 'same');
    expect((await page.locator('#phone').inputValue()).replaceAll(/\D/g, '')).toContain(rejecting.slice(4));
    await payFrom(page, ofOrange('01'));
    await reaches(page, paid);
    const { intents, paid: charges } = await booksOf(reference);
    expect(intents.map(({ status, retryOf }) => [status, retryOf])).toEqual([
      ['FAILED', null],
      ['FAILED', order.id],
      ['COMPLETED', order.id],
    ]);
    expect([charges, intents[2]?.payer?.operator]).toEqual([1, 'orange_money']);
    const named = `paymentIntentId=${intents[2]?.id ?? ''}&reference=${reference}`;
    expect(await page.locator('a.button').getAttribute('href')).toBe(`https://shop.example/thanks?${named}`);
    // the address that the shop has given leads to what was paid
    await page.goto(order.link);
    await page.getByText(paid, { exact: true }).waitFor();
    expect(page.url()).toContain(intents[2]?.id);
    expect([...origins]).toEqual([stack.gateway.url]);
    await page.context().close();
  },
);

test('[3.19] two devices that go on at the same time pay once, and both show it', async () => {
  const reference = `retry-${randomUUID()}`;
  const order = await orderOf(reference);
  const devices = [await customer.open(order, 'en'), await customer.open(order, 'en')];
  const [first, second] = devices;
  if (first === undefined || second === undefined) throw new Error('two devices');
  await payFrom(first, ofMtn('12'));
  for (const device of devices) await reaches(device, texts.en.declined);
  await Promise.all(devices.map((device) => goOn(device, 'other')));
  expect(new Set(devices.map((device) => device.url())).size).toBe(1);
  const codes = [await codeFor(first, ofOrange('01')), await codeFor(second, ofMtn('01'))];
  await Promise.all(devices.map((device, index) => customer.enter(device, codes[index] ?? '')));
  for (const device of devices) await reaches(device, texts.en.paid);
  const { intents, paid } = await booksOf(reference);
  expect(intents.map(({ status }) => status)).toEqual(['FAILED', 'COMPLETED']);
  expect(paid).toBe(1);
  await Promise.all(devices.map((device) => device.context().close()));
});

test('[3.19] a payment that the shop begins anew is not paid a second time on the page of the first', async () => {
  const reference = `retry-${randomUUID()}`;
  const order = await orderOf(reference);
  const page = await customer.open(order, 'en');
  await payFrom(page, ofMtn('11'));
  await reaches(page, texts.en.declined);
  const anew = await orderOf(reference);
  await page.locator('button[value="same"]').click();
  await page.getByText('go back to the shop').waitFor();
  expect(await page.locator('button[value]').count()).toBe(0);
  await page.goto(anew.link);
  await payFrom(page, ofMtn('01'));
  await reaches(page, texts.en.paid);
  const { intents, paid } = await booksOf(reference);
  expect([intents.map(({ status }) => status), paid]).toEqual([['FAILED', 'COMPLETED'], 1]);
  await page.context().close();
});

test('[9.13] a payment by a link may be tried again, and is one use of it when it is paid', async () => {
  const link = await shop.paymentLinks.create({ amount: '700', currency: 'XAF', maxUses: 1 });
  const page = await customer.browse('fr');
  await page.goto(link.url ?? '');
  await page.locator('form button').click();
  await payFrom(page, ofMtn('14'));
  await reaches(page, texts.fr.declined);
  await goOn(page, 'other');
  await payFrom(page, ofOrange('01'));
  await reaches(page, texts.fr.paid);
  expect(await shop.paymentLinks.retrieve(link.id)).toMatchObject({ status: 'used_up', usesRemaining: 0, payments: 2 });
  await page.context().close();
});
