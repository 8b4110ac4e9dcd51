import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually, readStack, stackClient } from '@paygate/testing';
import type { Browser } from 'playwright-core';
import { mailed } from '../accounts/dashboard.js';
import { startChromium } from '../clients/chromium.js';
import type { AtDashboard } from './dashboard-browser.js';
import { openDashboard, openFilters, openMenu, picture, signIn, violations } from './dashboard-browser.js';

/* What went wrong for people at the dashboard, and does no longer. */

const stack = readStack();
const api = stackClient(stack);
const { url, email, password } = stack.dashboard;
let browser: Browser;
let at: AtDashboard;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(async () => {
  api.close();
  await browser.close();
});
beforeEach(async () => {
  at = await openDashboard(browser, url);
  await signIn(at.page, email, password);
});
afterEach(() => at.context.close());

test('a session that ended in another tab leads to the sign-in, and what was typed stays', async () => {
  const { page, context } = at;
  const description = `kept ${randomBytes(4).toString('hex')}`;
  await page.goto(`${url}payment-links`);
  await page.getByRole('button', { name: 'Create a link' }).click();
  const form = page.getByRole('dialog', { name: 'Create a link' });
  await form.getByLabel('Amount').fill('1500');
  await form.getByLabel('Description').fill(description);
  const other = await context.newPage();
  await other.goto(url);
  await other.getByRole('button', { name: 'Your account' }).click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await other.close();

  await form.getByRole('button', { name: 'Create', exact: true }).click();
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await again.waitFor();
  expect(await page.getByText('api_key_missing').filter({ visible: true }).count()).toBe(0);
  expect(await again.getByLabel('E-mail address').inputValue()).toBe(email);
  await picture(page, 'fault-session-ended');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await again.getByLabel('Password').fill(password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.waitFor({ state: 'detached' });
  expect(await form.getByLabel('Description').inputValue()).toBe(description);
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Payment link', exact: true }).waitFor();
  await page.getByText(description).first().waitFor();
});

test('without a connection a page that was not loaded yet leaves the app in place, and is there on another try', async () => {
  const { page, context } = at;
  await page.goto(`${url}payments`);
  await page.getByRole('table').waitFor();
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('alert').getByText('Paygate cannot be reached.').waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'fault-offline');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Payments' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('alert').getByText('Paygate cannot be reached.').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
});

test('“Clear filters” clears the phone, too', async () => {
  const { page } = at;
  await page.goto(`${url}payments`);
  await openFilters(page);
  await page.getByLabel('Phone that pays').fill('+237677880099');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByText('No payment matches the filters.').waitFor();
  await openFilters(page);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByRole('table').waitFor();
  expect(await page.getByLabel('Phone that pays', { exact: true }).inputValue()).toBe('');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openFilters(page);
  await page.getByLabel('Amount from').fill('1');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.waitForURL(/amountFrom=1$/);
  await eventually(() => asked.some((address) => address.includes('amountFrom=1')));
  expect(asked.filter((address) => address.endsWith('/gateway/search'))).toEqual([]);
});

test('a role changes by a choice and a press, and not by an arrow key', async () => {
  const { page } = at;
  const guest = `otto.${randomBytes(6).toString('hex')}@shop.example`;
  await page.goto(`${url}settings/members`);
  await page.getByRole('button', { name: 'Invite a member' }).click();
  await page.getByLabel('E-mail address').fill(guest);
  await page.getByRole('dialog').getByLabel('Role').selectOption('viewer');
  await page.getByRole('dialog').getByRole('button', { name: 'Invite a member' }).click();
  const row = page.getByRole('row').filter({ hasText: guest });
  await row.waitFor();
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/role')) changes.push(request.method());
  });
  await openMenu(page, guest);
  await page.getByRole('button', { name: 'Change the role' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog', { name: `Role of ${guest}` });
  await dialog.getByLabel('Role', { exact: true }).focus();
  await page.keyboard.press('ArrowUp');
  expect(await dialog.getByLabel('Role', { exact: true }).inputValue()).toBe('cashier');
  await picture(page, 'fault-role');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await row.getByText('Viewer').waitFor();
  expect(changes).toEqual([]);
  await openMenu(page, guest);
  await page.getByRole('button', { name: 'Change the role' }).filter({ visible: true }).click();
  await dialog.getByLabel('Role', { exact: true }).selectOption('cashier');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Cashier').waitFor();
  expect(changes).toEqual(['POST']);
});

