import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../gateway/gateway-client.js';
import { ReceiptApi } from '../gateway/receipt-api.js';
import { languageNamed } from '../language/negotiate.js';
import { Pages } from '../pages/pages.js';
import { Payments, requestedLanguage } from '../payment/payments.js';

const PREFIX = 'rcp_';
const TOKEN = /^[A-Za-z0-9_-]{1,120}$/;

/** The page that the address on a receipt leads to: what became of the payment, and nothing else. It sets and reads no cookie. */
@Controller('checkout')
export class ReceiptsController {
  constructor(
    private readonly api: ReceiptApi,
    private readonly payments: Payments,
    private readonly pages: Pages,
  ) {}

  @Get(`${PREFIX}:token`)
  async show(
    @Param('token') token: string,
    @Query('lang') lang: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const language = languageNamed(lang) ?? requestedLanguage(request);
    try {
      if (!TOKEN.test(token)) throw new Refusal(404, 'intent_not_found', {});
      const customer = this.payments.payerOf({ token: '' }, request);
      this.pages.sendReceiptCheck(reply, await this.api.check(customer, PREFIX + token), language);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status === 429 || error.status >= 500) throw error;
      this.pages.sendNotice(reply, 'receiptUnknown', language);
    }
  }
}
