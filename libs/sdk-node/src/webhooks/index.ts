/* `@paygate/node/webhooks`: deliveries in any runtime, such as workers. Nothing here imports a module of Node.js. */
export type { PaygateEvent } from '@paygate/api-types';
export type { SignatureFault } from '@paygate/webhook-signature/header';
export { PaygateError, SignatureVerificationError } from '../errors.js';
export type { ConstructEventOptions, RawBody } from './delivery.js';
export { verifyWebhook, type WebhookHeaders } from './verify-webhook.js';
