import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually, readStack, stackClient } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import type { NewMember } from '../accounts/dashboard.js';
import { atDashboard, newMember, newOwner } from '../accounts/dashboard.js';
import { startChromium } from '../clients/chromium.js';
import type { AtDashboard } from '../dashboard/dashboard-browser.js';
import { accepted } from '../payments/paying.js';
import {
  amountField,
  anyPhone,
  ask,
  countPresses,
  isGood,
  paid,
  said,
  showCode,
  signedInAtTill,
  typePhone,
} from './till-screen.js';

const stack = readStack();
const api = stackClient(stack);
const { url } = stack.dashboard;
const LONG_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The questions of a till about its payment. */
const QUESTION = /\/gateway\/pi_/;
let browser: Browser;
let cashier: NewMember;
const open: AtDashboard[] = [];

beforeAll(async () => {
  browser = await startChromium();
  const owner = (await newOwner(stack, api)).session;
  const body = { settings: { phoneAsks: true } };
  accepted(200, await atDashboard(api, 'PATCH /merchant', { session: owner, body }));
  cashier = await newMember(stack, api, 'cashier', owner);
});
afterEach(async () => {
  const closed = open.splice(0);
  for (const { context } of closed) await context.close();
  expect(closed.flatMap(({ complaints }) => complaints)).toEqual([]);
});
afterAll(async () => {
  api.close();
  await browser.close();
});

/** The till of a device of its own. */
async function aTill(): Promise<Page> {
  const at = await signedInAtTill(browser, url, cashier);
  open.push(at);
  await amountField(at.page).waitFor();
  return at.page;
}

/** The answer about a payment once it is paid, as a till gets it. */
function answerOfPaid(id: string): Promise<string> {
  return eventually(
    async () => {
      const { body, text } = await atDashboard(api, `GET /gateway/${id}`, { session: cashier.session });
      return body['status'] === 'COMPLETED' && text;
    },
    { timeoutMs: LONG_MS },
  );
}

/** Leaves the till for the payments, and comes back. */
async function thereAndBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Paiements' }).tap();
  // the address changes before the till has gone
  await page.getByRole('heading', { level: 1, name: 'Paiements' }).waitFor();
  await page.goBack();
}

test('[4.25] an amount and a number are paid with two presses, and the screen says so by word, clock, number and time', async () => {
  const page = await aTill();
  const word = (await page.locator('header strong').innerText()).trim();
  expect(word).toMatch(/^[a-z]{3,12}$/);
  await isGood(page, 'open');
  await countPresses(page);
  await ask(page, '700', anyPhone('01'));
  await paid(page).waitFor({ timeout: LONG_MS });
  expect(await page.evaluate('presses')).toBe(2);
  const text = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
  expect(text).toMatch(/Payé 700 FCFA/);
  // a payment of test mode is no money
  await page.getByText('Mode test').waitFor();
  expect(text).toContain(word);
  expect(text).toMatch(/•• •• 01/);
  expect(text).toMatch(/Numéro de l’opérateur \S+/);
  const clock = () => page.locator('header time').innerText();
  const before = await clock();
  await eventually(async () => (await clock()) !== before, { timeoutMs: LONG_MS });
  await isGood(page, 'paid');
  await page.getByRole('button', { name: 'Client suivant' }).tap();
  await amountField(page).waitFor();
  expect(await paid(page).count()).toBe(0);
});

test('[4.26] of two tills that ask two phones for one amount at once, the one that is paid says so', async () => {
  const [one, other] = [await aTill(), await aTill()];
  await Promise.all([ask(one, '900', anyPhone('01')), ask(other, '900', anyPhone('11'))]);
  await paid(one).waitFor({ timeout: LONG_MS });
  expect(await paid(other).count()).toBe(0);
  await said(other, 'Non payé').waitFor({ timeout: LONG_MS });
  expect(await paid(other).count()).toBe(0);
  await other.getByText('Le payeur a refusé').waitFor();
  await isGood(other, 'refused');
});

test('[4.26] neither reload, back nor an answer about another payment says that an ask is paid', async () => {
  const page = await aTill();
  const earlier = await answerOfPaid(await ask(page, '800', anyPhone('01')));
  await paid(page).waitFor({ timeout: LONG_MS });
  await page.reload();
  await amountField(page).waitFor();
  expect(await paid(page).count()).toBe(0);
  // a cache between that answers every question with the payment before
  let answers = 0;
  await page.route(QUESTION, async (route) => {
    await route.fulfill({ body: earlier, contentType: 'application/json' });
    answers += 1;
  });
  await ask(page, '800', anyPhone('02'));
  await eventually(() => answers > 2, { timeoutMs: LONG_MS });
  expect(await paid(page).count()).toBe(0);
  await page.unroute(QUESTION);
  await page.reload();
  await said(page, 'En attente').waitFor();
  await isGood(page, 'waiting');
  await thereAndBack(page);
  await paid(page).waitFor({ timeout: LONG_MS });
  await thereAndBack(page);
  await amountField(page).waitFor();
  expect(await paid(page).count()).toBe(0);
});

