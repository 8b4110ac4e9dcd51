import { Injectable } from '@nestjs/common';
import type { Mode, Refusal } from '@paygate/contracts';
import { DESTINATION_WAIT_HOURS, refuse } from '@paygate/contracts';
import { ChargingConfig } from '../../config.js';
import { feeOf } from '../../books/fees/domain/fee.js';
import type { FeeSchedule } from '../../books/fees/domain/fee.js';

/** The fees and limits of payouts. Amounts in minor units. */
@Injectable()
export class PayoutTerms {
  readonly fee: FeeSchedule;
  readonly min: bigint;
  readonly max: bigint;
  readonly perDay: number;
  readonly amountPerDay: bigint;

  constructor(config: ChargingConfig) {
    this.fee = { bps: BigInt(config.PAYOUT_FEE_BPS), fixed: BigInt(config.PAYOUT_FEE_FIXED) };
    this.min = BigInt(config.PAYOUT_MIN);
    this.max = BigInt(config.PAYOUT_MAX);
    this.perDay = config.PAYOUTS_PER_DAY;
    this.amountPerDay = BigInt(config.PAYOUT_AMOUNT_PER_DAY);
  }

  /** No payout is ever larger. */
  get largest(): bigint {
    return this.max < this.amountPerDay ? this.max : this.amountPerDay;
  }

  /** The refusal of an amount that no payout can have; undefined for another one. */
  refusalOf(amount: bigint): Refusal | undefined {
    const bounds = { min: this.min.toString(), max: this.max.toString(), currencyExponent: 0 };
    if (amount < this.min) return refuse('amount_too_small', { param: 'amount', fields: bounds });
    return amount > this.max ? refuse('amount_too_large', { param: 'amount', fields: bounds }) : undefined;
  }

  /** The fee of a payout, part of its amount. */
  feeOf(amount: bigint): bigint {
    return amount > 0n ? feeOf(amount, this.fee) : 0n;
  }

  /** The most of what is available that one payout may be. */
  most(available: bigint, reserve: bigint): bigint {
    const above = available - reserve;
    if (above < this.min) return 0n;
    return above < this.max ? above : this.max;
  }
}

/** The wait of a new destination. Hours. */
export function waitHoursOf(mode: Mode): number {
  return mode === 'test' ? 0 : DESTINATION_WAIT_HOURS;
}
