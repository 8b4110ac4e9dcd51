"""The vectors by which the clients of every language are judged."""

from __future__ import annotations

import asyncio
import json
import os
import time
import unittest
from pathlib import Path
from typing import Any

import paygate_client
from paygate_client import AsyncPaygate, Paygate, PaygateError, SignatureVerificationError, webhooks

from .scripted_gateway import ScriptedGateway

VECTORS = Path(os.environ.get("CONFORMANCE_FOLDER", Path(__file__).parents[2] / "conformance"))
KEY = "sk_test_not_a_real_key"
OLD = 10**10
OPTIONS = {"idempotencyKey": "idempotency_key", "maxRetries": "max_retries"}
CREATE = {"method": "POST", "path": "/gateway", "body": {"amount": "5000", "currency": "XAF"}}


def vectors(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    return found


class Deliveries(unittest.TestCase):
    def verdict(self, vector: dict[str, Any], body: Any) -> str:
        tolerance = vector.get("toleranceSeconds", OLD)
        try:
            event = webhooks.construct_event(body, vector["header"], vector["secrets"], tolerance_seconds=tolerance)
            self.assertIn("id", event)
            return "accepted"
        except SignatureVerificationError as error:
            return error.fault
        except ValueError:
            return "misuse"

    def test_each_has_its_verdict(self) -> None:
        found = vectors("deliveries")
        self.assertGreater(len(found), 40)
        for vector in found:
            with self.subTest(vector["name"]):
                body = vector["body"]
                self.assertEqual(self.verdict(vector, body), vector["verdict"])
                if isinstance(body, str):
                    for same in (body.encode(), bytearray(body.encode()), memoryview(body.encode())):
                        self.assertEqual(self.verdict(vector, same), vector["verdict"])

    def test_no_changed_bit_passes(self) -> None:
        good = vectors("deliveries")[0]
        body = good["body"].encode()
        for at in range(len(body) * 8):
            changed = bytearray(body)
            changed[at // 8] ^= 1 << (at % 8)
            self.assertEqual(self.verdict(good, changed), "no_match")


class Answers(unittest.TestCase):
    def setUp(self) -> None:
        self.gateway = ScriptedGateway()
        self.addCleanup(self.gateway.close)

    def options(self, vector: dict[str, Any]) -> dict[str, Any]:
        stalls = "stall" in vector["answers"]
        given = {OPTIONS.get(name, name): value for name, value in vector.get("options", {}).items()}
        return {**({"timeout": 1.5} if stalls else {}), **given}

    def wait_for(self, vector: dict[str, Any], call: Any) -> None:
        self.gateway.answers, self.gateway.seen[:] = list(vector["answers"]), []
        expected, began = vector.get("error"), time.monotonic()
        try:
            response = call(vector.get("request", CREATE))
        except (TypeError, ValueError):
            self.assertEqual(expected, "misuse")
        except PaygateError as error:
            self.assertIsInstance(expected, dict, error)
            kind = getattr(paygate_client, expected["type"])
            self.assertIs(type(error), kind)
            self.assertEqual(error.attempts, vector["attempts"])
            for name, value in expected.items():
                if name != "type":
                    self.assertEqual(getattr(error, {"retryAfter": "retry_after"}.get(name, name)), value)
            self.assertNotIn(KEY, repr(error) + str(error))
        else:
            self.assertIsNone(expected)
            self.assertEqual(response.data, vector.get("data"))
            self.assertEqual(response.replayed, vector.get("replayed", False))
            self.assertEqual(response.attempts, vector["attempts"])
        self.assertGreaterEqual(time.monotonic() - began, vector.get("atLeastSeconds", 0))
        seen = self.gateway.seen
        self.assertEqual(len(seen), vector["attempts"])
        keys = {headers.get("idempotency-key") for _, _, headers, _ in seen}
        is_post = vector.get("request", CREATE)["method"] == "POST"
        self.assertLessEqual(len(keys), 1)
        self.assertEqual(None in keys, bool(seen) and not is_post)
        if "url" in vector:
            self.assertEqual(seen[0][1], vector["url"])

    def test_each_is_judged_by_the_client_that_waits(self) -> None:
        for vector in vectors("answers"):
            with self.subTest(vector["name"]), Paygate(KEY, base_url=self.gateway.url, deadline=30) as paygate:
                self.wait_for(vector, lambda request: paygate.request(**request, options=self.options(vector)))

    def test_each_is_judged_by_the_asynchronous_client(self) -> None:
        async def ask(vector: dict[str, Any], request: dict[str, Any]) -> Any:
            async with AsyncPaygate(KEY, base_url=self.gateway.url, deadline=30) as paygate:
                return await paygate.request(**request, options=self.options(vector))

        for vector in vectors("answers"):
            with self.subTest(vector["name"]):
                self.wait_for(vector, lambda request: asyncio.run(ask(vector, request)))
