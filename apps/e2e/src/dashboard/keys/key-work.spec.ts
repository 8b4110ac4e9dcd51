import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, readStack, stackClient } from '@paygate/testing';
import type { Browser } from 'playwright-core';
import { startChromium } from '../../clients/chromium.js';
import { openDashboard, openMenu, picture, signIn, violations } from '../dashboard-browser.js';

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

interface Made {
  readonly id: string;
  readonly key: string;
}
const send = async (method: 'GET' | 'POST', path: string, key: string, body?: unknown) =>
  await api.request({ method, path, headers: { 'x-api-key': key }, ...(body === undefined ? {} : { body }) });
const made = async (path: string, key: string, body: unknown): Promise<Made> => {
  const answer = await send('POST', path, key, body);
  expect(answer.status).toBe(201);
  return { id: String(answer.body['id']), key: String(answer.body['key']) };
};

test('[1.58] a revocation shows what the key made, all of it ticked; what is unticked stays, and the dialog lists what ended', async () => {
  const { secretKey } = stack.merchant;
  const name = `leaked ${randomBytes(4).toString('hex')}`;
  const leaked = await made('/api-keys', secretKey, { type: 'secret', name });
  const [spare, kept] = [
    await made('/api-keys', leaked.key, { type: 'secret', name: 'spare' }),
    await made('/api-keys', leaked.key, { type: 'restricted', name: 'kept', scopes: ['api_keys:read'] }),
  ];
  const link = await made('/payment-links', leaked.key, { amount: '500', currency: 'XAF' });
  await eventually(async () => (await send('GET', `/api-keys/${leaked.id}/work`, secretKey)).body['count'] === 3);

  const { url, email, password } = stack.dashboard;
  const { page, complaints } = await openDashboard(browser, url);
  await signIn(page, email, password);
  await page.goto(`${url}settings/api-keys`);
  await openMenu(page, name);
  await page.getByRole('button', { name: `Revoke: ${name}` }).click();
  const dialog = page.getByRole('dialog');
  const box = ({ id }: Made) => dialog.getByRole('checkbox', { name: new RegExp(id) });
  for (const one of [spare, kept, link]) {
    await box(one).waitFor();
    expect(await box(one).isChecked()).toBe(true);
  }
  expect(await dialog.getByRole('checkbox').count()).toBe(3);
  expect(await violations(page)).toEqual([]);
  await picture(page, 'flow-key-work');
  await box(kept).uncheck();
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();

  await dialog.getByText('The key is revoked, and with it ended:').waitFor();
  const ended = (await dialog.getByRole('listitem').allTextContents()).toSorted();
  expect(ended).toEqual([`API key ${spare.id} (created)`, `Payment link ${link.id} (created)`].toSorted());
  await picture(page, 'flow-key-ended');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
  const codeOf = async ({ key }: Made) => (await send('GET', '/api-keys', key)).body['code'];
  for (const one of [leaked, spare]) await eventually(async () => (await codeOf(one)) === 'api_key_revoked');
  expect(await codeOf(kept)).toBeUndefined();
  expect(complaints).toEqual([]);
});

test('[1.58] a key is revoked also when the list of what it made does not come', async () => {
  const { secretKey } = stack.merchant;
  const name = `leaked ${randomBytes(4).toString('hex')}`;
  const leaked = await made('/api-keys', secretKey, { type: 'secret', name });
  const { url, email, password } = stack.dashboard;
  const { page } = await openDashboard(browser, url);
  await signIn(page, email, password);
  await page.route(
    (target) => target.pathname.endsWith('/work'),
    (route) => route.fulfill({ status: 404, json: {} }),
  );
  await page.goto(`${url}settings/api-keys`);
  await openMenu(page, name);
  await page.getByRole('button', { name: `Revoke: ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => (await send('GET', '/api-keys', leaked.key)).body['code'] === 'api_key_revoked');
});
