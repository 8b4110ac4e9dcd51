import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { OtpConfig } from '../../config.js';
import { AskMetrics } from './ask-metrics.js';
import type { Ask, AskBound, AskLimits } from './asks.repository.js';
import { AsksRepository } from './asks.repository.js';

const REACHED: Readonly<Record<AskBound, string>> = {
  phone: 'This phone was asked as often as it may be in a day.',
  actor: 'This member or key has asked as many phones as it may in a day.',
  till: 'This till has asked as many phones as it may in a day; all asks that name no till count as one.',
  merchant: 'This account has asked as many phones as it may in a day.',
};

/** A bound leaves no room: the transaction rolls back what was counted for the others. */
export class BoundReached extends Error {
  override readonly name = 'BoundReached';

  constructor(
    private readonly bound: AskBound,
    private readonly secondsLeft: number,
  ) {
    super(bound);
  }

  /** The sentence that the member or key reads. */
  get refusal(): Refusal {
    return beyondBound(REACHED[this.bound], this.secondsLeft);
  }
}

/** The refusal of an ask that may be made tomorrow. */
export function beyondBound(detail: string, secondsLeft: number): Refusal {
  const retryAfter = Math.max(1, secondsLeft);
  return refuse('prompt_limit_reached', { param: 'phoneNumber', detail, fields: { retryAfter } });
}

/** The bounds on the asks of a day. */
@Injectable()
export class AskBounds {
  constructor(
    private readonly config: OtpConfig,
    private readonly asks: AsksRepository,
    private readonly metrics: AskMetrics,
  ) {}

  /** Counts an ask; returns the database's time. Throws {@link BoundReached} where one of the counts is at its bound. */
  async count(tx: Transaction, ask: Ask): Promise<Date> {
    const { now, reached, secondsLeft } = await this.asks.count(tx, ask, this.#limits());
    const [bound] = reached;
    this.#counted(tx, ask, bound);
    if (bound !== undefined) throw new BoundReached(bound, secondsLeft);
    return now;
  }

  #counted(tx: Transaction, { mode }: Ask, bound: AskBound | undefined): void {
    if (bound !== undefined) this.metrics.counted(mode, bound);
    else
      tx.afterCommit(() => {
        this.metrics.counted(mode, 'asked');
      });
  }

  #limits(): AskLimits {
    const { OTP_ASKS_PER_PHONE_DAY: phone, OTP_ASKS_PER_ACTOR_DAY: actor } = this.config;
    const { OTP_ASKS_PER_TILL_DAY: till, OTP_ASKS_PER_MERCHANT_DAY: merchant } = this.config;
    return { phone, actor, till, merchant };
  }
}
