import { Injectable } from '@nestjs/common';
import type { EventContract, IntentReversed, ReversalBooked } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { reversed } from '../domain/reversal.js';
import type { Read } from '../intents.repository.js';
import { intentChanged, originOf } from '../intents.view.js';
import type { Recorded } from '../refunds/record-afterwards.js';
import { RecordAfterwards } from '../refunds/record-afterwards.js';

/** Records bookings and returns of reversals, each once, with its one event. */
@Injectable()
export class RecordReversals {
  constructor(private readonly afterwards: RecordAfterwards) {}

  /** Bookings, or returns, that charging has published. */
  ingest(messages: readonly Received<ReversalBooked>[], contract: EventContract<IntentReversed>): Promise<void> {
    return this.afterwards.record(
      messages,
      ({ reversal }) => reversal.mode,
      (read, message) => changeOf(read, message, contract),
    );
  }
}

function changeOf(
  { intent: before, at }: Read,
  message: Received<ReversalBooked>,
  contract: EventContract<IntentReversed>,
): Recorded {
  const { reversal, turn, amountReversed: sum } = message.payload;
  const { reversalId, chargeId, currency } = reversal;
  const intent = reversed(before, { reversalId, chargeId, currency, turn, amountReversed: BigInt(sum) }, at);
  const change = intentChanged({ intent, moment: { at, eventId: newId('event') } });
  return {
    intent,
    events: [{ ...originOf(message), contract, payload: Object.assign(change, { reversal }) }],
  };
}
