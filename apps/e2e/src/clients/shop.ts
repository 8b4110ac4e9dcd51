import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inboxMessages, newCode } from '@paygate/testing';
import type { Stack, StackUser } from '@paygate/testing';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from './chromium.js';
import { RECORDING_WORKER } from './recording-worker.js';

/** A shop's pages in a real browser: one script, and what it says on the console and asks of the network. */
export interface Shop {
  readonly url: string;
  open(path?: string): Promise<Visit>;
  close(): Promise<void>;
}
export interface Visit {
  readonly page: Page;
  /** Calls one of the functions that the page's script offers. */
  readonly run: (name: string, ...args: unknown[]) => Promise<unknown>;
  /** Lines of the console and uncaught errors. */
  readonly lines: string[];
  /** Addresses of all requests. */
  readonly urls: string[];
}

/** Serves a page with this script, bundled for the stack's gateway as an installation would. */
export async function openShop(
  stack: Stack,
  script: string,
  render: (path: string) => string = () => '',
): Promise<Shop> {
  const code = await bundled(stack, script);
  const server = createServer((request, response) => {
    if (request.url === '/script.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(code);
    else if (request.url === '/worker.js')
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(RECORDING_WORKER);
    else {
      const html = `<!doctype html><title>Shop</title><div id="root">${render(request.url ?? '/')}</div><script type="module" src="/script.js"></script>`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site = await openSite(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    ...site,
    async close() {
      await site.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens a browser for pages that something else serves. */
export async function openSite(url: string): Promise<Shop> {
  const browser = await startChromium();
  return { url, open: (path = '/') => visit(browser, url + path), close: () => browser.close() };
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  // the stack's certificate is signed by an authority of its own
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const lines: string[] = [];
  const urls: string[] = [];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => lines.push(`pageerror: ${String(error)}`));
  page.on('request', (request) => urls.push(request.url()));
  await page.goto(url);
  const run = (name: string, ...args: unknown[]): Promise<unknown> =>
    page.evaluate(
      ([called, given]) => {
        const { paygatePage } = globalThis as unknown as {
          paygatePage: Record<string, (...given: unknown[]) => unknown>;
        };
        return paygatePage[called]?.(...given);
      },
      [name, args] as const,
    );
  return { page, lines, urls, run };
}

async function bundled(stack: Stack, script: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [script],
    ...{ bundle: true, write: false, format: 'esm', target: 'es2022', jsx: 'automatic' },
    tsconfig: 'tsconfig.browser.json',
    define: {
      PAYGATE_BUILD_BASE_URL: JSON.stringify(stack.gateway.url),
      'process.env.NODE_ENV': '"development"',
    },
  });
  return outputFiles[0]?.text ?? '';
}

/** A customer of these suites, with money. */
export function customerOf({ users }: Stack): StackUser {
  const payer = users.findLast(({ walletBalance }) => walletBalance !== '0');
  if (payer === undefined) throw new Error('the stack has no user with money');
  return payer;
}

/** The code that arrives because of `send`, read from the test inbox as a person would. */
export async function codeSentBy(stack: Stack, address: string, send: () => Promise<unknown>): Promise<string> {
  const seen = await inboxMessages(stack, address);
  await send();
  return newCode(stack, address, seen);
}
