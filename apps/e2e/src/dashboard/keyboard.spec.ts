import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStack } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import type { AtDashboard } from './dashboard-browser.js';
import { openDashboard, picture, signIn } from './dashboard-browser.js';

/* The dashboard without a mouse. */

const stack = readStack();
const { url, email, password } = stack.dashboard;
let browser: Browser;
let at: AtDashboard;
beforeAll(async () => {
  browser = await startChromium();
  at = await openDashboard(browser, url);
  await signIn(at.page, email, password);
});
afterAll(async () => {
  expect(at.complaints).toEqual([]);
  await browser.close();
});

const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.textContent');

test('the palette goes to a page by its name, and the heading of the page has the focus', async () => {
  const { page } = at;
  await page.keyboard.press('Control+k');
  await page.keyboard.type('test num');
  await page.getByRole('option', { name: 'Test numbers' }).waitFor();
  await picture(page, 'keyboard-palette');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Test numbers' }).waitFor();
  await page.locator('h1:focus').waitFor();
  expect(await focused(page)).toBe('Test numbers');
});

test('the palette goes to a payout by its id', async () => {
  const { page } = at;
  const id = `po_${'0'.repeat(26)}`;
  await page.keyboard.press('Control+k');
  await page.keyboard.type(id);
  await page.getByRole('option', { name: id }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${url}payouts/${id}`);
});

test('a dialog keeps the focus, and Escape returns it to the button that has opened it', async () => {
  const { page } = at;
  await page.goto(`${url}settings/api-keys`);
  const create = page.getByRole('button', { name: 'Create a key' });
  await create.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const stops: boolean[] = [];
  for (let pressed = 0; pressed < 30; pressed += 1) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(`document.activeElement === document.body || !!document.activeElement.closest('dialog')`),
    );
  }
  expect(stops).not.toContain(false);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Create a key');
});

test('the first stop of a page skips the menu', async () => {
  const { page } = at;
  await page.goto(`${url}test-numbers`);
  await page.getByRole('heading', { level: 1, name: 'Test numbers' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.locator('main:focus').waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(`!!document.activeElement.closest('main')`)).toBe(true);
});
