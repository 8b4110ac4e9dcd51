"""Made of the module that waits by `npm run docs`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, TypeVar

import anyio
import httpx

from .errors import API_VERSION
from .._calls import Attempt, Reply, Response, Settings, steps_of, turned
from .async_pages import AsyncPages

Self = TypeVar("Self")


class AsyncClient:
    def __init__(
        self,
        secret_key: str,
        *,
        base_url: str | None = None,
        api_version: str = API_VERSION,
        timeout: float = 30,
        deadline: float = 90,
        max_retries: int = 2,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """Times are in seconds: ``timeout`` bounds one attempt, ``deadline`` a call with all its attempts. ``base_url`` is the variable
        PAYGATE_BASE_URL when absent. ``http_client`` is for a proxy or a certificate authority of your own."""
        address = (base_url or os.environ.get("PAYGATE_BASE_URL", "")).rstrip("/")
        self._settings = Settings(secret_key, address, api_version, timeout, deadline, max_retries)
        self._http = http_client or httpx.AsyncClient()
        self._attach()

    def _attach(self) -> None:
        """Adds the resources."""

    async def request(self, method: str, path: str, *, options: Mapping[str, Any] | None = None, **call: Any) -> Response:
        """Sends a request of any operation, with the retries and errors of the other calls, and returns the answer with its details.

        ``call`` may have ``ids`` of the path, ``query``, ``body`` and ``session_token``.
        """
        steps = steps_of(self._settings, method, path, options or {}, **call)
        step = next(steps)
        while not isinstance(step, Response):
            step = steps.send(await self._perform(step))
        return step

    def list_all(self, path: str, *, method: str = "GET", **call: Any) -> AsyncPages[Any, Any]:
        """Any list: ``async for`` gives every object of all its pages."""

        async def load(cursor: str | None) -> Any:
            response = await self.request(method, path, **turned(call, "query" if method == "GET" else "body", cursor))
            return response.data

        return AsyncPages(load)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self: Self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _perform(self, step: Attempt | float) -> Reply | httpx.RequestError | None:
        if not isinstance(step, Attempt):
            await anyio.sleep(step)
            return None
        try:
            async with self._http.stream(step.method, step.url, **step.sent()) as answer:
                content = b""
                async for part in answer.aiter_bytes():
                    content += part
                    step.check()
                return Reply(answer.status_code, answer.headers, content)
        except httpx.RequestError as error:
            return error
