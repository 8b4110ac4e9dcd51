import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { readStack } from '@paygate/testing';
import type { Browser, Route } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import type { AtDashboard } from './dashboard-browser.js';
import { openDashboard, picture, signIn, violations } from './dashboard-browser.js';

/* What a page shows before there is an answer, and when there is none. */

const stack = readStack();
const { url, email, password } = stack.dashboard;
const LIST = '**/webhook-endpoints';
let browser: Browser;
let at: AtDashboard;
beforeAll(async () => {
  browser = await startChromium();
  at = await openDashboard(browser, url);
  await signIn(at.page, email, password);
});
afterEach(() => at.page.unroute(LIST));
afterAll(async () => {
  expect(at.complaints).toEqual([]);
  await browser.close();
});

const open = () => at.page.goto(`${url}webhooks`);

test('a page says that it loads', async () => {
  const { page } = at;
  const held = Promise.withResolvers<Route>();
  await page.route(LIST, (route) => {
    held.resolve(route);
  });
  await open();
  await page.getByRole('main').getByRole('status').getByText('Loading…').waitFor();
  await picture(page, 'state-loading');
  expect(await violations(page)).toEqual([]);
  await (await held.promise).continue();
  await page.getByRole('table').waitFor();
});

test.each([
  ['the frame', 'https://**/dashboard/sessions/current'],
  ['the page', 'https://**/assets/webhooks-page-*.js'],
])('while %s is awaited there is a page that says so', async (_part, awaited) => {
  const { page, context } = await openDashboard(browser, `${url}sign-in`);
  await signIn(page, email, password);
  const held = Promise.withResolvers<Route>();
  await page.route(awaited, (route) => {
    held.resolve(route);
  });
  await page.goto(`${url}webhooks`);
  await page.getByRole('status').getByText('Loading…').waitFor();
  expect(await violations(page)).toEqual([]);
  await (await held.promise).continue();
  await page.getByRole('table').waitFor();
  await context.close();
});

test('a page without an answer says so, and tries again when it is asked to', async () => {
  const { page } = at;
  await page.route(LIST, (route) => route.abort());
  await open();
  await page.getByRole('alert').getByText('Paygate cannot be reached.').waitFor();
  await picture(page, 'state-unreachable');
  expect(await violations(page)).toEqual([]);
  await page.unroute(LIST);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table').waitFor();
});

test('a refusal is shown in words, with its code and the request that support asks for', async () => {
  const { page } = at;
  const problem = {
    ...{ type: 'about:blank', title: 'Forbidden', status: 403, detail: 'The role of the member lacks the scope.' },
    ...{ code: 'scope_missing', requestId: 'req_01k8zq3y8ng3sw0v6d7jep5f9x', retryable: false },
  };
  await page.route(LIST, (route) => route.fulfill({ status: 403, json: problem }));
  await open();
  const alert = page.getByRole('alert');
  await alert.getByText('Your role does not allow this.').waitFor();
  expect(await alert.textContent()).toMatch(/scope_missing.*req_01k8zq3y8ng3sw0v6d7jep5f9x/);
  await picture(page, 'state-refused');
  expect(await violations(page)).toEqual([]);
});
