"""Pays twice by the package `momo-openapi`, and prints the outcomes."""

from momo_openapi import Collection, MomoConfig
from payments import API_KEY, API_USER, APPROVES, REJECTS, SUBSCRIPTION_KEY, TARGET_ENVIRONMENT, URL, outcome

config = MomoConfig(SUBSCRIPTION_KEY, API_USER, API_KEY, TARGET_ENVIRONMENT, base_url=URL, currency="XAF")
collection = Collection(config)


def paid_by(payer):
    reference = collection.request_to_pay(500, payer, "order-1", payer_message="Order 1", payee_note="Order 1")

    def state():
        answer = collection.get_transaction_status(reference)
        reason = answer.get("reason")
        return answer["status"], reason.get("code") if isinstance(reason, dict) else reason

    return outcome(state)


print(", ".join(paid_by(payer) for payer in (APPROVES, REJECTS)))
