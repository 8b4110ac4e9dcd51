"""A shop in Python: a payment by mobile money to its verified event, its refund, the balance, payouts and events. It prints a JSON document."""

import json
import os
import queue
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx

from paygate_client import Paygate, PaygateApiError, SignatureVerificationError, construct_event

deliveries = queue.Queue()


class Shop(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        deliveries.put((body, self.headers.get_all("service-signature")))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", int(os.environ["SHOP_PORT"])), Shop)
threading.Thread(target=server.serve_forever, daemon=True).start()
paygate = Paygate(os.environ["PAYGATE_SECRET_KEY"])
endpoint = paygate.webhook_endpoints.create({"url": f"http://127.0.0.1:{os.environ['SHOP_PORT']}/webhooks", "events": ["*"]})


def event_of(type, intent_id):
    """The event, as its delivery is verified."""
    while True:
        body, header = deliveries.get(timeout=90)
        event = construct_event(body, header, endpoint["secret"])
        if event["type"] == type and event["data"]["paymentIntent"]["id"] == intent_id:
            try:
                construct_event(body + b" ", header, endpoint["secret"])
            except SignatureVerificationError as error:
                assert error.fault == "no_match"
                return event


def pay(intent):
    """What the payment page does, with the publishable key."""
    key = {"x-api-key": os.environ["PAYGATE_PUBLISHABLE_KEY"]}
    headers = {**key, "x-session-token": intent["sessionToken"]}
    earlier = {each["id"] for each in paygate.test_inbox.read()["data"]}
    with httpx.Client(base_url=os.environ["PAYGATE_BASE_URL"], timeout=30) as page:
        sent = page.post("/auth/otp/init", headers=headers, json={"phoneNumber": os.environ["PHONE"], "channel": "sms", "intentionId": intent["id"]})
        sent.raise_for_status()
        code = None
        while code is None:
            messages = paygate.test_inbox.read()["data"]
            code = next((each["code"] for each in messages if each["id"] not in earlier), None)
        checked = page.post("/auth/otp/verify", headers=headers, json={"otpId": sent.json()["otpId"], "otp": code, "intentionId": intent["id"]})
        checked.raise_for_status()
        charge = {"intentionId": intent["id"], "paymentMethod": {"type": "mobile_money"}}
        page.post("/payment/charge", headers={**key, "authorization": f"Bearer {checked.json()['token']}"}, json=charge).raise_for_status()


try:
    order = {"amount": "5000", "currency": "XAF", "reference": f"walk-{time.time_ns()}", "metadata": {"note": "é"}}
    intent = paygate.payment_intents.create(order, idempotency_key=order["reference"])
    again = paygate.request("POST", "/gateway", body=order, options={"idempotency_key": order["reference"]})
    assert again.replayed and again.data["id"] == intent["id"]
    pay(intent)
    completed = event_of("payment.completed", intent["id"])
    refund = paygate.refunds.create(intent["id"], {"amount": "2000"}, idempotency_key=f"{order['reference']}-refund")
    refunded = event_of("refund.completed", intent["id"])
    [balance] = paygate.balance.retrieve()["balances"]
    try:
        paygate.payouts.create({"destinationId": "pd_01m8j18jpxepcv9sn9rxv52x19", "amount": "1000"})
        payout = None
    except PaygateApiError as error:
        payout = error.code
    listed = [event["id"] for event in paygate.events.list({"limit": 1})]
    print(json.dumps({
        "metadata": completed["data"]["paymentIntent"]["metadata"],
        "refund": [refund["amount"], refunded["data"]["refund"]["id"] == refund["id"]],
        "balance": balance["currency"],
        "payouts": [payout, list(paygate.payouts.list())],
        "events": [completed["id"] in listed, refunded["id"] in listed],
    }))
finally:
    paygate.webhook_endpoints.delete(endpoint["id"])
