"""Made of the module that waits by `npm run docs`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page")


class AsyncPages(Generic[Item, Page]):
    """A list: ``async for`` gives every object of all pages. ``await first()`` is its first page, ``pages()`` gives page after page."""

    def __init__(self, load: Callable[[str | None], Awaitable[Any]]) -> None:
        self._load = load

    async def first(self) -> Page:
        page: Page = await self._load(None)
        return page

    async def pages(self) -> AsyncIterator[Page]:
        cursor: str | None = None
        while True:
            page = await self._load(cursor)
            following = page.get("nextCursor") if page.get("hasMore") else None
            if following is not None and following == cursor:
                raise RuntimeError("the list repeats a cursor")
            yield page
            if following is None:
                return
            cursor = following

    async def __aiter__(self) -> AsyncIterator[Item]:
        pages: Any = self.pages()
        async for page in pages:
            for item in page["data"]:
                yield item
