import type { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { webhookSecretBytes } from './secret.js';

/** The signed parts of one delivery attempt. The body is the exact bytes that are sent. */
export interface Delivery {
  /** The event's id, the same in every attempt. */
  readonly id: string;
  /** The time of the attempt, in seconds since 1970 (Unix time). */
  readonly timestampSeconds: number;
  readonly body: string | Buffer;
}

/** The headers that carry the signatures of one attempt. */
export interface SignatureHeaders {
  /** Paygate's own: `t=<unix>,v1=<hex>`, one `v1` for each valid secret. */
  readonly 'service-signature': string;
  /** The three of Standard Webhooks 1.0, which existing libraries verify. */
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/**
 * Signs one attempt with every live secret of the endpoint, so that a receiver verifies during a rotation with the old
 * secret or the new one.
 * @param secrets printed secrets (`whsec_…`), at least one
 */
export function signDelivery(delivery: Delivery, secrets: readonly string[]): SignatureHeaders {
  if (secrets.length === 0) throw new TypeError('a delivery is signed with at least one secret');
  const timestamp = String(delivery.timestampSeconds);
  return {
    'service-signature': [
      `t=${timestamp}`,
      ...secrets.map((secret) => `v1=${serviceSignature(secret, timestamp, delivery.body)}`),
    ].join(','),
    'webhook-id': delivery.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${standardSignature(secret, delivery)}`).join(' '),
  };
}

/** Hex HMAC-SHA-256 of `<t>.<raw body>` under the printed secret. */
export function serviceSignature(secret: string, timestamp: string, body: string | Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

function standardSignature(secret: string, { id, timestampSeconds, body }: Delivery): string {
  return createHmac('sha256', webhookSecretBytes(secret))
    .update(`${id}.${timestampSeconds}.`)
    .update(body)
    .digest('base64');
}
