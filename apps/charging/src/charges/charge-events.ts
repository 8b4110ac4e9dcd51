import { Injectable } from '@nestjs/common';
import type { ChargeRequested, DeclineCode } from '@paygate/contracts';
import { chargeFailed, chargeSucceeded } from '@paygate/contracts';
import type { OutboxEntry, OutboxRows, Received } from '@paygate/messaging';
import { Outbox, pickOutboxRows } from '@paygate/messaging';
import { Clock } from '@paygate/platform';
import { chargeFailedOf, chargeSucceededOf } from './charges.view.js';
import type { Charge } from './domain/charge.js';

/** A charge and the message that requested it. */
export interface RequestedCharge {
  readonly charge: Charge;
  readonly message: Received<ChargeRequested>;
}

export interface DeclinedCharge extends RequestedCharge {
  readonly code: DeclineCode;
}

/** The events of charges. Their outbox rows are made before the statement that commits them, and published after it. */
@Injectable()
export class ChargeEvents {
  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** The rows of `charge.succeeded`, one for each charge, in their order. */
  succeeded(requested: readonly RequestedCharge[]): OutboxRows {
    const now = this.clock.now();
    return this.outbox.rows(
      requested.map(({ message, charge }) => ({
        contract: chargeSucceeded,
        payload: chargeSucceededOf(message.payload, charge.fee, now),
        ...originOf(message),
      })),
    );
  }

  /** The rows of `charge.failed`, one for each charge, in their order. */
  failed(declined: readonly DeclinedCharge[]): OutboxRows {
    const now = this.clock.now();
    return this.outbox.rows(
      declined.map(({ message, code }) => ({
        contract: chargeFailed,
        payload: chargeFailedOf(message.payload, code, { occurredAt: now, decidedBy: 'service' }),
        ...originOf(message),
      })),
    );
  }

  /** Publishes the rows that were committed. */
  publish(rows: OutboxRows, isCommitted: (index: number) => boolean): void {
    this.outbox.publish(pickOutboxRows(rows, isCommitted));
  }
}

function originOf({ requestId, id }: Received<unknown>): Omit<OutboxEntry, 'contract' | 'payload'> {
  return { requestId, causationId: id };
}
