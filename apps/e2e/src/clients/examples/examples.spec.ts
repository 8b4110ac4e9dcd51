import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PaygateBrowser } from '@paygate/browser';
import { deliveryOf } from '@paygate/testing';
import type { Page } from 'playwright-core';
import { anApprovingPhone } from '../../payments/paying.js';
import { freePort } from '../free-port.js';
import type { Shop } from '../shop.js';
import { codeSentBy, customerOf, openSite } from '../shop.js';
import { demoServer, trustedStack } from '../trust.js';
import type { Running } from './example.js';
import { installExamples, isNextRun, runScript, startExample, startProgram, startScript } from './example.js';

const stack = trustedStack();
const paygate = demoServer(stack);
const payer = customerOf(stack);

/** Next.js installs 370 MB and builds for minutes where other work is under way. */
const INSTALL_MS = isNextRun ? 900_000 : 300_000;
const BUILD_MS = 900_000;
beforeAll(installExamples, INSTALL_MS);

/** The answer of a shop's server to a new order. */
interface Order {
  readonly orderId: string;
  readonly sessionToken: string;
  readonly apiKey: string;
}

type TerminalEvent = 'payment.completed' | 'payment.failed' | 'payment.expired' | 'payment.canceled';
type Start = (port: number, env: Record<string, string>) => Promise<Running>;

const example =
  (name: string): Start =>
  (port, env) =>
    startExample(name, port, env);

const routeHandlers: Start = (port, env) =>
  startProgram('node', ['apps/e2e/src/clients/examples/route-server.ts'], port, { cwd: process.cwd(), env });

const servers: readonly (readonly [name: string, path: string, start: Start])[] = [
  ['node-http', '', example('node-http')],
  ['express', '', example('express')],
  ['fastify', '', example('fastify')],
  ['nestjs', '', example('nestjs')],
  ['nextjs', '/api', isNextRun ? example('nextjs') : routeHandlers],
];

/** The variables that the README of the examples has the reader set. */
const variables = {
  NODE_EXTRA_CA_CERTS: resolve(stack.gateway.ca),
  PAYGATE_BASE_URL: stack.gateway.url,
  PAYGATE_SECRET_KEY: stack.merchant.secretKey,
  PAYGATE_PUBLISHABLE_KEY: stack.merchant.publishableKey,
  PAYGATE_WEBHOOK_SECRET: stack.merchant.webhookSecret,
};

async function orderStatus({ url }: Running, orderId: string): Promise<unknown> {
  return ((await (await fetch(`${url}/orders/${orderId}`)).json()) as { status: unknown }).status;
}

async function deliver({ url }: Running, body: string, signature = ''): Promise<number> {
  const headers = { 'content-type': 'application/json', 'service-signature': signature };
  return (await fetch(`${url}/webhooks`, { method: 'POST', body, headers })).status;
}

/** Paygate delivers to no server on this machine but the demo merchant's receiver, so that delivery is sent again. */
async function handOn(intentionId: string, server: Running): Promise<void> {
  const { rawBody, headers } = await deliveryOf(stack, intentionId, 'payment.completed');
  expect(await deliver(server, rawBody, headers['service-signature'])).toBe(200);
}

/** The steps of the shop's page. Returns the id of the intent. */
async function pay({ sessionToken, apiKey }: Order): Promise<string> {
  const client = new PaygateBrowser({ apiKey, env: 'production' });
  const { id: intentionId } = await client.retrieveIntent(sessionToken);
  const { phoneNumber, password } = payer;
  const { id: userId } = await client.signIn({ phoneNumber, password });
  const send = (): Promise<unknown> => client.initOtp({ userId, channel: 'sms', intentionId });
  await client.verifyOtp({ userId, otp: await codeSentBy(stack, phoneNumber, send) });
  await client.charge({ intentionId });
  return intentionId;
}

describe.each(servers)('the server with %s', (name, path, start) => {
  let server: Running;
  beforeAll(async () => {
    if (name === 'nestjs' || (name === 'nextjs' && isNextRun)) await runScript(name, 'build');
  }, BUILD_MS);
  beforeAll(async () => {
    const { url, stop } = await start(await freePort(), variables);
    server = { url: url + path, stop };
  });
  afterAll(() => server.stop());

  const begin = async (): Promise<Order> => {
    const response = await fetch(`${server.url}/orders`, { method: 'POST' });
    expect(response.status).toBe(201);
    return (await response.json()) as Order;
  };
  const statusOf = ({ orderId }: Order): Promise<unknown> => orderStatus(server, orderId);

  test('takes an order, and learns from a webhook that it is paid', async () => {
    const order = await begin();
    expect(order.apiKey).toBe(stack.merchant.publishableKey);
    expect(await statusOf(order)).toBe('open');
    await handOn(await pay(order), server);
    expect(await statusOf(order)).toBe('paid');
  });

  const notify = (order: Order, type: TerminalEvent, secret = stack.merchant.webhookSecret): Promise<number> => {
    const payload = JSON.stringify(paygate.webhooks.generateTestEvent(type, { reference: order.orderId }));
    return deliver(server, payload, paygate.webhooks.generateTestHeaderString({ payload, secret }));
  };

  test('refuses a delivery that somebody else signed', async () => {
    const order = await begin();
    const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;
    expect([await notify(order, 'payment.completed', secret), await statusOf(order)]).toEqual([400, 'open']);
  });

  test.each(['payment.failed', 'payment.expired', 'payment.canceled'] as const)(
    'ends an order with %s, unless it is paid',
    async (type) => {
      const order = await begin();
      expect([await notify(order, type), await statusOf(order)]).toEqual([200, 'failed']);
      for (const later of ['payment.completed', type] as const)
        expect([await notify(order, later), await statusOf(order)]).toEqual([200, 'paid']);
    },
  );
});

