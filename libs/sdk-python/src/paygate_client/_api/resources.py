"""Generated from docs/api/openapi.json by `npm run docs`."""

from __future__ import annotations

import sys
from typing import Optional, cast

from .. import _calls
from .._clients import Client
from .._pages import Pages
from . import types

if sys.version_info >= (3, 11):
    from typing import Unpack
else:
    from typing_extensions import Unpack


class PaymentIntents:
    def __init__(self, client: Client) -> None:
        self._client = client

    def create(self, params: types.CreateIntentRequest, **options: Unpack[_calls.CallOptions]) -> types.CreatedPaymentIntent:
        """Create a payment intent. Called from the merchant's server, never from a browser."""
        return cast("types.CreatedPaymentIntent", self._client.request("POST", "/gateway", body=params, options=options).data)

    def retrieve(self, session_token: str, **options: Unpack[_calls.WaitOptions]) -> types.PaymentIntent:
        """Read the payment intent of a session. Returns the public view, for a front end that holds the session token. With a secret key instead of the publishable one it returns the whole intent."""
        return cast("types.PaymentIntent", self._client.request("GET", "/gateway/session", session_token=session_token, options=options).data)

    def retrieve_by_id(self, id: str, **options: Unpack[_calls.WaitOptions]) -> types.PaymentIntent:
        """Read a payment intent. An intent of another merchant or of the other mode is answered like a missing one."""
        return cast("types.PaymentIntent", self._client.request("GET", "/gateway/{id}", ids={"id": id}, options=options).data)

    def retrieve_payer(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.PayerNumber:
        """Read who paid a payment. The phone number that was asked to pay a payment by mobile money, in full, for as long as the payment can be refunded. Every other answer, list, event and export masks it. Each read of a number is a record of the account’s audit trail, `payer.read`, with the payment and the member or key that read it. A member or key reads at most 200 numbers a day. An intent of another merchant or of the other mode is answered like a missing one."""
        return cast("types.PayerNumber", self._client.request("GET", "/gateway/{id}/payer", ids={"id": id}, options=options).data)

    def list(self, params: Optional[types.ListIntentsQuery] = None, **options: Unpack[_calls.CallOptions]) -> Pages[types.PaymentIntent, types.PaymentIntentPage]:
        """List payment intents. The merchant's intents of one mode, newest first, in pages. A page looks through a limited number of intents: with filters that few intents match, it may be short or empty, and `hasMore` stays true until all intents have been looked through."""
        return self._client.list_all("/gateway", query=params, options=options)

    def search(self, params: types.SearchIntentsRequest, **options: Unpack[_calls.CallOptions]) -> Pages[types.PaymentIntent, types.PaymentIntentPage]:
        """Find payment intents. The merchant's intents of one mode that a text or a phone number finds, newest first, in pages. Both are sent in the body, because URLs are written to logs. Changes nothing."""
        return self._client.list_all("/gateway/search", method="POST", body=params, options=options)

    def timeline(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.Timeline:
        """Read the course of a payment. The history of an intent from its creation to the deliveries of its events, in chronological order. Codes are kept for 30 days, deliveries for 90. An intent of another merchant or of the other mode is answered like a missing one."""
        return cast("types.Timeline", self._client.request("GET", "/gateway/{id}/timeline", ids={"id": id}, options=options).data)

    def cancel(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.PaymentIntent:
        """Cancel a payment intent. Ends an intent that has not been charged: nobody can pay it any more. Takes no body. Idempotent: a canceled intent stays canceled."""
        return cast("types.PaymentIntent", self._client.request("POST", "/gateway/{id}/cancel", ids={"id": id}, options=options).data)

    def send_receipt(self, id: str, params: types.SendReceiptRequest, **options: Unpack[_calls.CallOptions]) -> types.Receipt:
        """Send the receipt of a payment. Sends the receipt of a COMPLETED payment to whoever paid it, or to the address that the payer types: at most 3 times, within 7 days. The answer is the same whether or not the payer has an account or an e-mail address; without an address nothing is sent."""
        return cast("types.Receipt", self._client.request("POST", "/gateway/{id}/receipt", ids={"id": id}, body=params, options=options).data)


class PaymentLinks:
    def __init__(self, client: Client) -> None:
        self._client = client

    def create(self, params: types.CreatePaymentLinkRequest, **options: Unpack[_calls.CallOptions]) -> types.PaymentLink:
        """Create a payment link. Makes an address by which people can pay again and again; each payment is a separate payment intent. Amount, currency and reference of a link never change: a payer pays what the link has shown. A link can be deactivated, and its text, return URL, uses and end can be changed."""
        return cast("types.PaymentLink", self._client.request("POST", "/payment-links", body=params, options=options).data)

    def retrieve(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.PaymentLink:
        """Read a payment link. A link of another merchant or of the other mode is answered like a missing one."""
        return cast("types.PaymentLink", self._client.request("GET", "/payment-links/{id}", ids={"id": id}, options=options).data)

    def list(self, params: Optional[types.ListPaymentLinksQuery] = None, **options: Unpack[_calls.CallOptions]) -> Pages[types.PaymentLink, types.PaymentLinkPage]:
        """List payment links. The links of one mode, newest first, in pages."""
        return self._client.list_all("/payment-links", query=params, options=options)

    def update(self, id: str, params: types.UpdatePaymentLinkRequest, **options: Unpack[_calls.CallOptions]) -> types.PaymentLink:
        """Change a payment link. Deactivates a link or activates it again, and changes its text, its return URL, its uses and its end. A parameter that is absent leaves the value unchanged. Payments that are open can still be paid, and keep the text and the URL of before. An expired link accepts no new payments, whether it is active or not. Each change is recorded in the audit trail."""
        return cast("types.PaymentLink", self._client.request("PATCH", "/payment-links/{id}", ids={"id": id}, body=params, options=options).data)


class Refunds:
    def __init__(self, client: Client) -> None:
        self._client = client

    def create(self, id: str, params: Optional[types.CreateRefundRequest] = None, **options: Unpack[_calls.CallOptions]) -> types.Refund:
        """Refund a payment. Gives money of a completed payment back to whoever paid, in full or in part, by the way it was paid; a payment may have several refunds. The fee of the payment is kept, so the money comes from your balance; if the balance is too low, the refusal states what is missing. A second identical request creates a new refund, unless it has the idempotency key of the first. If the body is left out, everything that is left of the payment is refunded."""
        return cast("types.Refund", self._client.request("POST", "/gateway/{id}/refunds", ids={"id": id}, body=params or {}, options=options).data)

    def retrieve(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.Refund:
        """Read a refund. A refund of another merchant or of the other mode is answered like a missing one."""
        return cast("types.Refund", self._client.request("GET", "/refunds/{id}", ids={"id": id}, options=options).data)

    def list(self, params: Optional[types.ListRefundsQuery] = None, **options: Unpack[_calls.CallOptions]) -> Pages[types.Refund, types.RefundPage]:
        """List refunds. The merchant's refunds of one mode, newest first, in pages."""
        return self._client.list_all("/refunds", query=params, options=options)

    def list_for_intent(self, id: str, params: Optional[types.ListIntentRefundsQuery] = None, **options: Unpack[_calls.CallOptions]) -> Pages[types.Refund, types.RefundPage]:
        """List the refunds of a payment. Newest first, in pages. An intent of another merchant or of the other mode is answered like a missing one."""
        return self._client.list_all("/gateway/{id}/refunds", ids={"id": id}, query=params, options=options)


class Reversals:
    def __init__(self, client: Client) -> None:
        self._client = client

    def list_for_intent(self, id: str, params: Optional[types.ListIntentReversalsQuery] = None, **options: Unpack[_calls.CallOptions]) -> Pages[types.Reversal, types.ReversalPage]:
        """List the reversals of a payment. What the operator has taken back of a payment after it was paid, newest first, in pages. An intent of another merchant or of the other mode is answered like a missing one."""
        return self._client.list_all("/gateway/{id}/reversals", ids={"id": id}, query=params, options=options)


class Balance:
    def __init__(self, client: Client) -> None:
        self._client = client

    def retrieve(self, **options: Unpack[_calls.CallOptions]) -> types.Balance:
        """Read the balance. The balance in each currency: available now, and pending. Payments from wallets are available at once. Money that an operator has collected is available from the next day (Africa/Douala), or as the installation has agreed with the operator; in test mode, at once."""
        return cast("types.Balance", self._client.request("GET", "/balance", options=options).data)

    def transactions(self, params: Optional[types.ListBalanceTransactionsQuery] = None, **options: Unpack[_calls.CallOptions]) -> Pages[types.BalanceTransaction, types.BalanceTransactionPage]:
        """List the transactions of the balance. Every movement of the balance of one currency, newest first, in pages. The sum of their `net` is the balance."""
        return self._client.list_all("/balance/transactions", query=params, options=options)

    def statement(self, params: Optional[types.GetBalanceStatementQuery] = None, **options: Unpack[_calls.CallOptions]) -> str:
        """Download a statement. A CSV file of one currency: a row `opening_balance`, every transaction from `from` (inclusive) to `to` (exclusive) with the balance after it, oldest first, and a row `closing_balance`. Times are those of Africa/Douala, such as `2026-11-01T00:00:00.000+01:00`, and the name of the file has the days of Africa/Douala. The closing balance of a statement is the opening balance of the next one, which begins where it ends. A statement ends at `to`. While earlier transactions can still be added, it ends sooner, at the last moment up to which it is complete: the header `x-statement-to` and the last row give this end. The rows are sent while they are read; an answer that breaks off is not complete."""
        return cast("str", self._client.request("GET", "/balance/statement", query=params, options={"timeout": 600, "deadline": 600, **options}).data)

    def summary(self, params: Optional[types.GetBalanceSummaryQuery] = None, **options: Unpack[_calls.CallOptions]) -> types.BalanceSummary:
        """Read the sums of a span. Opening and closing balance of a span of at most 32 days, and what happened in between: payments, refunds and fees by method, by who made them and by till. A payment by a link counts for whoever made the link. For the closing of a day, give its beginning and its end."""
        return cast("types.BalanceSummary", self._client.request("GET", "/balance/summary", query=params, options=options).data)

    def own_summary(self, params: Optional[types.GetOwnSummaryQuery] = None, **options: Unpack[_calls.CallOptions]) -> types.OwnSummary:
        """Read your own sums of a span. The payments and refunds that you made in a span of at most 32 days, by method and till, with their fees: those of the member whose session asks, or of the API key. A payment by a link counts for whoever made the link. The answer has neither the balance nor payouts, and nothing of other members: a cashier closes the own day with it."""
        return cast("types.OwnSummary", self._client.request("GET", "/balance/summary/own", query=params, options=options).data)

    def fee(self, params: types.GetFeeQuery, **options: Unpack[_calls.CallOptions]) -> types.Fee:
        """Read the fee of a payment before its charge. The fee of a payment of this amount if it were charged now. Once the payment is charged, the fee is stated on the payment and its event; it is kept when the payment is refunded."""
        return cast("types.Fee", self._client.request("GET", "/fees", query=params, options=options).data)


class Payouts:
    def __init__(self, client: Client) -> None:
        self._client = client

    def create(self, params: types.CreatePayoutRequest, **options: Unpack[_calls.CallOptions]) -> types.Payout:
        """Pay out available money. Sends money of the available balance to a destination that an owner has registered. The answer comes once the money is held; events report how the payout ended. Pending money is not paid out. A second identical request creates a new payout, unless it has the idempotency key of the first."""
        return cast("types.Payout", self._client.request("POST", "/payouts", body=params, options=options).data)

    def retrieve(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.Payout:
        """Read a payout. A payout of another merchant or of the other mode is answered like a missing one."""
        return cast("types.Payout", self._client.request("GET", "/payouts/{id}", ids={"id": id}, options=options).data)

    def list(self, params: Optional[types.ListPayoutsQuery] = None, **options: Unpack[_calls.CallOptions]) -> Pages[types.Payout, types.PayoutPage]:
        """List payouts. The merchant's payouts of one mode, newest first, in pages."""
        return self._client.list_all("/payouts", query=params, options=options)

    def cancel(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.Payout:
        """Cancel a payout. Returns the money to the balance, as long as nothing was sent to the operator. Takes no body."""
        return cast("types.Payout", self._client.request("POST", "/payouts/{id}/cancel", ids={"id": id}, options=options).data)

    def transactions(self, id: str, params: Optional[types.GetPayoutTransactionsQuery] = None, **options: Unpack[_calls.CallOptions]) -> Pages[types.BalanceTransaction, types.PayoutSheet]:
        """Read the sheet of a payout. The contents of the payout: every movement of the balance since the completed payout before it, with the balance before and after. `opening` and the `net` of all lines add up to `closing`, and `closing` less `amount` is `remaining`."""
        return self._client.list_all("/payouts/{id}/transactions", ids={"id": id}, query=params, options=options)

    def fee(self, params: types.GetPayoutFeeQuery, **options: Unpack[_calls.CallOptions]) -> types.PayoutFee:
        """Read the fee of a payout in advance. The fee of a payout, and the amount that would arrive, if it were requested now. Without an amount it is computed for everything available above the reserve, up to the limit of one payout. The limits of the day, whether an amount is available and whether the destination is usable are not checked."""
        return cast("types.PayoutFee", self._client.request("GET", "/payout-fee", query=params, options=options).data)

    def destinations(self, **options: Unpack[_calls.CallOptions]) -> types.PayoutDestinationList:
        """List the destinations of payouts. The newest 50, newest first, including revoked ones. Only the last digits of their numbers are shown. `operators` names the operators by which money can be paid out now."""
        return cast("types.PayoutDestinationList", self._client.request("GET", "/payout-destinations", options=options).data)

    def schedule(self, **options: Unpack[_calls.CallOptions]) -> types.PayoutSchedule:
        """Read the schedule of payouts. The schedule of automatic payouts of the available balance. `off` until it is changed."""
        return cast("types.PayoutSchedule", self._client.request("GET", "/payout-schedule", options=options).data)

    def change_schedule(self, params: types.ChangePayoutScheduleRequest, **options: Unpack[_calls.CallOptions]) -> types.PayoutSchedule:
        """Change the schedule of payouts. Changes what is given, and keeps the rest."""
        return cast("types.PayoutSchedule", self._client.request("PATCH", "/payout-schedule", body=params, options=options).data)


class PayoutBatches:
    def __init__(self, client: Client) -> None:
        self._client = client

    def create(self, params: types.CreatePayoutBatchRequest, **options: Unpack[_calls.CallOptions]) -> types.PayoutBatch:
        """Draft payouts to many recipients. Creates a draft of up to 2000 rows; a request takes up to 100 of them. No money moves before members have approved the batch in the dashboard: no key can."""
        return cast("types.PayoutBatch", self._client.request("POST", "/payout-batches", body=params, options=options).data)

    def retrieve(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.PayoutBatch:
        """Read a batch of payouts. A batch of another merchant or of the other mode is answered like a missing one."""
        return cast("types.PayoutBatch", self._client.request("GET", "/payout-batches/{id}", ids={"id": id}, options=options).data)

    def list(self, params: Optional[types.ListPayoutBatchesQuery] = None, **options: Unpack[_calls.CallOptions]) -> Pages[types.PayoutBatch, types.PayoutBatchPage]:
        """List batches of payouts. The merchant's batches of one mode, newest first, in pages."""
        return self._client.list_all("/payout-batches", query=params, options=options)

    def add_rows(self, id: str, params: types.AddPayoutBatchRowsRequest, **options: Unpack[_calls.CallOptions]) -> types.PayoutBatch:
        """Add rows to a draft. Adds rows, or replaces those with the same numbers. The operator and the amount of each row are checked; a row that cannot be paid has `faults`."""
        return cast("types.PayoutBatch", self._client.request("POST", "/payout-batches/{id}/rows", ids={"id": id}, body=params, options=options).data)

    def rows(self, id: str, params: Optional[types.ListPayoutBatchRowsQuery] = None, **options: Unpack[_calls.CallOptions]) -> Pages[types.PayoutBatchRow, types.PayoutBatchRowPage]:
        """List the rows of a batch. The rows in the order of their numbers, in pages, each with the status of its payout."""
        return self._client.list_all("/payout-batches/{id}/rows", ids={"id": id}, query=params, options=options)

    def seal(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.PayoutBatch:
        """Seal a draft. Ends the draft: its rows never change again, and the batch waits for its approval. Refused while a row has faults. From then on the names of recipients are compared with those that the operators have. Takes no body."""
        return cast("types.PayoutBatch", self._client.request("POST", "/payout-batches/{id}/seal", ids={"id": id}, options=options).data)

    def pause(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.PayoutBatch:
        """Pause a batch of payouts. No further row is sent. Rows that were sent go on. Takes no body."""
        return cast("types.PayoutBatch", self._client.request("POST", "/payout-batches/{id}/pause", ids={"id": id}, options=options).data)

    def cancel(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.PayoutBatch:
        """Cancel a batch of payouts. Ends a batch that was not approved. Of an approved one the rows are canceled of which nothing was sent, and their money is available again. Takes no body."""
        return cast("types.PayoutBatch", self._client.request("POST", "/payout-batches/{id}/cancel", ids={"id": id}, options=options).data)


class ApiKeys:
    def __init__(self, client: Client) -> None:
        self._client = client

    def create(self, params: types.CreateApiKeyRequest, **options: Unpack[_calls.CallOptions]) -> types.IssuedApiKey:
        """Create an API key. A restricted key creates only restricted keys, with scopes that it has itself; a member creates only keys whose rights the role has, so a secret key needs a role with `merchant:write`. A key with an expiry creates only keys that expire no later."""
        return cast("types.IssuedApiKey", self._client.request("POST", "/api-keys", body=params, options=options).data)

    def list(self, params: Optional[types.ListApiKeysQuery] = None, **options: Unpack[_calls.CallOptions]) -> Pages[types.ApiKey, types.ApiKeyPage]:
        """List API keys. Newest first, in pages. The texts of publishable keys are included, because they are public; those of other keys are shown once, when they are created. Revoked and expired keys are included."""
        return self._client.list_all("/api-keys", query=params, options=options)

    def update(self, id: str, params: types.UpdateApiKeyRequest, **options: Unpack[_calls.CallOptions]) -> types.ApiKey:
        """Change an API key. Changes the name of a key, or the origins of a publishable key; a parameter that is absent or null leaves the value unchanged. New origins apply everywhere within a second. A restricted key can change itself, and restricted keys whose scopes it has; a member can change a key that the role may create. A key that has ended cannot be changed."""
        return cast("types.ApiKey", self._client.request("PATCH", "/api-keys/{id}", ids={"id": id}, body=params, options=options).data)

    def rotate(self, id: str, params: Optional[types.RotateApiKeyRequest] = None, **options: Unpack[_calls.CallOptions]) -> types.IssuedApiKey:
        """Rotate an API key. Creates a successor with the same rights and the same expiry. Both keys work until the overlap ends, so no request is refused while you replace the key. A key has one successor. The body may be left out."""
        return cast("types.IssuedApiKey", self._client.request("POST", "/api-keys/{id}/rotate", ids={"id": id}, body=params or {}, options=options).data)

    def work(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.KeyWorkList:
        """Read what an API key made. What stands of what the key and the keys that it made have created or changed: what a revocation ends unless it is kept."""
        return cast("types.KeyWorkList", self._client.request("GET", "/api-keys/{id}/work", ids={"id": id}, options=options).data)

    def revoke(self, id: str, params: Optional[types.RevokeApiKeyRequest] = None, **options: Unpack[_calls.CallOptions]) -> types.RevokedApiKey:
        """Revoke an API key. Ends a key for ever: within a second it is refused everywhere. What it made ends with it, except what `keep` names: keys that it created or rotated, and what these made, are revoked; endpoints that it created are deleted, those that it changed or whose secret it rotated are paused, such a secret signs no more; payment links are deactivated, and a payout schedule that it set is off. The expiry of a key and its rotation end nothing else. A restricted key can revoke itself, and restricted keys whose scopes it has; a member who manages keys can revoke any key. A key that revokes itself keeps nothing. A further revocation ends what still stands, up to 10,000 acts at a time. The body may be left out. Idempotent."""
        return cast("types.RevokedApiKey", self._client.request("POST", "/api-keys/{id}/revoke", ids={"id": id}, body=params or {}, options=options).data)


class WebhookEndpoints:
    def __init__(self, client: Client) -> None:
        self._client = client

    def create(self, params: types.CreateWebhookEndpointRequest, **options: Unpack[_calls.CallOptions]) -> types.IssuedWebhookEndpoint:
        """Create a webhook endpoint. From then on, events that match the filter of the endpoint are delivered to it, each signed with its secret. An account has at most 16 endpoints in each mode, and creates at most 200 within 24 hours, deleted ones included: more are refused with `rate_limited`, and `Retry-After` states when another can be created."""
        return cast("types.IssuedWebhookEndpoint", self._client.request("POST", "/webhook-endpoints", body=params, options=options).data)

    def list(self, **options: Unpack[_calls.CallOptions]) -> Pages[types.WebhookEndpoint, types.WebhookEndpointPage]:
        """List webhook endpoints. All endpoints of the mode, newest first, without deleted ones."""
        return self._client.list_all("/webhook-endpoints", options=options)

    def retrieve(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.WebhookEndpoint:
        """Read a webhook endpoint. An endpoint of another merchant or of the other mode is answered like a missing one."""
        return cast("types.WebhookEndpoint", self._client.request("GET", "/webhook-endpoints/{id}", ids={"id": id}, options=options).data)

    def update(self, id: str, params: types.UpdateWebhookEndpointRequest, **options: Unpack[_calls.CallOptions]) -> types.WebhookEndpoint:
        """Change, pause or resume a webhook endpoint. A parameter that is absent or null leaves the value unchanged."""
        return cast("types.WebhookEndpoint", self._client.request("PATCH", "/webhook-endpoints/{id}", ids={"id": id}, body=params, options=options).data)

    def delete(self, id: str, **options: Unpack[_calls.CallOptions]) -> None:
        """Delete a webhook endpoint. Nothing more is sent to it, and its secrets end. Its deliveries stay readable. To keep what it would receive, pause it instead."""
        self._client.request("DELETE", "/webhook-endpoints/{id}", ids={"id": id}, options=options).data

    def deliveries(self, id: str, params: Optional[types.ListWebhookEndpointDeliveriesQuery] = None, **options: Unpack[_calls.CallOptions]) -> Pages[types.Delivery, types.DeliveryPage]:
        """List the deliveries to a webhook endpoint. The deliveries of the newest events first, in pages."""
        return self._client.list_all("/webhook-endpoints/{id}/deliveries", ids={"id": id}, query=params, options=options)

    def test(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.DeliveryWithAttempts:
        """Send a test event. Sends `endpoint.ping` once, whatever the status of the endpoint, and returns its delivery with the attempt. A ping that fails is not retried. Takes no body."""
        return cast("types.DeliveryWithAttempts", self._client.request("POST", "/webhook-endpoints/{id}/test", ids={"id": id}, options=options).data)

    def recover(self, id: str, params: types.RecoverRequest, **options: Unpack[_calls.CallOptions]) -> types.Recovery:
        """Send the events of a range of time again. Makes due every event of the range that matches the endpoint's filter and that the endpoint has not accepted, 100 a second. The recovery goes on until all events are examined, however many there are. An endpoint has one recovery at a time."""
        return cast("types.Recovery", self._client.request("POST", "/webhook-endpoints/{id}/recover", ids={"id": id}, body=params, options=options).data)

    def retrieve_recovery(self, id: str, recovery_id: str, **options: Unpack[_calls.CallOptions]) -> types.Recovery:
        """Read the progress of a recovery. An object of another merchant or of the other mode is answered like a missing one."""
        return cast("types.Recovery", self._client.request("GET", "/webhook-endpoints/{id}/recoveries/{recoveryId}", ids={"id": id, "recoveryId": recovery_id}, options=options).data)

    def rotate_secret(self, id: str, params: Optional[types.RotateWebhookSecretRequest] = None, **options: Unpack[_calls.CallOptions]) -> types.IssuedWebhookEndpoint:
        """Rotate the secret of a webhook endpoint. Makes a new secret. Until the overlap ends, deliveries carry a signature of each valid secret, at most three, so that no delivery fails verification while you replace the secret. The body may be left out."""
        return cast("types.IssuedWebhookEndpoint", self._client.request("POST", "/webhook-endpoints/{id}/rotate-secret", ids={"id": id}, body=params or {}, options=options).data)


class Events:
    def __init__(self, client: Client) -> None:
        self._client = client

    def list(self, params: Optional[types.ListEventsQuery] = None, **options: Unpack[_calls.WaitOptions]) -> Pages[types.Event, types.EventPage]:
        """List events. Newest first, in pages. To follow events, ask for those after the newest one that you have, with `endingBefore` and `Prefer: wait=5`: no event is left out. A restricted key gets the events whose objects it may read, `refund.*` with `refunds:read` for example; a `type` that it may not read is refused."""
        return self._client.list_all("/events", query=params, options=options)

    def retrieve(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.Event:
        """Read an event. The body of the answer is the same as in the deliveries, byte for byte. An object of another merchant or of the other mode is answered like a missing one."""
        return cast("types.Event", self._client.request("GET", "/events/{id}", ids={"id": id}, options=options).data)

    def deliveries(self, id: str, **options: Unpack[_calls.CallOptions]) -> Pages[types.Delivery, types.DeliveryPage]:
        """List the deliveries of an event. One delivery for each endpoint that the event is sent to, in one page."""
        return self._client.list_all("/events/{id}/deliveries", ids={"id": id}, options=options)


class Deliveries:
    def __init__(self, client: Client) -> None:
        self._client = client

    def retrieve(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.DeliveryWithAttempts:
        """Read a delivery with its attempts. An object of another merchant or of the other mode is answered like a missing one."""
        return cast("types.DeliveryWithAttempts", self._client.request("GET", "/deliveries/{id}", ids={"id": id}, options=options).data)

    def redeliver(self, id: str, **options: Unpack[_calls.CallOptions]) -> types.Delivery:
        """Send an event to its endpoint again. Makes the delivery due now, whatever its status; a delivery that is being sent stays as it is. An endpoint that is on hold after failures is tried at once with this delivery; an `ordered` endpoint is not, and the delivery keeps its place. If the attempt fails, the retry schedule continues. Takes no body. The body of an event is kept for 30 days."""
        return cast("types.Delivery", self._client.request("POST", "/deliveries/{id}/redeliver", ids={"id": id}, options=options).data)


class Metrics:
    def __init__(self, client: Client) -> None:
        self._client = client

    def payments(self, params: Optional[types.GetPaymentMetricsQuery] = None, **options: Unpack[_calls.CallOptions]) -> types.PaymentMetrics:
        """Read counts of payments by hour or day. The number of payments of one currency and mode that were created, completed, failed, expired and canceled, their volume, success rate and reasons of failure. The counts come from events: each event is counted once, a moment after it happened."""
        return cast("types.PaymentMetrics", self._client.request("GET", "/metrics/payments", query=params, options=options).data)


class Customers:
    def __init__(self, client: Client) -> None:
        self._client = client

    def list(self, params: Optional[types.ListCustomersQuery] = None, **options: Unpack[_calls.CallOptions]) -> Pages[types.Customer, types.CustomerPage]:
        """List customers. The registered users who have completed a payment to the merchant in one mode, with the number and amounts of their payments, in pages, the user who registered last first. The newest 1000 payments of each user are counted, with what was refunded of them. Guests have no account: `GET /customers/guests` lists them."""
        return self._client.list_all("/customers", query=params, options=options)

    def list_guests(self, params: Optional[types.ListGuestsQuery] = None, **options: Unpack[_calls.CallOptions]) -> Pages[types.Guest, types.GuestPage]:
        """List guests. The phones that have completed a payment by mobile money to the merchant in one mode without an account, masked, with the number and amounts of their payments, in pages, the one that paid last first. The newest 1000 payments of each are counted. A page looks through a limited number of payments: it may be short or empty, and `hasMore` stays true until all have been looked through. `GET /gateway?customerId=` lists the payments of a guest. Payments that are older than these ids are counted for nobody."""
        return self._client.list_all("/customers/guests", query=params, options=options)


class Operators:
    def __init__(self, client: Client) -> None:
        self._client = client

    def list(self, **options: Unpack[_calls.CallOptions]) -> types.Operators:
        """List the operators and their state. The mobile-money operators of the mode of the key: their currencies, number prefixes, methods and limits, what the prompt on the phone shows and what to dial when none comes. Their state follows from the outcomes of the last 5 and 60 minutes of all merchants of this mode, which are up to some seconds old. What a payer declines never counts against an operator."""
        return cast("types.Operators", self._client.request("GET", "/operators", options=options).data)


class Till:
    def __init__(self, client: Client) -> None:
        self._client = client

    def ask(self, params: types.AskPhoneRequest, **options: Unpack[_calls.WaitOptions]) -> types.TillCharge:
        """Ask a phone to pay. Makes a payment intent and charges it by mobile money: the operator asks the phone, and its payer confirms with the PIN alone, without a code. An owner must have switched this on by the setting `phoneAsks`; otherwise the answer is 403 `phone_ask_not_allowed`. Asks are bounded for each phone, each member or key, each till and each account, per day of Africa/Douala, and a phone whose owner refused two of them is asked no more that day: then the answer is 429 `prompt_limit_reached`, and `detail` names the bound. Each ask is recorded in the audit trail. `ask` has the name that the prompt shows, and what the payer dials when none comes. The outcome is delivered by webhook and shown by the intent; with `Prefer: wait` it is also in the answer if it comes in time."""
        return cast("types.TillCharge", self._client.request("POST", "/till/charges", body=params, options=options).data)

    def pay(self, params: types.CreateTillPaymentRequest, **options: Unpack[_calls.CallOptions]) -> types.PaymentIntent:
        """Make a payment to show as a QR code. Makes a payment intent at a counter, which its payer opens with `checkoutUrl` on a phone: show the address as a QR code. It lapses after a quarter of an hour. No phone is asked, so it needs no setting and has none of the bounds of `POST /till/charges`."""
        return cast("types.PaymentIntent", self._client.request("POST", "/till/payments", body=params, options=options).data)

    def list(self, **options: Unpack[_calls.CallOptions]) -> types.TillList:
        """List tills. The named places at which the account takes payments, the same in both modes: those that take payments, then those that are revoked, each newest first."""
        return cast("types.TillList", self._client.request("GET", "/tills", options=options).data)

    def day(self, **options: Unpack[_calls.CallOptions]) -> types.TillDay:
        """Read the day of a till. The word of the day (Africa/Douala) of the account in a mode, which the screen of a till shows beside its clock: a picture of another day or another account has another word. Also whether the account asks phones."""
        return cast("types.TillDay", self._client.request("GET", "/till/day", options=options).data)


class TestInbox:
    def __init__(self, client: Client) -> None:
        self._client = client

    def read(self, **options: Unpack[_calls.CallOptions]) -> types.TestInbox:
        """Read the messages of test mode. The SMS and e-mails with codes and receipts that were sent for the account’s payments in test mode: the newest 50 of the last 24 hours. A payment that names a user who does not exist has no messages, as nothing is sent. Codes that register a user or reset a password are not among them. In live mode the request is refused."""
        return cast("types.TestInbox", self._client.request("GET", "/test-inbox", options=options).data)


class Merchant:
    def __init__(self, client: Client) -> None:
        self._client = client

    def retrieve(self, **options: Unpack[_calls.CallOptions]) -> types.Merchant:
        """Read the merchant account. The profile of the account that customers see, and its settings. They are the same in both modes."""
        return cast("types.Merchant", self._client.request("GET", "/merchant", options=options).data)

    def update(self, params: types.UpdateMerchantRequest, **options: Unpack[_calls.CallOptions]) -> types.Merchant:
        """Change the merchant account. Changes what customers see of the account, and its settings; a parameter that is absent or null leaves the value unchanged. Both modes share one account: once it is active in live mode, only a live key, or a dashboard session with `x-mode: live`, changes it. In live mode only an owner who shows a code of the second factor loosens what protects money: `customerSignIn`, `otherPhones`, `guestPayments`, `phoneAsks`, `cashierRefundsPerDay` and `refundsPerDay`. Each change is recorded in the audit trail, and owners are notified of looser settings and of another contact."""
        return cast("types.Merchant", self._client.request("PATCH", "/merchant", body=params, options=options).data)


class Paygate(Client):
    """The client of a merchant's server."""

    def _attach(self) -> None:
        self.payment_intents = PaymentIntents(self)
        self.payment_links = PaymentLinks(self)
        self.refunds = Refunds(self)
        self.reversals = Reversals(self)
        self.balance = Balance(self)
        self.payouts = Payouts(self)
        self.payout_batches = PayoutBatches(self)
        self.api_keys = ApiKeys(self)
        self.webhook_endpoints = WebhookEndpoints(self)
        self.events = Events(self)
        self.deliveries = Deliveries(self)
        self.metrics = Metrics(self)
        self.customers = Customers(self)
        self.operators = Operators(self)
        self.till = Till(self)
        self.test_inbox = TestInbox(self)
        self.merchant = Merchant(self)
