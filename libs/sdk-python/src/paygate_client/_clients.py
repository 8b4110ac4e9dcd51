"""Sends the requests of calls. The asynchronous client is made of this one by `npm run docs`."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any, TypeVar

import httpx

from ._api.errors import API_VERSION
from ._calls import Attempt, Reply, Response, Settings, steps_of, turned
from ._pages import Pages

Self = TypeVar("Self")


class Client:
    def __init__(
        self,
        secret_key: str,
        *,
        base_url: str | None = None,
        api_version: str = API_VERSION,
        timeout: float = 30,
        deadline: float = 90,
        max_retries: int = 2,
        http_client: httpx.Client | None = None,
    ) -> None:
        """Times are in seconds: ``timeout`` bounds one attempt, ``deadline`` a call with all its attempts. ``base_url`` is the variable
        PAYGATE_BASE_URL when absent. ``http_client`` is for a proxy or a certificate authority of your own."""
        address = (base_url or os.environ.get("PAYGATE_BASE_URL", "")).rstrip("/")
        self._settings = Settings(secret_key, address, api_version, timeout, deadline, max_retries)
        self._http = http_client or httpx.Client()
        self._attach()

    def _attach(self) -> None:
        """Adds the resources."""

    def request(self, method: str, path: str, *, options: Mapping[str, Any] | None = None, **call: Any) -> Response:
        """Sends a request of any operation, with the retries and errors of the other calls, and returns the answer with its details.

        ``call`` may have ``ids`` of the path, ``query``, ``body`` and ``session_token``.
        """
        steps = steps_of(self._settings, method, path, options or {}, **call)
        step = next(steps)
        while not isinstance(step, Response):
            step = steps.send(self._perform(step))
        return step

    def list_all(self, path: str, *, method: str = "GET", **call: Any) -> Pages[Any, Any]:
        """Any list: iterate over it for every object of all its pages."""

        def load(cursor: str | None) -> Any:
            response = self.request(method, path, **turned(call, "query" if method == "GET" else "body", cursor))
            return response.data

        return Pages(load)

    def close(self) -> None:
        self._http.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _perform(self, step: Attempt | float) -> Reply | httpx.RequestError | None:
        if not isinstance(step, Attempt):
            time.sleep(step)
            return None
        try:
            with self._http.stream(step.method, step.url, **step.sent()) as answer:
                content = b""
                for part in answer.iter_bytes():
                    content += part
                    step.check()
                return Reply(answer.status_code, answer.headers, content)
        except httpx.RequestError as error:
            return error
