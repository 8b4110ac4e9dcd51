import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Language } from '@paygate/contracts';
import { languages } from '@paygate/contracts';
import { isId } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkoutTokenIn } from './checkout-token.js';
import { Refusal } from '../gateway/gateway-client.js';
import type { Payment } from '../gateway/payment-api.js';
import { languageNamed } from '../language/negotiate.js';
import { pageOf, titleOf } from '../pages/page-of.js';
import { Pages } from '../pages/pages.js';
import { stateOf } from '../pages/state.js';
import type { Visit } from './payments.js';
import { languageOf, Payments, requestedLanguage } from './payments.js';
import type { Filling } from '../pages/wallet/filling.js';
import { WalletFilling } from './wallet-filling.js';
import { Sessions, withoutCode } from '../session/sessions.js';

const TOKEN = /^cs_[A-Za-z0-9_-]{1,200}$/;
/** Steps of a payment that are pages; the others are forms. */
const STEPS = ['wallet', 'top-up', 'register', 'forgot', 'receipt'];

/** Shows payments. */
@Controller('checkout')
export class CheckoutController {
  constructor(
    private readonly payments: Payments,
    private readonly sessions: Sessions,
    private readonly pages: Pages,
    private readonly filling: WalletFilling,
  ) {}

  /** The link of a payment leads to its page; from there on the address holds no token. */
  @Get(':reference')
  async open(
    @Param('reference') reference: string,
    @Query('lang') lang: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!TOKEN.test(reference)) {
      await this.show(reference, '', { lang, request, reply });
      return;
    }
    const asked = languageNamed(lang);
    const opened = { token: reference, ...(asked === undefined ? {} : { language: asked }) };
    const payment = await this.payments.read({ payer: this.payments.payerOf(opened, request) });
    if (this.leadsOn(payment, asked, reply)) return;
    // who comes back by the link goes on where the payment was left
    const kept = this.sessions.of(payment.id, request);
    this.sessions.keep(payment.id, { ...kept, ...opened }, { request, reply });
    redirect(reply, `/checkout/${payment.id}`);
  }

  /** The state of a payment for the script of its page. It waits some seconds for an outcome. */
  @Get(':id/state')
  async state(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const visit = this.payments.visitOf(id, request, reply);
    void reply.header('cache-control', 'no-store');
    if (visit === undefined) void reply.code(404).send({ state: 'UNKNOWN' });
    else void reply.send({ state: stateOf(await this.payments.read(visit, true)) });
  }

  /** The state of the top-up that fills the wallet for a payment, for the script of its page. */
  @Get(':id/top-up/state')
  async topUpState(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const visit = this.payments.visitOf(id, request, reply);
    void reply.header('cache-control', 'no-store');
    if (visit === undefined) void reply.code(404).send({ state: 'UNKNOWN' });
    else void reply.send({ state: await this.filling.stateOf(visit) });
  }

  @Get(':id/:step')
  async step(
    @Param() { id, step }: { readonly id: string; readonly step: string },
    @Query('lang') lang: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // the address of a form, loaded again: the page of the payment says how it stands
    if (STEPS.includes(step)) await this.show(id, step, { lang, request, reply });
    else if (isId('intent', id)) redirect(reply, `/checkout/${id}`);
    else this.pages.sendNotice(reply, 'notFound', requestedLanguage(request));
  }

  private async show(id: string, step: string, { lang, request, reply }: Shown): Promise<void> {
    const visit = this.payments.visitOf(id, request, reply);
    if (visit === undefined) {
      this.pages.sendNotice(reply, this.sessions.missing(request), requestedLanguage(request, languages));
      return;
    }
    const language = languageNamed(lang);
    if (language !== undefined) {
      this.sessions.keep(id, { ...visit.session, language }, visit);
      redirect(reply, `/checkout/${id}${step === '' ? '' : `/${step}`}`);
      return;
    }
    const payment = await this.payments.read(visit);
    if (this.leadsOn(payment, visit.session.language, reply)) return;
    const context = this.pages.contextOf(payment, languageOf(visit, payment), visit.session);
    const filling = step === 'top-up' ? await this.fillingOf(visit, payment) : undefined;
    if (filling === 'ended') return;
    const shown = { step, session: visit.session, filling };
    this.pages.send(reply, context, { title: titleOf(context, shown), main: pageOf(context, shown) });
  }

  /** The wallet that is to be filled. `ended`: the user's token has, and the browser was led to the sign-in. */
  private async fillingOf(visit: Visit, payment: Payment): Promise<Filling | 'ended' | undefined> {
    try {
      return await this.filling.read(visit, payment);
    } catch (error) {
      if (!(error instanceof Refusal) || !error.code.startsWith('token_')) throw error;
      this.sessions.keep(visit.intentId, withoutCode(visit.session), visit);
      redirect(visit.reply, `/checkout/${visit.intentId}/wallet`);
      return 'ended';
    }
  }

  /** Leads from a declined payment to the last try of its order; false when it is that. */
  private leadsOn({ checkout }: Payment, language: Language | undefined, reply: FastifyReply): boolean {
    const token = checkoutTokenIn(checkout?.latestUrl);
    if (token === undefined) return false;
    redirect(reply, `/checkout/${token}${language === undefined ? '' : `?lang=${language}`}`);
    return true;
  }
}

interface Shown {
  readonly lang: string | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Answers with another address, which is to be read. The id in it is of the API, or of a session that could be opened, or has the form
 * of an intent, so that it leads nowhere else.
 */
export function redirect(reply: FastifyReply, path: string): void {
  void reply.code(303).header('cache-control', 'no-store').header('location', path).send();
}
