import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Language } from '@paygate/contracts';
import type { SecretKeys } from '@paygate/platform';
import { decrypt, encrypt, secretKeysOf } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CheckoutConfig } from '../config.js';
import type { PendingReset, SentWithdrawal, UserOfWallet } from '../session/sessions.js';
import { WALLET_COOKIE } from '../session/sessions.js';

const FORM_TOKEN_BYTES = 18;
/** For a browser in which nobody is signed in. A user stays as long as the token is good. */
const SECONDS = 3_600;

/** A user who is signed in to the wallet's own pages. */
export interface SignedInUser extends UserOfWallet {
  readonly phoneNumber: string;
  /** RFC 3339. */
  readonly expiresAt: string;
}

/** The state of the wallet's pages between requests. It is kept by the browser, sealed. */
export interface WalletSession {
  /** The forms of this browser's pages carry it. */
  readonly formToken: string;
  readonly language?: Language;
  readonly user?: SignedInUser;
  readonly withdrawal?: SentWithdrawal;
  readonly reset?: PendingReset;
  /** The key of a form whose effect is not known. The next form has it, too: sent again, it has the effect of the first. */
  readonly lostKey?: string;
  /** The text of the sign-in page. */
  readonly notice?: 'ended' | 'signedOut' | 'passwordChanged';
}

/** Keeps the session of a wallet in a cookie of the browser: encrypted, readable by no script, as long as the user's token is good. */
@Injectable()
export class WalletSessions {
  private readonly keys: SecretKeys;
  /** A cookie of a payment opens no wallet, and one of a mode none of the other. */
  private readonly sealedFor: string;

  constructor(config: CheckoutConfig) {
    this.keys = secretKeysOf(config.CHECKOUT_COOKIE_KEYS);
    this.sealedFor = `wallet ${config.WALLET_API_KEY?.slice(0, 'pk_live'.length) ?? ''}`;
  }

  /** The session of a browser; undefined without one, and when it cannot be opened. */
  of({ headers }: FastifyRequest): WalletSession | undefined {
    const pair = (headers.cookie ?? '').split(/;\s*/).find((cookie) => cookie.startsWith(`${WALLET_COOKIE}=`));
    const sealed = Buffer.from(pair?.slice(WALLET_COOKIE.length + 1) ?? '', 'base64url');
    for (const key of this.keys) {
      const text = decrypt(key, sealed, this.sealedFor);
      if (text !== undefined) return JSON.parse(text) as WalletSession;
    }
    return undefined;
  }

  keep(session: WalletSession, reply: FastifyReply): void {
    const sealed = encrypt(this.keys[0], JSON.stringify(session), this.sealedFor).toString('base64url');
    const { user } = session;
    const seconds = user === undefined ? SECONDS : Math.ceil((Date.parse(user.expiresAt) - Date.now()) / 1_000);
    const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';
    void reply.header('set-cookie', `${WALLET_COOKIE}=${sealed}; Max-Age=${Math.max(0, seconds)}; ${attributes}`);
  }
}

/** A session in which nobody is signed in. Its forms have a token of their own. */
export function newSession({ language, notice }: Pick<WalletSession, 'language' | 'notice'> = {}): WalletSession {
  return {
    formToken: randomBytes(FORM_TOKEN_BYTES).toString('base64url'),
    ...(language === undefined ? {} : { language }),
    ...(notice === undefined ? {} : { notice }),
  };
}

/** The session after a form whose effect is known. */
export function withoutLostKey(session: WalletSession): WalletSession {
  const { lostKey, ...others } = session;
  return lostKey === undefined ? session : others;
}

/** The session without a code for another password: it may be asked for again. */
export function withoutReset(session: WalletSession): WalletSession {
  const { reset, ...others } = session;
  return reset === undefined ? session : others;
}
