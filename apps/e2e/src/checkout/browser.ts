import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A browser of a customer who reads this language. */
export function contextFor(
  browser: Browser,
  language: 'fr' | 'en',
  more: BrowserContextOptions = {},
): Promise<BrowserContext> {
  return browser.newContext({
    ignoreHTTPSErrors: true,
    locale: language === 'fr' ? 'fr-CM' : 'en-GB',
    // the policy of the page would stop the audit's own script
    bypassCSP: true,
    ...more,
  });
}

/** The conditions under which a page is looked at. */
export interface Look {
  readonly theme: 'light' | 'dark' | 'forced';
  readonly width: number;
}

/** Shows an open page in another theme and window. */
export async function showIn(page: Page, { theme, width }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({
    colorScheme: theme === 'dark' ? 'dark' : 'light',
    forcedColors: theme === 'forced' ? 'active' : 'none',
  });
}

/**
 * The faults that axe finds on a page: every rule of WCAG 2.0 to 2.2, A and AA, and of best practice; none is disabled. Of what is no
 * violation axe describes one element a rule, and nothing is handed over.
 */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as Audited).axe.run({
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

/** A page with axe in it. */
interface Audited {
  readonly axe: { run(options: object): Promise<AxeResults> };
}

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** True when a page is wider than its window. */
export function overflows(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** Keeps a picture where SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined || folder === '') return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
