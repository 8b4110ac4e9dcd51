import { Injectable } from '@nestjs/common';
import type { PayoutDestination, Reply, RevokePayoutDestinationCommand } from '@paygate/contracts';
import { accept, actedInCharging, merchantActed, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { EndRows } from '../batches/end-rows.js';
import { PayoutOperations } from '../payout-operations.js';
import { PayoutRecords } from '../payout-records.js';
import { destinationOf } from '../payouts.view.js';

/** Revokes destinations, and recipients of batches. The caller has made sure that an owner with a second factor asks, or is an `operator` command. */
@Injectable()
export class RevokeDestination {
  constructor(
    private readonly records: PayoutRecords,
    private readonly operations: PayoutOperations,
    private readonly rows: EndRows,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Locks the account first, as payouts do; then no payout is between its decision and its commit. */
  async revoke(message: Received<RevokePayoutDestinationCommand>): Promise<Reply<PayoutDestination>> {
    const { payload, producer, id: causationId, requestId } = message;
    const { merchantId, mode, destinationId } = payload;
    const found = await this.records.destinations.findRevocable(merchantId, mode, destinationId);
    if (found === undefined) return refuse('payout_destination_not_found');
    return this.unitOfWork.run<Reply<PayoutDestination>>(
      async (tx) => {
        await this.records.locked.lockIfOpen(tx, found);
        const revoked = await this.records.destinations.revoke(tx, destinationId);
        if (revoked === undefined) {
          const current = await this.records.destinations.findRevocable(merchantId, mode, destinationId, tx);
          return accept(destinationOf(current ?? found));
        }
        const act = { producer, payload };
        const destination = destinationOf(revoked);
        tx.emit(actedInCharging, merchantActed(act, 'payout_destination.revoked', destinationId, destination));
        if (revoked.kind === 'recipient') await this.rows.cancelTo(tx, destinationId);
        for (const payoutId of await this.records.payouts.unsentTo(tx, destinationId))
          if (await this.operations.stop(tx, payoutId))
            tx.emit(actedInCharging, merchantActed(act, 'payout.stopped', payoutId));
        return accept(destination);
      },
      { requestId, causationId },
    );
  }
}
