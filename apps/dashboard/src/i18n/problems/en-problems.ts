import type { ApiWords } from '../api-words.js';

/** English texts for refusals, with their figures. */
export const enProblems: Pick<ApiWords['problem'], 'codes' | 'rules'> = {
  codes: {
    credentials_invalid: 'E-mail address or password is wrong.',
    rate_limited: ({ retryAfter }) =>
      retryAfter === undefined ? 'Too many requests. Wait a moment.' : `Too many requests. Try again in ${retryAfter}.`,
    login_throttled: ({ retryAfter }) =>
      retryAfter === undefined ? 'Too many attempts. Wait a moment.' : `Too many attempts. Try again in ${retryAfter}.`,
    scope_missing: ({ scope }) =>
      scope === undefined
        ? 'Your role does not allow this.'
        : `Your role does not allow this. It would need the right: ${scope}.`,
    merchant_inactive: 'This account is not active in this mode.',
    parameter_invalid: 'This entry does not have the expected form.',
    parameter_missing: 'Fill in this field.',
    mail_token_invalid: 'The code is wrong, already used or expired.',
    second_factor_invalid: 'The code is wrong, or was used before.',
    password_weak: 'The password is too easy to guess.',
    token_invalid: 'Your session has ended. Sign in again.',
    intent_not_found: 'There is no such payment in this account and mode.',
    event_not_found: 'There is no such event in this account and mode.',
    delivery_not_found: 'There is no such delivery in this account and mode.',
    webhook_endpoint_not_found: 'There is no such endpoint in this account and mode.',
    webhook_url_invalid: 'The URL cannot receive deliveries.',
    intent_unexpected_state: ({ currentStatus }) =>
      `The payment’s status has changed${currentStatus === undefined ? '' : ` (${currentStatus})`}: this is no longer possible.`,
    refund_exceeds_charge: ({ refundable = '' }) =>
      `The amount is more than what is left to refund${refundable === '' ? '' : `: ${refundable}`}.`,
    refund_limit_reached: ({ limit, used = '…', max, usedAmount = '…', renewsAt }) => {
      const until = renewsAt === undefined ? 'Wait until tomorrow' : `Wait until ${renewsAt}`;
      if (max !== undefined)
        return `The account allows refunds of ${max} in all today, and ${usedAmount} were refunded. ${until}, or ask an owner.`;
      if (limit === undefined) return 'You have reached your limit of refunds for today.';
      if (limit === '0')
        return `Nothing can be refunded here (limit: 0 a day). Ask an owner, who can change this in the settings.`;
      return `All refunds that may be made today are made: ${used} of ${limit}. ${until}, or ask an owner.`;
    },
    refund_period_over: 'The payment is too old for a refund.',
    refund_unsupported: 'The payment method of this payment does not allow a refund.',
    balance_insufficient: ({ available = '', pending = '', owed = '', missing = '' }) =>
      available === ''
        ? 'Your balance does not cover the amount.'
        : `Your balance does not cover the amount: ${missing} is missing. Available: ${available}, pending: ${pending}${owed === '' ? '' : `, owed: ${owed}`}.`,
    payout_not_found: 'There is no such payout in this account and mode.',
    payout_destination_not_found: 'There is no such phone in this account and mode.',
    payout_destination_not_usable: ({ currentStatus = '', usableAt }) =>
      usableAt === undefined
        ? `No money can go to this phone${currentStatus === '' ? '' : `: ${currentStatus}`}.`
        : `No money can go to this phone before ${usableAt} (${currentStatus}).`,
    till_not_found: 'There is no such till in this account.',
    till_revoked: 'This till is revoked. Choose another one.',
    till_limit_reached: ({ limit = '…' }) =>
      `The account has its ${limit} tills, the most there can be. Revoke one first.`,
    payout_destination_limit_reached: ({ limit = '…' }) =>
      `The account has ${limit} phones, the largest number. Revoke one first.`,
    payout_unexpected_state: ({ currentStatus }) =>
      `The payout has already been sent${currentStatus === undefined ? '' : ` (${currentStatus})`}.`,
    payout_unsupported: 'Payouts through this operator are not possible.',
    payout_limit_reached: ({ limit, max }) =>
      limit === undefined || max === undefined
        ? 'The account has reached its limit of payouts for today.'
        : `The account has reached its limit for today: ${limit} payouts and ${max} a day.`,
    payout_batch_not_found: 'There is no such list in this account and mode.',
    payout_batch_unexpected_state: ({ currentStatus }) =>
      `This is not possible in the present state of the list${currentStatus === undefined ? '' : ` (${currentStatus})`}.`,
    payout_batch_faulty: 'Rows of the list cannot be paid. Look at its rows.',
    payout_batch_changed: 'The list is not the one that you have seen. Open it again.',
    payout_batch_repeated: 'The list repeats another one. Open it again, and confirm that.',
    payout_batch_limit_reached: ({ limit, max }) =>
      limit === undefined
        ? 'The account has reached its limit of lists.'
        : `The account has reached its limit of lists: ${limit}${max === undefined ? '' : `, ${max} in all`}.`,
    second_person_required: 'Another member of the account must approve.',
    owner_lookup_limit_reached: ({ limit = '…', retryAfter }) =>
      `The account cannot ask for the names of more than ${limit} owners in a day${retryAfter === undefined ? '' : `; try again in ${retryAfter}`}.`,
    operator_unknown: 'This is not an MTN or Orange number.',
    amount_invalid: 'The amount is not valid.',
    last_owner: 'An account must keep at least one owner.',
    owner_required: 'Only an owner may do this.',
    api_key_missing: 'Your session has ended. Sign in again.',
    token_missing: 'Your session has ended. Sign in again.',
    phone_invalid: 'That is not a phone number.',
    amount_too_small: ({ min, max }) =>
      min === undefined || max === undefined
        ? 'The amount is below the minimum.'
        : `The amount is too small: from ${min} to ${max}.`,
    amount_too_large: ({ min, max }) =>
      min === undefined || max === undefined
        ? 'The amount is above the maximum.'
        : `The amount is too large: from ${min} to ${max}.`,
    currency_unsupported: 'This currency is not supported.',
    cursor_invalid: 'This page of the list no longer exists. Go back to the first page.',
    merchant_not_found: 'There is no such account.',
    member_not_found: 'This person is no longer a member.',
    member_exists: 'This person is a member already.',
    member_joined: 'This person has joined already.',
    member_limit_reached: 'The account has reached its limit of members.',
    api_key_not_found: 'There is no such key in this account and mode.',
    api_key_inactive: 'This key is no longer valid.',
    api_key_limit_reached: 'The account has reached its limit of keys. Revoke one first.',
    payment_link_not_found: 'There is no such payment link in this account and mode.',
    payment_link_inactive: 'The payment link is deactivated.',
    payment_link_used_up: 'The payment link has no uses left.',
    payment_link_expired: 'The payment link has expired.',
    session_not_found: 'This session has ended already.',
    merchant_name_locked: 'Only the team of your Paygate can change the name of a live account.',
    endpoint_limit_reached: 'The account has reached its limit of endpoints.',
    webhook_secret_limit_reached: 'The endpoint has reached its limit of secrets. Wait until an old one expires.',
    event_body_expired: 'The event is no longer kept.',
    recovery_in_progress: 'Missed events are being sent already.',
    second_factor_enabled: 'The second factor is enabled already.',
    second_factor_missing: 'No second factor is enabled.',
    second_factor_required: 'A code of the second factor is needed.',
    idempotency_key_in_use: ({ retryAfter }) =>
      `The same request is in progress. ${retryAfter === undefined ? 'Wait a moment' : `Try again in ${retryAfter}`}.`,
    quota_spent: ({ intentsLeft, bytesLeft, renewsAt, retryAfter }) =>
      renewsAt === undefined
        ? 'The account has reached its limit of test data for today.'
        : `Today’s limit of test data: ${intentsLeft ?? ''} payments and ${bytesLeft ?? ''} are left. It is renewed on ${renewsAt}, in ${retryAfter ?? ''}.`,
    route_not_found: 'There is no such page.',
    body_too_large: 'That is too large.',
    metadata_invalid: 'The metadata is not valid.',
    parameter_unknown: 'The request contains something unknown.',
    internal_error: 'An error occurred in Paygate.',
    service_unavailable: ({ retryAfter }) =>
      `Paygate cannot do this at the moment. Try again${retryAfter === undefined ? '' : ` in ${retryAfter}`}.`,
    upstream_timeout: 'Paygate did not answer in time. It may have worked all the same: check before you try again.',
  },
  rules: [
    [/\bis required\b/, 'Fill in this field.'],
    [/must have 1 to (\d+) characters$/, (most) => `Write 1 to ${most} characters.`],
    [/must have 0 to (\d+) characters$/, (most) => `Write at most ${most} characters.`],
    [/must have (\d+) to (\d+) characters$/, (least, most) => `Write ${least} to ${most} characters.`],
    [/must have at least (\d+) characters$/, (least) => `Write at least ${least} characters.`],
    [/must have (\d+) to (\d+) elements$/, (least, most) => `Choose ${least} to ${most} of them.`],
    [/must have at least (\d+) elements$/, (least) => `Choose at least ${least}.`],
    [/must have at most (\d+) elements$/, (most) => `Choose at most ${most}.`],
    [/must be at least (\d+)$/, (least) => `The smallest possible number is ${least}.`],
    [/must be at most (\d+)$/, (most) => `The largest possible number is ${most}.`],
    [/must be an integer$/, 'Write a whole number.'],
    [/must be one of (.+)$/, (values) => `Possible values: ${values}.`],
    [/must be an e-mail address$/, 'This is not an e-mail address.'],
    [/must be an? (?:https )?URL\b/, 'Write an address that begins with https://, without user name and password.'],
    [/must be an origin\b/, 'Write an origin such as https://shop.example.'],
    [/must be one line of visible characters, without a web address$/, 'Write one line, without a web address.'],
    [/must be one line of visible characters$/, 'Write one line of visible characters.'],
    [/must be an ISO 8601 date and time$|must be a day that exists$/, 'This is not a date.'],
    [/must be a phone number\b/, 'This is not a phone number.'],
    [/must be a code of digits$/, 'The code has only digits.'],
    [/must be a string of 1 to 12 digits\b/, 'Write an amount of 1 to 12 digits.'],
    [/must be in the future\.?$/, 'Choose a moment in the future.'],
    [/maxAmount must not be less than minAmount\.?$/, 'The largest amount is below the smallest one.'],
    [/maxUses must not be less than the number of payments\b/, 'There are more open or completed payments than that.'],
    [
      /referencePattern must contain \{n\} unless maxUses is 1\.?$/,
      'With several uses the reference needs {n}, the number of the payment.',
    ],
    [/No type of event matches (.+?)\.?$/, (type) => `No type of event matches ${type}.`],
    [/^The span begins after its end\b/, 'The period begins after its end.'],
  ],
};
