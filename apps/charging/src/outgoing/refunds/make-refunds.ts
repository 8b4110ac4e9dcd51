import { Injectable } from '@nestjs/common';
import type { CreateRefundCommand } from '@paygate/contracts';
import { refundCompleted } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { reach } from '../../failpoints.js';
import { NewOperations } from '../../new-operations.js';
import type { StoredRefund } from './domain/refund.js';
import { RefundMetrics } from './refund-metrics.js';
import type { RefundWay } from './refund-ways.js';
import type { NewRefund } from './refunds.repository.js';
import { RefundsRepository } from './refunds.repository.js';
import { refundEndedOf } from './refunds.view.js';
import { WatchRefunds } from './watch-refunds.js';

/** The command that asked for a refund, and the way back by a rail. */
interface AskedRefund {
  readonly message: Received<CreateRefundCommand>;
  /** Undefined for a wallet. */
  readonly way: RefundWay | undefined;
}

/** Makes refunds that were judged: money goes back to a wallet at once; for a rail it is held, and its operation sends it. */
@Injectable()
export class MakeRefunds {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly metrics: RefundMetrics,
    private readonly operations: NewOperations,
    private readonly watch: WatchRefunds,
  ) {}

  async make(tx: Transaction, wanted: NewRefund, { message, way }: AskedRefund): Promise<StoredRefund> {
    const stored =
      way === undefined ? await this.#toWallet(tx, wanted) : await this.#toRail(tx, wanted, { message, way });
    await this.watch.after(tx, stored, message);
    return stored;
  }

  async #toWallet(tx: Transaction, wanted: NewRefund): Promise<StoredRefund> {
    const stored = await this.refunds.insertCompleted(tx, wanted);
    tx.emit(refundCompleted, refundEndedOf(stored, await this.refunds.completed(tx, stored.intentId)));
    tx.afterCommit(() => {
      reach('settled');
      this.metrics.completed('wallet');
    });
    return stored;
  }

  #toRail(
    tx: Transaction,
    wanted: NewRefund,
    { message: { id: causationId, requestId }, way }: AskedRefund & { readonly way: RefundWay },
  ): Promise<StoredRefund> {
    const operation = this.operations.open(tx, { causationId });
    return this.refunds.insertPending(tx, wanted, { ...way, requestId, ...operation });
  }
}
