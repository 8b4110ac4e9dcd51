"""Confirms a payment by the client of openapi-python-client: an intent, a code from the test inbox, its check; then reads the intent."""

import os
import ssl
import time

from paygate_client import AuthenticatedClient
from paygate_client.api.one_time_passwords import init_otp, verify_otp
from paygate_client.api.payment_intents import create_intent, get_intent
from paygate_client.api.test_inbox import read_test_inbox
from paygate_client.models import (
    CreateIntentRequest,
    CreateIntentRequestCurrency,
    CreateIntentRequestMetadataType0,
    InitOtpRequest,
    InitOtpRequestChannel,
    Problem,
    VerifyOtpRequest,
)

QUESTIONS = 120
PAUSE_SECONDS = 0.25

url = os.environ["PAYGATE_URL"]
tls = ssl.create_default_context(cafile=os.environ["PAYGATE_CA"])
user = os.environ["PAYGATE_USER"]
secret_key, publishable_key = os.environ["PAYGATE_SECRET_KEY"], os.environ["PAYGATE_PUBLISHABLE_KEY"]


def client(key, token):
    return AuthenticatedClient(base_url=url, token=token, headers={"x-api-key": key}, verify_ssl=tls)


def good(answer):
    """The answer, unless it is a problem or none of the document."""
    if answer is None or isinstance(answer, Problem):
        raise SystemExit(f"refused: {answer}")
    return answer


def until(what, value):
    """What `value` returns, asked until it is there."""
    for _ in range(QUESTIONS):
        found = value()
        if found is not None:
            return found
        time.sleep(PAUSE_SECONDS)
    raise SystemExit(f"no {what}")


server, page = client(secret_key, secret_key), client(publishable_key, publishable_key)
metadata = CreateIntentRequestMetadataType0.from_dict({"orderId": "1001", "nested": {"list": [1, "two", None]}})
order = CreateIntentRequest(amount="500", currency=CreateIntentRequestCurrency.XAF, metadata=metadata, description="Order")
intent = good(create_intent.sync(client=server, body=order, idempotency_key=os.urandom(16).hex()))
known = {message.id for message in good(read_test_inbox.sync(client=server)).data}
sent = InitOtpRequest(channel=InitOtpRequestChannel.SMS, user_id=user, intention_id=intent.id)
challenge = good(init_otp.sync(client=page, body=sent))


def code():
    messages = good(read_test_inbox.sync(client=server)).data
    return next((message.code for message in messages if message.id not in known and message.code), None)


typed = VerifyOtpRequest(otp=until("code", code), user_id=user, otp_id=challenge.otp_id, intention_id=intent.id)
authorization = good(verify_otp.sync(client=page, body=typed))
read = good(get_intent.sync(intent.id, client=server))
if read.metadata.to_dict() != metadata.to_dict() or not authorization.token:
    raise SystemExit(f"not as it was ordered: {read}")
