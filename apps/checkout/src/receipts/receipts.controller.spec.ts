import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { PageUnderTest } from '../test/page-under-test.js';

const token = `rcp_test_${'0'.repeat(52)}${'A'.repeat(22)}`;
let page: PageUnderTest;

beforeAll(async () => {
  page = await PageUnderTest.start();
});
beforeEach(() => {
  page.answers.clear();
  page.calls.length = 0;
});
afterAll(() => page.stop());

const says = (status: string, mode = 'live') => {
  page.answers.set('POST /receipts/check', { status: 200, body: { object: 'receipt_check', status, mode } });
};
const mainOf = (text: string): string => /<main>.*<\/main>/s.exec(text)?.[0] ?? '';

test.each([
  ['paid', 'en', 'Paid'],
  ['partly_refunded', 'en', 'Partly refunded'],
  ['refunded', 'en', 'Refunded'],
  ['paid', 'fr', 'Payé'],
  ['partly_refunded', 'fr', 'Remboursé en partie'],
  ['refunded', 'fr', 'Remboursé'],
])('[3.23] the page of a receipt says %s in %s, and names nobody and no sum', async (status, language, title) => {
  says(status);
  const { status: code, headers, text } = await page.get(token, { 'accept-language': language });
  expect(code).toBe(200);
  expect(text).toContain(`<title>${title} – `);
  expect(mainOf(text)).toContain(`<h1>${title}</h1>`);
  expect(mainOf(text).replaceAll('h1>', '')).not.toMatch(/\d|FCFA|<a|<form|<img/);
  expect(text).toContain('<meta name="robots" content="noindex"/>');
  expect(text).not.toContain('og:');
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-language': language });
  expect(headers).not.toHaveProperty('set-cookie');
  expect(page.calls).toEqual(['POST /receipts/check']);
});

test('[3.23] a receipt of test mode says that no money has moved', async () => {
  says('paid', 'test');
  const { text } = await page.get(token, { 'accept-language': 'en' });
  expect(text).toContain('class="test"');
  says('paid');
  expect((await page.get(token)).text).not.toContain('class="test"');
});

test('the language may be chosen by the address', async () => {
  says('paid');
  expect((await page.get(`${token}?lang=fr`, { 'accept-language': 'en' })).headers['content-language']).toBe('fr');
});

test('[3.24] every address that proves nothing is the same page, and a malformed one asks nobody', async () => {
  page.answers.set('POST /receipts/check', { status: 404, body: { code: 'intent_not_found' } });
  const pages = [];
  for (const path of [token, 'rcp_test_x', `rcp_${'A'.repeat(121)}`, 'rcp_%E2%82%AC', 'rcp_..'])
    pages.push(await page.get(path, { 'accept-language': 'en' }));
  expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(pages[0]?.status).toBe(404);
  expect(pages[0]?.text).toContain('This receipt is not known here');
  expect(page.calls).toHaveLength(2);
});

test('a gateway that is busy or away makes no receipt unknown', async () => {
  page.answers.set('POST /receipts/check', { status: 429, body: { code: 'rate_limited', retryAfter: 3 } });
  const busy = await page.get(token);
  expect([busy.status, busy.headers['retry-after']]).toEqual([429, '3']);
  page.answers.set('POST /receipts/check', { status: 503, body: { code: 'service_unavailable' } });
  expect((await page.get(token)).status).toBe(503);
});
