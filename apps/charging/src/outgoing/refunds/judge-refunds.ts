import { Injectable } from '@nestjs/common';
import type { CreateRefundCommand, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { BalancesRepository } from '../../books/sums/balances.repository.js';
import { insufficient } from '../../holds/holds.js';
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
    readonly limits: LimitRefunds,
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
    if (balance < amount) {
      // a refund may use what is available, and what a rail has not settled yet
      const { available } = await this.balances.one(tx, charge.merchantId, charge.ledger);
      return insufficient({ available, usable: balance, missing: amount - balance });
    }
    const { refundId, reason = null, metadata, actor = null, byProvenOwner = false } = command;
    const { keyHash, bodyHash, contentHash = null } = command.idempotency;
    return { refundId, charge, amount, reason, metadata, actor, byProvenOwner, keyHash, bodyHash, contentHash };
  }
}
