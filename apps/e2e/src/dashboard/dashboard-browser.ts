import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A person's browser at the dashboard, and what it complained about. */
export interface AtDashboard {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of pages, and requests to other origins. A refusal of the API is no complaint. */
  readonly complaints: readonly string[];
  /** Waits until the page has every answer that it asked for, and asks for nothing more because of them. */
  readonly settled: () => Promise<void>;
}

/** Frames without a request under way after which a page asks for nothing more by itself. */
const QUIET_FRAMES = 5;

/** Opens a browser of its own on the dashboard's origin. */
export async function openDashboard(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<AtDashboard> {
  const context = await browser.newContext({
    ...{ ignoreHTTPSErrors: true, locale: 'en-GB', viewport: { width: 1280, height: 900 } },
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const { origin } = new URL(url);
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`request to ${request.url()}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (!isRefusal && ['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  page.on('framenavigated', () => {
    underWay.clear();
  });
  await page.goto(url);
  return {
    ...{ page, context, complaints },
    settled: async () => {
      for (let frames = 0; frames < QUIET_FRAMES; frames += 1) {
        await page.evaluate('new Promise(requestAnimationFrame)');
        if (underWay.size > 0) frames = -1;
      }
    },
  };
}

/** Signs in at the sign-in page, whose language is English. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
}

/** Opens the menu of actions of an object, the last of those with its name. */
export async function openMenu(page: Page, of: string): Promise<void> {
  await page
    .getByRole('button', { name: `Actions: ${of}` })
    .last()
    .click();
}

/** Shows the form of a list's filters, which is folded at first. */
export async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filters/, expanded: false }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

/**
 * Waits until colours no longer fade. A fade that another one replaces, or whose element goes, ends too. What moves for ever is no
 * fade.
 */
export async function faded(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const fades = ({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity;
    const running = () => document.getAnimations().filter(fades);
    while (running().length > 0) await Promise.allSettled(running().map(({ finished }) => finished));
  })()`);
}

/** The faults that axe finds on a page, with every rule. */
export async function violations(page: Page): Promise<readonly string[]> {
  await faded(page);
  await page.evaluate(axe);
  return page.evaluate<readonly string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))`);
}

/** Keeps a picture of the page where the environment asks for it. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
