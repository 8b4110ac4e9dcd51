import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startChromium } from '../clients/chromium.js';
import { contextFor, faultsOf, overflows, picture, showIn } from './browser.js';
import { PageServer } from './page-server.js';
import { answerAll, INTENT, refused, sentCode, TOKEN } from './payments.js';
import { answerWallet, TOP_UP, topUpOf, walletOf, WITHDRAWAL, withdrawalOf } from './wallets.js';

/* Every page of a wallet in Chromium, in both languages: the program of the page, and an API that answers as the test says. */

let server: PageServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([PageServer.start({ WALLET_API_KEY: 'pk_test_4f9a1c7e2b' }), startChromium()]);
});
beforeEach(() => {
  answerAll(server);
  answerWallet(server);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

const at = (path = '') => `${server.origin}/checkout/wallet${path}`;
const submit = (page: Page): Promise<void> => page.locator('main form button').first().click();
const answer = (operation: string, body: object): void => {
  server.answers.set(operation, { status: 200, body });
};

async function signIn(page: Page): Promise<void> {
  await page.goto(at());
  await page.locator('#phone').fill('670000001');
  await page.locator('#password').fill('a password');
  await submit(page);
  await page.locator('.sum').waitFor();
}

const signedIn = (path: string) => async (page: Page) => {
  await signIn(page);
  await page.goto(at(path));
};

/** A withdrawal whose code was sent to this browser. */
async function askToWithdraw(page: Page): Promise<void> {
  await signedIn('/withdrawal')(page);
  await page.locator('#amount').fill('5 000');
  await submit(page);
  await page.locator('#code').waitFor();
}

/** The page of a payment, on which a user without enough money signs in. */
async function payWithTooLittle(page: Page): Promise<void> {
  answer('GET /wallet?currency=XAF', walletOf({ balance: '1200' }));
  await page.goto(`${server.origin}/checkout/${TOKEN}`);
  await page.goto(`${server.origin}/checkout/${INTENT}/wallet`);
  await page.locator('#phone').fill('670000001');
  await page.locator('#password').fill('a password');
  await submit(page);
  await page.locator('#amount').waitFor();
}

const declined = { status: 'FAILED', awaitsApproval: false, failure: { code: 'insufficient_funds', message: '' } };

const states: Readonly<Record<string, readonly [reach: (page: Page) => Promise<unknown>, fr: string, en: string]>> = {
  'sign-in': [(page) => page.goto(at()), 'Connectez-vous pour voir', 'Sign in to see'],
  'wrong password': [
    async (page) => {
      server.answers.set('POST /auth/web', refused(401, 'credentials_invalid'));
      await page.goto(at());
      await page.locator('#phone').fill('670000001');
      await page.locator('#password').fill('wrong');
      await submit(page);
      await page.getByRole('alert').waitFor();
    },
    'est incorrect',
    'is wrong',
  ],
  'forgotten password': [(page) => page.goto(at('/password')), 'au téléphone', 'to the phone'],
  home: [signIn, 'Ajouter de l’argent', 'Add money'],
  'home of a closed wallet': [
    async (page) => {
      answer('GET /wallet?currency=XAF', walletOf({ state: 'closed' }));
      await signIn(page);
    },
    'fermé',
    'closed',
  ],
  history: [signedIn('/history'), 'Quincaillerie', 'Quincaillerie'],
  account: [signedIn('/account'), '+237670000001', '+237670000001'],
  'another password': [
    async (page) => {
      server.answers.set('POST /auth/password/forgot', {
        status: 202,
        body: { ...sentCode().body, resetId: 'pwr_1' },
      });
      await signedIn('/password')(page);
      await submit(page);
      await page.locator('#code').waitFor();
    },
    'déconnecté partout',
    'signed out everywhere',
  ],
  'top-up': [signedIn('/top-up'), 'Solde', 'Balance'],
  'too large a top-up': [
    async (page) => {
      server.answers.set('POST /wallet/top-ups', refused(400, 'amount_too_large', { min: '100', max: '750000' }));
      await signedIn('/top-up')(page);
      await page.locator('#amount').fill('9 000 000');
      await submit(page);
      await page.getByRole('alert').waitFor();
    },
    'Au plus 750',
    'At most 750,000',
  ],
  'top-up on the phone': [signedIn(`/top-ups/${TOP_UP}`), 'code secret', 'for your PIN'],
  'top-up that failed': [
    async (page) => {
      answer(`GET /wallet/top-ups/${TOP_UP}`, topUpOf(declined));
      await signedIn(`/top-ups/${TOP_UP}`)(page);
    },
    'ne contient pas assez',
    'holds too little',
  ],
  'top-up that is done': [
    async (page) => {
      answer(`GET /wallet/top-ups/${TOP_UP}`, topUpOf({ status: 'COMPLETED', awaitsApproval: false }));
      await signedIn(`/top-ups/${TOP_UP}`)(page);
    },
    'est rempli',
    'is filled',
  ],
  withdrawal: [signedIn('/withdrawal'), 'Voir les frais', 'Show the fee'],
  'withdrawal with its code': [askToWithdraw, 'Vous recevez', 'You receive'],
  'withdrawal under way': [
    async (page) => {
      answer(`GET /wallet/withdrawals/${WITHDRAWAL}`, withdrawalOf({ status: 'PENDING' }));
      await signedIn(`/withdrawals/${WITHDRAWAL}`)(page);
    },
    'est en cours',
    'is under way',
  ],
  'withdrawal that is done': [
    async (page) => {
      answer(`GET /wallet/withdrawals/${WITHDRAWAL}`, withdrawalOf({ status: 'COMPLETED' }));
      await signedIn(`/withdrawals/${WITHDRAWAL}`)(page);
    },
    'Versé',
    'Paid out',
  ],
  'withdrawal that failed': [
    async (page) => {
      const failure = { code: 'payer_blocked', message: '' };
      answer(`GET /wallet/withdrawals/${WITHDRAWAL}`, withdrawalOf({ status: 'FAILED', failure }));
      await signedIn(`/withdrawals/${WITHDRAWAL}`)(page);
    },
    'a de nouveau tout son argent',
    'has all of its money again',
  ],
  'payment with too little': [payWithTooLittle, 'Il manque 3', '3,800'],
  'payment with a top-up on the phone': [
    async (page) => {
      await payWithTooLittle(page);
      await submit(page);
      await page.locator('[data-follow]').waitFor();
    },
    'code secret',
    'for your PIN',
  ],
  'payment with a top-up that failed': [
    async (page) => {
      answer(`GET /wallet/top-ups/${TOP_UP}`, topUpOf(declined));
      await payWithTooLittle(page);
      await submit(page);
      await page.getByRole('status').waitFor();
    },
    'ne contient pas assez',
    'holds too little',
  ],
  'payment with a wallet that was filled': [
    async (page) => {
      await payWithTooLittle(page);
      answer('GET /wallet?currency=XAF', walletOf({ balance: '5000' }));
      await submit(page);
      await page.locator('form[action$="/filled"]').waitFor();
    },
    'assez pour ce paiement',
    'enough for this payment',
  ],
};

const languages = ['fr', 'en'] as const;
const visits = Object.entries(states).flatMap(([name, [reach, fr, en]]) =>
  languages.map((language) => ({ name, reach, language, text: language === 'fr' ? fr : en })),
);
const themes = ['light', 'dark', 'forced'] as const;

test.each(visits)('$name in $language: for everyone, in each theme, and within 320 pixels', async (visit) => {
  const { name, reach, language, text } = visit;
  const context = await contextFor(browser, language, { viewport: { width: 320, height: 740 } });
  const page = await context.newPage();
  await reach(page);
  expect(await page.locator('main').innerText()).toContain(text);
  expect([await page.locator('h1').count(), await page.locator('html').getAttribute('lang')]).toEqual([1, language]);
  for (const theme of themes) {
    await showIn(page, { theme, width: theme === 'dark' ? 1_280 : 320 });
    await picture(page, `wallet-${name}-${language}-${theme}`.replaceAll(' ', '-'));
    expect([theme, await faultsOf(page), await overflows(page)]).toEqual([theme, [], false]);
  }
  await context.close();
});

test('a top-up of the user is followed by the script, and found by the link without it', async () => {
  for (const javaScriptEnabled of [true, false]) {
    answerWallet(server);
    const context = await contextFor(browser, 'en', { javaScriptEnabled });
    const page = await context.newPage();
    await signedIn('/top-up')(page);
    await page.locator('#amount').fill('5000');
    await submit(page);
    await page.getByText('Waiting for your PIN').waitFor();
    answer(`GET /wallet/top-ups/${TOP_UP}`, topUpOf({ status: 'COMPLETED', awaitsApproval: false }));
    if (!javaScriptEnabled) await page.getByRole('link', { name: 'Check again' }).click();
    await page.getByRole('heading', { name: 'Your wallet is filled' }).waitFor();
    await context.close();
  }
});

test('after the sign-out no page of before is shown, forwards or back', async () => {
  const context = await contextFor(browser, 'en');
  const page = await context.newPage();
  await signedIn('/history')(page);
  await page.goto(at('/account'));
  await page.locator('form[action$="/sign-out"] button').click();
  await page.getByText('You have signed out').waitFor();
  expect(server.callsOf('POST /auth/logout')).toHaveLength(1);
  for (let steps = 0; steps < 3; steps += 1) {
    await page.goBack();
    await page.locator('#password').waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/Quincaillerie|670000001|1,250,000/);
  }
  await context.close();
});
