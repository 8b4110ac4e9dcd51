import { Injectable } from '@nestjs/common';
import type { CreateRefundCommand, Mode, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { BalancesRepository } from '../../books/sums/balances.repository.js';
import { balanceOf } from '../../books/sums/domain/balance.js';
import { ChargingConfig } from '../../config.js';
import type { RefundableCharge } from './domain/refund.js';
import { LimitRefunds } from './limit-refunds.js';
import type { NewRefund } from './refunds.repository.js';
import { RefundsRepository } from './refunds.repository.js';

/** The rules of refunds, judged while the charge is locked. The last of them locks the account of the merchant. */
@Injectable()
export class JudgeRefunds {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly balances: BalancesRepository,
    private readonly limits: LimitRefunds,
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
    const balance = await this.limits.lock(tx, { command, charge, amount });
    if (typeof balance !== 'bigint') return balance;
    if (balance < amount) return this.#insufficient(tx, { charge, mode: command.mode, balance, amount });
    const { refundId, reason = null, metadata, actor = null, byProvenOwner = false } = command;
    const { keyHash, bodyHash, contentHash = null } = command.idempotency;
    return { refundId, charge, amount, reason, metadata, actor, byProvenOwner, keyHash, bodyHash, contentHash };
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

interface Shortage {
  readonly charge: RefundableCharge;
  readonly mode: Mode;
  /** The balance in the ledger, less what is held. */
  readonly balance: bigint;
  readonly amount: bigint;
}
