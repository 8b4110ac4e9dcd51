import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { codeOfApp, readStack, stackClient } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { atDashboard, mailed, newSession } from '../accounts/dashboard.js';
import { boxFaults } from '../boxes/boxes.js';
import { startChromium } from '../clients/chromium.js';
import { faded, openDashboard, picture, signIn, signOut, violations } from './dashboard-browser.js';

const stack = readStack();
const api = stackClient(stack);
let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(async () => {
  api.close();
  await browser.close();
});

/** A person who has joined the demo merchant just now. */
async function newMember() {
  const email = `lea.${randomBytes(6).toString('hex')}@shop.example`;
  const password = `a long phrase of ${email}`;
  const session = await newSession(api, stack.dashboard.email, stack.dashboard.password);
  await atDashboard(api, 'POST /members', { session, body: { email, role: 'viewer' } });
  const token = await mailed(stack, email, /inv_\w+/);
  await atDashboard(api, 'POST /members/accept', { body: { token, name: 'Lea', password } });
  return { email, password };
}

/** Judges the page in both themes, and keeps pictures of it. */
async function judge(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    await faded(page);
    await picture(page, `second-factor-${name}-${theme}`);
    expect(await violations(page)).toEqual([]);
  }
}

/** The notices that come by e-mail. */
const noticesByMail = (page: Page) => page.getByRole('group', { name: /^E-mail me about/ });

test('[1.48][1.56] a person enables a second factor with the QR code, signs in with its codes, and disables it', async () => {
  const { email, password } = await newMember();
  const { page, context, complaints } = await openDashboard(browser, `${stack.dashboard.url}sign-in`);
  await signIn(page, email, password);
  await page.goto(`${stack.dashboard.url}settings/security`);
  await page.getByText('Not enabled').waitFor();
  await page.getByRole('button', { name: 'Enable' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(password);
  await judge(page, 'password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  await judge(page, 'qr-code');
  const secret = (await dialog.locator('code').textContent()) ?? '';
  // a phone cannot scan the code that it shows
  const link = await dialog
    .getByRole('link', { name: 'Open the authenticator app on this device' })
    .getAttribute('href');
  expect(link).toMatch(new RegExp(`^otpauth://totp/.*[?&]secret=${secret.replaceAll(' ', '')}(&|$)`));
  expect(await boxFaults(page)).toEqual([]);
  await dialog.getByLabel('Code of the app').fill('12345');
  await dialog.getByRole('button', { name: 'Enable' }).click();
  await dialog.getByText('The code is wrong, or was used before.', { exact: true }).waitFor();
  await dialog.getByLabel('Code of the app').fill(codeOfApp(secret));
  await dialog.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await judge(page, 'recovery-codes');
  const [earlier = '', spent = ''] = await dialog.locator('code').allTextContents();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Recovery codes left: 10').waitFor();

  await page.getByRole('button', { name: 'Renew the recovery codes' }).click();
  await dialog.getByLabel('Code of the app, or a recovery code').fill('000000');
  await dialog.getByRole('button', { name: 'Renew the recovery codes' }).click();
  await dialog.getByText('The code is wrong, or was used before.', { exact: true }).waitFor();
  await judge(page, 'renew');
  await dialog.getByLabel('Code of the app, or a recovery code').fill(spent);
  await dialog.getByRole('button', { name: 'Renew the recovery codes' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await page.evaluate('window.print = () => { window.printed = true; }');
  await dialog.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate('window.printed')).toBe(true);
  const [first = '', second = ''] = await dialog.locator('code').allTextContents();
  expect([first, second]).not.toContain(earlier);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Recovery codes left: 10').waitFor();

  await signOut(page);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Second factor' }).waitFor();
  await judge(page, 'sign-in');
  const { cookies } = await context.storageState();
  expect(cookies).toEqual([]);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The code is wrong, or was used before.', { exact: true }).waitFor();
  await page.getByLabel('Code').fill(first);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();

  await page.goto(`${stack.dashboard.url}settings/security`);
  await page.getByText('Recovery codes left: 9').waitFor();
  await page.getByRole('button', { name: 'Disable' }).click();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('Code of the app, or a recovery code').fill(second);
  await judge(page, 'disable');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Not enabled').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('[1.63] settings ask for a code when the change loosens what protects money, and send it with the change', async () => {
  const { url, email, password } = stack.dashboard;
  const { page, context, complaints } = await openDashboard(browser, url);
  await signIn(page, email, password);
  const headers = { 'x-api-key': stack.merchant.secretKey };
  const { body: merchant } = await api.request({ method: 'GET', path: '/merchant', headers });
  const sent: (string | undefined)[] = [];
  // as the API answers for an account that is active in live mode
  const required = { status: 401, code: 'second_factor_required', title: 'A code is required', retryable: false };
  await page.route(
    (target) => target.pathname === '/merchant',
    async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      const { code } = route.request().postDataJSON() as { readonly code?: string };
      sent.push(code);
      return route.fulfill(code === undefined ? { status: 401, json: required } : { json: merchant });
    },
  );
  const factor = {
    object: 'second_factor',
    enabled: true,
    enabledAt: '2026-11-20T10:00:00.000Z',
    recoveryCodesLeft: 9,
  };
  await page.route(
    (target) => target.pathname === '/dashboard/second-factor',
    (route) => route.fulfill({ json: factor }),
  );
  await page.goto(`${url}settings/profile`);
  const card = page.locator('form').filter({ has: page.locator('[name="settings.cashierRefundsPerDay"]') });
  await card.locator('[name="settings.cashierRefundsPerDay"]').fill('1000');
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByLabel('Code of the app, or a recovery code').fill('492039');
  await judge(page, 'loosened');
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByText('Saved').waitFor();
  expect(sent).toEqual([undefined, '492039']);
  expect(await card.getByLabel('Code of the app, or a recovery code').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('[12.14] [12.16] a member switches the mails about failed payouts on and off, on the page that they lead to', async () => {
  const { email, password } = await newMember();
  const { page, context, complaints } = await openDashboard(browser, `${stack.dashboard.url}sign-in`);
  await signIn(page, email, password);
  // a viewer has them off
  for (const was of [false, true]) {
    await page.goto(`${stack.dashboard.url}settings/security`);
    const choice = noticesByMail(page).getByRole('checkbox', { name: 'Each payout that fails' });
    await choice.waitFor();
    expect(await choice.isChecked()).toBe(was);
    await choice.setChecked(!was);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
  }
  await picture(page, 'notices');
  await page.reload();
  const choice = noticesByMail(page).getByRole('checkbox', { name: 'Each payout that fails' });
  await choice.waitFor();
  expect(await choice.isChecked()).toBe(false);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
