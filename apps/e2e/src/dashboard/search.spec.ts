import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, readStack, stackClient } from '@paygate/testing';
import type { Browser } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { accepted, anApprovingPhone, authorise, payersOf } from '../payments/paying.js';
import type { AtDashboard } from './dashboard-browser.js';
import { openDashboard, picture, violations } from './dashboard-browser.js';

/* A shop finds its payment on a phone, in French. */

const stack = readStack();
const api = stackClient(stack);
const { url, email, password } = stack.dashboard;
const MOST_TAPS = 3;
let browser: Browser;
let at: AtDashboard;

beforeAll(async () => {
  browser = await startChromium();
  const screen = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  at = await openDashboard(browser, `${url}sign-in`, screen);
  const { page } = at;
  await page.evaluate("localStorage.setItem('paygate.language', 'fr')");
  await page.reload();
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe').fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).tap();
  await page.getByRole('button', { name: 'Menu principal' }).waitFor();
});
afterAll(async () => {
  expect(at.complaints).toEqual([]);
  api.close();
  await browser.close();
});

interface Paid {
  readonly id: string;
  readonly phoneNumber: string;
  /** The operator's own number of the transaction, as its SMS to the customer has it. */
  readonly number: string;
}

async function paid(): Promise<Paid> {
  const [payer] = payersOf(stack);
  if (payer === undefined) throw new Error('the stack has no demo user');
  const { id } = accepted(201, await api.createIntent({ amount: '9150', currency: 'XAF' }));
  const phoneNumber = anApprovingPhone();
  accepted(202, await api.chargeByMobileMoney(id, await authorise(stack, api, payer, id), { phoneNumber }));
  const headers = { 'x-api-key': stack.merchant.secretKey };
  const number = await eventually(async () => {
    const { body } = await api.request({ method: 'GET', path: `/gateway/${id}`, headers });
    return (body['providerReference'] as string | null) ?? undefined;
  });
  return { id, phoneNumber, number };
}

test('[2.32][2.46] from the number in the customer’s SMS to the payment in three taps, and a phone stands in no address', async () => {
  const { page } = at;
  const { id, number, phoneNumber } = await paid();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const text of [number.toLowerCase(), phoneNumber.slice(4), phoneNumber]) {
    await page.goto(url);
    let taps = 0;
    const tap = async (target: { tap(): Promise<void> }): Promise<void> => {
      taps += 1;
      await target.tap();
    };
    await tap(page.getByRole('button', { name: 'Rechercher' }));
    // the field has the focus: nobody taps it
    await page.keyboard.type(text);
    const payment = page.getByRole('option').filter({ hasText: id });
    await payment.waitFor();
    if (text === phoneNumber) expect(await violations(page)).toEqual([]);
    await picture(page, 'search-phone-fr');
    await tap(payment);
    await page.waitForURL((address) => address.pathname.endsWith(`/payments/${id}`));
    await page.getByRole('heading', { level: 1, name: 'Paiement', exact: true }).waitFor();
    expect(taps).toBeLessThanOrEqual(MOST_TAPS);
  }
  expect(asked.filter((address) => address.includes(phoneNumber.slice(4)))).toEqual([]);
});

test('[2.24] the search of the list takes a phone as people write it, and keeps it out of the address', async () => {
  const { page } = at;
  const { id, phoneNumber } = await paid();
  const local = phoneNumber.slice(4);
  await page.goto(`${url}payments`);
  await page.getByRole('button', { name: 'Filtres' }).tap();
  await page.getByRole('searchbox', { name: 'Recherche' }).fill(`${local.slice(0, 3)} ${local.slice(3)}`);
  await page.getByRole('button', { name: 'Filtrer', exact: true }).tap();
  await page.getByRole('row').filter({ hasText: id }).waitFor();
  expect(page.url()).not.toContain(local.slice(0, 3));
});
