import { Injectable } from '@nestjs/common';
import type { BeginChargeCommand, ChargePrepared, PrepareChargeCommand, Reply } from '@paygate/contracts';
import { prepareCharge, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, nested } from '@paygate/messaging';
import type { ChargeToken } from '../domain/charge.js';
import { isBoundTo } from '../domain/charge.js';
import { hasLapsed, isOutOfTime, isPayableBy } from '../domain/intent-rules.js';
import { IntentsRepository } from '../intents.repository.js';

/** A charge by mobile money that is to begin, under the id that it will have. */
export interface MobileCharge {
  readonly request: Received<BeginChargeCommand>;
  readonly chargeId: string;
  readonly token: ChargeToken;
}

/**
 * Asks charging who is to approve a mobile-money charge, and on which phone. It happens before the intent is locked, and before the
 * token is consumed: a refusal leaves the customer free to choose another method with the same token.
 */
@Injectable()
export class RequestPreparation {
  constructor(
    private readonly bus: CommandBus,
    private readonly intents: IntentsRepository,
  ) {}

  /** Undefined for an intent that cannot be charged by this token, which is refused, or replayed, under its lock. */
  async request({ request, chargeId, token }: MobileCharge): Promise<Reply<ChargePrepared> | undefined> {
    const { payload } = request;
    const read = await this.intents.find(payload);
    if (read === undefined || !isBoundTo(read.intent, token)) return undefined;
    const { status, currency, mode, merchantId } = read.intent;
    if (status !== 'PENDING' && status !== 'REQUIRES_ACTION') return undefined;
    // each of these would count as a prompt of the phone
    if (isOutOfTime(token, read.at) || hasLapsed(read.intent, read.at)) return undefined;
    if (!isPayableBy(read.intent, 'mobile_money') || (await this.intents.isTokenUsed(token.id))) return undefined;
    const { operator, phoneNumber } = payload.paymentMethod ?? {};
    const { provedPhone } = payload;
    const asked = token.askedBy === null ? {} : { asked: true };
    const payer = token.userId === null ? provedPhone && { provedPhone, ...asked } : { userId: token.userId };
    const command: PrepareChargeCommand = {
      ...{ chargeId, intentId: payload.intentId, merchantId, ...payer, mode, currency },
      otherPhones: payload.otherPhones === true,
      ...(operator === undefined ? {} : { operator }),
      ...(phoneNumber === undefined ? {} : { phoneNumber }),
    };
    const reply = await this.bus.send(prepareCharge, command, nested(request));
    // nothing of the charge has happened, whatever became of the question
    return reply.ok || prepareCharge.refusals.includes(reply.code) ? reply : refuse('service_unavailable');
  }
}
