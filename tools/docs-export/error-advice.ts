import type { ErrorCode } from '@paygate/contracts';

const badKey =
  'Check that the whole key was copied and that it belongs to this installation. Create a new key if it is lost.';
const newIntent = 'Create a new intent and start the checkout again.';
const invalidParameter = 'Correct each parameter that `errors` names and send the request again.';

/** Advice to callers for each error. The compiler requires a line for each code of the catalogue. */
export const errorAdvice: Readonly<Record<ErrorCode, string>> = {
  parameter_missing: invalidParameter,
  parameter_invalid: invalidParameter,
  parameter_unknown:
    'Remove the parameter, or correct its name. Names are in camelCase, and each operation has its own parameters.',
  json_invalid: 'Send one JSON object in UTF-8, without duplicate keys and with at most eight levels of nesting.',
  request_malformed:
    'Send the request as RFC 9110 defines it: one Host header, no repeated header, and a path as the request target.',
  key_in_url: 'Send keys and tokens in headers only. URLs are written to logs, so revoke a key that was sent in one.',
  amount_invalid:
    'Send a string of digits in the currency\'s minor unit, without sign, decimal point, exponent or leading zero. `currencyExponent` is the number of minor digits of the currency: it is 0 for XAF, so "5000" is 5 000 FCFA.',
  amount_too_small: '`min` is the smallest amount in this currency.',
  amount_too_large: '`max` is the largest amount in this currency.',
  currency_unsupported:
    'Use a currency that this Paygate takes: `detail` names them. An account of a country that is no longer offered takes payments in them, too.',
  metadata_invalid: 'Send a JSON object of at most 16 KiB, 50 top-level keys and 8 levels, without duplicate keys.',
  idempotency_key_missing:
    'Send the header `Idempotency-Key`, preferably a UUID v4: money would be sent twice if a request without one were repeated.',
  idempotency_key_invalid: 'Send 1 to 255 printable ASCII characters, preferably a UUID v4.',
  phone_invalid: 'Write the number as `+`, country code and number, digits only: +237670000001.',
  password_weak:
    'Ask the user for another password. Very common passwords, repeated characters or sequences, and the phone number are refused.',
  operator_unknown:
    'Name an operator that the API document lists, or a phone number of one of these operators. Without `operator`, the operator is derived from the number.',
  channel_unsupported: 'Use a channel that the API document lists.',
  channel_unavailable:
    'Use the other channel: the signed-in user has no address on file for this one. Nothing was sent.',
  mail_token_invalid:
    'Copy the whole token from the newest e-mail, or request another e-mail. Wrong, used and expired tokens get the same answer.',
  cursor_invalid: 'Use `nextCursor` of a page of this list, or the id of one of your own objects of the same mode.',
  webhook_url_invalid:
    'Use an https URL whose host is a name that resolves to a public address, without user name, password and fragment. In test mode http is accepted too.',
  version_unknown: 'Use one of the versions in `knownVersions`, or leave the header out.',
  api_key_missing: 'Send the key in the header `x-api-key`; a server may send its secret key as Bearer token instead.',
  api_key_invalid: badKey,
  api_key_expired: 'Use the key that replaced it.',
  api_key_revoked: 'Use another key. A revoked key never works again.',
  api_key_mismatch: 'Send one key, or two keys of the same account and mode.',
  credentials_invalid:
    'Ask the person to enter them again. An unknown phone number or e-mail address and a wrong password get the same answer.',
  token_missing:
    'Send the token in the header `Authorization: Bearer <token>`. A charge of the user’s wallet needs two tokens, unless the merchant’s setting `customerSignIn` says otherwise: the user token in this header, and the token of the one-time password in `x-otp-token`. Where `param` is `authorization`, the user token is missing.',
  token_invalid: 'Obtain a new token. It must be of the kind that the detail names, of this merchant and of this mode.',
  token_expired: 'Obtain a new token.',
  session_token_invalid: 'Send the `sessionToken` of the created intent, unchanged, in the header `x-session-token`.',
  otp_invalid:
    'Ask the customer to enter the code again, or send a new one. Wrong, expired and used codes and unknown users get the same answer.',
  second_factor_required:
    'The e-mail address and the password are right, and the person has a second factor. Ask for a code of the authenticator app, or a recovery code, and repeat the request with `code`.',
  second_factor_invalid:
    'Ask for the code that the app shows now, or for a recovery code. Wrong, old and used codes get the same answer. If codes are refused again and again, check the clock of the phone.',
  secret_key_required: 'Call this operation from your server, with a secret key.',
  secret_key_in_browser: 'A secret key must never reach a browser. Revoke it and use a publishable key there.',
  scope_missing: 'Use a key that has the scope. A member needs a role that has it.',
  origin_not_allowed:
    'Add the origin of the page to the key with `PATCH /api-keys/{id}`, or empty its list of origins. A session cookie is accepted only in requests from pages of the gateway’s own origin; a program sends the session token as Bearer.',
  https_required: 'Use https, and revoke a key that was sent without encryption.',
  merchant_inactive:
    'The account is not active in the mode of this key: it has not been activated for live payments yet, or it has been suspended. Contact support.',
  mode_mismatch:
    'The account belongs to both modes. Once it is active in live mode, change it with a live key, or with `x-mode: live` in a dashboard session. The test inbox belongs to test mode: read it with a test key.',
  reauthentication_required: 'Let the user sign in, and repeat the request with the new user token.',
  guest_not_allowed:
    'Let the customer sign in and pay, or create a payment without `userId`. `detail` states which limit the guest has reached; after three numbers were tried for a payment, another number does not help.',
  phone_ask_not_allowed:
    'Ask an owner to switch on `phoneAsks` in the settings of the account. Until then customers pay by a link, a QR code or a code.',
  payer_phone_not_allowed: 'Leave `paymentMethod.phoneNumber` out: the customer pays from the phone of the account.',
  owner_required:
    'Ask an owner: only owners add, change and remove owners, and the destinations of payouts. An admin may approve a batch of payouts, too.',
  second_person_required:
    'Ask another owner or admin of the account: two members must stand behind a large batch of payouts. One who drafted it counts as one of them, a key does not.',
  intent_not_found: 'Check the id, and that the key belongs to the merchant and mode of the intent.',
  top_up_not_found: 'Check the id, and that the user token is of the user who asked for the top-up.',
  withdrawal_not_found: 'Check the id, and that the user token is of the user who asked for the withdrawal.',
  payout_not_found: 'Check the id, and that the key belongs to the merchant and mode of the payout.',
  payout_destination_not_found:
    'Check the id, and that the destination belongs to the account and mode. An owner registers destinations in the dashboard.',
  payout_batch_not_found: 'Check the id, and that the key belongs to the merchant and mode of the batch.',
  refund_not_found: 'Check the id, and that the key belongs to the merchant and mode of the refund.',
  api_key_not_found: 'Check the id, and that your key belongs to the same merchant and mode.',
  merchant_not_found: 'Send the id of one of the accounts of the session in the header `x-merchant-id`.',
  session_not_found: 'The session has ended, or belongs to another person. List the sessions.',
  member_not_found: 'Check the id, and that the member belongs to this account.',
  payment_link_not_found: 'Check the id, and that your key belongs to the merchant and mode of the link.',
  till_not_found: 'Check the id, and that the till is one of your account: `GET /tills` lists them.',
  webhook_endpoint_not_found: 'Check the id, and that your key belongs to the merchant and mode of the endpoint.',
  event_not_found:
    'Check the id, and that your key belongs to the merchant and mode of the event. Events are kept for 90 days.',
  delivery_not_found: 'Check the id, and that your key belongs to the merchant and mode of the delivery.',
  recovery_not_found: 'Check both ids, and that your key belongs to the merchant and mode of the endpoint.',
  route_not_found: 'Check the path against the API document.',
  method_not_allowed: 'The header `Allow` lists the methods of this path.',
  request_timeout: 'Send the whole request without pausing.',
  body_too_large: 'Send at most 32 KiB.',
  uri_too_long: 'Shorten the URL.',
  media_type_unsupported: 'Send application/json in UTF-8, uncompressed.',
  headers_too_large: 'Send less than 16 KiB of headers.',
  intent_unexpected_state: '`currentStatus` is the status of the intent. Read the intent again before you continue.',
  intent_already_charged: 'An intent can be charged only once. Create another intent for another payment.',
  otp_token_used: 'An authorization token pays for one intent. For another intent, send and verify a new code.',
  payment_method_unavailable:
    'Offer another payment method. The token was not consumed, so the customer needs no new code.',
  till_revoked: 'An owner or an admin has revoked the till for ever. Choose another one of `GET /tills`, or make one.',
  till_limit_reached:
    'Revoke a till that you no longer use. With `limit` 500 the account has made as many tills as it may, revoked ones included.',
  payment_link_inactive: 'The merchant has deactivated the link. With `active: true` it can be paid again.',
  payment_link_used_up:
    'The open and completed payments of the link have reached `maxUses`. A payment that expires, fails or is canceled gives its use back.',
  receipt_limit_reached: 'Show the customer the receipt on the payment page, at `checkoutUrl`.',
  receipt_period_over: 'Show the customer the receipt on the payment page, at `checkoutUrl`.',
  refund_unsupported: 'Give the money back in another way. `detail` states why this payment cannot be refunded.',
  refund_period_over: 'Give the money back in another way.',
  refund_exceeds_charge:
    '`refundable` is what is left of the payment after its refunds that are PENDING or COMPLETED, and after what the operator has taken back. Send this amount or less, or leave `amount` out.',
  refund_limit_reached:
    'Wait until `renewsAt`, or ask an owner of the account: an owner who has signed in with a second factor can refund beyond the limit of the account, and change it. With `limit` it is a number of refunds, the setting `cashierRefundsPerDay` or that of the account, and `used` is how many were made; with `max` it is a sum, and `usedAmount` is what was refunded. A smaller refund may still fit.',
  payout_unexpected_state:
    'Only a PENDING payout, of which nothing was sent to the operator, can be canceled. `currentStatus` is its status.',
  payout_unsupported:
    'Register a number of an operator by which this Paygate pays out. `detail` names the operator that was refused.',
  payout_limit_reached:
    'Wait until tomorrow: days are those of Africa/Douala. `limit` is the largest number of payouts in a day, and `max` their largest sum. Payouts that failed or were canceled have a limit of their own, which `detail` then names.',
  payout_destination_not_usable:
    'Either the destination was registered less than 48 hours ago, and `usableAt` is the time from which it can receive money; or it was revoked. Choose another one.',
  payout_destination_limit_reached: 'Revoke a destination that you no longer use.',
  payout_batch_unexpected_state:
    '`currentStatus` is its status. Rows are added to a DRAFT, a READY batch is approved, and an approved one is paused, resumed or canceled.',
  payout_batch_faulty:
    'List the rows: each states its `faults`. Replace those rows, which keep their numbers, and seal the batch again.',
  payout_batch_changed: 'Read the batch again, and approve the `hash`, `rowCount` and `total` that it has.',
  payout_batch_repeated:
    'Make sure that the recipients are to be paid again. If so, send the `repeats` of the batch with the approval.',
  payout_batch_limit_reached:
    'Divide the batch, or wait until tomorrow: days are those of Africa/Douala. `limit` is the largest number, of rows or of batches that wait, and `max` the largest sum of a batch or of a day, as `detail` states.',
  balance_insufficient:
    'A refund can use what is `available` and `pending`, a payout only what is `available`. The fee of a payment is kept, so one payment alone does not cover its full refund. Repeat the request with the same Idempotency-Key once other payments have brought in what is `missing`. Where `owed` is not 0, an operator has taken back more than the balance had, and nothing leaves it before that is filled.',
  retry_unavailable:
    'Lead the customer back to the shop, which creates a new intent. `detail` states why no further try can begin: none is allowed, all have been used, too little time is left, or a person decided the outcome.',
  reference_exists: 'An open or completed intent has this reference. Use that intent, or another reference.',
  api_key_inactive:
    'A key that was rotated or revoked or has expired cannot be rotated or changed. Rotate or change the key that replaced it.',
  api_key_limit_reached:
    'Revoke keys that you no longer need. Keys created within 24 hours have a limit of their own, which includes revoked keys; the detail states which limit was reached.',
  merchant_name_locked:
    'The name stands in messages to customers. Ask the team of your Paygate, and change everything else without `name`.',
  member_exists: 'Find the member in the list, and change the role or send the invitation again.',
  member_joined: 'The member has joined and can sign in or reset the password.',
  member_limit_reached: 'Remove members who no longer need access.',
  endpoint_limit_reached: 'Delete an endpoint, or combine several into one: an event filter can list several types.',
  webhook_secret_limit_reached:
    'Wait until an earlier secret expires, or rotate with an `overlapSeconds` of 0, which ends all earlier ones at once.',
  event_body_expired: 'Bodies are kept for 30 days. Read the payment intent itself, whose id the event names.',
  recovery_in_progress: 'Wait until it has completed before you begin the next one.',
  second_factor_enabled: 'To move to another app, disable the second factor first.',
  second_factor_missing: 'Begin one with `POST /dashboard/second-factor`, and confirm it with a code of the app.',
  last_owner: 'Make another member an owner first.',
  idempotency_key_in_use:
    'The first request is still in progress. Wait for `Retry-After` seconds and repeat the request.',
  wallet_frozen:
    'The team of your Paygate has frozen the wallet: it can be read and receives refunds, and nothing fills it or leaves it. The customer asks the team.',
  withdrawal_expired:
    'Ask for a new withdrawal, with a key of its own, and show its fee: a code confirms a withdrawal within an hour, at the fee and by the operator that were shown.',
  payment_link_expired: 'Create another link: the terms of a link never change.',
  intent_expired: newIntent,
  idempotency_key_reused:
    'Use a new key for each new request: a key stands for one body. The order of members, white space, escapes, and null for an absent field make no difference; an array in another order, `1` and `1.0`, `1` and `"1"`, capitals, and null inside metadata do.',
  rate_limited: 'Wait for `Retry-After` seconds, and spread your requests over time.',
  owner_lookup_limit_reached:
    'Wait until tomorrow: an account can ask for the owners of numbers 20 times a day (Africa/Douala). A destination can be registered without this question.',
  prompt_limit_reached:
    'Wait for `Retry-After` seconds, or offer another payment method. The token of a charge was not consumed. Of an ask (`POST /till/charges`) `detail` names the bound that is reached, which ends with the day (Africa/Douala).',
  otp_cooldown: 'Wait for `Retry-After` seconds before you request the code again.',
  otp_budget_spent: 'Wait for `Retry-After` seconds.',
  quota_spent:
    'Wait until `renewsAt`, or ask the team of your Paygate for a higher quota. Until then nothing more is stored for the account in test mode; reading, and revoking a key, still work. `intentsLeft` is the number of requests that may still store something in test mode today, `bytesLeft` what their bodies may have in all: one of them is 0.',
  login_throttled: 'Wait for `Retry-After` seconds before the next attempt.',
  internal_error: 'Repeat the request with the same Idempotency-Key. If the error persists, report the `requestId`.',
  service_unavailable:
    'Nothing was executed. Repeat the request after `Retry-After` seconds. Under overload, requests that create an intent, send a code or begin a payment by a link get this answer; payments that have begun go on.',
  upstream_timeout:
    'It is unknown whether the request was executed. Repeat it with the same Idempotency-Key. A charge needs no key: it is idempotent by intent.',
};
