import { Injectable } from '@nestjs/common';
import type { FeeMethod, MobileOperator, Mode } from '@paygate/contracts';
import { mobileOperators } from '@paygate/contracts';
import { ChargingConfig } from '../../config.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Africa/Douala is an hour ahead of UTC all year. */
const DOUALA_MS = HOUR_MS;

/** The times at which rails settle what they have collected. */
@Injectable()
export class SettlementSchedule {
  readonly #days: Readonly<Record<MobileOperator, number>>;
  readonly #reconciledFrom: Readonly<Record<MobileOperator, string | undefined>>;

  constructor(config: ChargingConfig) {
    this.#days = { mtn_momo: config.MTN_MOMO_SETTLEMENT_DAYS, orange_money: config.ORANGE_MONEY_SETTLEMENT_DAYS };
    this.#reconciledFrom = {
      mtn_momo: config.MTN_MOMO_RECONCILED_FROM,
      orange_money: config.ORANGE_MONEY_RECONCILED_FROM,
    };
  }

  /** Days of a rail; the longest where the rail is not known. */
  daysOf(mode: Mode, rail?: MobileOperator): number {
    if (mode === 'test') return 0;
    return rail === undefined ? Math.max(...mobileOperators.map((known) => this.#days[known])) : this.#days[rail];
  }

  /** The day from which on a rail's collections wait for its statements, too; undefined when they never do. */
  reconciledFrom(mode: Mode, rail: MobileOperator): string | undefined {
    return mode === 'test' ? undefined : this.#reconciledFrom[rail];
  }

  /** The time from which money that was received at a given time is available by the schedule. Money of wallets is available at once. */
  availableAt(at: Date, mode: Mode, method: FeeMethod | undefined): Date {
    const days = method === 'wallet' ? 0 : this.daysOf(mode, method);
    return days === 0 ? at : new Date(dayOf(at) + days * DAY_MS);
  }
}

/** The beginning of the day of Africa/Douala that a time is in. */
function dayOf(at: Date): number {
  return Math.floor((at.getTime() + DOUALA_MS) / DAY_MS) * DAY_MS - DOUALA_MS;
}
