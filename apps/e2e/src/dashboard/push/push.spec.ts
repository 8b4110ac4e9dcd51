import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PushBrowser, readStack, stackClient } from '@paygate/testing';
import type { Browser, Page, Worker } from 'playwright-core';
import { newMember } from '../../accounts/dashboard.js';
import { startChromium } from '../../clients/chromium.js';
import { faded, openDashboard, picture, signIn, signOut, violations } from '../dashboard-browser.js';

/*
 * Notices in a Chromium, whose worker and push messages are real. Its push service is out of reach, so the page gets a subscription of the suite; without
 * a desktop it shows no notification, so the worker's call is kept.
 */

const stack = readStack();
const api = stackClient(stack);
let browser: Browser;
beforeAll(async () => {
  browser = await startChromium(['--ignore-certificate-errors']);
});
afterAll(async () => {
  api.close();
  await browser.close();
});

const keys = PushBrowser.fresh();
const endpoint = `${stack.ownEndpoint.url.replace('http://127.0.0.1', 'https://localhost')}/send/of-this-browser`;

/** A subscription as a browser with a push service makes it. It outlasts the page, as that of a browser does. */
const SUBSCRIPTIONS = `(() => {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer;
  const kept = () => {
    const key = localStorage.getItem('suite.push');
    return key === null ? null : {
      endpoint: ${JSON.stringify(endpoint)},
      options: { applicationServerKey: bytes(key), userVisibleOnly: true },
      getKey: (name) => bytes(name === 'auth' ? ${JSON.stringify(keys.auth)} : ${JSON.stringify(keys.p256dh)}),
      unsubscribe: async () => { localStorage.removeItem('suite.push'); return true; },
    };
  };
  PushManager.prototype.getSubscription = async () => kept();
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.setItem('suite.push', applicationServerKey);
    return kept();
  };
})()`;

const pushState = async (session: string) => {
  const headers = { authorization: `Bearer ${session}` };
  return (await api.request({ method: 'GET', path: '/dashboard/push', headers })).body as {
    readonly subscriptions: readonly { readonly current: boolean }[];
  };
};

/** A member at the page with the switch, in a browser that may or may not show notices. */
async function atSwitch(permissions: readonly string[], script = SUBSCRIPTIONS) {
  const member = await newMember(stack, api, 'developer');
  const at = await openDashboard(browser, `${stack.dashboard.url}sign-in`);
  await at.context.grantPermissions([...permissions], { origin: new URL(stack.dashboard.url).origin });
  await at.context.addInitScript(script);
  await at.page.reload();
  await signIn(at.page, member.email, member.password);
  await at.page.goto(`${stack.dashboard.url}settings/security`);
  await at.page.getByRole('heading', { name: 'Notices in this browser' }).waitFor();
  return { ...at, member };
}

interface Shown {
  readonly title: string;
  readonly options: Readonly<Record<string, unknown>>;
}

const workerOf = (page: Page): Worker => {
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('the page has no worker');
  return worker;
};

/** Has the browser push a message to the worker, as its push service would. Returns what the worker shows. */
async function deliver(page: Page, data: object): Promise<Shown> {
  const worker = workerOf(page);
  await worker.evaluate(`(() => {
    self.shown = new Promise((resolve) => {
      registration.showNotification = async (title, options) => resolve({ title, options });
    });
  })()`);
  const client = await page.context().newCDPSession(page);
  const registrations: string[] = [];
  client.on('ServiceWorker.workerRegistrationUpdated', (event) => {
    registrations.push(...event.registrations.map(({ registrationId }) => registrationId));
  });
  await client.send('ServiceWorker.enable');
  while (registrations.length === 0) await page.evaluate('new Promise(requestAnimationFrame)');
  const [registrationId = ''] = registrations;
  const { origin } = new URL(page.url());
  await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) });
  return worker.evaluate<Shown>('self.shown');
}

