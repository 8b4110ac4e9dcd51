import type { ErrorCode } from '@paygate/contracts';

const badKey =
  'Check that the whole key was copied, and that it is one of this installation. Make a new one if it is lost.';
const newIntent = 'Create a new intent and start the checkout again.';
const noForm = 'Correct the parameter that `errors` names and send the request again.';

/** What a caller does about each error: the compiler asks for a line when a code is added. */
export const errorAdvice: Readonly<Record<ErrorCode, string>> = {
  parameter_missing: noForm,
  parameter_invalid: noForm,
  parameter_unknown:
    'Remove the parameter. Names are in camelCase, and a field of one operation is not one of another.',
  json_invalid: 'Send one JSON object in UTF-8, without duplicate keys and with at most eight levels of nesting.',
  request_malformed:
    'Send the request as RFC 9110 writes it: one Host, no header that stands twice, a path as the target.',
  key_in_url: 'Send keys and tokens in headers only. A key that stood in a URL is in logs by now: revoke it.',
  amount_invalid:
    'Send a string of digits in the currency\'s minor unit, without sign, point, exponent or leading zero. `currencyExponent` says how many digits of the major unit that is: "5000" is 5 000 FCFA.',
  amount_too_small: '`min` is the least amount in this currency.',
  amount_too_large: '`max` is the largest amount in this currency.',
  currency_unsupported: 'Use one of the ISO 4217 codes that the API document lists.',
  metadata_invalid: 'Send a JSON object of at most 16 KiB, 50 keys and 8 levels, in which no object names a key twice.',
  idempotency_key_invalid: 'Send 1 to 255 printable ASCII characters, best a UUID v4.',
  phone_invalid: 'Write the number as `+`, country code and number, digits only: +237670000001.',
  password_weak:
    'Ask the user for another password: one that is not among the commonest, not one character or row of characters over and over, and not the phone number.',
  channel_unsupported: 'Use a channel that the API document lists and for which the user has an address on file.',
  mail_token_invalid:
    'Copy the whole token out of the newest e-mail, or have another one sent. A wrong, a used and an expired token read the same.',
  cursor_invalid:
    'Use a cursor of this list: `nextCursor` of a page, or the id of one of your own objects of this mode.',
  webhook_url_invalid: 'Use an https URL with a public host name.',
  version_unknown: '`knownVersions` lists the versions. Leave the header out to speak the newest.',
  api_key_missing: 'Send the key in the header `x-api-key`; a server may send its secret key as Bearer token instead.',
  api_key_invalid: badKey,
  api_key_expired: 'Use the key that took its place.',
  api_key_revoked: 'Use another key. A revoked one never works again.',
  api_key_mismatch: 'Send two keys of one account and one mode, or one key.',
  credentials_invalid:
    'Ask the person again. An unknown number, or e-mail address, and a wrong password read the same.',
  token_missing:
    'Send the token in the Authorization header, after `Bearer`. Where the merchant asks for a user token besides the other, the user token goes there, and the one of the one-time password in `x-otp-token`.',
  token_invalid: 'Obtain a new token. It must be of the right kind, of this merchant and this mode.',
  token_expired: 'Obtain a new token.',
  session_token_invalid: 'Use the `sessionToken` of the create answer, unchanged, in the header `x-session-token`.',
  otp_invalid:
    'Ask for the code again, or send a new one. A wrong, an expired and a used code read the same, and so does an unknown user.',
  secret_key_required: 'Call this operation from your server, with a secret key.',
  secret_key_in_browser: 'A secret key must never reach a browser. Revoke it and use a publishable key there.',
  scope_missing: 'Add the scope to the restricted key, or use another key. A member needs another role.',
  origin_not_allowed: "Add the page's origin to the key, or leave its list empty.",
  https_required: 'Use https. A key that travelled in the clear should be revoked.',
  merchant_inactive: 'The account has been suspended. Contact support.',
  mode_mismatch: 'No operation answers it yet: an object of the other mode reads as a missing one.',
  reauthentication_required: 'Let the user sign in, and repeat the request with the new token.',
  owner_required: 'Let an owner do it: only owners make, change and remove owners.',
  intent_not_found: "Check the id, and that the key is of the intent's merchant and mode.",
  api_key_not_found: 'Check the id, and that your key is of the same merchant and mode.',
  merchant_not_found: 'Choose one of the accounts that the session names, in the header `x-merchant-id`.',
  member_not_found: 'Check the id, and that the member is one of this account.',
  route_not_found: 'Check the path against the API document.',
  method_not_allowed: 'The header `Allow` lists the methods of this path.',
  request_timeout: 'Send the whole request without pausing.',
  body_too_large: 'Send at most 32 KiB.',
  uri_too_long: 'Shorten the URL.',
  media_type_unsupported: 'Send application/json in UTF-8, uncompressed.',
  headers_too_large: 'Send less than 16 KiB of headers.',
  intent_unexpected_state: '`currentStatus` says where the intent is. Read it again before going on.',
  intent_already_charged: 'An intent is charged once, for ever. For another payment create another intent.',
  otp_token_used: 'A token pays once. Verify a new code for the other intent.',
  reference_exists: 'An open or completed intent has this reference: use that intent, or another reference.',
  api_key_inactive:
    'A key that was rotated, revoked or has expired has no further successor. Rotate the one that took its place.',
  api_key_limit_reached:
    'Revoke the keys that are not needed any more. Of keys made within 24 hours there is a limit too, to which revoked ones count: the detail says which one was reached.',
  member_exists: 'Find the person in the list of members, and change the role or send the invitation again.',
  member_joined: 'There is nothing to send: the member signs in, or asks for a new password.',
  member_limit_reached: 'Remove members who are not needed any more.',
  webhook_endpoint_limit_reached: 'Let one endpoint take the events of several: an event filter is a list.',
  last_owner: 'Make another member an owner before.',
  idempotency_key_in_use:
    'The first request is still under way. Wait as long as `Retry-After` says and send the same again.',
  intent_expired: newIntent,
  idempotency_key_reused: 'One key stands for one body. Use a new key for another request.',
  rate_limited: 'Wait as long as `Retry-After` says, and spread your requests.',
  otp_cooldown: 'Wait as long as `Retry-After` says before asking for the code again.',
  otp_budget_spent: 'Wait as long as `Retry-After` says.',
  login_throttled: 'Wait as long as `Retry-After` says.',
  internal_error:
    'Send the same request again with the same Idempotency-Key, and report the `requestId` if it persists.',
  service_unavailable: 'Nothing was executed: send the same request again after `Retry-After`.',
  upstream_timeout:
    'It is not known whether the request was executed. Send the same again with the same Idempotency-Key; a charge needs none, it is idempotent by intent.',
};
