import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { freePort } from './free-port.js';
import { trustedStack } from './trust.js';

const run = promisify(execFile);
const { gateway, merchant } = trustedStack();

/** The surroundings of a reader's snippets: a function that fulfils orders, and something that delivers. */
const before = `
const fulfilled: unknown[] = [];
const fulfil = (...order: unknown[]): void => void fulfilled.push(order);
`;
const after = `
const delivery = { method: 'POST', body: payload, headers: { 'content-type': 'application/json', 'service-signature': signature } };
const failed = JSON.stringify(paygate.webhooks.generateTestEvent('payment.failed'));
const secret = process.env.PAYGATE_WEBHOOK_SECRET ?? '';
const headers = { 'service-signature': paygate.webhooks.generateTestHeaderString({ payload: failed, secret }) };
const answers = [
  (await fetch('http://127.0.0.1:' + process.env.PORT, delivery)).status,
  (await app.inject({ method: 'POST', url: '/webhooks', payload, headers: delivery.headers })).statusCode,
  (await worker.fetch(new Request('https://shop.example', delivery), { PAYGATE_WEBHOOK_SECRET: secret })).status,
  (await POST(new Request('https://shop.example', { method: 'POST', body: failed, headers }))).status,
];
console.log(JSON.stringify({ id: intent.id, status, answers, fulfilled }));
process.exit();
`;

test('the snippets of the README of @paygate/node run as they are printed', async () => {
  const readme = readFileSync('libs/sdk-node/README.md', 'utf8');
  const snippets = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, snippet]) => snippet ?? '');
  expect(snippets.length).toBeGreaterThanOrEqual(5);
  const folder = mkdtempSync(join(tmpdir(), 'paygate-readme-'));
  try {
    const script = join(folder, 'readme.mjs');
    await build({
      stdin: { contents: [before, ...snippets, after].join('\n'), loader: 'ts', resolveDir: process.cwd() },
      ...{ bundle: true, platform: 'node', format: 'esm', outfile: script, tsconfig: 'tsconfig.base.json' },
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
    const { stdout } = await run(process.execPath, [script], { env: { ...process.env, ...(await variables()) } });
    const id = 'evt_01k8zq6e1v9z5p1a7e3kfq8g2d';
    const order = [id, { orderId: '1042' }];
    expect(JSON.parse(stdout)).toEqual({
      ...{ id: expect.stringMatching(/^pi_/), status: 'PENDING', answers: [200, 200, 200, 200] },
      fulfilled: [order, order, order, [id, 'insufficient_funds']],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function variables(): Promise<Record<string, string>> {
  return {
    NODE_EXTRA_CA_CERTS: gateway.ca,
    PAYGATE_BASE_URL: gateway.url,
    PAYGATE_SECRET_KEY: merchant.secretKey,
    PAYGATE_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    PORT: String(await freePort()),
  };
}
