import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PaygateError } from './index.js';
import type { Answer } from './test/scripted-gateway.js';
import { failure, init, json, ScriptedGateway } from './test/scripted-gateway.js';

/*
 * The vectors by which the clients of every language are judged, of a creation. The others are for operations and options that a client
 * of a page does not have. `inPages` has what differs there: `fetch` tells a page nothing of a redirect.
 */

type Scripted =
  | 'drop'
  | 'stall'
  | {
      readonly status?: number;
      readonly text?: string;
      readonly body?: unknown;
      readonly problem?: { readonly status: number };
      readonly headers?: Record<string, string>;
    };
interface Outcome {
  readonly attempts: number;
  readonly data?: unknown;
  readonly error?: 'misuse' | Readonly<Record<string, unknown>>;
}
interface Vector extends Outcome {
  readonly name: string;
  readonly request?: object;
  readonly options?: { readonly idempotencyKey?: string };
  readonly answers: readonly Scripted[];
  readonly atLeastSeconds?: number;
  readonly inPages?: Outcome;
}

const vectors = (JSON.parse(readFileSync('libs/conformance/answers.json', 'utf8')) as readonly Vector[]).filter(
  ({ request, options = { idempotencyKey: '' } }) => request === undefined && 'idempotencyKey' in options,
);
const created = json(201, { id: 'pi_1' });
const gateway = new ScriptedGateway();
beforeAll(() => gateway.listen());
afterAll(() => {
  gateway.close();
});

function answerOf(scripted: Scripted): Answer {
  if (scripted === 'stall') return () => undefined;
  if (scripted === 'drop') return (request) => request.socket.destroy();
  const { status, text, body, problem, headers } = scripted;
  if (text === undefined && problem === undefined) return json(status ?? 200, body, headers);
  const document = { type: 't', title: 't', detail: 'why', requestId: 'req_1', ...problem };
  return (_request, response) => {
    response.writeHead(problem?.status ?? status ?? 200, { 'content-type': 'application/json', ...headers });
    response.end(text ?? JSON.stringify(document));
  };
}

test('most vectors are for a client of a page, too', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(24);
});

test.each(vectors)('[8.2] $name', async ({ answers, options, atLeastSeconds = 0, ...vector }) => {
  const { attempts, data, error } = vector.inPages ?? vector;
  const client = gateway.begin();
  gateway.answers = [...answers.map(answerOf), created];
  const hasty = answers.includes('stall') ? { timeoutMs: 1_000 } : {};
  const began = performance.now();
  const call = client.initOtp(init, { ...hasty, ...options });
  if (error === undefined) expect(await call).toEqual(data);
  else if (error === 'misuse') expect(await failure(call)).toHaveProperty('name', 'TypeError');
  else {
    const { type, ...fields } = error;
    expect((await failure(call)) as PaygateError).toMatchObject({ name: 'PaygateError', ...fields });
    expect(type).toEqual(expect.any(String));
  }
  expect(performance.now() - began).toBeGreaterThanOrEqual(atLeastSeconds * 1_000);
  expect(gateway.seen).toHaveLength(attempts);
  expect(new Set(gateway.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(Math.min(attempts, 1));
});
