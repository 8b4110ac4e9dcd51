import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { cellMoment } from '@paygate/paper';
import { eventually, readStack, stackClient } from '@paygate/testing';
import type { Browser, Download, Locator, Page, Route } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { accepted } from '../payments/paying.js';
import type { AtDashboard } from './dashboard-browser.js';
import { openDashboard, openFilters, picture, signIn, violations } from './dashboard-browser.js';

/* The payments that the filters leave become a file, which is read here as a spreadsheet would. */

const stack = readStack();
const api = stackClient(stack);
const { url, email, password } = stack.dashboard;
const order = `export ${randomBytes(4).toString('hex')}`;
/** A page of the export, and none that the list behind it asks for. */
const PAGE = /\/gateway\?.*limit=100/;
const HEADINGS =
  'What,Created (Douala time),Completed (Douala time),Status,Amount,Fee,Net amount,Currency,Method,Paid from,Reference,Description,Payment link,Why it failed,Payment,Refund,Operator’s transaction number';
let browser: Browser;
let at: AtDashboard;
let downloads: Download[];

beforeAll(async () => {
  browser = await startChromium();
  at = await openDashboard(browser, url);
  at.page.on('download', (download) => downloads.push(download));
  await signIn(at.page, email, password);
});
afterAll(async () => {
  expect(at.complaints).toEqual([]);
  api.close();
  await browser.close();
});
beforeEach(async () => {
  downloads = [];
  await at.page.goto(`${url}payments`);
  await at.page.getByRole('table').waitFor();
});
afterEach(() => at.page.unroute(PAGE));

