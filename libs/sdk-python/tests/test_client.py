from __future__ import annotations

import asyncio
import inspect
import unittest
from typing import Any

from paygate_client import AsyncPaygate, Paygate, PaygateTimeoutError, webhooks
from paygate_client._api import async_resources, resources
from paygate_client._calls import retry_after_of, retry_delay

from .scripted_gateway import ScriptedGateway

KEY = "sk_test_not_a_real_key"
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="


def page(ids: list[str], cursor: str | None) -> dict[str, Any]:
    return {"body": {"data": [{"id": id} for id in ids], "hasMore": cursor is not None, "nextCursor": cursor}}


class WithGateway(unittest.TestCase):
    def setUp(self) -> None:
        self.gateway = ScriptedGateway()
        self.addCleanup(self.gateway.close)
        self.paygate = Paygate(KEY, base_url=f"{self.gateway.url}/prefix/", deadline=30)
        self.addCleanup(self.paygate.close)

    def urls(self) -> list[str]:
        return [url for _, url, _, _ in self.gateway.seen]


class Requests(WithGateway):
    def test_a_payment_is_asked_for_with_key_and_version(self) -> None:
        intent = self.paygate.payment_intents.create({"amount": "5000", "currency": "XAF", "metadata": {"n": 10**30}})
        self.assertEqual(intent["id"], "pi_1")
        [(method, url, headers, body)] = self.gateway.seen
        self.assertEqual((method, url), ("POST", "/prefix/gateway"))
        self.assertEqual(body, b'{"amount":"5000","currency":"XAF","metadata":{"n":1000000000000000000000000000000}}')
        self.assertEqual(headers["authorization"], f"Bearer {KEY}")
        self.assertEqual((headers["x-api-key"], headers["x-api-version"]), (KEY, "2026-11-20"))
        self.assertRegex(headers["user-agent"], r"^paygate-python/\d+\.\d+\.\d+ python/3")

    def test_two_calls_have_two_keys_and_one_of_the_caller_is_sent(self) -> None:
        for options in ({}, {}, {"idempotency_key": "order-7"}):
            self.paygate.refunds.create("pi_1", **options)
        keys = [headers["idempotency-key"] for _, _, headers, _ in self.gateway.seen]
        self.assertEqual((len(set(keys)), keys[2]), (3, "order-7"))

    def test_a_session_token_and_a_wait_are_headers(self) -> None:
        self.paygate.payment_intents.retrieve("sess_abc", wait_seconds=5)
        [(_, url, headers, _)] = self.gateway.seen
        self.assertEqual((url, headers["x-session-token"], headers["prefer"]), ("/prefix/gateway/session", "sess_abc", "wait=5"))
        with self.assertRaisesRegex(ValueError, "retrieve_by_id"):
            self.paygate.payment_intents.retrieve("pi_1")

    def test_the_text_has_metadata_as_it_was_stored(self) -> None:
        text = '{"id":"pi_1","metadata":{"n":9007199254740993,"m":1.0,"big":%s}}' % ("9" * 5_000)
        self.gateway.answers = [{"text": text}]
        self.assertEqual(self.paygate.request("GET", "/gateway/{id}", ids={"id": "pi_1"}).text, text)

    def test_the_deadline_ends_all_attempts(self) -> None:
        self.gateway.answers = ["stall"] * 20
        with self.assertRaises(PaygateTimeoutError) as caught:
            self.paygate.balance.retrieve(timeout=0.2, deadline=3, max_retries=20)
        self.assertEqual(caught.exception.attempts, len(self.gateway.seen))
        self.assertTrue(1 < caught.exception.attempts < 20)

    def test_values_that_json_does_not_have_are_not_sent(self) -> None:
        for value in (float("nan"), object()):
            with self.assertRaises((TypeError, ValueError)):
                self.paygate.payment_intents.create({"amount": "1", "currency": "XAF", "metadata": {"a": value}})
        self.assertEqual(self.gateway.seen, [])


