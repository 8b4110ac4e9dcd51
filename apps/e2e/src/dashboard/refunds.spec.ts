import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deliveryOf, eventually, readStack, stackClient } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { atDashboard, newMember, newSession } from '../accounts/dashboard.js';
import { contextFor, faultsOf } from '../checkout/browser.js';
import { startChromium } from '../clients/chromium.js';
import { accepted, anApprovingPhone, authorise, payersOf } from '../payments/paying.js';
import type { AtDashboard } from './dashboard-browser.js';
import { openDashboard, picture, signIn, violations } from './dashboard-browser.js';

const stack = readStack();
const api = stackClient(stack);
const { url, email, password } = stack.dashboard;
let browser: Browser;
let at: AtDashboard;
let payment: { readonly id: string; readonly checkoutUrl: string | null };

beforeAll(async () => {
  browser = await startChromium();
  at = await openDashboard(browser, url);
  await signIn(at.page, email, password);
  const [user] = payersOf(stack);
  if (user === undefined) throw new Error('the stack has no user with money');
  payment = accepted(201, await api.createIntent({ amount: '2500', currency: 'XAF', description: 'Two loaves' }));
  const token = await authorise(stack, api, user, payment.id);
  accepted(202, await api.chargeByMobileMoney(payment.id, token, { phoneNumber: anApprovingPhone() }));
  await deliveryOf(stack, payment.id, 'payment.completed');
});
afterAll(async () => {
  expect(at.complaints).toEqual([]);
  api.close();
  await browser.close();
});

