import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import { Tracing } from '@paygate/platform';
import { reach } from './failpoints.js';

const CALLBACK_TOKEN_BYTES = 24;

/** What an operation is opened with. */
export interface NewOperation {
  readonly traceparent: string | undefined;
  readonly callbackToken: string;
}

/** Passes on that refunds and payouts have opened operations, to the worker that sends them. */
@Injectable()
export class NewOperations {
  #listener = (): void => undefined;

  constructor(private readonly tracing: Tracing) {}

  /** Calls `listener` for each operation that is due. */
  listen(listener: () => void): void {
    this.#listener = listener;
  }

  /** An operation that `tx` stores, and that is due when it has committed. */
  open(tx: Transaction, cause: Parameters<Tracing['active']>[0]): NewOperation {
    tx.afterCommit(() => {
      reach('operation-opened');
      this.#listener();
    });
    const callbackToken = randomBytes(CALLBACK_TOKEN_BYTES).toString('base64url');
    return { traceparent: this.tracing.active(cause), callbackToken };
  }
}
