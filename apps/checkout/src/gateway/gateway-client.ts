import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CHECKOUT_KEY_HEADER } from '@paygate/contracts';
import { ShutdownCoordinator } from '@paygate/platform';
import { CheckoutConfig } from '../config.js';

/** More than the API may take for an answer. Milliseconds. */
const CALL_MS = 11_000;
/** The time for all calls that one page makes. */
export const PAGE_MS = 12_000;
const CONNECTIONS = 64;
const IDLE_MS = 20_000;
const ANSWER_MAX_BYTES = 262_144;
/** A gateway that restarts is away for a moment, or another instance takes the connection. Milliseconds. */
const RETRY_MS = 300;

/** The customer for whom the API is called, and the request that causes the call. */
export interface Customer {
  readonly address: string;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  /** Ends when the page must be answered. */
  readonly deadline: AbortSignal;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** The API has refused a call, with a code of its catalogue. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly status: number,
    readonly code: string,
    readonly fields: Readonly<Record<string, unknown>>,
  ) {
    super(code);
  }

  /** Seconds after which another try may succeed. */
  get retryAfter(): number | undefined {
    const { retryAfter } = this.fields;
    return typeof retryAfter === 'number' ? retryAfter : undefined;
  }
}

/** The API gave no answer, so a call that has an effect may have had it. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Calls the gateway like every client, for a customer whose address it passes on. */
@Injectable()
export class GatewayClient {
  private readonly agent: Agent;
  private readonly key: string;

  constructor(
    private readonly config: CheckoutConfig,
    shutdown: ShutdownCoordinator,
  ) {
    this.agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, timeout: IDLE_MS });
    this.key = config.CHECKOUT_KEYS.reveal().split(',')[0]?.trim() ?? '';
    shutdown.on('close', 'gateway', () => {
      this.agent.destroy();
    });
  }

  /** The body of a successful answer. Throws {@link Refusal} or {@link NoAnswer}. */
  async ask<Body>(call: Call, customer: Customer): Promise<Body> {
    const { status, bytes } = await this.askForBytes(call, customer);
    return (status === 204 ? undefined : JSON.parse(bytes.toString('utf8'))) as Body;
  }

  /** The same, for a body that is no JSON. */
  async askForBytes(call: Call, customer: Customer): Promise<Answer> {
    const answer = await this.tryTwice(call, customer);
    if (answer.status < 300) return answer;
    throw refusalOf(answer);
  }

  /** Every call may be repeated: it reads, or it has a key under which the API executes it once. */
  private async tryTwice(call: Call, customer: Customer): Promise<Answer> {
    const first = await this.exchange(call, customer).catch((error: unknown) => error as Error);
    const isFinal = !(first instanceof Error) && first.status !== 503;
    if (isFinal || customer.deadline.aborted) return answerOrThrow(first);
    await delay(RETRY_MS);
    return answerOrThrow(await this.exchange(call, customer).catch((error: unknown) => error as Error));
  }

  private exchange({ method, path, headers, body }: Call, customer: Customer): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const { GATEWAY_CA: ca, GATEWAY_NAME: servername } = this.config;
    const request = httpsRequest(new URL(path, this.config.GATEWAY_URL), {
      method,
      agent: this.agent,
      signal: AbortSignal.any([customer.deadline, AbortSignal.timeout(CALL_MS)]),
      ...(ca === undefined ? {} : { ca: ca.reveal() }),
      ...(servername === undefined ? {} : { servername }),
      headers: {
        ...headers,
        [CHECKOUT_KEY_HEADER]: this.key,
        'x-forwarded-for': customer.address,
        'x-request-id': customer.requestId,
        ...(customer.traceparent === undefined ? {} : { traceparent: customer.traceparent }),
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
      },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      readAnswer(response).then(resolve, reject);
    });
    request.end(payload);
    return promise;
  }
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > ANSWER_MAX_BYTES) throw new NoAnswer('the answer is too long');
    chunks.push(chunk);
  }
  const { statusCode: status = 0, headers } = response;
  return { status, type: headers['content-type'] ?? '', bytes: Buffer.concat(chunks) };
}

function answerOrThrow(outcome: Answer | Error): Answer {
  if (outcome instanceof NoAnswer || !(outcome instanceof Error)) return throwIfError(outcome);
  throw new NoAnswer('the gateway did not answer', { cause: outcome });
}

function throwIfError(outcome: Answer | NoAnswer): Answer {
  if (outcome instanceof NoAnswer) throw outcome;
  return outcome;
}

function refusalOf({ status, bytes }: Answer): Error {
  if (status === 504) return new NoAnswer('the outcome is not known');
  try {
    const fields = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
    return new Refusal(status, String(fields['code']), fields);
  } catch {
    return new NoAnswer(`an answer ${status} that is no document of the API`);
  }
}
