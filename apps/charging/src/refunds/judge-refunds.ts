import { Injectable } from '@nestjs/common';
import type { CreateRefundCommand, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { ChargingConfig } from '../config.js';
import type { RefundableCharge } from './domain/refund.js';
import type { NewRefund } from './refunds.repository.js';
import { RefundsRepository } from './refunds.repository.js';

/** The rules of refunds, judged while the charge is locked. The last of them locks the account of the merchant. */
@Injectable()
export class JudgeRefunds {
  constructor(
    private readonly refunds: RefundsRepository,
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
    const limit = await this.#reachedLimit(tx, command);
    if (limit !== undefined) return refuse('refund_limit_reached', { fields: { limit } });
    const balance = await this.refunds.lockBalance(tx, charge);
    if (balance < amount) return insufficient(balance, amount);
    const { refundId, reason = null, metadata, actor = null } = command;
    const { keyHash, bodyHash } = command.idempotency;
    return { refundId, charge, amount, reason, metadata, actor, keyHash, bodyHash };
  }

  /** The limit of a cashier who has made the refunds of the day. */
  async #reachedLimit(tx: Queryable, command: CreateRefundCommand): Promise<number | undefined> {
    const { actor, mode, cashierRefundsPerDay: limit } = command;
    if (limit === undefined || actor === undefined) return undefined;
    return (await this.refunds.countToday(tx, actor, mode)) >= limit ? limit : undefined;
  }
}

/** Until rails are reconciled, everything that was collected is available. */
function insufficient(balance: bigint, amount: bigint): Refusal {
  const available = balance > 0n ? balance : 0n;
  const missing = amount - balance;
  return refuse('balance_insufficient', {
    fields: { available: available.toString(), pending: '0', missing: missing.toString() },
  });
}
