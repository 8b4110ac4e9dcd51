import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import { Tracing } from '@paygate/platform';
import { reach } from '../../failpoints.js';
import { OperationWorker } from './operation-worker.js';

const CALLBACK_TOKEN_BYTES = 24;

/** The facts that an operation is opened with. */
export interface NewOperation {
  readonly requestId: string;
  readonly traceparent: string | undefined;
  readonly callbackToken: string;
  /** The owner of the float that pays. */
  readonly floatOwner: string;
  /** The phone that is paid, sealed for the refund or payout. */
  readonly phone: string;
}

/** The command or the schedule that asks for it. */
export interface Cause {
  readonly requestId: string;
  readonly causationId?: string;
}

/** Opens the operations of refunds and payouts, in the transactions that hold their money. */
@Injectable()
export class NewOperations {
  constructor(
    private readonly worker: OperationWorker,
    private readonly tracing: Tracing,
  ) {}

  /** An operation that `tx` stores, and that is due when it has committed. */
  open(tx: Transaction, cause: Cause, way: Pick<NewOperation, 'floatOwner' | 'phone'>): NewOperation {
    tx.afterCommit(() => {
      reach('operation-opened');
      this.worker.wakeSoon();
    });
    const callbackToken = randomBytes(CALLBACK_TOKEN_BYTES).toString('base64url');
    return { ...way, requestId: cause.requestId, traceparent: this.tracing.active(cause), callbackToken };
  }
}
