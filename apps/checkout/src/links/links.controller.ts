import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Language } from '@paygate/contracts';
import { idPrefixes, languages } from '@paygate/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { redirect } from '../payment/checkout.controller.js';
import { formOf } from '../forms/form.js';
import { Refusal } from '../gateway/gateway-client.js';
import type { SharedLink } from '../gateway/link-api.js';
import { languageNamed } from '../language/negotiate.js';
import { FORM_KEY, problemOfLink } from './link-problems.js';
import { LinkVisits } from './link-visits.js';
import type { LinkFault } from '../pages/link-pages.js';
import { Pages } from '../pages/pages.js';
import { requestedLanguage } from '../payment/payments.js';

const PREFIX = `${idPrefixes.paymentLink}_`;

interface Asked {
  readonly linkId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Shows payment links, and begins the payments of those who have their address. */
@Controller('checkout')
export class LinksController {
  constructor(
    private readonly visits: LinkVisits,
    private readonly pages: Pages,
  ) {}

  @Get(`${PREFIX}:link`)
  async show(
    @Param('link') link: string,
    @Query('lang') lang: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const asked = { linkId: PREFIX + link, request, reply };
    const language = languageNamed(lang);
    if (!this.visits.isLink(asked.linkId)) this.pages.sendNotice(reply, 'notFound', requestedLanguage(request));
    else if (language === undefined) await this.send(asked);
    else {
      this.visits.remember(asked, { language });
      redirect(reply, `/checkout/${asked.linkId}`);
    }
  }

  @Post(`${PREFIX}:link`)
  async begin(@Param('link') link: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const asked = { linkId: PREFIX + link, request, reply };
    const form = formOf(request);
    if (!this.visits.isLink(asked.linkId)) {
      this.pages.sendNotice(reply, 'notFound', requestedLanguage(request));
    } else if (!this.visits.isOwn(asked, form)) {
      this.pages.sendNotice(reply, 'foreign', requestedLanguage(request, languages), `/checkout/${asked.linkId}`);
    } else if (!FORM_KEY.test(form['key'] ?? '')) {
      // no form of this page: without a key of its own it would begin the payment of another browser
      redirect(reply, `/checkout/${asked.linkId}`);
    } else await this.pay(asked, { key: form['key'] ?? '', typed: form['amount'] });
  }

  private async pay(asked: Asked, { key, typed }: { key: string; typed: string | undefined }): Promise<void> {
    try {
      const token = await this.visits.pay(asked, { key, typed });
      redirect(asked.reply, `/checkout/${token}`);
    } catch (error) {
      // the page of the link says why no payment begins
      if (error instanceof Refusal && error.code.startsWith('payment_link_')) redirect(asked.reply, pathOf(asked));
      else await this.send(asked, problemOfLink(error, typed));
    }
  }

  private async send(asked: Asked, problem?: LinkFault & { readonly status: number }): Promise<void> {
    const { request, reply } = asked;
    const { link, session, begun } = await this.visits.read(asked);
    if (link.status === 'used_up' && begun !== undefined) {
      // by this customer, who goes on with it
      redirect(reply, begun);
      return;
    }
    const language = languageFor(link, session.language, request);
    this.pages.sendLink(
      reply,
      { link, language, formToken: session.formToken, fault: problem, begun },
      problem?.status,
    );
  }
}

function pathOf({ linkId }: Asked): string {
  return `/checkout/${linkId}`;
}

function languageFor({ merchant }: SharedLink, chosen: Language | undefined, request: FastifyRequest): Language {
  const offered = merchant?.languages ?? languages;
  return chosen !== undefined && offered.includes(chosen) ? chosen : requestedLanguage(request, offered);
}
