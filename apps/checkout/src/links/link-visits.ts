import { Injectable } from '@nestjs/common';
import { isId } from '@paygate/platform';
import { amountOf } from '@paygate/typed-input';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkoutTokenIn } from '../payment/checkout-token.js';
import type { Form } from '../forms/form.js';
import { isOwnForm } from '../forms/same-origin.js';
import { FormRefused } from '../payment/form-problems.js';
import { NoAnswer, Refusal } from '../gateway/gateway-client.js';
import type { SharedLink } from '../gateway/link-api.js';
import { LinkApi } from '../gateway/link-api.js';
import { Payments } from '../payment/payments.js';
import type { Session } from '../session/sessions.js';
import { Sessions } from '../session/sessions.js';

const ENDED = ['COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED'];

/** A browser at the page of a link. */
interface LinkVisit {
  readonly linkId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface ReadLink {
  readonly link: SharedLink;
  readonly session: Session;
  /** The address of a payment that this browser has begun by the link and can go on with, or of its further try. */
  readonly begun: string | undefined;
}

/** Visits of browsers to payment links. The cookie of a link holds the token of the payment that was begun last. */
@Injectable()
export class LinkVisits {
  constructor(
    private readonly api: LinkApi,
    private readonly payments: Payments,
    private readonly sessions: Sessions,
  ) {}

  isLink(linkId: string): boolean {
    return isId('paymentLink', linkId);
  }

  /** True when a form was sent by the page of the link in this browser. */
  isOwn({ linkId, request }: LinkVisit, form: Form): boolean {
    return isOwnForm(request, form, this.sessions.of(linkId, request)?.formToken);
  }

  remember(visit: LinkVisit, change: Partial<Session>): Session {
    const { linkId, request } = visit;
    return this.sessions.keep(linkId, { token: '', ...this.sessions.of(linkId, request), ...change }, visit);
  }

  /** Reads the link. A browser that has no cookie of it gets one, to which the form is bound. */
  async read(visit: LinkVisit): Promise<ReadLink> {
    const { linkId, request } = visit;
    const kept = this.sessions.of(linkId, request);
    const link = await this.api.read(this.payments.payerOf(kept ?? { token: '' }, request), linkId);
    const begun = await this.begun(kept, request);
    return { link, session: kept?.formToken === undefined ? this.remember(visit, {}) : kept, begun };
  }

  /** Begins a payment; returns its checkout token. The same form begins one, however often it is sent. */
  async pay(visit: LinkVisit, { key, typed }: { key: string; typed: string | undefined }): Promise<string> {
    const { linkId, request } = visit;
    const session = this.sessions.of(linkId, request);
    const customer = this.payments.payerOf(session ?? { token: '' }, request);
    const amount = typed === undefined ? undefined : await this.amountIn(typed, () => this.api.read(customer, linkId));
    const idempotencyKey = this.sessions.keyOf('link', linkId, key, amount ?? '');
    const { checkoutUrl } = await this.api.pay(customer, linkId, { amount, key: idempotencyKey });
    const token = checkoutTokenIn(checkoutUrl);
    if (token === undefined) throw new NoAnswer('the payment has no page');
    this.remember(visit, { token });
    return token;
  }

  private async amountIn(typed: string, read: () => Promise<SharedLink>): Promise<string> {
    const amount = amountOf(typed, (await read()).currencyExponent);
    if (amount === undefined) throw new FormRefused('amount_invalid');
    return amount;
  }

  /** `isLatest`: the payment is the last try of its order. */
  private async begun(
    session: Session | undefined,
    request: FastifyRequest,
    isLatest = false,
  ): Promise<string | undefined> {
    const { token = '' } = session ?? {};
    if (session === undefined || token === '') return undefined;
    try {
      const { status, checkout } = await this.payments.read({ payer: this.payments.payerOf(session, request) });
      const later = checkoutTokenIn(checkout?.latestUrl);
      // a declined payment leads to the customer's own further try, or offers one
      if (later !== undefined && !isLatest) return await this.begun({ ...session, token: later }, request, true);
      const isOver = ENDED.includes(status) && checkout?.mayRetry !== true;
      return isOver ? undefined : `/checkout/${token}`;
    } catch (error) {
      // the link is shown without it
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }
}
