import { Controller } from '@nestjs/common';
import type { ReversalBooked } from '@paygate/contracts';
import { intentReversalReturned, intentReversed, reversalBooked, reversalReturned } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { RecordReversals } from './record-reversals.js';

/** Bookings and returns of reversals, published by charging. */
@Controller()
export class ReversalsEvents {
  constructor(private readonly recordReversals: RecordReversals) {}

  @HandleEventBatch(reversalBooked)
  booked(batch: readonly Received<ReversalBooked>[]): Promise<void> {
    return this.recordReversals.ingest(batch, intentReversed);
  }

  @HandleEventBatch(reversalReturned)
  returned(batch: readonly Received<ReversalBooked>[]): Promise<void> {
    return this.recordReversals.ingest(batch, intentReversalReturned);
  }
}
