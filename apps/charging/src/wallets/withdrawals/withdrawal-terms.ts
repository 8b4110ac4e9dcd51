import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { ChargingConfig } from '../../config.js';
import type { FeeSchedule } from '../../books/fees/domain/fee.js';
import { feeOf } from '../../books/fees/domain/fee.js';
import type { StoredWallet } from '../../books/wallets/wallets.repository.js';
import { limitsOf } from '../../books/wallets/wallet-limits.js';

/** The fee and the limits of withdrawals. Amounts in minor units. */
@Injectable()
export class WithdrawalTerms {
  readonly #fee: FeeSchedule;

  constructor(private readonly config: ChargingConfig) {
    const { WALLET_WITHDRAWAL_FEE_BPS, WALLET_WITHDRAWAL_FEE_FIXED } = config;
    this.#fee = { bps: BigInt(WALLET_WITHDRAWAL_FEE_BPS), fixed: BigInt(WALLET_WITHDRAWAL_FEE_FIXED) };
  }

  /** The fee of a withdrawal, part of its amount. */
  feeOf(amount: bigint): bigint {
    return feeOf(amount, this.#fee);
  }

  /** The refusal of an amount that no withdrawal can have; undefined for another one. */
  refusalOf(amount: bigint): Refusal | undefined {
    const { WALLET_WITHDRAWAL_MIN: min, WALLET_WITHDRAWAL_MAX: max } = this.config;
    const bounds = { min: min.toString(), max: max.toString(), currencyExponent: 0 };
    if (amount < BigInt(min)) return refuse('amount_too_small', { param: 'amount', fields: bounds });
    return amount > BigInt(max) ? refuse('amount_too_large', { param: 'amount', fields: bounds }) : undefined;
  }

  /**
   * The refusal of an amount that a wallet has not, or that is beyond its limits of the day or the month. A closed wallet
   * pays out its rest, a frozen one nothing.
   */
  unpayable(wallet: StoredWallet, amount: bigint): Refusal | undefined {
    const { balance, state, paidOfDay, paidOfMonth, dayLimit, monthLimit } = wallet;
    if (state === 'frozen') return refuse('wallet_frozen');
    if (amount > balance) {
      const fields = { available: balance.toString(), pending: '0', owed: '0', missing: (amount - balance).toString() };
      return refuse('balance_insufficient', { fields });
    }
    const { perDay, perMonth } = limitsOf(this.config);
    const ofDay = (dayLimit ?? BigInt(perDay)) - paidOfDay;
    const ofMonth = (monthLimit ?? BigInt(perMonth)) - paidOfMonth;
    const left = ofDay < ofMonth ? ofDay : ofMonth;
    if (amount <= left) return undefined;
    const max = (left > 0n ? left : 0n).toString();
    const detail = `The wallet may pay ${max} more at present, by its limits of the day and the month.`;
    return refuse('amount_too_large', { param: 'amount', detail, fields: { max } });
  }
}
