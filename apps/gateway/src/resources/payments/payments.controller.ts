import { Controller, Post, Req, Res } from '@nestjs/common';
import type { BeginCharge, Charge, ChargeAnswer } from '@paygate/contracts';
import { awaitCharge, beginCharge, operations, preferenceHeaders } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId, Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../credentials/caller.js';
import { expectedTokens } from '../../credentials/tokens/expected-tokens.js';
import { otpTokenOf } from '../../credentials/tokens/otp-token.js';
import { accepted, markReplay, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../json/given.js';
import { RequestReader } from '../../json/request-reader.js';
import { preferredWaitMs } from './preference.js';

const charges = new RequestReader(operations.charge);
/** Time for the answer to a wait, beyond the wait itself. */
const ANSWER_MARGIN_MS = 1_000;

/** Charges over HTTP. */
@Controller()
export class PaymentsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
  ) {}

  @Post(routeOf(operations.charge))
  async charge(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const otpToken = otpTokenOf(request.headers, caller, request.user);
    const waitUntilMs = performance.now() + preferredWaitMs(request.headers);
    const { fields } = charges.read(request);
    const command = {
      intentId: fields.intentionId,
      merchantId: caller.merchantId,
      mode: caller.mode,
      otpToken: this.sealer.seal('intents', otpToken, 'begin-charge.otp-token'),
      ...given({ paymentMethod: fields.paymentMethod }),
    };
    const decided = await this.bus.send(beginCharge, command, { requestId: request.id });
    const begun = accepted(decided, { token_invalid: expectedTokens.otp });
    const charge = await this.outcomeOf(begun.data, command, { waitUntilMs, requestId: request.id });
    markReplay(reply, begun);
    if (charge.status === 'PROCESSING' || preferredWaitMs(request.headers) === 0) {
      sendJson(reply, operations.charge.success, JSON.stringify(answerOf(charge)));
      return;
    }
    void reply.header(preferenceHeaders.applied, 'wait');
    sendJson(reply, operations.charge.waited, JSON.stringify(answerOf(charge)));
  }

  /** The charge with its outcome, if that comes in time. The charge has begun: a failure of the wait is no refusal. */
  private async outcomeOf(
    charge: Charge,
    { intentId, merchantId, mode }: Pick<BeginCharge, 'intentId' | 'merchantId' | 'mode'>,
    { waitUntilMs, requestId }: { readonly waitUntilMs: number; readonly requestId: string },
  ): Promise<Charge> {
    const waitMs = Math.floor(waitUntilMs - performance.now());
    if (charge.status !== 'PROCESSING' || waitMs < 1) return charge;
    const timeoutMs = waitMs + ANSWER_MARGIN_MS;
    const wait = { intentId, merchantId, mode, waitMs, waitId: newId('request') };
    const reply = await this.bus.send(awaitCharge, wait, { requestId, timeoutMs });
    return reply.ok ? reply.data : charge;
  }
}

function answerOf({ id, intentId, status, amount, currency, createdAt, failure }: Charge): ChargeAnswer {
  return {
    ...{ id, object: 'charge', intentionId: intentId, status, amount, currency, createdAt },
    ...given({ failure }),
  };
}
