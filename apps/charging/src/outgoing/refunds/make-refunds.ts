import { Injectable } from '@nestjs/common';
import type { CreateRefundCommand } from '@paygate/contracts';
import { refundCompleted } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { reach } from '../../failpoints.js';
import { NewOperations } from '../../rails/operations/new-operations.js';
import { OutgoingMetrics } from '../outgoing-metrics.js';
import type { StoredRefund } from './domain/refund.js';
import type { RefundWay } from './refund-ways.js';
import { RefundWays } from './refund-ways.js';
import type { NewRefund } from './refunds.repository.js';
import { RefundsRepository } from './refunds.repository.js';
import { refundEndedOf } from './refunds.view.js';

/** The command that asked for a refund, and the way back by a rail. */
export interface AskedRefund {
  readonly message: Received<CreateRefundCommand>;
  /** Undefined for a wallet. */
  readonly way: RefundWay | undefined;
}

/** Makes refunds that were judged: money goes back to a wallet at once; for a rail it is held, and its operation sends it. */
@Injectable()
export class MakeRefunds {
  constructor(
    readonly ways: RefundWays,
    private readonly refunds: RefundsRepository,
    private readonly metrics: OutgoingMetrics,
    private readonly operations: NewOperations,
  ) {}

  make(tx: Transaction, wanted: NewRefund, { message, way }: AskedRefund): Promise<StoredRefund> {
    if (way === undefined) return this.#toWallet(tx, wanted);
    const { id: causationId, requestId } = message;
    return this.refunds.insertPending(tx, wanted, this.operations.open(tx, { causationId, requestId }, way));
  }

  async #toWallet(tx: Transaction, wanted: NewRefund): Promise<StoredRefund> {
    const stored = await this.refunds.insertCompleted(tx, wanted);
    tx.emit(refundCompleted, refundEndedOf(stored, await this.refunds.completed(tx, stored.intentId)));
    tx.afterCommit(() => {
      reach('settled');
      this.metrics.ended('refund', 'wallet', 'completed');
    });
    return stored;
  }
}
