"""The types of what is sent and answered. The API reference says what each field means."""

from ._api.types import *  # noqa: F403
