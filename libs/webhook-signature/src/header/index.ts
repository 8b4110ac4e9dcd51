/* What a delivery's header says and when it is too old, without a module of Node.js: also for workers and browsers. */

/** The greatest age of a delivery, or its greatest lead over the receiver's clock. Seconds. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

/** A header as it was read. */
export interface SignedHeader {
  /** Seconds since 1970, in digits as they were signed. */
  readonly timestamp: string;
  /** In hex, 64 digits each. */
  readonly signatures: readonly string[];
}

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

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES_MIN = 24;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * The base64 of a printed secret.
 * @throws TypeError when the text is not `whsec_` and base64 of at least 24 bytes: the message repeats nothing of it
 */
export function secretBase64(secret: string): string {
  const text = typeof secret === 'string' && secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : '';
  const digits = BASE64.test(text) ? text.replace(/=+$/, '').length : 0;
  if (Math.floor((digits * 3) / 4) >= SECRET_BYTES_MIN) return text;
  throw new TypeError(`a webhook secret is whsec_ and the base64 of ${SECRET_BYTES_MIN} bytes or more`);
}

/**
 * The time and the signatures of a `service-signature` header.
 * @throws SignatureVerificationError when there is none, or one of another form
 */
export function parseHeader(header: string | undefined): SignedHeader {
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
  return { timestamp, signatures };
}

/**
 * Checks the options, and returns the check of a delivery's time against them.
 * @throws TypeError for a tolerance or time that is no finite number ≥ 0
 */
export function ageCheck(options: VerifyOptions): (timestamp: string) => void {
  const { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, nowMs = Date.now() } = options;
  checkNumber('toleranceSeconds', toleranceSeconds);
  checkNumber('nowMs', nowMs);
  return (timestamp) => {
    checkAge(nowMs / 1000 - Number(timestamp), toleranceSeconds);
  };
}

/** The error of a delivery whose signatures are of another body or secret. */
export function noMatch(): SignatureVerificationError {
  return new SignatureVerificationError('no_match', 'no signature of the header matches this body and secret');
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
