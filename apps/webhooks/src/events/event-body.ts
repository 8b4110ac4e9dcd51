import type { IntentChanged } from '@paygate/contracts';
import { API_VERSION, renderPaymentIntent } from '@paygate/contracts';

/**
 * The body of an event: serialised once, stored and sent as these bytes in every attempt. The intent is rendered as a
 * secret key would read it; its metadata goes in as the merchant's own text. `apiVersion` is the merchant's, once it is pinned.
 */
export function eventBody(type: string, change: IntentChanged, apiVersion: string = API_VERSION): string {
  const head = JSON.stringify({
    id: change.eventId,
    type,
    created: change.occurredAt,
    apiVersion,
    mode: change.intent.mode,
    sequence: change.sequence,
  });
  return `${head.slice(0, -1)},"data":{"paymentIntent":${renderPaymentIntent(change.intent, 'merchant')}}}`;
}
