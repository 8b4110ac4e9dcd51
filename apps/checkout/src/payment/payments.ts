import { Injectable } from '@nestjs/common';
import type { Language } from '@paygate/contracts';
import { languages } from '@paygate/contracts';
import { Tracing } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_MS } from '../gateway/gateway-client.js';
import type { Payer, Payment } from '../gateway/payment-api.js';
import { PaymentApi } from '../gateway/payment-api.js';
import { negotiate } from '../language/negotiate.js';
import type { Session } from '../session/sessions.js';
import { Sessions } from '../session/sessions.js';

/** A browser at the page of one payment. */
export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly intentId: string;
  readonly session: Session;
  readonly payer: Payer;
}

/** Reads payments for the browsers that hold their sessions. */
@Injectable()
export class Payments {
  constructor(
    private readonly api: PaymentApi,
    private readonly sessions: Sessions,
    private readonly tracing: Tracing,
  ) {}

  /** The visit that a request belongs to; undefined when the browser holds no session of this intent. */
  visitOf(intentId: string, request: FastifyRequest, reply: FastifyReply): Visit | undefined {
    const session = this.sessions.of(intentId, request);
    if (session === undefined) return undefined;
    return { request, reply, intentId, session, payer: this.payerOf(session, request) };
  }

  /** The caller of the API on behalf of a browser. */
  payerOf(session: Session, request: FastifyRequest): Payer {
    const forwarded = request.headers['x-forwarded-for'];
    return {
      token: session.token,
      language: session.language ?? requestedLanguage(request, languages),
      address: typeof forwarded === 'string' ? forwarded : request.ip,
      requestId: request.id,
      traceparent: this.tracing.active({}),
      deadline: AbortSignal.timeout(PAGE_MS),
    };
  }

  read({ payer }: Pick<Visit, 'payer'>, wait = false): Promise<Payment> {
    return this.api.payment(payer, wait);
  }
}

/** The language of a payment's page: the one that the customer chose or asks for, among those of the merchant. */
export function languageOf({ session, request }: Pick<Visit, 'session' | 'request'>, payment: Payment): Language {
  const offered = payment.merchant?.languages ?? languages;
  const { language } = session;
  return language !== undefined && offered.includes(language) ? language : requestedLanguage(request, offered);
}

/** The language that a browser asks for. */
export function requestedLanguage({ headers }: FastifyRequest, offered: readonly Language[] = languages): Language {
  return negotiate(headers['accept-language'], offered);
}
