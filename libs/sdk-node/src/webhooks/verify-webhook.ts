import type { PaygateEvent } from '@paygate/api-types';
import { ageCheck, noMatch, parseHeader, secretBase64 } from '@paygate/webhook-signature/header';
import { refuseUnknown } from '../unknown-options.js';
import type { ConstructEventOptions, RawBody, SignatureHeader } from './delivery.js';
import { checkBody, eventIn, headerIn, ofThisClient, secretsIn } from './delivery.js';

/** The headers of a request: an object of the Fetch API, or those of a request of Node.js. */
export type WebhookHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies a delivery and returns its event, as `constructEvent` does, with the Web Crypto API alone: in workers, in edge functions and
 * in every other runtime. It needs no client and no secret key.
 * @param secret the secret of the endpoint, or several of them during a rotation
 * @param body the raw body; `await request.arrayBuffer()` gives it as well
 * @throws SignatureVerificationError whose `fault` names the cause
 * @throws TypeError for a secret that is none, an unknown option, and a tolerance that is no finite number ≥ 0
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  body: RawBody | ArrayBuffer | undefined,
  headers: WebhookHeaders,
  options: ConstructEventOptions = {},
): Promise<PaygateEvent> {
  const { toleranceSeconds, ...unknown } = options;
  refuseUnknown('verifyWebhook', Object.keys(unknown));
  const secrets = secretsIn(secret);
  secrets.forEach(secretBase64);
  const checkAge = ageCheck(toleranceSeconds === undefined ? {} : { toleranceSeconds });
  const raw = isBuffer(body) ? new Uint8Array(body) : body;
  checkBody(raw);
  const text = typeof raw === 'string' ? raw : new TextDecoder().decode(raw);
  try {
    const { timestamp, signatures } = parseHeader(headerIn(signatureIn(headers)));
    const signed = joined(`${timestamp}.`, raw);
    if (!(await isSigned(signed, signatures, secrets))) throw noMatch();
    checkAge(timestamp);
  } catch (error) {
    throw ofThisClient(error);
  }
  return eventIn(text);
}

/** Every signature is compared with every secret, in constant time by the platform. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
  secrets: readonly string[],
): Promise<boolean> {
  const { subtle } = globalThis.crypto;
  let matched = false;
  for (const secret of secrets) {
    const key = await subtle.importKey('raw', utf8(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of signatures)
      if (await subtle.verify('HMAC', key, bytesOf(signature), signed)) matched = true;
  }
  return matched;
}

function signatureIn(headers: WebhookHeaders): SignatureHeader {
  if (hasGet(headers)) return headers.get('service-signature');
  return headers['service-signature'];
}

function hasGet(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  const { get } = headers as { readonly get?: unknown };
  return typeof get === 'function';
}

/** Jest's environments have classes of their own, so none is asked for. */
function isBuffer(body: unknown): body is ArrayBuffer {
  return Object.prototype.toString.call(body) === '[object ArrayBuffer]';
}

function joined(start: string, body: RawBody): Uint8Array<ArrayBuffer> {
  const [first, rest] = [utf8(start), typeof body === 'string' ? utf8(body) : body];
  const bytes = new Uint8Array(first.length + rest.length);
  bytes.set(first);
  bytes.set(rest, first.length);
  return bytes;
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}
