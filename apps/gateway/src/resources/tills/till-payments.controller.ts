import { Controller, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import type { CreateIntentCommand, Idempotency, PaymentIntent, Refusal, Reply } from '@paygate/contracts';
import { createIntent, getKeyedIntent, getMerchantProfile, operations, tillRefusal } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId, sha256Base64url } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { actingAccountOf } from '../../credentials/account.js';
import { accepted, markReplay, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../requests/given.js';
import { requiredIdempotencyOf } from '../../requests/idempotency.js';
import { RequestReader } from '../../requests/request-reader.js';
import { Beginnings } from '../beginnings.js';
import { IntentViews } from '../payments/intents/intent-views.js';

const creations = new RequestReader(operations.createTillPayment);
/** A till gives a payment up after this time, too. */
const PAYMENT_SECONDS = 900;

interface TillPayment extends CreateIntentCommand {
  readonly idempotency: Idempotency;
}

/** Payments at a counter by the payment page, over HTTP. */
@Controller()
export class TillPaymentsController {
  constructor(
    private readonly bus: CommandBus,
    private readonly views: IntentViews,
  ) {}

  @Post(routeOf(operations.createTillPayment))
  @UseInterceptors(Beginnings)
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = actingAccountOf(request);
    const { amount, currency, ...order } = creations.read(request).fields;
    const { description, reference, tillId } = given(order);
    const command = {
      ...{ ...account, intentId: newId('intent'), amount, currency, metadata: '{}' },
      ...{ expiresInSeconds: PAYMENT_SECONDS, idempotency: keyOf(request) },
      ...given({ description, reference, tillId }),
    };
    const outcome = accepted(await this.#create(command, request.id));
    markReplay(reply, outcome);
    sendJson(reply, operations.createTillPayment.success, this.views.text(outcome.data, 'merchant'));
  }

  /** A repeated key gets its first answer also when the till takes no payments any more. */
  async #create(command: TillPayment, requestId: string): Promise<Reply<PaymentIntent>> {
    const refusal = await this.#tillRefusal(command, requestId);
    if (refusal === undefined) return this.bus.send(createIntent, command, { requestId });
    const { merchantId, mode, idempotency } = command;
    const earlier = await this.bus.send(getKeyedIntent, { merchantId, mode, idempotency }, { requestId });
    return !earlier.ok && earlier.code === 'intent_not_found' ? refusal : earlier;
  }

  async #tillRefusal({ merchantId, tillId }: TillPayment, requestId: string): Promise<Refusal | undefined> {
    if (tillId === undefined) return undefined;
    const profile = await this.bus.send(getMerchantProfile, { merchantId, tillId }, { requestId });
    return profile.ok ? tillRefusal(profile.data.till) : profile;
  }
}

/** A key of this operation, by a separator that is in no key: it never meets one of `POST /gateway`, whose intents have other terms. */
function keyOf({ headers, body }: FastifyRequest): Idempotency {
  const asSent = requiredIdempotencyOf(headers, body);
  return { ...asSent, keyHash: sha256Base64url(['till', asSent.keyHash].join('\0')) };
}
