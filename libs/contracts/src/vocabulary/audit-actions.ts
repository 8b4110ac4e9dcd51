/** Acts of members and API keys outside of auth that the audit trail of their account records. */
export const merchantActions = [
  'payment.canceled',
  'payment.refunded',
  'payment_link.created',
  'payment_link.activated',
  'payment_link.deactivated',
  'webhook_endpoint.created',
  'webhook_endpoint.changed',
  'webhook_endpoint.paused',
  'webhook_endpoint.enabled',
  'webhook_endpoint.deleted',
  'webhook_endpoint.secret_rotated',
  'webhook_endpoint.tested',
  'webhook_endpoint.recovery_started',
  'delivery.redelivered',
] as const;
export type MerchantAction = (typeof merchantActions)[number];
