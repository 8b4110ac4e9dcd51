import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, jest, test } from '@jest/globals';
import { build } from 'esbuild';
import { trustedStack } from '../clients/trust.js';
import { SURROUNDINGS } from './surroundings.js';

/* Every snippet of the guides runs as it is printed, those of one guide one after another. */

jest.setTimeout(120_000);

const run = promisify(execFile);
const stack = trustedStack();
const folder = mkdtempSync(join(tmpdir(), 'paygate-guides-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const guides = readdirSync('docs/guides')
  .filter((file) => file !== 'README.md')
  .map((file) => file.replace('.md', ''));

/** The blocks of a guide in one language, with the addresses and keys of this stack. */
function blocks(guide: string, language: string): readonly string[] {
  const text = readFileSync(`docs/guides/${guide}.md`, 'utf8')
    .replaceAll('https://localhost:8443', stack.gateway.url)
    .replaceAll('$PWD/.local/tls/ca.pem', resolve(stack.gateway.ca))
    .replaceAll('.local/tls/ca.pem', stack.gateway.ca)
    .replaceAll('pk_test_…', stack.merchant.publishableKey)
    .replaceAll('sk_test_…', stack.merchant.secretKey);
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block ?? '');
}

const environment = {
  ...process.env,
  NODE_EXTRA_CA_CERTS: stack.gateway.ca,
  PAYGATE_BASE_URL: stack.gateway.url,
  PAYGATE_SECRET_KEY: stack.merchant.secretKey,
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

const inBash = async (guide: string): Promise<readonly unknown[]> => {
  const script = blocks(guide, 'bash').join('\necho\n');
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

test('no guide has a snippet in a language that no test runs', () => {
  const others = { webhooks: ['text'], errors: ['json'] } as Readonly<Record<string, readonly string[]>>;
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
