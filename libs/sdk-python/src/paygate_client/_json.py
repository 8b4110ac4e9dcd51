"""JSON as Paygate sends and takes it."""

from __future__ import annotations

import json
from typing import Any

# the interpreter refuses integers with more digits than this
_INTEGER_DIGITS = 4_000


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) <= _INTEGER_DIGITS else float(digits)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def parsed(text: str) -> Any:
    """The value of a text. Raises ValueError when it is no JSON."""
    try:
        return json.loads(text, parse_int=_integer, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("the value is nested too deep") from None


def written(value: Any) -> bytes:
    """Raises TypeError or ValueError for what JSON does not have."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
