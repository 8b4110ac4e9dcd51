import type { PaygateEvent } from '@paygate/api-types';

/** The types of the API document; any other fails the build. */
const known = {
  'payment.created': true,
  'payment.processing': true,
  'payment.delayed': true,
  'payment.completed': true,
  'payment.failed': true,
  'payment.expired': true,
  'payment.canceled': true,
  'endpoint.failing': true,
  'endpoint.disabled': true,
  'endpoint.ping': true,
} as const satisfies Readonly<Partial<Record<PaygateEvent['type'], true>>>;

/** The types of events. */
export const eventTypes: readonly string[] = Object.keys(known);