class Lists(WithGateway):
    def test_gives_every_object_every_page_and_the_first_page(self) -> None:
        pages = [page(["a", "b"], "b"), page(["c"], None)]
        self.gateway.answers = [*pages, *pages, pages[0]]
        intents = self.paygate.payment_intents.list({"status": ["PENDING"]})
        self.assertEqual([intent["id"] for intent in intents], ["a", "b", "c"])
        self.assertEqual(self.urls(), ["/prefix/gateway?status=PENDING", "/prefix/gateway?status=PENDING&startingAfter=b"])
        self.assertEqual([len(each["data"]) for each in intents.pages()], [2, 1])
        self.assertEqual(intents.first()["nextCursor"], "b")

    def test_goes_on_in_its_direction_also_in_a_body(self) -> None:
        self.gateway.answers = [page(["c"], "c"), page([], None), page(["c"], "c"), page([], None)]
        list(self.paygate.events.list({"endingBefore": "evt_1"}))
        list(self.paygate.payment_intents.search({"q": "order"}))
        self.assertEqual(self.urls()[1], "/prefix/events?endingBefore=c")
        self.assertEqual(self.gateway.seen[3][3], b'{"q":"order","startingAfter":"c"}')

    def test_ends_when_a_cursor_repeats(self) -> None:
        self.gateway.answers = [page(["a"], "a"), page(["a"], "a")]
        with self.assertRaisesRegex(RuntimeError, "repeats"):
            list(self.paygate.refunds.list())

    def test_is_read_by_the_asynchronous_client(self) -> None:
        async def read() -> list[str]:
            async with AsyncPaygate(KEY, base_url=self.gateway.url) as paygate:
                await paygate.refunds.list().first()
                return [refund["id"] async for refund in paygate.refunds.list()]

        self.gateway.answers = [page(["a"], "a"), page(["a"], "a"), page(["b"], None)]
        self.assertEqual(asyncio.run(read()), ["a", "b"])


class Options(unittest.TestCase):
    def test_wrong_ones_are_refused_and_keys_are_in_no_message(self) -> None:
        here = "https://paygate.example"
        for key, options in [
            ("", {"base_url": here}),
            ("pk_test_public", {"base_url": here}),
            ("whsec_secret_text", {"base_url": here}),
            (KEY, {"base_url": "http://paygate.example"}),
            (KEY, {"base_url": "https://user@paygate.example"}),
            (KEY, {"base_url": "https://paygate.example?a=1"}),
            (KEY, {"base_url": "paygate.example"}),
            (KEY, {"base_url": here, "timeout": 0}),
            (KEY, {"base_url": here, "max_retries": -1}),
        ]:
            with self.subTest(key=key, **options), self.assertRaises(ValueError) as caught:
                Paygate(key, **options)
            self.assertNotIn(key or "-", str(caught.exception))

    def test_no_text_of_the_client_has_the_key(self) -> None:
        paygate = Paygate(KEY, base_url="http://127.0.0.1:9")
        self.assertNotIn(KEY, repr(paygate._settings) + repr(paygate))

    def test_waits_grow_are_random_and_bounded(self) -> None:
        waits = [[retry_delay(failed, None, chance) for chance in (0, 1)] for failed in (1, 2, 3, 9, 4_000)]
        self.assertEqual(waits, [[0, 0.5], [0, 1], [0, 2], [0, 8], [0, 8]])
        self.assertEqual(retry_delay(1, 3, 0), 3)
        self.assertEqual([retry_after_of(text) for text in (None, "7", "soon")], [None, 7, None])
        self.assertEqual(retry_after_of("Wed, 21 Oct 2015 07:28:00 GMT"), 0)

    def test_both_clients_have_the_same_methods(self) -> None:
        def methods(module: Any) -> list[str]:
            classes = [each for _, each in inspect.getmembers(module, inspect.isclass) if each.__module__ == module.__name__]
            return sorted(f"{each.__name__}.{name}" for each in classes for name in vars(each) if not name.startswith("_"))

        self.assertEqual(methods(resources), methods(async_resources))
        self.assertGreater(len(methods(resources)), 50)


class Webhooks(unittest.TestCase):
    def test_a_test_header_verifies_with_either_secret(self) -> None:
        header = webhooks.generate_test_header(b"{}", [SECRET, "whsec_" + "A" * 43 + "="])
        self.assertEqual(webhooks.construct_event(b"{}", header, SECRET), {})

    def test_a_parsed_body_is_explained(self) -> None:
        with self.assertRaisesRegex(webhooks.SignatureVerificationError, r"of type dict.*get_data\(\).*request\.body"):
            webhooks.construct_event({}, "t=1", SECRET)  # type: ignore[arg-type]
