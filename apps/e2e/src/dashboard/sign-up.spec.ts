import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, inboxMessages, newCode, readStack, stackClient } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { mailed } from '../accounts/dashboard.js';
import { startChromium } from '../clients/chromium.js';
import { openDashboard, picture, violations } from './dashboard-browser.js';

const stack = readStack();
/** Succeeds. */
const TEST_NUMBER = '+237677770001';
let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

test('a merchant signs up, makes a first test payment, and sees its event, all in the browser; the first keys read it', async () => {
  const email = `mina.${randomBytes(6).toString('hex')}@shop.example`;
  const password = `a long phrase of ${email}`;
  const { page, context, complaints } = await openDashboard(browser, `${stack.dashboard.url}sign-up`);
  await page.getByLabel('Name of the business').fill('Boutique Mina');
  await page.getByLabel('Country').selectOption('CM');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByText('The code is valid for 24 hours.').waitFor();
  await page.getByLabel('Code from the e-mail').fill(await mailed(stack, email, /acc_\w+/));
  await page.getByLabel('Your name').fill('Mina');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Open the account' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your account is open' }).waitFor();
  await picture(page, 'flow-sign-up-keys');
  const keys = await page.locator('code').allTextContents();
  const [publishableKey = '', secretKey = ''] = ['pk_test_', 'sk_test_'].map((kind) =>
    keys.find((key) => key.startsWith(kind)),
  );
  await page.getByRole('button', { name: 'Continue to the dashboard' }).click();
  await page.getByText('Waiting for the first payment…').waitFor();
  for (const [path, text] of [
    ['payments', 'There are no payments yet.'],
    ['events', 'There are no events yet.'],
    ['webhooks', 'There is no endpoint yet.'],
  ] as const) {
    await page.goto(`${stack.dashboard.url}${path}`);
    await page.getByText(text).waitFor();
    await picture(page, `empty-${path}`);
    expect(await violations(page)).toEqual([]);
  }
  await page.goto(`${stack.dashboard.url}start`);
  await page.getByText('Waiting for the first payment…').waitFor();

  await page.getByRole('button', { name: 'Create a test payment here' }).click();
  const id = (await page.getByRole('link', { name: /^pi_/ }).textContent()) ?? '';
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Pay it as a customer does' }).click();
  await payAsGuest(await opened);
  await page.getByRole('link', { name: id }).click();
  await page.getByText('Completed', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'payment.completed' }).click();
  await page.getByRole('region', { name: 'Payload' }).getByText(`"${id}"`).waitFor();
  await picture(page, 'flow-sign-up-event');
  const shop = stackClient({ ...stack, merchant: { ...stack.merchant, publishableKey, secretKey } });
  expect((await shop.readIntent(id)).body).toMatchObject({ id, status: 'COMPLETED', description: 'Test payment' });
  shop.close();
  expect(complaints).toEqual([]);
  await context.close();
});

/** Pays at the hosted page from a number of the list, with the code that the phone got. */
async function payAsGuest(page: Page): Promise<void> {
  await page.locator('#phone').fill(TEST_NUMBER);
  const seen = await inboxMessages(stack, TEST_NUMBER);
  await page.locator('form button').first().click();
  await page.locator('#code').fill(await newCode(stack, TEST_NUMBER, seen));
  await page.locator('form button').first().click();
  await eventually(async () => {
    const title = await page.locator('h1').textContent();
    if (title !== 'Paid') await page.reload();
    return title === 'Paid';
  });
  await picture(page, 'flow-sign-up-paid');
  await page.close();
}
