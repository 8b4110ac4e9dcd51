"""What a call or a verification may raise."""

from __future__ import annotations

from typing import Any

__all__ = ["PaygateError", "PaygateApiError", "PaygateConnectionError", "PaygateTimeoutError", "SignatureVerificationError"]


class PaygateError(Exception):
    """A failure of this client.

    ``code`` is a code of the API, ``connection_failed`` or ``timeout`` when no answer came, or ``signature_invalid`` for a delivery.
    ``attempts`` says how often the request was sent, ``retryable`` whether sending it again, with the same key, may succeed.
    """

    def __init__(self, code: str, message: str, *, attempts: int = 0, retryable: bool = False) -> None:
        super().__init__(message)
        self.code, self.attempts, self.retryable = code, attempts, retryable


class PaygateConnectionError(PaygateError):
    """No answer came: the connection failed in every attempt. The request may have been executed."""


class PaygateTimeoutError(PaygateConnectionError):
    """No answer came in time. The request may have been executed."""


class SignatureVerificationError(PaygateError):
    """A delivery that did not verify.

    ``fault`` names the cause: ``header_missing``, ``header_malformed``, ``no_match``, ``timestamp_too_old``, ``timestamp_in_future``,
    ``body_parsed`` for what is not the raw body, or ``body_malformed`` for a signed body that is no JSON.
    """

    def __init__(self, fault: str, message: str) -> None:
        super().__init__("signature_invalid", message)
        self.fault = fault


class PaygateApiError(PaygateError):
    """An answer that denies the request.

    ``problem`` is the whole problem document, with the fields that some codes add, such as ``min`` and ``max``. ``request_id`` names the
    request in the logs of Paygate.
    """

    def __init__(self, problem: dict[str, Any], attempts: int) -> None:
        param: str | None = problem.get("param")
        where = "" if param is None else f" ({param})"
        self.request_id: str = problem.get("requestId", "unknown")
        message = f"{problem['detail']}{where} [{problem['code']}, {self.request_id}]"
        super().__init__(problem["code"], message, attempts=attempts, retryable=problem["retryable"])
        self.problem, self.param = problem, param
        self.status: int = problem["status"]
        #: All faults of the request.
        self.errors: list[dict[str, Any]] = problem.get("errors") or []
        #: Seconds to wait before the next attempt, when the answer says so.
        self.retry_after: float | None = problem.get("retryAfter")
