import type { ErrorCode } from '@paygate/contracts';

/**
 * What a command without an idempotency key is refused with for good, because the same command could be granted a moment
 * later: what it was refused for is in the hands of others, or of time. Nobody gets these for nothing: who asks is known, or
 * was counted before.
 */
export const lastingRefusals: readonly ErrorCode[] = [
  // what an account is like, and who is who in it
  'merchant_inactive',
  'scope_missing',
  'owner_required',
  'last_owner',
  'member_exists',
  'member_not_found',
  'member_limit_reached',
  'api_key_not_found',
  'api_key_limit_reached',
  // of these some name what others may make, or end
  'parameter_invalid',
  // of an invitation: the password is another one meanwhile
  'credentials_invalid',
  // waits and budgets of codes, and what a service sends
  'otp_cooldown',
  'otp_budget_spent',
  'channel_unsupported',
];
