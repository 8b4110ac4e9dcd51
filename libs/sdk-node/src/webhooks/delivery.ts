/* What arrives at a webhook route, without a module of Node.js. */
import type { PaygateEvent } from '@paygate/api-types';
import { SignatureVerificationError as Unverified } from '@paygate/webhook-signature/header';
import { SignatureVerificationError } from '../errors.js';

/** The raw, unparsed body of a delivery. */
export type RawBody = string | Uint8Array;

/** The header `service-signature`, as a server's request has it. */
export type SignatureHeader = string | readonly string[] | null | undefined;

export interface ConstructEventOptions {
  /** The greatest age of a delivery, or its greatest lead over this clock, in seconds; 300 when absent. */
  readonly toleranceSeconds?: number;
}

/** The event of a verified body. */
export function eventIn(text: string): PaygateEvent {
  try {
    return JSON.parse(text) as PaygateEvent;
  } catch {
    throw new SignatureVerificationError('body_malformed', 'the body is signed and no JSON');
  }
}

/** Every error of this client is a PaygateError. */
export function ofThisClient(error: unknown): unknown {
  return error instanceof Unverified ? new SignatureVerificationError(error.fault, error.message) : error;
}

/** The bytes of a view; false for those of an object of bytes itself. Jest's environments have classes of their own, so none is asked for. */
export const isBytes = (value: unknown): value is Uint8Array => ArrayBuffer.isView(value);

/** Refuses what is not the raw body, and names what it is. */
export function checkBody(body: unknown): asserts body is RawBody {
  if (typeof body === 'string' || isBytes(body)) return;
  throw new SignatureVerificationError('body_parsed', `${givenBody(body)}. ${RAW_BODY}`);
}

const RAW_BODY =
  'constructEvent needs the raw body as it arrived, because the signature is of its bytes. Express: use ' +
  "express.raw({ type: 'application/json' }) for this route. NestJS: create the application with { rawBody: true } " +
  'and pass request.rawBody. Fastify: add a content type parser with parseAs "buffer". Next.js: pass await request.text().';

function givenBody(body: unknown): string {
  const kind = Object.prototype.toString.call(body).slice('[object '.length, -1);
  if (kind === 'ArrayBuffer' || kind === 'SharedArrayBuffer')
    return `The body is an ${kind}: pass new Uint8Array(body)`;
  if (kind === 'Undefined' || kind === 'Null') return 'There is no body';
  if (kind === 'ReadableStream' || kind === 'Blob' || kind === 'Promise')
    return `The body is a ${kind}, which is not read yet`;
  return `The body has been parsed: it is of type ${kind}`;
}

/** The one header of the request. */
export function headerIn(signature: SignatureHeader): string | undefined {
  if (typeof signature === 'string') return signature;
  const [first, ...more] = signature ?? [];
  if (more.length === 0) return first;
  throw new SignatureVerificationError('header_malformed', 'the request has more than one service-signature header');
}

/** The secrets of an endpoint. Throws a TypeError for what is none. */
export function secretsIn(secret: unknown): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret];
  if (secrets.length > 0 && secrets.every((each) => typeof each === 'string' && each.startsWith('whsec_')))
    return secrets as readonly string[];
  throw new TypeError('constructEvent needs the secret of the webhook endpoint (whsec_…), or several of them');
}
