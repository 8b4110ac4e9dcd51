import { Controller, Post, Req, Res } from '@nestjs/common';
import type { PaymentIntent, ReceiptCheckAnswer } from '@paygate/contracts';
import { getIntent, operations } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ReceiptTokens } from '../../credentials/tokens/receipt-tokens.js';
import { accepted, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { RequestReader } from '../../requests/request-reader.js';

const checks = new RequestReader(operations.checkReceipt);

/** Checks of receipts over HTTP, for whoever holds the paper: a text that proves nothing costs no look-up. */
@Controller()
export class ReceiptChecksController {
  constructor(
    private readonly bus: CommandBus,
    private readonly tokens: ReceiptTokens,
  ) {}

  @Post(routeOf(operations.checkReceipt))
  async check(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const named = this.tokens.intentOf(checks.read(request).fields.token);
    if (named === undefined) throw new PaygateError('intent_not_found');
    const { data: intent } = accepted(await this.bus.send(getIntent, named, { requestId: request.id }));
    if (intent.status !== 'COMPLETED') throw new PaygateError('intent_not_found');
    const answer: ReceiptCheckAnswer = { object: 'receipt_check', status: statusOf(intent), mode: intent.mode };
    sendJson(reply, operations.checkReceipt.success, JSON.stringify(answer));
  }
}

/** To whoever paid, what the operator has taken back is money that went back, too. */
function statusOf({ amount, amountRefunded, amountReversed = '0' }: PaymentIntent): ReceiptCheckAnswer['status'] {
  const back = BigInt(amountRefunded) + BigInt(amountReversed);
  if (back === 0n) return 'paid';
  return back < BigInt(amount) ? 'partly_refunded' : 'refunded';
}
