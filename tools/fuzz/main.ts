/**
 * Sends requests generated from `docs/api/openapi.json` to the running stack, and checks every answer against that document.
 * `--requests N`, `--seed S` to repeat a run, `--only I` to send one request of it and print request and answer.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Stack } from '@paygate/testing';
import { readStack, stackClient } from '@paygate/testing';
import type { ApiDocument, FuzzWorld } from '@paygate/testing/fuzz';
import { describeFinding, fuzzRequests, runFuzz } from '@paygate/testing/fuzz';

const DOCUMENT = join(resolve(import.meta.dirname, '../../..'), 'docs/api/openapi.json');
const INTENTS = 5;
/** Some of these sessions end during the run. */
const SESSIONS = 5;

const { values } = parseArgs({
  options: { requests: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
  strict: true,
});
const requests = numberOf('requests', values.requests) ?? 2_000;
const seed = numberOf('seed', values.seed) ?? Math.floor(Math.random() * 2 ** 31);
const only = numberOf('only', values.only);

const stack = readStack();
const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as ApiDocument;
console.log(`${requests} requests of seed ${seed} to ${stack.gateway.url}`);
const report = await runFuzz({
  document,
  requestsOf: fuzzRequests(document, await worldOf(stack)),
  baseUrl: stack.gateway.url,
  ca: readFileSync(stack.gateway.ca, 'utf8'),
  seed,
  requests,
  ...(only === undefined ? {} : { only }),
});
for (const [name, count] of [...report.counts].sort()) console.log(`${String(count).padStart(8)}  ${name}`);
for (const finding of report.findings) {
  console.log(describeFinding(finding));
  if (only !== undefined) console.log(JSON.stringify(finding, null, 2));
}
console.log(`${report.findings.length} findings (seed ${seed})`);
process.exitCode = report.findings.length === 0 ? 0 : 1;

/** Intents that exist, the users of the stack, and sessions of the merchant's owner. */
async function worldOf({ merchant, users }: Stack): Promise<FuzzWorld> {
  const client = stackClient(stack);
  try {
    const created = await Promise.all(
      Array.from({ length: INTENTS }, () => client.createIntent({ amount: '5000', currency: 'XAF' })),
    );
    return {
      secretKey: merchant.secretKey,
      publishableKey: merchant.publishableKey,
      intentIds: created.map(({ body }) => body.id),
      sessionTokens: created.map(({ body }) => body.sessionToken),
      userIds: users.map(({ id }) => id),
      apiKeyIds: [],
      endpointIds: [],
      recoveryIds: [],
      eventIds: [],
      deliveryIds: [],
      userTokens: [],
      dashboardTokens: await Promise.all(Array.from({ length: SESSIONS }, () => signIn(client, merchant.owner))),
      memberIds: [merchant.owner.memberId],
      mailTokens: [],
    };
  } finally {
    client.close();
  }
}

async function signIn(
  client: ReturnType<typeof stackClient>,
  { email, password }: Stack['merchant']['owner'],
): Promise<string> {
  const { body } = await client.request({ method: 'POST', path: '/dashboard/sessions', body: { email, password } });
  return String(body['token']);
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new TypeError(`--${name} must be a whole number, not "${text}"`);
}
