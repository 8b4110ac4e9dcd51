import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStack, stackClient } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { accepted } from '../payments/paying.js';
import type { AtDashboard } from './dashboard-browser.js';
import { openDashboard, openMenu, picture, signIn } from './dashboard-browser.js';

/* An endpoint was down for a while. Its merchant sends it what it has missed. */

const PAYMENTS = 3;
/** In a row, after which an endpoint is left alone for a while. */
const FAILURES = 5;
const stack = readStack();
const api = stackClient(stack);
const { url, email, password } = stack.dashboard;
let browser: Browser;
let at: AtDashboard;
let server: Server;
const received: string[] = [];

beforeAll(async () => {
  browser = await startChromium();
  at = await openDashboard(browser, url);
  await signIn(at.page, email, password);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  api.close();
  await browser.close();
});

test('the deliveries that are chosen are sent again, and then the events of a range of time', async () => {
  const { page, complaints } = at;
  await addEndpoint(page);
  for (let made = 0; made < PAYMENTS; made += 1)
    accepted(201, await api.createIntent({ amount: '5000', currency: 'XAF' }));
  await page
    .getByRole('checkbox', { name: /^Choose del_/ })
    .nth(PAYMENTS - 1)
    .waitFor();
  server = await listening();

  // by keyboard, as the mouse chooses all of them
  await page.getByRole('checkbox', { name: 'All on this page' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: `Send ${String(PAYMENTS)} again` }).waitFor();
  await page.keyboard.press('Tab');
  await picture(page, 'flow-resend-chosen');
  await page.keyboard.press('Enter');
  await page.getByText(`Sent again: ${String(PAYMENTS)} of ${String(PAYMENTS)}`).waitFor();
  // the endpoint may be on hold for its failures before
  await page.getByRole('row').filter({ hasText: 'Delivered' }).nth(PAYMENTS).waitFor({ timeout: 90_000 });
  expect(new Set(received).size).toBe(PAYMENTS);
  expect(await page.getByRole('checkbox', { name: /^Choose del_/, checked: true }).count()).toBe(0);

  await page.getByRole('button', { name: 'Send missed events' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Also events that it has accepted').check();
  await dialog.getByRole('button', { name: 'Send missed events' }).click();
  await dialog.getByText('Completed', { exact: true }).waitFor();
  expect(await dialog.getByRole('progressbar', { name: 'Progress' }).getAttribute('value')).toBe('1');
  const counted = await dialog.getByText('To be sent').locator('xpath=following-sibling::dd[1]').textContent();
  const sent = Number(counted?.replaceAll(',', ''));
  expect(sent).toBeGreaterThanOrEqual(PAYMENTS);
  await picture(page, 'flow-recover-completed');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('an endpoint that fails again and again shows until when nothing is sent to it', async () => {
  const { page, complaints } = at;
  await page.getByText('Sending', { exact: true }).last().waitFor();
  server.closeAllConnections();
  server.close();
  for (let made = 0; made < FAILURES; made += 1)
    accepted(201, await api.createIntent({ amount: '5000', currency: 'XAF' }));
  await page.getByText('On hold after failures').waitFor({ timeout: 60_000 });
  await page.getByText('On hold after failures').locator('xpath=following-sibling::time').waitFor();
  await picture(page, 'flow-endpoint-on-hold');

  const dialog = page.getByRole('dialog');
  await openMenu(page, stack.ownEndpoint.url);
  await page.getByRole('button', { name: `Delete: ${stack.ownEndpoint.url}` }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhook endpoints' }).waitFor();
  expect(complaints).toEqual([]);
});

/** Adds the endpoint of this machine, where nothing listens yet, and opens its page. */
async function addEndpoint(page: Page): Promise<void> {
  await page.goto(`${url}webhooks`);
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  await page.getByLabel('URL').fill(stack.ownEndpoint.url);
  await page.getByLabel('payment.created').check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: stack.ownEndpoint.url }).first().click();
}

async function listening(): Promise<Server> {
  const { port } = new URL(stack.ownEndpoint.url);
  const opened = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']));
    request.resume();
    response.writeHead(200).end();
  });
  opened.listen(Number(port), '127.0.0.1');
  await once(opened, 'listening');
  return opened;
}
