import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as client from './index.js';
import { verifyWebhook } from './webhooks/index.js';

/* The vectors by which the clients of every language are judged. */

const vectorsOf = (name: string): unknown => JSON.parse(readFileSync(`libs/conformance/${name}.json`, 'utf8'));

interface Delivery {
  readonly name: string;
  readonly body: string;
  readonly header: string | string[] | null;
  readonly secrets: readonly string[];
  readonly toleranceSeconds?: number;
  readonly verdict: string;
}

async function verdictOf(construct: () => unknown): Promise<string> {
  try {
    expect(await construct()).toHaveProperty('id');
    return 'accepted';
  } catch (error) {
    if (error instanceof client.SignatureVerificationError) return error.fault;
    if (error instanceof TypeError) return 'misuse';
    throw error;
  }
}

test.each(vectorsOf('deliveries') as readonly Delivery[])(
  '[8.4] $name is $verdict',
  async ({ body, header, secrets, ...vector }) => {
    const { toleranceSeconds = 10 ** 10, verdict } = vector;
    const { constructEvent } = client.Paygate.webhooks;
    expect(await verdictOf(() => constructEvent(body, header, secrets, { toleranceSeconds }))).toBe(verdict);
    const headers = { 'service-signature': header ?? undefined };
    expect(await verdictOf(() => verifyWebhook(secrets, body, headers, { toleranceSeconds }))).toBe(verdict);
  },
);

type Scripted =
  | 'drop'
  | 'stall'
  | {
      readonly status?: number;
      readonly text?: string;
      readonly body?: unknown;
      readonly problem?: { readonly status: number };
      readonly headers?: Readonly<Record<string, string>>;
    };
interface Answered {
  readonly name: string;
  readonly request?: Parameters<client.Paygate['request']>[0];
  readonly options?: object;
  readonly answers: readonly Scripted[];
  readonly attempts: number;
  readonly data?: unknown;
  readonly error?: 'misuse' | Readonly<Record<string, unknown>>;
  readonly replayed?: boolean;
  readonly url?: string;
  readonly atLeastSeconds?: number;
}

let answers: Scripted[] = [];
const seen: { url: string; headers: IncomingHttpHeaders }[] = [];
const server = createServer((request, response) => {
  seen.push({ url: request.url ?? '', headers: request.headers });
  const answer = answers.shift() ?? { status: 201, body: { id: 'pi_1' } };
  if (answer === 'drop') request.socket.destroy();
  else if (answer !== 'stall') write(response, answer);
});

function write(response: ServerResponse, { status, text, body, problem, headers }: Exclude<Scripted, string>): void {
  const document = problem && { type: 't', title: 't', detail: 'why', requestId: 'req_1', ...problem };
  response.writeHead(problem?.status ?? status ?? 200, {
    ...{ 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers },
  });
  response.end(text ?? JSON.stringify(document ?? body));
}

const create = { method: 'POST', path: '/gateway', body: { amount: '5000', currency: 'XAF' } } as const;
let paygate: client.Paygate;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  paygate = new client.Paygate({ secretKey: 'sk_test_not_a_real_key', baseUrl, deadlineMs: 30_000 });
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test.each(vectorsOf('answers') as readonly Answered[])(
  '[8.2] $name',
  async ({ request = create, options, ...vector }) => {
    answers = [...vector.answers];
    seen.length = 0;
    const hasty = vector.answers.includes('stall') ? { timeoutMs: 1_500 } : {};
    const began = performance.now();
    const outcome = await paygate
      .request(request, { ...hasty, ...options })
      .withResponse()
      .then(
        ({ data, response: { attempts, replayed } }) => ({ data, attempts, replayed }),
        (error: unknown) => error,
      );
    expect(performance.now() - began).toBeGreaterThanOrEqual((vector.atLeastSeconds ?? 0) * 1_000);
    if (vector.error === 'misuse') expect(outcome).toHaveProperty('name', 'TypeError');
    else if (vector.error === undefined)
      expect(outcome).toEqual({ data: vector.data, attempts: vector.attempts, replayed: vector.replayed ?? false });
    else {
      const { type, ...fields } = vector.error;
      expect(outcome).toMatchObject({ name: type, attempts: vector.attempts, ...fields });
    }
    expect(seen).toHaveLength(vector.attempts);
    const keys = new Set(seen.map(({ headers }) => headers['idempotency-key']));
    expect(keys.size).toBeLessThanOrEqual(1);
    expect(keys.has(undefined)).toBe(seen.length > 0 && request.method !== 'POST');
    if (vector.url !== undefined) expect(seen[0]?.url).toBe(vector.url);
  },
);
