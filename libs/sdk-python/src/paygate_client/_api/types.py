"""Generated from docs/api/openapi.json by `npm run docs`."""

from __future__ import annotations

import sys
from typing import Any, Dict, List, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired


class SignInRequest(TypedDict):
    phoneNumber: str
    """International format (E.164)."""
    password: str
    """The user's web password."""


class SignedInUser(TypedDict):
    token: str
    """User token: a JWT, sent as `Authorization: Bearer` beside the API key."""
    expiresAt: str
    """The time at which the token expires."""
    id: str
    """User identifier."""
    phoneNumber: str
    """International format."""
    roles: List[str]
    """The roles of the user, always with `USER`."""


class PublicJwk(TypedDict):
    kty: Literal["EC"]
    """The family of the algorithm: an elliptic curve."""
    crv: Literal["P-256"]
    """The curve."""
    x: str
    """The x coordinate of the public point, in base64url."""
    y: str
    """The y coordinate of the public point, in base64url."""
    kid: str
    """The id of the key, as the header of a token names it."""
    alg: Literal["ES256"]
    """The algorithm of the signature."""
    use: Literal["sig"]
    """The use of the key: signatures."""


class Jwks(TypedDict):
    keys: List[PublicJwk]
    """The public keys that verify the tokens of users (RFC 7517)."""


class CreateIntentRequest(TypedDict):
    amount: str
    """Digits in the currency's minor unit: for XAF, "5000" is 5 000 FCFA."""
    currency: Literal["XAF", "XOF"]
    """ISO 4217 code."""
    description: NotRequired[Union[str, None]]
    """Free text; the customer may see it."""
    metadata: NotRequired[Union[Dict[str, Any], None]]
    """Any JSON object of at most 16 KiB, 50 keys and 8 levels, with unique keys. Returned unchanged, byte for byte."""
    reference: NotRequired[Union[str, None]]
    """The merchant's own name for the order: unique among the open and completed intents of the merchant in one mode."""
    expiresIn: NotRequired[Union[int, None]]
    """Seconds until the intent lapses; 1800 when absent."""
    userId: NotRequired[Union[str, None]]
    """Only this user may pay the intent."""
    returnUrl: NotRequired[Union[str, None]]
    """The URL to which the payment page returns the customer when the payment has ended. An https URL without user name and password; in test mode also http://localhost."""
    cancelUrl: NotRequired[Union[str, None]]
    """The URL to which the payment page leads a customer who does not pay. It has the same form as `returnUrl`."""
    checkoutRetries: NotRequired[Union[int, None]]
    """The number of further tries that the customer has on the payment page after a decline, 0 to 4; none when absent. Needs `reference`. Each try is a separate intent for the same order, and its `retryOf` names this intent; at most one of these intents is paid."""


class PaymentMethod(TypedDict):
    type: Union[Literal["wallet", "mobile_money"], str]
    """A wallet at Paygate, or mobile money."""
    operator: Union[Literal["mtn_momo", "orange_money"], str, None]
    """The operator of mobile money."""


class Payer(TypedDict):
    userId: Union[str, None]
    """The account of the payer; null for a guest, and in the answer to a front end."""
    phoneMasked: Union[str, None]
    """The phone that pays by mobile money. For a wallet, the phone of the user who was signed in when the code was verified; null when nobody was signed in, and in the answer to a front end."""
    operator: Union[Literal["mtn_momo", "orange_money"], str, None]
    """The operator of mobile money; null for a wallet."""


class NextAction(TypedDict):
    type: Union[Literal["verify_otp", "charge", "approve_on_phone", "await_outcome"], str]
    """The next step: verify a code, charge, let the customer approve on the phone, or wait for the outcome."""
    operator: Union[Literal["mtn_momo", "orange_money"], str, None]
    """The operator that asks the payer for approval."""
    phoneMasked: Union[str, None]
    """The phone that is asked."""
    expiresAt: Union[str, None]
    """The time at which the operator stops waiting for the payer."""
    since: NotRequired[str]
    """Only with `await_outcome`: the time since which the outcome is overdue."""


class PaymentFailure(TypedDict):
    code: Union[Literal["insufficient_funds", "payer_rejected", "payer_timeout", "payer_not_found", "payer_limit_reached", "payer_blocked", "rail_unavailable", "rail_error", "wallet_closed"], str]
    """The reason for which the payment failed. More reasons may be added."""
    message: str
    """The reason in English, for developers."""
    nextStep: Union[Literal["new_intent", "other_method", "none"], str]
    """The step that may help: a new intent, another payment method, or none."""


class SupportContact(TypedDict):
    email: Union[str, None]
    """The e-mail address for customers; null without one."""
    phone: Union[str, None]
    """The phone number for customers; null without one."""
    url: Union[str, None]
    """The help page for customers; null without one."""


class CheckoutOperator(TypedDict):
    operator: Union[Literal["mtn_momo", "orange_money"], str]
    """The mobile-money operator."""
    promptName: Union[str, None]
    """The name that the prompt on the phone shows; null where it is not known."""
    dial: Union[str, None]
    """What a payer dials when no prompt comes; null where it is not known."""
    state: Union[Literal["operational", "degraded", "down", "unknown"], str]
    """The state of its payments. `operational`, `degraded` (at least a tenth of the outcomes are failed or stuck, or the median of 20 or more successes is 90 s or longer), `down` (at least half of them are failed or stuck), or `unknown`: fewer than 20 outcomes."""


class CheckoutMerchant(TypedDict):
    name: str
    """The name of the merchant that customers see."""
    logoUrl: Union[str, None]
    """The address of the merchant’s logo; null without one."""
    supportContact: SupportContact
    """The contact of the merchant for customers."""
    languages: List[Union[Literal["fr", "en"], str]]
    """The languages of the merchant’s customers, the most usual one first."""
    paymentMethods: List[Union[Literal["wallet", "mobile_money"], str]]
    """The methods by which this payment can be made."""
    operators: NotRequired[List[CheckoutOperator]]
    """The operators of the mode of this payment, and how they are now. Absent while that cannot be read."""
    guestPayments: bool
    """True when customers may pay without an account."""
    smsReceipts: bool
    """True when a receipt may be sent by SMS."""


class CheckoutState(TypedDict):
    returnUrl: Union[str, None]
    """The `returnUrl` with `paymentIntentId` and `reference` added to its query. These parameters name the payment, but prove nothing about it."""
    mayRetry: bool
    """True when the customer may try again after this decline."""
    latestUrl: Union[str, None]
    """The page of the last try of this order, when that is another intent."""
    receiptUrl: Union[str, None]
    """The page that proves the receipt of this payment to whoever holds it; null until the payment is COMPLETED."""


