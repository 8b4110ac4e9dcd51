"""The samples for Python in the guides about single subjects, in both languages, as they are written."""

from __future__ import annotations

import os
import re
import unittest
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, Callable

from paygate_client import Paygate

from .scripted_gateway import ScriptedGateway

GUIDES = Path(os.environ.get("GUIDES_FOLDER", Path(__file__).parents[3] / "docs/guides"))
REFUND = {"id": "re_1", "status": "PENDING", "amount": "1000"}
PAGE = {"data": [REFUND], "hasMore": False, "nextCursor": None}
EVENT = {"id": "evt_9", "type": "payment.completed", "data": {"paymentIntent": {"id": "pi_9"}}}
TOO_SMALL = {"status": 400, "code": "amount_too_small", "retryable": False, "min": "100"}
DONE: list[str] = []
#: What the gateway answers to the samples of each guide, and what they ask.
SAMPLES: dict[str, tuple[list[Any], list[str]]] = {
    "idempotency": ([{"id": "pi_1"}, {"id": "pi_1"}], ["POST /gateway order-1042-1", "POST /gateway order-1042-1"]),
    "refunds": (
        [REFUND, REFUND, PAGE, PAGE],
        ["POST /gateway/pi_1/refunds return-7", "GET /refunds/re_1", "GET /gateway/pi_1/refunds", "GET /refunds?status=PENDING"],
    ),
    "payouts": (
        [{"net": "995"}, {"status": "PENDING"}],
        ["GET /payout-fee?destinationId=pd_1&amount=1000", "POST /payouts payout-47"],
    ),
    "payout-batches": (
        [{"id": "pbat_1"}, {"id": "pbat_1"}, {"status": "READY", "total": "1005"}],
        ["POST /payout-batches wages-2026-11", "POST /payout-batches/pbat_1/rows", "POST /payout-batches/pbat_1/seal"],
    ),
    "balance": ([{"fee": "20", "net": "1023"}, {"balances": []}], ["GET /fees?amount=1043&method=mtn_momo", "GET /balance"]),
    "webhooks": (
        [
            {"id": "we_1", "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="},
            {"object": "delivery"},
            {"data": [{"id": "del_1", "status": "failed"}, {"id": "del_2", "status": "delivered"}], "hasMore": False, "nextCursor": None},
            {},
            {"data": [EVENT, {"id": "evt_8", "type": "payment.failed"}], "hasMore": False, "nextCursor": None},
        ],
        [
            "POST /webhook-endpoints",
            "POST /webhook-endpoints/we_1/test",
            "GET /webhook-endpoints/we_1/deliveries",
            "POST /deliveries/del_1/redeliver",
            "GET /events?endingBefore=evt_7&limit=100",
        ],
    ),
    "payment-links": (
        [{"id": "pl_1", "url": "https://pay.example/l", "qrCodeUrl": "https://pay.example/q"}, {}, {}],
        ["POST /payment-links", "PATCH /payment-links/pl_1", "PATCH /payment-links/pl_1"],
    ),
    "mobile-money": (
        [{"status": "PROCESSING", "nextAction": None}, PAGE, PAGE, {"phoneNumber": "+237677770001"}],
        ["GET /gateway/pi_1", "POST /gateway/search", "GET /gateway?providerReference=mp+261120+1101+a77929", "GET /gateway/pi_1/payer"],
    ),
    "receipts": ([{"sendsRemaining": 2}], ["POST /gateway/pi_1/receipt"]),
    "further-tries": ([{"id": "pi_1"}, {**PAGE, "data": [{"status": "COMPLETED"}]}], ["POST /gateway", "GET /gateway?reference=order-1042"]),
    "test-mode": ([{"data": [{"code": None}, {"code": "123456"}]}], ["GET /test-inbox"]),
    "errors": ([TOO_SMALL, {"id": "pi_1"}], ["POST /gateway", "POST /gateway"]),
    "going-live": ([{"key": "rk_test_1"}], ["POST /api-keys"]),
}
#: What a reader does with the names of the samples, and what it gives.
USES: dict[str, tuple[Callable[[dict[str, Any]], Any], Any]] = {
    "webhooks": (lambda names: (names["catch_up"]("evt_7"), DONE), ("evt_9", ["evt_1", "evt_9"])),
    "further-tries": (lambda names: (names["order_of"]({"id": "pi_2", "retryOf": "pi_1"}), names["is_paid"]), ("pi_1", True)),
    "test-mode": (lambda names: names["newest"], "123456"),
    "errors": (lambda names: [names["create_intent"]("50"), names["create_intent"]("5000")], ["The smallest amount is 100.", {"id": "pi_1"}]),
    "going-live": (lambda names: names["key"], "rk_test_1"),
}


class Samples(unittest.TestCase):
    def test_those_of_each_guide_run(self) -> None:
        for guide, (answers, asked) in SAMPLES.items():
            for file in (GUIDES / f"{guide}.md", GUIDES / "fr" / f"{guide}.md"):
                with self.subTest(str(file)):
                    gateway = ScriptedGateway()
                    self.addCleanup(gateway.close)
                    gateway.answers = [{"problem": body} if "retryable" in body else {"body": body} for body in answers]
                    DONE.clear()
                    names: dict[str, Any] = {"order_id": "1042", "attempt": 1, "intent_id": "pi_1", "return_id": "7", "destination_id": "pd_1", "week": 47, "month": "2026-11", "reference": "order-1042"}
                    names["fulfil"] = lambda event_id, _: DONE.append(event_id)
                    with Paygate("sk_test_not_a_real_key", base_url=gateway.url) as paygate:
                        names["paygate"] = paygate
                        for text in re.findall(r"^```python\n(.*?)^```$", file.read_text("utf-8"), re.DOTALL | re.MULTILINE):
                            # a sample without the client, which another suite runs
                            if "urllib" in text:
                                continue
                            with redirect_stdout(StringIO()):
                                exec(text, names)  # noqa: S102
                        use, result = USES.get(guide, (lambda _: None, None))
                        self.assertEqual(use(names), result)
                    # a key that the client has made is not named
                    keys = [headers.get("idempotency-key", "") for _, _, headers, _ in gateway.seen]
                    named = ["" if re.fullmatch("[0-9a-f-]{36}", key) else key for key in keys]
                    seen = [f"{method} {path} {key}".strip() for (method, path, _, _), key in zip(gateway.seen, named)]
                    self.assertEqual(seen, asked)
