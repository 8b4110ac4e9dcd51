/** Generated from docs/api/openapi.json by `npm run docs`. */

export interface SignInRequest {
  /**
   * @description International format (E.164).
   * @example +237670000001
   */
  phoneNumber: string;
  /**
   * @description The user's web password.
   * @example correct horse battery staple
   */
  password: string;
}

export interface SignedInUser {
  /**
   * @description User token: a JWT, sent as `Authorization: Bearer` beside the API key.
   * @example eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c3JfLi4uIn0.c2lnbmF0dXJl
   */
  token: string;
  /**
   * Format: date-time
   * @description When the token ends.
   * @example 2026-11-20T10:15:00.000Z
   */
  expiresAt: string;
  /**
   * @description User identifier.
   * @example usr_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  id: string;
  /**
   * @description International format.
   * @example +237670000001
   */
  phoneNumber: string;
  /**
   * @description Includes `USER`.
   * @example [
   *       "USER"
   *     ]
   */
  roles: string[];
}

export interface PublicJwk {
  /** @constant */
  kty: 'EC';
  /** @constant */
  crv: 'P-256';
  /** @example f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU */
  x: string;
  /** @example x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0 */
  y: string;
  /** @example 2026-11-20-1 */
  kid: string;
  /** @constant */
  alg: 'ES256';
  /** @constant */
  use: 'sig';
}

export interface Jwks {
  keys: PublicJwk[];
}

export interface CreateIntentRequest {
  /**
   * @description Digits in the currency's minor unit: for XAF, "5000" is 5 000 FCFA.
   * @example 5000
   */
  amount: string;
  /**
   * @description ISO 4217 code.
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF';
  /**
   * @description Free text; the customer may see it.
   * @example Order 1042
   */
  description?: string | null;
  /**
   * @description Any JSON object of at most 16 KiB, 50 keys and 8 levels, with unique keys. Returned unchanged, byte for byte.
   * @example {
   *       "orderId": "1042"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  } | null;
  /**
   * @description The merchant's own name for the order: unique among its open and completed intents of one mode.
   * @example order-1042
   */
  reference?: string | null;
  /**
   * @description Seconds until the intent lapses; 1800 when absent.
   * @example 1800
   */
  expiresIn?: number | null;
  /**
   * @description Only this user may pay the intent.
   * @example usr_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  userId?: string | null;
  /**
   * Format: uri
   * @description Where the payment page leads the customer when the payment has ended. An https URL without user name and password; in test mode also http://localhost.
   * @example https://shop.example/thanks
   */
  returnUrl?: string | null;
  /**
   * Format: uri
   * @description Where the payment page leads a customer who does not pay. A URL of the same form.
   * @example https://shop.example/cart
   */
  cancelUrl?: string | null;
}

export interface PaymentMethod {
  /** @enum {string} */
  type: 'wallet' | 'mobile_money' | (string & {});
  /**
   * @description The operator of mobile money.
   * @example null
   * @enum {string|null}
   */
  operator: 'mtn_momo' | 'orange_money' | null | (string & {});
}

export interface Payer {
  /** @example ********01 */
  phoneMasked: string;
  /**
   * @example mtn_momo
   * @enum {string}
   */
  operator: 'mtn_momo' | 'orange_money' | (string & {});
}

export interface NextAction {
  /** @enum {string} */
  type: 'verify_otp' | 'charge' | 'approve_on_phone' | 'await_outcome' | (string & {});
  /**
   * @description Who asks the payer for approval.
   * @example null
   * @enum {string|null}
   */
  operator: 'mtn_momo' | 'orange_money' | null | (string & {});
  /**
   * @description The phone that is asked.
   * @example null
   */
  phoneMasked: string | null;
  /**
   * Format: date-time
   * @description When the operator gives up waiting for the payer.
   * @example null
   */
  expiresAt: string | null;
  /**
   * Format: date-time
   * @description Only of `await_outcome`: since when the outcome is overdue.
   * @example 2026-11-20T10:06:00.412Z
   */
  since?: string;
}

export interface PaymentFailure {
  /** @enum {string} */
  code:
    | 'insufficient_funds'
    | 'payer_rejected'
    | 'payer_timeout'
    | 'payer_not_found'
    | 'payer_limit_reached'
    | 'payer_blocked'
    | 'rail_unavailable'
    | 'rail_error'
    | 'wallet_closed'
    | (string & {});
  message: string;
  /** @enum {string} */
  nextStep: 'new_intent' | 'other_method' | 'none' | (string & {});
}

export interface SupportContact {
  /** @example help@shop.example */
  email: string | null;
  /** @example +237670000001 */
  phone: string | null;
  /** @example https://shop.example/help */
  url: string | null;
}

export interface CheckoutMerchant {
  /** @example Boulangerie du Port */
  name: string & unknown;
  /** @example null */
  logoUrl: string | null;
  supportContact: SupportContact;
  /**
   * @description The languages of its customers, the most usual one first.
   * @example [
   *       "fr",
   *       "en"
   *     ]
   */
  languages: ('fr' | 'en')[];
  /**
   * @description How this payment can be made.
   * @example [
   *       "mobile_money",
   *       "wallet"
   *     ]
   */
  paymentMethods: ('wallet' | 'mobile_money')[];
  /**
   * @description True when customers may pay without an account.
   * @example true
   */
  guestPayments: boolean;
  /**
   * @description True when a receipt may be sent by SMS.
   * @example false
   */
  smsReceipts: boolean;
}

export interface CreatedPaymentIntent {
  /**
   * @description For the customer's front end; reads this one intent.
   * @example sess_01k8zq4a2nf8rb0v6d7jep5f9xJ0n7c3T4rYw1Z5b8d2Gf6hKq9mLsVxPaEuRtNi0oBcD
   */
  sessionToken: string;
  /** @example pi_01k8zq4a2nf8rb0v6d7jep5f9x */
  id: string;
  /**
   * @example payment_intent
   * @constant
   */
  object: 'payment_intent';
  /**
   * @description EXPIRED, FAILED, COMPLETED and CANCELED are terminal.
   * @example PENDING
   * @enum {string}
   */
  status:
    'PENDING' | 'REQUIRES_ACTION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'CANCELED' | (string & {});
  /**
   * @description Digits in the currency's minor unit.
   * @example 5000
   */
  amount: string;
  /** @example 0 */
  amountRefunded: string;
  /**
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description Digits after the decimal point of the major unit (ISO 4217).
   * @example 0
   */
  currencyExponent: number;
  /** @example Order 1042 */
  description: string | null;
  /**
   * @description The one user who may pay, when the merchant named one.
   * @example null
   */
  userId: string | null;
  paymentMethod: PaymentMethod | null;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * Format: uri
   * @description The hosted payment page of this intent, for the customer: whoever has the address may open it. Null in events, and where Paygate runs without the page.
   * @example null
   */
  checkoutUrl: string | null;
  /**
   * Format: uri
   * @example https://shop.example/thanks
   */
  returnUrl: string | null;
  /**
   * Format: uri
   * @description Where the hosted payment page leads who does not pay.
   * @example https://shop.example/cart
   */
  cancelUrl: string | null;
  /**
   * @description The phone that pays by mobile money, once the charge is accepted.
   * @example null
   */
  payer: Payer | null;
  /** @description What the front end does next. */
  nextAction: NextAction | null;
  /** @description Why the payment failed. */
  failure: PaymentFailure | null;
  /** @example null */
  chargeId: string | null;
  /**
   * @description Grows with every change.
   * @example 1
   */
  version: number;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  updatedAt: string;
  /**
   * Format: date-time
   * @description The intent lapses at this moment.
   * @example 2026-11-20T10:30:00.000Z
   */
  expiresAt: string;
  /**
   * Format: date-time
   * @example null
   */
  completedAt: string | null;
  /** @description Only for the hosted payment page. */
  merchant?: CheckoutMerchant;
  /**
   * @description What Paygate keeps, once the payment is complete.
   * @example null
   */
  fee: string | null;
  /**
   * @description What the merchant gets, once the payment is complete.
   * @example null
   */
  net: string | null;
  /**
   * @description The bytes that the merchant sent.
   * @example {
   *       "orderId": "1042"
   *     }
   */
  metadata: {
    [key: string]: unknown;
  };
  /** @example order-1042 */
  reference: string | null;
}

export interface PaymentIntent {
  /**
   * @description What Paygate keeps, once the payment is complete.
   * @example null
   */
  fee: string | null;
  /**
   * @description What the merchant gets, once the payment is complete.
   * @example null
   */
  net: string | null;
  /**
   * @description The bytes that the merchant sent.
   * @example {
   *       "orderId": "1042"
   *     }
   */
  metadata: {
    [key: string]: unknown;
  };
  /** @example order-1042 */
  reference: string | null;
  /** @example pi_01k8zq4a2nf8rb0v6d7jep5f9x */
  id: string;
  /**
   * @example payment_intent
   * @constant
   */
  object: 'payment_intent';
  /**
   * @description EXPIRED, FAILED, COMPLETED and CANCELED are terminal.
   * @example PENDING
   * @enum {string}
   */
  status:
    'PENDING' | 'REQUIRES_ACTION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'CANCELED' | (string & {});
  /**
   * @description Digits in the currency's minor unit.
   * @example 5000
   */
  amount: string;
  /** @example 0 */
  amountRefunded: string;
  /**
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description Digits after the decimal point of the major unit (ISO 4217).
   * @example 0
   */
  currencyExponent: number;
  /** @example Order 1042 */
  description: string | null;
  /**
   * @description The one user who may pay, when the merchant named one.
   * @example null
   */
  userId: string | null;
  paymentMethod: PaymentMethod | null;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * Format: uri
   * @description The hosted payment page of this intent, for the customer: whoever has the address may open it. Null in events, and where Paygate runs without the page.
   * @example null
   */
  checkoutUrl: string | null;
  /**
   * Format: uri
   * @example https://shop.example/thanks
   */
  returnUrl: string | null;
  /**
   * Format: uri
   * @description Where the hosted payment page leads who does not pay.
   * @example https://shop.example/cart
   */
  cancelUrl: string | null;
  /**
   * @description The phone that pays by mobile money, once the charge is accepted.
   * @example null
   */
  payer: Payer | null;
  /** @description What the front end does next. */
  nextAction: NextAction | null;
  /** @description Why the payment failed. */
  failure: PaymentFailure | null;
  /** @example null */
  chargeId: string | null;
  /**
   * @description Grows with every change.
   * @example 1
   */
  version: number;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  updatedAt: string;
  /**
   * Format: date-time
   * @description The intent lapses at this moment.
   * @example 2026-11-20T10:30:00.000Z
   */
  expiresAt: string;
  /**
   * Format: date-time
   * @example null
   */
  completedAt: string | null;
  /** @description Only for the hosted payment page. */
  merchant?: CheckoutMerchant;
}

