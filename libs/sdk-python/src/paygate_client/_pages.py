"""Lists that are read page by page. The asynchronous ones are made of these by `npm run docs`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page")


class Pages(Generic[Item, Page]):
    """A list: iterate over it for every object of all pages. ``first()`` is its first page, ``pages()`` gives page after page."""

    def __init__(self, load: Callable[[str | None], Any]) -> None:
        self._load = load

    def first(self) -> Page:
        page: Page = self._load(None)
        return page

    def pages(self) -> Iterator[Page]:
        cursor: str | None = None
        while True:
            page = self._load(cursor)
            following = page.get("nextCursor") if page.get("hasMore") else None
            if following is not None and following == cursor:
                raise RuntimeError("the list repeats a cursor")
            yield page
            if following is None:
                return
            cursor = following

    def __iter__(self) -> Iterator[Item]:
        pages: Any = self.pages()
        for page in pages:
            for item in page["data"]:
                yield item