test('[4.26] a till whose question has no answer says so, and asks again', async () => {
  const page = await aTill();
  let isDead = true;
  await page.route(QUESTION, async (route) => {
    if (!isDead) await route.continue();
  });
  await answerOfPaid(await ask(page, '750', anyPhone('01')));
  await said(page, 'Aucune nouvelle de Paygate').waitFor();
  expect(await paid(page).count()).toBe(0);
  isDead = false;
  await paid(page).waitFor({ timeout: LONG_MS });
});

test('[4.26] a till that is offline says so, and after an hour of it nothing of before is paid', async () => {
  const page = await aTill();
  await page.clock.install();
  const id = await ask(page, '600', anyPhone('02'));
  await page.context().setOffline(true);
  await said(page, 'Pas de connexion').waitFor();
  await isGood(page, 'offline');
  await answerOfPaid(id);
  await page.clock.fastForward(HOUR_MS);
  await amountField(page).waitFor();
  await said(page, 'On ne sait pas ici').waitFor();
  await isGood(page, 'left');
  await Promise.all([page.waitForResponse(/\/till\/day/), page.context().setOffline(false)]);
  await said(page, 'On ne sait pas ici').waitFor();
  expect(await paid(page).count()).toBe(0);
  await page.reload();
  await amountField(page).waitFor();
  expect(await paid(page).count()).toBe(0);
});

test('[4.26] what was paid is not shown after a sleep', async () => {
  const page = await aTill();
  await page.clock.install();
  await ask(page, '650', anyPhone('01'));
  await paid(page).waitFor({ timeout: LONG_MS });
  await page.clock.fastForward(HOUR_MS);
  await amountField(page).waitFor();
  expect(await paid(page).count()).toBe(0);
});

test('[4.26] an ask that was not paid before a sleep is not known after it', async () => {
  const page = await aTill();
  await page.clock.install();
  await ask(page, '660', anyPhone('02'));
  await page.clock.fastForward(HOUR_MS);
  await amountField(page).waitFor();
  await said(page, 'On ne sait pas ici').waitFor();
  expect(await paid(page).count()).toBe(0);
});

test('[4.26] an ask whose answer a reload has lost is asked again under its key: one prompt, one payment', async () => {
  const page = await aTill();
  const keys: (string | undefined)[] = [];
  const lost = /\/till\/charges$/;
  await page.route(lost, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.type('670');
  await typePhone(page, anyPhone('01'));
  await page.getByRole('button', { name: 'Envoyer la demande' }).tap();
  await eventually(() => keys.length === 1);
  await page.getByRole('alert').waitFor();
  await page.reload();
  await amountField(page).waitFor();
  expect(await amountField(page).inputValue()).toBe('670');
  await page.unroute(lost);
  const [answer] = await Promise.all([
    page.waitForResponse(lost),
    page.getByRole('button', { name: 'Envoyer la demande' }).tap(),
  ]);
  expect([answer.status(), answer.request().headers()['idempotency-key']]).toEqual([202, keys[0]]);
  expect(answer.headers()['idempotency-replayed']).toBe('true');
  await paid(page).waitFor({ timeout: LONG_MS });
});

test('[4.29] a code that is shown is waited for after a reload, and no payment of the same amount is its', async () => {
  const [one, other] = [await aTill(), await aTill()];
  const shown = await showCode(one, '680');
  await isGood(one, 'code');
  await ask(other, '680', anyPhone('01'));
  await paid(other).waitFor({ timeout: LONG_MS });
  await one.reload();
  await one.getByRole('img', { name: 'Code QR du paiement' }).waitFor();
  await said(one, 'Le client scanne le code').waitFor();
  expect(await paid(one).count()).toBe(0);
  const { body } = await atDashboard(api, `GET /gateway/${shown.id}`, { session: cashier.session });
  expect(body).toMatchObject({ status: 'PENDING', amount: '680' });
});

test('[4.25] two frames of the screen differ within two seconds, and those of a picture of it do not', async () => {
  const page = await aTill();
  /** A frame of the head of a screen, and one of two seconds later. */
  const frames = async (of: Page): Promise<readonly [Buffer, Buffer]> => {
    const first = await of.locator('header').screenshot();
    await of.evaluate('new Promise((resolve) => setTimeout(resolve, 2_000))');
    return [first, await of.locator('header').screenshot()];
  };
  const [first, second] = await frames(page);
  expect(first.equals(second)).toBe(false);
  const taken = `data:image/png;base64,${(await page.screenshot()).toString('base64')}`;
  const shown = await page.context().newPage();
  await shown.setContent(`<header><img alt="" src="${taken}"></header>`);
  const [still, later] = await frames(shown);
  expect(still.equals(later)).toBe(true);
});
