import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CallOptions, InitOtpParams } from '@paygate/browser';
import { PaygateBrowser } from '@paygate/browser';
import { createPayment } from './payment.js';

/*
 * The vectors by which the clients of every language are judged, of a creation: the step of a payment that sends a code, and what its state
 * then shows. A step has no options. `inPages` has what differs in a page.
 */

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
interface Outcome {
  readonly attempts: number;
  readonly data?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
}
interface Vector extends Outcome {
  readonly name: string;
  readonly request?: object;
  readonly options?: object;
  readonly answers: readonly Scripted[];
  readonly atLeastSeconds?: number;
  readonly inPages?: Outcome;
}

const vectors = (JSON.parse(readFileSync('libs/conformance/answers.json', 'utf8')) as readonly Vector[]).filter(
  ({ request, options }) => request === undefined && options === undefined,
);
const INTENT = { id: 'pi_1', status: 'REQUIRES_ACTION', expiresAt: new Date(Date.now() + 900_000).toISOString() };
let answers: Scripted[] = [];
let keys: (string | undefined)[] = [];
const server = createServer((request, response) => {
  if (request.method === 'POST') {
    keys.push(request.headers['idempotency-key'] as string | undefined);
    answered(request, response, answers.shift() ?? { status: 201, body: { id: 'pi_1' } });
  } else write(response, { body: INTENT });
});

function answered(request: IncomingMessage, response: ServerResponse, scripted: Scripted): void {
  if (scripted === 'drop') request.socket.destroy();
  else if (scripted !== 'stall') write(response, scripted);
}

function write(response: ServerResponse, { status, text, body, problem, headers }: Exclude<Scripted, string>): void {
  const document = problem && { type: 't', title: 't', detail: 'why', requestId: 'req_1', ...problem };
  response.writeHead(problem?.status ?? status ?? 200, { 'content-type': 'application/json', ...headers });
  response.end(text ?? JSON.stringify(document ?? body));
}

/** A client whose attempts end soon when no answer comes. */
class Hasty extends PaygateBrowser {
  override initOtp(params: InitOtpParams, options?: CallOptions) {
    return super.initOtp(params, { timeoutMs: 1_000, ...options });
  }
}

let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test('most vectors are for a payment in React, too', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(23);
});

test.each(vectors)('[8.2] $name', async ({ atLeastSeconds = 0, ...vector }) => {
  const { attempts, data, error } = vector.inPages ?? vector;
  const Client = vector.answers.includes('stall') ? Hasty : PaygateBrowser;
  const client = new Client({ apiKey: 'pk_test_not_a_real_key', baseUrl });
  const payment = createPayment({ client, clientSecret: 'sess_1' });
  const isReady = new Promise<void>((resolve) => {
    const unsubscribe = payment.subscribe(() => {
      if (payment.state().status !== 'ready') return;
      unsubscribe();
      resolve();
    });
  });
  await isReady;
  [answers, keys] = [[...vector.answers], []];
  const began = performance.now();
  await payment.steps.sendOtp({ userId: 'usr_1', channel: 'sms' });
  const { sent, error: shown } = payment.state();
  if (error === undefined) expect([sent, shown]).toEqual([data, null]);
  else {
    const { type, ...fields } = error;
    expect([sent, shown, type]).toEqual([
      null,
      expect.objectContaining({ name: 'PaygateError', ...fields }),
      expect.any(String),
    ]);
  }
  expect(performance.now() - began).toBeGreaterThanOrEqual(atLeastSeconds * 1_000);
  expect([keys.length, new Set(keys).size]).toEqual([attempts, 1]);
});