test('a key that is shown once survives Escape', async () => {
  const { page } = at;
  await page.goto(`${url}settings/api-keys`);
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill('escaped');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const shown = page.getByRole('dialog').getByText(/^sk_test_/);
  await shown.waitFor();
  for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press('Escape');
  expect(await shown.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Done' }).click();
  await shown.waitFor({ state: 'detached' });
});

test.each([
  ['en', 'Cancel payment', 'No, go back'],
  ['fr', 'Annuler le paiement', 'Non, revenir'],
] as const)('the two buttons of a confirmation cannot be mistaken, in %s', async (language, action, back) => {
  const { page } = at;
  const { id } = (await api.createIntent({ amount: '500', currency: 'XAF' })).body;
  await page.evaluate(`localStorage.setItem('paygate.language', '${language}')`);
  await page.goto(`${url}payments/${id}`);
  await page.getByRole('button', { name: new RegExp(`^${action}`) }).click();
  expect(await page.getByRole('dialog').getByRole('button').allTextContents()).toEqual([action, back]);
  await page.getByRole('button', { name: back }).click();
  expect((await api.readIntent(id)).body).toMatchObject({ status: 'PENDING' });
});

test('a refusal is in the words of the reader; what the API says is below “Détails”', async () => {
  const { page } = at;
  await page.evaluate("localStorage.setItem('paygate.language', 'fr')");
  await page.goto(`${url}payment-links`);
  await page.getByRole('button', { name: 'Créer un lien' }).click();
  await page.getByRole('dialog').getByLabel('Montant').fill('1');
  await page.getByRole('button', { name: 'Créer', exact: true }).click();
  const alert = page.getByRole('dialog').getByRole('alert');
  await alert.waitFor();
  expect(await page.getByRole('dialog').locator('[lang=en]').filter({ visible: true }).count()).toBe(0);
  await page.getByText('À corriger : Le montant est inférieur au minimum.').waitFor();
  await alert.getByText('Détails').click();
  expect(await alert.locator('[lang=en]').isVisible()).toBe(true);
  expect(await alert.textContent()).toMatch(/amount_too_small.*req_/);
});

test.each([
  ['a page of the dashboard', 'dashboard/no-such-page'],
  ['any other address', 'no/such/page'],
])('%s that does not exist is a page', async (_kind, path) => {
  const { page } = at;
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    const answer = await page.goto(new URL(`/${path}`, url).href);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, `fault-missing-${path.replaceAll('/', '-')}-${theme}`);
  }
});

test('a photo becomes a logo', async () => {
  const { page } = at;
  await page.goto(`${url}settings/profile`);
  const photo = await page.evaluate<string>(`new Promise((resolve) => {
    const canvas = document.createElement('canvas');
    canvas.width = 2400; canvas.height = 1600;
    const drawing = canvas.getContext('2d');
    for (let x = 0; x < 240; x += 1) for (let y = 0; y < 160; y += 1) {
      drawing.fillStyle = 'rgb(' + ((x * 7 + y * 13) % 256) + ',' + ((x * y) % 256) + ',' + ((x * 3) % 256) + ')';
      drawing.fillRect(x * 10, y * 10, 10, 10);
    }
    resolve(canvas.toDataURL('image/jpeg', 0.9).split(',')[1]);
  })`);
  const buffer = Buffer.from(photo, 'base64');
  expect(buffer.length).toBeGreaterThan(50_000);
  const [stored] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PATCH'),
    page.getByLabel('Choose a logo').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer }),
  ]);
  expect(stored.status()).toBe(200);
  await page.getByRole('button', { name: 'Remove the logo' }).click();
  await page.getByText('There is no logo yet.').waitFor();
});

test('the link of an account mail fills in its code, which leaves the address', async () => {
  const { page, context } = await openDashboard(browser, `${url}forgot-password`);
  const guest = `lina.${randomBytes(6).toString('hex')}@shop.example`;
  await page.goto(`${url}sign-up`);
  await page.getByLabel('Name of the business').fill('Chez Lina');
  await page.getByLabel('E-mail address').fill(guest);
  await page.getByRole('button', { name: 'Sign up' }).click();
  const link = await mailed(stack, guest, /https:\S+#token=acc_\w+/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(link);
  const token = link.split('=')[1] ?? '';
  await eventually(async () => (await page.getByLabel('Code from the e-mail').inputValue()) === token);
  expect(page.url()).toBe(`${url}confirm-account`);
  await page.getByLabel('Your name').fill('Lina');
  await page.getByLabel('Password').fill(guest);
  await page.getByRole('button', { name: 'Open the account' }).click();
  await page.getByRole('alert').getByText('The password is too easy to guess.').first().waitFor();
  expect(asked.join(' ')).not.toContain(token);
  await context.close();
});
