import type { JsonSchema } from '../schema/json-schema.js';
import type { PayloadClass } from '../schema/schema.js';
import { PaymentEventView } from '../payments/payment-event.js';
import { RefundEventView } from '../refunds/refund-event.js';
import { ReversalEventView } from '../reversals/reversal-event.js';
import { operatorEventExample, OperatorEventView } from '../operators/operator-event.js';
import { payoutBatchEventExample, PayoutBatchEventView } from '../payouts/batches/batch-event.js';
import { payoutEventExample, PayoutEventView } from '../payouts/payout-event.js';
import type {
  EndpointEventType,
  MerchantEventName,
  OperatorEventType,
  PayoutBatchEventType,
  PayoutEventType,
  RefundEventType,
  ReversalEventType,
} from '../vocabulary/merchant-events.js';
import {
  endpointEventTypes,
  merchantEventNames,
  merchantEvents,
  operatorEventTypes,
  payoutBatchEventTypes,
  payoutEventTypes,
  refundEventTypes,
  reversalEventTypes,
} from '../vocabulary/merchant-events.js';
import { endpointEventExample, EndpointEventView } from '../webhooks/endpoint-event.js';
import type { Components } from './openapi-components.js';
import { paymentEventExample } from './payment-event-examples.js';
import { refundEventExample } from './refund-event-examples.js';
import { reversalEventExample } from './reversal-event-examples.js';

/** The requests that merchants' endpoints receive, as the `webhooks` of an OpenAPI document. */
export function describeWebhooks(components: Components): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(merchantEventNames.map((type) => [type, { post: describeWebhook(type, components) }]));
}

/** Any event, as a union that `type` discriminates. */
export const paygateEvent: JsonSchema = {
  oneOf: merchantEventNames.map((type) => ({ $ref: schemaPath(type) })),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(merchantEventNames.map((type) => [type, schemaPath(type)])),
  },
};

/**
 * An event that is read: as it was delivered, or without its data once that has expired.
 * @param stored the schema of an event of any type
 */
export function readEvents(stored: JsonSchema): Readonly<Record<'Event' | 'ExpiredEvent', JsonSchema>> {
  const { properties } = stored as { readonly properties: Readonly<Record<string, JsonSchema>> };
  const expired = {
    type: {
      type: 'string',
      enum: merchantEventNames,
      description: 'The type of the event.',
      examples: ['payment.completed'],
    },
    data: { type: 'null', description: 'The data have expired, after 30 days.' },
  };
  return {
    Event: { anyOf: [{ $ref: '#/components/schemas/PaygateEvent' }, { $ref: '#/components/schemas/ExpiredEvent' }] },
    ExpiredEvent: { ...stored, properties: { ...properties, ...expired } },
  };
}

function schemaPath(type: MerchantEventName): string {
  return `#/components/schemas/${eventName(type)}`;
}

/** `payment.completed` is a PaymentCompletedEvent. */
function eventName(type: MerchantEventName): string {
  return type.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase()) + 'Event';
}

function describeWebhook(type: MerchantEventName, components: Components): JsonSchema {
  return {
    operationId: type.replace(/[._](\w)/g, (_match, letter: string) => letter.toUpperCase()),
    summary: merchantEvents[type].summary,
    description:
      'Verify `service-signature` against the raw, unparsed body before anything else, and recognise repeated deliveries by `id`.',
    security: [],
    parameters: signatureHeaders,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: components.referVariant(merchantEventClass(type), eventName(type), type),
          example: merchantEventExample(type),
        },
      },
    },
    responses: { 200: { description: 'The event was handled.' } },
  };
}

/** The class of the body of an event. */
export function merchantEventClass(type: MerchantEventName): PayloadClass<object> {
  if (isEndpointEvent(type)) return EndpointEventView;
  if (isOperatorEvent(type)) return OperatorEventView;
  if (isPayoutEvent(type)) return PayoutEventView;
  if (isPayoutBatchEvent(type)) return PayoutBatchEventView;
  if (isReversalEvent(type)) return ReversalEventView;
  return isRefundEvent(type) ? RefundEventView : PaymentEventView;
}

/** An event of one type as a merchant receives it. */
export function merchantEventExample(
  type: MerchantEventName,
):
  | PaymentEventView
  | RefundEventView
  | ReversalEventView
  | PayoutEventView
  | PayoutBatchEventView
  | EndpointEventView
  | OperatorEventView {
  if (isEndpointEvent(type)) return endpointEventExample(type);
  if (isOperatorEvent(type)) return operatorEventExample(type);
  if (isPayoutEvent(type)) return payoutEventExample(type);
  if (isPayoutBatchEvent(type)) return payoutBatchEventExample(type);
  if (isReversalEvent(type)) return reversalEventExample(type);
  return isRefundEvent(type) ? refundEventExample(type) : paymentEventExample(type);
}

function isEndpointEvent(type: MerchantEventName): type is EndpointEventType {
  return endpointEventTypes.some((known) => known === type);
}

function isOperatorEvent(type: MerchantEventName): type is OperatorEventType {
  return operatorEventTypes.some((known) => known === type);
}

function isRefundEvent(type: MerchantEventName): type is RefundEventType {
  return refundEventTypes.some((known) => known === type);
}

function isReversalEvent(type: MerchantEventName): type is ReversalEventType {
  return reversalEventTypes.some((known) => known === type);
}

function isPayoutEvent(type: MerchantEventName): type is PayoutEventType {
  return payoutEventTypes.some((known) => known === type);
}

function isPayoutBatchEvent(type: MerchantEventName): type is PayoutBatchEventType {
  return payoutBatchEventTypes.some((known) => known === type);
}

const signatureHeaders = [
  headerOf('service-signature', 'Unix seconds and one HMAC-SHA256 in hex for each valid secret: `t=…,v1=…`.'),
  headerOf('webhook-id', 'The id of the event (Standard Webhooks).'),
  headerOf('webhook-timestamp', 'Unix seconds (Standard Webhooks).'),
  headerOf('webhook-signature', 'The same signature in the form of Standard Webhooks: `v1,` and base64.'),
];

function headerOf(name: string, description: string): JsonSchema {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
