import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { PaygateBrowser } from '@paygate/browser';
import type { WalletTopUp } from '@paygate/browser/wallet';
import { PaygateWallet } from '@paygate/browser/wallet';
import { deliveryOf, inboxMessages, newCode, stackFolder } from '@paygate/testing';
import { codeSentBy, customerOf, openShop } from './shop.js';
import { demoServer, trustedStack } from './trust.js';

const stack = trustedStack();
const paygate = demoServer(stack);
const { id: userId, phoneNumber, password } = customerOf(stack);
const folder = mkdtempSync(join(stackFolder(), 'readmes-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The code of a README, with the demo merchant's key and the address of the stack. */
function snippets(library: string): readonly string[] {
  const text = readFileSync(`libs/${library}/README.md`, 'utf8')
    .replaceAll('pk_test_…', stack.merchant.publishableKey)
    .replaceAll('https://pay.example', stack.gateway.url);
  return [...text.matchAll(/```tsx?\n(.*?)```/gs)].map(([, code = '']) => code);
}

/** Runs code of a README as the body of a function, with these variables, and returns those it declares. */
async function execute(code: string, given: object, declared: string): Promise<Record<string, unknown>> {
  const body = `${code.replace(/^import .*$/gm, '')}\nreturn { ${declared} };`;
  const file = join(folder, `snippet-${String(Date.now())}.mjs`);
  writeFileSync(file, `export default async ({ ${Object.keys(given).join(', ')} }) => {\n${body}\n};`);
  const { default: run } = (await import(file)) as { default: (given: object) => Promise<Record<string, unknown>> };
  return run(given);
}

test('@paygate/browser: a payment from the wallet, and one by mobile money', async () => {
  const [wallet = '', mobileMoney = ''] = snippets('sdk-browser');
  const first = await paygate.paymentIntents.create({ amount: '1500', currency: 'XAF' });
  const seen = await inboxMessages(stack, phoneNumber);
  const codeFromTheCustomer = (): Promise<string> => newCode(stack, phoneNumber, seen);
  const given = { PaygateBrowser, codeFromTheCustomer, phoneNumber, password, intentionId: first.id };
  const { status, client } = await execute(wallet, given, 'status, client');
  expect(status).toBe('COMPLETED');
  await deliveryOf(stack, first.id, 'payment.completed');

  const { id: intentionId, sessionToken } = await paygate.paymentIntents.create({ amount: '1500', currency: 'XAF' });
  const signedIn = client as PaygateBrowser;
  const init = { userId, channel: 'sms', intentionId } as const;
  await signedIn.verifyOtp({ userId, otp: await codeSentBy(stack, phoneNumber, () => signedIn.initOtp(init)) });
  const byPhone = { client, intentionId, sessionToken, phoneNumber: '+237677770001' };
  expect(await execute(mobileMoney, byPhone, 'nextAction')).toHaveProperty('nextAction');
  await deliveryOf(stack, intentionId, 'payment.completed');
});

test('@paygate/browser/wallet: a wallet is filled', async () => {
  const code = snippets('sdk-browser').at(-1) ?? '';
  const { balance, topUp } = await execute(code, { PaygateWallet, phoneNumber, password }, 'balance, topUp');
  expect([balance, (topUp as WalletTopUp).status]).toEqual([expect.stringMatching(/^\d+$/), 'COMPLETED']);
});

test('@paygate/react: the component takes a payment in Chromium', async () => {
  const [component = ''] = snippets('sdk-react');
  const { id, sessionToken } = await paygate.paymentIntents.create({ amount: '1500', currency: 'XAF' });
  const file = join(folder, 'checkout.tsx');
  const form = `const SignIn = ({ onSubmit }) => (
    <button onClick={() => onSubmit({ phoneNumber: '${phoneNumber}', password: '${password}' })}>Pay</button>
  );`;
  const start = `createRoot(document.getElementById('root')).render(<Checkout clientSecret="${sessionToken}" />);`;
  writeFileSync(file, `import { createRoot } from 'react-dom/client';\n${form}\n${component}\n${start}\n`);
  const shop = await openShop(stack, file);
  try {
    const { page } = await shop.open();
    const send = (): Promise<void> => page.getByRole('button', { name: 'Pay' }).click();
    await page.getByLabel('Code').fill(await codeSentBy(stack, phoneNumber, send));
    await page.getByText('Thank you').waitFor();
    await deliveryOf(stack, id, 'payment.completed');
  } finally {
    await shop.close();
  }
});

test('@paygate/react/wallet: the component fills a wallet in Chromium, and shows the fee of a withdrawal', async () => {
  const component = snippets('sdk-react').at(-1) ?? '';
  const file = join(folder, 'wallet.tsx');
  const forms = `const SignIn = ({ onSubmit }) => (
    <button onClick={() => onSubmit({ phoneNumber: '${phoneNumber}', password: '${password}' })}>Open</button>
  );
  const CodeForm = ({ fee, onSubmit }) => <button onClick={() => onSubmit('000000')}>Fee {fee}</button>;`;
  const start = `createRoot(document.getElementById('root')).render(<WalletPage />);`;
  writeFileSync(file, `import { createRoot } from 'react-dom/client';\n${forms}\n${component}\n${start}\n`);
  const shop = await openShop(stack, file);
  try {
    const { page } = await shop.open();
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'Add 5,000 FCFA' }).waitFor();
    const balance = Number(await page.locator('p').first().innerText());
    await page.getByRole('button', { name: 'Add 5,000 FCFA' }).click();
    await page.getByText(String(balance + 5_000), { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText(/^Fee \d+$/).click();
    await page.getByText(/^Fee \d+$/).waitFor();
  } finally {
    await shop.close();
  }
});
