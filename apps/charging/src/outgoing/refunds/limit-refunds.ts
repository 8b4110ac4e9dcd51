import { Injectable } from '@nestjs/common';
import type { CreateRefundCommand, Refusal } from '@paygate/contracts';
import { actedInCharging, merchantActed, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import type { Queryable } from '@paygate/platform';
import { LockedBalances } from '../../books/sums/locked-balances.js';
import { isHalfRefunded, reachedLimit } from './domain/refund-day.js';
import type { RefundableCharge, StoredRefund } from './domain/refund.js';
import { RefundDaysRepository } from './refund-days.repository.js';
import { RefundsRepository } from './refunds.repository.js';

const ACCOUNT_LIMIT =
  'The account has reached its own limit of refunds for the day. An owner who has signed in with a second factor can still refund.';

/** A refund that its charge has room for. */
interface WantedRefund {
  readonly command: CreateRefundCommand;
  readonly charge: RefundableCharge;
  readonly amount: bigint;
}

/** The limits of the refunds of a day: that of a cashier, and that of the account, whose lock keeps refunds from being counted at the same time. */
@Injectable()
export class LimitRefunds {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly locked: LockedBalances,
    private readonly days: RefundDaysRepository,
  ) {}

  /** Locks the account of the merchant, and returns what it holds less what is held; or the refusal of a refund that a limit forbids. */
  async lock(tx: Queryable, wanted: WantedRefund): Promise<bigint | Refusal> {
    const ofCashier = await this.#ofCashier(tx, wanted.command);
    if (ofCashier !== undefined) return ofCashier;
    const balance = await this.locked.lock(tx, wanted.charge);
    return (await this.#ofAccount(tx, wanted)) ?? balance;
  }

  /** Called after the refund. Alerts the owners, once a day, when half of the balance of 00:00 has left by refunds, whoever made them. */
  async watch(tx: Transaction, refund: StoredRefund, message: Received<CreateRefundCommand>): Promise<void> {
    const { mode } = message.payload;
    if (mode !== 'live') return;
    const day = await this.days.today(tx, refund, mode);
    if (!isHalfRefunded(day) || !(await this.days.alert(tx, refund))) return;
    tx.emit(actedInCharging, merchantActed(message, 'refunds.half_of_balance', refund.refundId));
  }

  /** The refusal of a cashier who has made the refunds of the day. */
  async #ofCashier(tx: Queryable, command: CreateRefundCommand): Promise<Refusal | undefined> {
    const { actor, mode, cashierRefundsPerDay: limit } = command;
    if (limit === undefined || actor === undefined) return undefined;
    const { count: used, renewsAt } = await this.refunds.countToday(tx, actor, mode);
    if (used < limit) return undefined;
    return refuse('refund_limit_reached', { fields: { limit, used, renewsAt: renewsAt.toISOString() } });
  }

  /** The refusal of a refund that the account has no room for today. */
  async #ofAccount(tx: Queryable, { command, charge, amount }: WantedRefund): Promise<Refusal | undefined> {
    const { mode, refundsPerDay, byProvenOwner = false } = command;
    if (refundsPerDay === undefined || byProvenOwner) return undefined;
    const day = await this.days.today(tx, charge, mode);
    const fields = reachedLimit(day, refundsPerDay, { mode, amount });
    return fields && refuse('refund_limit_reached', { detail: ACCOUNT_LIMIT, fields });
  }
}
