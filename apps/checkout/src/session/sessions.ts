import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Language, MobileOperator } from '@paygate/contracts';
import type { SecretKeys } from '@paygate/platform';
import { secretKeysOf } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CheckoutConfig } from '../config.js';

const ALGORITHM = 'aes-256-gcm';
/** NIST SP 800-38D: 96 random bits. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NAME = '__Host-pg_';
/** As browsers keep it, and so as long as a payment may be begun. */
const SECONDS = 86_400;
/** Payments of one browser at a time. More cookies would exceed the headers that a server reads. */
const MAX_COOKIES = 4;
const FORM_TOKEN_BYTES = 18;

/** A code that was sent, which the customer is to type. */
export interface SentCode {
  readonly method: 'mobile_money' | 'wallet';
  readonly otpId: string;
  readonly destination: string;
  readonly codeLength: number;
  /** RFC 3339. */
  readonly expiresAt: string;
  readonly resendAvailableAt: string;
  readonly sendsRemaining: number;
  /** The phone of a guest. */
  readonly phoneNumber?: string;
  /** The operator that the guest has named. */
  readonly operator?: MobileOperator;
  /** The user, when the customer has signed in. */
  readonly userId?: string;
  readonly userToken?: string;
}

/** A registration that waits for the code that was sent to its phone. */
export interface PendingAccount {
  readonly registrationId: string;
  readonly destination: string;
  readonly codeLength: number;
  readonly phoneNumber: string;
}

/** A receipt that was sent. */
export interface SentReceipt {
  readonly channel: 'email' | 'sms';
  readonly sendsRemaining: number;
}

/** The state of one payment between requests. It is kept by the browser, sealed. */
export interface Session {
  /** The checkout token, by which the API is called. */
  readonly token: string;
  /** The forms of this browser's pages carry it. Absent in cookies of earlier versions. */
  readonly formToken?: string;
  readonly language?: Language;
  readonly code?: SentCode;
  readonly account?: PendingAccount;
  /** The account was confirmed a moment ago. */
  readonly registered?: boolean;
  readonly receipt?: SentReceipt;
}

/** A request of a browser, and its answer. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The session of a payment that begins again. */
export function withoutCode({ token, formToken, language }: Session): Session {
  return {
    token,
    ...(formToken === undefined ? {} : { formToken }),
    ...(language === undefined ? {} : { language }),
  };
}

/** Keeps a session per intent in a cookie of the browser: encrypted, bound to the intent, readable by no script. */
@Injectable()
export class Sessions {
  private readonly keys: SecretKeys;

  constructor(config: CheckoutConfig) {
    this.keys = secretKeysOf(config.CHECKOUT_COOKIE_KEYS);
  }

  /** The session of an intent; undefined without one, and when it cannot be opened. */
  of(intentId: string, request: FastifyRequest): Session | undefined {
    const sealed = cookiesOf(request).get(nameOf(intentId));
    return sealed === undefined ? undefined : this.open(sealed, intentId);
  }

  /** Keeps a session, with a token for its forms, and drops those of the oldest intents beyond the bound. Returns what is kept. */
  keep(intentId: string, given: Session, { request, reply }: Exchange): Session {
    const session = { formToken: randomBytes(FORM_TOKEN_BYTES).toString('base64url'), ...given };
    const name = nameOf(intentId);
    const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';
    // ids of intents begin with their time
    const others = [...cookiesOf(request).keys()].filter((other) => other !== name).sort();
    const dropped = others.slice(0, Math.max(0, others.length - MAX_COOKIES + 1));
    reply.header('set-cookie', [
      `${name}=${this.seal(session, intentId)}; Max-Age=${SECONDS}; ${attributes}`,
      ...dropped.map((other) => `${other}=; Max-Age=0; ${attributes}`),
    ]);
    return session;
  }

  /** An idempotency key that nobody can guess, the same for the same parts. */
  keyOf(...parts: readonly string[]): string {
    return createHmac('sha256', this.keys[0]).update(JSON.stringify(parts)).digest('base64url');
  }

  private seal(session: Session, intentId: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.keys[0], nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(intentId));
    const text = Buffer.from(JSON.stringify(session));
    return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  private open(sealed: string, intentId: string): Session | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
    for (const key of this.keys) {
      const text = decrypt(key, bytes, intentId);
      if (text !== undefined) return JSON.parse(text) as Session;
    }
    return undefined;
  }
}

function decrypt(key: KeyObject, bytes: Buffer, intentId: string): string | undefined {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(intentId));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    return text.toString('utf8');
  } catch {
    return undefined;
  }
}

function nameOf(intentId: string): string {
  return NAME + intentId.slice(intentId.indexOf('_') + 1);
}

/** The cookies of payments; of two with one name the first counts. */
function cookiesOf({ headers }: FastifyRequest): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const cookie of (headers.cookie ?? '').split(/;\s*/)) {
    const [name = '', value = ''] = cookie.split('=', 2);
    if (name.startsWith(NAME) && value !== '' && !found.has(name)) found.set(name, value);
  }
  return found;
}
