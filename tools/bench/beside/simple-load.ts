/** Wallet payments at one process that speaks the API of `docs/performance.md`, "Beside one process", with its SMS sink and webhook receiver. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { serveJobs } from '../load/load-process.js';
import type { RawAnswer, Target } from '../load/raw-http.js';
import { RawConnection } from '../load/raw-http.js';
import { percentile } from '../statistics/statistics.js';

export interface SimplePayer {
  readonly id: string;
  readonly phoneNumber: string;
  readonly password: string;
}

export interface SimpleJob {
  readonly target: Target;
  /** The port to which the process sends messages and events: `/sms` and `/webhooks`. */
  readonly sinkPort: number;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly payers: readonly SimplePayer[];
  readonly durationMs: number;
}

export interface SimpleResult {
  readonly payments: number;
  readonly failures: number;
  readonly firstFailure?: string;
  readonly durationMs: number;
  readonly wholeP50Ms: number;
}

const PATIENCE_MS = 60_000;
const FAILURE_PAUSE_MS = 200;

serveJobs(payments);

async function payments(job: SimpleJob): Promise<SimpleResult> {
  const sink = await Sink.open(job.sinkPort);
  const wholeMs: number[] = [];
  const failures: string[] = [];
  try {
    const clients = await Promise.all(job.payers.map((payer) => signIn(job, payer)));
    const started = performance.now();
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < started + job.durationMs) {
          const begun = performance.now();
          try {
            await payOnce(job, client, sink);
            wholeMs.push(performance.now() - begun);
          } catch (error) {
            failures.push(error instanceof Error ? error.message : String(error));
            await delay(FAILURE_PAUSE_MS);
          }
        }
      }),
    );
    const durationMs = performance.now() - started;
    for (const { connection } of clients) connection.close();
    const [firstFailure] = failures;
    return {
      ...{ payments: wholeMs.length, failures: failures.length, durationMs, wholeP50Ms: percentile(wholeMs, 0.5) },
      ...(firstFailure === undefined ? {} : { firstFailure }),
    };
  } finally {
    await sink.close();
  }
}

interface Client {
  readonly payer: SimplePayer;
  readonly connection: RawConnection;
  readonly userToken: string;
}

async function signIn({ target, publishableKey }: SimpleJob, payer: SimplePayer): Promise<Client> {
  const connection = await RawConnection.open(target);
  const { phoneNumber, password } = payer;
  const body = { phoneNumber, password };
  const answer = await post(connection, '/auth/login', { headers: { 'x-api-key': publishableKey }, body, expect: 200 });
  return { payer, connection, userToken: textOf(answer, 'token') };
}

async function payOnce(job: SimpleJob, { payer, connection, userToken }: Client, sink: Sink): Promise<void> {
  const intent = { amount: '5000', currency: 'XAF', description: 'Order 1001', metadata: { orderId: '1001' } };
  const secret = { 'x-api-key': job.secretKey };
  const created = await post(connection, '/payment-intents', { headers: secret, body: intent, expect: 201 });
  const intentId = textOf(created, 'id');
  const headers = { 'x-api-key': job.publishableKey, authorization: `Bearer ${userToken}` };
  const sent = sink.next(payer.phoneNumber);
  await post(connection, '/otp/init', { headers, body: { intentId, channel: 'sms' }, expect: 202 });
  const code = /\b(\d{6})\b/.exec(await sent)?.[1] ?? '';
  const verified = await post(connection, '/otp/verify', { headers, body: { intentId, code }, expect: 200 });
  const completed = sink.next(intentId);
  const token = { 'x-otp-token': textOf(verified, 'token') };
  await post(connection, '/payments/charge', { headers: { ...headers, ...token }, body: { intentId }, expect: 202 });
  await completed;
}

interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly expect: number;
}

async function post(connection: RawConnection, path: string, { headers, body, expect }: Post): Promise<RawAnswer> {
  const answer = await connection.ask({
    ...{ method: 'POST', path, headers: { 'content-type': 'application/json', ...headers } },
    body: JSON.stringify(body),
  });
  if (answer.status !== expect) throw new Error(`${path} answered ${answer.status}: ${answer.body.toString('utf8')}`);
  return answer;
}

function textOf(answer: RawAnswer, name: string): string {
  const value = (JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>)[name];
  if (typeof value !== 'string') throw new Error(`an answer has no ${name}`);
  return value;
}

/** Takes what the process sends, and hands each to whoever waits for it: a message by its number, an event by its intent. */
class Sink {
  readonly #waiting = new Map<string, PromiseWithResolvers<string>>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        this.#take(Buffer.concat(chunks).toString('utf8'));
        response.writeHead(200).end();
      });
    });
    this.#server.keepAliveTimeout = 120_000;
  }

  static open(port: number): Promise<Sink> {
    const sink = new Sink();
    return new Promise((resolve, reject) => {
      sink.#server.once('error', reject);
      sink.#server.listen(port, '127.0.0.1', () => {
        resolve(sink);
      });
    });
  }

  /** The next text for a number or intent. Rejects after some patience. */
  next(key: string): Promise<string> {
    const waiting = Promise.withResolvers<string>();
    this.#waiting.set(key, waiting);
    const timer = setTimeout(() => {
      waiting.reject(new Error(`nothing came for ${key} within ${PATIENCE_MS} ms`));
    }, PATIENCE_MS);
    waiting.promise.catch(() => undefined);
    return waiting.promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(key);
    });
  }

  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }

  #take(body: string): void {
    const { to, text, data } = JSON.parse(body) as {
      readonly to?: string;
      readonly text?: string;
      readonly data?: { readonly paymentIntent: { readonly id: string } };
    };
    this.#waiting.get(to ?? data?.paymentIntent.id ?? '')?.resolve(text ?? '');
  }
}
