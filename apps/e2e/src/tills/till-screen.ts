import { randomInt } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import type { NewMember } from '../accounts/dashboard.js';
import type { AtDashboard } from '../dashboard/dashboard-browser.js';
import { openDashboard, picture, violations } from '../dashboard/dashboard-browser.js';

/* A till on a cheap phone, in French. */

const SCREEN = { width: 360, height: 640 };

/** A phone that pays at once with the end 01, after 25 s with 02, and whose owner refuses some seconds later with 11. */
export const anyPhone = (end: '01' | '02' | '11'): string => `67${String(randomInt(1e5)).padStart(5, '0')}${end}`;
export const amountField = (page: Page): Locator => page.locator('input[name="amount"]:focus');
export const paid = (page: Page): Locator => page.getByRole('heading', { name: 'Payé', exact: true });
export const said = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text });
const leave = (page: Page): Locator => page.getByRole('button', { name: /^(Ne plus attendre|Client suivant)$/ });

/** The till of a device of its own, at which a cashier has signed in. */
export async function signedInAtTill(
  browser: Browser,
  url: string,
  { email, password }: NewMember,
): Promise<AtDashboard> {
  const at = await openDashboard(browser, `${url}till`, {
    ...{ viewport: SCREEN, hasTouch: true, isMobile: true, locale: 'fr-CM' },
  });
  const { page } = at;
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe').fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).tap();
  return at;
}

/**
 * Goes to the field of the number, and enters it as a soft keyboard does: Chromium drops the keys of a hardware
 * keyboard in the milliseconds after a tap has moved the focus.
 */
export async function typePhone(page: Page, phone: string): Promise<void> {
  const field = page.getByLabel('Numéro du client');
  await field.tap();
  await page.locator('input[name="phoneNumber"]:focus').waitFor();
  await field.fill(phone);
}

/** Enters an amount and a number as a person does, and asks; returns the payment. */
export async function ask(page: Page, amount: string, phone: string): Promise<string> {
  await amountField(page).waitFor();
  await page.keyboard.type(amount);
  await typePhone(page, phone);
  const [answer] = await Promise.all([
    page.waitForResponse(/\/till\/charges$/),
    page.getByRole('button', { name: 'Envoyer la demande' }).tap(),
  ]);
  expect(answer.status()).toBe(202);
  const { intentionId } = (await answer.json()) as { readonly intentionId: string };
  await leave(page).waitFor();
  return intentionId;
}

/** A payment by its page. */
export interface Coded {
  readonly id: string;
  readonly checkoutUrl: string;
}

/** Types an amount and has the code shown; returns the payment. */
export async function showCode(page: Page, amount: string): Promise<Coded> {
  await amountField(page).waitFor();
  await page.keyboard.type(amount);
  const [answer] = await Promise.all([
    page.waitForResponse(/\/till\/payments$/),
    page.getByRole('button', { name: 'Afficher un code QR' }).tap(),
  ]);
  expect(answer.status()).toBe(201);
  const made = (await answer.json()) as Coded;
  await page.getByRole('img', { name: 'Code QR du paiement' }).waitFor();
  return made;
}

/** Counts presses from now on. */
export async function countPresses(page: Page): Promise<void> {
  await page.evaluate(`if (globalThis.presses === undefined)
      addEventListener('pointerdown', () => { presses += 1; }, true);
    globalThis.presses = 0`);
}

/** The screen has what it needs room for, and no fault of access. */
export async function isGood(page: Page, name: string): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  await picture(page, `till-${name}-fr`);
  expect(await violations(page)).toEqual([]);
}
