import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually, inboxMessages, newCode, stackClient } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { encode } from 'uqr';
import type { NewMember } from '../accounts/dashboard.js';
import { atDashboard, newMember, newOwner } from '../accounts/dashboard.js';
import { contextFor } from '../checkout/browser.js';
import { startChromium } from '../clients/chromium.js';
import { trustedStack } from '../clients/trust.js';
import type { AtDashboard } from '../dashboard/dashboard-browser.js';
import { accepted } from '../payments/paying.js';
import type { Coded } from './till-screen.js';
import { amountField, anyPhone, ask, countPresses, isGood, paid, showCode, signedInAtTill } from './till-screen.js';

/* The day of a new cashier, with the page alone: 360 px, French. */

jest.setTimeout(240_000);

const stack = trustedStack();
const api = stackClient(stack);
const { url } = stack.dashboard;
const LONG_MS = 60_000;
let browser: Browser;
let owner: string;
let cashier: NewMember;
let at: AtDashboard;

beforeAll(async () => {
  browser = await startChromium();
  owner = (await newOwner(stack, api)).session;
  const settings = { phoneAsks: true, guestPayments: true, cashierRefundsPerDay: 3 };
  accepted(200, await atDashboard(api, 'PATCH /merchant', { session: owner, body: { settings } }));
  cashier = await newMember(stack, api, 'cashier', owner);
  for (const name of ['Caisse du fond', 'Caisse 1'])
    accepted(201, await atDashboard(api, 'POST /tills', { session: owner, body: { name } }));
  at = await signedInAtTill(browser, url, cashier);
});
afterAll(async () => {
  expect(at.complaints).toEqual([]);
  api.close();
  await browser.close();
});

/** The presses since they were last counted. */
const presses = (page: Page) => page.evaluate('presses');
const next = (page: Page) => page.getByRole('button', { name: 'Client suivant' }).tap();

/** The squares of a code, as a phone sees them. */
function squaresOf(text: string): string {
  const { data } = encode(text, { border: 4 });
  return data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
}

/** A customer scans the code of the screen, and pays as a guest. */
async function payByCode(page: Page, { checkoutUrl }: Coded): Promise<void> {
  const code = page.getByRole('img', { name: 'Code QR du paiement' });
  expect(await code.locator('path').last().getAttribute('d')).toBe(squaresOf(checkoutUrl));
  const context = await contextFor(browser, 'fr');
  const customer = await context.newPage();
  await customer.goto(checkoutUrl);
  const phoneNumber = `+237${anyPhone('01')}`;
  await customer.locator('#phone').fill(phoneNumber);
  const seen = await inboxMessages(stack, phoneNumber);
  await customer.locator('form button').first().click();
  const sms = await newCode(stack, phoneNumber, seen);
  await customer.locator('#code').fill(sms);
  await customer.locator('form button').first().click();
  await paid(page).waitFor({ timeout: LONG_MS });
  await context.close();
}

test('[4.28] three payments, one of them by a code, a refund in part, and the day is closed', async () => {
  const { page } = at;
  // the till is chosen once on the device
  await page.getByRole('heading', { name: 'À quelle caisse est cet appareil ?' }).waitFor();
  await isGood(page, 'choice');
  await page.getByRole('button', { name: 'Caisse 1' }).tap();
  await amountField(page).waitFor();
  await isGood(page, 'open-at-till');

  await countPresses(page);
  const first = await ask(page, '700', anyPhone('01'));
  await paid(page).waitFor({ timeout: LONG_MS });
  expect(await presses(page)).toBe(2);
  await next(page);

  await amountField(page).waitFor();
  await countPresses(page);
  const coded = await showCode(page, '900');
  expect(await presses(page)).toBe(1);
  await payByCode(page, coded);
  expect(await presses(page)).toBe(1);
  await isGood(page, 'paid-by-code');
  await next(page);

  await page.reload();
  await page.getByText('Caisse 1').waitFor();
  await ask(page, '650', anyPhone('01'));
  await paid(page).waitFor({ timeout: LONG_MS });
  await next(page);

  // [4.27] every payment is the till's
  const { body } = await atDashboard(api, 'GET /tills', { session: cashier.session });
  const tills = body['data'] as readonly { readonly id: string; readonly name: string }[];
  const tillId = tills.find(({ name }) => name === 'Caisse 1')?.id ?? '';
  const listed = await atDashboard(api, `GET /gateway?tillId=${tillId}`, { session: owner });
  expect((listed.body['data'] as readonly object[]).length).toBe(3);

  await refundInPart(page, first);
  await closeDay(page);
});

/** From the till to the payment, of which 200 go back. */
async function refundInPart(page: Page, id: string): Promise<void> {
  await page.getByRole('link', { name: 'Paiements' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Paiements' }).waitFor();
  await page.locator(`a[href$="/payments/${id}"]`).first().tap();
  await page.getByRole('button', { name: 'Rembourser', exact: true }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Montant').fill('200');
  await dialog.getByLabel('Motif').fill('Un pain en moins');
  await dialog.getByRole('button', { name: 'Continuer' }).tap();
  await dialog.getByRole('button', { name: /^Rembourser .*200/ }).tap();
  await page
    .getByRole('row')
    .filter({ hasText: 'Un pain en moins' })
    .getByText('Remboursé')
    .waitFor({ timeout: LONG_MS });
}

/** The day of the cashier: what was taken and given back, at which till. */
async function closeDay(page: Page): Promise<void> {
  await page.goto(`${url}till`);
  await page.getByRole('link', { name: 'Clôture du jour' }).tap();
  const lines = page.getByRole('table').getByRole('row').filter({ hasText: 'Caisse 1' });
  // what was booked a moment ago is summed some seconds later
  await eventually(
    async () => {
      await lines.first().waitFor();
      const text = (await page.locator('main').innerText()).replaceAll(/\s/g, ' ');
      const isWhole = text.includes('2 250 FCFA') && text.includes('\u2212200 FCFA');
      if (!isWhole) await page.reload();
      return isWhole;
    },
    { timeoutMs: LONG_MS, intervalMs: 1_000 },
  );
  await page.getByRole('heading', { level: 1, name: 'Ma journée' }).waitFor();
  expect(await lines.count()).toBe(2);
  await isGood(page, 'day');
}

test('[4.28] an owner reads the day of all by till, and a revoked till is chosen again', async () => {
  const { page } = at;
  const span = `from=${new Date(Date.now() - 86_400_000).toISOString()}`;
  const { body } = await atDashboard(api, `GET /balance/summary?${span}`, { session: owner });
  const lines = body['data'] as readonly Readonly<Record<'type' | 'tillId' | 'gross' | 'count', unknown>>[];
  const [{ tillId } = { tillId: null }] = lines;
  const sold = lines.filter(({ type }) => type === 'charge').map(({ tillId: at, gross, count }) => [at, gross, count]);
  expect(sold).toEqual([[tillId, '2250', 3]]);
  expect(lines.filter(({ type }) => type === 'refund')).toMatchObject([{ tillId, gross: '-200', count: 1 }]);
  accepted(200, await atDashboard(api, `POST /tills/${String(tillId)}/revoke`, { session: owner }));
  await page.goto(`${url}till`);
  await page.getByRole('button', { name: 'Caisse du fond' }).tap();
  await amountField(page).waitFor();
  expect(await page.getByText('Caisse 1').count()).toBe(0);
});
