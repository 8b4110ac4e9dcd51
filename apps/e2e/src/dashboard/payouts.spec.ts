import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { codeOfApp, eventually, inboxMessages, newCode, RailControl, readStack, stackClient } from '@paygate/testing';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { atDashboard, mailed } from '../accounts/dashboard.js';
import { startChromium } from '../clients/chromium.js';
import { accepted, anApprovingPhone } from '../payments/paying.js';
import { newProven, PayingOut } from '../payouts/paying-out.js';
import { openDashboard, picture, signIn, violations } from './dashboard-browser.js';

/* From the first payment to money on the shop's own phone, in the browser alone, on a phone of 360 px. */

jest.setTimeout(240_000);

const stack = readStack();
const api = stackClient(stack);
const control = new RailControl(stack.rails.control);
const { url } = stack.dashboard;
/** The customer's phone, which approves. */
const CUSTOMER = '+237677770001';
const SCREEN = { width: 360, height: 740 };
let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(async () => {
  api.close();
  await browser.close();
});

const texts = {
  en: {
    ...{ signIn: 'Sign in', mail: 'E-mail address', password: 'Password', pay: 'Create a test payment here' },
    ...{ asCustomer: 'Pay it as a customer does', enable: 'Enable', current: 'Current password', goOn: 'Continue' },
    ...{ codeOfApp: 'Code of the app', done: 'Done', add: 'Register a phone', phone: 'Phone number', label: 'Name' },
    ...{ code: 'Code of the app, or a recovery code', register: 'Register', usable: 'Usable', out: 'Pay out' },
    ...{ arrived: 'Arrived', closing: 'Closing balance', save: 'Save', saved: 'The schedule is saved.' },
    ...{
      frequency: 'When',
      weekly: 'Every week',
      to: 'To',
      revoke: 'Revoke',
      revoked: 'Revoked',
      available: 'Available',
    },
  },
  fr: {
    ...{
      signIn: 'Se connecter',
      mail: 'Adresse e-mail',
      password: 'Mot de passe',
      pay: 'Créer ici un paiement de test',
    },
    ...{ asCustomer: 'Le payer comme un client', enable: 'Activer', current: 'Mot de passe actuel', goOn: 'Continuer' },
    ...{ codeOfApp: 'Code de l’application', done: 'Terminé', add: 'Enregistrer un téléphone' },
    ...{ phone: 'Numéro de téléphone', label: 'Nom', code: 'Code de l’application, ou code de secours' },
    ...{ register: 'Enregistrer', usable: 'Utilisable', out: 'Verser', arrived: 'Arrivé' },
    ...{ closing: 'Solde de clôture', save: 'Enregistrer', saved: 'Le calendrier est enregistré.', frequency: 'Quand' },
    ...{ weekly: 'Chaque semaine', to: 'Vers', revoke: 'Révoquer', revoked: 'Révoquée', available: 'Disponible' },
  },
} as const;

/** An account that was opened just now, with its owner. */
async function newOwner() {
  const email = `paul.${randomBytes(6).toString('hex')}@shop.example`;
  const password = `a long phrase of ${email}`;
  const account = { email, businessName: 'Boutique', country: 'CM' };
  await atDashboard(api, 'POST /dashboard/accounts', { body: account });
  const token = await mailed(stack, email, /acc_\w+/);
  const body = { token, name: 'Paul', password };
  accepted(201, await atDashboard(api, 'POST /dashboard/accounts/confirm', { body }));
  return { email, password };
}

async function isGood(page: Page, name: string): Promise<void> {
  await page.locator('main h1').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  await picture(page, `payouts-${name}`);
  expect(await violations(page)).toEqual([]);
}

/** Pays at the hosted page, with the code that the customer's phone got. */
async function payAsGuest(context: BrowserContext, open: () => Promise<void>): Promise<void> {
  const opened = context.waitForEvent('page');
  await open();
  const page = await opened;
  await page.locator('#phone').fill(CUSTOMER);
  const seen = await inboxMessages(stack, CUSTOMER);
  await page.locator('form button').first().click();
  await page.locator('#code').fill(await newCode(stack, CUSTOMER, seen));
  await page.locator('form button').first().click();
  await eventually(async () => {
    const isPaid = /^(Paid|Payé)$/.test((await page.locator('h1').textContent()) ?? '');
    if (!isPaid) await page.reload();
    return isPaid;
  });
  await page.close();
}