test('the file holds the payments that the filters leave, and no text of theirs is a formula', async () => {
  const { page } = at;
  const formula = `=HYPERLINK("https://evil.example","${order}")`;
  const [first, second] = [
    accepted(201, await api.createIntent({ amount: '1111', currency: 'XAF', reference: formula, metadata: { order } })),
    accepted(201, await api.createIntent({ amount: '2222', currency: 'XAF', metadata: { order }, description: '@É' })),
  ];
  accepted(201, await api.createIntent({ amount: '3333', currency: 'XAF', metadata: { order } }));
  await openFilters(page);
  await page.getByRole('searchbox', { name: 'Search' }).fill(order);
  await page.getByLabel('Amount up to').fill('2222');
  await page.getByRole('checkbox', { name: 'Pending' }).check();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const listed = page.getByRole('table').getByRole('link');
  await eventually(async () => (await listed.allTextContents()).join() === [second.id, first.id].join());
  const dialog = await openExport(page);
  expect(await dialog.locator('dd').allTextContents()).toEqual([order, '2222', 'Pending']);
  await picture(page, 'flow-export');
  expect(await violations(page)).toEqual([]);
  const file = await saved(page, dialog);
  expect(file.suggestedFilename()).toMatch(/^payments-test-\d{4}-\d{2}-\d{2}\.csv$/);
  await dialog.getByText('Payments read: 2').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await textOf(file)).toBe(
    [
      `\uFEFF${HEADINGS}`,
      `Payment,${cellMoment(second.createdAt)},,Pending,2222,,,XAF,,,,'@É,,,${second.id},,`,
      `Payment,${cellMoment(first.createdAt)},,Pending,1111,,,XAF,,,"'=HYPERLINK(""https://evil.example"",""${order}"")",,,,${first.id},,`,
      '',
    ].join('\r\n'),
  );
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('the totals are those of completed payments that the filters leave, without a file', async () => {
  const { page } = at;
  await page.route(PAGE, (route) => route.fulfill({ json: { ...pageOfMany('', 'COMPLETED'), nextCursor: null } }));
  await page.getByRole('button', { name: 'Totals', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Totals of payments' });
  await dialog.getByRole('button', { name: 'Totals' }).click();
  await dialog.getByText('Payments read: 100').waitFor();
  const sums = await dialog.locator('dd').allTextContents();
  expect(sums.map((text) => text.replaceAll('\u00A0', ' '))).toEqual([
    '100',
    ...['10,000 FCFA', '0 FCFA', '200 FCFA', '9,800 FCFA'],
  ]);
  await picture(page, 'flow-totals');
  expect(await violations(page)).toEqual([]);
  expect(downloads).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
});

test('the file is a workbook where that is chosen', async () => {
  const { page } = at;
  const dialog = await openExport(page);
  await dialog.getByLabel('Kind of file').selectOption('Excel');
  const file = await saved(page, dialog);
  expect(file.suggestedFilename()).toMatch(/^payments-test-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const content = await readFile(await file.path(), 'latin1');
  expect([content.slice(0, 2), content.includes('xl/worksheets/sheet1.xml')]).toEqual(['PK', true]);
});

test('an export by the phone that pays asks without it in a URL', async () => {
  const { page } = at;
  await openFilters(page);
  await page.getByLabel('Phone that pays').fill('+237677880001');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = await openExport(page);
  await dialog.getByText('+237677880001').waitFor();
  const [request] = await Promise.all([page.waitForRequest(/\/gateway\/search$/), saved(page, dialog)]);
  expect(request.postDataJSON()).toEqual({ limit: 100, q: '+237677880001' });
});

test('an export that is cancelled sends no more, and saves nothing', async () => {
  const { page } = at;
  const held = Promise.withResolvers<Route>();
  await page.route(PAGE, async (route) => {
    if (route.request().url().includes('startingAfter')) held.resolve(route);
    else await route.fulfill({ json: pageOfMany('pi_more') });
  });
  const dialog = await openExport(page);
  await dialog.getByText('All payments: no filter is set.').waitFor();
  await dialog.getByRole('button', { name: 'Export' }).click();
  const request = (await held.promise).request();
  await dialog.getByText('Payments so far: 100').waitFor();
  await picture(page, 'flow-export-progress');
  expect(await violations(page)).toEqual([]);
  const ended = page.waitForEvent('requestfailed', (failed) => failed === request);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await ended;
  await dialog.waitFor({ state: 'detached' });
  expect(downloads).toEqual([]);
});

test('an export that is refused says why, and saves nothing', async () => {
  const { page } = at;
  await page.route(PAGE, (route) =>
    route.request().url().includes('startingAfter')
      ? route.fulfill({ status: 403, json: problemOf(403, 'scope_missing') })
      : route.fulfill({ json: pageOfMany('pi_more') }),
  );
  const dialog = await openExport(page);
  await dialog.getByRole('button', { name: 'Export' }).click();
  await dialog.getByRole('alert').getByText('Your role does not allow this.').waitFor();
  expect(downloads).toEqual([]);
});

test('an export waits while it is rate limited, and shows that it has reached its bound', async () => {
  const { page } = at;
  let requests = 0;
  await page.route(PAGE, (route) => {
    requests += 1;
    return requests === 1
      ? route.fulfill({ status: 429, json: { ...problemOf(429, 'rate_limited'), retryAfter: 1 } })
      : route.fulfill({ json: pageOfMany(`pi_${String(requests)}`) });
  });
  const dialog = await openExport(page);
  const file = await saved(page, dialog);
  await dialog.getByText('these are only the newest 10,000 payments').waitFor();
  await picture(page, 'flow-export-bound');
  expect(await violations(page)).toEqual([]);
  expect((await textOf(file)).split('\r\n')).toHaveLength(10_002);
  expect(requests).toBe(101);
});

async function openExport(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return page.getByRole('dialog', { name: 'Export payments' });
}

async function saved(page: Page, dialog: Locator): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ]);
  return download;
}

async function textOf(file: Download): Promise<string> {
  return readFile(await file.path(), 'utf8');
}

/** A page as the API answers it, as long as a page may be. */
function pageOfMany(nextCursor: string, status = 'PENDING'): object {
  const payment = {
    ...{
      id: 'pi_many',
      status,
      amount: '100',
      fee: '2',
      net: '98',
      amountRefunded: '0',
      currency: 'XAF',
      currencyExponent: 0,
    },
    ...{ createdAt: '2026-11-20T10:00:00.000Z', completedAt: null, reference: null, description: null },
    ...{ paymentMethod: null, failure: null, payer: null, userId: null, metadata: {} },
  };
  return { data: Array<object>(100).fill(payment), hasMore: true, nextCursor };
}

function problemOf(status: number, code: string): object {
  return {
    ...{ type: 'about:blank', title: 'Refused', status, detail: 'The request was refused.', code },
    ...{ requestId: 'req_01k8zq3y8ng3sw0v6d7jep5f9x', retryable: status === 429 },
  };
}
