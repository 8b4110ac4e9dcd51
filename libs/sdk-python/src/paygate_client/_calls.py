"""A call with its attempts, apart from how a request is sent: both clients run these steps."""

from __future__ import annotations

import platform
import random
import re
import time
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, TypedDict
from urllib.parse import urlencode

import httpx

from . import __version__
from ._api.errors import BY_STATUS, PaygateInvalidRequestError, PaygateServerError
from ._errors import PaygateApiError, PaygateConnectionError, PaygateError, PaygateTimeoutError
from ._json import parsed, written

_FIRST_DELAY, _MAX_DELAY = 0.5, 8.0
#: The statuses of requests that were refused before they had an effect.
_NOT_EXECUTED = (429, 503)
_PATH = re.compile(r"(/(?!\.{1,2}(/|$))[\w.{}-]+)+", re.ASCII)


class CallOptions(TypedDict, total=False):
    """Options of one call, instead of those of the client. Times are in seconds.

    ``idempotency_key`` names the effect: calls with the same key have one. Each call has a new one when it is absent. ``request_id``, 8 to
    64 letters, digits, ``.``, ``_`` and ``-``, names the request in the logs of Paygate.
    """

    idempotency_key: str
    timeout: float
    deadline: float
    max_retries: int
    request_id: str


class WaitOptions(CallOptions, total=False):
    """Options of a read that can wait for something new: at most 5 seconds."""

    wait_seconds: int


_PARTS = ("ids", "query", "body", "session_token")
_OPTIONS = {*CallOptions.__annotations__, *WaitOptions.__annotations__}


@dataclass(frozen=True)
class Settings:
    """Options of a client. Raises ValueError, which says what to do about a wrong one."""

    secret_key: str = field(repr=False)
    base_url: str
    api_version: str
    timeout: float
    deadline: float
    max_retries: int

    def __post_init__(self) -> None:
        # the key itself is in no message, because messages are logged
        if not re.fullmatch("[sr]k_(test|live)_[A-Za-z0-9_]+", self.secret_key):
            raise ValueError("secret_key is that of a server: it begins with sk_test_, sk_live_, rk_test_ or rk_live_")
        if not (0 < self.timeout < 2**31 and 0 < self.deadline < 2**31 and self.max_retries >= 0):
            raise ValueError("timeout and deadline are seconds, more than 0, and max_retries is 0 or more")
        if self.base_url == "":
            raise ValueError("the address of the gateway is not known: set base_url or the variable PAYGATE_BASE_URL")
        # https, or this machine; no user name, password, query or fragment
        if not re.fullmatch(r"(https://[^\s/?#@]+|http://(localhost|127\.0\.0\.1|\[::1])(:\d+)?)(/[^\s?#]*)?", self.base_url):
            raise ValueError("base_url must be an https URL, such as https://paygate.example, and nothing more")


@dataclass(frozen=True)
class Attempt:
    """A request as it is sent, and for how long its answer is waited for, in seconds."""

    method: str
    url: str
    headers: dict[str, str] = field(repr=False)
    content: bytes | None = field(repr=False)
    timeout: float
    end: float

    def check(self) -> None:
        """Between the parts of an answer: each of them could come in time and all of them never."""
        if time.monotonic() > self.end:
            raise httpx.ReadTimeout("the answer takes too long")

    def sent(self) -> dict[str, Any]:
        # a key is never sent to another address, and never replaced by one of the environment
        return {"headers": self.headers, "content": self.content, "timeout": self.timeout, "follow_redirects": False, "auth": None}


@dataclass(frozen=True)
class Reply:
    status: int
    headers: httpx.Headers
    content: bytes


@dataclass(frozen=True)
class Response:
    """An answer with its details. ``text`` is the body as it arrived, ``replayed`` says that it answers an earlier request of this key."""

    data: Any
    status: int
    request_id: str
    attempts: int
    replayed: bool
    headers: httpx.Headers
    text: str


Steps = Generator["Attempt | float | Response", "Reply | httpx.RequestError | None", None]


def steps_of(settings: Settings, method: str, path: str, options: Mapping[str, Any], **call: Any) -> Steps:
    """Yields what is to be done: a request to send, answered by its reply or error, or seconds to wait; and at last the response."""
    for name in {*call, *options} - {*_PARTS, *_OPTIONS}:
        raise TypeError(f"a call has no option {name}")
    url = settings.base_url + path_of(path, call.get("ids") or {}) + query_of(call.get("query"))
    content = None if call.get("body") is None else written(call["body"])
    headers = _headers(settings, method, content, call.get("session_token"), options)
    end = time.monotonic() + options.get("deadline", settings.deadline)
    attempts, may_be_done = 0, False
    while True:
        attempts += 1
        now = time.monotonic()
        timeout = max(0.001, min(options.get("timeout", settings.timeout), end - now))
        reply = yield Attempt(method, url, headers, content, timeout, now + timeout)
        try:
            response = _judged(reply, attempts, is_delete_again=may_be_done and method == "DELETE")
        except PaygateError as error:
            if not error.retryable or attempts > options.get("max_retries", settings.max_retries):
                raise
            may_be_done |= not (isinstance(error, PaygateApiError) and error.status in _NOT_EXECUTED)
            delay = retry_delay(attempts, getattr(error, "retry_after", None))
            if time.monotonic() + delay >= end:
                raise
        else:
            yield response
            return
        yield delay


