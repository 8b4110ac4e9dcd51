"""Verifies the deliveries, and prints how many each library judged right."""

import json

import standardwebhooks
import stripe
import svix


def of_stripe(secret, body, headers):
    stripe.WebhookSignature.verify_header(body, headers["service-signature"], secret, 300)


libraries = [
    ("standardwebhooks", "standard", lambda s, b, h: standardwebhooks.Webhook(s).verify(b, h)),
    ("svix", "standard", lambda s, b, h: svix.Webhook(s).verify(b, h)),
    ("stripe", "stripe", of_stripe),
]


def accepts(verify, delivery):
    try:
        verify(delivery["secret"], delivery["body"], delivery["headers"])
        return True
    except Exception:
        return False


def count(name, scheme, verify):
    own = [delivery for delivery in deliveries if delivery["scheme"] == scheme]
    return f"{name} {sum(accepts(verify, delivery) == delivery['isGood'] for delivery in own)} of {len(own)}"


with open("../deliveries.json", encoding="utf-8") as file:
    deliveries = json.load(file)
print(", ".join(count(*library) for library in libraries))
