import { Injectable } from '@nestjs/common';
import type { TakenCurrencies } from '@paygate/contracts';
import { takenCurrencies } from '@paygate/contracts';
import { ChargingConfig } from '../../config.js';
import type { StandardFees } from './domain/agreed-fees.js';
import { AgreedFees } from './domain/agreed-fees.js';
import { FeeSchedulesRepository } from './fee-schedules.repository.js';

/** The schedules are read again by the first charge after so long. */
const FRESH_MS = 15_000;

/**
 * The fee schedules, in memory: no charge waits for a look-up of its fee but the first one of a quarter of a minute. A schedule is known
 * FEE_NOTICE_SECONDS before it is in force, so every instance has read it by then.
 */
@Injectable()
export class FeeSchedules {
  readonly standard: StandardFees;
  readonly taken: TakenCurrencies;
  #current: Promise<AgreedFees> | undefined;
  #readAtMs = 0;

  constructor(
    private readonly schedules: FeeSchedulesRepository,
    config: ChargingConfig,
  ) {
    this.taken = takenCurrencies(config.AMOUNT_BOUNDS);
    const mobileMoney = { bps: BigInt(config.MOBILE_MONEY_FEE_BPS), fixed: BigInt(config.MOBILE_MONEY_FEE_FIXED) };
    this.standard = {
      wallet: { bps: BigInt(config.WALLET_FEE_BPS), fixed: BigInt(config.WALLET_FEE_FIXED) },
      mtn_momo: mobileMoney,
      orange_money: mobileMoney,
    };
  }

  /** Throws DatabaseUnavailable when they are old and cannot be read. */
  current(): Promise<AgreedFees> {
    const now = performance.now();
    if (this.#current === undefined || now - this.#readAtMs >= FRESH_MS) {
      this.#readAtMs = now;
      this.#current = this.schedules.all().then((agreed) => new AgreedFees(this.standard, agreed));
      this.#current.catch(() => {
        // the caller has the failure, and the next one reads again
        this.#current = undefined;
      });
    }
    return this.#current;
  }
}
