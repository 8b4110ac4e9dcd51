import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { ChargingConfig } from '../../../config.js';

/** The limits of batches. Amounts in minor units, fees included. */
@Injectable()
export class BatchTerms {
  /** The most that one member approves alone in a day. */
  readonly aloneMax: bigint;
  readonly max: bigint;
  readonly amountPerDay: bigint;

  constructor(config: ChargingConfig) {
    this.aloneMax = BigInt(config.PAYOUT_BATCH_ALONE_MAX);
    this.max = BigInt(config.PAYOUT_BATCH_MAX);
    this.amountPerDay = BigInt(config.PAYOUT_BATCH_AMOUNT_PER_DAY);
  }

  /** The refusal of a batch that is too large, or would be with those that were approved today; undefined for another one. */
  refusalOf(total: bigint, today = 0n): Refusal | undefined {
    if (total > this.max)
      return refuse('payout_batch_limit_reached', {
        detail: `A batch pays at most ${this.max}, fees included.`,
        fields: { max: this.max.toString() },
      });
    if (total + today <= this.amountPerDay) return undefined;
    const detail = `The batches of a day pay at most ${this.amountPerDay}, fees included.`;
    return refuse('payout_batch_limit_reached', { detail, fields: { max: this.amountPerDay.toString() } });
  }
}
