import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { contextFor, overflows, picture, showIn } from './browser.js';
import { PageServer } from './page-server.js';
import { answerAll, INTENT, merchantOf, paymentOf, TOKEN } from './payments.js';

/* What merchants write, as an attacker would write it: it is text, whatever it looks like. */

const SCRIPT = 'globalThis.hurt=1';
const tags = [
  'script',
  'img src=x onerror=',
  'svg onload=',
  'iframe srcdoc=',
  'body onpageshow=',
  'details open ontoggle=',
];
const closings = ['', '"', "'", '</p>', '</title>', '</style>', '-->', ']]>', '</script>', '</bdi></main>'];
const markup = closings.flatMap((closing) =>
  tags.map((tag) => (tag === 'script' ? `${closing}<script>${SCRIPT}</script>` : `${closing}<${tag}"${SCRIPT}" x="`)),
);
const others = [
  ...[
    '{{constructor.constructor("hurt=1")()}}',
    '${hurt=1}',
    '<%= hurt %>',
    '#{hurt}',
    '&lt;script&gt;',
    '&#60;script&#62;',
  ],
  ...[
    '\u202Eevil\u202C',
    '\u2066right\u2069',
    'Shop\u0000',
    'a\u0300'.repeat(60),
    '👩‍👩‍👧‍👦'.repeat(20),
    '\uFEFFShop',
    '\u2028line',
  ],
  ...['W'.repeat(120), 'mot '.repeat(30), 'x'.repeat(120), '字'.repeat(120), '\t\r\n', "'; DROP TABLE intent; --"],
  ...['javascript:hurt=1', 'data:text/html,<script>hurt=1</script>', '__proto__', 'constructor', 'toString', 'null'],
];
const spelled = [...others, ...others.map((text) => text.toUpperCase()), ...others.map((text) => `${text}\u202E`)];
const names = [...new Set([...markup, ...spelled])].slice(0, 100);
const addresses = [
  ...['javascript:globalThis.hurt=1', 'JAVASCRIPT:globalThis.hurt=1', ' javascript:globalThis.hurt=1', 'vbscript:x'],
  ...[
    'data:text/html,<script>globalThis.hurt=1</script>',
    'blob:x',
    'file:///etc/passwd',
    '//evil.example/x',
    '/relative',
  ],
  ...['https://a.example/"onclick="globalThis.hurt=1', 'http://[', 'intent://x#Intent;end'],
];

let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([PageServer.start(), startChromium()]);
});
beforeEach(() => {
  answerAll(server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

test('100 hostile names, descriptions and logos are text, and break neither page nor window', async () => {
  expect(names).toHaveLength(100);
  const context = await contextFor(browser, 'en');
  const page = await context.newPage();
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto(`${server.origin}/checkout/${TOKEN}`);
  await showIn(page, { theme: 'light', width: 320 });
  for (const [index, name] of names.entries()) {
    const merchant = merchantOf({ name, logoUrl: addresses[index % addresses.length] ?? null });
    server.answers.set('GET /gateway/session', { status: 200, body: paymentOf({ description: name, merchant }) });
    await page.goto(`${server.origin}/checkout/${INTENT}`);
    const found = await page.evaluate(() => ({
      hurt: (globalThis as { hurt?: unknown }).hurt,
      texts: [...document.querySelectorAll('bdi')].map(({ textContent }) => textContent),
      scripts: document.scripts.length,
      active: document.querySelectorAll('iframe, svg, object, embed, [onerror], [onload], [onclick], [ontoggle]')
        .length,
    }));
    // as a parser of HTML reads line ends and NUL
    const text = name.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '');
    expect({ name, ...found }).toEqual({ name, hurt: undefined, texts: [text, text], scripts: 1, active: 0 });
    expect([name, await overflows(page)]).toEqual([name, false]);
  }
  expect(urls.filter((url) => !url.startsWith(server.origin))).toEqual([]);
  await picture(page, 'hostile');
  await context.close();
}, 300_000);

test('hostile addresses are no links', async () => {
  const context = await contextFor(browser, 'en');
  const page = await context.newPage();
  await page.goto(`${server.origin}/checkout/${TOKEN}`);
  for (const address of addresses)
    for (const status of ['PENDING', 'COMPLETED', 'FAILED']) {
      const merchant = merchantOf({ supportContact: { url: address, email: null, phone: null } });
      const body = paymentOf({ status, returnUrl: address, cancelUrl: address, merchant });
      server.answers.set('GET /gateway/session', { status: 200, body });
      await page.goto(`${server.origin}/checkout/${INTENT}`);
      expect(await page.locator('h1').count()).toBe(1);
      const links = await page.evaluate(() => [...document.querySelectorAll('a')].map(({ protocol }) => protocol));
      expect([address, links.filter((protocol) => !['https:', 'http:'].includes(protocol))]).toEqual([address, []]);
    }
  await context.close();
}, 300_000);
