import { Injectable } from '@nestjs/common';
import type { CreateRefundCommand, Mode, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { BalancesRepository } from '../balance/balances.repository.js';
import { balanceOf } from '../balance/domain/balance.js';
import { LockedBalances } from '../balance/locked-balances.js';
import { ChargingConfig } from '../config.js';
import { reachedLimit } from './domain/refund-day.js';
import type { RefundableCharge } from './domain/refund.js';
import { RefundDaysRepository } from './refund-days.repository.js';
import type { NewRefund } from './refunds.repository.js';
import { RefundsRepository } from './refunds.repository.js';

const ACCOUNT_LIMIT =
  'The account has reached its own limit of refunds for the day. An owner who has signed in with a second factor can still refund.';

/** The rules of refunds, judged while the charge is locked. The last of them locks the account of the merchant. */
@Injectable()
export class JudgeRefunds {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly balances: BalancesRepository,
    private readonly locked: LockedBalances,
    private readonly days: RefundDaysRepository,
    private readonly config: ChargingConfig,
  ) {}

  /** The refund as it may be made, or why it may not. */
  async judge(tx: Queryable, command: CreateRefundCommand, charge: RefundableCharge): Promise<NewRefund | Refusal> {
    const { taken, isPeriodOver } = await this.refunds.facts(tx, charge.chargeId, this.config.REFUND_DAYS);
    if (isPeriodOver) return refuse('refund_period_over');
    const left = charge.amount - taken;
    const amount = command.amount === undefined ? left : BigInt(command.amount);
    if (amount > left || left === 0n)
      return refuse('refund_exceeds_charge', { param: 'amount', fields: { refundable: left.toString() } });
    const ofCashier = await this.#limitOfCashier(tx, command);
    if (ofCashier !== undefined) return ofCashier;
    const balance = await this.locked.lock(tx, charge);
    const ofAccount = await this.#limitOfAccount(tx, { command, charge, amount });
    if (ofAccount !== undefined) return ofAccount;
    if (balance < amount) return this.#insufficient(tx, { charge, mode: command.mode, balance, amount });
    const { refundId, reason = null, metadata, actor = null, byProvenOwner = false } = command;
    const { keyHash, bodyHash, contentHash = null } = command.idempotency;
    return { refundId, charge, amount, reason, metadata, actor, byProvenOwner, keyHash, bodyHash, contentHash };
  }

  /** The refusal of a cashier who has made the refunds of the day. */
  async #limitOfCashier(tx: Queryable, command: CreateRefundCommand): Promise<Refusal | undefined> {
    const { actor, mode, cashierRefundsPerDay: limit } = command;
    if (limit === undefined || actor === undefined) return undefined;
    const { count: used, renewsAt } = await this.refunds.countToday(tx, actor, mode);
    if (used < limit) return undefined;
    return refuse('refund_limit_reached', { fields: { limit, used, renewsAt: renewsAt.toISOString() } });
  }

  /** The refusal of a refund that the account has no room for today. Its lock keeps refunds from being counted at the same time. */
  async #limitOfAccount(tx: Queryable, { command, charge, amount }: Wanted): Promise<Refusal | undefined> {
    const { mode, refundsPerDay, byProvenOwner = false } = command;
    if (refundsPerDay === undefined || byProvenOwner) return undefined;
    const day = await this.days.today(tx, charge, mode);
    const fields = reachedLimit(day, { ...refundsPerDay, mode }, amount);
    return fields && refuse('refund_limit_reached', { detail: ACCOUNT_LIMIT, fields });
  }

  /** A refund may use all three amounts but the missing one: what is available, and what a rail has not settled yet. */
  async #insufficient(tx: Queryable, { charge, mode, balance, amount }: Shortage): Promise<Refusal> {
    const { merchantId, ledger } = charge;
    const [account] = await this.balances.in(tx, { merchantId, mode, ledgers: [ledger] });
    const available = account === undefined ? 0n : balanceOf(account).available;
    const fields = {
      available: available.toString(),
      pending: (balance > available ? balance - available : 0n).toString(),
      missing: (amount - balance).toString(),
    };
    return refuse('balance_insufficient', { fields });
  }
}

/** A refund that its charge has room for. */
interface Wanted {
  readonly command: CreateRefundCommand;
  readonly charge: RefundableCharge;
  readonly amount: bigint;
}

interface Shortage {
  readonly charge: RefundableCharge;
  readonly mode: Mode;
  /** The balance in the ledger, less what is held. */
  readonly balance: bigint;
  readonly amount: bigint;
}
