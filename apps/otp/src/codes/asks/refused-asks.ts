import { Injectable } from '@nestjs/common';
import type { AskPhoneCommand, IntentOfMerchant, Refusal } from '@paygate/contracts';
import { getIntentFacts, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { CommandBus, nested } from '@paygate/messaging';
import { OtpConfig } from '../../config.js';
import { beyondBound } from './ask-bounds.js';
import { AskMetrics } from './ask-metrics.js';
import { AsksRepository } from './asks.repository.js';

const REFUSED_BEFORE = 'Whoever has this phone refused to pay, and is asked no more today.';

/** The asks that the owner of a phone has refused, which intents knows. */
@Injectable()
export class RefusedAsks {
  constructor(
    private readonly bus: CommandBus,
    private readonly config: OtpConfig,
    private readonly asks: AsksRepository,
    private readonly metrics: AskMetrics,
  ) {}

  /** The refusal for a phone whose owner has refused so many asks of the present day, of which a phone has few: its bound. */
  async refusal(phone: string, message: Received<AskPhoneCommand>): Promise<Refusal | undefined> {
    const { asks, secondsLeft } = await this.asks.ofPhoneToday(phone);
    const outcomes = await Promise.all(asks.map((ask) => this.#isRefused(ask, message)));
    if (outcomes.includes(undefined)) return refuse('service_unavailable');
    const refused = outcomes.filter((isRefused) => isRefused === true).length;
    if (refused < this.config.OTP_ASK_REFUSALS_PER_DAY) return undefined;
    this.metrics.counted(message.payload.mode, 'refused_before');
    return beyondBound(REFUSED_BEFORE, secondsLeft);
  }

  /** Undefined while it cannot be known. An ask whose intent was never made has asked nobody. */
  async #isRefused(ask: IntentOfMerchant, message: Received<unknown>): Promise<boolean | undefined> {
    const reply = await this.bus.send(getIntentFacts, ask, nested(message));
    if (reply.ok) return reply.data.failureCode === 'payer_rejected';
    return reply.code === 'intent_not_found' ? false : undefined;
  }
}
