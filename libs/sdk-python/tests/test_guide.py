"""The samples of the guide, in both languages, and of the README, as they are written."""

from __future__ import annotations

import asyncio
import os
import re
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import django
import httpx
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.urls import path

from paygate_client import webhooks

from .scripted_gateway import ScriptedGateway

GUIDES = Path(os.environ.get("GUIDES_FOLDER", Path(__file__).parents[3] / "docs/guides"))
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
BODY = '{"id":"evt_1","type":"payment.completed","data":{"paymentIntent":{"id":"pi_1","metadata":{"note":"é"}}}}'.encode()
INTENT = {"id": "pi_1", "checkoutUrl": "https://pay.example", "reference": "order-1042", "amount": "5000", "status": "PENDING"}
PAGE = {"data": [INTENT], "hasMore": False, "nextCursor": None}

settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="of a test")
django.setup()
urlpatterns: list[Any] = []


def samples(file: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", file.read_text("utf-8"), re.DOTALL | re.MULTILINE)


class Guide(unittest.TestCase):
    def setUp(self) -> None:
        self.gateway = ScriptedGateway()
        self.addCleanup(self.gateway.close)
        variables = {"PAYGATE_SECRET_KEY": "sk_test_not_a_real_key", "PAYGATE_BASE_URL": self.gateway.url}
        patched = mock.patch.dict(os.environ, {**variables, "PAYGATE_WEBHOOK_SECRET": SECRET})
        patched.start()
        self.addCleanup(patched.stop)
        self.fulfilled: list[str] = []

    def names(self) -> dict[str, Any]:
        return {"__name__": "sample", "fulfil": lambda id, _: self.fulfilled.append(id)}

    def test_both_languages_have_the_same_samples(self) -> None:
        self.assertEqual(samples(GUIDES / "python.md"), samples(GUIDES / "fr/python.md"))
        self.assertEqual(len(samples(GUIDES / "python.md")), 8)

    def test_calls_run_one_after_another(self) -> None:
        self.gateway.answers = [{"body": INTENT}, {"body": {"id": "re_1", "status": "PENDING"}}, {"body": PAGE}, {"body": {}}, {"body": PAGE}]
        names = self.names()
        for text in samples(GUIDES / "python.md"):
            if "construct_event" not in text:
                exec(text, names)  # noqa: S102
        paths = [(method, path) for method, path, _, _ in self.gateway.seen]
        self.assertEqual(paths, [
            ("POST", "/gateway"),
            ("POST", "/gateway/pi_1/refunds"),
            ("GET", "/gateway?status=COMPLETED&limit=100"),
            ("GET", "/balance"),
            ("GET", "/refunds"),
        ])
        self.assertEqual(names["refund"]["id"], "re_1")

    def app(self, framework: str) -> httpx.BaseTransport | httpx.ASGITransport:
        [text] = [text for text in samples(GUIDES / "python.md") if f"from {framework}" in text]
        names = self.names()
        exec(text, names)  # noqa: S102
        if framework == "fastapi":
            return httpx.ASGITransport(names["app"])
        if framework == "flask":
            return httpx.WSGITransport(names["app"])
        urlpatterns[:] = [path("webhooks", names["receive"])]
        return httpx.WSGITransport(WSGIHandler())

    def post(self, transport: Any, body: bytes, header: str | None) -> int:
        headers = {"content-type": "application/json"} | ({} if header is None else {"service-signature": header})
        if isinstance(transport, httpx.ASGITransport):

            async def ask() -> int:
                async with httpx.AsyncClient(transport=transport, base_url="http://shop") as shop:
                    return (await shop.post("/webhooks", content=body, headers=headers)).status_code

            return asyncio.run(ask())
        with httpx.Client(transport=transport, base_url="http://shop") as shop:
            return shop.post("/webhooks", content=body, headers=headers).status_code

    def test_each_route_takes_a_good_delivery_and_refuses_forged_ones(self) -> None:
        for framework in ("flask", "django", "fastapi"):
            with self.subTest(framework):
                self.fulfilled.clear()
                app, header = self.app(framework), webhooks.generate_test_header(BODY, SECRET)
                self.assertEqual(self.post(app, BODY, header), 200)
                self.assertEqual(self.fulfilled, ["evt_1"])
                old = webhooks.generate_test_header(BODY, SECRET, timestamp_seconds=1_767_225_600)
                other = webhooks.generate_test_header(BODY, "whsec_" + "A" * 43 + "=")
                forged = [(BODY + b" ", header), (BODY, None), (BODY, old), (BODY, other), (BODY, f"{header},{header}")]
                self.assertEqual([self.post(app, *each) for each in forged], [400] * 5)
                self.assertEqual(self.fulfilled, ["evt_1"])
