import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, readStack, stackClient } from '@paygate/testing';
import type { Browser } from 'playwright-core';
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

test('a refused request is in the request log, and is found by its error code', async () => {
  const refused = await api.createIntent({ amount: '-1', currency: 'XAF' });
  const { code, requestId } = refused.body as unknown as { readonly code: string; readonly requestId: string };
  expect(refused.status).toBe(400);
  const { url, email, password } = stack.dashboard;
  const { page, complaints } = await openDashboard(browser, url);
  await signIn(page, email, password);
  await page.goto(`${url}request-logs`);
  await openFilters(page);
  await page.getByLabel('Error code').fill(code);
  await page.getByLabel('Status').fill('400');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.waitForURL(/code=/);
  const entry = page.getByRole('row').filter({ hasText: requestId });
  // gateways send entries in batches
  await eventually(
    async () => {
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Request log' }).waitFor();
      await page.waitForLoadState('networkidle');
      return (await entry.count()) === 1;
    },
    { intervalMs: 1_000 },
  );
  expect(await entry.textContent()).toMatch(new RegExp(`POST /gateway.*400.*${code}.*key_`));
  await picture(page, 'flow-request-log');
  expect(complaints).toEqual([]);
});

test.each([
  ['en', 'The caller closed the connection before the answer.'],
  ['fr', 'L’appelant a fermé la connexion avant la réponse.'],
])('a request without an answer has a dash as its status, which says why, in %s', async (language, reason) => {
  const { url, email, password } = stack.dashboard;
  const { page, complaints } = await openDashboard(browser, url);
  await signIn(page, email, password);
  await page.evaluate(`localStorage.setItem('paygate.language', '${language}')`);
  const unanswered = {
    ...{ id: 'rle_01k8zq3y8ng3sw0v6d7jep5f9x', object: 'request_log_entry', method: 'GET', path: '/gateway/session' },
    ...{
      status: null,
      code: null,
      apiKeyId: 'key_01k8zq3x7mf2rv9t5c6hdn4e8w',
      memberId: null,
      requestId: 'req-of-a-caller-1',
    },
    ...{ durationMs: 12, answeredAt: '2026-11-20T10:00:00.000Z' },
  };
  await page.route(
    (target) => target.pathname === '/request-logs',
    (route) => route.fulfill({ json: { data: [unanswered], hasMore: false, nextCursor: null } }),
  );
  await page.goto(`${url}request-logs`);
  const status = page.getByRole('row').filter({ hasText: unanswered.requestId }).getByTitle(reason);
  await status.waitFor();
  expect(await status.textContent()).toBe('–');
  await picture(page, `request-log-unanswered-${language}`);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