const language = (page: Page, name: string) => page.evaluate(`localStorage.setItem('paygate.language', '${name}')`);
const fits = async (page: Page): Promise<void> => {
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
};
async function isGood(page: Page, name: string): Promise<void> {
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await fits(page);
  await picture(page, `${name}-phone`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await picture(page, name);
}

test('a part is refunded from the page of the payment, with a reason, after a confirmation', async () => {
  const { page } = at;
  await page.goto(`${url}payments/${payment.id}`);
  await page.getByText('Nothing has been refunded.').waitFor();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('2500');
  await isGood(page, 'refund-dialog');

  // more than there is: the field says what is left
  await dialog.getByLabel('Amount').fill('2 501');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText(/At most 2,500.FCFA can be refunded\./).waitFor();
  await isGood(page, 'refund-refused');

  await dialog.getByLabel('Amount').fill('1 000');
  await dialog.getByLabel('Reason').fill('One loaf was sold out');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText(/goes back to the phone that paid, ••\s••\s01, by MTN MoMo/).waitFor();
  await dialog.getByText(/^The fee of the payment, .* is not returned/).waitFor();
  await isGood(page, 'refund-confirmation');
  await dialog.getByRole('button', { name: /^Refund .*1,000/ }).click();
  await dialog.waitFor({ state: 'detached' });

  const refunds = page.getByRole('table', { name: 'Refunds' });
  await refunds.getByRole('row').filter({ hasText: 'One loaf was sold out' }).getByText('Refunded').waitFor();
  await eventually(async () => (await page.locator('main dl').first().innerText()).includes('1,000'));
  await page.getByText('Refund requested').waitFor();
  await isGood(page, 'payment-refunded');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('1500');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // the list says what went back, beside the amount
  for (const [spoken, words] of [
    ['en', /1,000.FCFA refunded/],
    ['fr', /dont 1.000.FCFA remboursés/],
  ] as const) {
    await language(page, spoken);
    await page.goto(`${url}payments`);
    await page.getByRole('row').filter({ hasText: payment.id }).getByText(words).waitFor();
    await isGood(page, `payments-refunded-${spoken}`);
  }
  await page.goto(`${url}payments/${payment.id}`);
  await page.getByRole('table', { name: 'Remboursements' }).waitFor();
  await page.getByRole('button', { name: 'Rembourser', exact: true }).click();
  await dialog.getByLabel('Motif').fill('Rupture de stock');
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await dialog.getByText(/reviennent au téléphone qui a payé/).waitFor();
  await isGood(page, 'refund-confirmation-fr');
  await dialog.getByRole('button', { name: 'Retour' }).click();
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await language(page, 'en');
});

test.each([
  ['fr', 'Montant remboursé', /1\s000/, 'Remboursé en partie'],
  ['en', 'Refunded to you', /1,000/, 'Partly refunded'],
] as const)('the customer reads it on the payment page and the receipt: %s', async (locale, words, amount, state) => {
  const context = await contextFor(browser, locale, { viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(payment.checkoutUrl ?? 'the stack has no payment page');
  for (const name of ['paid', 'receipt']) {
    const lines = await page.locator('dl').innerText();
    expect(lines).toContain(words);
    expect(lines).toMatch(amount);
    await fits(page);
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, `${name}-refunded-${locale}`);
    if (name === 'paid') await page.locator('a[href$="/receipt"]').click();
  }
  await page.emulateMedia({ media: 'print' });
  await page.locator('.proof svg').waitFor();
  await picture(page, `receipt-on-paper-${locale}`);
  await page.emulateMedia({ media: 'screen' });

  // [3.23] whoever has the paper reads that, and nothing else
  const address = (await page.locator('.proof a').getAttribute('href')) ?? '';
  const reader = await (await contextFor(browser, locale, { viewport: { width: 360, height: 740 } })).newPage();
  await reader.goto(address);
  expect(await reader.locator('h1').innerText()).toBe(state);
  expect(await reader.locator('main').innerText()).not.toMatch(/\d/);
  await fits(reader);
  expect(await faultsOf(reader)).toEqual([]);
  await picture(reader, `receipt-of-the-paper-${locale}`);
  expect((await reader.goto(`${address.slice(0, -1)}-`))?.status()).toBe(404);
  await reader.context().close();
  await context.close();
});

test('a cashier is led to the payments, sees what the role may do, and refunds as often as the merchant allows', async () => {
  const cashier = await newMember(stack, api, 'cashier');
  const setLimit = async (cashierRefundsPerDay: number) => {
    const { email: owner, password: secret } = stack.merchant.owner;
    const session = await newSession(api, owner, secret);
    const body = { settings: { cashierRefundsPerDay } };
    accepted(200, await atDashboard(api, 'PATCH /merchant', { session, body }));
  };
  await setLimit(1);
  const { page, context, complaints } = await openDashboard(browser, url);
  await signIn(page, cashier.email, cashier.password);
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  const menu = await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link').allTextContents();
  expect(menu).toEqual([
    'Overview',
    'Payments',
    'Till',
    'Customers',
    'My day',
    'Payment links',
    'Test numbers',
    'Documentation',
    'Security',
  ]);
  await page.goto(`${url}payments/${payment.id}`);
  const dialog = page.getByRole('dialog');
  for (const outcome of ['Refunded', 'All refunds that may be made today are made: 1 of 1.']) {
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await dialog.getByLabel('Amount').fill('100');
    await dialog.getByLabel('Reason').fill(`by ${cashier.email}`);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: /^Refund .*100/ }).click();
    const row = page.getByRole('row').filter({ hasText: cashier.email });
    await (outcome === 'Refunded' ? row : dialog).getByText(outcome).waitFor();
  }
  await isGood(page, 'cashier');
  await setLimit(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('[10.6] an account without a limit of refunds is offered one, which a click sets', async () => {
  const body = { settings: { refundsPerDay: {} } };
  accepted(200, await atDashboard(api, 'PATCH /merchant', { session: await newSession(api, email, password), body }));
  const { page, context, complaints } = await openDashboard(browser, url);
  await signIn(page, email, password);
  await page.goto(`${url}settings/profile`);
  const offer = page.getByRole('button', { name: 'Limit to half of the balance' });
  const percent = page.getByLabel('Percent of the balance at 00:00');
  await offer.waitFor();
  expect(await percent.inputValue()).toBe('');
  await isGood(page, 'refund-limit');
  await offer.click();
  await offer.waitFor({ state: 'hidden' });
  expect(await percent.inputValue()).toBe('50');
  expect(complaints).toEqual([]);
  await context.close();
});
