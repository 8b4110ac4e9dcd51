"""Generated from docs/api/openapi.json by `npm run docs`."""

from __future__ import annotations

from typing import Dict, Type

from .._errors import PaygateApiError

__all__ = [
    "PaygateAuthenticationError",
    "PaygatePermissionError",
    "PaygateNotFoundError",
    "PaygateConflictError",
    "PaygateRateLimitError",
    "PaygateServerError",
    "PaygateInvalidRequestError",
]

#: The version of the API that this client was made for.
API_VERSION = "2026-11-20"


class PaygateAuthenticationError(PaygateApiError):
    """The credential is missing, wrong, expired or revoked.

    401: api_key_expired, api_key_invalid, api_key_mismatch, api_key_missing, api_key_revoked, credentials_invalid, otp_invalid, second_factor_invalid, second_factor_required, session_token_invalid, token_expired, token_invalid, token_missing
    """


class PaygatePermissionError(PaygateApiError):
    """The credential does not permit this.

    403: guest_not_allowed, https_required, merchant_inactive, mode_mismatch, origin_not_allowed, owner_required, payer_phone_not_allowed, phone_ask_not_allowed, scope_missing, second_person_required, secret_key_in_browser, secret_key_required
    """


class PaygateNotFoundError(PaygateApiError):
    """No such object at this merchant in this mode.

    404: api_key_not_found, delivery_not_found, event_not_found, intent_not_found, member_not_found, merchant_not_found, payment_link_not_found, payout_batch_not_found, payout_destination_not_found, payout_not_found, recovery_not_found, refund_not_found, session_not_found, till_not_found, top_up_not_found, webhook_endpoint_not_found, withdrawal_not_found
    """


class PaygateConflictError(PaygateApiError):
    """The state of the object does not permit this.

    409: api_key_inactive, api_key_limit_reached, balance_insufficient, channel_unavailable, endpoint_limit_reached, event_body_expired, idempotency_key_in_use, intent_already_charged, intent_unexpected_state, last_owner, member_exists, member_joined, member_limit_reached, merchant_name_locked, otp_token_used, payment_link_inactive, payment_link_used_up, payment_method_unavailable, payout_batch_changed, payout_batch_faulty, payout_batch_limit_reached, payout_batch_repeated, payout_batch_unexpected_state, payout_destination_limit_reached, payout_destination_not_usable, payout_limit_reached, payout_unexpected_state, payout_unsupported, receipt_limit_reached, receipt_period_over, recovery_in_progress, reference_exists, refund_exceeds_charge, refund_limit_reached, refund_period_over, refund_unsupported, retry_unavailable, second_factor_enabled, second_factor_missing, till_limit_reached, till_revoked, wallet_frozen, webhook_secret_limit_reached
    410: intent_expired, payment_link_expired, withdrawal_expired
    """


class PaygateRateLimitError(PaygateApiError):
    """Too many requests.

    429: login_throttled, otp_budget_spent, otp_cooldown, owner_lookup_limit_reached, prompt_limit_reached, quota_spent, rate_limited
    """


class PaygateServerError(PaygateApiError):
    """Paygate could not answer. 503: nothing was executed; else it is not known.

    500: internal_error
    503: service_unavailable
    504: upstream_timeout
    """


class PaygateInvalidRequestError(PaygateApiError):
    """The request is not well-formed: correct it.

    400: amount_invalid, amount_too_large, amount_too_small, channel_unsupported, currency_unsupported, cursor_invalid, idempotency_key_invalid, idempotency_key_missing, json_invalid, key_in_url, mail_token_invalid, metadata_invalid, operator_unknown, parameter_invalid, parameter_missing, parameter_unknown, password_weak, phone_invalid, request_malformed, version_unknown, webhook_url_invalid
    408: request_timeout
    413: body_too_large
    414: uri_too_long
    415: media_type_unsupported
    422: idempotency_key_reused
    431: headers_too_large
    """


#: The class of each status that the document has.
BY_STATUS: Dict[int, Type[PaygateApiError]] = {
    400: PaygateInvalidRequestError,
    401: PaygateAuthenticationError,
    403: PaygatePermissionError,
    404: PaygateNotFoundError,
    408: PaygateInvalidRequestError,
    409: PaygateConflictError,
    410: PaygateConflictError,
    413: PaygateInvalidRequestError,
    414: PaygateInvalidRequestError,
    415: PaygateInvalidRequestError,
    422: PaygateInvalidRequestError,
    429: PaygateRateLimitError,
    431: PaygateInvalidRequestError,
    500: PaygateServerError,
    503: PaygateServerError,
    504: PaygateServerError,
}
