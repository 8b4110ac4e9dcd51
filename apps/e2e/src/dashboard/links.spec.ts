import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, readStack, stackClient } from '@paygate/testing';
import type { Browser } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import type { AtDashboard } from './dashboard-browser.js';
import { openDashboard, picture, signIn, violations } from './dashboard-browser.js';

/* Payment links at the dashboard, and what the API makes of them. */

const stack = readStack();
const api = stackClient(stack);
const { url, email, password } = stack.dashboard;
let browser: Browser;
let at: AtDashboard;
beforeAll(async () => {
  browser = await startChromium();
  at = await openDashboard(browser, url, { permissions: ['clipboard-read', 'clipboard-write'] });
  await signIn(at.page, email, password);
});
afterAll(async () => {
  expect(at.complaints).toEqual([]);
  api.close();
  await browser.close();
});

test('[9.12] a link is created, shared, paid, deactivated and activated again', async () => {
  const { page } = at;
  const name = `club ${randomBytes(4).toString('hex')}`;
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Payment links' }).click();
  await page.getByRole('button', { name: 'Create a link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('1');
  await dialog.getByLabel('Description').fill(name);
  await dialog.getByLabel('Uses').fill('2');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  // the API says what is wrong, at the field
  await eventually(async () => (await dialog.getByLabel('Amount').getAttribute('aria-invalid')) === 'true');
  await picture(page, 'link-dialog');
  await dialog.getByLabel('Amount').fill('1 500');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Payment link', exact: true }).waitFor();
  await page.getByText(name).first().waitFor();
  const id = /pl_\w+$/.exec(page.url())?.[0] ?? '';
  const address = await page.locator('main code').first().innerText();
  expect(address).toContain(`/checkout/${id}`);
  await page.getByRole('button', { name: 'Copy: Address of the link' }).click();
  await eventually(async () => (await page.evaluate('navigator.clipboard.readText()')) === address);
  await page.getByRole('button', { name: 'Copy: Message with the link' }).click();
  const message = [`${name} – 1,500\u00a0FCFA`, 'Pay here:', address].join('\n');
  await eventually(async () => (await page.evaluate('navigator.clipboard.readText()')) === message);
  const whatsApp = await page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href');
  expect(new URL(whatsApp ?? '').searchParams.get('text')).toBe(message);
  const code = page.getByRole('img', { name: 'QR code of the link' });
  await eventually(() => code.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0));
  for (const [format, beginning] of [
    ['PDF', '%PDF-1.4'],
    ['PNG', '\u0089PNG'],
  ] as const) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: `Poster (${format})` }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`${id}.${format.toLowerCase()}`);
    const bytes = await readFile(await file.path());
    expect(bytes.toString('latin1', 0, beginning.length)).toBe(beginning);
    // a page with a code on it, not a blank one
    expect(bytes.length).toBeGreaterThan(10_000);
  }
  await picture(page, 'link-page');

  const begin = async () => (await api.request({ method: 'POST', path: `/payment-links/${id}/payments` })).status;
  expect(await begin()).toBe(201);
  await page.getByRole('button', { name: `Deactivate: ${name}` }).click();
  await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await page.getByText('Inactive').waitFor();
  await page.getByText('1 of 2').waitFor();
  expect(await begin()).toBe(409);
  await page.getByRole('button', { name: 'Activate again' }).click();
  await page.getByText('Active', { exact: true }).waitFor();
  expect(await begin()).toBe(201);

  // what may change is changed, and uses that are taken stay
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Uses').fill('1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('There are more open or completed payments than that.').first().waitFor();
  await dialog.getByLabel('Uses').fill('3');
  await dialog.getByLabel('Page after the payment').fill('https://shop.example/thanks');
  await picture(page, 'link-edit');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await picture(page, 'link-edit-phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('1 of 3').waitFor();
  await page.getByText('https://shop.example/thanks').waitFor();
  expect(await begin()).toBe(201);

  // another link with the same terms, of which one is changed
  await page.getByRole('button', { name: 'Create another one like it' }).click();
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('1500');
  await dialog.getByLabel('Description').fill(`${name} again`);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText(`${name} again`).first().waitFor();
  const other = /pl_\w+$/.exec(page.url())?.[0] ?? '';
  const { body } = await api.request({
    method: 'GET',
    path: `/payment-links/${other}`,
    headers: { 'x-api-key': stack.merchant.secretKey },
  });
  expect([other === id, body]).toMatchObject([false, { amount: '1500', maxUses: 3, description: `${name} again` }]);
  await page.goto(`${url}payment-links/${id}`);

  await page.getByRole('link', { name: 'Payments by this link: 3' }).click();
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  await eventually(async () => (await page.getByRole('row').count()) === 4);
  await page.goto(`${url}payment-links`);
  await page.getByRole('row').filter({ hasText: name }).getByText('Used up').waitFor();
  await picture(page, 'link-list');
});
