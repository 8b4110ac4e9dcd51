import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readStack, stackClient } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { boxFaults } from '../boxes/boxes.js';
import { startChromium } from '../clients/chromium.js';
import { accepted, anApprovingPhone } from '../payments/paying.js';
import { newProven, PayingOut } from '../payouts/paying-out.js';
import type { AtDashboard } from './dashboard-browser.js';
import { openDashboard, picture, signIn, violations } from './dashboard-browser.js';

const stack = readStack();
const api = stackClient(stack);
const { url, email, password } = stack.dashboard;
/** Text that does harm wherever it becomes markup. */
const HOSTILE = `<img src=x onerror="document.title='harmed'"><script>document.title='harmed'</script>`;
let browser: Browser;
let at: AtDashboard;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  browser = await startChromium();
  at = await openDashboard(browser, url);
  await signIn(at.page, email, password);
  const intent = await api.createIntent({
    ...{ amount: '5000', currency: 'XAF', description: HOSTILE, reference: HOSTILE, metadata: { note: HOSTILE } },
  });
  ids = {
    ...(await idsOf(at.page)),
    payment: intent.body.id,
    ...(await hostileRows(at.page)),
    ...(await payoutRows()),
  };
});
afterAll(async () => {
  await at.page.evaluate(`fetch('/webhook-endpoints/${ids['hostile'] ?? ''}', { method: 'DELETE' })`);
  api.close();
  await browser.close();
});

const OUTSIDE = ['sign-in', 'sign-up', 'confirm-account', 'forgot-password', 'reset-password', 'accept-invitation'];
const INSIDE = [
  ...[
    'start',
    'overview',
    'payments',
    'payments?status=COMPLETED',
    'payments/{payment}',
    'payments/pi_none',
    'customers',
    'customers?of=accounts',
    'balance',
    'balance/transactions',
    'balance/day',
    'events',
    'events/{event}',
    'events/{payoutEvent}',
  ],
  ...['payouts', 'payouts/{payout}', 'payouts/po_none', 'payouts/destinations', 'payouts/schedule'],
  ...['payouts/batches', 'payouts/batches/new', 'payouts/batches/{batch}', 'payouts/batches/pbat_none'],
  ...['payment-links', 'payment-links/{link}', 'payment-links/{openLink}', 'payment-links/pl_none'],
  ...['go-live', 'webhooks', 'webhooks/{endpoint}', 'webhooks/{hostile}', 'deliveries/{delivery}', 'test-numbers'],
  ...['request-logs', 'test-inbox'],
  'nothing-here',
  ...['settings/profile', 'settings/api-keys', 'settings/members', 'settings/security', 'settings/audit-log'],
];
/** Two views a page: each page with each language and each theme, and each language with each theme. */
const VIEWS = [
  [
    ['en', 'light'],
    ['fr', 'dark'],
  ],
  [
    ['en', 'dark'],
    ['fr', 'light'],
  ],
] as const;
const pairwise = (paths: readonly string[]) =>
  paths.flatMap((path, index) =>
    VIEWS[index % 2 === 0 ? 0 : 1].map(([language, theme]) => [path, language, theme] as const),
  );

test.each(pairwise(INSIDE))('[9.12] %s in %s and %s is accessible, and fits its screen', async (path, ...view) => {
  const { page, complaints } = at;
  await choose(page, ...view);
  const known = path.replace(/\{(\w+)\}/, (_braced, name: string) => ids[name] ?? '');
  expect(await look(at, known, [path.replaceAll(/\W+/g, '-'), ...view].join('-'))).toEqual([]);
  expect(complaints).toEqual([]);
});

