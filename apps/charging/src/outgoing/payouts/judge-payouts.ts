import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { BalancesRepository } from '../../books/sums/balances.repository.js';
import { insufficient } from '../../holds/holds.js';
import type { LedgerNumber } from '../../books/ledger/domain/ledger.js';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
import type { PayoutDay } from './domain/day.js';
import { limitExceeded, mostUnsuccessful } from './domain/day.js';
import type { StoredDestination } from './domain/payout.js';
import type { PayoutOrder } from './payout-order.js';
import { PayoutTerms } from './payout-terms.js';
import { PayoutsRepository } from './payouts.repository.js';
import { SchedulesRepository } from './schedules/schedules.repository.js';

/** A payout as it is wanted: without an amount, everything that is available above the reserve, and no less than a minimum. */
export type WantedPayout = Pick<PayoutOrder, 'amount' | 'minimum'>;

/** The rules of payouts, judged while the account of the merchant is locked. */
@Injectable()
export class JudgePayouts {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly schedules: SchedulesRepository,
    private readonly balances: BalancesRepository,
    private readonly terms: PayoutTerms,
  ) {}

  /** The amount that may be paid out to the destination with its fee, or why none may. `usable`: what the lock of the account returned. */
  async judge(
    tx: Queryable,
    destination: StoredDestination,
    { usable, ...wanted }: WantedPayout & { readonly usable: bigint },
  ): Promise<Readonly<Record<'amount' | 'fee', bigint>> | Refusal> {
    if (!destination.isUsable) return notUsable(destination);
    const { merchantId, ledger } = destination;
    const { min, amountPerDay } = this.terms;
    const outOfBounds = wanted.amount === undefined ? undefined : this.terms.refusalOf(wanted.amount);
    if (outOfBounds !== undefined) return outOfBounds;
    const today = await this.payouts.today(tx, merchantId, ledger);
    const refusal = this.#dayOver(today, ledger, wanted.amount ?? 0n);
    if (refusal !== undefined) return refusal;
    const left = amountPerDay - today.amount;
    const available = await this.#available(tx, destination, usable);
    const all = await this.#all(tx, destination, available);
    const amount = wanted.amount ?? (all < left ? all : left);
    const least = wanted.amount === undefined && wanted.minimum > min ? wanted.minimum : min;
    return amount > available || amount < least
      ? insufficient({ available, usable, missing: (amount > least ? amount : least) - available })
      : { amount, fee: this.terms.feeOf(amount) };
  }

  #dayOver(today: PayoutDay, ledger: LedgerNumber, wanted: bigint): Refusal | undefined {
    const { perDay, amountPerDay } = this.terms;
    const { mode } = ofLedger(ledger);
    const exceeded = limitExceeded(today, { mode, perDay, amountPerDay }, wanted);
    if (exceeded === undefined) return undefined;
    const max = amountPerDay.toString();
    if (exceeded === 'day') return refuse('payout_limit_reached', { fields: { limit: perDay, max } });
    const limit = mostUnsuccessful(mode, { perDay });
    const detail = `Today ${limit} payouts failed or were canceled: no more can be requested.`;
    return refuse('payout_limit_reached', { detail, fields: { limit, max } });
  }

  /** The amount that a payout without one would have now. */
  async everything(on: Queryable, destination: StoredDestination): Promise<bigint> {
    const { available } = await this.balances.one(on, destination.merchantId, destination.ledger);
    return this.#all(on, destination, available);
  }

  async #all(on: Queryable, { merchantId, ledger }: StoredDestination, available: bigint): Promise<bigint> {
    const { reserve } = await this.schedules.of(merchantId, ledger, on);
    return this.terms.most(available, reserve);
  }

  /** Never more than what was read under the lock. */
  async #available(tx: Queryable, { merchantId, ledger }: StoredDestination, usable: bigint): Promise<bigint> {
    const { available } = await this.balances.one(tx, merchantId, ledger);
    const bounded = available < usable ? available : usable;
    return bounded > 0n ? bounded : 0n;
  }
}

/** The refusal of a destination that waits, or was revoked. */
export function notUsable({ revokedAt, usableAt }: StoredDestination): Refusal {
  const fields =
    revokedAt === null ? { currentStatus: 'waiting', usableAt: usableAt.toISOString() } : { currentStatus: 'revoked' };
  return refuse('payout_destination_not_usable', { param: 'destinationId', fields });
}
