import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually, readStack, stackClient } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { mailed } from '../accounts/dashboard.js';
import { startChromium } from '../clients/chromium.js';
import type { AtDashboard } from './dashboard-browser.js';
import { openDashboard, openMenu, picture, signIn, signOut } from './dashboard-browser.js';

/* What a merchant does at the dashboard, in a browser, and what the API makes of it. */

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
afterEach(async () => {
  expect(at.complaints).toEqual([]);
  await at.context.close();
});

const open = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};
const statusWith = async (key: string): Promise<number> =>
  (await api.request({ method: 'GET', path: '/gateway?limit=1', headers: { authorization: `Bearer ${key}` } })).status;
const shownKey = async (page: Page): Promise<string> =>
  (await page.getByRole('dialog').locator('code').textContent()) ?? '';

test('a key is created, rotated and revoked, and the API obeys', async () => {
  const { page } = at;
  const name = `till ${randomBytes(4).toString('hex')}`;
  await open(page, 'API keys');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Copy it now').waitFor();
  await picture(page, 'flow-key-created');
  const first = await shownKey(page);
  expect(first).toMatch(/^sk_test_/);
  expect(await statusWith(first)).toBe(200);
  await page.getByRole('button', { name: 'Done' }).click();
  expect(await page.content()).not.toContain(first);

  await openMenu(page, name);
  await page.getByRole('button', { name: `Rotate: ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click();
  await page.getByText('Copy it now').waitFor();
  const second = await shownKey(page);
  await page.getByRole('button', { name: 'Done' }).click();
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
  await page.getByText('Expiring').first().waitFor();

  await openMenu(page, name);
  await page.getByRole('button', { name: `Revoke: ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await eventually(async () => (await statusWith(first)) === 401);
  expect(await statusWith(second)).toBe(200);
  const old = page.getByRole('row').filter({ hasText: 'Revoked' }).filter({ hasText: name });
  // reports of uses are gathered for a while
  await eventually(
    async () => {
      await page.reload();
      await page.getByRole('table').waitFor();
      return !((await old.first().textContent()) ?? 'Never').includes('Never');
    },
    { intervalMs: 2_000 },
  );
  const id = (await old.first().getByText(/^key_/).textContent()) ?? '';
  await open(page, 'Audit log');
  const recorded = page.getByRole('row').filter({ hasText: id });
  await recorded.filter({ hasText: 'API key revoked' }).waitFor();
  await recorded.filter({ hasText: 'API key rotated' }).waitFor();
  await recorded.filter({ hasText: 'API key created' }).waitFor();
});

test('the attempts of a failing delivery are seen, and it is sent again', async () => {
  const { page } = at;
  await open(page, 'Webhook endpoints');
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  await page.getByLabel('URL').fill(stack.ownEndpoint.url);
  await page.getByLabel('All events').check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('It is shown only once').waitFor();
  expect(await shownKey(page)).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: stack.ownEndpoint.url }).first().click();
  await api.createIntent({ amount: '5000', currency: 'XAF' });
  await page.getByRole('link', { name: /^del_/ }).first().click();
  await page.getByRole('cell', { name: 'No connection' }).first().waitFor();
  await page.getByText('Next attempt').locator('xpath=following-sibling::dd[1]/time').waitFor();
  await picture(page, 'flow-delivery-failing');

  const { port, pathname } = new URL(stack.ownEndpoint.url);
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(request.url === pathname ? 200 : 404).end('taken');
  });
  server.listen(Number(port), '127.0.0.1');
  await once(server, 'listening');
  try {
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It is being sent again.').waitFor();
    await page.getByText('Delivered', { exact: true }).last().waitFor();
    await page.getByRole('cell', { name: 'taken' }).waitFor();
    await picture(page, 'flow-delivery-delivered');
  } finally {
    server.close();
  }
  const deliveryId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const endpoint = page.getByRole('link', { name: /^we_/ });
  const endpointId = (await endpoint.textContent()) ?? '';
  await endpoint.click();
  await openMenu(page, stack.ownEndpoint.url);
  await page.getByRole('button', { name: `Delete: ${stack.ownEndpoint.url}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhook endpoints' }).waitFor();

  await open(page, 'Audit log');
  const recorded = (action: string, id: string) =>
    page.getByRole('row').filter({ hasText: action }).filter({ hasText: id }).count();
  // an act appears within seconds
  await eventually(async () => {
    await page.reload();
    await page.getByRole('table').waitFor();
    return (await recorded('Webhook endpoint deleted', endpointId)) === 1;
  });
  expect(await recorded('Webhook endpoint created', endpointId)).toBe(1);
  expect(await recorded('Delivery sent again', deliveryId)).toBe(1);
});

test('an invited viewer sees what the role may see, and cannot act', async () => {
  const { page } = at;
  const guest = `vera.${randomBytes(6).toString('hex')}@shop.example`;
  const secret = `a long phrase of ${guest}`;
  await open(page, 'Members and roles');
  await page.getByRole('button', { name: 'Invite a member' }).click();
  await page.getByLabel('E-mail address').fill(guest);
  await page.getByRole('dialog').getByLabel('Role').selectOption('viewer');
  await page.getByRole('dialog').getByRole('button', { name: 'Invite a member' }).click();
  await page.getByRole('cell', { name: guest, exact: true }).waitFor();

  const other = await openDashboard(browser, `${url}accept-invitation`);
  await other.page.getByLabel('Code of the invitation').fill(await mailed(stack, guest, /inv_\w+/));
  await other.page.getByLabel('Your name').fill('Vera');
  await other.page.getByLabel('Password').fill(secret);
  await other.page.getByRole('button', { name: 'Join' }).click();
  await other.page.getByText('You are a member now.').waitFor();
  await other.page.getByRole('link', { name: 'Back to sign-in' }).click();
  await signIn(other.page, guest, secret);
  for (const [title, action] of [
    ['API keys', 'Create a key'],
    ['Webhook endpoints', 'Add an endpoint'],
    ['Members and roles', 'Invite a member'],
  ] as const) {
    await open(other.page, title);
    await other.page.getByRole('table').waitFor();
    expect(await other.page.getByRole('button', { name: action }).count()).toBe(0);
  }
  await picture(other.page, 'flow-viewer');
  // the API does not rely on what a page hides
  const refused = await other.page.evaluate(
    `fetch('/api-keys', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"type":"secret"}' }).then((answer) => answer.json())`,
  );
  expect(refused).toMatchObject({ status: 403, code: 'scope_missing' });

  const second = await openDashboard(browser, url);
  await signIn(second.page, guest, secret);
  await open(other.page, 'Security');
  await other.page.getByRole('row', { name: /Chrome, Linux.*This session/ }).waitFor();
  await other.page.getByRole('button', { name: /^End session: Chrome, Linux/ }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'End session', exact: true }).click();
  await other.page.getByRole('dialog').waitFor({ state: 'detached' });
  await second.page.reload();
  await second.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await second.context.close();

  await openMenu(page, 'Vera');
  await page.getByRole('button', { name: 'Remove: Vera' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await other.page.reload();
  await other.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await other.context.close();
  // what the member did keeps the name that the member had
  await open(page, 'Audit log');
  await page
    .getByRole('row', { name: /Member removed/ })
    .first()
    .getByText('Vera', { exact: true })
    .waitFor();
});

test('a payment is found by its reference, shown with its events, and canceled', async () => {
  const { page } = at;
  const reference = `order ${randomBytes(4).toString('hex')}`;
  const { id } = (await api.createIntent({ amount: '7500', currency: 'XAF', reference })).body;
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Page, payment or id/ }).fill(reference);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  await page.getByRole('row').filter({ hasText: reference }).getByRole('link').click();
  await page.waitForURL(`**/payments/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Payment', exact: true }).waitFor();
  await page.getByText('7,500 FCFA').waitFor();
  await page.getByRole('button', { name: `Cancel payment: ${id}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel payment', exact: true }).click();
  await page.getByText('Canceled').first().waitFor();
  expect((await api.readIntent(id)).body).toMatchObject({ status: 'CANCELED' });
});

test('a sign-out ends the session, and a wrong password says so with the request to ask about', async () => {
  const { page } = at;
  await signOut(page);
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.goto(`${url}payments`);
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('E-mail address or password is wrong.').waitFor();
  expect(await page.getByRole('alert').textContent()).toMatch(/Request: req_/);
  await picture(page, 'flow-wrong-password');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // where the person wanted to go, at its own address
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  expect(page.url()).toBe(`${url}payments`);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
});