export interface PaymentIntentPage {
  data: PaymentIntent[];
  /**
   * @description Whether there are more in this direction. A page may be shorter than `limit`, or empty, although there are: follow `nextCursor`.
   * @example true
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page in this direction, when there is one: where this page has stopped to look.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  nextCursor: string | null;
}

export interface SearchIntentsRequest {
  /**
   * @description The phone that pays by mobile money, in international format.
   * @example +237670000001
   */
  phoneNumber: string;
  /**
   * @description Most intents of one page; 20 when absent.
   * @example 20
   */
  limit?: number | null;
  /** @description The page starts after this one and holds older ones: `nextCursor` of the previous page, or the id of any of your intents. */
  startingAfter?: string | null;
  /** @description The page ends before this intent and holds the next newer ones. Cannot be combined with `startingAfter`. */
  endingBefore?: string | null;
  /** @description Intents of these statuses only. In a query it is repeated for each, also as `status[]`. */
  status?: ('PENDING' | 'REQUIRES_ACTION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'CANCELED')[] | null;
  /** @description This amount or more, in the currency's minor unit. */
  amountFrom?: string | null;
  /** @description This amount or less, in the currency's minor unit. */
  amountTo?: string | null;
  /**
   * Format: date-time
   * @description Created at this time or later.
   * @example 2026-11-20T00:00:00.000Z
   */
  createdFrom?: string | null;
  /**
   * Format: date-time
   * @description Created before this time.
   * @example 2026-11-21T00:00:00.000Z
   */
  createdTo?: string | null;
}

export interface PublicPaymentIntent {
  /** @example pi_01k8zq4a2nf8rb0v6d7jep5f9x */
  id: string;
  /**
   * @example payment_intent
   * @constant
   */
  object: 'payment_intent';
  /**
   * @description EXPIRED, FAILED, COMPLETED and CANCELED are terminal.
   * @example PENDING
   * @enum {string}
   */
  status:
    'PENDING' | 'REQUIRES_ACTION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'CANCELED' | (string & {});
  /**
   * @description Digits in the currency's minor unit.
   * @example 5000
   */
  amount: string;
  /** @example 0 */
  amountRefunded: string;
  /**
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description Digits after the decimal point of the major unit (ISO 4217).
   * @example 0
   */
  currencyExponent: number;
  /** @example Order 1042 */
  description: string | null;
  /**
   * @description The one user who may pay, when the merchant named one.
   * @example null
   */
  userId: string | null;
  paymentMethod: PaymentMethod | null;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * Format: uri
   * @description The hosted payment page of this intent, for the customer: whoever has the address may open it. Null in events, and where Paygate runs without the page.
   * @example null
   */
  checkoutUrl: string | null;
  /**
   * Format: uri
   * @example https://shop.example/thanks
   */
  returnUrl: string | null;
  /**
   * Format: uri
   * @description Where the hosted payment page leads who does not pay.
   * @example https://shop.example/cart
   */
  cancelUrl: string | null;
  /**
   * @description The phone that pays by mobile money, once the charge is accepted.
   * @example null
   */
  payer: Payer | null;
  /** @description What the front end does next. */
  nextAction: NextAction | null;
  /** @description Why the payment failed. */
  failure: PaymentFailure | null;
  /** @example null */
  chargeId: string | null;
  /**
   * @description Grows with every change.
   * @example 1
   */
  version: number;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  updatedAt: string;
  /**
   * Format: date-time
   * @description The intent lapses at this moment.
   * @example 2026-11-20T10:30:00.000Z
   */
  expiresAt: string;
  /**
   * Format: date-time
   * @example null
   */
  completedAt: string | null;
  /** @description Only for the hosted payment page. */
  merchant?: CheckoutMerchant;
}

export interface TimelineEntry {
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  at: string;
  /**
   * @example otp.sent
   * @enum {string}
   */
  type:
    | 'payment.created'
    | 'otp.sent'
    | 'otp.verified'
    | 'charge.accepted'
    | 'charge.submitted'
    | 'charge.prompted'
    | 'charge.succeeded'
    | 'charge.failed'
    | 'payment.completed'
    | 'payment.failed'
    | 'payment.expired'
    | 'payment.canceled'
    | 'refund.requested'
    | 'refund.completed'
    | 'refund.failed'
    | 'event.created'
    | 'delivery.attempted'
    | (string & {});
  /**
   * @description The charge, refund, event or delivery of the entry.
   * @example ch_01k8zq5b7mc3rt9v2x6hdn4e8w
   */
  objectId?: string;
  /**
   * @description How a code was sent.
   * @example sms
   * @enum {string}
   */
  channel?: 'sms' | 'email' | (string & {});
  /**
   * @description Who collects a charge by mobile money.
   * @example mtn_momo
   * @enum {string}
   */
  operator?: 'mtn_momo' | 'orange_money' | (string & {});
  /**
   * @description The type of an event that was created or delivered.
   * @example payment.completed
   */
  eventType?: string;
  /**
   * @description Where a delivery was sent.
   * @example we_01k8zq8n3tf5ws6c0e2hdvk9ja
   */
  endpointId?: string;
  /**
   * @description How many codes or deliveries there were, with this one.
   * @example 1
   */
  attempt?: number;
  /**
   * @description What the endpoint answered to a delivery; absent when it did not.
   * @example 200
   */
  httpStatus?: number;
  /**
   * @description Why a charge or a refund failed, or why there was no answer to a delivery.
   * @example insufficient_funds
   */
  code?: string;
}

export interface Timeline {
  /**
   * @example timeline
   * @constant
   */
  object: 'timeline';
  /** @example pi_01k8zq4a2nf8rb0v6d7jep5f9x */
  intentionId: string;
  /** @description Oldest first. */
  data: TimelineEntry[];
  /**
   * @description True when a part has more than 200 entries: `data` has its newest ones.
   * @example false
   */
  isCut: boolean;
  /**
   * @description The parts that could not be read now. Their entries are not in `data`: ask again.
   * @example []
   */
  missing: ('payment' | 'codes' | 'charge' | 'events')[];
}

export interface PaymentLink {
  /**
   * Format: uri
   * @description The address to share, which anyone may open; null where Paygate runs without the payment page.
   * @example https://pay.example/checkout/pl_01k8zqa1c4gt6xd9f3mhw7r2zb
   */
  url: string | null;
  /**
   * Format: uri
   * @description A QR code of `url`, an SVG image that anyone may load; null where there is no address.
   * @example https://pay.example/payment-links/pl_01k8zqa1c4gt6xd9f3mhw7r2zb/qr.svg
   */
  qrCodeUrl: string | null;
  /** @example cotisation-2026-{n} */
  referencePattern: ((string & unknown) | null) & unknown;
  /**
   * Format: uri
   * @example https://shop.example/thanks
   */
  returnUrl: string | null;
  /**
   * @description Null when the uses are not limited.
   * @example 50
   */
  maxUses: number | null;
  /**
   * @description How many more payments may begin now; null when the uses are not limited.
   * @example 38
   */
  usesRemaining: number | null;
  /**
   * @description The number of the last payment: how many were ever begun, and how many numbers were skipped. Each has the id of the link in its metadata, as `paymentLinkId`: `GET /gateway?metadata[paymentLinkId]=…` lists them.
   * @example 14
   */
  payments: number;
  /**
   * Format: date-time
   * @example 2026-12-31T22:59:59.000Z
   */
  expiresAt: string | null;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  updatedAt: string;
  /** @example pl_01k8zqa1c4gt6xd9f3mhw7r2zb */
  id: string;
  /**
   * @example payment_link
   * @constant
   */
  object: 'payment_link';
  /**
   * @description `inactive`: the merchant has deactivated it. `used_up`: as many of its payments are open or completed as it may have. Only an `active` link begins payments.
   * @example active
   * @enum {string}
   */
  status: 'active' | 'inactive' | 'expired' | 'used_up' | (string & {});
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Null when the payer names the amount.
   * @example 5000
   */
  amount: string | null;
  /**
   * @description The least that the payer may name; null when the amount is fixed.
   * @example null
   */
  minAmount: string | null;
  /**
   * @description The most that the payer may name; null when the amount is fixed.
   * @example null
   */
  maxAmount: string | null;
  /**
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description Digits after the decimal point of the major unit (ISO 4217).
   * @example 0
   */
  currencyExponent: number;
  /** @example Cotisation 2026 */
  description: string | null;
  /** @description The merchant, for those who open the link. */
  merchant?: CheckoutMerchant;
}

export interface PaymentLinkPage {
  data: PaymentLink[];
  /**
   * @description Whether there are older ones.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface CreatePaymentLinkRequest {
  /**
   * @description Digits in the currency's minor unit. When absent, the payer names the amount.
   * @example 5000
   */
  amount?: string | null;
  /**
   * @description ISO 4217 code.
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF';
  /**
   * @description The least that a payer may name, when `amount` is absent; the least of the currency when this is absent too.
   * @example null
   */
  minAmount?: string | null;
  /**
   * @description The most that a payer may name, in the same way.
   * @example null
   */
  maxAmount?: string | null;
  /**
   * @description Free text, which payers see and each payment has.
   * @example Cotisation 2026
   */
  description?: string | null;
  /**
   * @description The reference of each payment, in which `{n}` is its number: 1, 2, and so on, without the numbers whose reference another payment has. Required in it unless `maxUses` is 1, because a reference is unique among open and completed payments.
   * @example cotisation-2026-{n}
   */
  referencePattern?: ((string & unknown) | null) & unknown;
  /**
   * Format: uri
   * @description Where the payment page leads the payer when the payment has ended. An https URL without user name and password; in test mode also http://localhost.
   * @example https://shop.example/thanks
   */
  returnUrl?: string | null;
  /**
   * @description Most payments that are open or completed at a time: one that expires, fails or is canceled gives its use back, and one for which no code is sent expires after 5 minutes. Not limited when absent.
   * @example 50
   */
  maxUses?: number | null;
  /**
   * Format: date-time
   * @description From then on no payment begins. Never when absent.
   * @example 2026-12-31T22:59:59.000Z
   */
  expiresAt?: string | null;
}

export interface UpdatePaymentLinkRequest {
  /**
   * @description False: no payment begins any more, while those that are open can still be paid. True allows payments again.
   * @example false
   */
  active: boolean;
}

export interface SharedLink {
  /** @example pl_01k8zqa1c4gt6xd9f3mhw7r2zb */
  id: string;
  /**
   * @example payment_link
   * @constant
   */
  object: 'payment_link';
  /**
   * @description `inactive`: the merchant has deactivated it. `used_up`: as many of its payments are open or completed as it may have. Only an `active` link begins payments.
   * @example active
   * @enum {string}
   */
  status: 'active' | 'inactive' | 'expired' | 'used_up' | (string & {});
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Null when the payer names the amount.
   * @example 5000
   */
  amount: string | null;
  /**
   * @description The least that the payer may name; null when the amount is fixed.
   * @example null
   */
  minAmount: string | null;
  /**
   * @description The most that the payer may name; null when the amount is fixed.
   * @example null
   */
  maxAmount: string | null;
  /**
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description Digits after the decimal point of the major unit (ISO 4217).
   * @example 0
   */
  currencyExponent: number;
  /** @example Cotisation 2026 */
  description: string | null;
  /** @description The merchant, for those who open the link. */
  merchant?: CheckoutMerchant;
}

export interface PayLinkRequest {
  /**
   * @description What the payer names, when the link has no amount of its own; absent when it has one.
   * @example 2500
   */
  amount?: string | null;
}

export interface LinkPayment {
  /** @example pi_01k8zq4a2nf8rb0v6d7jep5f9x */
  intentionId: string;
  /**
   * Format: uri
   * @description The payment page, where the payer goes on; null where Paygate runs without the page.
   * @example null
   */
  checkoutUrl: string | null;
  /** @example 2500 */
  amount: string;
  /**
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * Format: date-time
   * @description The payment lapses at this moment.
   * @example 2026-11-20T10:30:00.000Z
   */
  expiresAt: string;
}

export interface SendReceiptRequest {
  /**
   * @description `email`: to the address of the account that paid. `sms`: to its phone, or to the phone of a guest; needs your setting `smsReceipts`.
   * @example email
   * @enum {string}
   */
  channel: 'sms' | 'email';
}

export interface Receipt {
  /**
   * @example receipt
   * @constant
   */
  object: 'receipt';
  /**
   * @description The payment.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  intentionId: string;
  /**
   * @example email
   * @enum {string}
   */
  channel: 'sms' | 'email' | (string & {});
  /**
   * @description How many more receipts of this payment can be sent.
   * @example 2
   */
  sendsRemaining: number;
}

export interface CreateRefundRequest {
  /**
   * @description Digits in the currency's minor unit: for XAF, "1500" is 1 500 FCFA. Everything that is left of the payment when absent.
   * @example 1500
   */
  amount?: string | null;
  /**
   * @description Why, for your own records. The customer does not see it.
   * @example One item was sold out
   */
  reason?: string | null;
  /**
   * @description Any JSON object of at most 16 KiB, 50 keys and 8 levels, with unique keys. Returned unchanged, byte for byte.
   * @example {
   *       "returnId": "77"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  } | null;
}

export interface RefundFailure {
  /**
   * @example payer_limit_reached
   * @enum {string}
   */
  code:
    | 'insufficient_funds'
    | 'payer_rejected'
    | 'payer_timeout'
    | 'payer_not_found'
    | 'payer_limit_reached'
    | 'payer_blocked'
    | 'rail_unavailable'
    | 'rail_error'
    | 'wallet_closed'
    | (string & {});
  /** @example The wallet of the payer cannot receive this amount. */
  message: string;
}

export interface Refund {
  /** @example re_01k8zr2v7hf4mb9t3c6xjdw5ga */
  id: string;
  /**
   * @example refund
   * @constant
   */
  object: 'refund';
  /**
   * @description The payment.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  paymentIntentId: string;
  /** @example ch_01k8zq6c4qh0td2x8f9mgr7h1z */
  chargeId: string;
  /**
   * @description `PENDING`: the money is held for the refund, and the operator has not answered yet. `COMPLETED`: the customer has it. `FAILED`: it has not left; another try is another refund.
   * @example PENDING
   * @enum {string}
   */
  status: 'PENDING' | 'COMPLETED' | 'FAILED' | (string & {});
  /** @example 1500 */
  amount: string;
  /**
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /** @example One item was sold out */
  reason: string | null;
  /**
   * @description As it was given, byte for byte.
   * @example {
   *       "returnId": "77"
   *     }
   */
  metadata: {
    [key: string]: unknown;
  };
  /**
   * @description How far a PENDING refund by mobile money is: `not_sent` to the operator yet, `sent`, or `in_doubt`, when the operator may or may not have received it and is asked again. Otherwise null.
   * @example sent
   * @enum {string|null}
   */
  transmission: 'not_sent' | 'sent' | 'in_doubt' | null | (string & {});
  /**
   * @description Why it FAILED.
   * @example null
   */
  failure: RefundFailure | null;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * Format: date-time
   * @example 2026-11-21T09:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @example 2026-11-21T09:00:01.000Z
   */
  updatedAt: string;
  /**
   * Format: date-time
   * @example null
   */
  completedAt: string | null;
}

export interface RefundPage {
  data: Refund[];
  /** @example false */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface InitOtpRequest {
  /**
   * @description The user who pays, as returned by sign-in. Required unless a guest gives `phoneNumber`.
   * @example usr_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  userId?: string | null;
  /** @description The phone of a guest, who pays by mobile money and has no account: `+237670000001`. It gets the code. In place of `userId`. */
  phoneNumber?: string | null;
  /**
   * @description The mobile-money operator of the guest’s number; found by the number when absent. Name it for a number whose operator is unknown (400 `operator_unknown`) or that moved to another, and again as `paymentMethod.operator` of the charge.
   * @enum {string|null}
   */
  operator?: 'mtn_momo' | 'orange_money' | null;
  /**
   * @description How the code is sent: to the address on file of a user, to the phone of a guest.
   * @example sms
   * @enum {string}
   */
  channel: 'sms' | 'email';
  /**
   * @description Binds the code to one payment.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  intentionId?: string | null;
  /**
   * @description Sends the code of this challenge again.
   * @example otp_01k8zq5b3pg9sc1w7e8kfq6g0y
   */
  otpId?: string | null;
}

export interface SentOtp {
  /**
   * @description The challenge; a resend keeps it.
   * @example otp_01k8zq5b3pg9sc1w7e8kfq6g0y
   */
  otpId: string;
  /**
   * @description Absent for a guest.
   * @example usr_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  userId?: string;
  /**
   * @example sms
   * @enum {string}
   */
  channel: 'sms' | 'email' | (string & {});
  /**
   * @description Where the code went, masked.
   * @example ********01
   */
  destination: string;
  /**
   * @description Digits of the code.
   * @example 6
   */
  codeLength: number;
  /**
   * Format: date-time
   * @example 2026-11-20T10:05:00.000Z
   */
  expiresAt: string;
  /**
   * Format: date-time
   * @description A resend before this time is refused.
   * @example 2026-11-20T10:00:30.000Z
   */
  resendAvailableAt: string;
  /** @example 4 */
  sendsRemaining: number;
}

export interface VerifyOtpRequest {
  /**
   * @description The user who received the code. Absent for a guest; then `otpId` is required.
   * @example usr_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  userId?: string | null;
  /**
   * @description The code, as the customer typed it.
   * @example 042917
   */
  otp: string;
  /**
   * @description The challenge of the code.
   * @example otp_01k8zq5b3pg9sc1w7e8kfq6g0y
   */
  otpId?: string | null;
  /**
   * @description The payment that the code was sent for.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  intentionId?: string | null;
}

export interface OtpAuthorization {
  /**
   * @description Authorizes one charge. Keep it in memory only.
   * @example eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c3JfLi4uIn0.c2lnbmF0dXJl
   */
  token: string;
  /**
   * @example Bearer
   * @constant
   */
  tokenType: 'Bearer';
  /**
   * Format: date-time
   * @example 2026-11-20T10:05:00.000Z
   */
  expiresAt: string;
  /**
   * @description The payment that the token is bound to, when it is.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  intentionId?: string;
}

export interface PaymentMethodRequest {
  /**
   * @description `wallet`: the user’s wallet at Paygate. `mobile_money`: the user approves the payment on a phone.
   * @example mobile_money
   * @enum {string}
   */
  type: 'wallet' | 'mobile_money';
  /**
   * @description The mobile-money operator; found by the number when absent.
   * @example mtn_momo
   * @enum {string|null}
   */
  operator?: 'mtn_momo' | 'orange_money' | null;
  /**
   * @description The phone that pays; the user’s own when absent. Another phone needs the consent of the merchant’s settings.
   * @example +237670000001
   */
  phoneNumber?: string | null;
}

export interface ChargeRequest {
  /**
   * @description The payment intent to charge.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  intentionId: string;
  /** @description How the payer pays. When absent: the user's wallet, or mobile money with the token of a guest. */
  paymentMethod?: PaymentMethodRequest | null;
}

export interface Charge {
  /** @example ch_01k8zq6c4qh0td2x8f9mgr7h1z */
  id: string;
  /**
   * @example charge
   * @constant
   */
  object: 'charge';
  /** @example pi_01k8zq4a2nf8rb0v6d7jep5f9x */
  intentionId: string;
  /**
   * @description The outcome is delivered by webhook; with `Prefer: wait` it is answered when it comes in time.
   * @example PROCESSING
   * @enum {string}
   */
  status: 'PROCESSING' | 'COMPLETED' | 'FAILED' | (string & {});
  /** @example 5000 */
  amount: string;
  /**
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:00.000Z
   */
  createdAt: string;
  /** @description Why it FAILED. */
  failure?: PaymentFailure;
}

export interface ApiKey {
  /** @example key_01k8zq2w6kd1qs8n4b5gcm3d7v */
  id: string;
  /**
   * @example api_key
   * @constant
   */
  object: 'api_key';
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @example restricted
   * @enum {string}
   */
  type: 'publishable' | 'secret' | 'restricted' | (string & {});
  /** @example bookkeeping */
  name: string;
  /**
   * @example [
   *       "intents:read"
   *     ]
   */
  scopes: (
    | 'intents:read'
    | 'intents:write'
    | 'payment_links:read'
    | 'payment_links:write'
    | 'refunds:read'
    | 'refunds:write'
    | 'otp:write'
    | 'charges:write'
    | 'users:write'
    | 'api_keys:read'
    | 'api_keys:write'
    | 'webhook_endpoints:read'
    | 'webhook_endpoints:write'
    | 'events:read'
    | 'merchant:read'
    | 'merchant:write'
  )[];
  /** @example [] */
  origins: string[];
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time of its expiry.
   * @example 2027-11-20T10:00:00.000Z
   */
  expiresAt: string | null;
  /**
   * Format: date-time
   * @example null
   */
  revokedAt: string | null;
  /**
   * Format: date-time
   * @description Approximate: updated once a minute.
   * @example 2026-11-21T08:30:00.000Z
   */
  lastUsedAt: string | null;
  /**
   * @description The text of a publishable key, which is public. Null for other keys, and for publishable keys that were created before it was kept.
   * @example null
   */
  publishableKey: string | null;
}

export interface ApiKeyPage {
  data: ApiKey[];
  /** @example false */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface CreateApiKeyRequest {
  /**
   * @description Publishable keys are for browsers, secret keys for servers; a restricted key is a secret key that is limited to its scopes.
   * @example restricted
   * @enum {string}
   */
  type: 'publishable' | 'secret' | 'restricted';
  /**
   * @description To distinguish your keys; the type when absent.
   * @example bookkeeping
   */
  name?: string | null;
  /**
   * @description The scopes of a restricted key, at least one.
   * @example [
   *       "intents:read"
   *     ]
   */
  scopes?:
    | (
        | 'intents:read'
        | 'intents:write'
        | 'payment_links:read'
        | 'payment_links:write'
        | 'refunds:read'
        | 'refunds:write'
        | 'otp:write'
        | 'charges:write'
        | 'users:write'
        | 'api_keys:read'
        | 'api_keys:write'
        | 'webhook_endpoints:read'
        | 'webhook_endpoints:write'
        | 'events:read'
        | 'merchant:read'
        | 'merchant:write'
      )[]
    | null;
  /**
   * @description The origins from which a publishable key may be used; any origin when the list is empty.
   * @example []
   */
  origins?: string[] | null;
  /**
   * Format: date-time
   * @description The expiry of the key; never when absent.
   * @example 2027-11-20T10:00:00.000Z
   */
  expiresAt?: string | null;
}

export interface IssuedApiKey {
  /**
   * @description The key itself. It is shown only once; the answer to a repeated request does not contain it.
   * @example rk_test_…
   */
  key?: string;
  /** @example key_01k8zq2w6kd1qs8n4b5gcm3d7v */
  id: string;
  /**
   * @example api_key
   * @constant
   */
  object: 'api_key';
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @example restricted
   * @enum {string}
   */
  type: 'publishable' | 'secret' | 'restricted' | (string & {});
  /** @example bookkeeping */
  name: string;
  /**
   * @example [
   *       "intents:read"
   *     ]
   */
  scopes: (
    | 'intents:read'
    | 'intents:write'
    | 'payment_links:read'
    | 'payment_links:write'
    | 'refunds:read'
    | 'refunds:write'
    | 'otp:write'
    | 'charges:write'
    | 'users:write'
    | 'api_keys:read'
    | 'api_keys:write'
    | 'webhook_endpoints:read'
    | 'webhook_endpoints:write'
    | 'events:read'
    | 'merchant:read'
    | 'merchant:write'
  )[];
  /** @example [] */
  origins: string[];
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time of its expiry.
   * @example 2027-11-20T10:00:00.000Z
   */
  expiresAt: string | null;
  /**
   * Format: date-time
   * @example null
   */
  revokedAt: string | null;
  /**
   * Format: date-time
   * @description Approximate: updated once a minute.
   * @example 2026-11-21T08:30:00.000Z
   */
  lastUsedAt: string | null;
  /**
   * @description The text of a publishable key, which is public. Null for other keys, and for publishable keys that were created before it was kept.
   * @example null
   */
  publishableKey: string | null;
}

export interface UpdateApiKeyRequest {
  /**
   * @description To distinguish your keys.
   * @example website
   */
  name?: string | null;
  /**
   * @description The new list of origins from which a publishable key may be used; any origin when the list is empty.
   * @example [
   *       "https://shop.example"
   *     ]
   */
  origins?: string[] | null;
}

export interface RotateApiKeyRequest {
  /**
   * @description How long the rotated key stays valid beside its successor, in seconds; one day when absent. At least 60 for a key that rotates itself: if the answer is lost, the key must be able to revoke the successor and create another one.
   * @example 86400
   */
  overlapSeconds?: number | null;
}

export interface MerchantSettings {
  /**
   * @description Which charges need the user token of a sign-in besides the token of the one-time password: `wallet` those of the user’s wallet, `always` all, `never` none.
   * @example wallet
   * @enum {string}
   */
  customerSignIn: 'wallet' | 'always' | 'never' | (string & {});
  /**
   * @description Whether customers may pay from another phone than their own.
   * @example false
   */
  otherPhones: boolean;
  /**
   * @description Whether customers without an account may pay by mobile money, with their phone alone. With `customerSignIn` `always` none may.
   * @example true
   */
  guestPayments: boolean;
  /**
   * @description Whether receipts may be sent by SMS, which costs. By e-mail they may always be sent.
   * @example false
   */
  smsReceipts: boolean;
  /**
   * @description How many refunds each member with the role `cashier` may create in a day of Douala. Those that fail do not count.
   * @example 0
   */
  cashierRefundsPerDay: number;
}

export interface Merchant {
  /** @example mer_01k8zq2b9hf3vr7m5c1xtd6n4w */
  id: string;
  /**
   * @example merchant
   * @constant
   */
  object: 'merchant';
  /**
   * @description The name that customers see, also in messages with a code.
   * @example Boulangerie du Port
   */
  name: string & unknown;
  /**
   * @description Whether live keys are accepted.
   * @example true
   */
  liveActive: boolean;
  /**
   * @description The address of the logo; null without one.
   * @example null
   */
  logoUrl: string | null;
  /** @description How customers reach you. The payment page and receipts show it. */
  supportContact: SupportContact;
  /**
   * @description The languages of your customers, the most usual one first: it is used for a customer who asks for none of them.
   * @example [
   *       "fr",
   *       "en"
   *     ]
   */
  languages: ('fr' | 'en')[];
  settings: MerchantSettings;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
}

export interface SupportContactRequest {
  /** @example help@shop.example */
  email?: string | null;
  /**
   * @description In international format.
   * @example +237670000001
   */
  phone?: string | null;
  /**
   * @description An https URL.
   * @example https://shop.example/help
   */
  url?: string | null;
}

export interface MerchantSettingsRequest {
  /**
   * @description Which charges need the user token of a sign-in besides the token of the one-time password: `wallet` those of the user’s wallet, `always` all, `never` none.
   * @example wallet
   * @enum {string|null}
   */
  customerSignIn?: 'wallet' | 'always' | 'never' | null;
  /**
   * @description Whether customers may pay from another phone than their own.
   * @example true
   */
  otherPhones?: boolean | null;
  /**
   * @description Whether customers without an account may pay by mobile money, with their phone alone. With `customerSignIn` `always` none may.
   * @example false
   */
  guestPayments?: boolean | null;
  /**
   * @description Whether receipts may be sent by SMS, which costs. By e-mail they may always be sent.
   * @example true
   */
  smsReceipts?: boolean | null;
  /**
   * @description How many refunds each member with the role `cashier` may create in a day of Douala. Those that fail do not count.
   * @example 20
   */
  cashierRefundsPerDay?: number | null;
}

export interface UpdateMerchantRequest {
  /**
   * @description The name that customers see. It stands in the messages of live mode, so of an account that is active there only an operator of Paygate changes it.
   * @example Boulangerie du Port
   */
  name?: ((string & unknown) | null) & unknown;
  /**
   * @description A PNG, JPEG or WebP picture in base64: at most 8192 bytes, and 1024 pixels wide and high. An empty text removes it.
   * @example iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
   */
  logo?: string | null;
  /** @description Replaces the whole contact: what it leaves out is removed. */
  supportContact?: SupportContactRequest | null;
  /**
   * @description The languages of your customers, the most usual one first: it is used for a customer who asks for none of them.
   * @example [
   *       "fr",
   *       "en"
   *     ]
   */
  languages?: ('fr' | 'en')[] | null;
  settings?: MerchantSettingsRequest | null;
}

export interface RegisterUserRequest {
  /**
   * @description International format (E.164). A code is sent there.
   * @example +237670000001
   */
  phoneNumber: string;
  /**
   * @description At least 8 characters, and none of the commonest passwords.
   * @example correct horse battery staple
   */
  password: string;
  /**
   * @description Codes are sent there when e-mail is requested.
   * @example ada@customers.example
   */
  email?: string | null;
}

export interface PendingRegistration {
  /**
   * @description The registration that the code was sent for.
   * @example reg_4hj6m8p0r2t4v6x8z0a2c4e6g8
   */
  registrationId: string;
  /**
   * @description Where the code went, masked.
   * @example ********01
   */
  destination: string;
  /**
   * @description Digits of the code.
   * @example 6
   */
  codeLength: number;
  /**
   * Format: date-time
   * @example 2026-11-20T10:05:00.000Z
   */
  expiresAt: string;
  /**
   * Format: date-time
   * @description A resend before this time is refused.
   * @example 2026-11-20T10:00:30.000Z
   */
  resendAvailableAt: string;
  /** @example 4 */
  sendsRemaining: number;
}

export interface ConfirmRegistrationRequest {
  /**
   * @description The registration that the code was sent for.
   * @example reg_4hj6m8p0r2t4v6x8z0a2c4e6g8
   */
  registrationId: string;
  /**
   * @description The code, as the customer typed it.
   * @example 042917
   */
  otp: string;
}

export interface RegisteredUser {
  /**
   * @description User identifier.
   * @example usr_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  id: string;
  /**
   * @description International format.
   * @example +237670000001
   */
  phoneNumber: string;
  /**
   * @description Includes `USER`.
   * @example [
   *       "USER"
   *     ]
   */
  roles: string[];
}

export interface ForgotPasswordRequest {
  /**
   * @description International format (E.164). A code is sent there.
   * @example +237670000001
   */
  phoneNumber: string;
}

export interface PendingPasswordReset {
  /**
   * @description The reset that the code allows.
   * @example pwr_4hj6m8p0r2t4v6x8z0a2c4e6g8
   */
  resetId: string;
  /**
   * @description Where the code went, masked.
   * @example ********01
   */
  destination: string;
  /**
   * @description Digits of the code.
   * @example 6
   */
  codeLength: number;
  /**
   * Format: date-time
   * @example 2026-11-20T10:05:00.000Z
   */
  expiresAt: string;
  /**
   * Format: date-time
   * @description A resend before this time is refused.
   * @example 2026-11-20T10:00:30.000Z
   */
  resendAvailableAt: string;
  /** @example 4 */
  sendsRemaining: number;
}

export interface ResetPasswordRequest {
  /**
   * @description The reset that the code was sent for.
   * @example pwr_4hj6m8p0r2t4v6x8z0a2c4e6g8
   */
  resetId: string;
  /**
   * @description The code, as the customer typed it.
   * @example 042917
   */
  otp: string;
  /**
   * @description At least 8 characters, and none of the commonest passwords.
   * @example a better horse and battery
   */
  password: string;
}

export interface OpenAccountRequest {
  /**
   * @description The token is sent there.
   * @example ada@shop.example
   */
  email: string;
  /**
   * @description As customers see it.
   * @example Boutique
   */
  businessName: string & unknown;
  /**
   * @description ISO 3166-1 code; it determines the currency.
   * @example CM
   * @enum {string}
   */
  country: 'CM' | 'CF' | 'TD' | 'CG' | 'GQ' | 'GA' | 'BJ' | 'BF' | 'CI' | 'GW' | 'ML' | 'NE' | 'SN' | 'TG';
}

export interface ConfirmAccountRequest {
  /**
   * @description The token of the e-mail.
   * @example acc_…
   */
  token: string;
  /**
   * @description The name of the owner, as the other members see it.
   * @example Ada
   */
  name: string & unknown;
  /**
   * @description At least 8 characters, and none of the commonest passwords. A person who is already a member of another account sends the existing password.
   * @example correct horse battery staple
   */
  password: string;
}

export interface NewMerchant {
  /** @example mer_01k8zq1v5jc0pr7m3a4fbk2c6t */
  id: string;
  /** @example Boutique */
  name: string;
  /**
   * @description ISO 3166-1 code; it determines the currency.
   * @example CM
   * @enum {string}
   */
  country:
    'CM' | 'CF' | 'TD' | 'CG' | 'GQ' | 'GA' | 'BJ' | 'BF' | 'CI' | 'GW' | 'ML' | 'NE' | 'SN' | 'TG' | (string & {});
  /**
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
}

export interface Member {
  /** @example mem_01k8zq3y8ng3sw0v6d7jep5f9x */
  id: string;
  /**
   * @example member
   * @constant
   */
  object: 'member';
  /** @example grace@shop.example */
  email: string;
  /**
   * @description Null until the invitation is accepted.
   * @example Grace
   */
  name: string | null;
  /**
   * @example developer
   * @enum {string}
   */
  role: 'owner' | 'admin' | 'developer' | 'cashier' | 'viewer' | (string & {});
  /**
   * @example active
   * @enum {string}
   */
  status: 'invited' | 'active' | (string & {});
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description When the invitation was accepted.
   * @example 2026-11-20T10:05:00.000Z
   */
  joinedAt: string | null;
}

export interface NewAccount {
  /**
   * @example account
   * @constant
   */
  object: 'account';
  merchant: NewMerchant;
  /** @description The person who opened it. */
  owner: Member;
  /** @description A publishable and a secret key of test mode, shown only once. */
  apiKeys: IssuedApiKey[];
}

export interface SignInToDashboardRequest {
  /** @example ada@shop.example */
  email: string;
  /** @example correct horse battery staple */
  password: string;
  /**
   * @description The six digits of the authenticator app, or a recovery code, of a person with a second factor. Sent once the answer is 401 `second_factor_required`.
   * @example 492039
   */
  code?: string | null;
  /**
   * @description `token`: the answer holds the session token. `cookie`: the cookie `__Host-paygate_dashboard` holds it, for pages of this origin; scripts cannot read it. `token` when absent.
   * @example token
   * @enum {string|null}
   */
  delivery?: 'token' | 'cookie' | null;
}

export interface DashboardMerchant {
  /** @example mer_01k8zq1v5jc0pr7m3a4fbk2c6t */
  id: string;
  /** @example Boutique */
  name: string;
  /** @example true */
  active: boolean;
  /**
   * @description Whether live mode may be used.
   * @example false
   */
  liveActive: boolean;
  /** @example mem_01k8zq3y8ng3sw0v6d7jep5f9x */
  memberId: string;
  /**
   * @example owner
   * @enum {string}
   */
  role: 'owner' | 'admin' | 'developer' | 'cashier' | 'viewer' | (string & {});
}

export interface NewDashboardSession {
  /**
   * @description The session token, for `Authorization: Bearer`. Absent when a cookie holds it.
   * @example dsh_…
   */
  token?: string;
  /**
   * @example dashboard_session
   * @constant
   */
  object: 'dashboard_session';
  /** @example ada@shop.example */
  email: string;
  /**
   * Format: date-time
   * @description When the session ends at the latest; it also ends after 30 minutes without a request.
   * @example 2026-11-20T22:00:00.000Z
   */
  expiresAt: string;
  /** @description The accounts to choose from, with `x-merchant-id`. */
  merchants: DashboardMerchant[];
}

export interface ActingMember {
  /** @example mer_01k8zq1v5jc0pr7m3a4fbk2c6t */
  merchantId: string;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /** @example mem_01k8zq3y8ng3sw0v6d7jep5f9x */
  memberId: string;
  /** @example Ada */
  name: string;
  /**
   * @example owner
   * @enum {string}
   */
  role: 'owner' | 'admin' | 'developer' | 'cashier' | 'viewer' | (string & {});
  /**
   * @description The scopes of the role in this mode. They count in operations whose `security` names a session.
   * @example [
   *       "api_keys:read",
   *       "members:read"
   *     ]
   */
  scopes: (
    | 'intents:read'
    | 'intents:write'
    | 'payment_links:read'
    | 'payment_links:write'
    | 'refunds:read'
    | 'refunds:write'
    | 'otp:write'
    | 'charges:write'
    | 'users:write'
    | 'api_keys:read'
    | 'api_keys:write'
    | 'webhook_endpoints:read'
    | 'webhook_endpoints:write'
    | 'events:read'
    | 'merchant:read'
    | 'merchant:write'
    | 'members:read'
    | 'members:write'
    | 'audit_events:read'
    | 'requests:read'
    | 'test_inbox:read'
  )[];
}

export interface CurrentDashboardSession {
  /** @description Null when the person has several accounts and the request selects none. */
  acting: ActingMember | null;
  /**
   * @example dashboard_session
   * @constant
   */
  object: 'dashboard_session';
  /** @example ada@shop.example */
  email: string;
  /**
   * Format: date-time
   * @description When the session ends at the latest; it also ends after 30 minutes without a request.
   * @example 2026-11-20T22:00:00.000Z
   */
  expiresAt: string;
  /** @description The accounts to choose from, with `x-merchant-id`. */
  merchants: DashboardMerchant[];
}

export interface ForgotMemberPasswordRequest {
  /**
   * @description If it is the address of a member, a token is sent there.
   * @example ada@shop.example
   */
  email: string;
}

export interface ResetMemberPasswordRequest {
  /**
   * @description The token of the e-mail.
   * @example rst_…
   */
  token: string;
  /**
   * @description At least 8 characters, and none of the commonest passwords.
   * @example a better horse and battery
   */
  password: string;
}

export interface OpenDashboardSession {
  /** @example dss_01k8zq3x7mf2rv9t5c6hdn4e8w */
  id: string;
  /**
   * @description Whether it is the session of this request.
   * @example true
   */
  current: boolean;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time of the newest request, to the minute.
   * @example 2026-11-20T10:05:00.000Z
   */
  lastSeenAt: string;
  /**
   * Format: date-time
   * @example 2026-11-20T22:00:00.000Z
   */
  expiresAt: string;
}

export interface DashboardSessions {
  data: OpenDashboardSession[];
}

export interface ChangeMemberPasswordRequest {
  /** @example correct horse battery staple */
  currentPassword: string;
  /**
   * @description At least 8 characters, and none of the commonest passwords.
   * @example a better horse and battery
   */
  password: string;
}

export interface SecondFactor {
  /**
   * @example second_factor
   * @constant
   */
  object: 'second_factor';
  /**
   * @description Whether a sign-in asks for a code.
   * @example true
   */
  enabled: boolean;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  enabledAt: string | null;
  /**
   * @description Recovery codes that were not used yet.
   * @example 10
   */
  recoveryCodesLeft: number;
}

export interface BeginSecondFactorRequest {
  /** @example correct horse battery staple */
  password: string;
}

export interface NewSecondFactor {
  /**
   * @description For typing into the authenticator app: base32, shown only once.
   * @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
   */
  secret: string;
  /**
   * @description The same for a QR code: SHA-1, six digits, 30 seconds (RFC 6238).
   * @example otpauth://totp/Paygate:ada%40shop.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Paygate
   */
  otpauthUrl: string;
}

export interface ConfirmSecondFactorRequest {
  /**
   * @description The six digits that the app shows.
   * @example 492039
   */
  code: string;
}

export interface ConfirmedSecondFactor {
  /**
   * @description Each replaces one code of the app, once. Shown only here.
   * @example [
   *       "q7mk-4x2v-9rtb-d3hn"
   *     ]
   */
  recoveryCodes: string[];
  /**
   * @example second_factor
   * @constant
   */
  object: 'second_factor';
  /**
   * @description Whether a sign-in asks for a code.
   * @example true
   */
  enabled: boolean;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  enabledAt: string | null;
  /**
   * @description Recovery codes that were not used yet.
   * @example 10
   */
  recoveryCodesLeft: number;
}

export interface DisableSecondFactorRequest {
  /** @example correct horse battery staple */
  password: string;
  /**
   * @description A code of the app, or a recovery code.
   * @example 492039
   */
  code: string;
}

export interface MemberPage {
  data: Member[];
  /** @example false */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface InviteMemberRequest {
  /**
   * @description The invitation is sent there.
   * @example grace@shop.example
   */
  email: string;
  /**
   * @description Viewers read; developers also manage test keys; admins also live keys and members; owners also owners.
   * @example developer
   * @enum {string}
   */
  role: 'owner' | 'admin' | 'developer' | 'cashier' | 'viewer';
}

export interface AcceptInvitationRequest {
  /**
   * @description The token of the e-mail.
   * @example inv_…
   */
  token: string;
  /**
   * @description As the other members see it.
   * @example Grace
   */
  name: string & unknown;
  /**
   * @description At least 8 characters, and none of the commonest passwords. A person who is already a member of another account sends the existing password.
   * @example correct horse battery staple
   */
  password: string;
}

export interface ChangeMemberRoleRequest {
  /**
   * @example admin
   * @enum {string}
   */
  role: 'owner' | 'admin' | 'developer' | 'cashier' | 'viewer';
}

export interface AuditEvent {
  /**
   * @example audit_event
   * @constant
   */
  object: 'audit_event';
  /**
   * @description 1, 2, 3 … per account, without a gap, in the order of recording.
   * @example 42
   */
  sequence: number;
  /**
   * @description Changes of members concern both modes and are recorded as `live`.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description What was done to the object, such as `api_key.created`, `member.invited`, `payment.canceled`, `payment.refunded`, `payment_link.created`, `payment_link.activated`, `payment_link.deactivated`, `webhook_endpoint.created`, `webhook_endpoint.changed`, `webhook_endpoint.paused`, `webhook_endpoint.enabled`, `webhook_endpoint.deleted`, `webhook_endpoint.secret_rotated`, `webhook_endpoint.tested`, `webhook_endpoint.recovery_started`, `delivery.redelivered`. More are added: show one that you do not know as it is.
   * @example payment.canceled
   */
  action: string;
  /**
   * @description The changed object.
   * @example pi_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  subject: string;
  /**
   * @description The member or API key that acted, or the name of a service or of the operator.
   * @example mem_01k8zq3y8ng3sw0v6d7jep5f9x
   */
  actor: string;
  /** @example req_01k8zq3y8ng3sw0v6d7jep5f9x */
  requestId: string;
  /**
   * @description What is known of the change; its fields depend on the action.
   * @example {}
   */
  detail: {
    [key: string]: unknown;
  };
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  occurredAt: string;
}

export interface AuditEventPage {
  data: AuditEvent[];
  /** @example false */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface RequestLogEntry {
  /** @example rle_01k8zq3y8ng3sw0v6d7jep5f9x */
  id: string;
  /**
   * @example request_log_entry
   * @constant
   */
  object: 'request_log_entry';
  /** @example POST */
  method: string;
  /**
   * @description As this document writes it, without ids and query.
   * @example /gateway
   */
  path: string;
  /**
   * @description Null when the caller closed the connection before the answer.
   * @example 409
   */
  status: number | null;
  /**
   * @description The error code of a refused request.
   * @example reference_exists
   */
  code: string | null;
  /**
   * @description The key that made it; null for a member and for the payment page.
   * @example key_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  apiKeyId: string | null;
  /**
   * @description The member who made it at the dashboard; null for a key and for the payment page.
   * @example null
   */
  memberId: string | null;
  /**
   * @description `x-request-id` of the answer.
   * @example req_01k8zq3y8ng3sw0v6d7jep5f9x
   */
  requestId: string;
  /**
   * @description Milliseconds until the answer was sent, or the connection was closed.
   * @example 12
   */
  durationMs: number;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  answeredAt: string;
}

export interface RequestLogPage {
  data: RequestLogEntry[];
  /** @example false */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface WebhookCircuit {
  /**
   * @description `open` after failures in a row, or while an ordered endpoint waits to try its first event again: nothing is sent before `until`, and then one delivery first. A success closes it.
   * @example closed
   * @enum {string}
   */
  state: 'closed' | 'open' | (string & {});
  /**
   * Format: date-time
   * @description When it is tried again; null while it is closed.
   * @example null
   */
  until: string | null;
}

export interface WebhookSecret {
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The end of its overlap; null for the newest secret.
   * @example null
   */
  expiresAt: string | null;
}

export interface WebhookEndpoint {
  /** @example we_01k8zq8n3tf5ws6c0e2hdvk9ja */
  id: string;
  /**
   * @example webhook_endpoint
   * @constant
   */
  object: 'webhook_endpoint';
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /** @example https://shop.example/webhooks */
  url: string;
  /** @example order system */
  description: string | null;
  /**
   * @example [
   *       "payment.completed",
   *       "payment.failed"
   *     ]
   */
  events: string[];
  /** @example false */
  ordered: boolean;
  /**
   * @description Null for the usual schedule.
   * @example null
   */
  retrySchedule: number[] | null;
  /**
   * @description `paused` by you, or `disabled` by Paygate. Events are kept in both cases, and sent once it is enabled.
   * @example enabled
   * @enum {string}
   */
  status: 'enabled' | 'paused' | 'disabled' | (string & {});
  /**
   * @description Why Paygate disabled it: `gone`, it answered 410; `failing`, no delivery succeeded for days.
   * @example null
   * @enum {string|null}
   */
  disabledReason: 'gone' | 'failing' | null | (string & {});
  /** @description Whether failures hold its deliveries back. Enabling it, or another URL, closes it. */
  circuit: WebhookCircuit;
  /** @description The secrets that sign its deliveries, oldest first. */
  secrets: WebhookSecret[];
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  updatedAt: string;
}

export interface WebhookEndpointPage {
  data: WebhookEndpoint[];
  /**
   * @description Always false: there are at most 16.
   * @example false
   */
  hasMore: boolean;
  /** @example null */
  nextCursor: string | null;
}

export interface CreateWebhookEndpointRequest {
  /**
   * @description An https URL whose host is a name that resolves to a public address, without user name, password and fragment. In test mode http is accepted too.
   * @example https://shop.example/webhooks
   */
  url: string;
  /**
   * @description The events that it receives: types, families such as `payment.*`, or `*` for all.
   * @example [
   *       "payment.completed",
   *       "payment.failed"
   *     ]
   */
  events: string[];
  /**
   * @description To distinguish your endpoints.
   * @example order system
   */
  description?: string | null;
  /**
   * @description Deliver one event at a time, in their order: an event that fails holds back those after it until it is delivered or given up. False when absent.
   * @example false
   */
  ordered?: boolean | null;
  /**
   * @description Seconds before each retry, instead of the usual schedule of Paygate. After the last one the delivery has failed.
   * @example [
   *       5,
   *       60,
   *       600,
   *       3600
   *     ]
   */
  retrySchedule?: number[] | null;
}

export interface IssuedWebhookEndpoint {
  /**
   * @description The secret that verifies deliveries. It is shown only once; the answer to a repeated request does not contain it.
   * @example whsec_…
   */
  secret?: string;
  /** @example we_01k8zq8n3tf5ws6c0e2hdvk9ja */
  id: string;
  /**
   * @example webhook_endpoint
   * @constant
   */
  object: 'webhook_endpoint';
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /** @example https://shop.example/webhooks */
  url: string;
  /** @example order system */
  description: string | null;
  /**
   * @example [
   *       "payment.completed",
   *       "payment.failed"
   *     ]
   */
  events: string[];
  /** @example false */
  ordered: boolean;
  /**
   * @description Null for the usual schedule.
   * @example null
   */
  retrySchedule: number[] | null;
  /**
   * @description `paused` by you, or `disabled` by Paygate. Events are kept in both cases, and sent once it is enabled.
   * @example enabled
   * @enum {string}
   */
  status: 'enabled' | 'paused' | 'disabled' | (string & {});
  /**
   * @description Why Paygate disabled it: `gone`, it answered 410; `failing`, no delivery succeeded for days.
   * @example null
   * @enum {string|null}
   */
  disabledReason: 'gone' | 'failing' | null | (string & {});
  /** @description Whether failures hold its deliveries back. Enabling it, or another URL, closes it. */
  circuit: WebhookCircuit;
  /** @description The secrets that sign its deliveries, oldest first. */
  secrets: WebhookSecret[];
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:00:00.000Z
   */
  updatedAt: string;
}

export interface UpdateWebhookEndpointRequest {
  /**
   * @description An https URL whose host is a name that resolves to a public address, without user name, password and fragment. In test mode http is accepted too. Deliveries that wait are due at once, and go to the new URL.
   * @example https://shop.example/hooks
   */
  url?: string | null;
  /**
   * @description The new list of events that it receives.
   * @example [
   *       "payment.*"
   *     ]
   */
  events?: string[] | null;
  /**
   * @description To distinguish your endpoints. An empty text removes it.
   * @example order system
   */
  description?: string | null;
  /**
   * @description Deliver one event at a time, in their order: an event that fails holds back those after it until it is delivered or given up.
   * @example true
   */
  ordered?: boolean | null;
  /**
   * @description Seconds before each retry, instead of the usual schedule of Paygate. After the last one the delivery has failed. An empty list restores the usual schedule.
   * @example []
   */
  retrySchedule?: number[] | null;
  /**
   * @description `paused` stops deliveries and keeps them; `enabled` resumes, and sends at once what was kept and what waited for a later attempt. An endpoint that Paygate has disabled is enabled in the same way.
   * @example enabled
   * @enum {string|null}
   */
  status?: 'enabled' | 'paused' | null;
}

export interface RotateWebhookSecretRequest {
  /**
   * @description How long the newest secret goes on signing beside the new one, in seconds; one day when absent, at most seven. Earlier ones keep the end that they have. 0 ends all at once.
   * @example 86400
   */
  overlapSeconds?: number | null;
}

export interface Attempt {
  /** @example 1 */
  attempt: number;
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.100Z
   */
  attemptedAt: string;
  /** @example 120 */
  latencyMs: number;
  /**
   * @description The status of your endpoint's answer; null when there was none.
   * @example 503
   */
  status: number | null;
  /**
   * @description Why there was no answer. `dns`: the host of the URL has no public address.
   * @example null
   * @enum {string|null}
   */
  error: 'timeout' | 'connection' | 'dns' | 'tls' | null | (string & {});
  /**
   * @description The beginning of the answer's body.
   * @example try later
   */
  excerpt: string;
}

export interface DeliveryWithAttempts {
  /** @description The attempts, oldest first; the newest 100 when there are more. */
  attempts: Attempt[];
  /** @example del_01k8zq7d5r3f9a2c4e6b8d0713 */
  id: string;
  /**
   * @example delivery
   * @constant
   */
  object: 'delivery';
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /** @example evt_01k8zq7d5rj1ve3y9gankhs8j2 */
  eventId: string;
  /** @example payment.completed */
  eventType: string;
  /** @example we_01k8zq8n3tf5ws6c0e2hdvk9ja */
  endpointId: string;
  /**
   * @description `parked`: its endpoint is paused or disabled. It is sent once the endpoint is enabled.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'parked' | 'delivered' | 'failed' | (string & {});
  /** @example 1 */
  attemptCount: number;
  /**
   * Format: date-time
   * @description When it is sent next, at the earliest, if it is pending: by its schedule, or by the `circuit` of its endpoint. A time in the past means that it is due.
   * @example 2026-11-20T10:01:07.000Z
   */
  nextAttemptAt: string | null;
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @example null
   */
  deliveredAt: string | null;
}

export interface RecoverRequest {
  /**
   * Format: date-time
   * @description Events created at this time or later.
   * @example 2026-11-20T00:00:00.000Z
   */
  from: string;
  /**
   * Format: date-time
   * @description Events created before this time; now when absent.
   * @example 2026-11-21T00:00:00.000Z
   */
  to?: string | null;
  /**
   * @description Only counts the events that would be sent. False when absent.
   * @example false
   */
  dryRun?: boolean | null;
  /**
   * @description Sends events that the endpoint has accepted, too. False when absent.
   * @example false
   */
  includeDelivered?: boolean | null;
}

export interface Recovery {
  /** @example rec_01k8zqc4m7f2xv9t5c6hdn4e8w */
  id: string;
  /**
   * @example recovery
   * @constant
   */
  object: 'recovery';
  /** @example we_01k8zq8n3tf5ws6c0e2hdvk9ja */
  endpointId: string;
  /**
   * @description `canceled`: the endpoint was deleted.
   * @example running
   * @enum {string}
   */
  status: 'running' | 'completed' | 'canceled' | (string & {});
  /**
   * Format: date-time
   * @example 2026-11-20T00:00:00.000Z
   */
  from: string;
  /**
   * Format: date-time
   * @example 2026-11-21T00:00:00.000Z
   */
  to: string;
  /** @example false */
  dryRun: boolean;
  /** @example false */
  includeDelivered: boolean;
  /**
   * @description Events of the range that were examined so far.
   * @example 1200
   */
  examined: number;
  /**
   * @description Events among them that were made due, or would be in a dry run.
   * @example 300
   */
  queued: number;
  /**
   * @description Events that cannot be sent, because their bodies are no longer kept.
   * @example 0
   */
  expired: number;
  /**
   * Format: date-time
   * @description The time of the last event that was examined.
   * @example 2026-11-20T13:45:00.000Z
   */
  examinedUntil: string | null;
  /**
   * Format: date-time
   * @example 2026-11-21T08:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @example null
   */
  completedAt: string | null;
}

export type Event = PaygateEvent | ExpiredEvent;

export interface EventPage {
  data: Event[];
  /**
   * @description Whether there are more in this direction. A page may be shorter than `limit` although there are.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page in this direction, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface Delivery {
  /** @example del_01k8zq7d5r3f9a2c4e6b8d0713 */
  id: string;
  /**
   * @example delivery
   * @constant
   */
  object: 'delivery';
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /** @example evt_01k8zq7d5rj1ve3y9gankhs8j2 */
  eventId: string;
  /** @example payment.completed */
  eventType: string;
  /** @example we_01k8zq8n3tf5ws6c0e2hdvk9ja */
  endpointId: string;
  /**
   * @description `parked`: its endpoint is paused or disabled. It is sent once the endpoint is enabled.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'parked' | 'delivered' | 'failed' | (string & {});
  /** @example 1 */
  attemptCount: number;
  /**
   * Format: date-time
   * @description When it is sent next, at the earliest, if it is pending: by its schedule, or by the `circuit` of its endpoint. A time in the past means that it is due.
   * @example 2026-11-20T10:01:07.000Z
   */
  nextAttemptAt: string | null;
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @example null
   */
  deliveredAt: string | null;
}

export interface DeliveryPage {
  data: Delivery[];
  /** @example false */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface FailureCount {
  /**
   * @example insufficient_funds
   * @enum {string}
   */
  code:
    | 'insufficient_funds'
    | 'payer_rejected'
    | 'payer_timeout'
    | 'payer_not_found'
    | 'payer_limit_reached'
    | 'payer_blocked'
    | 'rail_unavailable'
    | 'rail_error'
    | 'wallet_closed'
    | (string & {});
  /** @example 2 */
  payments: number;
}

export interface PaymentMetric {
  /**
   * Format: date-time
   * @description When the hour or day begins.
   * @example 2026-11-20T00:00:00.000Z
   */
  from: string;
  /**
   * @description Intents that were created.
   * @example 30
   */
  created: number;
  /** @example 18 */
  completed: number;
  /** @example 2 */
  failed: number;
  /** @example 8 */
  expired: number;
  /** @example 1 */
  canceled: number;
  /**
   * @description The amounts of completed payments, in the currency's minor unit.
   * @example 90000
   */
  volume: string;
  /**
   * @description Completed ones among those that completed or failed, in hundredths of a percent; null without any.
   * @example 9000
   */
  successRate: number | null;
  /** @description Why payments failed, the most frequent reason first. */
  failures: FailureCount[];
}

export interface PaymentMetrics {
  /**
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @example day
   * @enum {string}
   */
  granularity: 'hour' | 'day' | (string & {});
  /**
   * Format: date-time
   * @example 2026-11-20T00:00:00.000Z
   */
  from: string;
  /**
   * Format: date-time
   * @example 2026-11-21T00:00:00.000Z
   */
  to: string;
  /** @description Oldest first, without hours or days in which nothing happened. */
  data: PaymentMetric[];
}

export interface CustomerTotal {
  /**
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /** @example 3 */
  payments: number;
  /**
   * @description The sum of their amounts, in the currency's minor unit.
   * @example 15000
   */
  amount: string;
  /**
   * @description The part of it that was refunded.
   * @example 1500
   */
  amountRefunded?: string;
}

export interface Customer {
  /**
   * @example customer
   * @constant
   */
  object: 'customer';
  /** @example usr_01k8zq3x7mf2rv9t5c6hdn4e8w */
  userId: string;
  /**
   * @description Completed payments.
   * @example 3
   */
  payments: number;
  /** @description The same by currency, in the order of their codes. */
  totals: CustomerTotal[];
  /**
   * Format: date-time
   * @description When the first of these payments was completed.
   * @example 2026-11-20T10:00:00.000Z
   */
  firstPaymentAt: string;
  /**
   * Format: date-time
   * @description When the last of them was completed.
   * @example 2026-11-23T08:30:00.000Z
   */
  lastPaymentAt: string;
  /**
   * @description True when the customer has completed more than 1000 payments: counts, totals and times are those of the ones that were created last.
   * @example false
   */
  isCut: boolean;
}

export interface CustomerPage {
  data: Customer[];
  /** @example false */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface TestMessage {
  /** @example tm_01k8zq4a2nf8rb0v6d7jep5f9x */
  id: string;
  /**
   * @example test_message
   * @constant
   */
  object: 'test_message';
  /**
   * @example sms
   * @enum {string}
   */
  channel: 'sms' | 'email' | (string & {});
  /**
   * @description The masked phone number or e-mail address.
   * @example ********01
   */
  destination: string;
  /**
   * @description The subject of an e-mail.
   * @example null
   */
  subject: string | null;
  /** @example 482915 is your Paygate code for paying 5,000 FCFA to Boutique. Valid for 5 min. Do not share it. */
  text: string;
  /**
   * @description The code that the text holds; null for a receipt.
   * @example 482915
   */
  code: string | null;
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  sentAt: string;
}

export interface TestInbox {
  data: TestMessage[];
}

export interface PaymentEventData {
  paymentIntent: PaymentIntent;
}

export interface PaymentCreatedEvent {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'payment.created';
  data: PaymentEventData;
  /**
   * @description The same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /** @example 2026-11-20 */
  apiVersion: string;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Grows by one with each event of one intent.
   * @example 3
   */
  sequence: number;
}

export interface PaymentProcessingEvent {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'payment.processing';
  data: PaymentEventData;
  /**
   * @description The same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /** @example 2026-11-20 */
  apiVersion: string;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Grows by one with each event of one intent.
   * @example 3
   */
  sequence: number;
}

export interface PaymentDelayedEvent {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'payment.delayed';
  data: PaymentEventData;
  /**
   * @description The same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /** @example 2026-11-20 */
  apiVersion: string;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Grows by one with each event of one intent.
   * @example 3
   */
  sequence: number;
}

export interface PaymentCompletedEvent {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'payment.completed';
  data: PaymentEventData;
  /**
   * @description The same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /** @example 2026-11-20 */
  apiVersion: string;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Grows by one with each event of one intent.
   * @example 3
   */
  sequence: number;
}

export interface PaymentFailedEvent {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'payment.failed';
  data: PaymentEventData;
  /**
   * @description The same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /** @example 2026-11-20 */
  apiVersion: string;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Grows by one with each event of one intent.
   * @example 3
   */
  sequence: number;
}

export interface PaymentExpiredEvent {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'payment.expired';
  data: PaymentEventData;
  /**
   * @description The same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /** @example 2026-11-20 */
  apiVersion: string;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Grows by one with each event of one intent.
   * @example 3
   */
  sequence: number;
}

export interface PaymentCanceledEvent {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'payment.canceled';
  data: PaymentEventData;
  /**
   * @description The same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /** @example 2026-11-20 */
  apiVersion: string;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Grows by one with each event of one intent.
   * @example 3
   */
  sequence: number;
}

export interface RefundEventData {
  refund: Refund;
  paymentIntent: PaymentIntent;
}

export interface RefundCompletedEvent {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'refund.completed';
  data: RefundEventData;
  /**
   * @description The same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /** @example 2026-11-20 */
  apiVersion: string;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Grows by one with each event of one intent.
   * @example 3
   */
  sequence: number;
}

export interface RefundFailedEvent {
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'refund.failed';
  data: RefundEventData;
  /**
   * @description The same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /** @example 2026-11-20 */
  apiVersion: string;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Grows by one with each event of one intent.
   * @example 3
   */
  sequence: number;
}

export interface EndpointInTrouble {
  /** @example we_01k8zq8n3tf5ws6c0e2hdvk9ja */
  id: string;
  /** @example https://shop.example/webhooks */
  url: string;
  /**
   * @description `no_success`: nothing was delivered for three days, and after five the endpoint is disabled. `address_not_allowed`: its host has no public address. A disabled endpoint has `gone`: it answered 410; or `failing`: nothing was delivered for five days. Null in `endpoint.ping`.
   * @example failing
   * @enum {string|null}
   */
  reason: 'no_success' | 'address_not_allowed' | 'gone' | 'failing' | null | (string & {});
}

export interface EndpointEventData {
  webhookEndpoint: EndpointInTrouble;
}

export interface EndpointFailingEvent {
  /**
   * @description The same for each retry: recognise duplicates by it.
   * @example evt_01k8zqb2m4c6e8g0j2n4q6s8v0
   */
  id: string;
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'endpoint.failing';
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /** @example 2026-11-20 */
  apiVersion: string;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Null: the event is not about an intent.
   * @example null
   */
  sequence: number | null;
  data: EndpointEventData;
}

export interface EndpointDisabledEvent {
  /**
   * @description The same for each retry: recognise duplicates by it.
   * @example evt_01k8zqb2m4c6e8g0j2n4q6s8v0
   */
  id: string;
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'endpoint.disabled';
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /** @example 2026-11-20 */
  apiVersion: string;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Null: the event is not about an intent.
   * @example null
   */
  sequence: number | null;
  data: EndpointEventData;
}

export interface EndpointPingEvent {
  /**
   * @description The same for each retry: recognise duplicates by it.
   * @example evt_01k8zqb2m4c6e8g0j2n4q6s8v0
   */
  id: string;
  /**
   * @description discriminator enum property added by openapi-typescript
   * @enum {string}
   */
  type: 'endpoint.ping';
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /** @example 2026-11-20 */
  apiVersion: string;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Null: the event is not about an intent.
   * @example null
   */
  sequence: number | null;
  data: EndpointEventData;
}

export interface ProblemFault {
  param: string;
  /** @enum {string} */
  code:
    | 'parameter_missing'
    | 'parameter_invalid'
    | 'parameter_unknown'
    | 'json_invalid'
    | 'request_malformed'
    | 'key_in_url'
    | 'amount_invalid'
    | 'amount_too_small'
    | 'amount_too_large'
    | 'currency_unsupported'
    | 'metadata_invalid'
    | 'idempotency_key_missing'
    | 'idempotency_key_invalid'
    | 'phone_invalid'
    | 'password_weak'
    | 'operator_unknown'
    | 'channel_unsupported'
    | 'mail_token_invalid'
    | 'cursor_invalid'
    | 'webhook_url_invalid'
    | 'version_unknown'
    | 'api_key_missing'
    | 'api_key_invalid'
    | 'api_key_expired'
    | 'api_key_revoked'
    | 'api_key_mismatch'
    | 'credentials_invalid'
    | 'token_missing'
    | 'token_invalid'
    | 'token_expired'
    | 'session_token_invalid'
    | 'otp_invalid'
    | 'second_factor_required'
    | 'second_factor_invalid'
    | 'secret_key_required'
    | 'secret_key_in_browser'
    | 'scope_missing'
    | 'origin_not_allowed'
    | 'https_required'
    | 'merchant_inactive'
    | 'mode_mismatch'
    | 'reauthentication_required'
    | 'payer_phone_not_allowed'
    | 'guest_not_allowed'
    | 'owner_required'
    | 'intent_not_found'
    | 'refund_not_found'
    | 'payment_link_not_found'
    | 'api_key_not_found'
    | 'merchant_not_found'
    | 'member_not_found'
    | 'session_not_found'
    | 'webhook_endpoint_not_found'
    | 'event_not_found'
    | 'delivery_not_found'
    | 'recovery_not_found'
    | 'route_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'body_too_large'
    | 'uri_too_long'
    | 'media_type_unsupported'
    | 'headers_too_large'
    | 'intent_unexpected_state'
    | 'intent_already_charged'
    | 'otp_token_used'
    | 'channel_unavailable'
    | 'payment_method_unavailable'
    | 'payment_link_inactive'
    | 'payment_link_used_up'
    | 'receipt_limit_reached'
    | 'receipt_period_over'
    | 'refund_unsupported'
    | 'refund_period_over'
    | 'refund_exceeds_charge'
    | 'refund_limit_reached'
    | 'balance_insufficient'
    | 'reference_exists'
    | 'api_key_inactive'
    | 'api_key_limit_reached'
    | 'merchant_name_locked'
    | 'member_exists'
    | 'member_joined'
    | 'member_limit_reached'
    | 'endpoint_limit_reached'
    | 'webhook_secret_limit_reached'
    | 'event_body_expired'
    | 'recovery_in_progress'
    | 'second_factor_enabled'
    | 'second_factor_missing'
    | 'last_owner'
    | 'idempotency_key_in_use'
    | 'intent_expired'
    | 'payment_link_expired'
    | 'idempotency_key_reused'
    | 'rate_limited'
    | 'otp_cooldown'
    | 'otp_budget_spent'
    | 'prompt_limit_reached'
    | 'login_throttled'
    | 'quota_spent'
    | 'internal_error'
    | 'service_unavailable'
    | 'upstream_timeout'
    | (string & {});
  detail: string;
}

export interface Problem {
  /** @description The address of the page that explains the code. It may be relative to the request. */
  type: string;
  title: string;
  /** @description The HTTP status. */
  status: number;
  detail: string;
  /**
   * @description A stable code for programs.
   * @enum {string}
   */
  code:
    | 'parameter_missing'
    | 'parameter_invalid'
    | 'parameter_unknown'
    | 'json_invalid'
    | 'request_malformed'
    | 'key_in_url'
    | 'amount_invalid'
    | 'amount_too_small'
    | 'amount_too_large'
    | 'currency_unsupported'
    | 'metadata_invalid'
    | 'idempotency_key_missing'
    | 'idempotency_key_invalid'
    | 'phone_invalid'
    | 'password_weak'
    | 'operator_unknown'
    | 'channel_unsupported'
    | 'mail_token_invalid'
    | 'cursor_invalid'
    | 'webhook_url_invalid'
    | 'version_unknown'
    | 'api_key_missing'
    | 'api_key_invalid'
    | 'api_key_expired'
    | 'api_key_revoked'
    | 'api_key_mismatch'
    | 'credentials_invalid'
    | 'token_missing'
    | 'token_invalid'
    | 'token_expired'
    | 'session_token_invalid'
    | 'otp_invalid'
    | 'second_factor_required'
    | 'second_factor_invalid'
    | 'secret_key_required'
    | 'secret_key_in_browser'
    | 'scope_missing'
    | 'origin_not_allowed'
    | 'https_required'
    | 'merchant_inactive'
    | 'mode_mismatch'
    | 'reauthentication_required'
    | 'payer_phone_not_allowed'
    | 'guest_not_allowed'
    | 'owner_required'
    | 'intent_not_found'
    | 'refund_not_found'
    | 'payment_link_not_found'
    | 'api_key_not_found'
    | 'merchant_not_found'
    | 'member_not_found'
    | 'session_not_found'
    | 'webhook_endpoint_not_found'
    | 'event_not_found'
    | 'delivery_not_found'
    | 'recovery_not_found'
    | 'route_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'body_too_large'
    | 'uri_too_long'
    | 'media_type_unsupported'
    | 'headers_too_large'
    | 'intent_unexpected_state'
    | 'intent_already_charged'
    | 'otp_token_used'
    | 'channel_unavailable'
    | 'payment_method_unavailable'
    | 'payment_link_inactive'
    | 'payment_link_used_up'
    | 'receipt_limit_reached'
    | 'receipt_period_over'
    | 'refund_unsupported'
    | 'refund_period_over'
    | 'refund_exceeds_charge'
    | 'refund_limit_reached'
    | 'balance_insufficient'
    | 'reference_exists'
    | 'api_key_inactive'
    | 'api_key_limit_reached'
    | 'merchant_name_locked'
    | 'member_exists'
    | 'member_joined'
    | 'member_limit_reached'
    | 'endpoint_limit_reached'
    | 'webhook_secret_limit_reached'
    | 'event_body_expired'
    | 'recovery_in_progress'
    | 'second_factor_enabled'
    | 'second_factor_missing'
    | 'last_owner'
    | 'idempotency_key_in_use'
    | 'intent_expired'
    | 'payment_link_expired'
    | 'idempotency_key_reused'
    | 'rate_limited'
    | 'otp_cooldown'
    | 'otp_budget_spent'
    | 'prompt_limit_reached'
    | 'login_throttled'
    | 'quota_spent'
    | 'internal_error'
    | 'service_unavailable'
    | 'upstream_timeout'
    | (string & {});
  /** @description The parameter at fault. */
  param?: string;
  /** @description All faults of the request at once. */
  errors?: ProblemFault[];
  /** @description The identical request with the same Idempotency-Key may succeed. */
  retryable: boolean;
  requestId: string;
  /** @description With 429 and 503: seconds to wait before the next attempt, as in the header `Retry-After`. */
  retryAfter?: number;
  /** @description The smallest amount in this currency. */
  min?: string;
  /** @description The largest amount in this currency. */
  max?: string;
  /** @description Digits after the decimal point of the major unit (ISO 4217). */
  currencyExponent?: number;
  /** @description The scope that the key, or the role of the member, lacks. */
  scope?: string;
  /** @description The versions that may be asked for, separated by commas. */
  knownVersions?: string;
  /** @description The status of the object that made the request impossible. */
  currentStatus?: string;
  /** @description The payment intent that has the reference. */
  intentId?: string;
  /** @description How much of the payment can still be refunded. */
  refundable?: string;
  /** @description How many refunds a cashier may create in a day. */
  limit?: number;
  /** @description What the balance has available in the currency of the payment. */
  available?: string;
  /** @description What the balance has pending; a refund may use it, too. */
  pending?: string;
  /** @description What the balance lacks. */
  missing?: string;
  /** @description The payment intents and links that the account may still create in test mode before `renewsAt`. */
  intentsLeft?: number;
  /** @description The bytes that they may have together. */
  bytesLeft?: number;
  /**
   * Format: date-time
   * @description When the quota of the next day begins.
   */
  renewsAt?: string;
  /** @description `reauthentication_required`: with a user token the request may succeed immediately. */
  nextStep?: string;
}

export interface ExpiredEvent {
  /** @example evt_01k8zq7d5rj1ve3y9gankhs8j2 */
  id: string;
  /**
   * @example payment.completed
   * @enum {string}
   */
  type:
    | 'payment.created'
    | 'payment.processing'
    | 'payment.delayed'
    | 'payment.completed'
    | 'payment.failed'
    | 'payment.expired'
    | 'payment.canceled'
    | 'refund.completed'
    | 'refund.failed'
    | 'endpoint.failing'
    | 'endpoint.disabled'
    | 'endpoint.ping';
  /**
   * Format: date-time
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description Null once `data` has expired.
   * @example 2026-11-20
   */
  apiVersion: string | null;
  /**
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live';
  /**
   * @description Grows by one with each event of one intent; null for an event about something else.
   * @example 3
   */
  sequence: number | null;
  /** @description The data have expired, after 30 days. */
  data: null;
}

export type PaygateEvent =
  | PaymentCreatedEvent
  | PaymentProcessingEvent
  | PaymentDelayedEvent
  | PaymentCompletedEvent
  | PaymentFailedEvent
  | PaymentExpiredEvent
  | PaymentCanceledEvent
  | RefundCompletedEvent
  | RefundFailedEvent
  | EndpointFailingEvent
  | EndpointDisabledEvent
  | EndpointPingEvent;

export interface ListIntentsQuery {
  /** @description Exactly this text as the id of an intent or a charge, as `reference`, or as the value of any key at the top level of metadata. */
  q?: string;
  /** @description Intents of this reference only: all attempts to pay one order. */
  reference?: string;
  /** @description Intents that this user has paid or tried to pay, and those that only this user may pay. */
  userId?: string;
  /** @description Intents with this metadata only, such as `metadata[orderId]=1042`: a key at the top level whose value is exactly this string. Up to 5 keys, all of which must match. Keys with a bracket cannot be searched. */
  metadata?: {
    [key: string]: string;
  };
  /** @description Most intents of one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this one and holds older ones: `nextCursor` of the previous page, or the id of any of your intents. */
  startingAfter?: string;
  /** @description The page ends before this intent and holds the next newer ones. Cannot be combined with `startingAfter`. */
  endingBefore?: string;
  /** @description Intents of these statuses only. In a query it is repeated for each, also as `status[]`. */
  status?: ('PENDING' | 'REQUIRES_ACTION' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'CANCELED')[];
  /** @description This amount or more, in the currency's minor unit. */
  amountFrom?: string;
  /** @description This amount or less, in the currency's minor unit. */
  amountTo?: string;
  /** @description Created at this time or later. */
  createdFrom?: string;
  /** @description Created before this time. */
  createdTo?: string;
}

export interface ListPaymentLinksQuery {
  /** @description Most links of one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this link and holds older ones: `nextCursor` of the previous page, or any id. */
  startingAfter?: string;
}

export interface ListIntentRefundsQuery {
  /** @description Most refunds of one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this refund and holds older ones. */
  startingAfter?: string;
}

export interface ListRefundsQuery {
  /** @description Refunds of this status only. */
  status?: 'PENDING' | 'COMPLETED' | 'FAILED';
  /** @description Created at this time or later. */
  createdFrom?: string;
  /** @description Created before this time. */
  createdTo?: string;
  /** @description Most refunds of one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this refund and holds older ones. */
  startingAfter?: string;
}

export interface ListApiKeysQuery {
  /** @description Most keys of one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this one and holds older ones: `nextCursor` of the previous page. */
  startingAfter?: string;
}

export interface ListMembersQuery {
  /** @description Most members of one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this one and holds older ones: `nextCursor` of the previous page. */
  startingAfter?: string;
}

export interface ListAuditEventsQuery {
  /** @description Most records of one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this one and holds older ones: `nextCursor` of the previous page. */
  startingAfter?: string;
}

export interface ListRequestLogQuery {
  /** @description Most entries of one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this one and holds older ones: `nextCursor` of the previous page. */
  startingAfter?: string;
  /** @description Only requests that were answered with this status. */
  status?: number;
  /** @description Only requests that were refused with this error code. */
  code?: string;
  /** @description Only requests of this API key. */
  apiKeyId?: string;
  /** @description Only requests of this path, as this document writes it. */
  path?: string;
}

export interface ListEventsQuery {
  /** @description Most events of one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this event and holds older ones. */
  startingAfter?: string;
  /** @description The page ends before this event and holds the next newer ones. Cannot be combined with `startingAfter`. With `Prefer: wait` a page without events waits for one. */
  endingBefore?: string;
  /** @description Events of this type only. */
  type?: string;
  /** @description Events about this payment intent only. */
  intentionId?: string;
  /** @description Created at this time or later. */
  createdFrom?: string;
  /** @description Created before this time. */
  createdTo?: string;
}

export interface ListWebhookEndpointDeliveriesQuery {
  /** @description Most deliveries of one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this delivery and holds those of older events. */
  startingAfter?: string;
  /** @description Deliveries of this status only. */
  status?: 'pending' | 'parked' | 'delivered' | 'failed';
}

export interface GetPaymentMetricsQuery {
  /** @description ISO 4217 code; XAF when absent. */
  currency?: 'XAF' | 'XOF';
  /** @description `day` when absent. */
  granularity?: 'hour' | 'day';
  /** @description The hour or day that this time is in is the first; 24 hours or 30 days before `to` when absent. The range is at most 14 days by hour, 366 by day. */
  from?: string;
  /** @description Hours that begin before this time; now when absent. Not before 2020-01-01T00:00:00.000Z, and at most 2 days after now. */
  to?: string;
  /** @description The time zone whose days are counted, by its name in the IANA database; UTC when absent. A day has 23 to 25 hours where clocks change. */
  timeZone?: string;
  /** @description Where days begin, in whole hours after UTC, for callers that know no name of the zone. Without effect beside `timeZone`. */
  utcOffset?: number;
}

export interface ListCustomersQuery {
  /** @description Most customers of one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this user: `nextCursor` of the previous page. */
  startingAfter?: string;
}

/** The request and the answer of each operation. */
export interface Operations {
  signIn: {
    method: 'POST';
    path: '/auth/web';
    query: undefined;
    body: SignInRequest;
    answer: SignedInUser;
  };
  signOut: {
    method: 'POST';
    path: '/auth/logout';
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  jwks: {
    method: 'GET';
    path: '/.well-known/jwks.json';
    query: undefined;
    body: undefined;
    answer: Jwks;
  };
  createIntent: {
    method: 'POST';
    path: '/gateway';
    query: undefined;
    body: CreateIntentRequest;
    answer: CreatedPaymentIntent;
  };
  listIntents: {
    method: 'GET';
    path: '/gateway';
    query: ListIntentsQuery;
    body: undefined;
    answer: PaymentIntentPage;
  };
  searchIntents: {
    method: 'POST';
    path: '/gateway/search';
    query: undefined;
    body: SearchIntentsRequest;
    answer: PaymentIntentPage;
  };
  getIntentBySession: {
    method: 'GET';
    path: '/gateway/session';
    query: undefined;
    body: undefined;
    answer: PublicPaymentIntent;
  };
  getIntent: {
    method: 'GET';
    path: '/gateway/{id}';
    query: undefined;
    body: undefined;
    answer: PaymentIntent;
  };
  getIntentTimeline: {
    method: 'GET';
    path: '/gateway/{id}/timeline';
    query: undefined;
    body: undefined;
    answer: Timeline;
  };
  cancelIntent: {
    method: 'POST';
    path: '/gateway/{id}/cancel';
    query: undefined;
    body: undefined;
    answer: PaymentIntent;
  };
  listPaymentLinks: {
    method: 'GET';
    path: '/payment-links';
    query: ListPaymentLinksQuery;
    body: undefined;
    answer: PaymentLinkPage;
  };
  createPaymentLink: {
    method: 'POST';
    path: '/payment-links';
    query: undefined;
    body: CreatePaymentLinkRequest;
    answer: PaymentLink;
  };
  getPaymentLink: {
    method: 'GET';
    path: '/payment-links/{id}';
    query: undefined;
    body: undefined;
    answer: PaymentLink;
  };
  updatePaymentLink: {
    method: 'PATCH';
    path: '/payment-links/{id}';
    query: undefined;
    body: UpdatePaymentLinkRequest;
    answer: PaymentLink;
  };
  getSharedLink: {
    method: 'GET';
    path: '/payment-links/{id}/shared';
    query: undefined;
    body: undefined;
    answer: SharedLink;
  };
  payLink: {
    method: 'POST';
    path: '/payment-links/{id}/payments';
    query: undefined;
    body: PayLinkRequest | undefined;
    answer: LinkPayment;
  };
  sendReceipt: {
    method: 'POST';
    path: '/gateway/{id}/receipt';
    query: undefined;
    body: SendReceiptRequest;
    answer: Receipt;
  };
  createRefund: {
    method: 'POST';
    path: '/gateway/{id}/refunds';
    query: undefined;
    body: CreateRefundRequest | undefined;
    answer: Refund;
  };
  listIntentRefunds: {
    method: 'GET';
    path: '/gateway/{id}/refunds';
    query: ListIntentRefundsQuery;
    body: undefined;
    answer: RefundPage;
  };
  listRefunds: {
    method: 'GET';
    path: '/refunds';
    query: ListRefundsQuery;
    body: undefined;
    answer: RefundPage;
  };
  getRefund: {
    method: 'GET';
    path: '/refunds/{id}';
    query: undefined;
    body: undefined;
    answer: Refund;
  };
  initOtp: {
    method: 'POST';
    path: '/auth/otp/init';
    query: undefined;
    body: InitOtpRequest;
    answer: SentOtp;
  };
  verifyOtp: {
    method: 'POST';
    path: '/auth/otp/verify';
    query: undefined;
    body: VerifyOtpRequest;
    answer: OtpAuthorization;
  };
  charge: {
    method: 'POST';
    path: '/payment/charge';
    query: undefined;
    body: ChargeRequest;
    answer: Charge;
  };
  listApiKeys: {
    method: 'GET';
    path: '/api-keys';
    query: ListApiKeysQuery;
    body: undefined;
    answer: ApiKeyPage;
  };
  createApiKey: {
    method: 'POST';
    path: '/api-keys';
    query: undefined;
    body: CreateApiKeyRequest;
    answer: IssuedApiKey;
  };
  updateApiKey: {
    method: 'PATCH';
    path: '/api-keys/{id}';
    query: undefined;
    body: UpdateApiKeyRequest;
    answer: ApiKey;
  };
  rotateApiKey: {
    method: 'POST';
    path: '/api-keys/{id}/rotate';
    query: undefined;
    body: RotateApiKeyRequest | undefined;
    answer: IssuedApiKey;
  };
  revokeApiKey: {
    method: 'POST';
    path: '/api-keys/{id}/revoke';
    query: undefined;
    body: undefined;
    answer: ApiKey;
  };
  getMerchant: {
    method: 'GET';
    path: '/merchant';
    query: undefined;
    body: undefined;
    answer: Merchant;
  };
  updateMerchant: {
    method: 'PATCH';
    path: '/merchant';
    query: undefined;
    body: UpdateMerchantRequest;
    answer: Merchant;
  };
  registerUser: {
    method: 'POST';
    path: '/auth/users';
    query: undefined;
    body: RegisterUserRequest;
    answer: PendingRegistration;
  };
  confirmRegistration: {
    method: 'POST';
    path: '/auth/users/verify';
    query: undefined;
    body: ConfirmRegistrationRequest;
    answer: RegisteredUser;
  };
  beginPasswordReset: {
    method: 'POST';
    path: '/auth/password/forgot';
    query: undefined;
    body: ForgotPasswordRequest;
    answer: PendingPasswordReset;
  };
  resetPassword: {
    method: 'POST';
    path: '/auth/password/reset';
    query: undefined;
    body: ResetPasswordRequest;
    answer: undefined;
  };
  openAccount: {
    method: 'POST';
    path: '/dashboard/accounts';
    query: undefined;
    body: OpenAccountRequest;
    answer: undefined;
  };
  confirmAccount: {
    method: 'POST';
    path: '/dashboard/accounts/confirm';
    query: undefined;
    body: ConfirmAccountRequest;
    answer: NewAccount;
  };
  signInToDashboard: {
    method: 'POST';
    path: '/dashboard/sessions';
    query: undefined;
    body: SignInToDashboardRequest;
    answer: NewDashboardSession;
  };
  listDashboardSessions: {
    method: 'GET';
    path: '/dashboard/sessions';
    query: undefined;
    body: undefined;
    answer: DashboardSessions;
  };
  getDashboardSession: {
    method: 'GET';
    path: '/dashboard/sessions/current';
    query: undefined;
    body: undefined;
    answer: CurrentDashboardSession;
  };
  endDashboardSession: {
    method: 'DELETE';
    path: '/dashboard/sessions/current';
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  forgetMemberPassword: {
    method: 'POST';
    path: '/dashboard/password/forgot';
    query: undefined;
    body: ForgotMemberPasswordRequest;
    answer: undefined;
  };
  resetMemberPassword: {
    method: 'POST';
    path: '/dashboard/password/reset';
    query: undefined;
    body: ResetMemberPasswordRequest;
    answer: undefined;
  };
  endOtherDashboardSession: {
    method: 'DELETE';
    path: '/dashboard/sessions/{id}';
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  changeMemberPassword: {
    method: 'POST';
    path: '/dashboard/password';
    query: undefined;
    body: ChangeMemberPasswordRequest;
    answer: undefined;
  };
  readSecondFactor: {
    method: 'GET';
    path: '/dashboard/second-factor';
    query: undefined;
    body: undefined;
    answer: SecondFactor;
  };
  beginSecondFactor: {
    method: 'POST';
    path: '/dashboard/second-factor';
    query: undefined;
    body: BeginSecondFactorRequest;
    answer: NewSecondFactor;
  };
  confirmSecondFactor: {
    method: 'POST';
    path: '/dashboard/second-factor/confirm';
    query: undefined;
    body: ConfirmSecondFactorRequest;
    answer: ConfirmedSecondFactor;
  };
  disableSecondFactor: {
    method: 'POST';
    path: '/dashboard/second-factor/disable';
    query: undefined;
    body: DisableSecondFactorRequest;
    answer: undefined;
  };
  listMembers: {
    method: 'GET';
    path: '/members';
    query: ListMembersQuery;
    body: undefined;
    answer: MemberPage;
  };
  inviteMember: {
    method: 'POST';
    path: '/members';
    query: undefined;
    body: InviteMemberRequest;
    answer: Member;
  };
  acceptInvitation: {
    method: 'POST';
    path: '/members/accept';
    query: undefined;
    body: AcceptInvitationRequest;
    answer: Member;
  };
  changeMemberRole: {
    method: 'POST';
    path: '/members/{id}/role';
    query: undefined;
    body: ChangeMemberRoleRequest;
    answer: Member;
  };
  inviteMemberAgain: {
    method: 'POST';
    path: '/members/{id}/invite';
    query: undefined;
    body: undefined;
    answer: Member;
  };
  removeMember: {
    method: 'DELETE';
    path: '/members/{id}';
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  listAuditEvents: {
    method: 'GET';
    path: '/audit-events';
    query: ListAuditEventsQuery;
    body: undefined;
    answer: AuditEventPage;
  };
  listRequestLog: {
    method: 'GET';
    path: '/request-logs';
    query: ListRequestLogQuery;
    body: undefined;
    answer: RequestLogPage;
  };
  listWebhookEndpoints: {
    method: 'GET';
    path: '/webhook-endpoints';
    query: undefined;
    body: undefined;
    answer: WebhookEndpointPage;
  };
  createWebhookEndpoint: {
    method: 'POST';
    path: '/webhook-endpoints';
    query: undefined;
    body: CreateWebhookEndpointRequest;
    answer: IssuedWebhookEndpoint;
  };
  getWebhookEndpoint: {
    method: 'GET';
    path: '/webhook-endpoints/{id}';
    query: undefined;
    body: undefined;
    answer: WebhookEndpoint;
  };
  updateWebhookEndpoint: {
    method: 'PATCH';
    path: '/webhook-endpoints/{id}';
    query: undefined;
    body: UpdateWebhookEndpointRequest;
    answer: WebhookEndpoint;
  };
  deleteWebhookEndpoint: {
    method: 'DELETE';
    path: '/webhook-endpoints/{id}';
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  rotateWebhookSecret: {
    method: 'POST';
    path: '/webhook-endpoints/{id}/rotate-secret';
    query: undefined;
    body: RotateWebhookSecretRequest | undefined;
    answer: IssuedWebhookEndpoint;
  };
  testWebhookEndpoint: {
    method: 'POST';
    path: '/webhook-endpoints/{id}/test';
    query: undefined;
    body: undefined;
    answer: DeliveryWithAttempts;
  };
  recoverWebhookEndpoint: {
    method: 'POST';
    path: '/webhook-endpoints/{id}/recover';
    query: undefined;
    body: RecoverRequest;
    answer: Recovery;
  };
  getRecovery: {
    method: 'GET';
    path: '/webhook-endpoints/{id}/recoveries/{recoveryId}';
    query: undefined;
    body: undefined;
    answer: Recovery;
  };
  listEvents: {
    method: 'GET';
    path: '/events';
    query: ListEventsQuery;
    body: undefined;
    answer: EventPage;
  };
  getEvent: {
    method: 'GET';
    path: '/events/{id}';
    query: undefined;
    body: undefined;
    answer: Event;
  };
  listEventDeliveries: {
    method: 'GET';
    path: '/events/{id}/deliveries';
    query: undefined;
    body: undefined;
    answer: DeliveryPage;
  };
  listWebhookEndpointDeliveries: {
    method: 'GET';
    path: '/webhook-endpoints/{id}/deliveries';
    query: ListWebhookEndpointDeliveriesQuery;
    body: undefined;
    answer: DeliveryPage;
  };
  getDelivery: {
    method: 'GET';
    path: '/deliveries/{id}';
    query: undefined;
    body: undefined;
    answer: DeliveryWithAttempts;
  };
  redeliver: {
    method: 'POST';
    path: '/deliveries/{id}/redeliver';
    query: undefined;
    body: undefined;
    answer: Delivery;
  };
  getPaymentMetrics: {
    method: 'GET';
    path: '/metrics/payments';
    query: GetPaymentMetricsQuery;
    body: undefined;
    answer: PaymentMetrics;
  };
  listCustomers: {
    method: 'GET';
    path: '/customers';
    query: ListCustomersQuery;
    body: undefined;
    answer: CustomerPage;
  };
  readTestInbox: {
    method: 'GET';
    path: '/test-inbox';
    query: undefined;
    body: undefined;
    answer: TestInbox;
  };
}

/** Every type of event, with the status of the intent that it is about, or null. */
export const eventStatuses = {
  'payment.created': 'PENDING',
  'payment.processing': 'PROCESSING',
  'payment.delayed': 'PROCESSING',
  'payment.completed': 'COMPLETED',
  'payment.failed': 'FAILED',
  'payment.expired': 'EXPIRED',
  'payment.canceled': 'CANCELED',
  'refund.completed': 'COMPLETED',
  'refund.failed': 'COMPLETED',
  'endpoint.failing': null,
  'endpoint.disabled': null,
  'endpoint.ping': null,
} as const;
