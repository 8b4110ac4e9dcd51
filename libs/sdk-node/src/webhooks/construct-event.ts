import { Buffer } from 'node:buffer';
import type { PaygateEvent } from '@paygate/api-types';
import { SignatureVerificationError as Unverified, verifyServiceSignature } from '@paygate/webhook-signature';
import { SignatureVerificationError } from '../errors.js';
import { refuseUnknown } from '../options.js';

/** The raw, unparsed body of a delivery. */
export type RawBody = string | Uint8Array;

/** The header `service-signature`, as a server's request has it. */
export type SignatureHeader = string | readonly string[] | null | undefined;

export interface ConstructEventOptions {
  /** The greatest age of a delivery, or its greatest lead over this clock, in seconds; 300 when absent. */
  readonly toleranceSeconds?: number;
}

/**
 * Verifies a delivery and returns its event. Recognise repeated deliveries by the `id` of the event.
 * @param body undefined, as where a framework keeps no raw body, is refused like a parsed one
 * @param secret the secret of the endpoint, or several of them during a rotation
 * @throws SignatureVerificationError whose `fault` names the cause
 * @throws TypeError for a secret that is none, an unknown option, and a tolerance that is no finite number ≥ 0
 */
export function constructEvent(
  body: RawBody | undefined,
  signature: SignatureHeader,
  secret: string | readonly string[],
  options: ConstructEventOptions = {},
): PaygateEvent {
  const { toleranceSeconds, ...unknown } = options;
  refuseUnknown('constructEvent', Object.keys(unknown));
  checkBody(body);
  verify(body, headerIn(signature), secretsIn(secret), toleranceSeconds === undefined ? {} : { toleranceSeconds });
  const text = typeof body === 'string' ? body : bufferOf(body).toString('utf8');
  try {
    return JSON.parse(text) as PaygateEvent;
  } catch {
    throw new SignatureVerificationError('body_malformed', 'the body is signed and no JSON');
  }
}

/** Every error of this client is a PaygateError. */
function verify(...delivery: Parameters<typeof verifyServiceSignature>): void {
  try {
    verifyServiceSignature(...delivery);
  } catch (error) {
    throw error instanceof Unverified ? new SignatureVerificationError(error.fault, error.message) : error;
  }
}

/** The bytes of a view; false for those of an object of bytes itself. Jest's environments have classes of their own, so none is asked for. */
export const isBytes = (value: unknown): value is Uint8Array => ArrayBuffer.isView(value);

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function checkBody(body: unknown): asserts body is RawBody {
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

function headerIn(signature: SignatureHeader): string | undefined {
  if (typeof signature === 'string') return signature;
  const [first, ...more] = signature ?? [];
  if (more.length === 0) return first;
  throw new SignatureVerificationError('header_malformed', 'the request has more than one service-signature header');
}

function secretsIn(secret: unknown): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret];
  if (secrets.length > 0 && secrets.every((each) => typeof each === 'string' && each.startsWith('whsec_')))
    return secrets as readonly string[];
  throw new TypeError('constructEvent needs the secret of the webhook endpoint (whsec_…), or several of them');
}
