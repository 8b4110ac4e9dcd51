"""Verifies deliveries. It needs no client and no secret key."""

from __future__ import annotations

import hashlib
import hmac
import math
import re
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from ._errors import SignatureVerificationError as SignatureVerificationError
from ._json import parsed

if TYPE_CHECKING:
    from ._api.types import PaygateEvent

_BLANK = "[\t\n\v\f\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*"
_TIME = re.compile(f"{_BLANK}t=([0-9]{{1,12}}){_BLANK}")
_SIGNATURE = re.compile(f"{_BLANK}v1=([0-9a-f]{{64}}){_BLANK}")
# 24 bytes or more
_SECRET = re.compile("whsec_[A-Za-z0-9+/]{32,}={0,2}")
_HEADER_MAX_LENGTH = 4096
_SIGNATURES_MAX = 32
_RAW_BODY = (
    "construct_event needs the raw body as it arrived, because the signature is of its bytes. "
    "Flask: request.get_data(). Django: request.body. FastAPI and Starlette: await request.body()."
)


def construct_event(
    body: bytes | bytearray | memoryview | str,
    signature: str | Sequence[str] | None,
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
) -> PaygateEvent:
    """Verifies a delivery and returns its event. Recognise repeated deliveries by the ``id`` of the event.

    ``body`` is the raw body, ``signature`` the header ``service-signature``, ``secret`` that of the endpoint, or several of them during a
    rotation. Every signature is compared with every secret in constant time. Raises SignatureVerificationError, whose ``fault`` names the
    cause, and ValueError for a secret that is none or a tolerance that is no finite number of 0 or more.
    """
    secrets = _checked(secret)
    if type(tolerance_seconds) not in (int, float) or not 0 <= tolerance_seconds < math.inf:
        raise ValueError("tolerance_seconds is a finite number, 0 or more")
    raw = _raw(body)
    timestamp, signatures = _header(signature)
    expected = [_hmac(each, timestamp, raw) for each in secrets]
    # each of them is compared, whatever those before it were
    if not any([hmac.compare_digest(each, given) for each in expected for given in signatures]):
        raise SignatureVerificationError("no_match", "no signature of the header matches this body and secret")
    age = time.time() - int(timestamp)
    if abs(age) > tolerance_seconds:
        fault, where = ("timestamp_too_old", "ago") if age > 0 else ("timestamp_in_future", "ahead of this clock")
        raise SignatureVerificationError(fault, f"the delivery was signed more than {tolerance_seconds} s {where}")
    try:
        return cast("PaygateEvent", parsed(raw.decode("utf-8", "replace")))
    except ValueError:
        raise SignatureVerificationError("body_malformed", "the body is signed and no JSON") from None


def generate_test_header(body: bytes | str, secret: str | Sequence[str], *, timestamp_seconds: int | None = None) -> str:
    """A ``service-signature`` header for tests of your own webhook route."""
    timestamp = str(int(time.time()) if timestamp_seconds is None else timestamp_seconds)
    signatures = [f"v1={_hmac(each, timestamp, _raw(body))}" for each in _checked(secret)]
    return ",".join([f"t={timestamp}", *signatures])


def _hmac(secret: str, timestamp: str, body: bytes) -> str:
    return hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()


def _raw(body: object) -> bytes:
    if isinstance(body, str):
        return body.encode("utf-8", "surrogatepass")
    if isinstance(body, (bytes, bytearray, memoryview)):
        return bytes(body)
    given = "There is no body" if body is None else f"The body is of type {type(body).__name__}"
    raise SignatureVerificationError("body_parsed", f"{given}. {_RAW_BODY}")


def _header(signature: str | Sequence[str] | None) -> tuple[str, list[str]]:
    given = [signature] if isinstance(signature, str) else list(signature or [])
    if len(given) > 1:
        raise SignatureVerificationError("header_malformed", "the request has more than one service-signature header")
    if not "".join(given):
        raise SignatureVerificationError("header_missing", "the request has no service-signature header")
    parts = given[0].split(",") if len(given[0]) <= _HEADER_MAX_LENGTH else []
    times = [found[1] for found in map(_TIME.fullmatch, parts) if found]
    signatures = [found[1] for found in map(_SIGNATURE.fullmatch, parts) if found]
    if len(times) != 1 or not 0 < len(signatures) <= _SIGNATURES_MAX:
        raise SignatureVerificationError("header_malformed", "the service-signature header is not t=<unix>,v1=<hex>")
    return times[0], signatures


def _checked(secret: str | Sequence[str]) -> list[str]:
    secrets = [secret] if isinstance(secret, str) else list(secret or [])
    for each in secrets:
        if not (isinstance(each, str) and _SECRET.fullmatch(each)):
            # the secret itself is in no message, because messages are logged
            raise ValueError("a webhook secret is whsec_ and the base64 of 24 bytes or more")
    if not secrets:
        raise ValueError("construct_event needs the secret of the webhook endpoint (whsec_…), or several of them")
    return secrets
