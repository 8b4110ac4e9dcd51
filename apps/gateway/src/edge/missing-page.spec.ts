import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { GatewayWithDoubles } from '../test/fixtures/bus-doubles.js';
import { GatewayUnderTest } from '../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test.each([
  ['fr-CM,fr;q=0.9,en;q=0.8', 'fr', 'Cette page n’existe pas'],
  ['en-GB,en;q=0.9,fr;q=0.8', 'en', 'This page does not exist'],
  ['de', 'en', 'This page does not exist'],
])('a browser of %s gets a page in %s for an address that there is not', async (languages, language, title) => {
  const answer = await gateway.ask({ path: '/no/such/page', headers: { accept, 'accept-language': languages } });
  expect(answer.status).toBe(404);
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(String(answer.headers['content-security-policy'])).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]+=*';/,
  );
  expect(answer.text).toContain(`<html lang="${language}">`);
  expect(answer.text).toContain(`<h1>${title}</h1>`);
  expect(answer.text).toContain('href="/dashboard/"');
});

test('the page shows how to reach support where that is configured', async () => {
  expect((await gateway.ask({ path: '/no/such/page', headers: { accept } })).text).not.toContain('Need help?');
  const supported = await GatewayUnderTest.start(GatewayWithDoubles, { SUPPORT_URL: 'tel:+237677000000' });
  try {
    const { text } = await supported.ask({ path: '/no/such/page', headers: { accept } });
    expect(text).toContain('Need help? <a href="tel:+237677000000">+237677000000</a>');
  } finally {
    await supported.stop();
  }
});

test.each([
  ['longer than any', `/checkout/cs_${'a'.repeat(5_000)}`, 414],
  ['longer than any, elsewhere', `/dashboard/${'a'.repeat(5_000)}`, 414],
  ['not to be read', '/checkout/%zz', 400],
])('a browser gets a page for an address that is %s, and a program a problem document', async (_case, path, status) => {
  const answer = await gateway.ask({ path, headers: { accept } });
  expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
  expect(answer.text).toContain('<h1>This page does not exist</h1>');
  expect(answer.text).not.toContain('aaaa');
  expect((await gateway.ask({ path })).body).toMatchObject({ status });
});

test('nothing that was asked for is repeated in the page', async () => {
  const answer = await gateway.ask({ path: '/%3Cscript%3Eharm()', headers: { accept } });
  expect([answer.status, answer.text.includes('harm')]).toEqual([404, false]);
});

test.each([
  ['GET', undefined],
  ['GET', 'application/json'],
  ['GET', '*/*'],
  ['POST', accept],
])('%s with the accept header %s gets a problem document', async (method, accepted) => {
  const headers = accepted === undefined ? {} : { accept: accepted };
  const answer = await gateway.ask({ method, path: '/no/such/page', headers });
  expect(answer.body).toMatchObject({ status: 404, code: 'route_not_found' });
});
