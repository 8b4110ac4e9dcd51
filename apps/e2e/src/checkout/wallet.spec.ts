import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { StackUser } from '@paygate/testing';
import { eventually, inboxMessages, newCode, stackClient } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { customerOf } from '../clients/shop.js';
import { trustedStack } from '../clients/trust.js';
import { contextFor, overflows, picture } from './browser.js';
import { PayingCustomer } from './paying-customer.js';

/* A wallet that is filled on the way to a payment, and the wallet's own pages, on a whole stack. */

jest.setTimeout(240_000);

const stack = trustedStack();
const api = stackClient(stack);
const wallet = `${stack.gateway.url}/checkout/wallet`;
/** More than by mobile money. */
const MORE_PAGES = 4;
const PHONE = { viewport: { width: 360, height: 740 } };
let browser: Browser;
let customer: PayingCustomer;

beforeAll(async () => {
  browser = await startChromium();
  customer = new PayingCustomer(stack, browser, customerOf(stack));
});
afterAll(async () => {
  api.close();
  await browser.close();
});

/** A number of MTN whose payer approves. */
const anyPhone = (): string => `+23767${String(randomInt(1e5)).padStart(5, '0')}01`;

/** A user without money. */
async function newUser(): Promise<Omit<StackUser, 'walletBalance'>> {
  const phoneNumber = anyPhone();
  const password = `the password of ${randomBytes(8).toString('hex')}`;
  const seen = await inboxMessages(stack, phoneNumber);
  const { registrationId } = (await api.register(phoneNumber, password)).body;
  const confirmed = await api.confirmRegistration(registrationId, await newCode(stack, phoneNumber, seen));
  expect(confirmed.status).toBe(201);
  return { id: confirmed.body.id, phoneNumber, password };
}

async function balanceOf({ phoneNumber, password }: Pick<StackUser, 'phoneNumber' | 'password'>): Promise<string> {
  const { token } = (await api.signIn(phoneNumber, password)).body;
  const headers = { 'x-api-key': stack.merchant.publishableKey, authorization: `Bearer ${token}` };
  const answer = (await (await fetch(`${stack.gateway.url}/wallet`, { headers })).json()) as { balance: string };
  return answer.balance;
}

/** Counts the pages that a customer sees: documents, and not what leads to them. */
function pagesOf(page: Page): { readonly count: number } {
  const seen = { count: 0 };
  page.on('response', (response) => {
    if (response.request().resourceType() === 'document' && response.status() === 200) seen.count += 1;
  });
  return seen;
}

const submit = (page: Page): Promise<void> => page.locator('main form button').first().click();
const signInAs = async (page: Page, user: Pick<StackUser, 'phoneNumber' | 'password'>): Promise<void> => {
  await page.locator('#phone').fill(user.phoneNumber);
  await page.locator('#password').fill(user.password);
  await submit(page);
};

/** Waits as a customer does: for the script, or until the phone was answered, and then by the link of the page. */
async function follow(page: Page, locator: string, hasScript: boolean, isDone: () => Promise<boolean>): Promise<void> {
  if (!hasScript) {
    await eventually(isDone);
    if ((await page.locator(locator).count()) === 0) await page.locator('main a.button').click();
  }
  await page.locator(locator).waitFor({ timeout: 60_000 });
  expect(await overflows(page)).toBe(false);
}

const PAID = '.done';

describe.each([true, false])('in French, on a phone 360 pixels wide, script %s', (javaScriptEnabled) => {
  test('a user without money pays 5,000 FCFA from a wallet that is filled on the way', async () => {
    const look = { ...PHONE, javaScriptEnabled };
    const guest = await customer.browse('fr', look);
    const ofGuest = pagesOf(guest);
    const first = await customer.order({ amount: '5000' });
    await guest.goto(first.link);
    const phoneNumber = anyPhone();
    await guest.locator('#phone').fill(phoneNumber);
    await customer.enter(guest, await customer.codeAfter(phoneNumber, () => submit(guest)));
    await follow(guest, PAID, javaScriptEnabled, async () => (await customer.statusOf(first.id)) === 'COMPLETED');

    const user = await newUser();
    const page = await customer.browse('fr', look);
    const ofUser = pagesOf(page);
    const order = await customer.order({ amount: '5000' });
    await page.goto(order.link);
    await page.locator('a[href$="/wallet"]').click();
    await signInAs(page, user);
    await page.getByText('Il manque').waitFor();
    expect(await page.locator('#amount').inputValue()).toBe('5000');
    await submit(page);
    const isFilled = async () => (await balanceOf(user)) === '5000';
    await follow(page, 'form[action$="/filled"]', javaScriptEnabled, isFilled);
    await picture(page, `filled-on-the-way-${String(javaScriptEnabled)}`);
    const code = await customer.codeAfter(user.phoneNumber, () => submit(page));
    await customer.enter(page, code);
    await follow(page, PAID, javaScriptEnabled, async () => (await customer.statusOf(order.id)) === 'COMPLETED');
    expect([await customer.statusOf(order.id), await balanceOf(user)]).toEqual(['COMPLETED', '0']);
    console.log(`pages, script ${String(javaScriptEnabled)}: mobile money ${ofGuest.count}, wallet ${ofUser.count}`);
    expect(ofUser.count - ofGuest.count).toBeLessThanOrEqual(MORE_PAGES);
    await Promise.all([guest.context().close(), page.context().close()]);
  });
});

test('a user fills the wallet, withdraws after the fee was shown, and reads and downloads what has moved', async () => {
  const user = await newUser();
  const page = await (await contextFor(browser, 'en', { ...PHONE, bypassCSP: false })).newPage();
  await page.goto(wallet);
  await signInAs(page, user);
  await page.getByRole('link', { name: 'Add money' }).click();
  await page.locator('#amount').fill('20 000');
  await submit(page);
  await page.getByRole('heading', { name: 'Your wallet is filled' }).waitFor({ timeout: 60_000 });
  const ofUser = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Back to the wallet' }).click();
  await page.getByRole('link', { name: 'Withdraw' }).click();
  await page.locator('#amount').fill('5000');
  const code = await customer.codeAfter(user.phoneNumber, () => submit(page));
  expect(await page.locator('dl').innerText()).toContain('Fee');
  expect(await balanceOf(user)).toBe('20000');
  await page.locator('#code').fill(code);
  await submit(page);
  await page.getByRole('heading', { name: 'Paid out' }).waitFor({ timeout: 60_000 });
  expect(await balanceOf(user)).toBe('15000');
  await page.goto(`${wallet}/history`);
  expect(await page.locator('.movements li').count()).toBe(2);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download a statement' }).click();
  const path = await (await downloading).path();
  const [, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\r\n');
  expect(rows.map((row) => row.split(',').slice(1, 5))).toEqual([
    ['Withdrawal', '', '-5000', 'XAF'],
    ['Money added', '', '20000', 'XAF'],
  ]);

  // the top-up of this user, by the address that another one opens
  const other = await (await contextFor(browser, 'en')).newPage();
  await other.goto(wallet);
  await signInAs(other, await newUser());
  const answer = await other.goto(stack.gateway.url + ofUser);
  expect([answer?.status(), await other.locator('main').innerText()]).toEqual([
    404,
    expect.not.stringContaining('20,000'),
  ]);
  await Promise.all([page.context().close(), other.context().close()]);
});
