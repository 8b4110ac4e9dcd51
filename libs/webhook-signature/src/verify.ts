import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import { webhookSecretBytes } from './secret.js';
import { serviceSignature } from './sign.js';

/** The greatest age of a delivery, or its greatest lead over the receiver's clock. Seconds. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

const HEADER_MAX_LENGTH = 4096;
const SIGNATURES_MAX = 32;

/** The reasons why a delivery does not verify. */
export type SignatureFault =
  | 'header_missing'
  | 'header_malformed'
  | 'no_match'
  | 'timestamp_too_old'
  | 'timestamp_in_future'
  // a body that a framework has parsed, and a signed one that is no JSON: of readers of events
  | 'body_parsed'
  | 'body_malformed';

/** A delivery that did not verify; `fault` names the cause. */
export class SignatureVerificationError extends Error {
  override readonly name = 'SignatureVerificationError';

  constructor(
    readonly fault: SignatureFault,
    message: string,
  ) {
    super(message);
  }
}

export interface VerifyOptions {
  /** Seconds; {@link DEFAULT_TOLERANCE_SECONDS} when absent. */
  readonly toleranceSeconds?: number;
  /** The receiver's time in milliseconds since 1970; the system's when absent. */
  readonly nowMs?: number;
}

/**
 * Verifies the `service-signature` header of a delivery against the raw, unparsed body. Every signature of the header is
 * tried with every secret, in constant time, before the age is checked, so that an old forgery is reported as a forgery.
 * @throws SignatureVerificationError
 * @throws TypeError for a secret of less than 24 bytes, and for a tolerance or time that is no finite number ≥ 0: a receiver with
 * such a setting would accept what it should refuse
 */
export function verifyServiceSignature(
  body: string | Uint8Array,
  header: string | undefined,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): void {
  const keys = typeof secrets === 'string' ? [secrets] : secrets;
  keys.forEach(webhookSecretBytes);
  const { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, nowMs = Date.now() } = options;
  checkNumber('toleranceSeconds', toleranceSeconds);
  checkNumber('nowMs', nowMs);
  const { timestamp, signatures } = parseHeader(header);
  const bytes =
    typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let matched = false;
  for (const secret of keys) {
    const expected = Buffer.from(serviceSignature(secret, timestamp, bytes), 'hex');
    for (const signature of signatures) {
      if (timingSafeEqual(expected, signature)) matched = true;
    }
  }
  if (!matched)
    throw new SignatureVerificationError('no_match', 'no signature of the header matches this body and secret');
  checkAge(nowMs / 1000 - Number(timestamp), toleranceSeconds);
}

function parseHeader(header: string | undefined): { timestamp: string; signatures: readonly Buffer[] } {
  if (header === undefined || header === '') {
    throw new SignatureVerificationError('header_missing', 'the request has no service-signature header');
  }
  const parts = header.length <= HEADER_MAX_LENGTH ? header.split(',') : [];
  const timestamps = parts.flatMap((part) => /^\s*t=([0-9]{1,12})\s*$/.exec(part)?.[1] ?? []);
  const signatures = parts.flatMap((part) => /^\s*v1=([0-9a-f]{64})\s*$/.exec(part)?.[1] ?? []);
  const [timestamp] = timestamps;
  if (
    timestamp === undefined ||
    timestamps.length > 1 ||
    signatures.length === 0 ||
    signatures.length > SIGNATURES_MAX
  ) {
    throw new SignatureVerificationError('header_malformed', 'the service-signature header is not t=<unix>,v1=<hex>');
  }
  return { timestamp, signatures: signatures.map((signature) => Buffer.from(signature, 'hex')) };
}

function checkNumber(name: string, value: unknown): void {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new TypeError(`${name} is a finite number, 0 or more`);
}

function checkAge(ageSeconds: number, toleranceSeconds: number): void {
  if (ageSeconds > toleranceSeconds) {
    throw new SignatureVerificationError(
      'timestamp_too_old',
      `the delivery was signed more than ${toleranceSeconds} s ago`,
    );
  }
  if (ageSeconds < -toleranceSeconds) {
    throw new SignatureVerificationError(
      'timestamp_in_future',
      `the delivery was signed more than ${toleranceSeconds} s ahead of this clock`,
    );
  }
}
