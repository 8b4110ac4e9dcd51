import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { boxFaults } from '../boxes/boxes.js';
import { startChromium } from '../clients/chromium.js';
import { contextFor, faultsOf, overflows, picture, showIn } from './browser.js';
import { PageServer } from './page-server.js';
import { answerAll, checkoutOf, INTENT, RECEIPT, refused, sentCode, showPayment, TOKEN } from './payments.js';

/* Every page of a payment in Chromium, in each language and theme: the program of the page, and an API that answers as the test says. */

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

const languages = ['fr', 'en'] as const;

interface State {
  readonly name: string;
  /** Leads an open page to the state. */
  readonly reach: (page: Page) => Promise<unknown>;
  /** The heading, or a part of it. */
  readonly title: Readonly<Record<'fr' | 'en', string>>;
}

const submit = (page: Page): Promise<void> => page.locator('form button').first().click();

async function askForCode(page: Page): Promise<void> {
  await page.locator('#phone').fill('6 70 00 00 01');
  await submit(page);
  await page.locator('#code').waitFor();
}

const at = (path: string) => (page: Page) => page.goto(`${server.origin}/checkout/${path}`);
const ended =
  (status: string, more: object = {}) =>
  async (page: Page) => {
    showPayment(server, { status, ...more });
    await page.reload();
  };

