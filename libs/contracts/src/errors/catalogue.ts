/** The meaning of an error code, which never changes. */
export interface ErrorDefinition {
  readonly status: number;
  readonly title: string;
  /** True when the identical request with the same Idempotency-Key may succeed. */
  readonly retryable: boolean;
}

const define = <Codes extends string>(codes: Record<Codes, readonly [number, string, retryable?: 'retryable']>) =>
  Object.fromEntries(
    Object.entries<readonly [number, string, retryable?: 'retryable']>(codes).map(
      ([code, [status, title, retryable]]) => [code, { status, title, retryable: retryable === 'retryable' }],
    ),
  ) as Readonly<Record<Codes, ErrorDefinition>>;

/**
 * Every error of the API (RFC 9457 problem documents): one code per condition. The docs pages, the OpenAPI
 * responses and the gateway's rendering are generated from this table.
 */
export const errorCatalogue = define({
  parameter_missing: [400, 'A required parameter is missing'],
  parameter_invalid: [400, 'A parameter has the wrong form'],
  parameter_unknown: [400, 'A parameter is unknown'],
  json_invalid: [400, 'The body is not valid JSON'],
  request_malformed: [400, 'The HTTP request is malformed'],
  key_in_url: [400, 'A key was sent in the URL'],
  amount_invalid: [400, 'The amount has the wrong form'],
  amount_too_small: [400, 'The amount is below the minimum'],
  amount_too_large: [400, 'The amount is above the maximum'],
  currency_unsupported: [400, 'The currency is not supported'],
  metadata_invalid: [400, 'The metadata is not valid'],
  idempotency_key_missing: [400, 'The operation needs an idempotency key'],
  idempotency_key_invalid: [400, 'The idempotency key has the wrong form'],
  phone_invalid: [400, 'The phone number is not in international format'],
  password_weak: [400, 'The password is too easy to guess'],
  operator_unknown: [400, 'The mobile-money operator is unknown'],
  channel_unsupported: [400, 'The delivery channel is not supported'],
  mail_token_invalid: [400, 'The token from the e-mail is not valid'],
  cursor_invalid: [400, 'The cursor is not valid for this list'],
  webhook_url_invalid: [400, 'The webhook URL cannot be used'],
  version_unknown: [400, 'The API version is unknown'],

  api_key_missing: [401, 'No API key was sent'],
  api_key_invalid: [401, 'The API key is not valid'],
  api_key_expired: [401, 'The API key has expired'],
  api_key_revoked: [401, 'The API key has been revoked'],
  api_key_mismatch: [401, 'The keys belong to different accounts or modes'],
  credentials_invalid: [401, 'The phone number, the e-mail address or the password is wrong'],
  token_missing: [401, 'No token was sent'],
  token_invalid: [401, 'The token is not valid'],
  token_expired: [401, 'The token has expired'],
  session_token_invalid: [401, 'The session token is not valid'],
  otp_invalid: [401, 'The one-time password is not valid'],
  second_factor_required: [401, 'A code of the second factor is required'],
  second_factor_invalid: [401, 'The code of the second factor is not valid'],

  secret_key_required: [403, 'This operation needs a secret key'],
  secret_key_in_browser: [403, 'A secret key was sent from a browser'],
  scope_missing: [403, 'The key, or the role of the member, lacks the scope for this operation'],
  origin_not_allowed: [403, 'The origin is not allowed for this key'],
  https_required: [403, 'HTTPS is required'],
  merchant_inactive: [403, 'The merchant account is not active'],
  mode_mismatch: [403, 'Test and live data cannot be mixed'],
  reauthentication_required: [403, 'The user must sign in again'],
  payer_phone_not_allowed: [403, 'Customers of this merchant pay from their own phone'],
  guest_not_allowed: [403, 'This payment needs an account'],
  phone_ask_not_allowed: [403, 'This account asks no phones'],
  owner_required: [403, 'Only an owner of the account may do this'],
  second_person_required: [403, 'Another member of the account must do this'],

  intent_not_found: [404, 'No such payment intent'],
  refund_not_found: [404, 'No such refund'],
  payout_not_found: [404, 'No such payout'],
  top_up_not_found: [404, 'No such top-up'],
  withdrawal_not_found: [404, 'No such withdrawal'],
  payout_destination_not_found: [404, 'No such destination of payouts'],
  payout_batch_not_found: [404, 'No such batch of payouts'],
  payment_link_not_found: [404, 'No such payment link'],
  till_not_found: [404, 'No such till'],
  api_key_not_found: [404, 'No such API key'],
  merchant_not_found: [404, 'No such merchant account'],
  member_not_found: [404, 'No such member'],
  session_not_found: [404, 'No such dashboard session'],
  webhook_endpoint_not_found: [404, 'No such webhook endpoint'],
  event_not_found: [404, 'No such event'],
  delivery_not_found: [404, 'No such delivery'],
  recovery_not_found: [404, 'No such recovery'],
  route_not_found: [404, 'No such route'],
  method_not_allowed: [405, 'The method is not allowed on this route'],
  request_timeout: [408, 'The request was not received in time', 'retryable'],
  body_too_large: [413, 'The body is too large'],
  uri_too_long: [414, 'The URL is too long'],
  media_type_unsupported: [415, 'The media type is not supported'],
  headers_too_large: [431, 'The headers are too large'],

  intent_unexpected_state: [409, 'The payment intent is in an unexpected state'],
  intent_already_charged: [409, 'The payment intent has already been charged'],
  otp_token_used: [409, 'The authorization token has already been used'],
  channel_unavailable: [409, 'The user has no address for the delivery channel'],
  wallet_frozen: [409, 'The wallet is frozen'],
  payment_method_unavailable: [409, 'The payment method is not available'],
  till_revoked: [409, 'The till takes no payments any more'],
  till_limit_reached: [409, 'The account has reached its limit of tills'],
  payment_link_inactive: [409, 'The payment link is not active'],
  payment_link_used_up: [409, 'The payment link has no uses left'],
  retry_unavailable: [409, 'The payment cannot be tried again here'],
  receipt_limit_reached: [409, 'The payment has reached its limit of receipts'],
  receipt_period_over: [409, 'The payment is too old for a receipt'],
  refund_unsupported: [409, 'The payment cannot be refunded the way it was paid'],
  refund_period_over: [409, 'The payment is too old for a refund'],
  refund_exceeds_charge: [409, 'The refunds would exceed the payment'],
  refund_limit_reached: [409, 'The limit of refunds for the day is reached'],
  payout_unexpected_state: [409, 'The payout is in an unexpected state'],
  payout_unsupported: [409, 'Nothing can be paid out by this operator'],
  payout_limit_reached: [409, 'The limit of payouts for the day is reached'],
  payout_destination_not_usable: [409, 'No money can go to this destination now'],
  payout_destination_limit_reached: [409, 'The account has reached its limit of destinations'],
  payout_batch_unexpected_state: [409, 'The batch of payouts is in an unexpected state'],
  payout_batch_faulty: [409, 'Rows of the batch cannot be paid'],
  payout_batch_changed: [409, 'The batch is not the one that was approved'],
  payout_batch_repeated: [409, 'The batch repeats another one'],
  payout_batch_limit_reached: [409, 'The limit of batches of payouts is reached'],
  balance_insufficient: [409, 'The balance does not cover the amount', 'retryable'],
  reference_exists: [409, 'The reference is in use'],
  api_key_inactive: [409, 'The API key is not active'],
  api_key_limit_reached: [409, 'The account has reached its limit of API keys'],
  merchant_name_locked: [409, 'Only the team of your Paygate changes the name of a live account'],
  member_exists: [409, 'The person is already a member of the account'],
  member_joined: [409, 'The member has already accepted the invitation'],
  member_limit_reached: [409, 'The account has reached its limit of members'],
  endpoint_limit_reached: [409, 'The account has reached its limit of webhook endpoints'],
  webhook_secret_limit_reached: [409, 'The endpoint has reached its limit of valid secrets'],
  event_body_expired: [409, 'The body of the event is no longer kept'],
  recovery_in_progress: [409, 'The endpoint has a recovery in progress'],
  second_factor_enabled: [409, 'The person already has a second factor'],
  second_factor_missing: [409, 'The person has no second factor'],
  last_owner: [409, 'The account must keep an owner'],
  idempotency_key_in_use: [409, 'A request with this idempotency key is in progress', 'retryable'],
  intent_expired: [410, 'The payment intent has expired'],
  payment_link_expired: [410, 'The payment link has expired'],
  withdrawal_expired: [410, 'The withdrawal can no longer be confirmed'],
  idempotency_key_reused: [422, 'The idempotency key was used for another request'],

  rate_limited: [429, 'Too many requests', 'retryable'],
  otp_cooldown: [429, 'A code was sent recently', 'retryable'],
  otp_budget_spent: [429, 'Too many codes were requested or tried', 'retryable'],
  prompt_limit_reached: [429, 'The phone was asked to approve too many payments', 'retryable'],
  owner_lookup_limit_reached: [429, 'The limit of questions about owners of numbers is reached', 'retryable'],
  login_throttled: [429, 'Too many sign-in attempts', 'retryable'],
  quota_spent: [429, 'The account has reached its limit of test data for the day'],

  internal_error: [500, 'An internal error occurred', 'retryable'],
  service_unavailable: [503, 'The service is unavailable; nothing was executed', 'retryable'],
  upstream_timeout: [504, 'The outcome is not known', 'retryable'],
});

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;

/** True when a string is a code of the catalogue. */
export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(errorCatalogue, value);
}

/** Every code of the catalogue. */
export const errorCodes: readonly ErrorCode[] = Object.keys(errorCatalogue).filter(isErrorCode);
