"""Pays from a wallet by the client of openapi-python-client: an intent, the sign-in, a code from the test inbox, its check, the charge."""

import os
import ssl
import time

from paygate_client import AuthenticatedClient
from paygate_client.api.charges import charge
from paygate_client.api.one_time_passwords import init_otp, verify_otp
from paygate_client.api.payment_intents import create_intent, get_intent
from paygate_client.api.sign_in import sign_in
from paygate_client.api.test_inbox import read_test_inbox
from paygate_client.models import (
    ChargeRequest,
    CreateIntentRequest,
    CreateIntentRequestCurrency,
    CreateIntentRequestMetadataType0,
    InitOtpRequest,
    InitOtpRequestChannel,
    PaymentIntentStatus,
    Problem,
    SignInRequest,
    VerifyOtpRequest,
)

QUESTIONS = 120
PAUSE_SECONDS = 0.25

url = os.environ["PAYGATE_URL"]
tls = ssl.create_default_context(cafile=os.environ["PAYGATE_CA"])
phone_number, password = os.environ["PAYGATE_PHONE_NUMBER"], os.environ["PAYGATE_PASSWORD"]
secret_key, publishable_key = os.environ["PAYGATE_SECRET_KEY"], os.environ["PAYGATE_PUBLISHABLE_KEY"]


def client(key, token, headers={}):
    return AuthenticatedClient(base_url=url, token=token, headers={"x-api-key": key, **headers}, verify_ssl=tls)


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
customer = good(sign_in.sync(client=page, body=SignInRequest(phone_number=phone_number, password=password)))
known = {message.id for message in good(read_test_inbox.sync(client=server)).data}
sent = InitOtpRequest(channel=InitOtpRequestChannel.SMS, user_id=customer.id, intention_id=intent.id)
challenge = good(init_otp.sync(client=page, body=sent))


def code():
    messages = good(read_test_inbox.sync(client=server)).data
    return next((message.code for message in messages if message.id not in known and message.code), None)


typed = VerifyOtpRequest(otp=until("code", code), user_id=customer.id, otp_id=challenge.otp_id, intention_id=intent.id)
authorization = good(verify_otp.sync(client=page, body=typed))
paying = client(publishable_key, customer.token, {"x-otp-token": authorization.token})
good(charge.sync(client=paying, body=ChargeRequest(intention_id=intent.id)))


def paid():
    read = good(get_intent.sync(intent.id, client=server))
    return read if read.status == PaymentIntentStatus.COMPLETED else None


read = until("completed payment", paid)
if read.metadata.to_dict() != metadata.to_dict():
    raise SystemExit(f"not as it was ordered: {read}")
print("paid from a wallet")