test.each(pairwise(OUTSIDE))('[9.12] %s in %s and %s is accessible, and fits its screen', async (path, ...view) => {
  const outside = await openDashboard(browser, `${url}sign-in`);
  const { page, context, complaints } = outside;
  await choose(page, ...view);
  expect(await look(outside, path, [path, ...view].join('-'))).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('the session is a cookie that no script can read, and no storage holds it', async () => {
  const { page, context } = at;
  const { cookies, origins } = await context.storageState();
  expect(cookies).toMatchObject([
    { name: '__Host-paygate_dashboard', httpOnly: true, secure: true, sameSite: 'Strict' },
  ]);
  expect(JSON.stringify(origins)).not.toContain('dsh_');
  expect(await page.evaluate('document.cookie + JSON.stringify(sessionStorage)')).not.toContain('dsh_');
});

/** Opens a page, and reports what is wrong with it. */
async function look({ page, settled }: AtDashboard, path: string, name: string): Promise<readonly string[]> {
  await page.goto(url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // a page may ask for more once its first answer is there
  await settled();
  await page
    .getByText(/Loading…|Chargement…/)
    .first()
    .waitFor({ state: 'detached' });
  await picture(page, name);
  const faults = [...(await violations(page))];
  faults.push(...(await boxFaults(page, [320, 360])));
  await picture(page, `${name}-phone`);
  faults.push(...(await boxFaults(page, [1_280])));
  expect(await page.title()).not.toBe('harmed');
  expect(await page.locator('img[src="x"], main script').count()).toBe(0);
  return faults;
}

async function choose(page: Page, language: string, theme: string): Promise<void> {
  await page.evaluate(`localStorage.setItem('paygate.language', '${language}')`);
  await page.evaluate(`localStorage.setItem('paygate.theme', '${theme}')`);
}

/** A key and an endpoint whose texts do harm wherever they become markup. */
async function hostileRows(page: Page): Promise<Readonly<Record<string, string>>> {
  const made = async (path: string, body: object): Promise<{ readonly id: string }> =>
    JSON.parse(
      await page.evaluate<string>(
        `fetch('${path}', { method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))} }).then((answer) => answer.text())`,
      ),
    ) as never;
  const name = HOSTILE.slice(0, HOSTILE.indexOf('<script>'));
  expect((await made('/api-keys', { type: 'secret', name })).id).toMatch(/^key_/);
  const { id } = await made('/webhook-endpoints', {
    ...{ url: stack.ownEndpoint.url, description: HOSTILE, events: ['payment.failed'] },
  });
  expect(id).toMatch(/^we_/);
  const terms = { currency: 'XAF', description: HOSTILE };
  const link = (await made('/payment-links', { ...terms, amount: '500', maxUses: 3, referencePattern: '<b>{n}' })).id;
  const openLink = (await made('/payment-links', { currency: 'XAF' })).id;
  expect([link, openLink]).toEqual([expect.stringMatching(/^pl_/), expect.stringMatching(/^pl_/)]);
  return { hostile: id, link, openLink };
}

/** A payout that has ended, whose reason does harm wherever it becomes markup, and its event. */
async function payoutRows(): Promise<Readonly<Record<string, string>>> {
  const payouts = new PayingOut(stack, api);
  await payouts.earn('1000');
  const owner = await newProven(stack, api, 'owner');
  const destinationId = await payouts.destination(owner, anApprovingPhone());
  const { id } = accepted(202, await payouts.create({ destinationId, amount: '500', reason: HOSTILE }));
  const event = await payouts.event(id);
  await payouts.revoke(owner, destinationId);
  const name = HOSTILE.slice(0, HOSTILE.indexOf('<script>'));
  const rows = [{ number: 1, phoneNumber: anApprovingPhone(), amount: '100', name, reference: name }];
  const key = { authorization: `Bearer ${stack.merchant.secretKey}`, 'idempotency-key': randomUUID() };
  const batch = accepted(201, await payouts.ask('POST', '/payout-batches', { name, rows }, key));
  return { payout: id, payoutEvent: event.id, batch: String(batch['id']) };
}

/** An event, its endpoint and its delivery, of the payment that the stack began with. */
async function idsOf(page: Page) {
  const read = async (path: string): Promise<{ readonly data: readonly { readonly id: string }[] }> =>
    JSON.parse(await page.evaluate<string>(`fetch('${path}').then((answer) => answer.text())`)) as never;
  const [event] = (await read('/events?type=payment.completed&limit=1')).data;
  const [delivery] = (await read(`/events/${event?.id ?? ''}/deliveries`)).data;
  const [endpoint] = (await read('/webhook-endpoints')).data;
  return { event: event?.id ?? '', delivery: delivery?.id ?? '', endpoint: endpoint?.id ?? '' };
}
