"""Verifies the deliveries of a file: python3 verify.py <file>."""

import json
import sys

sys.path.insert(0, "packages")
import standardwebhooks  # noqa: E402
import stripe  # noqa: E402
import svix  # noqa: E402


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


with open(sys.argv[1], encoding="utf-8") as file:
    deliveries = json.load(file)
all_right = True
for name, scheme, verify in libraries:
    own = [delivery for delivery in deliveries if delivery["scheme"] == scheme]
    right = sum(accepts(verify, delivery) == delivery["isGood"] for delivery in own)
    all_right = all_right and right == len(own) > 0
    print(f"python {name}: {right} of {len(own)}")
sys.exit(0 if all_right else 1)