describe('the page with React', () => {
  let server: Running;
  let pages: Running;
  let shop: Shop;
  beforeAll(() => runScript('react-shop', 'build', { VITE_PAYGATE_BASE_URL: stack.gateway.url }), BUILD_MS);
  beforeAll(async () => {
    server = await startExample('node-http', await freePort(), variables);
    const port = await freePort();
    const args = ['--port', String(port), '--strictPort', '--host', '127.0.0.1'];
    pages = await startScript('react-shop', 'preview', port, { args, env: { SHOP_SERVER: server.url } });
    shop = await openSite(pages.url);
  });
  afterAll(async () => {
    await shop.close();
    await Promise.all([pages.stop(), server.stop()]);
  });

  const picture = async (page: Page, name: string): Promise<void> => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  };

  test('[8.8] sells, with a wrong code, a code pasted with blanks, and a reload in the middle', async () => {
    const { page, lines, urls } = await shop.open();
    const ordered = page.waitForResponse((response) => response.url().endsWith('/orders'));
    await page.getByRole('button', { name: 'Buy' }).click();
    const { orderId } = (await (await ordered).json()) as { orderId: string };
    const pay = async (): Promise<string> => {
      await page.getByRole('button', { name: 'Use my wallet' }).click();
      await page.getByLabel('Phone').fill(payer.phoneNumber);
      await page.getByLabel('Password').fill(payer.password);
      await picture(page, 'sign-in');
      return codeSentBy(stack, payer.phoneNumber, () => page.getByRole('button', { name: 'Pay' }).click());
    };
    await pay();
    await page.reload();
    const otp = await pay();
    const field = page.getByLabel(/^Code/);
    await field.fill(otp.startsWith('1') ? '222222' : '111111');
    await page.getByText('This code is wrong').waitFor();
    await picture(page, 'wrong-code');
    expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['', 'true']);
    expect(await page.locator('#code:focus').count()).toBe(1);
    const charged = page.waitForResponse((response) => response.url().endsWith('/payment/charge') && response.ok());
    await field.fill(`${otp.slice(0, 3)} ${otp.slice(3)}`);
    await page.getByText('Thank you').waitFor();
    await picture(page, 'completed');

    const { intentionId } = (await (await charged).json()) as { intentionId: string };
    await handOn(intentionId, server);
    expect(await orderStatus(server, orderId)).toBe('paid');
    expect([...lines, ...urls].filter((text) => text.includes('eyJ') || text.includes(otp))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('pageerror'))).toEqual([]);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Buy' }).waitFor();
  });

  test('sells to a guest, who pays by mobile money from a phone', async () => {
    const { page } = await shop.open();
    const ordered = page.waitForResponse((response) => response.url().endsWith('/orders'));
    await page.getByRole('button', { name: 'Buy' }).click();
    const { orderId } = (await (await ordered).json()) as { orderId: string };
    const phone = anApprovingPhone();
    await page.getByLabel('Mobile money number').fill(phone);
    const otp = await codeSentBy(stack, phone, () => page.getByRole('button', { name: 'Pay' }).click());
    const charged = page.waitForResponse((response) => response.url().endsWith('/payment/charge') && response.ok());
    await page.getByLabel(/^Code/).fill(otp);
    await page.getByText('Thank you').waitFor();
    const { intentionId } = (await (await charged).json()) as { intentionId: string };
    await handOn(intentionId, server);
    expect(await orderStatus(server, orderId)).toBe('paid');
  });
});

test.each(
  readdirSync('examples').filter((name) => isFolder(name) && existsSync(join('examples', name, 'package.json'))),
)('%s names every package it imports', (name) => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join('examples', name, 'package.json'), 'utf8'),
  ) as Readonly<Record<'dependencies' | 'devDependencies', object>>;
  const named = [...Object.keys(dependencies), ...Object.keys(devDependencies)];
  const imported = sourcesOf(join('examples', name)).flatMap((file) => packagesIn(readFileSync(file, 'utf8')));
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((each) => !named.includes(each) && !named.includes(`@types/${each}`))).toEqual([]);
});

function isFolder(name: string): boolean {
  return name !== 'node_modules' && !name.includes('.');
}

function sourcesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist|\.next)\//.test(file))
    .map((file) => join(folder, file));
}

/** Names of packages, without the path within them. */
function packagesIn(code: string): readonly string[] {
  const imported = [...code.matchAll(/(?:^import| from) '((?:@[\w-]+\/)?[\w-]+)[\w/-]*';$/gm)].map(([, name]) => name);
  return imported.filter((name) => name !== undefined);
}
