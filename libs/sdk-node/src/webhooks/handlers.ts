import type { PaygateEvent } from '@paygate/api-types';
import { SignatureVerificationError } from '../errors.js';
import { constructEvent } from './construct-event.js';
import type { ConstructEventOptions, RawBody, SignatureHeader } from './delivery.js';
import { isBytes } from './delivery.js';

const MAX_BODY_BYTES = 1_048_576;

/** The functions for each type of event. Types without a function are acknowledged. */
export type EventHandlers = {
  readonly [Type in PaygateEvent['type']]?: (event: Extract<PaygateEvent, { type: Type }>) => unknown;
};

export interface HandlerOptions extends ConstructEventOptions {
  readonly secret: string | readonly string[];
  /** A delivery is acknowledged when its function has ended, and delivered again when it throws. */
  readonly on: EventHandlers;
  /** Receives what a function threw, and why a delivery was refused. */
  readonly onError?: (error: unknown) => void;
}

/** A request of Node, Express, Fastify or NestJS. */
export interface NodeRequest extends AsyncIterable<unknown> {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** With a body parser in front: what it made of the body. */
  readonly body?: unknown;
  readonly rawBody?: unknown;
  /** Present when the bytes of the request are read as text, by `setEncoding`. */
  readonly readableEncoding?: string | null;
}
export interface NodeResponse {
  statusCode: number;
  end(text: string): unknown;
}

/** A webhook route for frameworks that answer a `Request` with a `Response`, such as Next.js and Hono. */
export function handler(options: HandlerOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const signature = request.headers.get('service-signature');
    const { status, text } = await handle(options, () => bodyOf(request.body ?? []), signature);
    return new Response(text, { status });
  };
}

/** A webhook route for Node's `http` and for Express, with or without `express.raw()`. */
export function nodeHandler(options: HandlerOptions): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const given = (request.rawBody ?? request.body) as RawBody | undefined;
    const read = async (): Promise<RawBody | null> => given ?? bodyOf(request, request.readableEncoding);
    const { status, text } = await handle(options, read, request.headers['service-signature']);
    response.statusCode = status;
    response.end(text);
  };
}

async function handle(
  options: HandlerOptions,
  read: () => Promise<RawBody | null>,
  signature: SignatureHeader,
): Promise<{ status: number; text: string }> {
  let body: RawBody | null;
  try {
    body = await read();
  } catch (error) {
    // the sender has left: nobody waits for the promise of a route, so a rejection would end the process
    options.onError?.(error);
    return { status: 400, text: 'the body did not arrive' };
  }
  if (body === null) return { status: 413, text: 'the body is too large' };
  let event: PaygateEvent;
  try {
    const { secret, toleranceSeconds } = options;
    event = constructEvent(body, signature, secret, toleranceSeconds === undefined ? {} : { toleranceSeconds });
  } catch (error) {
    options.onError?.(error);
    if (!(error instanceof SignatureVerificationError)) return { status: 500, text: 'the webhook route is not set up' };
    return { status: 400, text: error.message };
  }
  try {
    await (options.on[event.type] as ((event: PaygateEvent) => unknown) | undefined)?.(event);
    return { status: 200, text: 'ok' };
  } catch (error) {
    options.onError?.(error);
    return { status: 500, text: 'the event could not be handled' };
  }
}

/** The bytes of a body that nobody has read; null when there are too many. */
async function bodyOf(
  stream: AsyncIterable<unknown> | Iterable<unknown>,
  encoding?: string | null,
): Promise<RawBody | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    // a parser in front may have called setEncoding
    const read = typeof chunk === 'string' ? Buffer.from(chunk, (encoding ?? 'utf8') as BufferEncoding) : chunk;
    if (!isBytes(read)) throw new TypeError('the body arrives as neither bytes nor text');
    bytes += read.byteLength;
    if (bytes > MAX_BODY_BYTES) return null;
    chunks.push(read);
  }
  return Buffer.concat(chunks);
}
