import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Language, MobileOperator } from '@paygate/contracts';
import type { SecretKeys } from '@paygate/platform';
import { decrypt, encrypt, secretKeysOf } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CheckoutConfig } from '../config.js';

const NAME = '__Host-pg_';
/** The cookie of the wallet's own pages, which is no payment's. */
export const WALLET_COOKIE = `${NAME}wallet`;
/** As browsers keep it, and so as long as a payment may be begun. */
const SECONDS = 86_400;
/** Payments of one browser at a time. More cookies would exceed the headers that a server reads. */
const MAX_COOKIES = 4;
const FORM_TOKEN_BYTES = 18;
/** As many phones as the API sends codes to for one payment. */
const MAX_LEFT = 3;

/** A code that was sent, which the customer is to type. */
export interface SentCode {
  readonly method: 'mobile_money' | 'wallet';
  readonly otpId: string;
  readonly destination: string;
  readonly codeLength: number;
  /** RFC 3339. */
  readonly expiresAt: string;
  readonly resendAvailableAt: string;
  /** Wrong codes that this browser has sent since the message. */
  readonly wrong?: number;
  readonly sendsRemaining: number;
  /** The phone of a guest. */
  readonly phoneNumber?: string;
  /** The operator that the guest has named. */
  readonly operator?: MobileOperator;
  /** The user, when the customer has signed in. */
  readonly userId?: string;
  readonly userToken?: string;
}

/** As many checks of one code as the API makes. */
const MAX_WRONG = 5;

/** True when no more checks are made of a code, whatever is typed. */
export function isSpent(code: Pick<SentCode, 'wrong'> | undefined): boolean {
  return (code?.wrong ?? 0) >= MAX_WRONG;
}

/** The phone that a customer has tried to pay from. */
export type TriedPhone = Pick<SentCode, 'phoneNumber' | 'operator'>;

/** A registration that waits for the code that was sent to its phone. */
export interface PendingAccount {
  readonly registrationId: string;
  readonly destination: string;
  readonly codeLength: number;
  readonly phoneNumber: string;
}

/** A new password that waits for the code that was sent to the phone of the wallet. */
export interface PendingReset {
  readonly resetId: string;
  readonly destination: string;
  readonly codeLength: number;
}

/** A user who has signed in. */
export interface UserOfWallet {
  readonly userId: string;
  readonly userToken: string;
}

/** A user whose wallet lacks money for the payment, and the top-up that was begun last. */
export interface PendingFilling extends UserOfWallet {
  readonly topUpId?: string;
}

/** A withdrawal whose code was sent. */
export interface SentWithdrawal extends Pick<SentCode, 'destination' | 'codeLength' | 'expiresAt' | 'wrong'> {
  readonly id: string;
}

/** A receipt that was sent. */
export interface SentReceipt {
  readonly channel: 'email' | 'sms';
  /** The payer has typed its address. */
  readonly isTyped?: boolean;
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
  /** Codes that were left for another number and are still good, newest first. They hold no token of a user. */
  readonly left?: readonly SentCode[];
  /** Offered again in the next try. */
  readonly tried?: TriedPhone;
  readonly account?: PendingAccount;
  /** The account was confirmed a moment ago. */
  readonly registered?: boolean;
  readonly reset?: PendingReset;
  /** The password was changed a moment ago. */
  readonly passwordChanged?: boolean;
  readonly receipt?: SentReceipt;
  readonly filling?: PendingFilling;
}

/** A request of a browser, and its answer. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The session of a payment that begins again. */
export function withoutCode({ token, formToken, language, left }: Session): Session {
  return {
    token,
    ...(formToken === undefined ? {} : { formToken }),
    ...(language === undefined ? {} : { language }),
    ...(left === undefined || left.length === 0 ? {} : { left }),
  };
}

/** The session of a payment that begins again with another number. The code that was sent stays good, and can be gone back to. */
export function withCodeLeft(session: Session, nowMs: number): Session {
  const { code } = session;
  const left = [...(code === undefined ? [] : [withoutUser(code)]), ...codesLeft(session, nowMs)]
    .filter((one, index, all) => isGood(one, nowMs) && all.findIndex(({ otpId }) => otpId === one.otpId) === index)
    .slice(0, MAX_LEFT);
  return withoutCode({ ...session, left });
}

/** The codes that were left for another number, and can still be typed. */
export function codesLeft({ left = [] }: Session, nowMs: number): readonly SentCode[] {
  return left.filter((code) => isGood(code, nowMs));
}

/** The session that goes back to a code. */
export function backTo(code: SentCode, session: Session): Session {
  const { left = [], ...others } = session;
  const further = left.filter(({ otpId }) => otpId !== code.otpId);
  return { ...others, code, ...(further.length === 0 ? {} : { left: further }) };
}

function isGood(code: SentCode, nowMs: number): boolean {
  return !isSpent(code) && Date.parse(code.expiresAt) > nowMs;
}

function withoutUser(code: SentCode): SentCode {
  const { userToken, ...others } = code;
  return userToken === undefined ? code : others;
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

  /** The reason for which a browser has no session of a payment: sessions of others have taken its place, or it keeps none. */
  missing(request: FastifyRequest): 'linkReplaced' | 'linkUnknown' {
    return cookiesOf(request).size >= MAX_COOKIES ? 'linkReplaced' : 'linkUnknown';
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
    return encrypt(this.keys[0], JSON.stringify(session), intentId).toString('base64url');
  }

  private open(sealed: string, intentId: string): Session | undefined {
    for (const key of this.keys) {
      const text = decrypt(key, Buffer.from(sealed, 'base64url'), intentId);
      if (text !== undefined) return JSON.parse(text) as Session;
    }
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
    const isOfPayment = name.startsWith(NAME) && name !== WALLET_COOKIE;
    if (isOfPayment && value !== '' && !found.has(name)) found.set(name, value);
  }
  return found;
}
