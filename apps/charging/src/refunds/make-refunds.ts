import { Injectable } from '@nestjs/common';
import { refundCompleted } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { reach } from '../failpoints.js';
import { NewOperations } from '../new-operations.js';
import type { StoredRefund } from './domain/refund.js';
import { RefundMetrics } from './refund-metrics.js';
import type { RefundWay } from './refund-ways.js';
import type { NewRefund } from './refunds.repository.js';
import { RefundsRepository } from './refunds.repository.js';
import { refundEndedOf } from './refunds.view.js';

interface RailRefund {
  readonly way: RefundWay;
  readonly requestId: string;
  readonly causationId: string;
}

/** Makes refunds that were judged: money goes back to a wallet at once; for a rail it is held, and its operation sends it. */
@Injectable()
export class MakeRefunds {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly metrics: RefundMetrics,
    private readonly operations: NewOperations,
  ) {}

  async toWallet(tx: Transaction, wanted: NewRefund): Promise<StoredRefund> {
    const stored = await this.refunds.insertCompleted(tx, wanted);
    tx.emit(refundCompleted, refundEndedOf(stored, await this.refunds.completed(tx, stored.intentId)));
    tx.afterCommit(() => {
      reach('settled');
      this.metrics.completed('wallet');
    });
    return stored;
  }

  toRail(tx: Transaction, wanted: NewRefund, { way, requestId, causationId }: RailRefund): Promise<StoredRefund> {
    const operation = this.operations.open(tx, { causationId });
    return this.refunds.insertPending(tx, wanted, { ...way, requestId, ...operation });
  }
}
