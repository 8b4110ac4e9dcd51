import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { contextFor } from './browser.js';
import { PageServer } from './page-server.js';
import { answerAll, INTENT, merchantOf, showPayment, TOKEN } from './payments.js';

/* What the payment page loads and runs in Chromium: the program of the page, and an API that answers as the test says. */

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

const show = (fields: object): void => {
  showPayment(server, fields);
};
const TRUSTED_TYPES = 'require-trusted-types-for';

describe('a page', () => {
  test('loads nothing but itself', async () => {
    show({ merchant: merchantOf({ logoUrl: 'https://elsewhere.example/logos/1' }) });
    const context = await contextFor(browser, 'en');
    const page = await context.newPage();
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto(`${server.origin}/checkout/${TOKEN}`, { waitUntil: 'networkidle' });
    const [link, clean] = [`${server.origin}/checkout/${TOKEN}`, `${server.origin}/checkout/${INTENT}`];
    expect(urls).toEqual([link, clean, `${server.origin}/logos/1`]);
    await context.close();
  });

  test('runs no script, style, frame, form or request of another', async () => {
    const context = await contextFor(browser, 'en', { bypassCSP: false });
    const page = await context.newPage();
    const violated: string[] = [];
    await page.exposeFunction('violated', (directive: string) => violated.push(directive));
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        (globalThis as unknown as { violated: (directive: string) => void }).violated(effectiveDirective);
      });
    });
    await page.goto(`${server.origin}/checkout/${TOKEN}`);
    await page.evaluate(() => {
      const add = (name: string, fields: object): HTMLElement => {
        const made = Object.assign(document.createElement(name), fields);
        document.body.append(made);
        return made;
      };
      add('style', { textContent: 'body { color: red }' });
      add('img', { src: 'https://elsewhere.example/a.png' });
      add('iframe', { src: 'https://elsewhere.example/' });
      add('base', { href: 'https://elsewhere.example/' });
      try {
        add('a', {}).setAttribute('onclick', 'document.title = "stolen"');
      } catch {
        // refused: it is reported like the others
      }
      void fetch('https://elsewhere.example/').catch(() => undefined);
      const form = add('form', { action: 'https://elsewhere.example/', method: 'post' }) as HTMLFormElement;
      form.submit();
    });
    await page.waitForFunction(() => document.readyState === 'complete');
    expect(new Set(violated)).toEqual(
      new Set(['style-src-elem', 'img-src', 'frame-src', 'base-uri', 'connect-src', 'form-action', TRUSTED_TYPES]),
    );
    const trusted = await page.evaluate(() => {
      try {
        document.createElement('script').text = 'document.title = "stolen"';
        return 'taken';
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect([trusted, await page.title()]).toEqual(['TypeError', expect.not.stringContaining('stolen')]);
    await context.close();
  });
});