/** A decline that offers these ways to try again. */
const declinedWith = (code: string, ways: readonly string[]) => async (page: Page) => {
  const failure = { code, message: '', nextStep: 'new_intent' };
  await ended('FAILED', { failure, checkout: checkoutOf({ mayRetry: true }) })(page);
  const offered = await page
    .locator('form[action$="/retry"] button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('value')));
  expect(offered).toEqual(ways);
};

async function receiptOf(page: Page): Promise<void> {
  await ended('COMPLETED', { completedAt: '2026-11-24T21:05:00.000Z' })(page);
  await page.locator('a[href$="/receipt"]').click();
  await page.locator('[data-print]').waitFor();
}

const PAY = { fr: 'Payer 5', en: 'Pay 5,000' } as const;
const states: readonly State[] = [
  { name: 'start', reach: () => Promise.resolve(), title: PAY },
  {
    name: 'wrong phone',
    title: PAY,
    reach: async (page) => {
      await page.locator('#phone').fill('12');
      await submit(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'unknown operator',
    title: PAY,
    reach: async (page) => {
      await page.locator('#phone').fill('660000001');
      await submit(page);
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'sign-in', title: PAY, reach: at(`${INTENT}/wallet`) },
  {
    name: 'wrong password',
    title: PAY,
    reach: async (page) => {
      server.answers.set('POST /auth/web', refused(401, 'credentials_invalid'));
      await page.goto(`${server.origin}/checkout/${INTENT}/wallet`);
      await page.locator('#phone').fill('670000001');
      await page.locator('#password').fill('wrong');
      await submit(page);
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'register', title: PAY, reach: at(`${INTENT}/register`) },
  {
    name: 'confirm the number',
    title: PAY,
    reach: async (page) => {
      await page.goto(`${server.origin}/checkout/${INTENT}/register`);
      await page.locator('#phone').fill('670000001');
      await page.locator('#password').fill('correct horse battery');
      await submit(page);
      await page.locator('#code').waitFor();
    },
  },
  { name: 'code', title: PAY, reach: askForCode },
  {
    name: 'wrong code',
    title: PAY,
    reach: async (page) => {
      await askForCode(page);
      server.answers.set('POST /auth/otp/verify', refused(401, 'otp_invalid'));
      await page.locator('#code').fill('111111');
      await submit(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'five wrong codes',
    title: PAY,
    reach: async (page) => {
      await askForCode(page);
      server.answers.set('POST /auth/otp/verify', refused(401, 'otp_invalid'));
      for (let wrong = 1; wrong <= 5; wrong += 1) {
        await page.locator('#code').fill(`11111${wrong}`);
        await submit(page);
        await page.getByRole('alert').waitFor();
      }
      // no sixth: what helps is another code
      await page.locator('#code').waitFor({ state: 'detached' });
      expect(await page.locator('form[action$="/resend"] button').count()).toBe(1);
      expect(server.callsOf('POST /auth/otp/verify')).toHaveLength(5);
    },
  },
  {
    name: 'forgotten password',
    title: PAY,
    reach: async (page) => {
      await page.goto(`${server.origin}/checkout/${INTENT}/wallet`);
      await page.locator('a[href$="/forgot"]').click();
      await page.locator('#phone').waitFor();
    },
  },
  {
    name: 'new password',
    title: PAY,
    reach: async (page) => {
      await page.goto(`${server.origin}/checkout/${INTENT}/forgot`);
      await page.locator('#phone').fill('670000001');
      await submit(page);
      await page.locator('#code').waitFor();
    },
  },
  {
    name: 'expired code',
    title: PAY,
    reach: async (page) => {
      const past = new Date(Date.now() - 1_000).toISOString();
      server.answers.set('POST /auth/otp/init', sentCode({ expiresAt: past, resendAvailableAt: past }));
      await askForCode(page);
    },
  },
  {
    name: 'too many codes',
    title: PAY,
    reach: async (page) => {
      server.answers.set('POST /auth/otp/init', refused(429, 'otp_budget_spent', { retryAfter: 600 }));
      await page.locator('#phone').fill('670000001');
      await submit(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'approve on the phone',
    title: { fr: 'Paiement à valider', en: 'Waiting for your approval' },
    reach: ended('PROCESSING', {
      nextAction: {
        ...{ type: 'approve_on_phone', operator: 'mtn_momo', phoneMasked: '********01' },
        expiresAt: new Date(Date.now() + 300_000).toISOString(),
      },
    }),
  },
  {
    name: 'approve on the phone of Orange',
    title: { fr: 'Paiement à valider', en: 'Waiting for your approval' },
    reach: async (page) => {
      const nextAction = {
        type: 'approve_on_phone',
        operator: 'orange_money',
        phoneMasked: '********01',
        expiresAt: null,
      };
      await ended('PROCESSING', { nextAction })(page);
      expect(await page.locator('main').innerText()).toContain('#150*50#');
    },
  },
  {
    name: 'processing',
    title: { fr: 'Votre paiement est en cours', en: 'is being processed' },
    reach: ended('PROCESSING'),
  },
  {
    name: 'paid',
    title: { fr: 'Payé', en: 'Paid' },
    reach: ended('COMPLETED', { completedAt: '2026-11-24T21:05:00.000Z' }),
  },
  { name: 'receipt', title: { fr: 'Reçu', en: 'Receipt' }, reach: receiptOf },
  { name: 'receipt of the paper', title: { fr: 'Remboursé', en: 'Refunded' }, reach: at(RECEIPT) },
  {
    name: 'receipt sent',
    title: { fr: 'Reçu', en: 'Receipt' },
    reach: async (page) => {
      await receiptOf(page);
      await page.locator('button[value="sms"]').click();
      await page.getByRole('status').waitFor();
    },
  },
  {
    name: 'receipt refused',
    title: { fr: 'Reçu', en: 'Receipt' },
    reach: async (page) => {
      await receiptOf(page);
      server.answers.set(`POST /gateway/${INTENT}/receipt`, refused(409, 'receipt_limit_reached'));
      await page.locator('button[value="email"]').click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'declined',
    title: { fr: 'n’a pas abouti', en: 'did not go through' },
    reach: ended('FAILED', { failure: { code: 'insufficient_funds', message: '', nextStep: 'new_intent' } }),
  },
  {
    name: 'declined, another number helps',
    title: { fr: 'n’a pas abouti', en: 'did not go through' },
    reach: declinedWith('payer_limit_reached', ['other']),
  },
  {
    name: 'declined, the same number may do',
    title: { fr: 'n’a pas abouti', en: 'did not go through' },
    reach: declinedWith('payer_timeout', ['same', 'other']),
  },
  { name: 'expired', title: { fr: 'a expiré', en: 'has expired' }, reach: ended('EXPIRED') },
  { name: 'cancelled', title: { fr: 'a été annulé', en: 'was cancelled' }, reach: ended('CANCELED') },
  {
    name: 'unavailable',
    title: { fr: 'momentanément indisponible', en: 'unavailable for a moment' },
    reach: async (page) => {
      server.isAway = true;
      await page.reload();
    },
  },
  {
    name: 'unknown link',
    title: { fr: 'ne fonctionne pas ici', en: 'does not work here' },
    reach: (page) => page.goto(`${server.origin}/checkout/pi_01k8zq4a2nf8rb0v6d7jep5f9y`),
  },
];

const themes = ['light', 'dark', 'forced'] as const;
const widths = [320, 768, 1_280];
const visits = states.flatMap((state, row) =>
  languages.map((language, column) => ({ what: `${state.name} in ${language}`, state, language, turn: row + column })),
);

test.each(visits)('$what: for everyone, in each theme, within the window, and small', async (visit) => {
  const { state, language, turn } = visit;
  const context = await contextFor(browser, language);
  const page = await context.newPage();
  const sizes: number[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'document' && response.status() < 300)
      sizes.push(Number(response.headers()['content-length'] ?? Infinity));
  });
  await page.goto(`${server.origin}/checkout/${TOKEN}`);
  await state.reach(page);
  expect(await page.locator('h1').innerText()).toContain(state.title[language]);
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  expect((await page.title()).length).toBeGreaterThan(5);
  // an address of a payment is for one customer: no messenger shows what it is
  expect(await page.locator('meta[property^="og:"]').count()).toBe(0);
  expect(Math.max(...sizes)).toBeLessThan(30_000);
  expect(Buffer.byteLength(await page.locator('script').innerHTML())).toBeLessThan(10_000);
  for (const [index, theme] of themes.entries()) {
    // the widths take turns, so that each meets every language and theme
    const width = widths[(turn + index) % widths.length] ?? 320;
    await showIn(page, { theme, width });
    await picture(page, `${state.name}-${language}-${theme}-${width}`.replaceAll(' ', '-'));
    expect([theme, width, await faultsOf(page), await overflows(page)]).toEqual([theme, width, [], false]);
  }
  expect(await boxFaults(page)).toEqual([]);
  await context.close();
});
