import { defineEvent } from '../kernel/message.js';
import { eventStreams } from '../kernel/streams.js';
import { IsId, IsNested, IsTimestamp } from '../schema/fields.js';
import { Payout } from './payout.js';

/** A payout has ended. One that was canceled has no event: whoever canceled it has the answer. */
export class PayoutEnded {
  /** The id of the event as the merchant sees it, minted with the end of the payout. */
  @IsId('event') eventId!: string;
  @IsId('merchant') merchantId!: string;
  @IsNested(() => Payout) payout!: Payout;
  @IsTimestamp() occurredAt!: string;
}

const ended = (type: string) =>
  defineEvent({
    type,
    stream: eventStreams.chargingPayouts,
    payload: PayoutEnded,
    key: (payload: PayoutEnded) => payload.payout.payoutId,
  });

/** The destination has the money: the ledger holds the transfers. */
export const payoutCompleted = ended('payout.completed');
/** No money moved and none will: it is part of the balance again. */
export const payoutFailed = ended('payout.failed');
