import type { IntentStatus } from '../../bus/payment-intent.js';
import { exampleOf } from '../../schema/example.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import type { Components } from './openapi-components.js';
import {
  PaymentEventData,
  paymentEventTypes,
  PaymentEventView,
  PaymentIntentView,
} from '../intents/payment-intent-view.js';

type PaymentEventType = (typeof paymentEventTypes)[number];

/** What each event tells, and where the intent then stands. */
const told: Readonly<Record<PaymentEventType, { readonly summary: string; readonly status: IntentStatus }>> = {
  'payment.created': { summary: 'A payment intent was created', status: 'PENDING' },
  'payment.processing': { summary: 'A charge was accepted', status: 'PROCESSING' },
  'payment.completed': { summary: 'The payment succeeded', status: 'COMPLETED' },
  'payment.failed': { summary: 'The payment could not be processed', status: 'FAILED' },
  'payment.expired': { summary: 'The payment intent lapsed', status: 'EXPIRED' },
  'payment.canceled': { summary: 'The payment intent was canceled', status: 'CANCELED' },
};

/** An event of one type as a merchant receives it. */
export function paymentEventExample(type: PaymentEventType): Readonly<Record<string, unknown>> {
  const paymentIntent = { ...exampleOf(PaymentIntentView), status: told[type].status };
  return { ...exampleOf(PaymentEventView), type, data: { ...exampleOf(PaymentEventData), paymentIntent } };
}

/** The requests that merchants' endpoints receive, as the `webhooks` of an OpenAPI document. */
export function describeWebhooks(components: Components): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(paymentEventTypes.map((type) => [type, { post: describeWebhook(type, components) }]));
}

function describeWebhook(type: PaymentEventType, components: Components): JsonSchema {
  return {
    operationId: type.replace(/\.(\w)/, (_match, letter: string) => letter.toUpperCase()),
    summary: told[type].summary,
    description:
      'Verify `service-signature` against the raw, unparsed body before anything else, and recognise repeated deliveries by `id`.',
    security: [],
    parameters: signatureHeaders,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { ...components.refer(PaymentEventView, false), properties: { type: { const: type } } },
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
