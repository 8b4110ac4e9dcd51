import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually, RailControl, readStack, stackClient } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { newMember } from '../../accounts/dashboard.js';
import { withSecondFactor } from '../../accounts/proven.js';
import { startChromium } from '../../clients/chromium.js';
import { accepted, anApprovingPhone } from '../../payments/paying.js';
import { PayingOut } from '../../payouts/paying-out.js';
import { openDashboard, picture, violations } from '../dashboard-browser.js';

/* From a file as a person writes it to the money on each phone, in the browser alone. */

jest.setTimeout(240_000);

const stack = readStack();
const api = stackClient(stack);
const control = new RailControl(stack.rails.control);
const payouts = new PayingOut(stack, api);
const { url } = stack.dashboard;
let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(async () => {
  api.close();
  await browser.close();
});

const texts = {
  en: {
    ...{ mail: 'E-mail address', password: 'Password', signIn: 'Sign in', code: 'Code of the app, or a recovery code' },
    ...{ add: 'Pay by a list', name: 'Name of the list', create: 'Check the list' },
    ...{ decimals: /^Row 3, column C \(Montant\)$/, sum: /They receive 3,000/, ready: 'Waiting for approval' },
    ...{ approve: 'Approve', finished: 'Finished', arrived: 'Arrived', report: 'Save as a file' },
    ...{ total: /3,0\d\d\sFCFA/ },
  },
  fr: {
    ...{ mail: 'Adresse e-mail', password: 'Mot de passe', signIn: 'Se connecter' },
    ...{ code: 'Code de l’application, ou code de secours', add: 'Payer par une liste' },
    ...{ name: 'Nom de la liste', create: 'Vérifier la liste', total: /3\s0\d\d\sFCFA/ },
    ...{ decimals: /^Ligne 3, colonne C \(Montant\)$/, sum: /Elles reçoivent 3\s000/, ready: 'À approuver' },
    ...{ approve: 'Approuver', finished: 'Terminée', arrived: 'Arrivé', report: 'Enregistrer en fichier' },
  },
} as const;

async function isGood(page: Page, name: string): Promise<void> {
  await page.locator('main h1').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  await picture(page, `batches-${name}`);
  expect(await violations(page)).toEqual([]);
}

/** The amounts that the operator has paid to phones, by its own books. */
async function received(phones: readonly string[]): Promise<readonly string[]> {
  const lines = await control.statement('mtn_momo');
  return phones.map((phone) => {
    const own = lines.filter(({ msisdn }) => phone.endsWith(msisdn));
    return own.reduce((sum, { amount }) => sum + BigInt(amount), 0n).toString();
  });
}

/** A file as a French spreadsheet of Windows saves it. */
const fileOf = (name: string, ...lines: readonly string[]) => ({
  ...{ name, mimeType: 'text/csv' },
  buffer: Buffer.from(lines.join('\r\n'), 'latin1'),
});

test.each([
  ['fr', { width: 360, height: 740 }],
  ['en', { width: 1280, height: 900 }],
] as const)('[12.21] a list of a spreadsheet is paid, in %s', async (language, viewport) => {
  const t = texts[language];
  await payouts.earn('5000');
  const member = await newMember(stack, api, 'admin');
  const { codes } = await withSecondFactor(api, member);
  const locale = language === 'fr' ? 'fr-CM' : 'en-GB';
  const { page, context, complaints } = await openDashboard(browser, `${url}sign-in`, { viewport, locale });
  await page.evaluate(`localStorage.setItem('paygate.language', '${language}')`);
  await page.reload();
  await page.getByLabel(t.mail).fill(member.email);
  await page.getByLabel(t.password).fill(member.password);
  await page.getByRole('button', { name: t.signIn }).click();
  await page.locator('input[name="code"]').fill(codes.pop() ?? '');
  await page.getByRole('button', { name: t.signIn }).click();
  await page.waitForURL(({ pathname }) => !pathname.endsWith('/sign-in'));

  await page.goto(`${url}payouts/batches`);
  await page.getByRole('link', { name: t.add }).click();
  const phones = [anApprovingPhone(), anApprovingPhone()] as const;
  const before = await received(phones);
  const local = phones.map((phone) => phone.replace('+237', ''));
  const heading = 'Nom;Téléphone;Montant';
  await page
    .locator('input[type="file"]')
    .setInputFiles(fileOf('mauvais.csv', heading, `Zoé;${local[0] ?? ''};1 000`, `Bea;${local[1] ?? ''};10,50`));
  await page.getByText(t.decimals).waitFor();
  expect(await page.getByRole('button', { name: t.create }).count()).toBe(0);
  await isGood(page, `wrong-${language}`);

  const rows = [`=1+1;${local[0] ?? ''};1\u00a0000 FCFA`, `Béa;+237 ${local[1] ?? ''};2.000`, 'TOTAL;;3 000'];
  await page.locator('input[type="file"]').setInputFiles(fileOf('salaires.csv', heading, ...rows));
  await page.getByText(t.sum).waitFor();
  expect(await page.getByLabel(t.name).inputValue()).toBe('salaires');
  await isGood(page, `read-${language}`);
  await page.getByRole('button', { name: t.create }).click();
  await page.getByText(t.ready, { exact: true }).waitFor();
  await isGood(page, `ready-${language}`);

  await page.getByRole('button', { name: t.approve, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t.total).first().waitFor();
  await dialog.getByText(/^[0-9a-f]{64}$/).waitFor();
  await dialog.getByText('Béa').waitFor();
  await isGood(page, `approve-${language}`);
  await dialog.getByLabel(t.code).fill('000000');
  await dialog.getByRole('button', { name: t.approve, exact: true }).click();
  await dialog.getByRole('alert').first().waitFor();
  expect(await received(phones)).toEqual(before);
  await dialog.getByLabel(t.code).fill(codes.pop() ?? '');
  await dialog.getByRole('button', { name: t.approve, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(t.finished, { exact: true }).waitFor({ timeout: 60_000 });
  // each row says so, too
  for (const name of ['=1+1', 'Béa'])
    await page.getByRole('row').filter({ hasText: name }).getByText(t.arrived, { exact: true }).waitFor();
  await isGood(page, `finished-${language}`);
  await eventually(async () => {
    const now = await received(phones);
    return now[0] === String(BigInt(before[0] ?? '0') + 1000n) && now[1] === String(BigInt(before[1] ?? '0') + 2000n);
  });

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t.report }).click(),
  ]);
  const report = await readFile(await download.path(), 'utf8');
  // a name that a spreadsheet would run is text
  expect(report).toContain("'=1+1");
  expect(report).toContain('Béa');
  expect(report.trim().split('\r\n')).toHaveLength(3);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(accepted(200, await payouts.ask('GET', `/payout-batches/${id}`))).toMatchObject({
    ...{ status: 'COMPLETED', amount: '3000', approvals: [expect.anything()], counts: { completed: 2 } },
  });
  expect(complaints).toEqual([]);
  await context.close();
});
