import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { boxFaults } from './boxes.js';

/* The check of boxes finds what a person would see. */

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await startChromium();
  page = await browser.newPage();
});
afterAll(() => browser.close());

/** The drawer of a narrow screen, whose menu has the style of a page. */
const drawer = (style: string): string => `
  <main><h1>Behind</h1></main>
  <dialog><div style="display: grid; gap: 16px"><h2>Paygate</h2><div>Account</div>
    <nav style="display: grid; ${style}"><a href="/a">Payments</a><a href="/b">Customers</a></nav>
    <button>Close</button></div></dialog>
  <script>document.querySelector('dialog').showModal()</script>`;
const card = (grid: string): string =>
  `<main><div style="display: grid; grid-template-columns: ${grid}; width: 180px; white-space: nowrap">
    <b style="font-size: 18px">1 000 000 FCFA</b><i style="background: #eee; padding: 0 8px">Waiting for the customer</i></div></main>`;

test.each<[string, string, string]>([
  ['a menu beside its dialog', drawer('grid-area: nav'), 'is not one column'],
  ['a badge on an amount', card('minmax(0, 1fr) auto'), 'overlap'],
  [
    'a button on a text',
    '<main><p style="margin: 0">pk_test_0123456789abcdef</p><button style="margin-top: -16px">Copy</button></main>',
    'overlaps "pk_test_',
  ],
  ['a button of three lines', '<main><button style="width: 60px">Open the next page</button></main>', ' lines'],
  [
    'a text beyond the window',
    '<main><p style="white-space: pre">one long line of a text without end here</p></main>',
    'wider',
  ],
  [
    'a text cut off by nothing',
    '<main><p style="position: absolute; left: -40px">Unreadable</p></main>',
    'beyond the window',
  ],
])('%s is a fault', async (_what, html, fault) => {
  await page.setContent(html);
  expect((await boxFaults(page, [200])).join('\n')).toContain(fault);
});

test.each<[string, string]>([
  ['a menu below the head of its dialog', drawer('')],
  ['an amount above its badge', card('minmax(0, 1fr)')],
  [
    'lines of a text, with code in them',
    '<main><p style="line-height: 1.2">One <code style="background: #eee">two</code> three four five six</p></main>',
  ],
  [
    'what only screen readers get',
    '<main><p>One</p><p style="position: absolute; top: 8px; clip-path: inset(50%)">Two</p></main>',
  ],
  [
    'what scrolls within the page',
    '<main><pre style="overflow-x: auto">one long line of a text without end here</pre></main>',
  ],
])('%s is none', async (_what, html) => {
  await page.setContent(html);
  expect(await boxFaults(page, [200])).toEqual([]);
});
