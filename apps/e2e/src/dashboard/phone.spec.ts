import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually, readStack, stackClient } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { boxFaults } from '../boxes/boxes.js';
import { startChromium } from '../clients/chromium.js';
import { accepted, pay, payersOf } from '../payments/paying.js';
import type { AtDashboard } from './dashboard-browser.js';
import { openDashboard, openFilters, picture, violations } from './dashboard-browser.js';

/* The dashboard on the phone of a shop. */

const stack = readStack();
const api = stackClient(stack);
const { url, email, password } = stack.dashboard;
const SCREEN = { width: 360, height: 740 };
const PHONES = [320, 360];
let browser: Browser;
let at: AtDashboard;

beforeAll(async () => {
  browser = await startChromium();
  at = await openDashboard(browser, `${url}sign-in`, { viewport: SCREEN, hasTouch: true, isMobile: true });
  const { page } = at;
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).tap();
  await page.getByRole('button', { name: 'Main menu' }).waitFor();
});
afterAll(async () => {
  expect(at.complaints).toEqual([]);
  api.close();
  await browser.close();
});

beforeEach(() => at.page.evaluate("localStorage.setItem('paygate.language', 'en')"));

const sideways = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

test.each(['en', 'fr'])('the first payment is a card above the fold, in %s', async (language) => {
  const { page } = at;
  await page.evaluate(`localStorage.setItem('paygate.language', '${language}')`);
  const wanted = { amount: '7300', currency: 'XAF', description: 'Order of the phone' };
  const { id } = accepted(201, await api.createIntent(wanted));
  await page.goto(`${url}payments`);
  const card = page.getByRole('row').filter({ hasText: id });
  await card.waitFor();
  const box = await card.boundingBox();
  expect((box?.y ?? SCREEN.height) + (box?.height ?? 0)).toBeLessThanOrEqual(SCREEN.height);
  expect(((await card.textContent()) ?? '').replaceAll(/\s/g, ' ')).toMatch(/7.300 FCFA.*Order of the phone/);
  await picture(page, `phone-payments-${language}`);
});

test('a press anywhere on the card opens the payment', async () => {
  const { page } = at;
  await page.goto(`${url}payments`);
  const card = page.getByRole('row').nth(1);
  await card.tap({ position: { x: 40, y: 24 } });
  await page.getByRole('heading', { level: 1, name: 'Payment', exact: true }).waitFor();
});

test('the page of a payment begins with its amount, how it stands, and who pays it', async () => {
  const { page } = at;
  const [payer] = payersOf(stack);
  if (payer === undefined) throw new Error('the stack has no payer');
  const id = await pay(stack, api, payer);
  await page.goto(`${url}payments/${id}`);
  const lead = page.getByRole('region', { name: 'Details' });
  await lead.getByText('Completed', { exact: true }).first().waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Payment');
  for (const part of [/^300.FCFA$/, /^Completed$/, /^Wallet$/]) {
    const box = await lead.getByText(part).first().boundingBox();
    expect([String(part), (box?.y ?? 999) + (box?.height ?? 0) < 360]).toEqual([String(part), true]);
  }
});

test('the menu is a drawer, which closes when a page is chosen, and by Escape', async () => {
  const { page } = at;
  await page.goto(`${url}payments`);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  expect(await menu.count()).toBe(0);
  await page.getByRole('button', { name: 'Main menu' }).tap();
  await menu.waitFor();
  expect(await boxFaults(page, PHONES)).toEqual([]);
  await picture(page, 'phone-drawer');
  expect(await violations(page)).toEqual([]);
  await menu.getByRole('link', { name: 'Customers' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  expect(await menu.count()).toBe(0);
  await page.getByRole('button', { name: 'Main menu' }).tap();
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
});

test('the drawer is one column in French, too', async () => {
  const { page } = at;
  await page.evaluate("localStorage.setItem('paygate.language', 'fr')");
  await page.goto(`${url}payments`);
  await page.getByRole('button', { name: 'Menu principal' }).tap();
  await page.getByRole('navigation', { name: 'Menu principal' }).waitFor();
  expect(await boxFaults(page, PHONES)).toEqual([]);
});

test('language, theme and the way out are in the menu of the account', async () => {
  const { page } = at;
  await page.goto(`${url}payments`);
  await page.getByRole('button', { name: 'Your account' }).tap();
  await page.getByLabel('Language').selectOption('fr');
  await page.getByRole('button', { name: 'Se déconnecter' }).waitFor();
  await page.getByLabel('Thème').selectOption('dark');
  await picture(page, 'phone-account');
  expect(await violations(page)).toEqual([]);
  expect(await boxFaults(page, PHONES)).toEqual([]);
  await page.getByLabel('Thème').selectOption('system');
  await page.getByLabel('Langue').selectOption('en');
});

test('filters are folded, those that are set are chips that a press takes away', async () => {
  const { page } = at;
  await page.goto(`${url}payments`);
  await openFilters(page);
  await page.getByRole('checkbox', { name: 'Expired' }).check();
  await page.getByLabel('Amount from').fill('100');
  await picture(page, 'phone-filters');
  expect(await boxFaults(page, PHONES)).toEqual([]);
  await page.getByRole('button', { name: 'Filter', exact: true }).tap();
  await page.waitForURL(/amountFrom=100&status=EXPIRED|status=EXPIRED&amountFrom=100/);
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('button');
  expect(await chips.count()).toBe(2);
  await page.getByRole('button', { name: /^Remove filter: Amount from/ }).tap();
  await page.waitForURL((address) => !address.search.includes('amountFrom'));
  expect(page.url()).toContain('status=EXPIRED');
});

test('each action of a key, a member and an endpoint is reached at 320 px', async () => {
  const { page } = at;
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [path, actions] of [
    ['settings/api-keys', ['Edit', 'Rotate', 'Revoke']],
    ['settings/members', ['Change the role', 'Remove']],
  ] as const) {
    await page.goto(url + path);
    await page
      .getByRole('button', { name: /^Actions: / })
      .first()
      .tap();
    for (const action of actions) {
      const box = await page
        .getByRole('button', { name: new RegExp(`^${action}`) })
        .filter({ visible: true })
        .boundingBox();
      expect([action, (box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 320]).toEqual([action, true]);
    }
    expect(await sideways(page)).toBe(0);
    await picture(page, `phone-actions-${path.replace('/', '-')}`);
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize(SCREEN);
});

test('a touch on a chart shows the value of that day', async () => {
  const { page } = at;
  await page.goto(`${url}overview`);
  const chart = page.getByRole('img', { name: 'Volume' });
  await chart.waitFor();
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the chart is not shown');
  const reading = page.locator('figure').first().locator('p');
  const latest = await reading.textContent();
  await page.touchscreen.tap(box.x + 4, box.y + box.height / 2);
  await eventually(async () => (await reading.textContent()) !== latest);
  await picture(page, 'phone-chart');
});

test('a phone can install the app', async () => {
  const { page } = at;
  await page.goto(`${url}sign-in`);
  const found = await page.evaluate<{ readonly icons: readonly string[]; readonly start: string }>(`(async () => {
    const { href } = document.querySelector('link[rel=manifest]');
    const manifest = await (await fetch(href)).json();
    return { start: manifest.start_url, icons: await Promise.all(manifest.icons.map(async ({ src, sizes }) => {
      const picture = await createImageBitmap(await (await fetch(src)).blob());
      return picture.width + 'x' + picture.height === sizes ? 'fits' : sizes;
    })) };
  })()`);
  expect(found).toEqual({ start: '/dashboard/payments', icons: ['fits', 'fits'] });
});
