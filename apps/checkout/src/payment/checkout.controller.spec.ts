import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PageUnderTest } from '../test/page-under-test.js';

const intent = 'pi_01k8zq4a2nf8rb0v6d7jep5f9x';
let page: PageUnderTest;

beforeAll(async () => {
  page = await PageUnderTest.start();
});
beforeEach(() => {
  page.answers.clear();
  page.calls.length = 0;
});
afterAll(() => page.stop());

test('a page without a shop shows how to reach support where that is configured', async () => {
  expect((await page.get('pi_1/x')).text).not.toContain('Need help?');
  const supported = await PageUnderTest.start({ SUPPORT_URL: 'https://pay.example/help' });
  try {
    const { text } = await supported.get('pi_1/x', { 'accept-language': 'en' });
    expect(text).toContain('Need help? <span><a href="https://pay.example/help">pay.example/help</a>');
  } finally {
    await supported.stop();
  }
});

test('the address of a form leads to the page of its payment', async () => {
  const { status, headers } = await page.get(`${intent}/pay`);
  expect([status, headers.location]).toEqual([303, `/checkout/${intent}`]);
});

test.each(['%E2%82%AC', '%0d%0aset-cookie:x', '..%2f..%2fevil', '%2fevil.example', 'pi_1', `${intent}0`])(
  'what is no intent leads nowhere: %s',
  async (id) => {
    const { status, headers, text } = await page.get(`${id}/x`);
    expect([status, headers.location]).toEqual([404, undefined]);
    expect(text).toContain('<h1>');
  },
);

test.each([
  ['a longer token than there is', `cs_${'A'.repeat(300)}`],
  ['a longer link than there is', `pl_${'a'.repeat(1_000)}`],
  ['an address that cannot be decoded', '%zz'],
  ['more steps than there are', `${intent}/a/b/c`],
])('%s is a page that says so', async (_name, path) => {
  const { status, headers, text } = await page.get(path, { 'accept-language': 'en' });
  expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(text).toContain('<h1>');
  expect(page.calls).toEqual([]);
});

describe('an API that answers no page', () => {
  const open = () => page.get('cs_test_1', { 'accept-language': 'en' });

  test('that refuses because of a spent budget is 429 on the page, and says when to come back', async () => {
    const body = { code: 'rate_limited', retryAfter: 7 };
    page.answers.set('GET /gateway/session', { status: 429, body });
    const { status, headers, text } = await open();
    expect([status, headers['retry-after']]).toEqual([429, '7']);
    expect(text).toContain('Too many requests');
    expect(text).toContain('href="/checkout/cs_test_1"');
    expect(page.calls).toHaveLength(1);
  });

  test('that is away is asked twice at most', async () => {
    page.answers.set('GET /gateway/session', { status: 503, body: { code: 'service_unavailable' } });
    expect((await open()).status).toBe(503);
    expect(page.calls).toHaveLength(2);
  });
});
