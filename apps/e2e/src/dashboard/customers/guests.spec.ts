import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, inboxMessages, newCode, readStack, stackClient } from '@paygate/testing';
import type { Browser } from 'playwright-core';
import { atDashboard, memberOf, newMember, newMerchant, newSession } from '../../accounts/dashboard.js';
import { startChromium } from '../../clients/chromium.js';
import { accepted } from '../../payments/paying.js';
import { openDashboard, openFilters, picture, signIn, violations } from '../dashboard-browser.js';

/* Customers without an account, and who reads their numbers. */

const stack = readStack();
const api = stackClient(stack);
const { url } = stack.dashboard;
const phoneNumber = `+23767${String(randomInt(1e5)).padStart(5, '0')}01`;
const PHONE = { viewport: { width: 360, height: 740 } };
let browser: Browser;
/** A payment of the guest. */
let id: string;

beforeAll(async () => {
  browser = await startChromium();
  const intent = accepted(201, await api.createIntent({ amount: '700', currency: 'XAF' }));
  ({ id } = intent);
  const seen = await inboxMessages(stack, phoneNumber);
  const { otpId } = accepted(202, await api.initGuestOtp(intent, phoneNumber));
  const otp = await newCode(stack, phoneNumber, seen);
  const { token } = accepted(200, await api.verifyGuestOtp(otpId, otp, { intentionId: id }));
  accepted(202, await api.chargeByMobileMoney(id, token));
  await eventually(async () => (await api.readIntent(id)).body['status'] === 'COMPLETED');
});
afterAll(async () => {
  api.close();
  await browser.close();
});

interface Guest {
  readonly id: string;
}

/** The guest of the first page who made a payment. */
async function guestOf(paymentId: string): Promise<Guest> {
  const headers = { authorization: `Bearer ${stack.merchant.secretKey}` };
  const read = async (path: string): Promise<readonly Guest[]> => {
    const { data } = accepted(200, await api.request({ method: 'GET', path, headers }));
    return data as readonly Guest[];
  };
  for (const guest of await read('/customers/guests')) {
    const payments = await read(`/gateway?customerId=${guest.id}`);
    if (payments.some((payment) => payment.id === paymentId)) return guest;
  }
  throw new Error('the guest is not listed');
}

test('[2.44] a guest is listed masked, and leads to the payments from the phone', async () => {
  const { page, context, complaints } = await openDashboard(browser, url);
  await signIn(page, stack.dashboard.email, stack.dashboard.password);
  // the menu of a narrow screen is folded
  await page.setViewportSize(PHONE.viewport);
  const guest = await guestOf(id);
  expect(guest).toMatchObject({ phoneMasked: '********01', operator: 'mtn_momo', payments: 1 });
  await page.goto(`${url}customers`);
  const link = page.locator(`a[href*="${guest.id}"]`);
  await link.waitFor();
  expect(await page.content()).not.toContain(phoneNumber.slice(4));
  expect(await violations(page)).toEqual([]);
  await picture(page, 'flow-guests');
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
  await page.waitForURL(/customerId=cus_/);
  await page.locator(`a[href*="${id}"]`).waitFor();
  const links = page.getByRole('table', { name: 'Payments' }).getByRole('link');
  expect(await links.count()).toBe(1);
  await openFilters(page);
  await page.getByLabel('Amount up to').fill('699');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByText('No payment matches the filters.').waitFor();
  expect(new URL(page.url()).searchParams.get('customerId')).toBe(guest.id);
  await page.getByRole('button', { name: /^Remove.*Amount up to/ }).click();
  await eventually(async () => (await links.count()) === 1);
  await page.getByRole('button', { name: new RegExp(`^Remove.*${guest.id}`) }).click();
  await page.waitForURL((address) => !address.searchParams.has('customerId'));
  await eventually(async () => (await links.count()) > 1);
  expect(complaints).toEqual([]);
  await context.close();
});

test('[2.45] a cashier reads a number by a press, in French, and the read is in the audit log', async () => {
  const cashier = await newMember(stack, api, 'cashier');
  const { page, context, complaints } = await openDashboard(browser, url, { ...PHONE, locale: 'fr-FR' });
  await page.getByLabel('Adresse e-mail').fill(cashier.email);
  await page.getByLabel('Mot de passe').fill(cashier.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('heading', { level: 1, name: 'Paiements' }).waitFor();
  await page.goto(`${url}payments/${id}`);
  const show = page.getByRole('button', { name: 'Afficher le numéro' });
  await show.waitFor();
  expect(await page.content()).not.toContain(phoneNumber.slice(4));
  expect(await violations(page)).toEqual([]);
  await show.click();
  await page.getByRole('link', { name: phoneNumber }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'flow-payer-number');
  expect(complaints).toEqual([]);
  await context.close();
  const { email, password } = stack.merchant.owner;
  const owner = await newSession(api, email, password);
  const reads = await eventually(async () => {
    const { data } = accepted(
      200,
      await atDashboard(api, 'GET /audit-events?action=payer.read&limit=100', { session: owner }),
    );
    const found = (data as readonly { readonly subject: string; readonly actor: string }[]).filter(
      ({ subject }) => subject === id,
    );
    return found.length > 0 && found;
  });
  expect(reads).toMatchObject([{ actor: await memberOf(api, cashier.session) }]);
});

test('[2.45] foreign merchants, other modes and other roles read no number', async () => {
  const payer = `GET /gateway/${id}/payer`;
  const viewer = await newMember(stack, api, 'viewer');
  const refused = await atDashboard(api, payer, { session: viewer.session });
  expect([refused.status, (refused.body as { code?: string }).code]).toEqual([403, 'scope_missing']);
  const other = await newMerchant(stack, api);
  const foreign = await atDashboard(api, payer, { session: other });
  const missing = await atDashboard(api, `GET /gateway/pi_${'0'.repeat(26)}/payer`, { session: other });
  for (const answer of [foreign, missing])
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([404, 'intent_not_found']);
  expect((await atDashboard(api, 'GET /customers/guests', { session: other })).body).toMatchObject({ data: [] });
});
