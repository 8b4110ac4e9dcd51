"""Pays twice by the package `mtnmomo-py`, and prints the outcomes."""

from mtnmomo.client import MoMoClient
from mtnmomo.config import MoMoConfig, ProductCredentials
from payments import API_KEY, API_USER, APPROVES, REJECTS, SUBSCRIPTION_KEY, TARGET_ENVIRONMENT, URL, outcome

credentials = ProductCredentials(SUBSCRIPTION_KEY, API_USER, API_KEY)
config = MoMoConfig(collection=credentials, target_environment=TARGET_ENVIRONMENT, base_url=URL)


def paid_by(collection, payer):
    reference = collection.request_to_pay(
        {
            "amount": "500",
            "currency": "XAF",
            "externalId": "order-1",
            "payer": {"partyIdType": "MSISDN", "partyId": payer},
            "payerMessage": "Order 1",
            "payeeNote": "Order 1",
        }
    )

    def state():
        result = collection.get_request_to_pay_status(reference)
        return result.status, result.reason and result.reason.code

    return outcome(state)


with MoMoClient(config) as client:
    active = client.collection.validate_account_holder_status("msisdn", APPROVES)
    outcomes = [paid_by(client.collection, payer) for payer in (APPROVES, REJECTS)]
    print(", ".join(["active" if active else "not active", *outcomes]))