def retry_delay(failed_attempts: int, retry_after: float | None, chance: float | None = None) -> float:
    """The wait before the next attempt: random, so that clients that failed together do not return together."""
    most = min(_MAX_DELAY, _FIRST_DELAY * 2.0 ** min(failed_attempts - 1, 10))
    return float(retry_after or 0) + (random.random() if chance is None else chance) * most


def path_of(template: str, ids: Mapping[str, str]) -> str:
    """Ids are letters, digits, ``_`` and ``-``: anything else, such as ``..``, would lead to another path."""
    if not _PATH.fullmatch(template):
        raise ValueError("path is a path of the API such as /payouts/{id}, without a query")
    for name in re.findall(r"\{(\w+)\}", template):
        value = ids.get(name)
        if not isinstance(value, str) or not re.fullmatch("[A-Za-z0-9_-]{1,128}", value):
            raise ValueError(f"{name} is not an id")
        template = template.replace(f"{{{name}}}", value)
    return template


def query_of(query: Mapping[str, Any] | None) -> str:
    """The query as the API reads it: lists by repetition, objects by ``name[key]``."""
    pairs: list[tuple[str, str]] = []
    for name, value in (query or {}).items():
        if isinstance(value, Mapping):
            pairs += [(f"{name}[{key}]", str(text)) for key, text in value.items()]
        elif isinstance(value, (list, tuple)):
            pairs += [(name, str(text)) for text in value]
        elif value is not None:
            pairs.append((name, str(value).lower() if isinstance(value, bool) else str(value)))
    return f"?{urlencode(pairs)}" if pairs else ""


def turned(call: dict[str, Any], place: str, cursor: str | None) -> dict[str, Any]:
    """The call of the page after a cursor, in the direction in which the list began."""
    given = call.get(place) or {}
    turn = "startingAfter" if given.get("endingBefore") is None else "endingBefore"
    return call if cursor is None else {**call, place: {**given, turn: cursor}}


def _headers(
    settings: Settings, method: str, content: bytes | None, token: str | None, options: Mapping[str, Any]
) -> dict[str, str]:
    if not re.fullmatch("sess_[\x21-\x7e]+", "sess_-" if token is None else token):
        raise ValueError("the session token of a created intent is needed; for an id (pi_…) there is retrieve_by_id")
    key = (options.get("idempotency_key") or str(uuid.uuid4())) if method == "POST" else None
    given = {
        "accept": "application/json",
        "authorization": f"Bearer {settings.secret_key}",
        "x-api-key": settings.secret_key,
        "x-api-version": settings.api_version,
        "user-agent": f"paygate-python/{__version__} python/{platform.python_version()}",
        "content-type": None if content is None else "application/json",
        "idempotency-key": key,
        "x-session-token": token,
        "prefer": f"wait={options['wait_seconds']}" if "wait_seconds" in options else None,
        "x-request-id": options.get("request_id"),
    }
    headers = {name: value for name, value in given.items() if value is not None}
    for name, value in headers.items():
        if not re.fullmatch("[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?", value):
            raise ValueError(f"no header {name} can have this value")
    return headers


def _judged(reply: Reply | httpx.RequestError | None, attempts: int, *, is_delete_again: bool) -> Response:
    if isinstance(reply, httpx.TimeoutException):
        raise PaygateTimeoutError("timeout", "no answer came in time", attempts=attempts, retryable=True) from reply
    if not isinstance(reply, Reply):
        message = f"the gateway could not be reached: {reply}"
        raise PaygateConnectionError("connection_failed", message, attempts=attempts, retryable=True) from reply
    is_gone = is_delete_again and reply.status == 404
    text = "" if is_gone else reply.content.decode("utf-8", "replace")
    is_csv, data, is_json = reply.headers.get("content-type", "").startswith("text/csv"), None, True
    try:
        data = parsed(text) if text and not is_csv else text or None
    except ValueError:
        is_json = False
    if not is_json or not (is_gone or 200 <= reply.status < 300):
        problem = _problem(reply, data)
        other = PaygateServerError if problem["status"] >= 500 else PaygateInvalidRequestError
        raise BY_STATUS.get(problem["status"], other)(problem, attempts)
    replayed, request_id = reply.headers.get("idempotency-replayed") == "true", reply.headers.get("x-request-id", "unknown")
    return Response(data, reply.status, request_id, attempts, replayed, reply.headers, text)


def _problem(reply: Reply, body: Any) -> dict[str, Any]:
    """The problem document of an answer that is no success. An answer of something in between, such as a proxy, becomes one."""
    retry_after = retry_after_of(reply.headers.get("retry-after"))
    waits = {} if retry_after is None else {"retryAfter": retry_after}
    kinds = {"code": str, "status": int, "detail": str, "retryable": bool}
    if isinstance(body, dict) and all(isinstance(body.get(name), kind) for name, kind in kinds.items()):
        return {**waits, **body}
    detail = f"The answer has the status {reply.status} and is no problem document: it may come from a proxy"
    code = "rate_limited" if reply.status == 429 else "internal_error"
    is_retryable = reply.status in (408, 429) or reply.status >= 500
    known = {"status": reply.status, "code": code, "retryable": is_retryable, "requestId": reply.headers.get("x-request-id", "unknown")}
    return {"type": "about:blank", "title": "Unexpected answer", "detail": detail, **known, **waits}


def retry_after_of(header: str | None) -> float | None:
    """Seconds of a ``Retry-After`` header, which holds a number or a date."""
    if re.fullmatch("[0-9]{1,9}", header or ""):
        return float(header or "")
    try:
        return max(0.0, parsedate_to_datetime(header or "").timestamp() - time.time())
    except (TypeError, ValueError, IndexError):
        return None
