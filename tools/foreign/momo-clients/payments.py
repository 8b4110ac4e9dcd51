"""What the programs of this folder share: the payers, and the wait for an outcome."""

import os
import time

APPROVES = "237670000001"
REJECTS = "237670000011"
QUESTIONS = 120
PAUSE_SECONDS = 0.5

URL = os.environ["MOMO_URL"]
TARGET_ENVIRONMENT = os.environ["MOMO_TARGET_ENVIRONMENT"]
SUBSCRIPTION_KEY = os.environ["MOMO_SUBSCRIPTION_KEY"]
API_USER = os.environ["MOMO_API_USER"]
API_KEY = os.environ["MOMO_API_KEY"]


def outcome(state):
    """The outcome of a payment, whose state `state` returns with the code of its reason: asked until it is final."""
    for _ in range(QUESTIONS):
        status, reason = state()
        if status not in ("PENDING", "CREATED"):
            return f"{status} {reason}" if reason else status
        time.sleep(PAUSE_SECONDS)
    raise SystemExit("the payment has no outcome")
