import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { refundCompleted } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { Tracing } from '@paygate/platform';
import { reach } from '../failpoints.js';
import type { StoredRefund } from './domain/refund.js';
import { RefundMetrics } from './refund-metrics.js';
import type { RefundWay } from './refund-ways.js';
import type { NewRefund } from './refunds.repository.js';
import { RefundsRepository } from './refunds.repository.js';
import { refundEndedOf } from './refunds.view.js';

const CALLBACK_TOKEN_BYTES = 24;

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
    private readonly tracing: Tracing,
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

  async toRail(tx: Transaction, wanted: NewRefund, { way, requestId, causationId }: RailRefund): Promise<StoredRefund> {
    const traceparent = this.tracing.active({ causationId });
    const callbackToken = randomBytes(CALLBACK_TOKEN_BYTES).toString('base64url');
    const stored = await this.refunds.insertPending(tx, wanted, { ...way, requestId, traceparent, callbackToken });
    tx.afterCommit(() => {
      reach('operation-opened');
    });
    return stored;
  }
}
