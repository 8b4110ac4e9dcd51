/** Acts of members and API keys outside of auth that the audit trail of their account records. */
export const merchantActions = [
  'payment.canceled',
  'payment.refunded',
  'payer.read',
  'refunds.half_of_balance',
  'fee.agreed',
  'payout.requested',
  'payout.canceled',
  'payout.stopped',
  'payout_destination.looked_up',
  'payout_destination.registered',
  'payout_destination.revoked',
  'payout_schedule.changed',
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

/** Actions in auth itself. */
export const auditActions = [
  'api_key.created',
  'api_key.changed',
  'api_key.rotated',
  'api_key.revoked',
  'api_key.in_browser',
  'merchant.changed',
  'merchant.live_requested',
  'merchant.live_request_withdrawn',
  'merchant.live_request_declined',
  'user.registered',
  'password.reset',
  'member.invited',
  'member.invited_again',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.erased',
  'member.password_reset',
  'member.password_changed',
  'member.second_factor_enabled',
  'member.second_factor_disabled',
  'member.second_factor_refused',
  'member.recovery_code_used',
  'member.recovery_codes_renewed',
  'member.signed_in',
] as const;
/** Actions that are recorded once per subject, actor and minute, with their count. Operations are the subjects of refused requests and reads. */
export const countedActions = [
  'member.sign_in_refused',
  'member.signed_out',
  'member.session_ended',
  'member.refused',
  'member.password_refused',
  'member.password_reset_requested',
  'api_key.refused',
  'customers.read',
  'test_inbox.read',
  'customer.sign_in_refused',
  'customer.password_reset_requested',
] as const;

/** Every act that an audit trail may hold. */
export const auditActionNames: readonly string[] = [...auditActions, ...countedActions, ...merchantActions];