/** The amount that the operator has paid to a phone, by its own books. */
async function received(phoneNumber: string): Promise<bigint> {
  const lines = await control.statement('mtn_momo');
  const own = lines.filter(({ msisdn }) => phoneNumber.endsWith(msisdn));
  return own.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

test('a payout of test mode that waits is canceled on its page', async () => {
  const payouts = new PayingOut(stack, api);
  await payouts.earn('1000');
  const owner = await newProven(stack, api, 'owner');
  const destinationId = await payouts.destination(owner, '+237677770063');
  const { id } = accepted(202, await payouts.create({ destinationId, amount: '500' }));
  const { page, context, complaints } = await openDashboard(browser, `${url}sign-in`);
  await signIn(page, stack.dashboard.email, stack.dashboard.password);
  await page.goto(`${url}payouts/${id}`);
  await page.getByRole('button', { name: /^Cancel payout/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel payout' }).click();
  await page.getByText('Canceled').first().waitFor();
  expect(accepted(200, await payouts.ask('GET', `/payouts/${id}`))).toMatchObject({ status: 'CANCELED' });
  expect(complaints).toEqual([]);
  await payouts.revoke(owner, destinationId);
  await context.close();
});

test.each(['fr', 'en'] as const)('the first payment of a shop reaches its own phone: %s', async (language) => {
  const t = texts[language];
  const { email, password } = await newOwner();
  const { page, context, complaints } = await openDashboard(browser, `${url}sign-in`, {
    ...{ viewport: SCREEN, hasTouch: true, isMobile: true, locale: language === 'fr' ? 'fr-CM' : 'en-GB' },
  });
  await page.evaluate(`localStorage.setItem('paygate.language', '${language}')`);
  await page.reload();
  await page.getByLabel(t.mail).fill(email);
  await page.getByLabel(t.password).fill(password);
  await page.getByRole('button', { name: t.signIn }).tap();
  await page.getByRole('button', { name: t.pay }).tap();
  await payAsGuest(context, () => page.getByRole('link', { name: t.asCustomer }).tap());

  // without a second factor the page leads to it
  await page.goto(`${url}payouts/destinations`);
  await page.getByRole('button', { name: t.add }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link').waitFor();
  await isGood(page, `no-factor-${language}`);
  await dialog.getByRole('link').tap();
  await page.getByRole('button', { name: t.enable }).tap();
  await dialog.getByLabel(t.current).fill(password);
  await dialog.getByRole('button', { name: t.goOn }).tap();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByLabel(t.codeOfApp).fill(codeOfApp(secret));
  await dialog.getByRole('button', { name: t.enable }).tap();
  await dialog.getByRole('button', { name: t.done }).waitFor();
  const [first = '', second = ''] = await dialog.locator('code').allTextContents();
  await dialog.getByRole('button', { name: t.done }).tap();

  await page.goto(`${url}payouts/destinations`);
  await isGood(page, `destinations-empty-${language}`);
  const phone = anApprovingPhone();
  await page.getByRole('button', { name: t.add }).tap();
  await dialog.getByLabel(t.phone).fill(phone.replace('+237', ''));
  await dialog.getByLabel(t.label, { exact: true }).fill('Caisse');
  await isGood(page, `number-${language}`);
  await dialog.getByRole('button', { name: t.goOn }).tap();
  await dialog.getByLabel(t.code).fill('000000');
  await isGood(page, `owner-${language}`);
  await dialog.getByRole('button', { name: t.register }).tap();
  await dialog.getByRole('alert').first().waitFor();
  await dialog.getByLabel(t.code).fill(first);
  await dialog.getByRole('button', { name: t.register }).tap();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(t.usable, { exact: true }).waitFor();
  await isGood(page, `destinations-${language}`);

  const before = await received(phone);
  await page.goto(`${url}payouts`);
  await isGood(page, `empty-${language}`);
  await page.getByRole('button', { name: t.out, exact: true }).tap();
  await dialog.getByText(new RegExp(t.available)).waitFor();
  await isGood(page, `request-${language}`);
  await dialog.getByRole('button', { name: t.goOn }).tap();
  await dialog.getByRole('button', { name: new RegExp(`^${t.out} .*\\d`) }).waitFor();
  await isGood(page, `confirmation-${language}`);
  await dialog.getByRole('button', { name: new RegExp(`^${t.out} .*\\d`) }).tap();
  await page.getByText(t.arrived, { exact: true }).first().waitFor();
  await page.getByText(t.closing).waitFor();
  await isGood(page, `payout-${language}`);
  expect((await received(phone)) > before).toBe(true);
  await page.goto(`${url}payouts`);
  await page.getByRole('row').nth(1).getByText(t.arrived).waitFor();
  await isGood(page, `list-${language}`);

  await page.goto(`${url}payouts/schedule`);
  await page.getByLabel(t.frequency).selectOption({ label: t.weekly });
  await page.getByLabel(t.to, { exact: true }).selectOption({ index: 1 });
  await isGood(page, `schedule-${language}`);
  await page.getByRole('button', { name: t.save }).tap();
  await page.getByText(t.saved).waitFor();

  await page.goto(`${url}payouts/destinations`);
  await page.getByRole('button', { name: new RegExp(`^${t.revoke}`) }).tap();
  await dialog.getByLabel(t.code).fill(second);
  await isGood(page, `revoke-${language}`);
  await dialog.getByRole('button', { name: t.revoke, exact: true }).tap();
  await page.getByText(t.revoked, { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