class CreatedPaymentIntent(TypedDict):
    sessionToken: str
    """The token with which the customer's front end reads this intent, and no other."""
    id: str
    """The id of the object. It never changes."""
    object: Literal["payment_intent"]
    """The kind of the object."""
    status: Union[Literal["PENDING", "REQUIRES_ACTION", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED", "CANCELED"], str]
    """EXPIRED, FAILED, COMPLETED and CANCELED are terminal."""
    amount: str
    """Digits in the currency's minor unit."""
    amountRefunded: str
    """The sum of the completed refunds, in the minor unit."""
    amountReversed: str
    """What the operator has taken back of this payment after it was paid, in the minor unit. The payment stays COMPLETED. "0" for nearly every payment."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    currencyExponent: int
    """Digits after the decimal point of the major unit (ISO 4217)."""
    description: Union[str, None]
    """The subject of the payment, as the merchant wrote it. The customer sees it."""
    userId: Union[str, None]
    """The one user who may pay, when the merchant named one."""
    retryOf: Union[str, None]
    """For a try that the customer began on the payment page after a decline: the first intent of the order. Null for any other intent."""
    paymentMethod: Union[PaymentMethod, None]
    """The method of the payment; null before the charge."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    checkoutUrl: Union[str, None]
    """The hosted payment page of this intent, for the customer: whoever has the address may open it. Null in events, and where Paygate runs without the page."""
    returnUrl: Union[str, None]
    """The URL to which the payment page returns the customer when the payment has ended; null without one."""
    cancelUrl: Union[str, None]
    """The URL to which the hosted payment page leads a customer who does not pay."""
    payer: Union[Payer, None]
    """The payer, once the charge is accepted. A front end sees only the phone that pays by mobile money; for a wallet it sees null. The `userId` of the intent stays as it was set at its creation."""
    nextAction: Union[NextAction, None]
    """The next step of the front end."""
    failure: Union[PaymentFailure, None]
    """The reason for which the payment failed."""
    chargeId: Union[str, None]
    """The charge; null before the payment is charged."""
    providerReference: Union[str, None]
    """The operator’s own transaction number, which is in its message to the customer: MTN MoMo gives it with the success, Orange Money while the payment is pending. Null until then, for a wallet, and for payments that are older than this field. An operator may give a number twice."""
    version: int
    """Grows with every change."""
    createdAt: str
    """The time at which it was created."""
    updatedAt: str
    """The time of its last change."""
    expiresAt: str
    """The intent lapses at this moment."""
    completedAt: Union[str, None]
    """The time at which it was completed; null before."""
    merchant: NotRequired[CheckoutMerchant]
    """Only for the hosted payment page."""
    checkout: NotRequired[CheckoutState]
    """Only for the hosted payment page."""
    fee: Union[str, None]
    """The fee that Paygate keeps, once the payment is complete."""
    net: Union[str, None]
    """The amount that the merchant receives, once the payment is complete."""
    metadata: Dict[str, Any]
    """The bytes that the merchant sent."""
    reference: Union[str, None]
    """The merchant’s own name for the order; null without one."""
    tillId: Union[str, None]
    """The till at which it was made; null for any other payment."""


class PaymentIntent(TypedDict):
    fee: Union[str, None]
    """The fee that Paygate keeps, once the payment is complete."""
    net: Union[str, None]
    """The amount that the merchant receives, once the payment is complete."""
    metadata: Dict[str, Any]
    """The bytes that the merchant sent."""
    reference: Union[str, None]
    """The merchant’s own name for the order; null without one."""
    tillId: Union[str, None]
    """The till at which it was made; null for any other payment."""
    id: str
    """The id of the object. It never changes."""
    object: Literal["payment_intent"]
    """The kind of the object."""
    status: Union[Literal["PENDING", "REQUIRES_ACTION", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED", "CANCELED"], str]
    """EXPIRED, FAILED, COMPLETED and CANCELED are terminal."""
    amount: str
    """Digits in the currency's minor unit."""
    amountRefunded: str
    """The sum of the completed refunds, in the minor unit."""
    amountReversed: str
    """What the operator has taken back of this payment after it was paid, in the minor unit. The payment stays COMPLETED. "0" for nearly every payment."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    currencyExponent: int
    """Digits after the decimal point of the major unit (ISO 4217)."""
    description: Union[str, None]
    """The subject of the payment, as the merchant wrote it. The customer sees it."""
    userId: Union[str, None]
    """The one user who may pay, when the merchant named one."""
    retryOf: Union[str, None]
    """For a try that the customer began on the payment page after a decline: the first intent of the order. Null for any other intent."""
    paymentMethod: Union[PaymentMethod, None]
    """The method of the payment; null before the charge."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    checkoutUrl: Union[str, None]
    """The hosted payment page of this intent, for the customer: whoever has the address may open it. Null in events, and where Paygate runs without the page."""
    returnUrl: Union[str, None]
    """The URL to which the payment page returns the customer when the payment has ended; null without one."""
    cancelUrl: Union[str, None]
    """The URL to which the hosted payment page leads a customer who does not pay."""
    payer: Union[Payer, None]
    """The payer, once the charge is accepted. A front end sees only the phone that pays by mobile money; for a wallet it sees null. The `userId` of the intent stays as it was set at its creation."""
    nextAction: Union[NextAction, None]
    """The next step of the front end."""
    failure: Union[PaymentFailure, None]
    """The reason for which the payment failed."""
    chargeId: Union[str, None]
    """The charge; null before the payment is charged."""
    providerReference: Union[str, None]
    """The operator’s own transaction number, which is in its message to the customer: MTN MoMo gives it with the success, Orange Money while the payment is pending. Null until then, for a wallet, and for payments that are older than this field. An operator may give a number twice."""
    version: int
    """Grows with every change."""
    createdAt: str
    """The time at which it was created."""
    updatedAt: str
    """The time of its last change."""
    expiresAt: str
    """The intent lapses at this moment."""
    completedAt: Union[str, None]
    """The time at which it was completed; null before."""
    merchant: NotRequired[CheckoutMerchant]
    """Only for the hosted payment page."""
    checkout: NotRequired[CheckoutState]
    """Only for the hosted payment page."""


class PaymentIntentPage(TypedDict):
    data: List[PaymentIntent]
    """The objects of this page."""
    hasMore: bool
    """True when there are more objects in this direction. A page may be shorter than `limit`, or even empty, while more follow: go on with `nextCursor`."""
    nextCursor: Union[str, None]
    """The cursor of the next page in this direction, when there is one: the place where this page stopped searching."""


class SearchIntentsRequest(TypedDict):
    q: NotRequired[Union[str, None]]
    """What `q` of `GET /gateway` finds. And, when it is the last four digits of a phone number, or, for callers with `payers:read`, a number as people write it, the intents that were paid, or that somebody tried to pay, by mobile money from it. Payments of before are not found by the last digits."""
    phoneNumber: NotRequired[Union[str, None]]
    """Instead of `q`: the phone that pays by mobile money, in international format. Needs `payers:read`, because what is found confirms the number."""
    limit: NotRequired[Union[int, None]]
    """The largest number of intents on one page; 20 when absent."""
    startingAfter: NotRequired[Union[str, None]]
    """The page starts after this intent and holds older ones: `nextCursor` of the previous page, or the id of any of your intents."""
    endingBefore: NotRequired[Union[str, None]]
    """The page ends just before this intent in the list: it holds those that were created right after it. Cannot be combined with `startingAfter`."""
    status: NotRequired[Union[List[Literal["PENDING", "REQUIRES_ACTION", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED", "CANCELED"]], None]]
    """Intents of these statuses only. In a query, repeat the parameter for each status; `status[]` works too."""
    amountFrom: NotRequired[Union[str, None]]
    """This amount or more, in the currency's minor unit."""
    amountTo: NotRequired[Union[str, None]]
    """This amount or less, in the currency's minor unit."""
    createdFrom: NotRequired[Union[str, None]]
    """Created at this time or later."""
    createdTo: NotRequired[Union[str, None]]
    """Created before this time."""


class PublicPaymentIntent(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["payment_intent"]
    """The kind of the object."""
    status: Union[Literal["PENDING", "REQUIRES_ACTION", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED", "CANCELED"], str]
    """EXPIRED, FAILED, COMPLETED and CANCELED are terminal."""
    amount: str
    """Digits in the currency's minor unit."""
    amountRefunded: str
    """The sum of the completed refunds, in the minor unit."""
    amountReversed: str
    """What the operator has taken back of this payment after it was paid, in the minor unit. The payment stays COMPLETED. "0" for nearly every payment."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    currencyExponent: int
    """Digits after the decimal point of the major unit (ISO 4217)."""
    description: Union[str, None]
    """The subject of the payment, as the merchant wrote it. The customer sees it."""
    userId: Union[str, None]
    """The one user who may pay, when the merchant named one."""
    retryOf: Union[str, None]
    """For a try that the customer began on the payment page after a decline: the first intent of the order. Null for any other intent."""
    paymentMethod: Union[PaymentMethod, None]
    """The method of the payment; null before the charge."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    checkoutUrl: Union[str, None]
    """The hosted payment page of this intent, for the customer: whoever has the address may open it. Null in events, and where Paygate runs without the page."""
    returnUrl: Union[str, None]
    """The URL to which the payment page returns the customer when the payment has ended; null without one."""
    cancelUrl: Union[str, None]
    """The URL to which the hosted payment page leads a customer who does not pay."""
    payer: Union[Payer, None]
    """The payer, once the charge is accepted. A front end sees only the phone that pays by mobile money; for a wallet it sees null. The `userId` of the intent stays as it was set at its creation."""
    nextAction: Union[NextAction, None]
    """The next step of the front end."""
    failure: Union[PaymentFailure, None]
    """The reason for which the payment failed."""
    chargeId: Union[str, None]
    """The charge; null before the payment is charged."""
    providerReference: Union[str, None]
    """The operator’s own transaction number, which is in its message to the customer: MTN MoMo gives it with the success, Orange Money while the payment is pending. Null until then, for a wallet, and for payments that are older than this field. An operator may give a number twice."""
    version: int
    """Grows with every change."""
    createdAt: str
    """The time at which it was created."""
    updatedAt: str
    """The time of its last change."""
    expiresAt: str
    """The intent lapses at this moment."""
    completedAt: Union[str, None]
    """The time at which it was completed; null before."""
    merchant: NotRequired[CheckoutMerchant]
    """Only for the hosted payment page."""
    checkout: NotRequired[CheckoutState]
    """Only for the hosted payment page."""


class TimelineEntry(TypedDict):
    at: str
    """The time at which it happened."""
    type: Union[Literal["payment.created", "otp.sent", "otp.verified", "charge.accepted", "charge.submitted", "charge.prompted", "charge.succeeded", "charge.failed", "payment.completed", "payment.failed", "payment.expired", "payment.canceled", "refund.requested", "refund.completed", "refund.failed", "reversal.booked", "reversal.returned", "event.created", "delivery.attempted"], str]
    """The type of the entry. More types may be added."""
    objectId: NotRequired[str]
    """The charge, refund, reversal, event or delivery of the entry."""
    channel: NotRequired[Union[Literal["sms", "email"], str]]
    """The channel by which a code was sent."""
    operator: NotRequired[Union[Literal["mtn_momo", "orange_money"], str]]
    """The operator that collects a charge by mobile money, or takes it back."""
    providerReference: NotRequired[str]
    """The operator’s own transaction number, with the outcome of a charge or a refund by mobile money."""
    eventType: NotRequired[str]
    """The type of an event that was created or delivered."""
    endpointId: NotRequired[str]
    """The endpoint to which a delivery was sent."""
    attempt: NotRequired[int]
    """The number of codes or deliveries so far, this one included."""
    httpStatus: NotRequired[int]
    """The status with which the endpoint answered a delivery; absent without an answer."""
    code: NotRequired[str]
    """The reason for which a charge or a refund failed, or a delivery had no answer."""


class Timeline(TypedDict):
    object: Literal["timeline"]
    """The kind of the object."""
    intentionId: str
    """The payment intent."""
    data: List[TimelineEntry]
    """Oldest first."""
    isCut: bool
    """True when a part of the timeline has more than 200 entries: `data` has the newest of them."""
    missing: List[Union[Literal["payment", "codes", "charge", "events"], str]]
    """The parts of the timeline that could not be read now. Their entries are not in `data`: ask again."""


class Retry(TypedDict):
    intentionId: str
    """The new intent."""
    retryOf: Union[str, None]
    """The first intent of the order."""
    checkoutUrl: Union[str, None]
    """The payment page of the new intent, where the customer goes on; null where Paygate runs without the page."""
    amount: str
    """Digits in the currency’s minor unit."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    expiresAt: str
    """The try lapses when the first intent would have lapsed."""


class PaymentLink(TypedDict):
    url: Union[str, None]
    """The address to share, which anyone may open; null where Paygate runs without the payment page."""
    qrCodeUrl: Union[str, None]
    """A QR code of `url`, an SVG image that anyone may load; null where there is no address."""
    referencePattern: Union[str, None]
    """The reference of each payment, in which `{n}` is its number; null without one."""
    returnUrl: Union[str, None]
    """The URL to which the payment page returns the customer when the payment has ended; null without one."""
    maxUses: Union[int, None]
    """The maximum number of payments that are open or completed at a time; null without a limit."""
    usesRemaining: Union[int, None]
    """The number of further payments that may begin now; null when the uses are not limited."""
    checkoutRetries: NotRequired[int]
    """The number of further tries that a payer has after a decline."""
    payments: int
    """The number of the last payment. It counts the payments that were ever begun, and the numbers that were skipped. Each payment has the id of the link in its metadata, as `paymentLinkId`: `GET /gateway?metadata[paymentLinkId]=…` lists these payments."""
    expiresAt: Union[str, None]
    """The time at which the link stops accepting new payments; null when it never stops."""
    createdAt: str
    """The time at which it was created."""
    updatedAt: str
    """The time of its last change."""
    id: str
    """The id of the object. It never changes."""
    object: Literal["payment_link"]
    """The kind of the object."""
    status: Union[Literal["active", "inactive", "expired", "used_up"], str]
    """`inactive`: the merchant has deactivated it. `used_up`: its open and completed payments have reached `maxUses`. Only an `active` link begins payments."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    amount: Union[str, None]
    """The amount of each payment; null when the payer names it."""
    minAmount: Union[str, None]
    """The smallest amount that the payer may name; null when the amount is fixed."""
    maxAmount: Union[str, None]
    """The largest amount that the payer may name; null when the amount is fixed."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    currencyExponent: int
    """Digits after the decimal point of the major unit (ISO 4217)."""
    description: Union[str, None]
    """The subject of the payment, as the merchant wrote it. The customer sees it."""
    merchant: NotRequired[CheckoutMerchant]
    """The merchant, for those who open the link."""


class PaymentLinkPage(TypedDict):
    data: List[PaymentLink]
    """The objects of this page."""
    hasMore: bool
    """True when there are older objects."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class CreatePaymentLinkRequest(TypedDict):
    amount: NotRequired[Union[str, None]]
    """Digits in the currency's minor unit. When absent, the payer names the amount."""
    currency: Literal["XAF", "XOF"]
    """ISO 4217 code."""
    minAmount: NotRequired[Union[str, None]]
    """The smallest amount that a payer may name when `amount` is absent; the minimum of the currency when this field is absent too."""
    maxAmount: NotRequired[Union[str, None]]
    """The largest amount that a payer may name when `amount` is absent; the maximum of the currency when this field is absent too."""
    description: NotRequired[Union[str, None]]
    """Free text that payers see; each payment of the link has it too."""
    referencePattern: NotRequired[Union[str, None]]
    """The reference of each payment, in which `{n}` is the number of the payment: 1, 2, and so on; a number whose reference another payment has is skipped. `{n}` is required unless `maxUses` is 1, because a reference is unique among open and completed payments."""
    returnUrl: NotRequired[Union[str, None]]
    """The URL to which the payment page returns the payer when the payment has ended. An https URL without user name and password; in test mode also http://localhost."""
    maxUses: NotRequired[Union[int, None]]
    """The maximum number of payments that are open or completed at a time. A payment that expires, fails or is canceled gives its use back; a payment for which no code is sent expires after 5 minutes. Not limited when absent."""
    checkoutRetries: NotRequired[Union[int, None]]
    """The number of further tries that a payer has on the payment page after a decline, 0 to 4; 3 when absent. Each try counts as one more use of the link."""
    expiresAt: NotRequired[Union[str, None]]
    """The time at which the link stops accepting new payments; it never stops when this is absent."""


class UpdatePaymentLinkRequest(TypedDict):
    active: NotRequired[Union[bool, None]]
    """`false`: no further payment begins, but open payments can still be paid. `true` allows payments again."""
    description: NotRequired[Union[str, None]]
    """The text that payers see. Payments that have begun keep the text of before. null removes it."""
    returnUrl: NotRequired[Union[str, None]]
    """The URL to which the payment page returns the payer. It has the same form as at the creation. Payments that have begun keep the URL of before. null removes it."""
    maxUses: NotRequired[Union[int, None]]
    """The maximum number of payments that are open or completed at a time: not less than the number of those that are now. null removes the limit."""
    expiresAt: NotRequired[Union[str, None]]
    """The time at which the link stops accepting new payments, in the future. An expired link accepts payments again. null removes the end."""


class SharedLink(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["payment_link"]
    """The kind of the object."""
    status: Union[Literal["active", "inactive", "expired", "used_up"], str]
    """`inactive`: the merchant has deactivated it. `used_up`: its open and completed payments have reached `maxUses`. Only an `active` link begins payments."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    amount: Union[str, None]
    """The amount of each payment; null when the payer names it."""
    minAmount: Union[str, None]
    """The smallest amount that the payer may name; null when the amount is fixed."""
    maxAmount: Union[str, None]
    """The largest amount that the payer may name; null when the amount is fixed."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    currencyExponent: int
    """Digits after the decimal point of the major unit (ISO 4217)."""
    description: Union[str, None]
    """The subject of the payment, as the merchant wrote it. The customer sees it."""
    merchant: NotRequired[CheckoutMerchant]
    """The merchant, for those who open the link."""


class PayLinkRequest(TypedDict):
    amount: NotRequired[Union[str, None]]
    """The amount that the payer names, when the link has no amount of its own; otherwise absent."""


class LinkPayment(TypedDict):
    intentionId: str
    """The payment intent."""
    checkoutUrl: Union[str, None]
    """The payment page, where the payer goes on; null where Paygate runs without the page."""
    amount: str
    """Digits in the currency’s minor unit."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    expiresAt: str
    """The payment lapses at this moment."""


class SendReceiptRequest(TypedDict):
    channel: Literal["sms", "email"]
    """`email`: the receipt goes to the address in `email`, or else to the address of the account that paid. `sms`: it goes to the phone of this account, or to the phone of a guest; needs your setting `smsReceipts`."""
    email: NotRequired[Union[str, None]]
    """Another address for `email`, as the payer types it. The receipts of a payment are counted together, whatever addresses they go to."""


class Receipt(TypedDict):
    object: Literal["receipt"]
    """The kind of the object."""
    intentionId: str
    """The payment."""
    channel: Union[Literal["sms", "email"], str]
    """The channel by which it is sent: SMS or e-mail."""
    sendsRemaining: int
    """The number of further receipts of this payment that can be sent."""


class CheckReceiptRequest(TypedDict):
    token: str
    """The last part of the address on the receipt, which begins with `rcp_`. Any other text is answered like the receipt of no payment."""


class ReceiptCheck(TypedDict):
    object: Literal["receipt_check"]
    """The kind of the object."""
    status: Union[Literal["paid", "partly_refunded", "refunded"], str]
    """What became of the payment, as of now. Refunds that are under way do not count yet. Other words may follow."""
    mode: Union[Literal["test", "live"], str]
    """In `test` no money has moved."""


class CreateRefundRequest(TypedDict):
    amount: NotRequired[Union[str, None]]
    """Digits in the currency's minor unit: for XAF, "1500" is 1 500 FCFA. Everything that is left of the payment when absent."""
    reason: NotRequired[Union[str, None]]
    """The reason, for your own records. The customer does not see it."""
    metadata: NotRequired[Union[Dict[str, Any], None]]
    """Any JSON object of at most 16 KiB, 50 keys and 8 levels, with unique keys. Returned unchanged, byte for byte."""


class RefundFailure(TypedDict):
    code: Union[Literal["insufficient_funds", "payer_rejected", "payer_timeout", "payer_not_found", "payer_limit_reached", "payer_blocked", "rail_unavailable", "rail_error", "wallet_closed"], str]
    """The reason for which the refund failed. More reasons may be added."""
    message: str
    """The reason in English, for developers."""


class Refund(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["refund"]
    """The kind of the object."""
    paymentIntentId: str
    """The payment."""
    chargeId: str
    """The charge whose money is given back."""
    status: Union[Literal["PENDING", "COMPLETED", "FAILED"], str]
    """`PENDING`: the money is held for the refund, and the operator has not answered yet. `COMPLETED`: the customer has the money. `FAILED`: the money was not sent; to try again, create another refund."""
    amount: str
    """The amount that is refunded, in the currency’s minor unit."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    feeKept: Union[str, None]
    """The fee of the payment, in full: no refund gives any of it back. Each of several partial refunds has the whole fee, which is kept once: do not add them up. Null in events of refunds that are older than this field."""
    reason: Union[str, None]
    """The reason, as the merchant wrote it; null without one."""
    metadata: Dict[str, Any]
    """The metadata as it was given, byte for byte."""
    transmission: Union[Literal["not_sent", "sent", "in_doubt"], str, None]
    """The progress of a PENDING refund by mobile money: `not_sent` (not sent to the operator yet), `sent`, or `in_doubt` (the operator may or may not have received it, and is asked again). Otherwise null."""
    failure: Union[RefundFailure, None]
    """The reason for which it FAILED."""
    providerReference: Union[str, None]
    """The operator’s own transaction number of the refund. Null until the operator gives it, for a wallet, and for refunds that are older than this field."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    createdAt: str
    """The time at which it was created."""
    updatedAt: str
    """The time of its last change."""
    completedAt: Union[str, None]
    """The time at which it was completed; null before."""


class RefundPage(TypedDict):
    data: List[Refund]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class Reversal(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["reversal"]
    """The kind of the object."""
    paymentIntentId: str
    """The payment."""
    chargeId: str
    """The charge; null before the payment is charged."""
    status: Union[Literal["BOOKED", "RETURNED"], str]
    """`BOOKED`: the operator has taken the money back, and your balance is debited. `RETURNED`: the operator has given it back after that, and your balance is credited again."""
    amount: str
    """The part of the payment that is taken back from you. What you had refunded before is not taken a second time."""
    feeReturned: str
    """The part of the payment’s fee that you get back for it: your balance is debited by `amount` less `feeReturned`. "0" where the fee is kept."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    operator: Union[Literal["mtn_momo", "orange_money"], str]
    """The mobile-money operator."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    bookedAt: str
    """The time at which it was booked on your balance."""
    returnedAt: Union[str, None]
    """The time at which it was returned; null otherwise."""


class ReversalPage(TypedDict):
    data: List[Reversal]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class Maturity(TypedDict):
    at: str
    """The time at which this amount becomes available; for money that waits for the statement of an operator, the earliest possible time."""
    amount: str
    """Digits in the currency’s minor unit."""


class CurrencyBalance(TypedDict):
    owed: str
    """What an operator has taken back of your payments and your balance does not cover. What comes in fills it before anything is available. `available` + `pending` − `owed` is the sum of all transactions."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    available: str
    """Money that is yours now: settled, and not held."""
    pending: str
    """Money that is yours but not available yet: what an operator has collected and not yet settled by its schedule, and what is held for refunds. Refunds may use the part that is not held."""
    held: str
    """The part of `pending` that is held for refunds which an operator has not answered."""
    upcoming: List[Maturity]
    """The amounts that become available, soonest first. Their sum is `pending` less `held`."""


class Balance(TypedDict):
    object: Literal["balance"]
    """The kind of the object."""
    balances: List[CurrencyBalance]
    """One entry for each currency in which you were ever paid."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    readAt: str
    """The time at which the balance was read."""


class BalanceTransaction(TypedDict):
    providerReference: Union[str, None]
    """The operator’s own transaction number of its payment, refund or payout; null where there is none, and for movements that are older than this field."""
    object: Literal["balance_transaction"]
    """The kind of the object."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    type: Union[Literal["charge", "fee", "refund", "payout", "reversal", "adjustment", "late_payment"], str]
    """`charge`: a payment, with its fee. `refund`: money that went back. `payout`: money that went to you. `reversal`: money of a payment that the operator has taken back, or has given back after that. `adjustment`: a correction by the team of your Paygate. `late_payment`: money that reached the operator for a payment that had failed, with its fee. `fee`: a fee that is not part of a payment, such as the fee of a payout."""
    gross: str
    """The amount before the fee; below zero where money leaves the balance."""
    fee: str
    """The fee that was kept, in the minor unit."""
    net: str
    """The amount that is added to the balance: `gross` less `fee`."""
    method: Union[Literal["wallet", "mtn_momo", "orange_money"], str, None]
    """How the money moves, where that is known."""
    id: str
    """The id of its charge, refund or payout; each further transaction of that object adds a dot and a number."""
    paymentIntentId: Union[str, None]
    """The payment."""
    chargeId: Union[str, None]
    """The charge; null before the payment is charged."""
    refundId: Union[str, None]
    """The refund; null for anything else."""
    payoutId: Union[str, None]
    """The payout, for its money and for its fee; null for anything else."""
    description: NotRequired[str]
    """The reason of an `adjustment` and, in brackets, the paper that explains it. Absent for any other movement."""
    availableAt: str
    """The time from which the money is part of `available`. Money of an operator whose statements are compared also waits until the statement of its day matches: this is then the earliest possible time."""
    createdAt: str
    """The time at which it was created."""


class BalanceTransactionPage(TypedDict):
    data: List[BalanceTransaction]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class TillLine(TypedDict):
    tillId: Union[str, None]
    """The till at which these payments, or the refunded ones, were made. Null where there was none, and in all lines where they would be more than 1,000."""
    type: Union[Literal["charge", "fee", "refund", "payout", "reversal", "adjustment", "late_payment"], str]
    """`charge`: a payment, with its fee. `refund`: money that went back. `payout`: money that went to you. `reversal`: money of a payment that the operator has taken back, or has given back after that. `adjustment`: a correction by the team of your Paygate. `late_payment`: money that reached the operator for a payment that had failed, with its fee. `fee`: a fee that is not part of a payment, such as the fee of a payout."""
    gross: str
    """The amount before the fee; below zero where money leaves the balance."""
    fee: str
    """The fee that was kept, in the minor unit."""
    net: str
    """The amount that is added to the balance: `gross` less `fee`."""
    method: Union[Literal["wallet", "mtn_momo", "orange_money"], str, None]
    """How the money moves, where that is known."""
    actor: Union[str, None]
    """The member or the API key that made these payments, refunds or payouts; for payments by a link, the one that made the link. Null where no member or key is known, and in all lines where they would be more than 1,000."""
    count: int
    """The number of these transactions."""


BalanceSummary = TypedDict(
    "BalanceSummary",
    {
        "object": 'Literal["balance_summary"]',
        "currency": 'Union[Literal["XAF", "XOF"], str]',
        "from": 'str',
        "to": 'str',
        "opening": 'str',
        "closing": 'str',
        "data": 'List[TillLine]',
        "mode": 'Union[Literal["test", "live"], str]',
    },
)


OwnSummary = TypedDict(
    "OwnSummary",
    {
        "object": 'Literal["own_summary"]',
        "currency": 'Union[Literal["XAF", "XOF"], str]',
        "from": 'str',
        "to": 'str',
        "data": 'List[TillLine]',
        "mode": 'Union[Literal["test", "live"], str]',
    },
)


class Fee(TypedDict):
    object: Literal["fee"]
    """The kind of the object."""
    method: Union[Literal["wallet", "mtn_momo", "orange_money"], str]
    """How the money moves: by `wallet`, or by the mobile-money operator."""
    amount: str
    """Digits in the currency’s minor unit."""
    fee: str
    """`amount` × `bps` / 10000, rounded down to a whole minor unit, plus `fixed`; always less than the amount. 1043 × 2 % = 20.86, so the fee is 20."""
    net: str
    """`amount` less `fee`."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    bps: int
    """The rate of the fee, in hundredths of a percent."""
    fixed: str
    """The fixed part of the fee, in minor units."""
    keptOnRefund: bool
    """True when a refund gives back the amount but not this fee."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""


class CreatePayoutRequest(TypedDict):
    destinationId: str
    """The destination of the money, which must be usable."""
    amount: NotRequired[Union[str, None]]
    """The amount that leaves the balance, the fee included, in digits of the minor unit. When absent, everything that is available above the reserve of the schedule."""
    reason: NotRequired[Union[str, None]]
    """The reason, for your own records."""
    metadata: NotRequired[Union[Dict[str, Any], None]]
    """Any JSON object of at most 16 KiB, 50 keys and 8 levels, with unique keys. Returned unchanged, byte for byte."""


class PayoutFailure(TypedDict):
    code: Union[Literal["insufficient_funds", "payer_rejected", "payer_timeout", "payer_not_found", "payer_limit_reached", "payer_blocked", "rail_unavailable", "rail_error", "wallet_closed", "destination_revoked"], str]
    """The reason of the failure. With `destination_revoked`, the destination was revoked before the payout was sent. More reasons may be added."""
    message: str
    """The reason in English, for developers."""


class Payout(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["payout"]
    """The kind of the object."""
    destinationId: str
    """The destination of the money."""
    operator: Union[Literal["mtn_momo", "orange_money"], str]
    """The operator of the destination."""
    phoneMasked: str
    """The last digits of the number of the destination."""
    status: Union[Literal["PENDING", "PROCESSING", "COMPLETED", "FAILED", "CANCELED"], str]
    """`PENDING`: the money is held, nothing was sent yet, and the payout can be canceled. `PROCESSING`: sent to the operator. `COMPLETED`: the destination has it. `FAILED`: nothing was paid, and the money is available again. `CANCELED`: by you, before it was sent."""
    amount: str
    """The amount that leaves the balance, the fee included, in digits of the minor unit."""
    fee: str
    """The fee of the payout, part of `amount`."""
    net: str
    """The amount that arrives: `amount` less `fee`."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    source: Union[Literal["request", "schedule", "batch"], str]
    """`request`, `schedule` for a payout that the schedule began, or `batch` for a row of a batch."""
    reason: Union[str, None]
    """The reason, as the merchant wrote it; null without one."""
    metadata: Dict[str, Any]
    """The metadata as it was given, byte for byte."""
    transmission: Union[Literal["not_sent", "sent", "in_doubt"], str, None]
    """The progress of an open payout: `not_sent` (not sent to the operator yet), `sent`, or `in_doubt` (the operator may or may not have received it, and is asked again). Otherwise null."""
    failure: Union[PayoutFailure, None]
    """The reason for which it FAILED."""
    providerReference: Union[str, None]
    """The operator’s own transaction number of the payout. Null until the operator gives it, and for payouts that are older than this field."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    createdAt: str
    """The time at which it was created."""
    updatedAt: str
    """The time of its last change."""
    completedAt: Union[str, None]
    """The time at which it was completed; null before."""


class PayoutPage(TypedDict):
    data: List[Payout]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class SummaryLine(TypedDict):
    actor: Union[str, None]
    """The member or the API key that made these payments, refunds or payouts; for payments by a link, the one that made the link. Null where no member or key is known, and in all lines where they would be more than 1,000."""
    count: int
    """The number of these transactions."""
    type: Union[Literal["charge", "fee", "refund", "payout", "reversal", "adjustment", "late_payment"], str]
    """`charge`: a payment, with its fee. `refund`: money that went back. `payout`: money that went to you. `reversal`: money of a payment that the operator has taken back, or has given back after that. `adjustment`: a correction by the team of your Paygate. `late_payment`: money that reached the operator for a payment that had failed, with its fee. `fee`: a fee that is not part of a payment, such as the fee of a payout."""
    gross: str
    """The amount before the fee; below zero where money leaves the balance."""
    fee: str
    """The fee that was kept, in the minor unit."""
    net: str
    """The amount that is added to the balance: `gross` less `fee`."""
    method: Union[Literal["wallet", "mtn_momo", "orange_money"], str, None]
    """How the money moves, where that is known."""


PayoutSheet = TypedDict(
    "PayoutSheet",
    {
        "object": 'Literal["payout_sheet"]',
        "payoutId": 'str',
        "currency": 'Union[Literal["XAF", "XOF"], str]',
        "from": 'Union[str, None]',
        "to": 'str',
        "opening": 'str',
        "closing": 'str',
        "amount": 'str',
        "fee": 'str',
        "net": 'str',
        "remaining": 'str',
        "lines": 'List[SummaryLine]',
        "data": 'List[BalanceTransaction]',
        "hasMore": 'bool',
        "nextCursor": 'Union[str, None]',
        "mode": 'Union[Literal["test", "live"], str]',
    },
)


class PayoutFee(TypedDict):
    object: Literal["payout_fee"]
    """The kind of the object."""
    amount: str
    """The amount that leaves the balance, the fee included, in digits of the minor unit. Zero when nothing can be paid out."""
    fee: str
    """`amount` × `bps` / 10000, rounded down, plus `fixed`; always less than the amount."""
    net: str
    """The amount that would arrive: `amount` less `fee`."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    bps: int
    """The rate of the fee, in hundredths of a percent."""
    fixed: int
    """The fixed part of the fee, in minor units."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""


class PayoutSchedule(TypedDict):
    object: Literal["payout_schedule"]
    """The kind of the object."""
    frequency: Union[Literal["off", "daily", "weekly", "amount"], str]
    """The frequency of the schedule."""
    weekday: int
    """With `weekly`: 1 is Monday, 7 is Sunday."""
    destinationId: Union[str, None]
    """The destination of the scheduled payouts; required unless `frequency` is `off`."""
    minimum: str
    """The smallest amount of a scheduled payout."""
    reserve: str
    """The amount that stays in the balance. A payout without an amount leaves it, too; one with an amount may use it."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""


class ChangePayoutScheduleRequest(TypedDict):
    frequency: NotRequired[Union[Literal["off", "daily", "weekly", "amount"], None]]
    """`daily` and `weekly` pay in the morning of their day in Africa/Douala; `amount` pays as soon as `minimum` can be paid out, at most once a day."""
    weekday: NotRequired[Union[int, None]]
    """With `weekly`: 1 is Monday, 7 is Sunday."""
    destinationId: NotRequired[Union[str, None]]
    """The destination of the scheduled payouts; required unless `frequency` is `off`."""
    minimum: NotRequired[Union[str, None]]
    """The smallest amount of a scheduled payout. It may not exceed the limit of one payout, or of a day."""
    reserve: NotRequired[Union[str, None]]
    """The amount that stays in the balance, for refunds."""


class PayoutDestination(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["payout_destination"]
    """The kind of the object."""
    operator: Union[Literal["mtn_momo", "orange_money"], str]
    """The mobile-money operator."""
    phoneMasked: str
    """The last digits of the number."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency of payouts to this destination."""
    label: str
    """The name that an owner gave to the destination."""
    status: Union[Literal["waiting", "usable", "revoked"], str]
    """`waiting` until `usableAt`, then `usable`; `revoked` for ever."""
    usableAt: str
    """The time from which money may go there: 48 hours after the registration in live mode, at once in test mode."""
    revokedAt: Union[str, None]
    """The time at which the key was revoked; null while it works."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    createdAt: str
    """The time at which it was created."""


class PayoutDestinationList(TypedDict):
    data: List[PayoutDestination]
    """The objects of this page."""
    operators: List[Union[Literal["mtn_momo", "orange_money"], str]]
    """The operators by which money can be paid out now, in this mode."""


class RegisterPayoutDestinationRequest(TypedDict):
    phoneNumber: str
    """The phone of the merchant that receives payouts."""
    operator: NotRequired[Union[Literal["mtn_momo", "orange_money"], None]]
    """The operator of the number; derived from the number when absent."""
    label: str
    """A name for the destination, for your own team."""
    code: str
    """A code of the authenticator app, or a recovery code."""


class SecondFactorProof(TypedDict):
    code: str
    """A code of the authenticator app, or a recovery code."""


class LookUpOwnerRequest(TypedDict):
    phoneNumber: str
    """The number, in international format."""
    operator: NotRequired[Union[Literal["mtn_momo", "orange_money"], None]]
    """The operator of the number; derived from the number when absent."""


class NumberOwner(TypedDict):
    object: Literal["number_owner"]
    """The kind of the object."""
    operator: Union[Literal["mtn_momo", "orange_money"], str]
    """The mobile-money operator."""
    name: Union[str, None]
    """The name of the owner; null when the operator gives none: it does not offer this query, or has not answered."""


class PayoutBatchRowInput(TypedDict):
    number: int
    """The number of the row in the batch, such as its line in your file. A row with the same number is replaced."""
    phoneNumber: str
    """The phone of the recipient."""
    operator: NotRequired[Union[Literal["mtn_momo", "orange_money"], None]]
    """The operator of the number; derived from the number when absent."""
    amount: str
    """The amount that arrives, in digits of the minor unit. The fee comes on top."""
    name: NotRequired[Union[str, None]]
    """The name of the recipient, to be compared with the one that the operator has."""
    reference: NotRequired[Union[str, None]]
    """Your own reference of the row, such as a number of staff."""


class CreatePayoutBatchRequest(TypedDict):
    name: str
    """A name for the batch, for your own team."""
    rows: NotRequired[Union[List[PayoutBatchRowInput], None]]
    """The first rows; further ones are added to the draft."""


class PayoutBatchCounts(TypedDict):
    pending: int
    """Held and not sent to the operator yet."""
    processing: int
    """Sent to the operator."""
    completed: int
    """Arrived."""
    failed: int
    """Not paid; the money is available again."""
    canceled: int
    """Canceled before they were sent."""


class PayoutBatchNames(TypedDict):
    waiting: int
    """Not compared yet."""
    matches: int
    """The names are alike."""
    differs: int
    """The operator has another name."""
    unknown: int
    """The operator gives no name."""


class PayoutBatchApproval(TypedDict):
    memberId: str
    """The member."""
    approvedAt: str
    """The time of the approval."""


class PayoutBatch(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["payout_batch"]
    """The kind of the object."""
    name: str
    """The name, as people see it."""
    status: Union[Literal["DRAFT", "READY", "PROCESSING", "PAUSED", "COMPLETED", "CANCELED"], str]
    """`DRAFT`: rows are added. `READY`: sealed, and waits for its approval. `PROCESSING`: approved, and its money is held or sent. `PAUSED`: approved, and no further row is sent. `COMPLETED`: no row is open. `CANCELED`: by you, before it was approved."""
    hash: Union[str, None]
    """The SHA-256 of the numbers, amounts and references of all rows; null for a draft."""
    rowCount: int
    """The number of rows."""
    faultCount: int
    """The number of rows that cannot be paid."""
    warningCount: int
    """The number of rows with a warning."""
    amount: str
    """The sum that arrives."""
    fee: str
    """The sum of the fees."""
    total: str
    """The sum that leaves the balance: `amount` and `fee`."""
    missing: Union[str, None]
    """The amount that the available balance lacks for `total`; null once the batch is approved or canceled, and in events."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    counts: PayoutBatchCounts
    """The rows by the status of their payouts. All are zero before the approval."""
    names: PayoutBatchNames
    """The rows with names by what their operators have answered."""
    repeats: Union[str, None]
    """The newest batch of the last 30 days with the same `hash` that was approved or waits for it; approving a repetition names it."""
    draftedBy: Union[str, None]
    """The member or the key that has created the batch."""
    approvalsMissing: int
    """The number of approvals that are still missing. Above a limit of the installation two members must stand behind a batch: one who drafted it counts as one of them, a key does not."""
    approvals: List[PayoutBatchApproval]
    """The approvals so far."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    createdAt: str
    """The time at which it was created."""
    sealedAt: Union[str, None]
    """The time at which the draft was sealed; null before."""
    approvedAt: Union[str, None]
    """The time at which the money of the batch was held; null before."""
    canceledAt: Union[str, None]
    """The time from which no further row is sent: the batch, or what was left of it, was canceled."""
    completedAt: Union[str, None]
    """The time at which it was completed; null before."""


class PayoutBatchPage(TypedDict):
    data: List[PayoutBatch]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class AddPayoutBatchRowsRequest(TypedDict):
    rows: List[PayoutBatchRowInput]
    """The rows to add or replace."""


class PayoutBatchRow(TypedDict):
    object: Literal["payout_batch_row"]
    """The kind of the object."""
    number: int
    """The number of the row in the batch, such as its line in your file. A row with the same number is replaced."""
    phoneMasked: str
    """The last digits of the number."""
    operator: Union[Literal["mtn_momo", "orange_money"], str, None]
    """Null for a number of no operator."""
    amount: str
    """The amount that arrives."""
    fee: str
    """The fee, which comes on top of `amount`."""
    name: Union[str, None]
    """The name as it was given."""
    nameCheck: Union[Literal["waiting", "matches", "differs", "unknown"], str, None]
    """The comparison of `name` with the name that the operator has: `waiting` until it was made, `matches`, `differs`, or `unknown` when the operator gives none. Null for a row without a name."""
    reference: Union[str, None]
    """The merchant’s own name for the order; null without one."""
    faults: List[Union[Literal["operator_unknown", "payout_unsupported", "amount_too_small", "amount_too_large"], str]]
    """The reasons for which the row cannot be paid."""
    warnings: List[Union[Literal["double_in_batch", "paid_recently"], str]]
    """Reasons to look at the row: `double_in_batch` when another row pays the same number, `paid_recently` when a batch of the last 30 days has paid it."""
    payoutId: Union[str, None]
    """The payout of the row, once the batch is approved."""
    status: Union[Literal["PENDING", "PROCESSING", "COMPLETED", "FAILED", "CANCELED"], str, None]
    """The status of that payout."""
    usableAt: Union[str, None]
    """The time from which money may go to a recipient who is new to the account; null before the approval."""
    failure: Union[PayoutFailure, None]
    """The reason for which the payout failed."""


class PayoutBatchRowPage(TypedDict):
    data: List[PayoutBatchRow]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class ApprovePayoutBatchRequest(TypedDict):
    hash: str
    """The `hash` of the batch."""
    rowCount: int
    """Its `rowCount`."""
    total: str
    """Its `total`."""
    repeats: NotRequired[Union[str, None]]
    """Its `repeats`, where it repeats another batch."""
    code: str
    """A code of the authenticator app, or a recovery code."""


class InitOtpRequest(TypedDict):
    userId: NotRequired[Union[str, None]]
    """The user who pays, as returned by sign-in. Required unless a guest gives `phoneNumber`."""
    phoneNumber: NotRequired[Union[str, None]]
    """The phone of a guest, who pays by mobile money and has no account: `+237670000001`. The code goes to this phone. Sent in place of `userId`."""
    operator: NotRequired[Union[Literal["mtn_momo", "orange_money"], None]]
    """The mobile-money operator of the guest’s number; derived from the number when absent. Send it for a number whose operator is unknown (400 `operator_unknown`) or that has moved to another operator, and send it again as `paymentMethod.operator` of the charge."""
    channel: Literal["sms", "email"]
    """The channel by which the code is sent: to the address on file of a user, or to the phone of a guest."""
    intentionId: NotRequired[Union[str, None]]
    """Binds the code to one payment."""
    otpId: NotRequired[Union[str, None]]
    """Sends the code of this challenge again."""


class SentOtp(TypedDict):
    otpId: str
    """The id of the challenge, which a resend keeps."""
    userId: NotRequired[str]
    """The user who receives the code; absent for a guest."""
    channel: Union[Literal["sms", "email"], str]
    """The channel by which it is sent: SMS or e-mail."""
    destination: str
    """The masked destination of the code."""
    codeLength: int
    """Digits of the code."""
    expiresAt: str
    """The time at which it expires."""
    resendAvailableAt: str
    """A resend before this time is refused."""
    sendsRemaining: int
    """The number of further codes that may be sent now."""


class VerifyOtpRequest(TypedDict):
    userId: NotRequired[Union[str, None]]
    """The user who received the code. Absent for a guest; then `otpId` is required."""
    otp: str
    """The code, as the customer typed it."""
    otpId: NotRequired[Union[str, None]]
    """The challenge of the code."""
    intentionId: NotRequired[Union[str, None]]
    """The payment that the code was sent for."""


class OtpAuthorization(TypedDict):
    token: str
    """Authorizes one charge. Keep it in memory only."""
    tokenType: Literal["Bearer"]
    """The scheme of the token: `Bearer`, in the header `Authorization`."""
    expiresAt: str
    """The time at which it expires."""
    intentionId: NotRequired[str]
    """The payment to which the token is bound, if any."""


class PaymentMethodRequest(TypedDict):
    type: Literal["wallet", "mobile_money"]
    """`wallet`: the user’s wallet at Paygate, in test mode alone. `mobile_money`: the user approves the payment on a phone."""
    operator: NotRequired[Union[Literal["mtn_momo", "orange_money"], None]]
    """The mobile-money operator; derived from the number when absent."""
    phoneNumber: NotRequired[Union[str, None]]
    """The phone that pays; the user’s own when absent. Another phone must be allowed by the merchant’s settings."""


class ChargeRequest(TypedDict):
    intentionId: str
    """The payment intent to charge."""
    paymentMethod: NotRequired[Union[PaymentMethodRequest, None]]
    """The payment method. When absent: the user's wallet; with the token of a guest, mobile money. In live mode, where wallets hold no money, a user names `mobile_money`."""


class Charge(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["charge"]
    """The kind of the object."""
    intentionId: str
    """The payment intent."""
    status: Union[Literal["PROCESSING", "COMPLETED", "FAILED"], str]
    """The outcome is delivered by webhook; with `Prefer: wait` it is in the answer if it comes in time."""
    amount: str
    """Digits in the currency’s minor unit."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    createdAt: str
    """The time at which it was created."""
    failure: NotRequired[PaymentFailure]
    """The reason for which it FAILED."""


class TillDay(TypedDict):
    object: Literal["till_day"]
    """The kind of the object."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    day: str
    """The day in Africa/Douala."""
    word: str
    """The word of the day of the account in this mode. A screen with another word is not of today, or not yours."""
    phoneAsks: bool
    """True when the account asks phones: the setting `phoneAsks`."""
    now: str
    """The time of the server."""


class Till(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["till"]
    """The kind of the object."""
    name: str
    """The name, as people see it."""
    createdAt: str
    """The time at which it was created."""
    revokedAt: Union[str, None]
    """The time from which it takes no payments any more; null before."""


class TillList(TypedDict):
    data: List[Till]
    """The objects of this page."""


class CreateTillRequest(TypedDict):
    name: str
    """The place, as its cashiers call it."""


class CreateTillPaymentRequest(TypedDict):
    amount: str
    """Digits in the currency's minor unit: for XAF, "5000" is 5 000 FCFA."""
    currency: Literal["XAF", "XOF"]
    """ISO 4217 code."""
    description: NotRequired[Union[str, None]]
    """Free text; the customer may see it."""
    reference: NotRequired[Union[str, None]]
    """Your own name for the order: unique among the open and completed intents of the merchant in one mode."""
    tillId: NotRequired[Union[str, None]]
    """The till at which the customer stands."""


class AskPhoneRequest(TypedDict):
    phoneNumber: str
    """The phone that is asked to pay, in international format."""
    operator: NotRequired[Union[Literal["mtn_momo", "orange_money"], None]]
    """The mobile-money operator; derived from the number when absent."""
    amount: str
    """Digits in the currency's minor unit: for XAF, "5000" is 5 000 FCFA."""
    currency: Literal["XAF", "XOF"]
    """ISO 4217 code."""
    description: NotRequired[Union[str, None]]
    """Free text; the customer may see it."""
    reference: NotRequired[Union[str, None]]
    """Your own name for the order: unique among the open and completed intents of the merchant in one mode."""
    tillId: NotRequired[Union[str, None]]
    """The till at which the customer stands."""


class PhoneAsk(TypedDict):
    operator: Union[Literal["mtn_momo", "orange_money"], str]
    """The operator that asks the payer."""
    phoneMasked: str
    """The phone, but for its last two digits."""
    promptName: Union[str, None]
    """The name that the prompt on the phone shows; null where it is not known."""
    dial: Union[str, None]
    """What the payer dials when no prompt comes; null where it is not known."""


class TillCharge(TypedDict):
    ask: PhoneAsk
    """The phone that is asked, and what to tell its payer."""
    id: str
    """The id of the object. It never changes."""
    object: Literal["charge"]
    """The kind of the object."""
    intentionId: str
    """The payment intent."""
    status: Union[Literal["PROCESSING", "COMPLETED", "FAILED"], str]
    """The outcome is delivered by webhook; with `Prefer: wait` it is in the answer if it comes in time."""
    amount: str
    """Digits in the currency’s minor unit."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    createdAt: str
    """The time at which it was created."""
    failure: NotRequired[PaymentFailure]
    """The reason for which it FAILED."""


class OperatorLimit(TypedDict):
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    min: str
    """The smallest amount, in minor units."""
    max: str
    """The largest amount, in minor units."""


class OperatorOutcomes(TypedDict):
    succeeded: int
    """Operations that succeeded."""
    declined: int
    """Operations that the payer or recipient declined, or was unable to make. They never count against the operator."""
    failed: int
    """Operations that the operator failed to carry out."""
    stuck: int
    """Operations without an outcome that is due: the operator does not say what became of them."""
    medianSeconds: Union[int, None]
    """Median of the time from the request at the operator to its success, in seconds; null without a success."""


class OperatorMethod(TypedDict):
    method: Union[Literal["collect", "refund", "payout"], str]
    """`collect`: payments. `refund`: money back to a payer. `payout`: money to a phone."""
    limits: List[OperatorLimit]
    """The bounds of one amount in each currency."""
    state: Union[Literal["operational", "degraded", "down", "unknown"], str]
    """`operational`, `degraded` (at least a tenth of the outcomes are failed or stuck, or the median of 20 or more successes is 90 s or longer), `down` (at least half of them are failed or stuck), or `unknown`: fewer than 20 outcomes."""
    last5Minutes: OperatorOutcomes
    """The outcomes of the last 5 minutes. They decide the state where there are at least 20."""
    last60Minutes: OperatorOutcomes
    """The outcomes of the last 60 minutes. They decide where those of 5 minutes are too few."""


class Operator(TypedDict):
    currencies: List[Union[Literal["XAF", "XOF"], str]]
    """The currencies that it collects."""
    numberPrefixes: List[str]
    """The beginnings of its numbers. A customer may have taken a number to another operator."""
    methods: List[OperatorMethod]
    """Its uses in this mode."""
    operator: Union[Literal["mtn_momo", "orange_money"], str]
    """The mobile-money operator."""
    promptName: Union[str, None]
    """The name that the prompt on the phone shows; null where it is not known."""
    dial: Union[str, None]
    """What a payer dials when no prompt comes; null where it is not known."""
    state: Union[Literal["operational", "degraded", "down", "unknown"], str]
    """The state of its payments. `operational`, `degraded` (at least a tenth of the outcomes are failed or stuck, or the median of 20 or more successes is 90 s or longer), `down` (at least half of them are failed or stuck), or `unknown`: fewer than 20 outcomes."""


class Operators(TypedDict):
    object: Literal["operators"]
    """The kind of the object."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    data: List[Operator]
    """One entry for each operator that this mode has."""
    readAt: str
    """The time at which the outcomes were counted."""


class ApiKey(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["api_key"]
    """The kind of the object."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    type: Union[Literal["publishable", "secret", "restricted"], str]
    """Publishable keys are for pages; secret and restricted keys are for servers."""
    name: str
    """Your name for the key."""
    scopes: List[Union[Literal["intents:read", "intents:write", "payment_links:read", "payment_links:write", "refunds:read", "refunds:write", "payers:read", "till:ask", "balance:read", "payouts:read", "payouts:write", "otp:write", "charges:write", "users:write", "api_keys:read", "api_keys:write", "webhook_endpoints:read", "webhook_endpoints:write", "events:read", "merchant:read", "merchant:write"], str]]
    """The operations that a restricted key may use."""
    origins: List[str]
    """The origins whose pages may use a publishable key; any when the list is empty."""
    createdAt: str
    """The time at which it was created."""
    expiresAt: Union[str, None]
    """The time at which the key expires."""
    revokedAt: Union[str, None]
    """The time at which the key was revoked; null while it works."""
    lastUsedAt: Union[str, None]
    """Approximate: updated once a minute."""
    publishableKey: Union[str, None]
    """The text of a publishable key, which is public. Null for other keys, and for publishable keys that were created before their text was kept."""
    madeBy: NotRequired[str]
    """The API key that created or rotated this one. Absent when a member or the team of your Paygate did."""
    readsAllEvents: NotRequired[bool]
    """Present for a restricted key from before 28 November 2026, or a successor of one, that reads events of payments, refunds or payouts with `events:read` alone. A key that you create now reads those whose objects it may read."""


class ApiKeyPage(TypedDict):
    data: List[ApiKey]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class CreateApiKeyRequest(TypedDict):
    type: Literal["publishable", "secret", "restricted"]
    """Publishable keys are for browsers, secret keys for servers; a restricted key is a secret key that is limited to its scopes."""
    name: NotRequired[Union[str, None]]
    """A name that distinguishes your keys; the type of the key when absent."""
    scopes: NotRequired[Union[List[Literal["intents:read", "intents:write", "payment_links:read", "payment_links:write", "refunds:read", "refunds:write", "payers:read", "till:ask", "balance:read", "payouts:read", "payouts:write", "otp:write", "charges:write", "users:write", "api_keys:read", "api_keys:write", "webhook_endpoints:read", "webhook_endpoints:write", "events:read", "merchant:read", "merchant:write"]], None]]
    """The scopes of a restricted key, at least one."""
    origins: NotRequired[Union[List[str], None]]
    """The origins from which a publishable key may be used; any origin when the list is empty."""
    expiresAt: NotRequired[Union[str, None]]
    """The time at which the key expires; never when absent."""


class IssuedApiKey(TypedDict):
    key: NotRequired[str]
    """The key itself. It is shown only once; the answer to a repeated request does not contain it."""
    id: str
    """The id of the object. It never changes."""
    object: Literal["api_key"]
    """The kind of the object."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    type: Union[Literal["publishable", "secret", "restricted"], str]
    """Publishable keys are for pages; secret and restricted keys are for servers."""
    name: str
    """Your name for the key."""
    scopes: List[Union[Literal["intents:read", "intents:write", "payment_links:read", "payment_links:write", "refunds:read", "refunds:write", "payers:read", "till:ask", "balance:read", "payouts:read", "payouts:write", "otp:write", "charges:write", "users:write", "api_keys:read", "api_keys:write", "webhook_endpoints:read", "webhook_endpoints:write", "events:read", "merchant:read", "merchant:write"], str]]
    """The operations that a restricted key may use."""
    origins: List[str]
    """The origins whose pages may use a publishable key; any when the list is empty."""
    createdAt: str
    """The time at which it was created."""
    expiresAt: Union[str, None]
    """The time at which the key expires."""
    revokedAt: Union[str, None]
    """The time at which the key was revoked; null while it works."""
    lastUsedAt: Union[str, None]
    """Approximate: updated once a minute."""
    publishableKey: Union[str, None]
    """The text of a publishable key, which is public. Null for other keys, and for publishable keys that were created before their text was kept."""
    madeBy: NotRequired[str]
    """The API key that created or rotated this one. Absent when a member or the team of your Paygate did."""
    readsAllEvents: NotRequired[bool]
    """Present for a restricted key from before 28 November 2026, or a successor of one, that reads events of payments, refunds or payouts with `events:read` alone. A key that you create now reads those whose objects it may read."""


class UpdateApiKeyRequest(TypedDict):
    name: NotRequired[Union[str, None]]
    """A name that distinguishes your keys."""
    origins: NotRequired[Union[List[str], None]]
    """The new list of origins from which a publishable key may be used; any origin when the list is empty."""


class RotateApiKeyRequest(TypedDict):
    overlapSeconds: NotRequired[Union[int, None]]
    """The time for which the rotated key stays valid beside its successor, in seconds; one day when absent. At least 60 for a key that rotates itself: if the answer is lost, the key must be able to revoke the successor and create another one."""


class RevokeApiKeyRequest(TypedDict):
    keep: NotRequired[Union[List[str], None]]
    """Ids of what stays, of what the key made; all of it ends when the list is absent or empty. A kept key keeps what it made itself. The schedule of payouts has the id `payout_schedule`."""


class KeyWork(TypedDict):
    id: str
    """The id of the object; `payout_schedule` for the schedule of payouts."""
    object: Union[Literal["api_key", "webhook_endpoint", "payment_link", "payout_schedule"], str]
    """The kind of the object."""
    act: Union[Literal["created", "rotated", "activated", "changed", "secret_rotated"], str]
    """What the key did: `created` the object, `rotated` another key into this one, `activated` a payment link, `changed` an endpoint or the schedule of payouts, or rotated the secret of an endpoint (`secret_rotated`)."""
    at: str
    """The time at which the key did it."""


class RevokedApiKey(TypedDict):
    ended: List[KeyWork]
    """What ended with the key, at most 1000; empty when the key was revoked before."""
    endedCount: int
    """The number of all that ended with it."""
    id: str
    """The id of the object. It never changes."""
    object: Literal["api_key"]
    """The kind of the object."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    type: Union[Literal["publishable", "secret", "restricted"], str]
    """Publishable keys are for pages; secret and restricted keys are for servers."""
    name: str
    """The name, as people see it."""
    scopes: List[Union[Literal["intents:read", "intents:write", "payment_links:read", "payment_links:write", "refunds:read", "refunds:write", "payers:read", "till:ask", "balance:read", "payouts:read", "payouts:write", "otp:write", "charges:write", "users:write", "api_keys:read", "api_keys:write", "webhook_endpoints:read", "webhook_endpoints:write", "events:read", "merchant:read", "merchant:write"], str]]
    """The operations that a restricted key may use."""
    origins: List[str]
    """The origins whose pages may use a publishable key; any when the list is empty."""
    createdAt: str
    """The time at which it was created."""
    expiresAt: Union[str, None]
    """The time at which the key expires."""
    revokedAt: Union[str, None]
    """The time at which the key was revoked; null while it works."""
    lastUsedAt: Union[str, None]
    """Approximate: updated once a minute."""
    publishableKey: Union[str, None]
    """The text of a publishable key, which is public. Null for other keys, and for publishable keys that were created before their text was kept."""
    madeBy: NotRequired[str]
    """The API key that created or rotated this one. Absent when a member or the team of your Paygate did."""
    readsAllEvents: NotRequired[bool]
    """Present for a restricted key from before 28 November 2026, or a successor of one, that reads events of payments, refunds or payouts with `events:read` alone. A key that you create now reads those whose objects it may read."""


class KeyWorkList(TypedDict):
    data: List[KeyWork]
    """At most 1000: keys, endpoints, the schedule of payouts, then payment links."""
    count: int
    """The number of all of them."""


class RefundsPerDay(TypedDict):
    count: Union[int, None]
    """The largest number of refunds; null without a limit."""
    amount: Union[str, None]
    """Their largest sum, in minor units; null without a limit."""
    balancePercent: Union[int, None]
    """Their largest sum in percent of the balance, available and pending, that the account had at 00:00; null without a limit. Only in live mode, and only where the account had a balance then."""


class MerchantSettings(TypedDict):
    customerSignIn: Union[Literal["wallet", "always", "never"], str]
    """The charges that need the user token of a sign-in besides the token of the one-time password: those of the user’s wallet (`wallet`), all (`always`) or none (`never`)."""
    otherPhones: bool
    """True when customers may pay from another phone than their own."""
    guestPayments: bool
    """True when customers without an account may pay by mobile money, with their phone alone. While `customerSignIn` is `always`, none of them may."""
    phoneAsks: bool
    """True when a member with the role `cashier`, `admin` or `owner`, or a key with the scope `till:ask`, may ask a phone to pay: the payer confirms by nothing but the operator’s PIN."""
    smsReceipts: bool
    """True when receipts may be sent by SMS, which costs money. They may always be sent by e-mail."""
    cashierRefundsPerDay: int
    """The number of refunds that each member with the role `cashier` may create in a day (Africa/Douala). Refunds that fail do not count."""
    refundsPerDay: RefundsPerDay
    """The refunds that the account allows in a day (Africa/Douala), counted for each mode and currency apart. Refunds that fail do not count. API keys and members are bound by it, an owner who has signed in with a second factor is not. A new account may refund 50 % of the balance that the day begins with."""


class Merchant(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["merchant"]
    """The kind of the object."""
    name: str
    """The name that customers see, also in messages with a code."""
    liveActive: bool
    """True when live keys are accepted."""
    logoUrl: Union[str, None]
    """The address of the logo; null without one."""
    supportContact: SupportContact
    """The contact of your support. The payment page and receipts show it."""
    languages: List[Union[Literal["fr", "en"], str]]
    """The languages of your customers, the most usual one first. The first one is used for a customer who asks for none of them."""
    settings: MerchantSettings
    """The settings of the account."""
    createdAt: str
    """The time at which it was created."""


class SupportContactRequest(TypedDict):
    email: NotRequired[Union[str, None]]
    """The e-mail address for customers."""
    phone: NotRequired[Union[str, None]]
    """In international format."""
    url: NotRequired[Union[str, None]]
    """An https URL."""


class RefundsPerDayRequest(TypedDict):
    count: NotRequired[Union[int, None]]
    """The largest number of refunds; no limit when absent or null."""
    amount: NotRequired[Union[str, None]]
    """Their largest sum, in minor units; no limit when absent or null."""
    balancePercent: NotRequired[Union[int, None]]
    """Their largest sum in percent of the balance, available and pending, that the account had at 00:00; no limit when absent or null. Only in live mode, and only where the account had a balance then."""


class MerchantSettingsRequest(TypedDict):
    customerSignIn: NotRequired[Union[Literal["wallet", "always", "never"], None]]
    """The charges that need the user token of a sign-in besides the token of the one-time password: those of the user’s wallet (`wallet`), all (`always`) or none (`never`)."""
    otherPhones: NotRequired[Union[bool, None]]
    """True when customers may pay from another phone than their own."""
    guestPayments: NotRequired[Union[bool, None]]
    """True when customers without an account may pay by mobile money, with their phone alone. While `customerSignIn` is `always`, none of them may."""
    phoneAsks: NotRequired[Union[bool, None]]
    """True when a member with the role `cashier`, `admin` or `owner`, or a key with the scope `till:ask`, may ask a phone to pay: the payer confirms by nothing but the operator’s PIN."""
    smsReceipts: NotRequired[Union[bool, None]]
    """True when receipts may be sent by SMS, which costs money. They may always be sent by e-mail."""
    cashierRefundsPerDay: NotRequired[Union[int, None]]
    """The number of refunds that each member with the role `cashier` may create in a day (Africa/Douala). Refunds that fail do not count."""
    refundsPerDay: NotRequired[Union[RefundsPerDayRequest, None]]
    """The refunds that the account allows in a day (Africa/Douala), counted for each mode and currency apart. Refunds that fail do not count. API keys and members are bound by it, an owner who has signed in with a second factor is not. A new account may refund 50 % of the balance that the day begins with. Replaces the whole limit."""


class UpdateMerchantRequest(TypedDict):
    name: NotRequired[Union[str, None]]
    """The name that customers see. It stands in the messages of live mode: once the account is active there, only the team of your Paygate can change it."""
    logo: NotRequired[Union[str, None]]
    """A PNG, JPEG or WebP picture in base64: at most 8192 bytes, and 1024 pixels wide and high. An empty text removes it."""
    supportContact: NotRequired[Union[SupportContactRequest, None]]
    """Replaces the whole contact: what it leaves out is removed."""
    languages: NotRequired[Union[List[Literal["fr", "en"]], None]]
    """The languages of your customers, the most usual one first. The first one is used for a customer who asks for none of them."""
    settings: NotRequired[Union[MerchantSettingsRequest, None]]
    """The settings of the account."""
    code: NotRequired[Union[str, None]]
    """With a dashboard session: a code of the authenticator app, or a recovery code. Send it after the answer 401 `second_factor_required`."""


class LiveRequest(TypedDict):
    object: Literal["live_request"]
    """The kind of the object."""
    status: Union[Literal["none", "requested", "declined", "active"], str]
    """`none` before a request and after it was withdrawn, `requested` while the team of your Paygate has not decided, `declined`, or `active` once live mode is activated."""
    business: Union[str, None]
    """The text that the account wrote for the team of your Paygate."""
    requestedBy: Union[str, None]
    """The member who asked."""
    requestedAt: Union[str, None]
    """The time of the request."""
    declinedAt: Union[str, None]
    """The time at which the team of your Paygate declined it."""
    declineReason: Union[str, None]
    """The reason for which the team of your Paygate declined it."""


class RequestLiveRequest(TypedDict):
    business: str
    """A description of the business, and how the team of your Paygate reaches it."""


class WalletLimit(TypedDict):
    max: str
    """The most that the wallet pays in the span."""
    left: str
    """The part of `max` that is left. A refund gives nothing of it back."""
    renewsAt: str
    """The time at which the next span begins, by the days of Africa/Douala."""


class WalletLimits(TypedDict):
    day: WalletLimit
    """The limit of a day of Africa/Douala."""
    month: WalletLimit
    """The limit of a calendar month."""


class Wallet(TypedDict):
    object: Literal["wallet"]
    """The kind of the object."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    balance: str
    """The money in the wallet, in minor units."""
    state: Union[Literal["open", "closed", "frozen"], str]
    """`open`, `closed` or `frozen`. A closed or frozen wallet can be read and receives refunds, and pays nothing; nothing is withdrawn from a frozen one."""
    limits: WalletLimits
    """What the wallet may pay in a day and in a month. A payment beyond it is declined."""


class WalletTransaction(TypedDict):
    object: Literal["wallet_transaction"]
    """The kind of the object."""
    merchantName: Union[str, None]
    """The name of the merchant of the payment; null for a top-up and a withdrawal."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    id: str
    """The id of its charge, refund, top-up or withdrawal; of `withdrawal_returned` one of its own."""
    type: Union[Literal["payment", "refund", "top_up", "withdrawal", "withdrawal_returned"], str]
    """`payment`: money for a merchant. `refund`: money that a merchant gave back. `top_up`: money that filled the wallet. `withdrawal`: money for the user’s own number, and `withdrawal_returned` what came back of one that failed."""
    amount: str
    """The amount in minor units; below zero where money leaves the wallet."""
    paymentIntentId: Union[str, None]
    """The payment; null for a top-up and a withdrawal."""
    merchantId: Union[str, None]
    """The merchant of the payment; null for a top-up and a withdrawal."""
    createdAt: str
    """The time at which the money moved."""


class WalletTransactionPage(TypedDict):
    data: List[WalletTransaction]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class CreateWalletTopUpRequest(TypedDict):
    amount: str
    """Digits in the currency’s minor unit."""
    operator: NotRequired[Union[Literal["mtn_momo", "orange_money"], None]]
    """The operator of the user’s number; found by the number when absent."""
    currency: NotRequired[Union[Literal["XAF", "XOF"], None]]
    """ISO 4217 code; XAF when absent."""


class WalletMovementFailure(TypedDict):
    code: Union[Literal["insufficient_funds", "payer_rejected", "payer_timeout", "payer_not_found", "payer_limit_reached", "payer_blocked", "rail_unavailable", "rail_error", "wallet_closed"], str]
    """The reason of the failure. More reasons may be added."""
    message: str
    """The reason in English, for developers."""


class WalletTopUp(TypedDict):
    object: Literal["wallet_top_up"]
    """The kind of the object."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    phoneMasked: str
    """The user’s number, with only its end readable."""
    failure: Union[WalletMovementFailure, None]
    """The reason for which it FAILED."""
    createdAt: str
    """The time at which it was created."""
    endedAt: Union[str, None]
    """The time at which it was completed or failed; null before."""
    id: str
    """The id of the object. It never changes."""
    status: Union[Literal["PENDING", "COMPLETED", "FAILED"], str]
    """`PENDING` until the operator’s outcome is known. `COMPLETED`: the wallet has the money. `FAILED`: no money moved, and none will."""
    amount: str
    """Digits in the currency’s minor unit."""
    operator: Union[Literal["mtn_momo", "orange_money"], str]
    """The operator that collects the money."""
    awaitsApproval: bool
    """True while the operator waits for the PIN on the phone."""


class CreateWalletWithdrawalRequest(TypedDict):
    amount: str
    """The amount that leaves the wallet, the fee included. Digits in the currency’s minor unit."""
    currency: NotRequired[Union[Literal["XAF", "XOF"], None]]
    """ISO 4217 code; XAF when absent."""


class SentCode(TypedDict):
    destination: str
    """The masked destination of the code."""
    codeLength: int
    """Digits of the code."""
    expiresAt: str
    """The time at which it expires."""
    resendAvailableAt: str
    """A resend before this time is refused."""
    sendsRemaining: int
    """The number of further codes that may be sent now."""


class AskedWalletWithdrawal(TypedDict):
    object: Literal["wallet_withdrawal"]
    """The kind of the object."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    phoneMasked: str
    """The user’s number, with only its end readable."""
    failure: Union[WalletMovementFailure, None]
    """The reason for which it FAILED."""
    createdAt: str
    """The time at which it was created."""
    endedAt: Union[str, None]
    """The time at which it was completed or failed; null before."""
    id: str
    """The id of the object. It never changes."""
    status: Union[Literal["AWAITING_CODE", "PENDING", "COMPLETED", "FAILED"], str]
    """`AWAITING_CODE` until the code from the phone confirms it: no money has moved. `PENDING`: the money has left the wallet, and the operator has not answered yet. `COMPLETED`: the mobile-money account has it. `FAILED`: the wallet has its money, since the operator did not pay, or no code confirmed it within an hour."""
    amount: str
    """The amount that leaves the wallet, the fee included."""
    fee: str
    """The fee of the withdrawal, part of `amount`."""
    net: str
    """The amount that arrives: `amount` less `fee`."""
    operator: Union[Literal["mtn_momo", "orange_money"], str]
    """The operator that pays the money out."""
    code: Union[SentCode, None]
    """The code that was sent to the user’s number. Null where the withdrawal was confirmed before."""


class ConfirmWalletWithdrawalRequest(TypedDict):
    otp: str
    """The code, as the customer typed it."""


class WalletWithdrawal(TypedDict):
    object: Literal["wallet_withdrawal"]
    """The kind of the object."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    phoneMasked: str
    """The user’s number, with only its end readable."""
    failure: Union[WalletMovementFailure, None]
    """The reason for which it FAILED."""
    createdAt: str
    """The time at which it was created."""
    endedAt: Union[str, None]
    """The time at which it was completed or failed; null before."""
    id: str
    """The id of the object. It never changes."""
    status: Union[Literal["AWAITING_CODE", "PENDING", "COMPLETED", "FAILED"], str]
    """`AWAITING_CODE` until the code from the phone confirms it: no money has moved. `PENDING`: the money has left the wallet, and the operator has not answered yet. `COMPLETED`: the mobile-money account has it. `FAILED`: the wallet has its money, since the operator did not pay, or no code confirmed it within an hour."""
    amount: str
    """The amount that leaves the wallet, the fee included."""
    fee: str
    """The fee of the withdrawal, part of `amount`."""
    net: str
    """The amount that arrives: `amount` less `fee`."""
    operator: Union[Literal["mtn_momo", "orange_money"], str]
    """The operator that pays the money out."""


class RegisterUserRequest(TypedDict):
    phoneNumber: str
    """The phone number to which a code is sent, in international format (E.164)."""
    password: str
    """At least 8 characters, and none of the commonest passwords."""
    email: NotRequired[Union[str, None]]
    """The e-mail address, to which codes are sent when e-mail is requested."""


class PendingRegistration(TypedDict):
    registrationId: str
    """The registration that the code was sent for."""
    destination: str
    """The masked destination of the code."""
    codeLength: int
    """Digits of the code."""
    expiresAt: str
    """The time at which it expires."""
    resendAvailableAt: str
    """A resend before this time is refused."""
    sendsRemaining: int
    """The number of further codes that may be sent now."""


class ConfirmRegistrationRequest(TypedDict):
    registrationId: str
    """The registration that the code was sent for."""
    otp: str
    """The code, as the customer typed it."""


class RegisteredUser(TypedDict):
    id: str
    """User identifier."""
    phoneNumber: str
    """International format."""
    roles: List[str]
    """The roles of the user, always with `USER`."""


class ForgotPasswordRequest(TypedDict):
    phoneNumber: str
    """The phone number to which a code is sent, in international format (E.164)."""


class PendingPasswordReset(TypedDict):
    resetId: str
    """The id of the reset that the code confirms."""
    destination: str
    """The masked destination of the code."""
    codeLength: int
    """Digits of the code."""
    expiresAt: str
    """The time at which it expires."""
    resendAvailableAt: str
    """A resend before this time is refused."""
    sendsRemaining: int
    """The number of further codes that may be sent now."""


class ResetPasswordRequest(TypedDict):
    resetId: str
    """The reset that the code was sent for."""
    otp: str
    """The code, as the customer typed it."""
    password: str
    """At least 8 characters, and none of the commonest passwords."""


class OpenAccountRequest(TypedDict):
    email: str
    """The e-mail address to which the token is sent."""
    businessName: str
    """The name of the business, as customers see it."""
    country: Literal["CM"]
    """ISO 3166-1 code; it determines the currency."""


class ConfirmAccountRequest(TypedDict):
    token: str
    """The token of the e-mail."""
    name: str
    """The name of the owner, as the other members see it."""
    password: str
    """At least 8 characters, and none of the commonest passwords. A person who is already a member of another account sends the existing password."""


class NewMerchant(TypedDict):
    id: str
    """The id of the object. It never changes."""
    name: str
    """The name, as people see it."""
    country: Literal["CM"]
    """ISO 3166-1 code; it determines the currency."""
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""


class Member(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["member"]
    """The kind of the object."""
    email: str
    """The e-mail address."""
    name: Union[str, None]
    """The name of the member; null until the invitation is accepted."""
    role: Union[Literal["owner", "admin", "developer", "cashier", "viewer"], str]
    """The role of the member, which decides its rights."""
    status: Union[Literal["invited", "active"], str]
    """The state of the member: invited, or joined (`active`)."""
    createdAt: str
    """The time at which it was created."""
    joinedAt: Union[str, None]
    """The time at which the invitation was accepted."""


class NewAccount(TypedDict):
    object: Literal["account"]
    """The kind of the object."""
    merchant: NewMerchant
    """The new merchant account."""
    owner: Member
    """The person who opened it."""
    apiKeys: List[IssuedApiKey]
    """A publishable and a secret key of test mode, shown only once."""


class SignInToDashboardRequest(TypedDict):
    email: str
    """The e-mail address."""
    password: str
    """The password of the person."""
    code: NotRequired[Union[str, None]]
    """For a person with a second factor: the six digits of the authenticator app, or a recovery code. Send it after the answer 401 `second_factor_required`."""
    delivery: NotRequired[Union[Literal["token", "cookie"], None]]
    """`token`: the answer holds the session token. `cookie`: the cookie `__Host-paygate_dashboard` holds it, for pages of this origin; scripts cannot read it. `token` when absent."""


class DashboardMerchant(TypedDict):
    id: str
    """The id of the object. It never changes."""
    name: str
    """The name, as people see it."""
    active: bool
    """True when the account accepts requests."""
    liveActive: bool
    """True when live mode may be used."""
    memberId: str
    """The member."""
    role: Union[Literal["owner", "admin", "developer", "cashier", "viewer"], str]
    """The role of the member, which decides its rights."""


class NewDashboardSession(TypedDict):
    token: NotRequired[str]
    """The session token, for `Authorization: Bearer`. Absent when a cookie holds it."""
    object: Literal["dashboard_session"]
    """The kind of the object."""
    email: str
    """The e-mail address."""
    expiresAt: str
    """The time at which the session ends at the latest; it also ends after 30 minutes without a request."""
    merchants: List[DashboardMerchant]
    """The accounts to choose from, with `x-merchant-id`."""


class ActingMember(TypedDict):
    merchantId: str
    """The merchant account."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    memberId: str
    """The member."""
    name: str
    """The name, as people see it."""
    role: Union[Literal["owner", "admin", "developer", "cashier", "viewer"], str]
    """The role of the member, which decides its rights."""
    scopes: List[Union[Literal["intents:read", "intents:write", "payment_links:read", "payment_links:write", "refunds:read", "refunds:write", "payers:read", "till:ask", "balance:read", "payouts:read", "payouts:write", "otp:write", "charges:write", "users:write", "api_keys:read", "api_keys:write", "webhook_endpoints:read", "webhook_endpoints:write", "events:read", "merchant:read", "merchant:write", "members:read", "members:write", "audit_events:read", "requests:read", "test_inbox:read"], str]]
    """The scopes of the role in this mode. They apply to operations whose `security` names a session."""


class CurrentDashboardSession(TypedDict):
    acting: Union[ActingMember, None]
    """The account and the role in this request; null when the person has several accounts and the request selects none."""
    object: Literal["dashboard_session"]
    """The kind of the object."""
    email: str
    """The e-mail address."""
    expiresAt: str
    """The time at which the session ends at the latest; it also ends after 30 minutes without a request."""
    merchants: List[DashboardMerchant]
    """The accounts to choose from, with `x-merchant-id`."""


class ForgotMemberPasswordRequest(TypedDict):
    email: str
    """The e-mail address. If a member has it, a token is sent there."""


class ResetMemberPasswordRequest(TypedDict):
    token: str
    """The token of the e-mail."""
    password: str
    """At least 8 characters, and none of the commonest passwords."""


class OpenDashboardSession(TypedDict):
    id: str
    """The id of the object. It never changes."""
    current: bool
    """True for the session of this request."""
    device: Union[str, None]
    """Browser and system that signed in, by the header `User-Agent`; null when it names neither."""
    lastSeenAt: str
    """The time of the newest request, to the minute."""
    createdAt: str
    """The time at which it was created."""
    expiresAt: str
    """The time at which it expires."""


class DashboardSessions(TypedDict):
    data: List[OpenDashboardSession]
    """The objects of this page."""


class ChangeMemberPasswordRequest(TypedDict):
    currentPassword: str
    """The current password."""
    password: str
    """At least 8 characters, and none of the commonest passwords."""


class SecondFactor(TypedDict):
    object: Literal["second_factor"]
    """The kind of the object."""
    enabled: bool
    """True when a sign-in asks for a code."""
    enabledAt: Union[str, None]
    """The time at which the second factor was confirmed; null without one."""
    recoveryCodesLeft: int
    """The number of recovery codes that were not used yet."""


class BeginSecondFactorRequest(TypedDict):
    password: str
    """The password of the person."""


class NewSecondFactor(TypedDict):
    secret: str
    """The secret to type into the authenticator app: base32, shown only once."""
    otpauthUrl: str
    """The same secret for a QR code: SHA-1, six digits, 30 seconds (RFC 6238)."""


class ConfirmSecondFactorRequest(TypedDict):
    code: str
    """The six digits that the app shows."""


class ConfirmedSecondFactor(TypedDict):
    recoveryCodes: List[str]
    """The recovery codes. Each of them replaces one code of the app, once. They are shown only here."""
    object: Literal["second_factor"]
    """The kind of the object."""
    enabled: bool
    """True when a sign-in asks for a code."""
    enabledAt: Union[str, None]
    """The time at which the second factor was confirmed; null without one."""
    recoveryCodesLeft: int
    """The number of recovery codes that were not used yet."""


class RenewRecoveryCodesRequest(TypedDict):
    code: str
    """A code of the app, or a recovery code."""


class DisableSecondFactorRequest(TypedDict):
    password: str
    """The password of the person."""
    code: str
    """A code of the app, or a recovery code."""


class NoticeChoice(TypedDict):
    kind: Union[Literal["payment", "daily_sum", "payout_failed", "endpoint_failing", "key_created", "destination_added"], str]
    """`payment`: each completed payment, and from the 21st in an hour on their sum at its end. `daily_sum`: the number and the sum of the payments and refunds of a day, at 21:00 in Douala. `payout_failed`: a payout that its operator did not make. `endpoint_failing`: a webhook endpoint that fails or was disabled. `key_created`: an API key that was created or rotated. `destination_added`: a new destination of payouts. Owners get a mail about a new secret key and a new destination in any case, and no second one."""
    channels: List[Union[Literal["email", "push"], str]]
    """The channels by which you get it; empty when you do not."""


class MemberNotices(TypedDict):
    object: Literal["member_notices"]
    """The kind of the object."""
    payoutFailed: bool
    """The same as the choice `payout_failed` by `email` in `notices`. True when you get an e-mail about each payout of live mode that its operator did not make, at most 20 in a day. Owners and admins get them until they switch them off, developers and viewers once they switch them on."""
    notices: List[NoticeChoice]
    """One choice for each kind of what your role may read."""


class ChangeMemberNoticesRequest(TypedDict):
    payoutFailed: NotRequired[Union[bool, None]]
    """The same as the choice `payout_failed` by `email` in `notices`. True when you get an e-mail about each payout of live mode that its operator did not make, at most 20 in a day. Owners and admins get them until they switch them off, developers and viewers once they switch them on."""
    notices: NotRequired[Union[List[NoticeChoice], None]]
    """Choices, each of which takes the place of the choice of its kind; kinds that are not named stay as they are. A kind of what your role may not read is refused with `scope_missing`."""


class PushSubscription(TypedDict):
    endpointSha256: str
    """SHA-256 of the address at the push service, in base64url: a browser recognises its own by it."""
    createdAt: str
    """The time at which it was created."""
    current: bool
    """True when the session of this request has made or renewed it."""


class PushNotices(TypedDict):
    object: Literal["push_notices"]
    """The kind of the object."""
    publicKey: Union[str, None]
    """The key with which a browser subscribes (`applicationServerKey`, RFC 8292). Null when this Paygate sends no push messages."""
    subscriptions: List[PushSubscription]
    """The browsers that get the notices, newest first."""


class StartPushRequest(TypedDict):
    endpoint: str
    """The address of the subscription at the push service (`PushSubscription.endpoint`). It uses https, and its host is a name with a public address."""
    p256dh: str
    """The public key of the browser (`getKey("p256dh")`), in base64url."""
    auth: str
    """The authentication secret of the browser (`getKey("auth")`), in base64url."""
    language: Literal["fr", "en"]
    """The language of the notices in this browser."""


class StopPushRequest(TypedDict):
    endpoint: str
    """The address of the subscription at the push service (`PushSubscription.endpoint`)."""


class MemberPage(TypedDict):
    data: List[Member]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class FormerMember(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["former_member"]
    """The kind of the object."""
    name: Union[str, None]
    """The name that the member had; null for an invitation that was not accepted, and once the name is erased."""
    removedAt: str
    """The time of the removal."""


class FormerMemberPage(TypedDict):
    data: List[FormerMember]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class InviteMemberRequest(TypedDict):
    email: str
    """The e-mail address to which the invitation is sent."""
    role: Literal["owner", "admin", "developer", "cashier", "viewer"]
    """Viewers read; cashiers also make links and refunds; developers manage test keys; admins also manage live keys and members; owners also manage owners."""


class AcceptInvitationRequest(TypedDict):
    token: str
    """The token of the e-mail."""
    name: str
    """The name of the member, as the other members see it."""
    password: str
    """At least 8 characters, and none of the commonest passwords. A person who is already a member of another account sends the existing password."""


class ChangeMemberRoleRequest(TypedDict):
    role: Literal["owner", "admin", "developer", "cashier", "viewer"]
    """The role of the member, which decides its rights."""


class AuditEvent(TypedDict):
    object: Literal["audit_event"]
    """The kind of the object."""
    sequence: int
    """1, 2, 3 … per account, without a gap, in the order of recording."""
    mode: Union[Literal["test", "live"], str]
    """Changes of members concern both modes and are recorded as `live`."""
    action: str
    """The act, such as `api_key.created`, `member.invited`, `payment.canceled`, `payment.refunded`, `payment.matched`, `payment.reversed`, `payment.reversal_returned`, `payer.read`, `phone.asked`, `refunds.half_of_balance`, `fee.agreed`, `balance.adjusted`, `payout.requested`, `payout.canceled`, `payout.stopped`, `payout.failed`, `payout_destination.looked_up`, `payout_destination.registered`, `payout_destination.revoked`, `payout_schedule.changed`, `payout_batch.drafted`, `payout_batch.sealed`, `payout_batch.approved`, `payout_batch.paused`, `payout_batch.resumed`, `payout_batch.canceled`, `payment_link.created`, `payment_link.changed`, `payment_link.activated`, `payment_link.deactivated`, `webhook_endpoint.created`, `webhook_endpoint.changed`, `webhook_endpoint.paused`, `webhook_endpoint.enabled`, `webhook_endpoint.deleted`, `webhook_endpoint.secret_rotated`, `webhook_endpoint.tested`, `webhook_endpoint.recovery_started`, `webhook_endpoint.failing`, `webhook_endpoint.disabled`, `delivery.redelivered`. More acts may be added: show an unknown act unchanged."""
    subject: str
    """The object, or the operation that was called; `several` for acts that are counted together."""
    actor: str
    """The member or API key that acted, or the name of a service or `operator`, the team of your Paygate; `several` for acts that are counted together."""
    requestId: str
    """The request that caused it, as in `x-request-id`."""
    detail: Dict[str, Any]
    """The details of the change; its fields depend on the action."""
    occurredAt: str
    """The time of the change."""


class AuditEventPage(TypedDict):
    data: List[AuditEvent]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class RequestLogEntry(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["request_log_entry"]
    """The kind of the object."""
    method: str
    """The HTTP method."""
    path: str
    """The path as this document writes it, without ids and query."""
    status: Union[int, None]
    """The status of the answer; null when the caller closed the connection before it."""
    code: Union[str, None]
    """The error code of a refused request."""
    apiKeyId: Union[str, None]
    """The key that made the request; null for a member and for the payment page."""
    memberId: Union[str, None]
    """The member who made the request at the dashboard; null for a key and for the payment page."""
    requestId: str
    """`x-request-id` of the answer."""
    durationMs: int
    """Milliseconds until the answer was sent, or the connection was closed."""
    answeredAt: str
    """The time at which the answer was sent."""


class RequestLogPage(TypedDict):
    data: List[RequestLogEntry]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class WebhookCircuit(TypedDict):
    state: Union[Literal["closed", "open"], str]
    """`open` after failures in a row, or while an ordered endpoint waits to try its first event again. Nothing is sent before `until`; then one delivery is tried first, and its success closes the breaker."""
    until: Union[str, None]
    """The time at which the endpoint is tried again; null while the breaker is closed."""


class WebhookSecret(TypedDict):
    createdAt: str
    """The time at which it was created."""
    expiresAt: Union[str, None]
    """The end of the overlap of this secret; null for the newest one."""


class WebhookEndpoint(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["webhook_endpoint"]
    """The kind of the object."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    url: str
    """The URL to which events are delivered."""
    description: Union[str, None]
    """Your own note; null without one."""
    events: List[str]
    """The types that are delivered: types, families such as `payment.*`, or `*`."""
    ordered: bool
    """True when the endpoint gets one event at a time, in the order in which they happened."""
    retrySchedule: Union[List[int], None]
    """The seconds before each retry; null for the usual schedule."""
    status: Union[Literal["enabled", "paused", "disabled"], str]
    """`paused` by you, or `disabled` by Paygate. In both cases events are kept, and are sent once the endpoint is enabled."""
    disabledReason: Union[Literal["gone", "failing"], str, None]
    """The reason for which Paygate disabled the endpoint: `gone` when it answered 410, `failing` when no delivery succeeded for days."""
    circuit: WebhookCircuit
    """The circuit breaker that holds its deliveries back after failures. Enabling the endpoint, or giving it another URL, closes the breaker."""
    secrets: List[WebhookSecret]
    """The secrets that sign its deliveries, oldest first."""
    createdAt: str
    """The time at which it was created."""
    updatedAt: str
    """The time of its last change."""


class WebhookEndpointPage(TypedDict):
    data: List[WebhookEndpoint]
    """The objects of this page."""
    hasMore: bool
    """Always false: there are at most 16 endpoints."""
    nextCursor: Union[str, None]
    """The cursor of the next page, for `startingAfter`; null on the last one."""


class CreateWebhookEndpointRequest(TypedDict):
    url: str
    """An https URL whose host is a name that resolves to a public address, without user name, password and fragment. In test mode http is accepted too."""
    events: List[str]
    """The events that it receives: types, families such as `payment.*`, or `*` for all but those about operators, which have to be named."""
    description: NotRequired[Union[str, None]]
    """A note that distinguishes your endpoints."""
    ordered: NotRequired[Union[bool, None]]
    """Deliver the events one at a time, in order: an event that fails holds back the later ones until it is delivered or given up. False when absent."""
    retrySchedule: NotRequired[Union[List[int], None]]
    """The seconds before each retry, instead of the usual schedule of Paygate. After the last retry the delivery has failed."""


class IssuedWebhookEndpoint(TypedDict):
    secret: NotRequired[str]
    """The secret that verifies deliveries. It is shown only once; the answer to a repeated request does not contain it."""
    id: str
    """The id of the object. It never changes."""
    object: Literal["webhook_endpoint"]
    """The kind of the object."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    url: str
    """The URL to which events are delivered."""
    description: Union[str, None]
    """Your own note; null without one."""
    events: List[str]
    """The types that are delivered: types, families such as `payment.*`, or `*`."""
    ordered: bool
    """True when the endpoint gets one event at a time, in the order in which they happened."""
    retrySchedule: Union[List[int], None]
    """The seconds before each retry; null for the usual schedule."""
    status: Union[Literal["enabled", "paused", "disabled"], str]
    """`paused` by you, or `disabled` by Paygate. In both cases events are kept, and are sent once the endpoint is enabled."""
    disabledReason: Union[Literal["gone", "failing"], str, None]
    """The reason for which Paygate disabled the endpoint: `gone` when it answered 410, `failing` when no delivery succeeded for days."""
    circuit: WebhookCircuit
    """The circuit breaker that holds its deliveries back after failures. Enabling the endpoint, or giving it another URL, closes the breaker."""
    secrets: List[WebhookSecret]
    """The secrets that sign its deliveries, oldest first."""
    createdAt: str
    """The time at which it was created."""
    updatedAt: str
    """The time of its last change."""


class UpdateWebhookEndpointRequest(TypedDict):
    url: NotRequired[Union[str, None]]
    """An https URL whose host is a name that resolves to a public address, without user name, password and fragment. In test mode http is accepted too. Deliveries that wait are due at once, and go to the new URL."""
    events: NotRequired[Union[List[str], None]]
    """The new list of events that it receives."""
    description: NotRequired[Union[str, None]]
    """A note that distinguishes your endpoints. An empty text removes it."""
    ordered: NotRequired[Union[bool, None]]
    """Deliver the events one at a time, in order: an event that fails holds back the later ones until it is delivered or given up."""
    retrySchedule: NotRequired[Union[List[int], None]]
    """The seconds before each retry, instead of the usual schedule of Paygate. After the last retry the delivery has failed. An empty list restores the usual schedule."""
    status: NotRequired[Union[Literal["enabled", "paused"], None]]
    """`paused` stops deliveries and keeps them; `enabled` resumes them, and sends at once those that were kept or waited for a later attempt. An endpoint that Paygate has disabled is enabled in the same way."""


class RotateWebhookSecretRequest(TypedDict):
    overlapSeconds: NotRequired[Union[int, None]]
    """The time, in seconds, for which the present secret continues to sign beside the new one; one day when absent, at most seven days. Older secrets end when they were to end. 0 ends all earlier secrets at once."""


class Attempt(TypedDict):
    attempt: int
    """The number of the attempt, from 1."""
    attemptedAt: str
    """The time of the attempt."""
    latencyMs: int
    """Milliseconds until the answer, or until the attempt was given up."""
    status: Union[int, None]
    """The status of your endpoint's answer; null when there was none."""
    error: Union[Literal["timeout", "connection", "dns", "tls"], str, None]
    """The reason for which there was no answer. `dns`: the host of the URL has no public address."""
    excerpt: str
    """The beginning of the answer's body."""


class DeliveryWithAttempts(TypedDict):
    attempts: List[Attempt]
    """The attempts, oldest first; the newest 100 when there are more."""
    id: str
    """The id of the object. It never changes."""
    object: Literal["delivery"]
    """The kind of the object."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    eventId: str
    """The event."""
    eventType: str
    """The type of the event."""
    endpointId: str
    """The webhook endpoint."""
    status: Union[Literal["pending", "parked", "delivered", "failed"], str]
    """`parked`: its endpoint is paused or disabled. The delivery is sent once the endpoint is enabled."""
    attemptCount: int
    """The number of attempts so far."""
    nextAttemptAt: Union[str, None]
    """The earliest time of the next attempt of a pending delivery: by its schedule, or by the `circuit` of its endpoint. A time in the past means that the delivery is due."""
    createdAt: str
    """The time at which it was created."""
    deliveredAt: Union[str, None]
    """The time at which it was delivered; null before."""


RecoverRequest = TypedDict(
    "RecoverRequest",
    {
        "from": 'str',
        "to": 'NotRequired[Union[str, None]]',
        "dryRun": 'NotRequired[Union[bool, None]]',
        "includeDelivered": 'NotRequired[Union[bool, None]]',
    },
)


Recovery = TypedDict(
    "Recovery",
    {
        "id": 'str',
        "object": 'Literal["recovery"]',
        "endpointId": 'str',
        "status": 'Union[Literal["running", "completed", "canceled"], str]',
        "from": 'str',
        "to": 'str',
        "dryRun": 'bool',
        "includeDelivered": 'bool',
        "examined": 'int',
        "queued": 'int',
        "expired": 'int',
        "examinedUntil": 'Union[str, None]',
        "createdAt": 'str',
        "completedAt": 'Union[str, None]',
    },
)


Event = Union["PaygateEvent", "ExpiredEvent"]


class EventPage(TypedDict):
    data: List[Event]
    """The objects of this page."""
    hasMore: bool
    """True when there are more objects in this direction. A page may be shorter than `limit` while more follow."""
    nextCursor: Union[str, None]
    """The cursor of the next page in this direction, when there is one."""


class Delivery(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["delivery"]
    """The kind of the object."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    eventId: str
    """The event."""
    eventType: str
    """The type of the event."""
    endpointId: str
    """The webhook endpoint."""
    status: Union[Literal["pending", "parked", "delivered", "failed"], str]
    """`parked`: its endpoint is paused or disabled. The delivery is sent once the endpoint is enabled."""
    attemptCount: int
    """The number of attempts so far."""
    nextAttemptAt: Union[str, None]
    """The earliest time of the next attempt of a pending delivery: by its schedule, or by the `circuit` of its endpoint. A time in the past means that the delivery is due."""
    createdAt: str
    """The time at which it was created."""
    deliveredAt: Union[str, None]
    """The time at which it was delivered; null before."""


class DeliveryPage(TypedDict):
    data: List[Delivery]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class FailureCount(TypedDict):
    code: Union[Literal["insufficient_funds", "payer_rejected", "payer_timeout", "payer_not_found", "payer_limit_reached", "payer_blocked", "rail_unavailable", "rail_error", "wallet_closed"], str]
    """The reason of the failures."""
    payments: int
    """The number of payments."""


PaymentMetric = TypedDict(
    "PaymentMetric",
    {
        "from": 'str',
        "created": 'int',
        "completed": 'int',
        "failed": 'int',
        "expired": 'int',
        "canceled": 'int',
        "volume": 'str',
        "successRate": 'Union[int, None]',
        "failures": 'List[FailureCount]',
    },
)


PaymentMetrics = TypedDict(
    "PaymentMetrics",
    {
        "currency": 'Union[Literal["XAF", "XOF"], str]',
        "granularity": 'Union[Literal["hour", "day"], str]',
        "from": 'str',
        "to": 'str',
        "data": 'List[PaymentMetric]',
    },
)


class CustomerTotal(TypedDict):
    currency: Union[Literal["XAF", "XOF"], str]
    """The currency (ISO 4217)."""
    payments: int
    """The number of payments."""
    amount: str
    """The sum of their amounts, in the currency's minor unit."""
    amountRefunded: NotRequired[str]
    """The part of this amount that went back: what was refunded, and what operators have taken back."""


class Customer(TypedDict):
    object: Literal["customer"]
    """The kind of the object."""
    payments: int
    """The number of completed payments."""
    totals: List[CustomerTotal]
    """The totals of these payments by currency, in the order of the currency codes."""
    firstPaymentAt: str
    """The time at which the first of these payments was completed."""
    lastPaymentAt: str
    """The time at which the last of them was completed."""
    isCut: bool
    """True when the customer has completed more than 1000 payments: counts, totals and times then cover only those that were created last."""
    userId: str
    """The customer’s account."""


class CustomerPage(TypedDict):
    data: List[Customer]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class Guest(TypedDict):
    object: Literal["guest"]
    """The kind of the object."""
    payments: int
    """The number of completed payments."""
    totals: List[CustomerTotal]
    """The totals of these payments by currency, in the order of the currency codes."""
    firstPaymentAt: str
    """The time at which the first of these payments was completed."""
    lastPaymentAt: str
    """The time at which the last of them was completed."""
    isCut: bool
    """True when the customer has completed more than 1000 payments: counts, totals and times then cover only those that were created last."""
    id: str
    """The phone as a customer of this merchant in this mode. The same phone has another id at every other merchant and in the other mode."""
    phoneMasked: str
    """The phone or the address with only its end readable."""
    operator: Union[Literal["mtn_momo", "orange_money"], str]
    """The operator of the last of these payments."""


class GuestPage(TypedDict):
    data: List[Guest]
    """The objects of this page."""
    hasMore: bool
    """True when another page follows."""
    nextCursor: Union[str, None]
    """The cursor of the next page, when there is one."""


class PayerNumber(TypedDict):
    object: Literal["payer"]
    """The kind of the object."""
    intentionId: str
    """The payment intent."""
    phoneNumber: Union[str, None]
    """The phone number in full, with the country code; null with a `reason`."""
    reason: Union[Literal["not_charged", "wallet", "not_kept", "period_over"], str, None]
    """Why there is no number: nobody was charged yet (`not_charged`), the payment is from a wallet (`wallet`), no number is kept for it (`not_kept`), or the period in which it can be refunded is over (`period_over`). Null with a number."""
    phoneMasked: Union[str, None]
    """The number as lists and events show it; null where they show none."""
    operator: Union[Literal["mtn_momo", "orange_money"], str, None]
    """The operator of mobile money; null for a wallet."""


class TestMessage(TypedDict):
    id: str
    """The id of the object. It never changes."""
    object: Literal["test_message"]
    """The kind of the object."""
    channel: Union[Literal["sms", "email"], str]
    """The channel by which it is sent: SMS or e-mail."""
    destination: str
    """The masked phone number or e-mail address."""
    subject: Union[str, None]
    """The subject of an e-mail."""
    text: str
    """The message, as the customer would read it."""
    code: Union[str, None]
    """The code that the text holds; null for a receipt."""
    sentAt: str
    """The time at which it would have been sent."""


class TestInbox(TypedDict):
    data: List[TestMessage]
    """The objects of this page."""


class PaymentEventData(TypedDict):
    paymentIntent: PaymentIntent
    """The payment as it was right after the event."""


class PaymentCreatedEvent(TypedDict):
    type: Literal["payment.created"]
    """The type of the event."""
    data: PaymentEventData
    """The objects of this page."""
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: int
    """Grows by one with each event of one intent."""


class PaymentProcessingEvent(TypedDict):
    type: Literal["payment.processing"]
    """The type of the event."""
    data: PaymentEventData
    """The objects of this page."""
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: int
    """Grows by one with each event of one intent."""


class PaymentDelayedEvent(TypedDict):
    type: Literal["payment.delayed"]
    """The type of the event."""
    data: PaymentEventData
    """The objects of this page."""
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: int
    """Grows by one with each event of one intent."""


class PaymentCompletedEvent(TypedDict):
    type: Literal["payment.completed"]
    """The type of the event."""
    data: PaymentEventData
    """The objects of this page."""
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: int
    """Grows by one with each event of one intent."""


class PaymentFailedEvent(TypedDict):
    type: Literal["payment.failed"]
    """The type of the event."""
    data: PaymentEventData
    """The objects of this page."""
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: int
    """Grows by one with each event of one intent."""


class PaymentExpiredEvent(TypedDict):
    type: Literal["payment.expired"]
    """The type of the event."""
    data: PaymentEventData
    """The objects of this page."""
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: int
    """Grows by one with each event of one intent."""


class PaymentCanceledEvent(TypedDict):
    type: Literal["payment.canceled"]
    """The type of the event."""
    data: PaymentEventData
    """The objects of this page."""
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: int
    """Grows by one with each event of one intent."""


class ReversalEventData(TypedDict):
    reversal: Reversal
    """The reversal as it was right after the event."""
    paymentIntent: PaymentIntent
    """The payment as it was right after the event."""


class PaymentReversedEvent(TypedDict):
    type: Literal["payment.reversed"]
    """The type of the event."""
    data: ReversalEventData
    """The objects of this page."""
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: int
    """Grows by one with each event of one intent."""


class PaymentReversalReturnedEvent(TypedDict):
    type: Literal["payment.reversal_returned"]
    """The type of the event."""
    data: ReversalEventData
    """The objects of this page."""
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: int
    """Grows by one with each event of one intent."""


class RefundEventData(TypedDict):
    refund: Refund
    """The refund as it was right after the event."""
    paymentIntent: PaymentIntent
    """The payment as it was right after the event."""


class RefundCompletedEvent(TypedDict):
    type: Literal["refund.completed"]
    """The type of the event."""
    data: RefundEventData
    """The objects of this page."""
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: int
    """Grows by one with each event of one intent."""


class RefundFailedEvent(TypedDict):
    type: Literal["refund.failed"]
    """The type of the event."""
    data: RefundEventData
    """The objects of this page."""
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: int
    """Grows by one with each event of one intent."""


class PayoutEventData(TypedDict):
    payout: Payout
    """The payout as it ended."""


class PayoutCompletedEvent(TypedDict):
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    type: Literal["payout.completed"]
    """The type of the event."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: Union[int, None]
    """Null: the event is not about an intent."""
    data: PayoutEventData
    """The objects of this page."""


class PayoutFailedEvent(TypedDict):
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    type: Literal["payout.failed"]
    """The type of the event."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: Union[int, None]
    """Null: the event is not about an intent."""
    data: PayoutEventData
    """The objects of this page."""


class PayoutBatchEventData(TypedDict):
    payoutBatch: PayoutBatch
    """The batch of payouts as it was at this time."""


class PayoutBatchApprovedEvent(TypedDict):
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    type: Literal["payout_batch.approved"]
    """The type of the event."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: Union[int, None]
    """Null: the event is not about an intent."""
    data: PayoutBatchEventData
    """The objects of this page."""


class PayoutBatchCompletedEvent(TypedDict):
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    type: Literal["payout_batch.completed"]
    """The type of the event."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: Union[int, None]
    """Null: the event is not about an intent."""
    data: PayoutBatchEventData
    """The objects of this page."""


class EndpointInTrouble(TypedDict):
    id: str
    """The id of the object. It never changes."""
    url: str
    """The endpoint whose deliveries fail."""
    reason: Union[Literal["no_success", "address_not_allowed", "gone", "failing"], str, None]
    """`no_success`: nothing was delivered for three days; after five days the endpoint is disabled. `address_not_allowed`: its host has no public address. For a disabled endpoint: `gone` when it answered 410, `failing` when nothing was delivered for five days. Null in `endpoint.ping`."""


class EndpointEventData(TypedDict):
    webhookEndpoint: EndpointInTrouble
    """The endpoint that the event is about."""


class EndpointFailingEvent(TypedDict):
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    type: Literal["endpoint.failing"]
    """The type of the event."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: Union[int, None]
    """Null: the event is not about an intent."""
    data: EndpointEventData
    """The objects of this page."""


class EndpointDisabledEvent(TypedDict):
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    type: Literal["endpoint.disabled"]
    """The type of the event."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: Union[int, None]
    """Null: the event is not about an intent."""
    data: EndpointEventData
    """The objects of this page."""


class EndpointPingEvent(TypedDict):
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    type: Literal["endpoint.ping"]
    """The type of the event."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: Union[int, None]
    """Null: the event is not about an intent."""
    data: EndpointEventData
    """The objects of this page."""


class ChangedOperator(TypedDict):
    operator: Union[Literal["mtn_momo", "orange_money"], str]
    """The mobile-money operator."""
    state: Union[Literal["operational", "degraded", "down", "unknown"], str]
    """The state of its payments."""
    last5Minutes: OperatorOutcomes
    """The outcomes of the last 5 minutes. They decide the state where there are at least 20."""
    last60Minutes: OperatorOutcomes
    """The outcomes of the last 60 minutes. They decide where those of 5 minutes are too few."""


class OperatorEventData(TypedDict):
    operator: ChangedOperator
    """The mobile-money operator."""


class OperatorDegradedEvent(TypedDict):
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    type: Literal["operator.degraded"]
    """The type of the event."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: Union[int, None]
    """Null: the event is not about an intent."""
    data: OperatorEventData
    """The objects of this page."""


class OperatorRecoveredEvent(TypedDict):
    id: str
    """The id of the event, the same for each retry: recognise duplicates by it."""
    type: Literal["operator.recovered"]
    """The type of the event."""
    created: str
    """The time at which the event happened."""
    apiVersion: str
    """The version of the API in which the event is written."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: Union[int, None]
    """Null: the event is not about an intent."""
    data: OperatorEventData
    """The objects of this page."""


class ProblemFault(TypedDict):
    param: str
    """The parameter, as its path in the body: `metadata`, `paymentMethod.phoneNumber`."""
    code: Union[Literal["parameter_missing", "parameter_invalid", "parameter_unknown", "json_invalid", "request_malformed", "key_in_url", "amount_invalid", "amount_too_small", "amount_too_large", "currency_unsupported", "metadata_invalid", "idempotency_key_missing", "idempotency_key_invalid", "phone_invalid", "password_weak", "operator_unknown", "channel_unsupported", "mail_token_invalid", "cursor_invalid", "webhook_url_invalid", "version_unknown", "api_key_missing", "api_key_invalid", "api_key_expired", "api_key_revoked", "api_key_mismatch", "credentials_invalid", "token_missing", "token_invalid", "token_expired", "session_token_invalid", "otp_invalid", "second_factor_required", "second_factor_invalid", "secret_key_required", "secret_key_in_browser", "scope_missing", "origin_not_allowed", "https_required", "merchant_inactive", "mode_mismatch", "reauthentication_required", "payer_phone_not_allowed", "guest_not_allowed", "phone_ask_not_allowed", "owner_required", "second_person_required", "intent_not_found", "refund_not_found", "payout_not_found", "top_up_not_found", "withdrawal_not_found", "payout_destination_not_found", "payout_batch_not_found", "payment_link_not_found", "till_not_found", "api_key_not_found", "merchant_not_found", "member_not_found", "session_not_found", "webhook_endpoint_not_found", "event_not_found", "delivery_not_found", "recovery_not_found", "route_not_found", "method_not_allowed", "request_timeout", "body_too_large", "uri_too_long", "media_type_unsupported", "headers_too_large", "intent_unexpected_state", "intent_already_charged", "otp_token_used", "channel_unavailable", "wallet_frozen", "payment_method_unavailable", "till_revoked", "till_limit_reached", "payment_link_inactive", "payment_link_used_up", "retry_unavailable", "receipt_limit_reached", "receipt_period_over", "refund_unsupported", "refund_period_over", "refund_exceeds_charge", "refund_limit_reached", "payout_unexpected_state", "payout_unsupported", "payout_limit_reached", "payout_destination_not_usable", "payout_destination_limit_reached", "payout_batch_unexpected_state", "payout_batch_faulty", "payout_batch_changed", "payout_batch_repeated", "payout_batch_limit_reached", "balance_insufficient", "reference_exists", "api_key_inactive", "api_key_limit_reached", "merchant_name_locked", "member_exists", "member_joined", "member_limit_reached", "endpoint_limit_reached", "webhook_secret_limit_reached", "event_body_expired", "recovery_in_progress", "second_factor_enabled", "second_factor_missing", "last_owner", "idempotency_key_in_use", "intent_expired", "payment_link_expired", "withdrawal_expired", "idempotency_key_reused", "rate_limited", "otp_cooldown", "otp_budget_spent", "prompt_limit_reached", "owner_lookup_limit_reached", "login_throttled", "quota_spent", "internal_error", "service_unavailable", "upstream_timeout"], str]
    """The code of this fault."""
    detail: str
    """The problem with the parameter, in English."""


class Problem(TypedDict):
    type: str
    """The address of the page that explains the code. It may be relative to the request."""
    title: str
    """The meaning of the code, in English."""
    status: int
    """The HTTP status."""
    detail: str
    """The problem with this request, in English, for developers."""
    code: Union[Literal["parameter_missing", "parameter_invalid", "parameter_unknown", "json_invalid", "request_malformed", "key_in_url", "amount_invalid", "amount_too_small", "amount_too_large", "currency_unsupported", "metadata_invalid", "idempotency_key_missing", "idempotency_key_invalid", "phone_invalid", "password_weak", "operator_unknown", "channel_unsupported", "mail_token_invalid", "cursor_invalid", "webhook_url_invalid", "version_unknown", "api_key_missing", "api_key_invalid", "api_key_expired", "api_key_revoked", "api_key_mismatch", "credentials_invalid", "token_missing", "token_invalid", "token_expired", "session_token_invalid", "otp_invalid", "second_factor_required", "second_factor_invalid", "secret_key_required", "secret_key_in_browser", "scope_missing", "origin_not_allowed", "https_required", "merchant_inactive", "mode_mismatch", "reauthentication_required", "payer_phone_not_allowed", "guest_not_allowed", "phone_ask_not_allowed", "owner_required", "second_person_required", "intent_not_found", "refund_not_found", "payout_not_found", "top_up_not_found", "withdrawal_not_found", "payout_destination_not_found", "payout_batch_not_found", "payment_link_not_found", "till_not_found", "api_key_not_found", "merchant_not_found", "member_not_found", "session_not_found", "webhook_endpoint_not_found", "event_not_found", "delivery_not_found", "recovery_not_found", "route_not_found", "method_not_allowed", "request_timeout", "body_too_large", "uri_too_long", "media_type_unsupported", "headers_too_large", "intent_unexpected_state", "intent_already_charged", "otp_token_used", "channel_unavailable", "wallet_frozen", "payment_method_unavailable", "till_revoked", "till_limit_reached", "payment_link_inactive", "payment_link_used_up", "retry_unavailable", "receipt_limit_reached", "receipt_period_over", "refund_unsupported", "refund_period_over", "refund_exceeds_charge", "refund_limit_reached", "payout_unexpected_state", "payout_unsupported", "payout_limit_reached", "payout_destination_not_usable", "payout_destination_limit_reached", "payout_batch_unexpected_state", "payout_batch_faulty", "payout_batch_changed", "payout_batch_repeated", "payout_batch_limit_reached", "balance_insufficient", "reference_exists", "api_key_inactive", "api_key_limit_reached", "merchant_name_locked", "member_exists", "member_joined", "member_limit_reached", "endpoint_limit_reached", "webhook_secret_limit_reached", "event_body_expired", "recovery_in_progress", "second_factor_enabled", "second_factor_missing", "last_owner", "idempotency_key_in_use", "intent_expired", "payment_link_expired", "withdrawal_expired", "idempotency_key_reused", "rate_limited", "otp_cooldown", "otp_budget_spent", "prompt_limit_reached", "owner_lookup_limit_reached", "login_throttled", "quota_spent", "internal_error", "service_unavailable", "upstream_timeout"], str]
    """A stable code for programs."""
    param: NotRequired[str]
    """The parameter at fault."""
    errors: NotRequired[List[ProblemFault]]
    """All faults of the request at once."""
    retryable: bool
    """True when the identical request with the same Idempotency-Key may succeed."""
    requestId: str
    """The request that caused it, as in `x-request-id`."""
    retryAfter: NotRequired[int]
    """With 429 and 503: seconds to wait before the next attempt, as in the header `Retry-After`."""
    min: NotRequired[str]
    """The smallest amount in this currency."""
    max: NotRequired[str]
    """The largest amount in this currency, or the largest sum of a day."""
    currencyExponent: NotRequired[int]
    """Digits after the decimal point of the major unit (ISO 4217)."""
    scope: NotRequired[str]
    """The scope that the key, or the role of the member, lacks."""
    knownVersions: NotRequired[str]
    """The versions that may be asked for, separated by commas."""
    currentStatus: NotRequired[str]
    """The status of the object that made the request impossible."""
    intentId: NotRequired[str]
    """The payment intent that has the reference."""
    refundable: NotRequired[str]
    """The amount of the payment that can still be refunded."""
    limit: NotRequired[int]
    """The largest number in a day: of refunds of a cashier or of the account, of payouts, or of questions about owners."""
    used: NotRequired[int]
    """The number of refunds that count today towards `limit`."""
    usedAmount: NotRequired[str]
    """The sum of the refunds that count today towards `max`."""
    available: NotRequired[str]
    """The available balance in the currency of the payment."""
    pending: NotRequired[str]
    """The pending balance; a refund may use it, too."""
    owed: NotRequired[str]
    """What the balance owes; nothing can be refunded or paid out before it is filled."""
    usableAt: NotRequired[str]
    """The time from which money may go to the destination; absent when it never may."""
    missing: NotRequired[str]
    """The amount that the balance lacks."""
    intentsLeft: NotRequired[int]
    """The payment intents and links that the account may still create in test mode before `renewsAt`."""
    bytesLeft: NotRequired[int]
    """The bytes that these intents and links may have in all."""
    renewsAt: NotRequired[str]
    """The time at which the next day begins, and with it its quota or limit."""
    nextStep: NotRequired[str]
    """`reauthentication_required`: with a user token the request may succeed immediately."""


class ExpiredEvent(TypedDict):
    id: str
    """The id of the object. It never changes."""
    type: Union[Literal["payment.created", "payment.processing", "payment.delayed", "payment.completed", "payment.failed", "payment.expired", "payment.canceled", "payment.reversed", "payment.reversal_returned", "refund.completed", "refund.failed", "payout.completed", "payout.failed", "payout_batch.approved", "payout_batch.completed", "endpoint.failing", "endpoint.disabled", "endpoint.ping", "operator.degraded", "operator.recovered"], str]
    """The type of the event."""
    created: str
    """The time at which the event happened."""
    apiVersion: Union[str, None]
    """The version of the API in which the event is written; null once `data` has expired."""
    mode: Union[Literal["test", "live"], str]
    """The mode of the object: test or live."""
    sequence: Union[int, None]
    """Grows by one with each event of one intent; null for an event about something else."""
    data: None
    """The data have expired, after 30 days."""


PaygateEvent = Union["PaymentCreatedEvent", "PaymentProcessingEvent", "PaymentDelayedEvent", "PaymentCompletedEvent", "PaymentFailedEvent", "PaymentExpiredEvent", "PaymentCanceledEvent", "PaymentReversedEvent", "PaymentReversalReturnedEvent", "RefundCompletedEvent", "RefundFailedEvent", "PayoutCompletedEvent", "PayoutFailedEvent", "PayoutBatchApprovedEvent", "PayoutBatchCompletedEvent", "EndpointFailingEvent", "EndpointDisabledEvent", "EndpointPingEvent", "OperatorDegradedEvent", "OperatorRecoveredEvent"]


class ListIntentsQuery(TypedDict):
    """List payment intents: the parameters of the query."""
    q: NotRequired[str]
    """Intents that have each word of this text as a part of their `reference`, their `description` or a text at the top level of metadata, in any case, with or without accents; a word of one or two letters is found whole. And those whose amount it is, whose id it is or ends with, whose charge has this id, and those with this transaction number of the operator. Words are found some seconds after the creation, the others at once. A phone number belongs into `POST /gateway/search`."""
    reference: NotRequired[str]
    """Intents of this reference only: all attempts to pay one order."""
    providerReference: NotRequired[str]
    """Intents with this transaction number of the operator, as the customer’s message has it: only its letters and digits are compared, in any case."""
    userId: NotRequired[str]
    """Intents that this user has paid or tried to pay, and those that only this user may pay."""
    customerId: NotRequired[str]
    """Intents that were paid, or that somebody tried to pay, by mobile money from the phone with this id, as the list of guests has it."""
    tillId: NotRequired[str]
    """Intents that were made at this till."""
    metadata: NotRequired[Dict[str, str]]
    """Intents with this metadata only, such as `metadata[orderId]=1042`: a key at the top level whose value is exactly this string. Up to 5 keys, all of which must match. Keys with a bracket cannot be searched."""
    limit: NotRequired[int]
    """The largest number of intents on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this intent and holds older ones: `nextCursor` of the previous page, or the id of any of your intents."""
    endingBefore: NotRequired[str]
    """The page ends just before this intent in the list: it holds those that were created right after it. Cannot be combined with `startingAfter`."""
    status: NotRequired[List[Literal["PENDING", "REQUIRES_ACTION", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED", "CANCELED"]]]
    """Intents of these statuses only. In a query, repeat the parameter for each status; `status[]` works too."""
    amountFrom: NotRequired[str]
    """This amount or more, in the currency's minor unit."""
    amountTo: NotRequired[str]
    """This amount or less, in the currency's minor unit."""
    createdFrom: NotRequired[str]
    """Created at this time or later."""
    createdTo: NotRequired[str]
    """Created before this time."""


class ListPaymentLinksQuery(TypedDict):
    """List payment links: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of links on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this link and holds older ones: `nextCursor` of the previous page, or any id."""


class ListIntentRefundsQuery(TypedDict):
    """List the refunds of a payment: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of refunds on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this refund and holds older ones."""


class ListRefundsQuery(TypedDict):
    """List refunds: the parameters of the query."""
    status: NotRequired[Literal["PENDING", "COMPLETED", "FAILED"]]
    """Refunds of this status only."""
    providerReference: NotRequired[str]
    """Refunds with this transaction number of the operator, as the customer’s message has it: only its letters and digits are compared, in any case."""
    createdFrom: NotRequired[str]
    """Created at this time or later."""
    createdTo: NotRequired[str]
    """Created before this time."""
    limit: NotRequired[int]
    """The largest number of refunds on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this refund and holds older ones."""


class ListIntentReversalsQuery(TypedDict):
    """List the reversals of a payment: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of reversals on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this reversal and holds older ones."""


class ListBalanceTransactionsQuery(TypedDict):
    """List the transactions of the balance: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of transactions on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this transaction and holds older ones."""
    currency: NotRequired[Literal["XAF", "XOF"]]
    """ISO 4217 code; XAF when absent."""
    createdFrom: NotRequired[str]
    """Created at this time or later."""
    createdTo: NotRequired[str]
    """Created before this time."""


GetBalanceStatementQuery = TypedDict(
    "GetBalanceStatementQuery",
    {
        "month": 'NotRequired[str]',
        "from": 'NotRequired[str]',
        "to": 'NotRequired[str]',
        "currency": 'NotRequired[Literal["XAF", "XOF"]]',
    },
)


GetBalanceSummaryQuery = TypedDict(
    "GetBalanceSummaryQuery",
    {
        "month": 'NotRequired[str]',
        "from": 'NotRequired[str]',
        "to": 'NotRequired[str]',
        "currency": 'NotRequired[Literal["XAF", "XOF"]]',
    },
)


GetOwnSummaryQuery = TypedDict(
    "GetOwnSummaryQuery",
    {
        "month": 'NotRequired[str]',
        "from": 'NotRequired[str]',
        "to": 'NotRequired[str]',
        "currency": 'NotRequired[Literal["XAF", "XOF"]]',
    },
)


class GetFeeQuery(TypedDict):
    """Read the fee of a payment before its charge: the parameters of the query."""
    amount: str
    """Digits in the currency's minor unit: for XAF, "1043" is 1 043 FCFA."""
    method: Literal["wallet", "mtn_momo", "orange_money"]
    """How the money moves: by `wallet`, or by the mobile-money operator."""
    currency: NotRequired[Literal["XAF", "XOF"]]
    """ISO 4217 code; XAF when absent."""


class ListPayoutsQuery(TypedDict):
    """List payouts: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of payouts on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this payout and holds older ones."""
    status: NotRequired[Literal["PENDING", "PROCESSING", "COMPLETED", "FAILED", "CANCELED"]]
    """Payouts of this status only."""
    providerReference: NotRequired[str]
    """Payouts with this transaction number of the operator, as the customer’s message has it: only its letters and digits are compared, in any case."""
    createdFrom: NotRequired[str]
    """Created at this time or later."""
    createdTo: NotRequired[str]
    """Created before this time."""


class GetPayoutTransactionsQuery(TypedDict):
    """Read the sheet of a payout: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of transactions on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this transaction and holds newer ones."""


class GetPayoutFeeQuery(TypedDict):
    """Read the fee of a payout in advance: the parameters of the query."""
    destinationId: str
    """The destination that the money would have."""
    amount: NotRequired[str]
    """The amount that leaves the balance, the fee included, in digits of the minor unit. When absent, everything that is available above the reserve of the schedule."""


class ListPayoutBatchesQuery(TypedDict):
    """List batches of payouts: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of batches on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this batch and holds older ones."""
    status: NotRequired[Literal["DRAFT", "READY", "PROCESSING", "PAUSED", "COMPLETED", "CANCELED"]]
    """Batches of this status only."""


class ListPayoutBatchRowsQuery(TypedDict):
    """List the rows of a batch: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of rows on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after the row with this number."""
    status: NotRequired[Literal["PENDING", "PROCESSING", "COMPLETED", "FAILED", "CANCELED"]]
    """Rows whose payout has this status only."""
    order: NotRequired[Literal["number", "largest"]]
    """`largest` gives one page of the rows with the largest amounts, and rows in the order of their numbers otherwise."""


class ListApiKeysQuery(TypedDict):
    """List API keys: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of keys on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this object and holds older ones: `nextCursor` of the previous page."""


class GetWalletQuery(TypedDict):
    """Read the wallet of a user: the parameters of the query."""
    currency: NotRequired[Literal["XAF", "XOF"]]
    """ISO 4217 code; XAF when absent."""


class ListWalletTransactionsQuery(TypedDict):
    """List the transactions of a wallet: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of transactions on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this transaction and holds older ones."""
    currency: NotRequired[Literal["XAF", "XOF"]]
    """ISO 4217 code; XAF when absent."""


class ListMembersQuery(TypedDict):
    """List members: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of members on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this object and holds older ones: `nextCursor` of the previous page."""


class ListFormerMembersQuery(TypedDict):
    """List former members: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of members on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this object and holds older ones: `nextCursor` of the previous page."""


class ListAuditEventsQuery(TypedDict):
    """List audit events: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of records on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this object and holds older ones: `nextCursor` of the previous page."""
    action: NotRequired[Literal["api_key.created", "api_key.changed", "api_key.rotated", "api_key.revoked", "api_key.in_browser", "merchant.changed", "merchant.live_requested", "merchant.live_request_withdrawn", "merchant.live_request_declined", "till.created", "till.revoked", "user.registered", "password.reset", "member.invited", "member.invited_again", "member.joined", "member.role_changed", "member.notices_changed", "member.push_started", "member.push_stopped", "member.removed", "member.erased", "member.password_reset", "member.password_changed", "member.second_factor_enabled", "member.second_factor_disabled", "member.second_factor_refused", "member.recovery_code_used", "member.recovery_codes_renewed", "member.signed_in", "member.sign_in_refused", "member.signed_out", "member.session_ended", "member.refused", "member.password_refused", "member.password_reset_requested", "api_key.refused", "customers.read", "test_inbox.read", "customer.sign_in_refused", "customer.password_reset_requested", "payment.canceled", "payment.refunded", "payment.matched", "payment.reversed", "payment.reversal_returned", "payer.read", "phone.asked", "refunds.half_of_balance", "fee.agreed", "balance.adjusted", "payout.requested", "payout.canceled", "payout.stopped", "payout.failed", "payout_destination.looked_up", "payout_destination.registered", "payout_destination.revoked", "payout_schedule.changed", "payout_batch.drafted", "payout_batch.sealed", "payout_batch.approved", "payout_batch.paused", "payout_batch.resumed", "payout_batch.canceled", "payment_link.created", "payment_link.changed", "payment_link.activated", "payment_link.deactivated", "webhook_endpoint.created", "webhook_endpoint.changed", "webhook_endpoint.paused", "webhook_endpoint.enabled", "webhook_endpoint.deleted", "webhook_endpoint.secret_rotated", "webhook_endpoint.tested", "webhook_endpoint.recovery_started", "webhook_endpoint.failing", "webhook_endpoint.disabled", "delivery.redelivered"]]
    """Only events with this `action`."""
    actor: NotRequired[str]
    """Only events with this `actor`."""


class ListRequestLogQuery(TypedDict):
    """List requests: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of entries on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this object and holds older ones: `nextCursor` of the previous page."""
    status: NotRequired[int]
    """Only requests that were answered with this status."""
    code: NotRequired[Literal["parameter_missing", "parameter_invalid", "parameter_unknown", "json_invalid", "request_malformed", "key_in_url", "amount_invalid", "amount_too_small", "amount_too_large", "currency_unsupported", "metadata_invalid", "idempotency_key_missing", "idempotency_key_invalid", "phone_invalid", "password_weak", "operator_unknown", "channel_unsupported", "mail_token_invalid", "cursor_invalid", "webhook_url_invalid", "version_unknown", "api_key_missing", "api_key_invalid", "api_key_expired", "api_key_revoked", "api_key_mismatch", "credentials_invalid", "token_missing", "token_invalid", "token_expired", "session_token_invalid", "otp_invalid", "second_factor_required", "second_factor_invalid", "secret_key_required", "secret_key_in_browser", "scope_missing", "origin_not_allowed", "https_required", "merchant_inactive", "mode_mismatch", "reauthentication_required", "payer_phone_not_allowed", "guest_not_allowed", "phone_ask_not_allowed", "owner_required", "second_person_required", "intent_not_found", "refund_not_found", "payout_not_found", "top_up_not_found", "withdrawal_not_found", "payout_destination_not_found", "payout_batch_not_found", "payment_link_not_found", "till_not_found", "api_key_not_found", "merchant_not_found", "member_not_found", "session_not_found", "webhook_endpoint_not_found", "event_not_found", "delivery_not_found", "recovery_not_found", "route_not_found", "method_not_allowed", "request_timeout", "body_too_large", "uri_too_long", "media_type_unsupported", "headers_too_large", "intent_unexpected_state", "intent_already_charged", "otp_token_used", "channel_unavailable", "wallet_frozen", "payment_method_unavailable", "till_revoked", "till_limit_reached", "payment_link_inactive", "payment_link_used_up", "retry_unavailable", "receipt_limit_reached", "receipt_period_over", "refund_unsupported", "refund_period_over", "refund_exceeds_charge", "refund_limit_reached", "payout_unexpected_state", "payout_unsupported", "payout_limit_reached", "payout_destination_not_usable", "payout_destination_limit_reached", "payout_batch_unexpected_state", "payout_batch_faulty", "payout_batch_changed", "payout_batch_repeated", "payout_batch_limit_reached", "balance_insufficient", "reference_exists", "api_key_inactive", "api_key_limit_reached", "merchant_name_locked", "member_exists", "member_joined", "member_limit_reached", "endpoint_limit_reached", "webhook_secret_limit_reached", "event_body_expired", "recovery_in_progress", "second_factor_enabled", "second_factor_missing", "last_owner", "idempotency_key_in_use", "intent_expired", "payment_link_expired", "withdrawal_expired", "idempotency_key_reused", "rate_limited", "otp_cooldown", "otp_budget_spent", "prompt_limit_reached", "owner_lookup_limit_reached", "login_throttled", "quota_spent", "internal_error", "service_unavailable", "upstream_timeout"]]
    """Only requests that were refused with this error code."""
    apiKeyId: NotRequired[str]
    """Only requests of this API key."""
    path: NotRequired[str]
    """Only requests of this path, as this document writes it."""


class ListEventsQuery(TypedDict):
    """List events: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of events on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this event and holds older ones."""
    endingBefore: NotRequired[str]
    """The page ends just before this event in the list: it holds those that came right after it in time. Cannot be combined with `startingAfter`. With `Prefer: wait` a page without events waits for one."""
    type: NotRequired[Literal["payment.created", "payment.processing", "payment.delayed", "payment.completed", "payment.failed", "payment.expired", "payment.canceled", "payment.reversed", "payment.reversal_returned", "refund.completed", "refund.failed", "payout.completed", "payout.failed", "payout_batch.approved", "payout_batch.completed", "endpoint.failing", "endpoint.disabled", "endpoint.ping", "operator.degraded", "operator.recovered"]]
    """Events of this type only."""
    intentionId: NotRequired[str]
    """Events about this payment intent only."""
    createdFrom: NotRequired[str]
    """Created at this time or later."""
    createdTo: NotRequired[str]
    """Created before this time."""


class ListWebhookEndpointDeliveriesQuery(TypedDict):
    """List the deliveries to a webhook endpoint: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of deliveries on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this delivery and holds deliveries of older events."""
    status: NotRequired[Literal["pending", "parked", "delivered", "failed"]]
    """Deliveries of this status only."""


GetPaymentMetricsQuery = TypedDict(
    "GetPaymentMetricsQuery",
    {
        "currency": 'NotRequired[Literal["XAF", "XOF"]]',
        "granularity": 'NotRequired[Literal["hour", "day"]]',
        "from": 'NotRequired[str]',
        "to": 'NotRequired[str]',
        "timeZone": 'NotRequired[str]',
        "utcOffset": 'NotRequired[int]',
    },
)


class ListCustomersQuery(TypedDict):
    """List customers: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of customers on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The page starts after this user: `nextCursor` of the previous page."""


class ListGuestsQuery(TypedDict):
    """List guests: the parameters of the query."""
    limit: NotRequired[int]
    """The largest number of guests on one page; 20 when absent."""
    startingAfter: NotRequired[str]
    """The place at which the page starts: `nextCursor` of the previous page."""


__all__ = [
    "SignInRequest",
    "SignedInUser",
    "PublicJwk",
    "Jwks",
    "CreateIntentRequest",
    "PaymentMethod",
    "Payer",
    "NextAction",
    "PaymentFailure",
    "SupportContact",
    "CheckoutOperator",
    "CheckoutMerchant",
    "CheckoutState",
    "CreatedPaymentIntent",
    "PaymentIntent",
    "PaymentIntentPage",
    "SearchIntentsRequest",
    "PublicPaymentIntent",
    "TimelineEntry",
    "Timeline",
    "Retry",
    "PaymentLink",
    "PaymentLinkPage",
    "CreatePaymentLinkRequest",
    "UpdatePaymentLinkRequest",
    "SharedLink",
    "PayLinkRequest",
    "LinkPayment",
    "SendReceiptRequest",
    "Receipt",
    "CheckReceiptRequest",
    "ReceiptCheck",
    "CreateRefundRequest",
    "RefundFailure",
    "Refund",
    "RefundPage",
    "Reversal",
    "ReversalPage",
    "Maturity",
    "CurrencyBalance",
    "Balance",
    "BalanceTransaction",
    "BalanceTransactionPage",
    "TillLine",
    "BalanceSummary",
    "OwnSummary",
    "Fee",
    "CreatePayoutRequest",
    "PayoutFailure",
    "Payout",
    "PayoutPage",
    "SummaryLine",
    "PayoutSheet",
    "PayoutFee",
    "PayoutSchedule",
    "ChangePayoutScheduleRequest",
    "PayoutDestination",
    "PayoutDestinationList",
    "RegisterPayoutDestinationRequest",
    "SecondFactorProof",
    "LookUpOwnerRequest",
    "NumberOwner",
    "PayoutBatchRowInput",
    "CreatePayoutBatchRequest",
    "PayoutBatchCounts",
    "PayoutBatchNames",
    "PayoutBatchApproval",
    "PayoutBatch",
    "PayoutBatchPage",
    "AddPayoutBatchRowsRequest",
    "PayoutBatchRow",
    "PayoutBatchRowPage",
    "ApprovePayoutBatchRequest",
    "InitOtpRequest",
    "SentOtp",
    "VerifyOtpRequest",
    "OtpAuthorization",
    "PaymentMethodRequest",
    "ChargeRequest",
    "Charge",
    "TillDay",
    "Till",
    "TillList",
    "CreateTillRequest",
    "CreateTillPaymentRequest",
    "AskPhoneRequest",
    "PhoneAsk",
    "TillCharge",
    "OperatorLimit",
    "OperatorOutcomes",
    "OperatorMethod",
    "Operator",
    "Operators",
    "ApiKey",
    "ApiKeyPage",
    "CreateApiKeyRequest",
    "IssuedApiKey",
    "UpdateApiKeyRequest",
    "RotateApiKeyRequest",
    "RevokeApiKeyRequest",
    "KeyWork",
    "RevokedApiKey",
    "KeyWorkList",
    "RefundsPerDay",
    "MerchantSettings",
    "Merchant",
    "SupportContactRequest",
    "RefundsPerDayRequest",
    "MerchantSettingsRequest",
    "UpdateMerchantRequest",
    "LiveRequest",
    "RequestLiveRequest",
    "WalletLimit",
    "WalletLimits",
    "Wallet",
    "WalletTransaction",
    "WalletTransactionPage",
    "CreateWalletTopUpRequest",
    "WalletMovementFailure",
    "WalletTopUp",
    "CreateWalletWithdrawalRequest",
    "SentCode",
    "AskedWalletWithdrawal",
    "ConfirmWalletWithdrawalRequest",
    "WalletWithdrawal",
    "RegisterUserRequest",
    "PendingRegistration",
    "ConfirmRegistrationRequest",
    "RegisteredUser",
    "ForgotPasswordRequest",
    "PendingPasswordReset",
    "ResetPasswordRequest",
    "OpenAccountRequest",
    "ConfirmAccountRequest",
    "NewMerchant",
    "Member",
    "NewAccount",
    "SignInToDashboardRequest",
    "DashboardMerchant",
    "NewDashboardSession",
    "ActingMember",
    "CurrentDashboardSession",
    "ForgotMemberPasswordRequest",
    "ResetMemberPasswordRequest",
    "OpenDashboardSession",
    "DashboardSessions",
    "ChangeMemberPasswordRequest",
    "SecondFactor",
    "BeginSecondFactorRequest",
    "NewSecondFactor",
    "ConfirmSecondFactorRequest",
    "ConfirmedSecondFactor",
    "RenewRecoveryCodesRequest",
    "DisableSecondFactorRequest",
    "NoticeChoice",
    "MemberNotices",
    "ChangeMemberNoticesRequest",
    "PushSubscription",
    "PushNotices",
    "StartPushRequest",
    "StopPushRequest",
    "MemberPage",
    "FormerMember",
    "FormerMemberPage",
    "InviteMemberRequest",
    "AcceptInvitationRequest",
    "ChangeMemberRoleRequest",
    "AuditEvent",
    "AuditEventPage",
    "RequestLogEntry",
    "RequestLogPage",
    "WebhookCircuit",
    "WebhookSecret",
    "WebhookEndpoint",
    "WebhookEndpointPage",
    "CreateWebhookEndpointRequest",
    "IssuedWebhookEndpoint",
    "UpdateWebhookEndpointRequest",
    "RotateWebhookSecretRequest",
    "Attempt",
    "DeliveryWithAttempts",
    "RecoverRequest",
    "Recovery",
    "Event",
    "EventPage",
    "Delivery",
    "DeliveryPage",
    "FailureCount",
    "PaymentMetric",
    "PaymentMetrics",
    "CustomerTotal",
    "Customer",
    "CustomerPage",
    "Guest",
    "GuestPage",
    "PayerNumber",
    "TestMessage",
    "TestInbox",
    "PaymentEventData",
    "PaymentCreatedEvent",
    "PaymentProcessingEvent",
    "PaymentDelayedEvent",
    "PaymentCompletedEvent",
    "PaymentFailedEvent",
    "PaymentExpiredEvent",
    "PaymentCanceledEvent",
    "ReversalEventData",
    "PaymentReversedEvent",
    "PaymentReversalReturnedEvent",
    "RefundEventData",
    "RefundCompletedEvent",
    "RefundFailedEvent",
    "PayoutEventData",
    "PayoutCompletedEvent",
    "PayoutFailedEvent",
    "PayoutBatchEventData",
    "PayoutBatchApprovedEvent",
    "PayoutBatchCompletedEvent",
    "EndpointInTrouble",
    "EndpointEventData",
    "EndpointFailingEvent",
    "EndpointDisabledEvent",
    "EndpointPingEvent",
    "ChangedOperator",
    "OperatorEventData",
    "OperatorDegradedEvent",
    "OperatorRecoveredEvent",
    "ProblemFault",
    "Problem",
    "ExpiredEvent",
    "PaygateEvent",
    "ListIntentsQuery",
    "ListPaymentLinksQuery",
    "ListIntentRefundsQuery",
    "ListRefundsQuery",
    "ListIntentReversalsQuery",
    "ListBalanceTransactionsQuery",
    "GetBalanceStatementQuery",
    "GetBalanceSummaryQuery",
    "GetOwnSummaryQuery",
    "GetFeeQuery",
    "ListPayoutsQuery",
    "GetPayoutTransactionsQuery",
    "GetPayoutFeeQuery",
    "ListPayoutBatchesQuery",
    "ListPayoutBatchRowsQuery",
    "ListApiKeysQuery",
    "GetWalletQuery",
    "ListWalletTransactionsQuery",
    "ListMembersQuery",
    "ListFormerMembersQuery",
    "ListAuditEventsQuery",
    "ListRequestLogQuery",
    "ListEventsQuery",
    "ListWebhookEndpointDeliveriesQuery",
    "GetPaymentMetricsQuery",
    "ListCustomersQuery",
    "ListGuestsQuery",
]