/** Clicks a notification. Returns the address that the worker opens. */
const clicked = (page: Page, { options }: Shown): Promise<string> =>
  workerOf(page).evaluate<string>(`new Promise((resolve) => {
    clients.openWindow = async (path) => resolve(new URL(path, location.href).href);
    const event = new ExtendableEvent('notificationclick');
    event.notification = { data: ${JSON.stringify(options['data'])}, close() {} };
    dispatchEvent(event);
  })`);

test('[12.31] a member turns notices on in a browser, which shows one and opens its payment, and off by signing out', async () => {
  const { page, context, complaints, member } = await atSwitch(['notifications']);
  await page.getByText('Notices are off in this browser.').waitFor();
  await page.getByRole('button', { name: 'Turn on notices' }).click();
  await page.getByText('Notices are on in this browser.').waitFor();
  await picture(page, 'push-on');
  expect(await violations(page)).toEqual([]);
  // of the browser's session, not of this one
  expect((await pushState(member.session)).subscriptions).toMatchObject([{ current: false }]);

  const { body: intent } = await api.request({
    ...{ method: 'POST', path: '/gateway', headers: { authorization: `Bearer ${stack.merchant.secretKey}` } },
    body: { amount: '5000', currency: 'XAF' },
  });
  const id = String(intent['id']);
  const of = { language: 'en', merchantId: stack.merchant.id, mode: 'test', subject: id };
  const payment = { kind: 'payment', amount: '5000', currency: 'XAF', phoneMasked: '********01' };
  const shown = await deliver(page, { ...of, ...payment, id: 'one' });
  expect(shown).toMatchObject({
    title: 'TEST · Payment received',
    options: { body: '5,000\u00a0FCFA · ********01', tag: 'one', lang: 'en', icon: '/dashboard/icon-192.png' },
  });
  const address = await clicked(page, shown);
  expect(address).toBe(`${stack.dashboard.url}payments/${id}#as=${stack.merchant.id}.test`);
  const other = await context.newPage();
  await other.goto(address);
  await other.getByRole('heading', { level: 1 }).waitFor();
  await other.getByText('5,000').first().waitFor();
  expect(new URL(other.url()).hash).toBe('');
  await other.close();

  // the worker keeps no page
  expect(await page.evaluate('caches.keys()')).toEqual([]);
  await signOut(page);
  await page.getByLabel('E-mail address').waitFor();
  while ((await page.evaluate(`localStorage.getItem('suite.push')`)) !== null)
    await page.evaluate('new Promise(requestAnimationFrame)');
  expect((await pushState(member.session)).subscriptions).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('[12.31] a member turns notices off again, and another person at the browser gets none', async () => {
  const { page, context, member } = await atSwitch(['notifications']);
  const turn = async (name: string, then: string): Promise<void> => {
    await page.getByRole('button', { name }).click();
    await page.getByText(then).waitFor();
  };
  await turn('Turn on notices', 'Notices are on in this browser.');
  await turn('Turn off notices', 'Notices are off in this browser.');
  expect((await pushState(member.session)).subscriptions).toEqual([]);
  await turn('Turn on notices', 'Notices are on in this browser.');
  const second = await newMember(stack, api, 'viewer');
  // whoever was there before has not signed out
  await context.clearCookies();
  await page.goto(`${stack.dashboard.url}sign-in`);
  await signIn(page, second.email, second.password);
  await page.goto(`${stack.dashboard.url}settings/security`);
  await page.getByText('Notices are off in this browser.').waitFor();
  expect((await pushState(second.session)).subscriptions).toEqual([]);
  await context.close();
});

test.each([
  ['blocks', [], `Object.defineProperty(Notification, 'permission', { get: () => 'denied' })`, /blocks the notices/],
  ['cannot show', ['notifications'], 'delete window.PushManager', /cannot show notices/],
] as const)('[12.31] a browser that %s notices says so, without a switch', async (_, permissions, script, text) => {
  const { page, context } = await atSwitch(permissions, script);
  await page.getByText(text).waitFor();
  expect(await page.getByRole('button', { name: 'Turn on notices' }).count()).toBe(0);
  await faded(page);
  expect(await violations(page)).toEqual([]);
  await context.close();
});
