import type { JsonSchema } from '../../schema/json-schema.js';
import { paymentEventTypes, PaymentEventView } from '../intents/payment-event.js';
import type { Components } from './openapi-components.js';
import { paymentEventExample } from './payment-event-examples.js';

type PaymentEventType = (typeof paymentEventTypes)[number];

const summaries: Readonly<Record<PaymentEventType, string>> = {
  'payment.created': 'A payment intent was created',
  'payment.processing': 'A charge was accepted',
  'payment.completed': 'The payment succeeded',
  'payment.failed': 'The payment could not be processed',
  'payment.expired': 'The payment intent lapsed',
  'payment.canceled': 'The payment intent was canceled',
};

/** The requests that merchants' endpoints receive, as the `webhooks` of an OpenAPI document. */
export function describeWebhooks(components: Components): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(paymentEventTypes.map((type) => [type, { post: describeWebhook(type, components) }]));
}

/** Any event, as a union that `type` discriminates. */
export const paygateEvent: JsonSchema = {
  oneOf: paymentEventTypes.map((type) => ({ $ref: schemaPath(type) })),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(paymentEventTypes.map((type) => [type, schemaPath(type)])),
  },
};

function schemaPath(type: PaymentEventType): string {
  return `#/components/schemas/${eventName(type)}`;
}

/** `payment.completed` is a PaymentCompletedEvent. */
function eventName(type: PaymentEventType): string {
  return type.replace(/(?:^|\.)(\w)/g, (_match, letter: string) => letter.toUpperCase()) + 'Event';
}

function describeWebhook(type: PaymentEventType, components: Components): JsonSchema {
  return {
    operationId: type.replace(/\.(\w)/, (_match, letter: string) => letter.toUpperCase()),
    summary: summaries[type],
    description:
      'Verify `service-signature` against the raw, unparsed body before anything else, and recognise repeated deliveries by `id`.',
    security: [],
    parameters: signatureHeaders,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: components.referVariant(PaymentEventView, eventName(type), type),
          example: paymentEventExample(type),
        },
      },
    },
    responses: { 200: { description: 'The event was handled.' } },
  };
}

const signatureHeaders = [
  headerOf('service-signature', 'Unix seconds and one HMAC-SHA256 in hex for each live secret: `t=…,v1=…`.'),
  headerOf('webhook-id', 'The id of the event (Standard Webhooks).'),
  headerOf('webhook-timestamp', 'Unix seconds (Standard Webhooks).'),
  headerOf('webhook-signature', 'The same signature in the form of Standard Webhooks: `v1,` and base64.'),
];

function headerOf(name: string, description: string): JsonSchema {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
