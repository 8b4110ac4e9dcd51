import { Controller, Post, Req, Res } from '@nestjs/common';
import type { ReceiptAnswer } from '@paygate/contracts';
import { idPattern, operations, sendReceipt } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { PaygateError, Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../credentials/caller.js';
import { acceptedLanguage } from '../../edge/headers/accept-language.js';
import { accepted, markReplay, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../requests/given.js';
import { idempotencyOrOwn } from '../../requests/idempotency.js';
import { RequestReader } from '../../requests/request-reader.js';
import { PublicUrls } from '../public-urls.js';

const INTENT_ID = idPattern('intent');
const sends = new RequestReader(operations.sendReceipt);

/** Receipts of payments over HTTP: for a merchant's server, and for the page of the payment. */
@Controller()
export class ReceiptsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly urls: PublicUrls,
  ) {}

  @Post(routeOf(operations.sendReceipt))
  async send(@Req() request: FastifyRequest<{ Params: { id: string } }>, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = callerOf(request);
    const { id: intentId } = request.params;
    const { channel, email } = sends.read(request).fields;
    const isOfPage = request.checkout === null || request.checkout.intentId === intentId;
    if (!INTENT_ID.test(intentId) || !isOfPage) throw new PaygateError('intent_not_found');
    if (typeof email === 'string' && channel !== 'email')
      throw new PaygateError('parameter_invalid', {
        param: 'email',
        detail: 'email can be sent only with the channel email.',
      });
    const language = acceptedLanguage(request.headers['accept-language']);
    const idempotency = idempotencyOrOwn(request.headers, intentId, request.body);
    const to = typeof email === 'string' ? { email: this.sealer.seal('otp', email, 'send-receipt.email') } : {};
    const page = this.urls.receipt({ intentId, merchantId, mode });
    const proof = page === null ? {} : { url: this.sealer.seal('otp', page, 'send-receipt.url') };
    const command = { ...to, ...proof, intentId, merchantId, mode, channel, idempotency, ...given({ language }) };
    const outcome = accepted(await this.bus.send(sendReceipt, command, { requestId: request.id }));
    const { sendsRemaining } = outcome.data;
    const answer: ReceiptAnswer = { object: 'receipt', intentionId: intentId, channel, sendsRemaining };
    markReplay(reply, outcome);
    sendJson(reply, operations.sendReceipt.success, JSON.stringify(answer));
  }
}
