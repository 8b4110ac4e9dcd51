import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { stackClient } from '@paygate/testing';
import { build } from 'esbuild';
import { atDashboard, newMerchant } from '../accounts/dashboard.js';
import { trustedStack } from '../clients/trust.js';
import { accepted } from '../payments/paying.js';
import { newProven, PayingOut } from '../payouts/paying-out.js';
import { SURROUNDINGS } from './surroundings.js';

const run = promisify(execFile);
const stack = trustedStack();
const folder = mkdtempSync(join(tmpdir(), 'paygate-guides-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const guides = readdirSync('docs/guides')
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map((file) => file.replace('.md', ''));

type Keys = Pick<typeof stack.merchant, 'publishableKey' | 'secretKey'>;

/** The blocks of a guide in one language, with the addresses of this stack and the keys of an account. */
function blocks(guide: string, language: string, keys: Keys = stack.merchant): readonly string[] {
  const text = readFileSync(`docs/guides/${guide}.md`, 'utf8')
    .replaceAll('https://localhost:8443', stack.gateway.url)
    .replaceAll('$PWD/.local/tls/ca.pem', resolve(stack.gateway.ca))
    .replaceAll('.local/tls/ca.pem', stack.gateway.ca)
    .replaceAll('pk_test_…', keys.publishableKey)
    .replaceAll('sk_test_…', keys.secretKey);
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block ?? '');
}

const environment = {
  ...process.env,
  NODE_EXTRA_CA_CERTS: stack.gateway.ca,
  PAYGATE_BASE_URL: stack.gateway.url,
  // curl, PHP and Python read it; curl prefers a bundle of its own
  SSL_CERT_FILE: resolve(stack.gateway.ca),
  CURL_CA_BUNDLE: resolve(stack.gateway.ca),
  PAYGATE_SECRET_KEY: stack.merchant.secretKey,
  PAYGATE_PUBLISHABLE_KEY: stack.merchant.publishableKey,
  PAYGATE_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  PORT: '0',
  STACK: JSON.stringify({
    inbox: stack.inbox.url,
    ownEndpoint: `${stack.ownEndpoint.url}/webhooks`,
    user: stack.users[0],
    publishableKey: stack.merchant.publishableKey,
  }),
  ORDER: `guide-${String(Date.now())}`,
};

/** A destination, which no key registers, and money for it. */
beforeAll(async () => {
  const api = stackClient(stack);
  const payouts = new PayingOut(stack, api);
  await payouts.earn('5000');
  const owner = await newProven(stack, api, 'owner');
  Object.assign(environment, { DESTINATION: await payouts.destination(owner, '+237677770001') });
  api.close();
});

async function runTypeScript(guide: string, code: string): Promise<unknown> {
  const script = join(folder, `${guide}.mjs`);
  await build({
    stdin: { contents: code, loader: 'ts', resolveDir: process.cwd() },
    ...{ bundle: true, platform: 'node', format: 'esm', outfile: script, tsconfig: 'tsconfig.base.json' },
  });
  const { stdout } = await run(process.execPath, [script], { env: environment, timeout: 90_000 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

test.each(guides.filter((guide) => blocks(guide, 'ts').length > 0))('the TypeScript of %s runs', async (guide) => {
  const { before, after, expected } = SURROUNDINGS[guide] ?? {};
  expect(expected).toBeDefined();
  const adapted = blocks(guide, 'ts').map((block) => block.replace("'https://shop.example/webhooks'", 'ownEndpoint'));
  expect(await runTypeScript(guide, [before, ...adapted, after].join('\n'))).toEqual(expected);
});

const inBash = async (guide: string, keys?: Keys): Promise<readonly unknown[]> => {
  const script = blocks(guide, 'bash', keys).join('\necho\n');
  const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], { env: environment });
  return [...stdout.matchAll(/\{.*?\}(?=\s*(?:\{|$))/gs)].map(([text]) => JSON.parse(text) as unknown);
};

test('the curl calls of the quickstart reach the API', async () => {
  expect(await inBash('quickstart')).toEqual([
    { data: expect.any(Array), hasMore: expect.any(Boolean), nextCursor: expect.anything() },
  ]);
});

test('the error of the guide is what its curl call answers', async () => {
  const [printed = ''] = blocks('errors', 'json');
  const [answer] = await inBash('errors');
  expect(answer).toEqual({ ...(JSON.parse(printed) as object), requestId: expect.stringMatching(/^req_/) });
});

test('the repeated curl call creates one intent', async () => {
  const [first, second] = await inBash('idempotency');
  expect(first).toMatchObject({ object: 'payment_intent' });
  expect(second).toEqual(first);
});

test('the curl call of the hosted page creates a payment with a page', async () => {
  const [intent] = await inBash('hosted-page');
  expect(intent).toMatchObject({ status: 'PENDING', checkoutUrl: expect.stringContaining(stack.gateway.url) });
});

test('the wallet of the guide is what its curl call answers, and those that fill and empty it are accepted', async () => {
  const api = stackClient(stack);
  const [user] = stack.users;
  const { token } = accepted(200, await api.signIn(user?.phoneNumber ?? '', user?.password ?? ''));
  api.close();
  Object.assign(environment, { USER_TOKEN: token });
  const [printed = ''] = blocks('wallets', 'json');
  const [answer, topUp, withdrawal] = await inBash('wallets');
  expect(answer).toMatchObject({ object: 'wallet', currency: 'XAF', mode: 'test', state: 'open' });
  expect(topUp).toMatchObject({ object: 'wallet_top_up', status: 'PENDING', amount: '5000' });
  expect(withdrawal).toMatchObject({ object: 'wallet_withdrawal', status: 'AWAITING_CODE', amount: '1000' });
  const { limits, ...fields } = JSON.parse(printed) as Record<string, object>;
  expect(Object.keys(answer as object).toSorted()).toEqual([...Object.keys(fields), 'limits'].toSorted());
  expect(Object.keys((answer as { readonly limits: object }).limits)).toEqual(Object.keys(limits ?? {}));
});

test('the requests of a payment over HTTP pay it', async () => {
  const api = stackClient(stack);
  const session = await newMerchant(stack, api);
  const keyOf = async (type: string): Promise<string> =>
    String((await atDashboard(api, 'POST /api-keys', { session, body: { type, name: type } })).body['key']);
  // the test inbox of an account of its own has this code alone
  const keys = { publishableKey: await keyOf('publishable'), secretKey: await keyOf('secret') };
  api.close();
  const [charge, intent] = await inBash('http-api', keys);
  expect(charge).toMatchObject({ object: 'charge', status: expect.stringMatching(/^(PROCESSING|COMPLETED)$/) });
  expect(intent).toMatchObject({ object: 'payment_intent', payer: { operator: 'orange_money' } });
});

test('the curl call of payouts requests one, and the Python call reads it', async () => {
  const [payout] = await inBash('payouts');
  expect(payout).toMatchObject({ object: 'payout', amount: '1000' });
  const script = join(folder, 'payouts.py');
  // the other one needs the client
  const plain = blocks('payouts', 'python').filter((block) => block.includes('urllib'));
  writeFileSync(script, plain.join('\n'));
  const { stdout } = await run('python3', [script], { env: environment });
  expect(JSON.parse(stdout)).toMatchObject({ data: [{ object: 'payout', amount: '1000' }] });
});

test('the curl call of payouts to many drafts them', async () => {
  const [batch] = await inBash('payout-batches');
  expect(batch).toMatchObject({ object: 'payout_batch', status: 'DRAFT', rowCount: 1, amount: '1000' });
});

test('no guide has a snippet in a language that no test runs', () => {
  const others: Readonly<Record<string, readonly string[]>> = {
    webhooks: ['text', 'python', 'php'],
    // clients.spec.ts opens it
    install: ['text'],
    // the configuration of an assistant; mcp.spec.ts starts its command
    assistants: ['json'],
    errors: ['json', 'python', 'php'],
    wallets: ['json'],
    'hosted-page': ['php', 'python'],
    payouts: ['python', 'php'],
    'payout-batches': ['python', 'php'],
    // `npm run python` and `npm run php` run them, as they need the clients; so does `npm run check` where the runtimes are found
    ...{ idempotency: ['python', 'php'], refunds: ['python', 'php'], balance: ['python', 'php'] },
    ...{ 'payment-links': ['python', 'php'], 'mobile-money': ['python', 'php'], receipts: ['python', 'php'] },
    ...{ 'further-tries': ['python', 'php'], 'test-mode': ['python', 'php'], 'going-live': ['python', 'php'] },
    python: ['python', 'text'],
    php: ['php'],
  };
  for (const guide of guides) {
    const used = [...readFileSync(`docs/guides/${guide}.md`, 'utf8').matchAll(/^```(\w+)$/gm)].map(([, name]) => name);
    for (const language of used)
      expect([guide, language, ['ts', 'bash', ...(others[guide] ?? [])].includes(language ?? '')]).toEqual([
        guide,
        language,
        true,
      ]);
  }
  expect(guides.length).toBeGreaterThanOrEqual(7);
});
