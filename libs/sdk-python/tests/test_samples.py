"""The samples for Python in the guides about single subjects, in both languages, as they are written."""

from __future__ import annotations

import os
import re
import unittest
from pathlib import Path
from typing import Any

from paygate_client import Paygate

from .scripted_gateway import ScriptedGateway

GUIDES = Path(os.environ.get("GUIDES_FOLDER", Path(__file__).parents[3] / "docs/guides"))
REFUND = {"id": "re_1", "status": "PENDING", "amount": "1000"}
PAGE = {"data": [REFUND], "hasMore": False, "nextCursor": None}
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
    "balance": ([{"fee": "20", "net": "1023"}, {"balances": []}], ["GET /fees?amount=1043&method=mtn_momo", "GET /balance"]),
}


class Samples(unittest.TestCase):
    def test_those_of_each_guide_run(self) -> None:
        for guide, (answers, asked) in SAMPLES.items():
            for file in (GUIDES / f"{guide}.md", GUIDES / "fr" / f"{guide}.md"):
                with self.subTest(str(file)):
                    gateway = ScriptedGateway()
                    self.addCleanup(gateway.close)
                    gateway.answers = [{"body": body} for body in answers]
                    names: dict[str, Any] = {"order_id": "1042", "attempt": 1, "intent_id": "pi_1", "return_id": "7", "destination_id": "pd_1", "week": 47}
                    with Paygate("sk_test_not_a_real_key", base_url=gateway.url) as paygate:
                        names["paygate"] = paygate
                        for text in re.findall(r"^```python\n(.*?)^```$", file.read_text("utf-8"), re.DOTALL | re.MULTILINE):
                            # a sample without the client, which another suite runs
                            if "urllib" in text:
                                continue
                            exec(text, names)  # noqa: S102
                    seen = [" ".join([method, path, *filter(None, [headers.get("idempotency-key")])]) for method, path, headers, _ in gateway.seen]
                    self.assertEqual(seen, asked)
