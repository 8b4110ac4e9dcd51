import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStack, stackClient, stackFolder } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { atDashboard, newOwner } from '../accounts/dashboard.js';
import { startChromium } from '../clients/chromium.js';
import { openDashboard, openFilters, picture, signIn, violations } from './dashboard-browser.js';

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

/** An owner who has signed up, with the account's id. */
async function newOwnerOf() {
  const { session, ...person } = await newOwner(stack, api);
  const { body } = await atDashboard(api, 'GET /dashboard/sessions/current', { session });
  return { ...person, merchantId: (body['acting'] as { readonly merchantId: string }).merchantId };
}

/** Executes an `operator` command on the stack; returns what it printed. */
async function operate(...words: readonly string[]): Promise<string> {
  const env = { ...process.env, PAYGATE_STACK_ROOT: stackFolder() };
  const args = ['deploy/local/main.ts', 'operator', ...words];
  return (await promisify(execFile)(process.execPath, args, { env, timeout: 120_000 })).stdout;
}

async function show(page: Page, name: string): Promise<void> {
  await picture(page, `go-live-${name}`);
  expect(await violations(page)).toEqual([]);
}

test('[1.55] an owner asks for live mode, reads why it was declined, asks again, and sees it active', async () => {
  const { email, password, merchantId } = await newOwnerOf();
  const { page, context, complaints } = await openDashboard(browser, `${stack.dashboard.url}sign-in`);
  await signIn(page, email, password);
  await page.goto(`${stack.dashboard.url}go-live`);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Live mode' }) });
  await card.getByRole('button', { name: 'Ask for live mode' }).click();
  await card.getByText('Write what you sell, and how the team of your Paygate can reach you.').waitFor();
  await show(page, 'missing');
  const text = `Bread of ${email}`;
  await card.getByLabel('What you sell').fill(text);
  await card.getByRole('button', { name: 'Ask for live mode' }).click();
  await card.getByText('Requested', { exact: true }).waitFor();
  await show(page, 'requested');
  expect(await operate('requests')).toContain(text);

  await card.getByRole('button', { name: /^Withdraw the request/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the request' }).click();
  await card.getByLabel('What you sell').fill(text);
  await card.getByRole('button', { name: 'Ask for live mode' }).click();
  await card.getByText('Requested', { exact: true }).waitFor();
  await operate('decline-request', merchantId, 'Name a street');
  await page.reload();
  await card.getByText('The team of your Paygate has declined your request: Name a street').waitFor();
  await show(page, 'declined');
  await card.getByLabel('What you sell').fill(`${text}, Rue Joss`);
  await card.getByRole('button', { name: 'Ask again' }).click();
  await card.getByText('Requested', { exact: true }).waitFor();
  await operate('merchant', merchantId, 'activate-live');
  await page.reload();
  await card.getByText('The team of your Paygate has opened live mode for this account.').waitFor();
  await show(page, 'active');
  await page.goto(`${stack.dashboard.url}settings/audit-log`);
  const log = page.getByRole('table', { name: 'Audit log' });
  await log.getByText('Request for live mode declined').waitFor();
  await openFilters(page);
  await page.getByLabel('Change').selectOption('Request for live mode withdrawn');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await log.getByText('Request for live mode declined').waitFor({ state: 'detached' });
  expect(await log.getByText('Request for live mode withdrawn').count()).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  ['en', 'Ask for live mode'],
  ['fr', 'Demander le mode réel'],
])('the form is on the go-live page of a phone, in %s', async (language, button) => {
  const { email, password } = await newOwnerOf();
  const { page, context } = await openDashboard(browser, `${stack.dashboard.url}sign-in`);
  await signIn(page, email, password);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(`localStorage.setItem('paygate.language', '${language}')`);
  await page.goto(`${stack.dashboard.url}go-live`);
  await page.getByRole('button', { name: button }).waitFor();
  await show(page, `phone-${language}`);
  await context.close();
});
