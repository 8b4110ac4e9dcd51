import type {
  IntentChanged,
  IntentRefundEnded,
  IntentReversed,
  OperatorChanged,
  PayoutBatchMoved,
  PayoutEnded,
} from '@paygate/contracts';
import { API_VERSION, renderPaymentIntent, renderPayout, renderRefund, reversalView } from '@paygate/contracts';
import type { WebhookEvent } from './events.repository.js';

/**
 * The body of an event: serialised once, stored and sent as these bytes in every attempt. The intent and its refund or reversal are
 * rendered as a secret key would read them; their metadata goes in as the merchant's own text. `apiVersion` is the merchant's, once it is pinned.
 */
export function eventBody(
  type: string,
  change: IntentChanged | IntentRefundEnded | IntentReversed,
  apiVersion: string = API_VERSION,
): string {
  const head = JSON.stringify({
    id: change.eventId,
    type,
    created: change.occurredAt,
    apiVersion,
    mode: change.intent.mode,
    sequence: change.sequence,
  });
  const about = renderAbout(change);
  return `${head.slice(0, -1)},"data":{${about}"paymentIntent":${renderPaymentIntent(change.intent, 'merchant')}}}`;
}

/** The refund or the reversal that the change is about, as a member of the data. */
function renderAbout(change: IntentChanged | IntentRefundEnded | IntentReversed): string {
  if ('refund' in change) return `"refund":${renderRefund(change.refund)},`;
  return 'reversal' in change ? `"reversal":${JSON.stringify(reversalView(change.reversal))},` : '';
}

/** The body of an event about a payout, in the same form. */
export function payoutEventBody(type: string, ended: PayoutEnded, apiVersion: string = API_VERSION): string {
  const { eventId: id, occurredAt: created, payout } = ended;
  const head = JSON.stringify({ id, type, created, apiVersion, mode: payout.mode, sequence: null });
  return `${head.slice(0, -1)},"data":{"payout":${renderPayout(payout)}}}`;
}

/** The body of an event about a batch of payouts, in the same form. */
export function payoutBatchEventBody(type: string, moved: PayoutBatchMoved, apiVersion: string = API_VERSION): string {
  const { eventId, occurredAt: created, batch } = moved;
  // what is undefined is not written
  const inner = { batchId: undefined, merchantId: undefined };
  const { ...shown } = batch;
  const payoutBatch = { id: batch.batchId, object: 'payout_batch', ...shown, ...inner };
  const { mode } = batch;
  return JSON.stringify({ id: eventId, type, created, apiVersion, mode, sequence: null, data: { payoutBatch } });
}

/** The body of an event about an operator, in the same form. The id is that of the merchant's event. */
export function operatorEventBody(
  { eventId: id, type }: Pick<WebhookEvent, 'eventId' | 'type'>,
  { mode, operator, occurredAt: created }: OperatorChanged,
  apiVersion: string = API_VERSION,
): string {
  return JSON.stringify({ id, type, created, apiVersion, mode, sequence: null, data: { operator } });
}
