import { Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { ChargeAnswer } from '@paygate/contracts';
import { beginCharge, ChargeRequest, operations } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import type { FastifyReply } from 'fastify';
import { accepted, markReplay, sendJson } from './answers.js';
import { ApiKeys } from './credentials/api-keys.js';
import { otpTokenOf } from './credentials/otp-token.js';
import type { MaybeSignedIn } from './credentials/user-token.guard.js';
import { UserTokenGuard } from './credentials/user-token.guard.js';
import { routeOf } from './edge/routes.js';
import { given } from './json/given.js';
import { BodyReader } from './json/read-body.js';

const charges = new BodyReader(ChargeRequest);

/** Charges over HTTP. */
@Controller()
export class PaymentsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly apiKeys: ApiKeys,
  ) {}

  @Post(routeOf(operations.charge))
  @UseGuards(UserTokenGuard)
  async charge(@Req() request: MaybeSignedIn, @Res() reply: FastifyReply): Promise<void> {
    const caller = this.apiKeys.authenticate(request.headers, operations.charge);
    const otpToken = otpTokenOf(request.headers, caller, request.user);
    const { fields } = charges.read(request.body);
    const command = {
      intentId: fields.intentionId,
      merchantId: caller.merchantId,
      mode: caller.mode,
      otpToken: this.sealer.seal('intents', otpToken, 'begin-charge.otp-token'),
      ...given({ paymentMethod: fields.paymentMethod }),
    };
    const outcome = accepted(await this.bus.send(beginCharge, command, { requestId: request.id }));
    const { data } = outcome;
    const answer: ChargeAnswer = {
      id: data.id,
      object: 'charge',
      intentionId: data.intentId,
      status: data.status,
      amount: data.amount,
      currency: data.currency,
      createdAt: data.createdAt,
    };
    markReplay(reply, outcome);
    sendJson(reply, operations.charge.success, JSON.stringify(answer));
  }
}
