import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { stackClient } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { boxFaults } from '../boxes/boxes.js';
import { startChromium } from '../clients/chromium.js';
import { trustedStack } from '../clients/trust.js';
import { accepted } from '../payments/paying.js';
import { contextFor, faultsOf, overflows, picture, showIn } from './browser.js';
import { PageServer } from './page-server.js';
import { answerAll, INTENT, merchantOf, paymentOf, refused, TOKEN } from './payments.js';

const LINK = 'pl_01k8zqa1c4gt6xd9f3mhw7r2zb';
const SHARED = `GET /payment-links/${LINK}/shared`;
const PAYMENTS = `POST /payment-links/${LINK}/payments`;
const open = { amount: null, minAmount: '100', maxAmount: '50000' };

let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([PageServer.start(), startChromium()]);
});
beforeEach(() => {
  answerAll(server);
  share({});
  const begun = { intentionId: INTENT, checkoutUrl: `${server.origin}/checkout/${TOKEN}`, amount: '5000' };
  server.answers.set(PAYMENTS, { status: 201, body: { ...begun, currency: 'XAF', expiresAt: '2999-01-01T00:00:00Z' } });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

function share(fields: object): void {
  const body = {
    ...{ id: LINK, object: 'payment_link', status: 'active', mode: 'test', amount: '5000', minAmount: null },
    ...{ maxAmount: null, currency: 'XAF', currencyExponent: 0, description: 'Cotisation 2026' },
    ...{ merchant: merchantOf(), ...fields },
  };
  server.answers.set(SHARED, { status: 200, body });
}

const submit = (page: Page): Promise<void> => page.locator('form button').click();
const sentKeys = () => server.callsOf(PAYMENTS).map(({ headers }) => headers['idempotency-key']);
const linkPage = (): string => `${server.origin}/checkout/${LINK}`;

interface State {
  readonly name: string;
  readonly shared: object;
  readonly title: Readonly<Record<'fr' | 'en', string>>;
  /** Leads the page of the link to the state. */
  readonly reach?: (page: Page) => Promise<unknown>;
}

const PAY = { fr: 'Payer 5', en: 'Pay 5,000' } as const;
const PAY_TO = { fr: 'Paiement à Boulangerie', en: 'Payment to Boulangerie' } as const;
const states: readonly State[] = [
  { name: 'fixed amount', shared: {}, title: PAY },
  { name: 'open amount', shared: open, title: PAY_TO },
  {
    name: 'wrong amount',
    shared: open,
    title: PAY_TO,
    reach: async (page) => {
      await page.locator('#amount').fill('cinq mille');
      await submit(page);
      await page.getByRole('alert').waitFor();
      expect(await page.locator('#amount').inputValue()).toBe('cinq mille');
      expect(server.callsOf(PAYMENTS)).toEqual([]);
    },
  },
  {
    name: 'amount out of bounds',
    shared: open,
    title: PAY_TO,
    reach: async (page) => {
      server.answers.set(PAYMENTS, refused(400, 'amount_too_large', { param: 'amount' }));
      await page.locator('#amount').fill('50 001');
      await submit(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'too often',
    shared: {},
    title: PAY,
    reach: async (page) => {
      server.answers.set(PAYMENTS, refused(429, 'rate_limited', { retryAfter: 40 }));
      await submit(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'begun before',
    shared: {},
    title: PAY,
    reach: async (page) => {
      await submit(page);
      await page.waitForURL(`**/${INTENT}`);
      await page.goto(linkPage());
      await page.getByRole('status').waitFor();
    },
  },
  {
    name: 'inactive',
    shared: { status: 'inactive' },
    title: { fr: 'n’est plus utilisé', en: 'no longer in use' },
  },
  { name: 'expired link', shared: { status: 'expired' }, title: { fr: 'a expiré', en: 'has expired' } },
  { name: 'used up', shared: { ...open, status: 'used_up' }, title: { fr: 'maximal', en: 'its limit' } },
];
const themes = ['light', 'dark', 'forced'] as const;
const widths = [320, 768, 1_280];
const visits = states.flatMap((state, row) =>
  (['fr', 'en'] as const).map((language, column) => ({
    ...{ what: `${state.name} in ${language}`, state, language, turn: row + column },
  })),
);

test.each(visits)('[9.9] $what: for everyone, in each theme, within the window, and small', async (visit) => {
  const { state, language, turn } = visit;
  share(state.shared);
  const context = await contextFor(browser, language);
  const page = await context.newPage();
  const answer = await page.goto(linkPage());
  await state.reach?.(page);
  expect(await page.locator('h1').innerText()).toContain(state.title[language]);
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  expect(Number(answer?.headers()['content-length'] ?? Infinity)).toBeLessThan(30_000);
  expect(Buffer.byteLength(await page.locator('script').innerHTML())).toBeLessThan(10_000);
  for (const [index, theme] of themes.entries()) {
    // the widths take turns, so that each meets every language and theme
    const width = widths[(turn + index) % widths.length] ?? 320;
    await showIn(page, { theme, width });
    await picture(page, `link-${state.name}-${language}-${theme}-${width}`.replaceAll(' ', '-'));
    expect({ theme, width, faults: await faultsOf(page) }).toEqual({ theme, width, faults: [] });
    expect({ theme, width, overflows: await overflows(page) }).toEqual({ theme, width, overflows: false });
  }
  expect(await boxFaults(page)).toEqual([]);
  await context.close();
});

describe('the page of a link', () => {
  test.each([true, false])(
    '[9.9] begins a payment of the amount that the payer types (script %s)',
    async (javaScriptEnabled) => {
      share(open);
      const context = await contextFor(browser, 'fr', { javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(linkPage());
      await page.locator('#amount').fill('2 500 F');
      await submit(page);
      await page.waitForURL(`**/checkout/${INTENT}`);
      expect(server.callsOf(PAYMENTS).map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ amount: '2500' }]);
      expect(await page.locator('h1').innerText()).toContain('Payer');
      await context.close();
    },
  );

  test('[9.9] sends one key for one form, however often it is sent, and another for the next form', async () => {
    const context = await contextFor(browser, 'en');
    const page = await context.newPage();
    await page.goto(linkPage());
    const form = { key: await page.locator('input[name=key]').inputValue() };
    const headers = { origin: server.origin };
    const post = () => context.request.post(linkPage(), { form, headers, maxRedirects: 0 });
    const answers = [await post(), await post()];
    expect(answers.map((each) => [each.status(), each.headers()['location']])).toEqual([
      [303, `/checkout/${TOKEN}`],
      [303, `/checkout/${TOKEN}`],
    ]);
    await page.goto(linkPage());
    await submit(page);
    await page.waitForURL(`**/checkout/${INTENT}`);
    const [first, second, third] = sentKeys();
    expect([first === second, first === third]).toEqual([true, false]);
    expect(first).toMatch(/^[A-Za-z0-9_-]{43}$/);
    await context.close();
  });

  test('begins nothing for a form of another site, or without the key of a page', async () => {
    const { request } = await contextFor(browser, 'en');
    const foreign = { form: { key: 'A'.repeat(24) }, headers: { origin: 'https://evil.example' }, maxRedirects: 0 };
    expect((await request.post(linkPage(), foreign)).status()).toBe(403);
    const keyless = { form: { key: 'short' }, headers: { origin: server.origin }, maxRedirects: 0 };
    const answer = await request.post(linkPage(), keyless);
    expect([answer.status(), answer.headers()['location']]).toEqual([303, `/checkout/${LINK}`]);
    expect(server.callsOf(PAYMENTS)).toEqual([]);
  });

  test('shows why a link begins no payment any more, when it ends while the page is open', async () => {
    const context = await contextFor(browser, 'en');
    const page = await context.newPage();
    await page.goto(linkPage());
    server.answers.set(PAYMENTS, refused(409, 'payment_link_used_up'));
    share({ status: 'used_up' });
    await submit(page);
    await page.getByRole('heading', { name: 'its limit' }).waitFor();
    await context.close();
  });

  test('[9.10] leads back to a payment that this browser has begun, until it has ended', async () => {
    const context = await contextFor(browser, 'en');
    const page = await context.newPage();
    await page.goto(linkPage());
    await submit(page);
    await page.waitForURL(`**/checkout/${INTENT}`);
    share({ status: 'used_up' });
    await page.goto(linkPage());
    await page.waitForURL(`**/checkout/${INTENT}`);
    server.answers.set('GET /gateway/session', { status: 200, body: paymentOf({ status: 'EXPIRED' }) });
    await page.goto(linkPage());
    expect(await page.locator('h1').innerText()).toContain('its limit');
    expect(await page.locator('main a.button').count()).toBe(0);
    await context.close();
  });

  test('is previewed by messengers with its title, what it is for, and the logo of the shop', async () => {
    share({ merchant: merchantOf({ logoUrl: 'https://pay.example/logos/abc' }) });
    const page = await (await contextFor(browser, 'en')).newPage();
    await page.goto(linkPage());
    const shown = await page
      .locator('meta[property^="og:"]')
      .evaluateAll((tags) => tags.map((tag) => [tag.getAttribute('property'), tag.getAttribute('content')]));
    expect(Object.fromEntries(shown)).toEqual({
      ...{ 'og:type': 'website', 'og:site_name': 'Boulangerie du Port' },
      'og:title': expect.stringContaining('5,000'),
      'og:description': 'Cotisation 2026',
      'og:image': 'https://pay.example/logos/abc',
    });
    await page.context().close();
  });

  test('keeps the language that the payer chooses', async () => {
    const context = await contextFor(browser, 'fr');
    const page = await context.newPage();
    await page.goto(linkPage());
    await page.getByRole('link', { name: 'English' }).click();
    await page.waitForURL(linkPage());
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await context.close();
  });

  test('[9.9] shows hostile descriptions and names as text', async () => {
    const hostile = [
      '</title><script>globalThis.hurt=1</script>',
      '"><img src=x onerror="globalThis.hurt=1">',
      '\u202Eevil',
    ];
    const context = await contextFor(browser, 'en');
    const page = await context.newPage();
    for (const text of hostile) {
      share({ ...open, description: text, merchant: merchantOf({ name: text }) });
      await page.goto(linkPage());
      expect(await page.locator('.about').innerText()).toBe(text);
      expect(await page.evaluate(() => 'hurt' in globalThis)).toBe(false);
      expect(await overflows(page)).toBe(false);
    }
    await context.close();
  });

  test.each(['pl_', 'pl_1', `${LINK}0`, 'pl_%E2%82%AC'])('is none for what is no link: %s', async (path) => {
    const { request } = await contextFor(browser, 'en');
    expect((await request.get(`${server.origin}/checkout/${path}`)).status()).toBe(404);
    expect(server.calls).toEqual([]);
  });
});

describe('on the whole stack', () => {
  const stack = trustedStack();
  const api = stackClient(stack);
  afterAll(() => {
    api.close();
  });
  const headers = { authorization: `Bearer ${stack.merchant.secretKey}` };
  const create = async (terms: object) => {
    const body = { currency: 'XAF', description: 'Cotisation', ...terms };
    return accepted(201, await api.request({ method: 'POST', path: '/payment-links', headers, body }));
  };

  test.each([true, false])(
    '[9.9] a payer goes from the link to the payment page (script %s)',
    async (javaScriptEnabled) => {
      const { id, url } = await create({ maxUses: 1 });
      const context = await contextFor(browser, 'en', { javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(String(url));
      await page.locator('#amount').fill('1 500');
      await submit(page);
      await page.waitForURL('**/checkout/pi_*');
      expect(await page.locator('h1').innerText()).toContain('1,500');
      expect(await page.locator('#phone').count()).toBe(1);
      const link = accepted(200, await api.request({ method: 'GET', path: `/payment-links/${String(id)}`, headers }));
      expect(link).toMatchObject({ status: 'used_up', payments: 1 });
      await page.goto(String(url));
      await page.waitForURL('**/checkout/pi_*');
      await context.close();
    },
  );
});
