import { Injectable } from '@nestjs/common';
import { Refusal } from '../gateway/gateway-client.js';
import type { Payer } from '../gateway/payment-api.js';
import type { WalletHolder } from '../gateway/wallet-api.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CheckoutConfig } from '../config.js';
import { Payments } from '../payment/payments.js';
import type { SignedInUser, WalletSession } from './wallet-sessions.js';
import { newSession, WalletSessions } from './wallet-sessions.js';

/** A browser at the wallet's own pages. */
export interface WalletVisit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly session: WalletSession;
  /** True when the browser has brought no session. */
  readonly isNew: boolean;
  readonly payer: Payer;
}

/** A visit of a user who is signed in. */
export interface UserVisit extends WalletVisit {
  readonly user: SignedInUser;
  readonly holder: WalletHolder;
}

/** Visits of browsers to the wallet's own pages, which the installation's own publishable key opens. */
@Injectable()
export class WalletVisits {
  constructor(
    private readonly config: CheckoutConfig,
    private readonly sessions: WalletSessions,
    private readonly payments: Payments,
  ) {}

  /** The mode of the pages; undefined where the installation has none. */
  get mode(): 'live' | 'test' | undefined {
    const { WALLET_API_KEY: key } = this.config;
    return key === undefined ? undefined : key.startsWith('pk_live_') ? 'live' : 'test';
  }

  of(request: FastifyRequest, reply: FastifyReply): WalletVisit {
    const kept = this.sessions.of(request);
    const session = kept ?? newSession();
    const { language } = session;
    const caller = { token: this.config.WALLET_API_KEY ?? '', ...(language === undefined ? {} : { language }) };
    return { request, reply, session, isNew: kept === undefined, payer: this.payments.payerOf(caller, request) };
  }

  keep({ reply }: Pick<WalletVisit, 'reply'>, session: WalletSession): void {
    this.sessions.keep(session, reply);
  }
}

/** The visit of a user; undefined where nobody is signed in. */
export function userVisitOf(visit: WalletVisit): UserVisit | undefined {
  const { user } = visit.session;
  if (user === undefined || Date.parse(user.expiresAt) <= Date.now()) return undefined;
  return { ...visit, user, holder: { ...visit.payer, userToken: user.userToken } };
}

/** True when the API takes the token of a user no more: it has ended, was signed out, or is of another mode or merchant. */
export function hasEnded(error: unknown): boolean {
  return error instanceof Refusal && error.code.startsWith('token_');
}
