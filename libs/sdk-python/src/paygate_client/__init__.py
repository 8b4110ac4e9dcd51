"""The client of Paygate for servers."""

__version__ = "0.1.1"

from . import types as types
from . import webhooks as webhooks
from ._api.async_pages import AsyncPages as AsyncPages
from ._api.async_resources import AsyncPaygate as AsyncPaygate
from ._api.errors import *
from ._api.resources import Paygate as Paygate
from ._calls import Response as Response
from ._errors import *
from ._pages import Pages as Pages
from .webhooks import construct_event as construct_event
