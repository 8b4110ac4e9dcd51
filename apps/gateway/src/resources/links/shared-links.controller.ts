import { Controller, Get, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import type { LinkPaymentView } from '@paygate/contracts';
import { operations } from '@paygate/contracts';
import type { FastifyReply } from 'fastify';
import { markReplay, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { Beginnings } from '../beginnings.js';
import { RequestReader } from '../../requests/request-reader.js';
import { PublicUrls } from '../public-urls.js';
import { LinkViews } from './link-views.js';
import type { OneLink } from './shared-links.js';
import { SharedLinks } from './shared-links.js';

const reads = new RequestReader(operations.getSharedLink);
const payments = new RequestReader(operations.payLink);

/** Payment links over HTTP, for whoever has their address: no key is needed. */
@Controller()
export class SharedLinksController {
  constructor(
    private readonly links: SharedLinks,
    private readonly urls: PublicUrls,
    private readonly views: LinkViews,
  ) {}

  @Get(routeOf(operations.getSharedLink))
  async read(@Req() request: OneLink, @Res() reply: FastifyReply): Promise<void> {
    reads.read(request);
    const { link, merchant } = await this.links.find(request);
    sendJson(reply, operations.getSharedLink.success, JSON.stringify(this.views.shared(link, merchant)));
  }

  @Post(routeOf(operations.payLink))
  @UseInterceptors(Beginnings)
  async pay(@Req() request: OneLink, @Res() reply: FastifyReply): Promise<void> {
    const { amount } = payments.read(request).fields;
    const cancelUrl = this.urls.paymentLink(request.params.id);
    const outcome = await this.links.pay(request, reply, { amount, cancelUrl });
    const { id: intentionId, amount: due, currency, expiresAt } = outcome.data;
    const checkoutUrl = this.urls.checkout(outcome.data);
    const answer: LinkPaymentView = { intentionId, checkoutUrl, amount: due, currency, expiresAt };
    markReplay(reply, outcome);
    sendJson(reply, operations.payLink.success, JSON.stringify(answer));
  }
}
