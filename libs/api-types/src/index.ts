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
   * @description The time at which the token expires.
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
   * @description The roles of the user, always with `USER`.
   * @example [
   *       "USER"
   *     ]
   */
  roles: string[];
}

export interface PublicJwk {
  /**
   * @description The family of the algorithm: an elliptic curve.
   * @constant
   */
  kty: 'EC';
  /**
   * @description The curve.
   * @constant
   */
  crv: 'P-256';
  /**
   * @description The x coordinate of the public point, in base64url.
   * @example f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU
   */
  x: string;
  /**
   * @description The y coordinate of the public point, in base64url.
   * @example x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0
   */
  y: string;
  /**
   * @description The id of the key, as the header of a token names it.
   * @example 2026-11-20-1
   */
  kid: string;
  /**
   * @description The algorithm of the signature.
   * @constant
   */
  alg: 'ES256';
  /**
   * @description The use of the key: signatures.
   * @constant
   */
  use: 'sig';
}

export interface Jwks {
  /** @description The public keys that verify the tokens of users (RFC 7517). */
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
   * @description The merchant's own name for the order: unique among the open and completed intents of the merchant in one mode.
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
   * @description The URL to which the payment page returns the customer when the payment has ended. An https URL without user name and password; in test mode also http://localhost.
   * @example https://shop.example/thanks
   */
  returnUrl?: string | null;
  /**
   * Format: uri
   * @description The URL to which the payment page leads a customer who does not pay. It has the same form as `returnUrl`.
   * @example https://shop.example/cart
   */
  cancelUrl?: string | null;
  /**
   * @description The number of further tries that the customer has on the payment page after a decline, 0 to 4; none when absent. Needs `reference`. Each try is a separate intent for the same order, and its `retryOf` names this intent; at most one of these intents is paid.
   * @example 3
   */
  checkoutRetries?: number | null;
}

export interface PaymentMethod {
  /**
   * @description A wallet at Paygate, or mobile money.
   * @enum {string}
   */
  type: 'wallet' | 'mobile_money' | (string & {});
  /**
   * @description The operator of mobile money.
   * @example null
   * @enum {string|null}
   */
  operator: 'mtn_momo' | 'orange_money' | null | (string & {});
}

export interface Payer {
  /**
   * @description The account of the payer; null for a guest, and in the answer to a front end.
   * @example usr_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  userId: string | null;
  /**
   * @description The phone that pays by mobile money. For a wallet, the phone of the user who was signed in when the code was verified; null when nobody was signed in, and in the answer to a front end.
   * @example null
   */
  phoneMasked: string | null;
  /**
   * @description The operator of mobile money; null for a wallet.
   * @example null
   * @enum {string|null}
   */
  operator: 'mtn_momo' | 'orange_money' | null | (string & {});
}

export interface NextAction {
  /**
   * @description The next step: verify a code, charge, let the customer approve on the phone, or wait for the outcome.
   * @enum {string}
   */
  type: 'verify_otp' | 'charge' | 'approve_on_phone' | 'await_outcome' | (string & {});
  /**
   * @description The operator that asks the payer for approval.
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
   * @description The time at which the operator stops waiting for the payer.
   * @example null
   */
  expiresAt: string | null;
  /**
   * Format: date-time
   * @description Only with `await_outcome`: the time since which the outcome is overdue.
   * @example 2026-11-20T10:06:00.412Z
   */
  since?: string;
}

export interface PaymentFailure {
  /**
   * @description The reason for which the payment failed. More reasons may be added.
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
  /** @description The reason in English, for developers. */
  message: string;
  /**
   * @description The step that may help: a new intent, another payment method, or none.
   * @enum {string}
   */
  nextStep: 'new_intent' | 'other_method' | 'none' | (string & {});
}

export interface SupportContact {
  /**
   * @description The e-mail address for customers; null without one.
   * @example help@shop.example
   */
  email: string | null;
  /**
   * @description The phone number for customers; null without one.
   * @example +237670000001
   */
  phone: string | null;
  /**
   * @description The help page for customers; null without one.
   * @example https://shop.example/help
   */
  url: string | null;
}

export interface CheckoutOperator {
  /**
   * @description The mobile-money operator.
   * @example mtn_momo
   * @enum {string}
   */
  operator: 'mtn_momo' | 'orange_money' | (string & {});
  /**
   * @description The name that the prompt on the phone shows; null where it is not known.
   * @example PAYGATE
   */
  promptName: string | null;
  /**
   * @description What a payer dials when no prompt comes; null where it is not known.
   * @example *126#
   */
  dial: string | null;
  /**
   * @description The state of its payments. `operational`, `degraded` (at least a tenth of the outcomes are failed or stuck, or the median of 20 or more successes is 90 s or longer), `down` (at least half of them are failed or stuck), or `unknown`: fewer than 20 outcomes.
   * @example operational
   * @enum {string}
   */
  state: 'operational' | 'degraded' | 'down' | 'unknown' | (string & {});
}

export interface CheckoutMerchant {
  /**
   * @description The name of the merchant that customers see.
   * @example Boulangerie du Port
   */
  name: string & unknown;
  /**
   * @description The address of the merchant’s logo; null without one.
   * @example null
   */
  logoUrl: string | null;
  /** @description The contact of the merchant for customers. */
  supportContact: SupportContact;
  /**
   * @description The languages of the merchant’s customers, the most usual one first.
   * @example [
   *       "fr",
   *       "en"
   *     ]
   */
  languages: ('fr' | 'en')[];
  /**
   * @description The methods by which this payment can be made.
   * @example [
   *       "mobile_money",
   *       "wallet"
   *     ]
   */
  paymentMethods: ('wallet' | 'mobile_money')[];
  /** @description The operators of the mode of this payment, and how they are now. Absent while that cannot be read. */
  operators?: CheckoutOperator[];
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

export interface CheckoutState {
  /**
   * Format: uri
   * @description The `returnUrl` with `paymentIntentId` and `reference` added to its query. These parameters name the payment, but prove nothing about it.
   * @example https://shop.example/thanks?paymentIntentId=pi_01k8zq4a2nf8rb0v6d7jep5f9x&reference=order-1042
   */
  returnUrl: string | null;
  /**
   * @description True when the customer may try again after this decline.
   * @example false
   */
  mayRetry: boolean;
  /**
   * Format: uri
   * @description The page of the last try of this order, when that is another intent.
   * @example null
   */
  latestUrl: string | null;
  /**
   * Format: uri
   * @description The page that proves the receipt of this payment to whoever holds it; null until the payment is COMPLETED.
   * @example null
   */
  receiptUrl: string | null;
}

export interface CreatedPaymentIntent {
  /**
   * @description The token with which the customer's front end reads this intent, and no other.
   * @example sess_01k8zq4a2nf8rb0v6d7jep5f9x.t01k8zq3x9m4v7c2b6n8s5d1f0g.mi7jnl40.5000XAF..J0n7c3T4rYw1Z5b8d2Gf6hKq9mLsVxPaEuRtNi0oBcD
   */
  sessionToken: string;
  /**
   * @description The id of the object. It never changes.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  id: string;
  /**
   * @description The kind of the object.
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
  /**
   * @description The sum of the completed refunds, in the minor unit.
   * @example 0
   */
  amountRefunded: string;
  /**
   * @description What the operator has taken back of this payment after it was paid, in the minor unit. The payment stays COMPLETED. "0" for nearly every payment.
   * @example 0
   */
  amountReversed: string;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description Digits after the decimal point of the major unit (ISO 4217).
   * @example 0
   */
  currencyExponent: number;
  /**
   * @description The subject of the payment, as the merchant wrote it. The customer sees it.
   * @example Order 1042
   */
  description: string | null;
  /**
   * @description The one user who may pay, when the merchant named one.
   * @example null
   */
  userId: string | null;
  /**
   * @description For a try that the customer began on the payment page after a decline: the first intent of the order. Null for any other intent.
   * @example null
   */
  retryOf: string | null;
  /** @description The method of the payment; null before the charge. */
  paymentMethod: PaymentMethod | null;
  /**
   * @description The mode of the object: test or live.
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
   * @description The URL to which the payment page returns the customer when the payment has ended; null without one.
   * @example https://shop.example/thanks
   */
  returnUrl: string | null;
  /**
   * Format: uri
   * @description The URL to which the hosted payment page leads a customer who does not pay.
   * @example https://shop.example/cart
   */
  cancelUrl: string | null;
  /**
   * @description The payer, once the charge is accepted. A front end sees only the phone that pays by mobile money; for a wallet it sees null. The `userId` of the intent stays as it was set at its creation.
   * @example null
   */
  payer: Payer | null;
  /** @description The next step of the front end. */
  nextAction: NextAction | null;
  /** @description The reason for which the payment failed. */
  failure: PaymentFailure | null;
  /**
   * @description The charge; null before the payment is charged.
   * @example null
   */
  chargeId: string | null;
  /**
   * @description The operator’s own transaction number, which is in its message to the customer: MTN MoMo gives it with the success, Orange Money while the payment is pending. Null until then, for a wallet, and for payments that are older than this field. An operator may give a number twice.
   * @example null
   */
  providerReference: string | null;
  /**
   * @description Grows with every change.
   * @example 1
   */
  version: number;
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time of its last change.
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
   * @description The time at which it was completed; null before.
   * @example null
   */
  completedAt: string | null;
  /** @description Only for the hosted payment page. */
  merchant?: CheckoutMerchant;
  /** @description Only for the hosted payment page. */
  checkout?: CheckoutState;
  /**
   * @description The fee that Paygate keeps, once the payment is complete.
   * @example null
   */
  fee: string | null;
  /**
   * @description The amount that the merchant receives, once the payment is complete.
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
  /**
   * @description The merchant’s own name for the order; null without one.
   * @example order-1042
   */
  reference: string | null;
  /**
   * @description The till at which it was made; null for any other payment.
   * @example null
   */
  tillId: string | null;
}

export interface PaymentIntent {
  /**
   * @description The fee that Paygate keeps, once the payment is complete.
   * @example null
   */
  fee: string | null;
  /**
   * @description The amount that the merchant receives, once the payment is complete.
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
  /**
   * @description The merchant’s own name for the order; null without one.
   * @example order-1042
   */
  reference: string | null;
  /**
   * @description The till at which it was made; null for any other payment.
   * @example null
   */
  tillId: string | null;
  /**
   * @description The id of the object. It never changes.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  id: string;
  /**
   * @description The kind of the object.
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
  /**
   * @description The sum of the completed refunds, in the minor unit.
   * @example 0
   */
  amountRefunded: string;
  /**
   * @description What the operator has taken back of this payment after it was paid, in the minor unit. The payment stays COMPLETED. "0" for nearly every payment.
   * @example 0
   */
  amountReversed: string;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description Digits after the decimal point of the major unit (ISO 4217).
   * @example 0
   */
  currencyExponent: number;
  /**
   * @description The subject of the payment, as the merchant wrote it. The customer sees it.
   * @example Order 1042
   */
  description: string | null;
  /**
   * @description The one user who may pay, when the merchant named one.
   * @example null
   */
  userId: string | null;
  /**
   * @description For a try that the customer began on the payment page after a decline: the first intent of the order. Null for any other intent.
   * @example null
   */
  retryOf: string | null;
  /** @description The method of the payment; null before the charge. */
  paymentMethod: PaymentMethod | null;
  /**
   * @description The mode of the object: test or live.
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
   * @description The URL to which the payment page returns the customer when the payment has ended; null without one.
   * @example https://shop.example/thanks
   */
  returnUrl: string | null;
  /**
   * Format: uri
   * @description The URL to which the hosted payment page leads a customer who does not pay.
   * @example https://shop.example/cart
   */
  cancelUrl: string | null;
  /**
   * @description The payer, once the charge is accepted. A front end sees only the phone that pays by mobile money; for a wallet it sees null. The `userId` of the intent stays as it was set at its creation.
   * @example null
   */
  payer: Payer | null;
  /** @description The next step of the front end. */
  nextAction: NextAction | null;
  /** @description The reason for which the payment failed. */
  failure: PaymentFailure | null;
  /**
   * @description The charge; null before the payment is charged.
   * @example null
   */
  chargeId: string | null;
  /**
   * @description The operator’s own transaction number, which is in its message to the customer: MTN MoMo gives it with the success, Orange Money while the payment is pending. Null until then, for a wallet, and for payments that are older than this field. An operator may give a number twice.
   * @example null
   */
  providerReference: string | null;
  /**
   * @description Grows with every change.
   * @example 1
   */
  version: number;
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time of its last change.
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
   * @description The time at which it was completed; null before.
   * @example null
   */
  completedAt: string | null;
  /** @description Only for the hosted payment page. */
  merchant?: CheckoutMerchant;
  /** @description Only for the hosted payment page. */
  checkout?: CheckoutState;
}

export interface PaymentIntentPage {
  /** @description The objects of this page. */
  data: PaymentIntent[];
  /**
   * @description True when there are more objects in this direction. A page may be shorter than `limit`, or even empty, while more follow: go on with `nextCursor`.
   * @example true
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page in this direction, when there is one: the place where this page stopped searching.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  nextCursor: string | null;
}

export interface SearchIntentsRequest {
  /**
   * @description What `q` of `GET /gateway` finds. And, when it is the last four digits of a phone number, or, for callers with `payers:read`, a number as people write it, the intents that were paid, or that somebody tried to pay, by mobile money from it. Payments of before are not found by the last digits.
   * @example 677 59 10 01
   */
  q?: string | null;
  /** @description Instead of `q`: the phone that pays by mobile money, in international format. Needs `payers:read`, because what is found confirms the number. */
  phoneNumber?: string | null;
  /**
   * @description The largest number of intents on one page; 20 when absent.
   * @example 20
   */
  limit?: number | null;
  /** @description The page starts after this intent and holds older ones: `nextCursor` of the previous page, or the id of any of your intents. */
  startingAfter?: string | null;
  /** @description The page ends just before this intent in the list: it holds those that were created right after it. Cannot be combined with `startingAfter`. */
  endingBefore?: string | null;
  /** @description Intents of these statuses only. In a query, repeat the parameter for each status; `status[]` works too. */
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
  /**
   * @description The id of the object. It never changes.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  id: string;
  /**
   * @description The kind of the object.
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
  /**
   * @description The sum of the completed refunds, in the minor unit.
   * @example 0
   */
  amountRefunded: string;
  /**
   * @description What the operator has taken back of this payment after it was paid, in the minor unit. The payment stays COMPLETED. "0" for nearly every payment.
   * @example 0
   */
  amountReversed: string;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description Digits after the decimal point of the major unit (ISO 4217).
   * @example 0
   */
  currencyExponent: number;
  /**
   * @description The subject of the payment, as the merchant wrote it. The customer sees it.
   * @example Order 1042
   */
  description: string | null;
  /**
   * @description The one user who may pay, when the merchant named one.
   * @example null
   */
  userId: string | null;
  /**
   * @description For a try that the customer began on the payment page after a decline: the first intent of the order. Null for any other intent.
   * @example null
   */
  retryOf: string | null;
  /** @description The method of the payment; null before the charge. */
  paymentMethod: PaymentMethod | null;
  /**
   * @description The mode of the object: test or live.
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
   * @description The URL to which the payment page returns the customer when the payment has ended; null without one.
   * @example https://shop.example/thanks
   */
  returnUrl: string | null;
  /**
   * Format: uri
   * @description The URL to which the hosted payment page leads a customer who does not pay.
   * @example https://shop.example/cart
   */
  cancelUrl: string | null;
  /**
   * @description The payer, once the charge is accepted. A front end sees only the phone that pays by mobile money; for a wallet it sees null. The `userId` of the intent stays as it was set at its creation.
   * @example null
   */
  payer: Payer | null;
  /** @description The next step of the front end. */
  nextAction: NextAction | null;
  /** @description The reason for which the payment failed. */
  failure: PaymentFailure | null;
  /**
   * @description The charge; null before the payment is charged.
   * @example null
   */
  chargeId: string | null;
  /**
   * @description The operator’s own transaction number, which is in its message to the customer: MTN MoMo gives it with the success, Orange Money while the payment is pending. Null until then, for a wallet, and for payments that are older than this field. An operator may give a number twice.
   * @example null
   */
  providerReference: string | null;
  /**
   * @description Grows with every change.
   * @example 1
   */
  version: number;
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time of its last change.
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
   * @description The time at which it was completed; null before.
   * @example null
   */
  completedAt: string | null;
  /** @description Only for the hosted payment page. */
  merchant?: CheckoutMerchant;
  /** @description Only for the hosted payment page. */
  checkout?: CheckoutState;
}

export interface TimelineEntry {
  /**
   * Format: date-time
   * @description The time at which it happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  at: string;
  /**
   * @description The type of the entry. More types may be added.
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
    | 'reversal.booked'
    | 'reversal.returned'
    | 'event.created'
    | 'delivery.attempted'
    | (string & {});
  /**
   * @description The charge, refund, reversal, event or delivery of the entry.
   * @example ch_01k8zq5b7mc3rt9v2x6hdn4e8w
   */
  objectId?: string;
  /**
   * @description The channel by which a code was sent.
   * @example sms
   * @enum {string}
   */
  channel?: 'sms' | 'email' | (string & {});
  /**
   * @description The operator that collects a charge by mobile money, or takes it back.
   * @example mtn_momo
   * @enum {string}
   */
  operator?: 'mtn_momo' | 'orange_money' | (string & {});
  /**
   * @description The operator’s own transaction number, with the outcome of a charge or a refund by mobile money.
   * @example MP261120.1101.A77929
   */
  providerReference?: string;
  /**
   * @description The type of an event that was created or delivered.
   * @example payment.completed
   */
  eventType?: string;
  /**
   * @description The endpoint to which a delivery was sent.
   * @example we_01k8zq8n3tf5ws6c0e2hdvk9ja
   */
  endpointId?: string;
  /**
   * @description The number of codes or deliveries so far, this one included.
   * @example 1
   */
  attempt?: number;
  /**
   * @description The status with which the endpoint answered a delivery; absent without an answer.
   * @example 200
   */
  httpStatus?: number;
  /**
   * @description The reason for which a charge or a refund failed, or a delivery had no answer.
   * @example insufficient_funds
   */
  code?: string;
}

export interface Timeline {
  /**
   * @description The kind of the object.
   * @example timeline
   * @constant
   */
  object: 'timeline';
  /**
   * @description The payment intent.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  intentionId: string;
  /** @description Oldest first. */
  data: TimelineEntry[];
  /**
   * @description True when a part of the timeline has more than 200 entries: `data` has the newest of them.
   * @example false
   */
  isCut: boolean;
  /**
   * @description The parts of the timeline that could not be read now. Their entries are not in `data`: ask again.
   * @example []
   */
  missing: ('payment' | 'codes' | 'charge' | 'events')[];
}

export interface Retry {
  /**
   * @description The new intent.
   * @example pi_01k8zq9d6rj1ve3y9g0nhs8j2a
   */
  intentionId: string;
  /**
   * @description The first intent of the order.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  retryOf: string | null;
  /**
   * Format: uri
   * @description The payment page of the new intent, where the customer goes on; null where Paygate runs without the page.
   * @example null
   */
  checkoutUrl: string | null;
  /**
   * @description Digits in the currency’s minor unit.
   * @example 5000
   */
  amount: string;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * Format: date-time
   * @description The try lapses when the first intent would have lapsed.
   * @example 2026-11-20T10:30:00.000Z
   */
  expiresAt: string;
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
  /**
   * @description The reference of each payment, in which `{n}` is its number; null without one.
   * @example cotisation-2026-{n}
   */
  referencePattern: ((string & unknown) | null) & unknown;
  /**
   * Format: uri
   * @description The URL to which the payment page returns the customer when the payment has ended; null without one.
   * @example https://shop.example/thanks
   */
  returnUrl: string | null;
  /**
   * @description The maximum number of payments that are open or completed at a time; null without a limit.
   * @example 50
   */
  maxUses: number | null;
  /**
   * @description The number of further payments that may begin now; null when the uses are not limited.
   * @example 38
   */
  usesRemaining: number | null;
  /**
   * @description The number of further tries that a payer has after a decline.
   * @example 3
   */
  checkoutRetries?: number;
  /**
   * @description The number of the last payment. It counts the payments that were ever begun, and the numbers that were skipped. Each payment has the id of the link in its metadata, as `paymentLinkId`: `GET /gateway?metadata[paymentLinkId]=…` lists these payments.
   * @example 14
   */
  payments: number;
  /**
   * Format: date-time
   * @description The time at which the link stops accepting new payments; null when it never stops.
   * @example 2026-12-31T22:59:59.000Z
   */
  expiresAt: string | null;
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time of its last change.
   * @example 2026-11-20T10:00:00.000Z
   */
  updatedAt: string;
  /**
   * @description The id of the object. It never changes.
   * @example pl_01k8zqa1c4gt6xd9f3mhw7r2zb
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example payment_link
   * @constant
   */
  object: 'payment_link';
  /**
   * @description `inactive`: the merchant has deactivated it. `used_up`: its open and completed payments have reached `maxUses`. Only an `active` link begins payments.
   * @example active
   * @enum {string}
   */
  status: 'active' | 'inactive' | 'expired' | 'used_up' | (string & {});
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description The amount of each payment; null when the payer names it.
   * @example 5000
   */
  amount: string | null;
  /**
   * @description The smallest amount that the payer may name; null when the amount is fixed.
   * @example null
   */
  minAmount: string | null;
  /**
   * @description The largest amount that the payer may name; null when the amount is fixed.
   * @example null
   */
  maxAmount: string | null;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description Digits after the decimal point of the major unit (ISO 4217).
   * @example 0
   */
  currencyExponent: number;
  /**
   * @description The subject of the payment, as the merchant wrote it. The customer sees it.
   * @example Cotisation 2026
   */
  description: string | null;
  /** @description The merchant, for those who open the link. */
  merchant?: CheckoutMerchant;
}

export interface PaymentLinkPage {
  /** @description The objects of this page. */
  data: PaymentLink[];
  /**
   * @description True when there are older objects.
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
   * @description The smallest amount that a payer may name when `amount` is absent; the minimum of the currency when this field is absent too.
   * @example null
   */
  minAmount?: string | null;
  /**
   * @description The largest amount that a payer may name when `amount` is absent; the maximum of the currency when this field is absent too.
   * @example null
   */
  maxAmount?: string | null;
  /**
   * @description Free text that payers see; each payment of the link has it too.
   * @example Cotisation 2026
   */
  description?: string | null;
  /**
   * @description The reference of each payment, in which `{n}` is the number of the payment: 1, 2, and so on; a number whose reference another payment has is skipped. `{n}` is required unless `maxUses` is 1, because a reference is unique among open and completed payments.
   * @example cotisation-2026-{n}
   */
  referencePattern?: ((string & unknown) | null) & unknown;
  /**
   * Format: uri
   * @description The URL to which the payment page returns the payer when the payment has ended. An https URL without user name and password; in test mode also http://localhost.
   * @example https://shop.example/thanks
   */
  returnUrl?: string | null;
  /**
   * @description The maximum number of payments that are open or completed at a time. A payment that expires, fails or is canceled gives its use back; a payment for which no code is sent expires after 5 minutes. Not limited when absent.
   * @example 50
   */
  maxUses?: number | null;
  /**
   * @description The number of further tries that a payer has on the payment page after a decline, 0 to 4; 3 when absent. Each try counts as one more use of the link.
   * @example 3
   */
  checkoutRetries?: number | null;
  /**
   * Format: date-time
   * @description The time at which the link stops accepting new payments; it never stops when this is absent.
   * @example 2026-12-31T22:59:59.000Z
   */
  expiresAt?: string | null;
}

export interface UpdatePaymentLinkRequest {
  /**
   * @description `false`: no further payment begins, but open payments can still be paid. `true` allows payments again.
   * @example false
   */
  active?: boolean | null;
  /**
   * @description The text that payers see. Payments that have begun keep the text of before. null removes it.
   * @example Cotisation 2026, dernier rappel
   */
  description?: string | null;
  /**
   * Format: uri
   * @description The URL to which the payment page returns the payer. It has the same form as at the creation. Payments that have begun keep the URL of before. null removes it.
   * @example https://shop.example/thanks
   */
  returnUrl?: string | null;
  /**
   * @description The maximum number of payments that are open or completed at a time: not less than the number of those that are now. null removes the limit.
   * @example 80
   */
  maxUses?: number | null;
  /**
   * Format: date-time
   * @description The time at which the link stops accepting new payments, in the future. An expired link accepts payments again. null removes the end.
   * @example 2027-01-31T22:59:59.000Z
   */
  expiresAt?: string | null;
}

export interface SharedLink {
  /**
   * @description The id of the object. It never changes.
   * @example pl_01k8zqa1c4gt6xd9f3mhw7r2zb
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example payment_link
   * @constant
   */
  object: 'payment_link';
  /**
   * @description `inactive`: the merchant has deactivated it. `used_up`: its open and completed payments have reached `maxUses`. Only an `active` link begins payments.
   * @example active
   * @enum {string}
   */
  status: 'active' | 'inactive' | 'expired' | 'used_up' | (string & {});
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description The amount of each payment; null when the payer names it.
   * @example 5000
   */
  amount: string | null;
  /**
   * @description The smallest amount that the payer may name; null when the amount is fixed.
   * @example null
   */
  minAmount: string | null;
  /**
   * @description The largest amount that the payer may name; null when the amount is fixed.
   * @example null
   */
  maxAmount: string | null;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description Digits after the decimal point of the major unit (ISO 4217).
   * @example 0
   */
  currencyExponent: number;
  /**
   * @description The subject of the payment, as the merchant wrote it. The customer sees it.
   * @example Cotisation 2026
   */
  description: string | null;
  /** @description The merchant, for those who open the link. */
  merchant?: CheckoutMerchant;
}

export interface PayLinkRequest {
  /**
   * @description The amount that the payer names, when the link has no amount of its own; otherwise absent.
   * @example 2500
   */
  amount?: string | null;
}

export interface LinkPayment {
  /**
   * @description The payment intent.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  intentionId: string;
  /**
   * Format: uri
   * @description The payment page, where the payer goes on; null where Paygate runs without the page.
   * @example null
   */
  checkoutUrl: string | null;
  /**
   * @description Digits in the currency’s minor unit.
   * @example 2500
   */
  amount: string;
  /**
   * @description The currency (ISO 4217).
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
   * @description `email`: the receipt goes to the address in `email`, or else to the address of the account that paid. `sms`: it goes to the phone of this account, or to the phone of a guest; needs your setting `smsReceipts`.
   * @example email
   * @enum {string}
   */
  channel: 'sms' | 'email';
  /**
   * @description Another address for `email`, as the payer types it. The receipts of a payment are counted together, whatever addresses they go to.
   * @example ada@example.com
   */
  email?: string | null;
}

export interface Receipt {
  /**
   * @description The kind of the object.
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
   * @description The channel by which it is sent: SMS or e-mail.
   * @example email
   * @enum {string}
   */
  channel: 'sms' | 'email' | (string & {});
  /**
   * @description The number of further receipts of this payment that can be sent.
   * @example 2
   */
  sendsRemaining: number;
}

export interface CheckReceiptRequest {
  /**
   * @description The last part of the address on the receipt, which begins with `rcp_`. Any other text is answered like the receipt of no payment.
   * @example rcp_test_01k8zq4a2nf8rb0v6d7jep5f9x01k8zq2b9hf3vr7m5c1xtd6n4wLh3Vn0q8TzK2sYb7Rw1xCd
   */
  token: string;
}

export interface ReceiptCheck {
  /**
   * @description The kind of the object.
   * @example receipt_check
   * @constant
   */
  object: 'receipt_check';
  /**
   * @description What became of the payment, as of now. Refunds that are under way do not count yet. Other words may follow.
   * @example paid
   * @enum {string}
   */
  status: 'paid' | 'partly_refunded' | 'refunded' | (string & {});
  /**
   * @description In `test` no money has moved.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
}

export interface CreateRefundRequest {
  /**
   * @description Digits in the currency's minor unit: for XAF, "1500" is 1 500 FCFA. Everything that is left of the payment when absent.
   * @example 1500
   */
  amount?: string | null;
  /**
   * @description The reason, for your own records. The customer does not see it.
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
   * @description The reason for which the refund failed. More reasons may be added.
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
  /**
   * @description The reason in English, for developers.
   * @example The wallet of the payer cannot receive this amount.
   */
  message: string;
}

export interface Refund {
  /**
   * @description The id of the object. It never changes.
   * @example re_01k8zr2v7hf4mb9t3c6xjdw5ga
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example refund
   * @constant
   */
  object: 'refund';
  /**
   * @description The payment.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  paymentIntentId: string;
  /**
   * @description The charge whose money is given back.
   * @example ch_01k8zq6c4qh0td2x8f9mgr7h1z
   */
  chargeId: string;
  /**
   * @description `PENDING`: the money is held for the refund, and the operator has not answered yet. `COMPLETED`: the customer has the money. `FAILED`: the money was not sent; to try again, create another refund.
   * @example PENDING
   * @enum {string}
   */
  status: 'PENDING' | 'COMPLETED' | 'FAILED' | (string & {});
  /**
   * @description The amount that is refunded, in the currency’s minor unit.
   * @example 1500
   */
  amount: string;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description The fee of the payment, in full: no refund gives any of it back. Each of several partial refunds has the whole fee, which is kept once: do not add them up. Null in events of refunds that are older than this field.
   * @example 75
   */
  feeKept: string | null;
  /**
   * @description The reason, as the merchant wrote it; null without one.
   * @example One item was sold out
   */
  reason: string | null;
  /**
   * @description The metadata as it was given, byte for byte.
   * @example {
   *       "returnId": "77"
   *     }
   */
  metadata: {
    [key: string]: unknown;
  };
  /**
   * @description The progress of a PENDING refund by mobile money: `not_sent` (not sent to the operator yet), `sent`, or `in_doubt` (the operator may or may not have received it, and is asked again). Otherwise null.
   * @example sent
   * @enum {string|null}
   */
  transmission: 'not_sent' | 'sent' | 'in_doubt' | null | (string & {});
  /**
   * @description The reason for which it FAILED.
   * @example null
   */
  failure: RefundFailure | null;
  /**
   * @description The operator’s own transaction number of the refund. Null until the operator gives it, for a wallet, and for refunds that are older than this field.
   * @example null
   */
  providerReference: string | null;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-21T09:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time of its last change.
   * @example 2026-11-21T09:00:01.000Z
   */
  updatedAt: string;
  /**
   * Format: date-time
   * @description The time at which it was completed; null before.
   * @example null
   */
  completedAt: string | null;
}

export interface RefundPage {
  /** @description The objects of this page. */
  data: Refund[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface Reversal {
  /**
   * @description The id of the object. It never changes.
   * @example rv_01k90b7m2qg5xd8w4t1zjn6c3r
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example reversal
   * @constant
   */
  object: 'reversal';
  /**
   * @description The payment.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  paymentIntentId: string;
  /**
   * @description The charge; null before the payment is charged.
   * @example ch_01k8zq6c4qh0td2x8f9mgr7h1z
   */
  chargeId: string;
  /**
   * @description `BOOKED`: the operator has taken the money back, and your balance is debited. `RETURNED`: the operator has given it back after that, and your balance is credited again.
   * @example BOOKED
   * @enum {string}
   */
  status: 'BOOKED' | 'RETURNED' | (string & {});
  /**
   * @description The part of the payment that is taken back from you. What you had refunded before is not taken a second time.
   * @example 5000
   */
  amount: string;
  /**
   * @description The part of the payment’s fee that you get back for it: your balance is debited by `amount` less `feeReturned`. "0" where the fee is kept.
   * @example 0
   */
  feeReturned: string;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description The mobile-money operator.
   * @example mtn_momo
   * @enum {string}
   */
  operator: 'mtn_momo' | 'orange_money' | (string & {});
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * Format: date-time
   * @description The time at which it was booked on your balance.
   * @example 2026-11-22T08:30:00.000Z
   */
  bookedAt: string;
  /**
   * Format: date-time
   * @description The time at which it was returned; null otherwise.
   * @example null
   */
  returnedAt: string | null;
}

export interface ReversalPage {
  /** @description The objects of this page. */
  data: Reversal[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface Maturity {
  /**
   * Format: date-time
   * @description The time at which this amount becomes available; for money that waits for the statement of an operator, the earliest possible time.
   * @example 2026-11-21T23:00:00.000Z
   */
  at: string;
  /**
   * @description Digits in the currency’s minor unit.
   * @example 1023
   */
  amount: string;
}

export interface CurrencyBalance {
  /**
   * @description What an operator has taken back of your payments and your balance does not cover. What comes in fills it before anything is available. `available` + `pending` − `owed` is the sum of all transactions.
   * @example 0
   */
  owed: string;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description Money that is yours now: settled, and not held.
   * @example 98500
   */
  available: string;
  /**
   * @description Money that is yours but not available yet: what an operator has collected and not yet settled by its schedule, and what is held for refunds. Refunds may use the part that is not held.
   * @example 2523
   */
  pending: string;
  /**
   * @description The part of `pending` that is held for refunds which an operator has not answered.
   * @example 1500
   */
  held: string;
  /** @description The amounts that become available, soonest first. Their sum is `pending` less `held`. */
  upcoming: Maturity[];
}

export interface Balance {
  /**
   * @description The kind of the object.
   * @example balance
   * @constant
   */
  object: 'balance';
  /** @description One entry for each currency in which you were ever paid. */
  balances: CurrencyBalance[];
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * Format: date-time
   * @description The time at which the balance was read.
   * @example 2026-11-21T09:00:00.000Z
   */
  readAt: string;
}

export interface BalanceTransaction {
  /**
   * @description The operator’s own transaction number of its payment, refund or payout; null where there is none, and for movements that are older than this field.
   * @example null
   */
  providerReference: string | null;
  /**
   * @description The kind of the object.
   * @example balance_transaction
   * @constant
   */
  object: 'balance_transaction';
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description `charge`: a payment, with its fee. `refund`: money that went back. `payout`: money that went to you. `reversal`: money of a payment that the operator has taken back, or has given back after that. `adjustment`: a correction by the team of your Paygate. `late_payment`: money that reached the operator for a payment that had failed, with its fee. `fee`: a fee that is not part of a payment, such as the fee of a payout.
   * @example charge
   * @enum {string}
   */
  type: 'charge' | 'fee' | 'refund' | 'payout' | 'reversal' | 'adjustment' | 'late_payment' | (string & {});
  /**
   * @description The amount before the fee; below zero where money leaves the balance.
   * @example 1043
   */
  gross: string;
  /**
   * @description The fee that was kept, in the minor unit.
   * @example 20
   */
  fee: string;
  /**
   * @description The amount that is added to the balance: `gross` less `fee`.
   * @example 1023
   */
  net: string;
  /**
   * @description How the money moves, where that is known.
   * @example mtn_momo
   * @enum {string|null}
   */
  method: 'wallet' | 'mtn_momo' | 'orange_money' | null | (string & {});
  /**
   * @description The id of its charge, refund or payout; each further transaction of that object adds a dot and a number.
   * @example ch_01k8zq6c4qh0td2x8f9mgr7h1z
   */
  id: string;
  /**
   * @description The payment.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  paymentIntentId: string | null;
  /**
   * @description The charge; null before the payment is charged.
   * @example ch_01k8zq6c4qh0td2x8f9mgr7h1z
   */
  chargeId: string | null;
  /**
   * @description The refund; null for anything else.
   * @example null
   */
  refundId: string | null;
  /**
   * @description The payout, for its money and for its fee; null for anything else.
   * @example null
   */
  payoutId: string | null;
  /**
   * @description The reason of an `adjustment` and, in brackets, the paper that explains it. Absent for any other movement.
   * @example Fee of 3 November charged twice (letter 12)
   */
  description?: string & unknown;
  /**
   * Format: date-time
   * @description The time from which the money is part of `available`. Money of an operator whose statements are compared also waits until the statement of its day matches: this is then the earliest possible time.
   * @example 2026-11-21T23:00:00.000Z
   */
  availableAt: string;
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-21T09:00:00.000Z
   */
  createdAt: string;
}

export interface BalanceTransactionPage {
  /** @description The objects of this page. */
  data: BalanceTransaction[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface TillLine {
  /**
   * @description The till at which these payments, or the refunded ones, were made. Null where there was none, and in all lines where they would be more than 1,000.
   * @example null
   */
  tillId: string | null;
  /**
   * @description `charge`: a payment, with its fee. `refund`: money that went back. `payout`: money that went to you. `reversal`: money of a payment that the operator has taken back, or has given back after that. `adjustment`: a correction by the team of your Paygate. `late_payment`: money that reached the operator for a payment that had failed, with its fee. `fee`: a fee that is not part of a payment, such as the fee of a payout.
   * @example charge
   * @enum {string}
   */
  type: 'charge' | 'fee' | 'refund' | 'payout' | 'reversal' | 'adjustment' | 'late_payment' | (string & {});
  /**
   * @description The amount before the fee; below zero where money leaves the balance.
   * @example 1043
   */
  gross: string;
  /**
   * @description The fee that was kept, in the minor unit.
   * @example 20
   */
  fee: string;
  /**
   * @description The amount that is added to the balance: `gross` less `fee`.
   * @example 1023
   */
  net: string;
  /**
   * @description How the money moves, where that is known.
   * @example mtn_momo
   * @enum {string|null}
   */
  method: 'wallet' | 'mtn_momo' | 'orange_money' | null | (string & {});
  /**
   * @description The member or the API key that made these payments, refunds or payouts; for payments by a link, the one that made the link. Null where no member or key is known, and in all lines where they would be more than 1,000.
   * @example null
   */
  actor: string | null;
  /**
   * @description The number of these transactions.
   * @example 1
   */
  count: number;
}

export interface BalanceSummary {
  /**
   * @description The kind of the object.
   * @example balance_summary
   * @constant
   */
  object: 'balance_summary';
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * Format: date-time
   * @description The beginning of the range of time.
   * @example 2026-11-20T23:00:00.000Z
   */
  from: string;
  /**
   * Format: date-time
   * @description The end of the span: no further transaction can be added before this time.
   * @example 2026-11-21T23:00:00.000Z
   */
  to: string;
  /**
   * @description The balance at `from`.
   * @example 97477
   */
  opening: string;
  /**
   * @description The balance at `to`.
   * @example 98500
   */
  closing: string;
  /** @description The objects of this page. */
  data: TillLine[];
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
}

export interface OwnSummary {
  /**
   * @description The kind of the object.
   * @example own_summary
   * @constant
   */
  object: 'own_summary';
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * Format: date-time
   * @description The beginning of the range of time.
   * @example 2026-11-20T23:00:00.000Z
   */
  from: string;
  /**
   * Format: date-time
   * @description The end of the span: no further transaction can be added before this time.
   * @example 2026-11-21T23:00:00.000Z
   */
  to: string;
  /** @description The objects of this page. */
  data: TillLine[];
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
}

export interface Fee {
  /**
   * @description The kind of the object.
   * @example fee
   * @constant
   */
  object: 'fee';
  /**
   * @description How the money moves: by `wallet`, or by the mobile-money operator.
   * @example mtn_momo
   * @enum {string}
   */
  method: 'wallet' | 'mtn_momo' | 'orange_money' | (string & {});
  /**
   * @description Digits in the currency’s minor unit.
   * @example 1043
   */
  amount: string;
  /**
   * @description `amount` × `bps` / 10000, rounded down to a whole minor unit, plus `fixed`; always less than the amount. 1043 × 2 % = 20.86, so the fee is 20.
   * @example 20
   */
  fee: string;
  /**
   * @description `amount` less `fee`.
   * @example 1023
   */
  net: string;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description The rate of the fee, in hundredths of a percent.
   * @example 200
   */
  bps: number;
  /**
   * @description The fixed part of the fee, in minor units.
   * @example 0
   */
  fixed: string;
  /**
   * @description True when a refund gives back the amount but not this fee.
   * @example true
   */
  keptOnRefund: boolean;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
}

export interface CreatePayoutRequest {
  /**
   * @description The destination of the money, which must be usable.
   * @example pd_01k8zs5m8qg2nb7x1f6wkjt4ra
   */
  destinationId: string;
  /**
   * @description The amount that leaves the balance, the fee included, in digits of the minor unit. When absent, everything that is available above the reserve of the schedule.
   * @example 50000
   */
  amount?: string | null;
  /**
   * @description The reason, for your own records.
   * @example Week 47
   */
  reason?: string | null;
  /**
   * @description Any JSON object of at most 16 KiB, 50 keys and 8 levels, with unique keys. Returned unchanged, byte for byte.
   * @example {
   *       "week": "47"
   *     }
   */
  metadata?: {
    [key: string]: unknown;
  } | null;
}

export interface PayoutFailure {
  /**
   * @description The reason of the failure. With `destination_revoked`, the destination was revoked before the payout was sent. More reasons may be added.
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
    | 'destination_revoked'
    | (string & {});
  /**
   * @description The reason in English, for developers.
   * @example The wallet of the recipient cannot receive this amount.
   */
  message: string;
}

export interface Payout {
  /**
   * @description The id of the object. It never changes.
   * @example po_01k8zs7b3kf5mc0v4d9yhexq2t
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example payout
   * @constant
   */
  object: 'payout';
  /**
   * @description The destination of the money.
   * @example pd_01k8zs5m8qg2nb7x1f6wkjt4ra
   */
  destinationId: string;
  /**
   * @description The operator of the destination.
   * @example mtn_momo
   * @enum {string}
   */
  operator: 'mtn_momo' | 'orange_money' | (string & {});
  /**
   * @description The last digits of the number of the destination.
   * @example ********01
   */
  phoneMasked: string;
  /**
   * @description `PENDING`: the money is held, nothing was sent yet, and the payout can be canceled. `PROCESSING`: sent to the operator. `COMPLETED`: the destination has it. `FAILED`: nothing was paid, and the money is available again. `CANCELED`: by you, before it was sent.
   * @example PENDING
   * @enum {string}
   */
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | (string & {});
  /**
   * @description The amount that leaves the balance, the fee included, in digits of the minor unit.
   * @example 50000
   */
  amount: string;
  /**
   * @description The fee of the payout, part of `amount`.
   * @example 250
   */
  fee: string;
  /**
   * @description The amount that arrives: `amount` less `fee`.
   * @example 49750
   */
  net: string;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description `request`, `schedule` for a payout that the schedule began, or `batch` for a row of a batch.
   * @example request
   * @enum {string}
   */
  source: 'request' | 'schedule' | 'batch' | (string & {});
  /**
   * @description The reason, as the merchant wrote it; null without one.
   * @example Week 47
   */
  reason: string | null;
  /**
   * @description The metadata as it was given, byte for byte.
   * @example {
   *       "week": "47"
   *     }
   */
  metadata: {
    [key: string]: unknown;
  };
  /**
   * @description The progress of an open payout: `not_sent` (not sent to the operator yet), `sent`, or `in_doubt` (the operator may or may not have received it, and is asked again). Otherwise null.
   * @example not_sent
   * @enum {string|null}
   */
  transmission: 'not_sent' | 'sent' | 'in_doubt' | null | (string & {});
  /**
   * @description The reason for which it FAILED.
   * @example null
   */
  failure: PayoutFailure | null;
  /**
   * @description The operator’s own transaction number of the payout. Null until the operator gives it, and for payouts that are older than this field.
   * @example null
   */
  providerReference: string | null;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-21T09:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time of its last change.
   * @example 2026-11-21T09:00:01.000Z
   */
  updatedAt: string;
  /**
   * Format: date-time
   * @description The time at which it was completed; null before.
   * @example null
   */
  completedAt: string | null;
}

export interface PayoutPage {
  /** @description The objects of this page. */
  data: Payout[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface SummaryLine {
  /**
   * @description The member or the API key that made these payments, refunds or payouts; for payments by a link, the one that made the link. Null where no member or key is known, and in all lines where they would be more than 1,000.
   * @example null
   */
  actor: string | null;
  /**
   * @description The number of these transactions.
   * @example 1
   */
  count: number;
  /**
   * @description `charge`: a payment, with its fee. `refund`: money that went back. `payout`: money that went to you. `reversal`: money of a payment that the operator has taken back, or has given back after that. `adjustment`: a correction by the team of your Paygate. `late_payment`: money that reached the operator for a payment that had failed, with its fee. `fee`: a fee that is not part of a payment, such as the fee of a payout.
   * @example charge
   * @enum {string}
   */
  type: 'charge' | 'fee' | 'refund' | 'payout' | 'reversal' | 'adjustment' | 'late_payment' | (string & {});
  /**
   * @description The amount before the fee; below zero where money leaves the balance.
   * @example 1043
   */
  gross: string;
  /**
   * @description The fee that was kept, in the minor unit.
   * @example 20
   */
  fee: string;
  /**
   * @description The amount that is added to the balance: `gross` less `fee`.
   * @example 1023
   */
  net: string;
  /**
   * @description How the money moves, where that is known.
   * @example mtn_momo
   * @enum {string|null}
   */
  method: 'wallet' | 'mtn_momo' | 'orange_money' | null | (string & {});
}

export interface PayoutSheet {
  /**
   * @description The kind of the object.
   * @example payout_sheet
   * @constant
   */
  object: 'payout_sheet';
  /**
   * @description The payout.
   * @example po_01k8zs7b3kf5mc0v4d9yhexq2t
   */
  payoutId: string;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * Format: date-time
   * @description The time at which the completed payout before this one was requested; null when there is none.
   * @example 2026-11-14T09:00:00.000Z
   */
  from: string | null;
  /**
   * Format: date-time
   * @description The time at which this payout was requested.
   * @example 2026-11-21T09:00:00.000Z
   */
  to: string;
  /**
   * @description The balance at `from`.
   * @example 0
   */
  opening: string;
  /**
   * @description The balance at `to`.
   * @example 51023
   */
  closing: string;
  /**
   * @description Digits in the currency’s minor unit.
   * @example 50000
   */
  amount: string;
  /**
   * @description The fee of the payout, part of `amount`.
   * @example 250
   */
  fee: string;
  /**
   * @description The amount that arrives: `amount` less `fee`.
   * @example 49750
   */
  net: string;
  /**
   * @description `closing` less `amount`.
   * @example 1023
   */
  remaining: string;
  /** @description The sums of the transactions between `from` and `to`, by `type`, `method` and `actor`. */
  lines: SummaryLine[];
  /** @description A page of those transactions, oldest first. */
  data: BalanceTransaction[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
}

export interface PayoutFee {
  /**
   * @description The kind of the object.
   * @example payout_fee
   * @constant
   */
  object: 'payout_fee';
  /**
   * @description The amount that leaves the balance, the fee included, in digits of the minor unit. Zero when nothing can be paid out.
   * @example 50000
   */
  amount: string;
  /**
   * @description `amount` × `bps` / 10000, rounded down, plus `fixed`; always less than the amount.
   * @example 250
   */
  fee: string;
  /**
   * @description The amount that would arrive: `amount` less `fee`.
   * @example 49750
   */
  net: string;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description The rate of the fee, in hundredths of a percent.
   * @example 50
   */
  bps: number;
  /**
   * @description The fixed part of the fee, in minor units.
   * @example 0
   */
  fixed: number;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
}

export interface PayoutSchedule {
  /**
   * @description The kind of the object.
   * @example payout_schedule
   * @constant
   */
  object: 'payout_schedule';
  /**
   * @description The frequency of the schedule.
   * @example weekly
   * @enum {string}
   */
  frequency: 'off' | 'daily' | 'weekly' | 'amount' | (string & {});
  /**
   * @description With `weekly`: 1 is Monday, 7 is Sunday.
   * @example 5
   */
  weekday: number;
  /**
   * @description The destination of the scheduled payouts; required unless `frequency` is `off`.
   * @example pd_01k8zs5m8qg2nb7x1f6wkjt4ra
   */
  destinationId: string | null;
  /**
   * @description The smallest amount of a scheduled payout.
   * @example 10000
   */
  minimum: string;
  /**
   * @description The amount that stays in the balance. A payout without an amount leaves it, too; one with an amount may use it.
   * @example 5000
   */
  reserve: string;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
}

export interface ChangePayoutScheduleRequest {
  /**
   * @description `daily` and `weekly` pay in the morning of their day in Africa/Douala; `amount` pays as soon as `minimum` can be paid out, at most once a day.
   * @example weekly
   * @enum {string|null}
   */
  frequency?: 'off' | 'daily' | 'weekly' | 'amount' | null;
  /**
   * @description With `weekly`: 1 is Monday, 7 is Sunday.
   * @example 5
   */
  weekday?: number | null;
  /**
   * @description The destination of the scheduled payouts; required unless `frequency` is `off`.
   * @example pd_01k8zs5m8qg2nb7x1f6wkjt4ra
   */
  destinationId?: string | null;
  /**
   * @description The smallest amount of a scheduled payout. It may not exceed the limit of one payout, or of a day.
   * @example 10000
   */
  minimum?: string | null;
  /**
   * @description The amount that stays in the balance, for refunds.
   * @example 5000
   */
  reserve?: string | null;
}

export interface PayoutDestination {
  /**
   * @description The id of the object. It never changes.
   * @example pd_01k8zs5m8qg2nb7x1f6wkjt4ra
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example payout_destination
   * @constant
   */
  object: 'payout_destination';
  /**
   * @description The mobile-money operator.
   * @example mtn_momo
   * @enum {string}
   */
  operator: 'mtn_momo' | 'orange_money' | (string & {});
  /**
   * @description The last digits of the number.
   * @example ********01
   */
  phoneMasked: string;
  /**
   * @description The currency of payouts to this destination.
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description The name that an owner gave to the destination.
   * @example Phone of the shop
   */
  label: string & unknown;
  /**
   * @description `waiting` until `usableAt`, then `usable`; `revoked` for ever.
   * @example usable
   * @enum {string}
   */
  status: 'waiting' | 'usable' | 'revoked' | (string & {});
  /**
   * Format: date-time
   * @description The time from which money may go there: 48 hours after the registration in live mode, at once in test mode.
   * @example 2026-11-20T10:00:00.000Z
   */
  usableAt: string;
  /**
   * Format: date-time
   * @description The time at which the key was revoked; null while it works.
   * @example null
   */
  revokedAt: string | null;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
}

export interface PayoutDestinationList {
  /** @description The objects of this page. */
  data: PayoutDestination[];
  /**
   * @description The operators by which money can be paid out now, in this mode.
   * @example [
   *       "mtn_momo"
   *     ]
   */
  operators: ('mtn_momo' | 'orange_money')[];
}

export interface RegisterPayoutDestinationRequest {
  /**
   * @description The phone of the merchant that receives payouts.
   * @example +237670000001
   */
  phoneNumber: string;
  /**
   * @description The operator of the number; derived from the number when absent.
   * @example mtn_momo
   * @enum {string|null}
   */
  operator?: 'mtn_momo' | 'orange_money' | null;
  /**
   * @description A name for the destination, for your own team.
   * @example Phone of the shop
   */
  label: string & unknown;
  /**
   * @description A code of the authenticator app, or a recovery code.
   * @example 492039
   */
  code: string;
}

export interface SecondFactorProof {
  /**
   * @description A code of the authenticator app, or a recovery code.
   * @example 492039
   */
  code: string;
}

export interface LookUpOwnerRequest {
  /**
   * @description The number, in international format.
   * @example +237670000001
   */
  phoneNumber: string;
  /**
   * @description The operator of the number; derived from the number when absent.
   * @example mtn_momo
   * @enum {string|null}
   */
  operator?: 'mtn_momo' | 'orange_money' | null;
}

export interface NumberOwner {
  /**
   * @description The kind of the object.
   * @example number_owner
   * @constant
   */
  object: 'number_owner';
  /**
   * @description The mobile-money operator.
   * @example mtn_momo
   * @enum {string}
   */
  operator: 'mtn_momo' | 'orange_money' | (string & {});
  /**
   * @description The name of the owner; null when the operator gives none: it does not offer this query, or has not answered.
   * @example Ada N.
   */
  name: string | null;
}

export interface PayoutBatchRowInput {
  /**
   * @description The number of the row in the batch, such as its line in your file. A row with the same number is replaced.
   * @example 2
   */
  number: number;
  /**
   * @description The phone of the recipient.
   * @example +237670000001
   */
  phoneNumber: string;
  /**
   * @description The operator of the number; derived from the number when absent.
   * @example mtn_momo
   * @enum {string|null}
   */
  operator?: 'mtn_momo' | 'orange_money' | null;
  /**
   * @description The amount that arrives, in digits of the minor unit. The fee comes on top.
   * @example 50000
   */
  amount: string;
  /**
   * @description The name of the recipient, to be compared with the one that the operator has.
   * @example Ada N.
   */
  name?: ((string & unknown) | null) & unknown;
  /**
   * @description Your own reference of the row, such as a number of staff.
   * @example EMP-0001
   */
  reference?: ((string & unknown) | null) & unknown;
}

export interface CreatePayoutBatchRequest {
  /**
   * @description A name for the batch, for your own team.
   * @example Wages of November
   */
  name: string & unknown;
  /** @description The first rows; further ones are added to the draft. */
  rows?: PayoutBatchRowInput[] | null;
}

export interface PayoutBatchCounts {
  /**
   * @description Held and not sent to the operator yet.
   * @example 0
   */
  pending: number;
  /**
   * @description Sent to the operator.
   * @example 1
   */
  processing: number;
  /**
   * @description Arrived.
   * @example 1
   */
  completed: number;
  /**
   * @description Not paid; the money is available again.
   * @example 0
   */
  failed: number;
  /**
   * @description Canceled before they were sent.
   * @example 0
   */
  canceled: number;
}

export interface PayoutBatchNames {
  /**
   * @description Not compared yet.
   * @example 0
   */
  waiting: number;
  /**
   * @description The names are alike.
   * @example 1
   */
  matches: number;
  /**
   * @description The operator has another name.
   * @example 0
   */
  differs: number;
  /**
   * @description The operator gives no name.
   * @example 1
   */
  unknown: number;
}

export interface PayoutBatchApproval {
  /**
   * @description The member.
   * @example mem_01k8zr2c6vw3x9f5p7t1b4n8hk
   */
  memberId: string;
  /**
   * Format: date-time
   * @description The time of the approval.
   * @example 2026-11-21T09:00:00.000Z
   */
  approvedAt: string;
}

export interface PayoutBatch {
  /**
   * @description The id of the object. It never changes.
   * @example pbat_01k8zsb4xq7d2m5n9h3t6w8cvy
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example payout_batch
   * @constant
   */
  object: 'payout_batch';
  /**
   * @description The name, as people see it.
   * @example Wages of November
   */
  name: string & unknown;
  /**
   * @description `DRAFT`: rows are added. `READY`: sealed, and waits for its approval. `PROCESSING`: approved, and its money is held or sent. `PAUSED`: approved, and no further row is sent. `COMPLETED`: no row is open. `CANCELED`: by you, before it was approved.
   * @example READY
   * @enum {string}
   */
  status: 'DRAFT' | 'READY' | 'PROCESSING' | 'PAUSED' | 'COMPLETED' | 'CANCELED' | (string & {});
  /**
   * @description The SHA-256 of the numbers, amounts and references of all rows; null for a draft.
   * @example 3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b
   */
  hash: string | null;
  /**
   * @description The number of rows.
   * @example 2
   */
  rowCount: number;
  /**
   * @description The number of rows that cannot be paid.
   * @example 0
   */
  faultCount: number;
  /**
   * @description The number of rows with a warning.
   * @example 0
   */
  warningCount: number;
  /**
   * @description The sum that arrives.
   * @example 100000
   */
  amount: string;
  /**
   * @description The sum of the fees.
   * @example 500
   */
  fee: string;
  /**
   * @description The sum that leaves the balance: `amount` and `fee`.
   * @example 100500
   */
  total: string;
  /**
   * @description The amount that the available balance lacks for `total`; null once the batch is approved or canceled, and in events.
   * @example 0
   */
  missing: string | null;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /** @description The rows by the status of their payouts. All are zero before the approval. */
  counts: PayoutBatchCounts;
  /** @description The rows with names by what their operators have answered. */
  names: PayoutBatchNames;
  /**
   * @description The newest batch of the last 30 days with the same `hash` that was approved or waits for it; approving a repetition names it.
   * @example null
   */
  repeats: string | null;
  /**
   * @description The member or the key that has created the batch.
   * @example key_01k8zr5e8yx5z1h7r9v3d6q0km
   */
  draftedBy: string | null;
  /**
   * @description The number of approvals that are still missing. Above a limit of the installation two members must stand behind a batch: one who drafted it counts as one of them, a key does not.
   * @example 1
   */
  approvalsMissing: number;
  /** @description The approvals so far. */
  approvals: PayoutBatchApproval[];
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time at which the draft was sealed; null before.
   * @example null
   */
  sealedAt: string | null;
  /**
   * Format: date-time
   * @description The time at which the money of the batch was held; null before.
   * @example null
   */
  approvedAt: string | null;
  /**
   * Format: date-time
   * @description The time from which no further row is sent: the batch, or what was left of it, was canceled.
   * @example null
   */
  canceledAt: string | null;
  /**
   * Format: date-time
   * @description The time at which it was completed; null before.
   * @example null
   */
  completedAt: string | null;
}

export interface PayoutBatchPage {
  /** @description The objects of this page. */
  data: PayoutBatch[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface AddPayoutBatchRowsRequest {
  /** @description The rows to add or replace. */
  rows: PayoutBatchRowInput[];
}

export interface PayoutBatchRow {
  /**
   * @description The kind of the object.
   * @example payout_batch_row
   * @constant
   */
  object: 'payout_batch_row';
  /**
   * @description The number of the row in the batch, such as its line in your file. A row with the same number is replaced.
   * @example 2
   */
  number: number;
  /**
   * @description The last digits of the number.
   * @example ********01
   */
  phoneMasked: string;
  /**
   * @description Null for a number of no operator.
   * @example mtn_momo
   * @enum {string|null}
   */
  operator: 'mtn_momo' | 'orange_money' | null | (string & {});
  /**
   * @description The amount that arrives.
   * @example 50000
   */
  amount: string;
  /**
   * @description The fee, which comes on top of `amount`.
   * @example 250
   */
  fee: string;
  /**
   * @description The name as it was given.
   * @example Ada N.
   */
  name: ((string & unknown) | null) & unknown;
  /**
   * @description The comparison of `name` with the name that the operator has: `waiting` until it was made, `matches`, `differs`, or `unknown` when the operator gives none. Null for a row without a name.
   * @example matches
   * @enum {string|null}
   */
  nameCheck: 'waiting' | 'matches' | 'differs' | 'unknown' | null | (string & {});
  /**
   * @description The merchant’s own name for the order; null without one.
   * @example EMP-0001
   */
  reference: ((string & unknown) | null) & unknown;
  /**
   * @description The reasons for which the row cannot be paid.
   * @example []
   */
  faults: ('operator_unknown' | 'payout_unsupported' | 'amount_too_small' | 'amount_too_large')[];
  /**
   * @description Reasons to look at the row: `double_in_batch` when another row pays the same number, `paid_recently` when a batch of the last 30 days has paid it.
   * @example []
   */
  warnings: ('double_in_batch' | 'paid_recently')[];
  /**
   * @description The payout of the row, once the batch is approved.
   * @example po_01k8zs7b3kf5mc0v4d9yhexq2t
   */
  payoutId: string | null;
  /**
   * @description The status of that payout.
   * @example COMPLETED
   * @enum {string|null}
   */
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELED' | null | (string & {});
  /**
   * Format: date-time
   * @description The time from which money may go to a recipient who is new to the account; null before the approval.
   * @example 2026-11-21T09:00:00.000Z
   */
  usableAt: string | null;
  /**
   * @description The reason for which the payout failed.
   * @example null
   */
  failure: PayoutFailure | null;
}

export interface PayoutBatchRowPage {
  /** @description The objects of this page. */
  data: PayoutBatchRow[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface ApprovePayoutBatchRequest {
  /**
   * @description The `hash` of the batch.
   * @example 3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b
   */
  hash: string;
  /**
   * @description Its `rowCount`.
   * @example 2
   */
  rowCount: number;
  /**
   * @description Its `total`.
   * @example 100500
   */
  total: string;
  /**
   * @description Its `repeats`, where it repeats another batch.
   * @example null
   */
  repeats?: string | null;
  /**
   * @description A code of the authenticator app, or a recovery code.
   * @example 492039
   */
  code: string;
}

export interface InitOtpRequest {
  /**
   * @description The user who pays, as returned by sign-in. Required unless a guest gives `phoneNumber`.
   * @example usr_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  userId?: string | null;
  /** @description The phone of a guest, who pays by mobile money and has no account: `+237670000001`. The code goes to this phone. Sent in place of `userId`. */
  phoneNumber?: string | null;
  /**
   * @description The mobile-money operator of the guest’s number; derived from the number when absent. Send it for a number whose operator is unknown (400 `operator_unknown`) or that has moved to another operator, and send it again as `paymentMethod.operator` of the charge.
   * @enum {string|null}
   */
  operator?: 'mtn_momo' | 'orange_money' | null;
  /**
   * @description The channel by which the code is sent: to the address on file of a user, or to the phone of a guest.
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
   * @description The id of the challenge, which a resend keeps.
   * @example otp_01k8zq5b3pg9sc1w7e8kfq6g0y
   */
  otpId: string;
  /**
   * @description The user who receives the code; absent for a guest.
   * @example usr_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  userId?: string;
  /**
   * @description The channel by which it is sent: SMS or e-mail.
   * @example sms
   * @enum {string}
   */
  channel: 'sms' | 'email' | (string & {});
  /**
   * @description The masked destination of the code.
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
   * @description The time at which it expires.
   * @example 2026-11-20T10:05:00.000Z
   */
  expiresAt: string;
  /**
   * Format: date-time
   * @description A resend before this time is refused.
   * @example 2026-11-20T10:00:30.000Z
   */
  resendAvailableAt: string;
  /**
   * @description The number of further codes that may be sent now.
   * @example 4
   */
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
   * @description The scheme of the token: `Bearer`, in the header `Authorization`.
   * @example Bearer
   * @constant
   */
  tokenType: 'Bearer';
  /**
   * Format: date-time
   * @description The time at which it expires.
   * @example 2026-11-20T10:05:00.000Z
   */
  expiresAt: string;
  /**
   * @description The payment to which the token is bound, if any.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  intentionId?: string;
}

export interface PaymentMethodRequest {
  /**
   * @description `wallet`: the user’s wallet at Paygate, in test mode alone. `mobile_money`: the user approves the payment on a phone.
   * @example mobile_money
   * @enum {string}
   */
  type: 'wallet' | 'mobile_money';
  /**
   * @description The mobile-money operator; derived from the number when absent.
   * @example mtn_momo
   * @enum {string|null}
   */
  operator?: 'mtn_momo' | 'orange_money' | null;
  /**
   * @description The phone that pays; the user’s own when absent. Another phone must be allowed by the merchant’s settings.
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
  /** @description The payment method. When absent: the user's wallet; with the token of a guest, mobile money. In live mode, where wallets hold no money, a user names `mobile_money`. */
  paymentMethod?: PaymentMethodRequest | null;
}

export interface Charge {
  /**
   * @description The id of the object. It never changes.
   * @example ch_01k8zq6c4qh0td2x8f9mgr7h1z
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example charge
   * @constant
   */
  object: 'charge';
  /**
   * @description The payment intent.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  intentionId: string;
  /**
   * @description The outcome is delivered by webhook; with `Prefer: wait` it is in the answer if it comes in time.
   * @example PROCESSING
   * @enum {string}
   */
  status: 'PROCESSING' | 'COMPLETED' | 'FAILED' | (string & {});
  /**
   * @description Digits in the currency’s minor unit.
   * @example 5000
   */
  amount: string;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:01:00.000Z
   */
  createdAt: string;
  /** @description The reason for which it FAILED. */
  failure?: PaymentFailure;
}

export interface TillDay {
  /**
   * @description The kind of the object.
   * @example till_day
   * @constant
   */
  object: 'till_day';
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description The day in Africa/Douala.
   * @example 2026-11-29
   */
  day: string;
  /**
   * @description The word of the day of the account in this mode. A screen with another word is not of today, or not yours.
   * @example mangue
   */
  word: string;
  /**
   * @description True when the account asks phones: the setting `phoneAsks`.
   * @example true
   */
  phoneAsks: boolean;
  /**
   * Format: date-time
   * @description The time of the server.
   * @example 2026-11-29T09:00:00.000Z
   */
  now: string;
}

export interface Till {
  /**
   * @description The id of the object. It never changes.
   * @example till_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example till
   * @constant
   */
  object: 'till';
  /**
   * @description The name, as people see it.
   * @example Caisse 1
   */
  name: string & unknown;
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time from which it takes no payments any more; null before.
   * @example null
   */
  revokedAt: string | null;
}

export interface TillList {
  /** @description The objects of this page. */
  data: Till[];
}

export interface CreateTillRequest {
  /**
   * @description The place, as its cashiers call it.
   * @example Caisse 1
   */
  name: string & unknown;
}

export interface CreateTillPaymentRequest {
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
   * @example Two loaves
   */
  description?: string | null;
  /**
   * @description Your own name for the order: unique among the open and completed intents of the merchant in one mode.
   * @example till-1042
   */
  reference?: string | null;
  /**
   * @description The till at which the customer stands.
   * @example till_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  tillId?: string | null;
}

export interface AskPhoneRequest {
  /**
   * @description The phone that is asked to pay, in international format.
   * @example +237670000001
   */
  phoneNumber: string;
  /**
   * @description The mobile-money operator; derived from the number when absent.
   * @example mtn_momo
   * @enum {string|null}
   */
  operator?: 'mtn_momo' | 'orange_money' | null;
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
   * @example Two loaves
   */
  description?: string | null;
  /**
   * @description Your own name for the order: unique among the open and completed intents of the merchant in one mode.
   * @example till-1042
   */
  reference?: string | null;
  /**
   * @description The till at which the customer stands.
   * @example till_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  tillId?: string | null;
}

export interface PhoneAsk {
  /**
   * @description The operator that asks the payer.
   * @example mtn_momo
   * @enum {string}
   */
  operator: 'mtn_momo' | 'orange_money' | (string & {});
  /**
   * @description The phone, but for its last two digits.
   * @example ********01
   */
  phoneMasked: string;
  /**
   * @description The name that the prompt on the phone shows; null where it is not known.
   * @example PAYGATE
   */
  promptName: string | null;
  /**
   * @description What the payer dials when no prompt comes; null where it is not known.
   * @example *126#
   */
  dial: string | null;
}

export interface TillCharge {
  /** @description The phone that is asked, and what to tell its payer. */
  ask: PhoneAsk;
  /**
   * @description The id of the object. It never changes.
   * @example ch_01k8zq6c4qh0td2x8f9mgr7h1z
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example charge
   * @constant
   */
  object: 'charge';
  /**
   * @description The payment intent.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  intentionId: string;
  /**
   * @description The outcome is delivered by webhook; with `Prefer: wait` it is in the answer if it comes in time.
   * @example PROCESSING
   * @enum {string}
   */
  status: 'PROCESSING' | 'COMPLETED' | 'FAILED' | (string & {});
  /**
   * @description Digits in the currency’s minor unit.
   * @example 5000
   */
  amount: string;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:01:00.000Z
   */
  createdAt: string;
  /** @description The reason for which it FAILED. */
  failure?: PaymentFailure;
}

export interface OperatorLimit {
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description The smallest amount, in minor units.
   * @example 100
   */
  min: string;
  /**
   * @description The largest amount, in minor units.
   * @example 1000000
   */
  max: string;
}

export interface OperatorOutcomes {
  /**
   * @description Operations that succeeded.
   * @example 92
   */
  succeeded: number;
  /**
   * @description Operations that the payer or recipient declined, or was unable to make. They never count against the operator.
   * @example 14
   */
  declined: number;
  /**
   * @description Operations that the operator failed to carry out.
   * @example 1
   */
  failed: number;
  /**
   * @description Operations without an outcome that is due: the operator does not say what became of them.
   * @example 0
   */
  stuck: number;
  /**
   * @description Median of the time from the request at the operator to its success, in seconds; null without a success.
   * @example 17
   */
  medianSeconds: number | null;
}

export interface OperatorMethod {
  /**
   * @description `collect`: payments. `refund`: money back to a payer. `payout`: money to a phone.
   * @example collect
   * @enum {string}
   */
  method: 'collect' | 'refund' | 'payout' | (string & {});
  /** @description The bounds of one amount in each currency. */
  limits: OperatorLimit[];
  /**
   * @description `operational`, `degraded` (at least a tenth of the outcomes are failed or stuck, or the median of 20 or more successes is 90 s or longer), `down` (at least half of them are failed or stuck), or `unknown`: fewer than 20 outcomes.
   * @example operational
   * @enum {string}
   */
  state: 'operational' | 'degraded' | 'down' | 'unknown' | (string & {});
  /** @description The outcomes of the last 5 minutes. They decide the state where there are at least 20. */
  last5Minutes: OperatorOutcomes;
  /** @description The outcomes of the last 60 minutes. They decide where those of 5 minutes are too few. */
  last60Minutes: OperatorOutcomes;
}

export interface Operator {
  /**
   * @description The currencies that it collects.
   * @example [
   *       "XAF"
   *     ]
   */
  currencies: ('XAF' | 'XOF')[];
  /**
   * @description The beginnings of its numbers. A customer may have taken a number to another operator.
   * @example [
   *       "+23767",
   *       "+237650"
   *     ]
   */
  numberPrefixes: string[];
  /** @description Its uses in this mode. */
  methods: OperatorMethod[];
  /**
   * @description The mobile-money operator.
   * @example mtn_momo
   * @enum {string}
   */
  operator: 'mtn_momo' | 'orange_money' | (string & {});
  /**
   * @description The name that the prompt on the phone shows; null where it is not known.
   * @example PAYGATE
   */
  promptName: string | null;
  /**
   * @description What a payer dials when no prompt comes; null where it is not known.
   * @example *126#
   */
  dial: string | null;
  /**
   * @description The state of its payments. `operational`, `degraded` (at least a tenth of the outcomes are failed or stuck, or the median of 20 or more successes is 90 s or longer), `down` (at least half of them are failed or stuck), or `unknown`: fewer than 20 outcomes.
   * @example operational
   * @enum {string}
   */
  state: 'operational' | 'degraded' | 'down' | 'unknown' | (string & {});
}

export interface Operators {
  /**
   * @description The kind of the object.
   * @example operators
   * @constant
   */
  object: 'operators';
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /** @description One entry for each operator that this mode has. */
  data: Operator[];
  /**
   * Format: date-time
   * @description The time at which the outcomes were counted.
   * @example 2026-11-28T09:00:00.000Z
   */
  readAt: string;
}

export interface ApiKey {
  /**
   * @description The id of the object. It never changes.
   * @example key_01k8zq2w6kd1qs8n4b5gcm3d7v
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example api_key
   * @constant
   */
  object: 'api_key';
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Publishable keys are for pages; secret and restricted keys are for servers.
   * @example restricted
   * @enum {string}
   */
  type: 'publishable' | 'secret' | 'restricted' | (string & {});
  /**
   * @description Your name for the key.
   * @example bookkeeping
   */
  name: string;
  /**
   * @description The operations that a restricted key may use.
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
    | 'payers:read'
    | 'till:ask'
    | 'balance:read'
    | 'payouts:read'
    | 'payouts:write'
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
  /**
   * @description The origins whose pages may use a publishable key; any when the list is empty.
   * @example []
   */
  origins: string[];
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time at which the key expires.
   * @example 2027-11-20T10:00:00.000Z
   */
  expiresAt: string | null;
  /**
   * Format: date-time
   * @description The time at which the key was revoked; null while it works.
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
   * @description The text of a publishable key, which is public. Null for other keys, and for publishable keys that were created before their text was kept.
   * @example null
   */
  publishableKey: string | null;
  /**
   * @description The API key that created or rotated this one. Absent when a member or the team of your Paygate did.
   * @example key_01k8zq2w6kd1qs8n4b5gcm3d7w
   */
  madeBy?: string;
  /**
   * @description Present for a restricted key from before 28 November 2026, or a successor of one, that reads events of payments, refunds or payouts with `events:read` alone. A key that you create now reads those whose objects it may read.
   * @example true
   */
  readsAllEvents?: boolean;
}

export interface ApiKeyPage {
  /** @description The objects of this page. */
  data: ApiKey[];
  /**
   * @description True when another page follows.
   * @example false
   */
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
   * @description A name that distinguishes your keys; the type of the key when absent.
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
        | 'payers:read'
        | 'till:ask'
        | 'balance:read'
        | 'payouts:read'
        | 'payouts:write'
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
   * @description The time at which the key expires; never when absent.
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
  /**
   * @description The id of the object. It never changes.
   * @example key_01k8zq2w6kd1qs8n4b5gcm3d7v
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example api_key
   * @constant
   */
  object: 'api_key';
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Publishable keys are for pages; secret and restricted keys are for servers.
   * @example restricted
   * @enum {string}
   */
  type: 'publishable' | 'secret' | 'restricted' | (string & {});
  /**
   * @description Your name for the key.
   * @example bookkeeping
   */
  name: string;
  /**
   * @description The operations that a restricted key may use.
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
    | 'payers:read'
    | 'till:ask'
    | 'balance:read'
    | 'payouts:read'
    | 'payouts:write'
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
  /**
   * @description The origins whose pages may use a publishable key; any when the list is empty.
   * @example []
   */
  origins: string[];
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time at which the key expires.
   * @example 2027-11-20T10:00:00.000Z
   */
  expiresAt: string | null;
  /**
   * Format: date-time
   * @description The time at which the key was revoked; null while it works.
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
   * @description The text of a publishable key, which is public. Null for other keys, and for publishable keys that were created before their text was kept.
   * @example null
   */
  publishableKey: string | null;
  /**
   * @description The API key that created or rotated this one. Absent when a member or the team of your Paygate did.
   * @example key_01k8zq2w6kd1qs8n4b5gcm3d7w
   */
  madeBy?: string;
  /**
   * @description Present for a restricted key from before 28 November 2026, or a successor of one, that reads events of payments, refunds or payouts with `events:read` alone. A key that you create now reads those whose objects it may read.
   * @example true
   */
  readsAllEvents?: boolean;
}

export interface UpdateApiKeyRequest {
  /**
   * @description A name that distinguishes your keys.
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
   * @description The time for which the rotated key stays valid beside its successor, in seconds; one day when absent. At least 60 for a key that rotates itself: if the answer is lost, the key must be able to revoke the successor and create another one.
   * @example 86400
   */
  overlapSeconds?: number | null;
}

export interface RevokeApiKeyRequest {
  /**
   * @description Ids of what stays, of what the key made; all of it ends when the list is absent or empty. A kept key keeps what it made itself. The schedule of payouts has the id `payout_schedule`.
   * @example [
   *       "we_01k8zq2w6kd1qs8n4b5gcm3d7v"
   *     ]
   */
  keep?: string[] | null;
}

export interface KeyWork {
  /**
   * @description The id of the object; `payout_schedule` for the schedule of payouts.
   * @example key_01k8zq2w6kd1qs8n4b5gcm3d7v
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example api_key
   * @enum {string}
   */
  object: 'api_key' | 'webhook_endpoint' | 'payment_link' | 'payout_schedule' | (string & {});
  /**
   * @description What the key did: `created` the object, `rotated` another key into this one, `activated` a payment link, `changed` an endpoint or the schedule of payouts, or rotated the secret of an endpoint (`secret_rotated`).
   * @example created
   * @enum {string}
   */
  act: 'created' | 'rotated' | 'activated' | 'changed' | 'secret_rotated' | (string & {});
  /**
   * Format: date-time
   * @description The time at which the key did it.
   * @example 2026-11-20T10:00:00.000Z
   */
  at: string;
}

export interface RevokedApiKey {
  /** @description What ended with the key, at most 1000; empty when the key was revoked before. */
  ended: KeyWork[];
  /**
   * @description The number of all that ended with it.
   * @example 1
   */
  endedCount: number;
  /**
   * @description The id of the object. It never changes.
   * @example key_01k8zq2w6kd1qs8n4b5gcm3d7v
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example api_key
   * @constant
   */
  object: 'api_key';
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Publishable keys are for pages; secret and restricted keys are for servers.
   * @example restricted
   * @enum {string}
   */
  type: 'publishable' | 'secret' | 'restricted' | (string & {});
  /**
   * @description The name, as people see it.
   * @example bookkeeping
   */
  name: string;
  /**
   * @description The operations that a restricted key may use.
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
    | 'payers:read'
    | 'till:ask'
    | 'balance:read'
    | 'payouts:read'
    | 'payouts:write'
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
  /**
   * @description The origins whose pages may use a publishable key; any when the list is empty.
   * @example []
   */
  origins: string[];
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time at which the key expires.
   * @example 2027-11-20T10:00:00.000Z
   */
  expiresAt: string | null;
  /**
   * Format: date-time
   * @description The time at which the key was revoked; null while it works.
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
   * @description The text of a publishable key, which is public. Null for other keys, and for publishable keys that were created before their text was kept.
   * @example null
   */
  publishableKey: string | null;
  /**
   * @description The API key that created or rotated this one. Absent when a member or the team of your Paygate did.
   * @example key_01k8zq2w6kd1qs8n4b5gcm3d7w
   */
  madeBy?: string;
  /**
   * @description Present for a restricted key from before 28 November 2026, or a successor of one, that reads events of payments, refunds or payouts with `events:read` alone. A key that you create now reads those whose objects it may read.
   * @example true
   */
  readsAllEvents?: boolean;
}

export interface KeyWorkList {
  /** @description At most 1000: keys, endpoints, the schedule of payouts, then payment links. */
  data: KeyWork[];
  /**
   * @description The number of all of them.
   * @example 1
   */
  count: number;
}

export interface RefundsPerDay {
  /**
   * @description The largest number of refunds; null without a limit.
   * @example 200
   */
  count: number | null;
  /**
   * @description Their largest sum, in minor units; null without a limit.
   * @example 500000
   */
  amount: string | null;
  /**
   * @description Their largest sum in percent of the balance, available and pending, that the account had at 00:00; null without a limit. Only in live mode, and only where the account had a balance then.
   * @example 50
   */
  balancePercent: number | null;
}

export interface MerchantSettings {
  /**
   * @description The charges that need the user token of a sign-in besides the token of the one-time password: those of the user’s wallet (`wallet`), all (`always`) or none (`never`).
   * @example wallet
   * @enum {string}
   */
  customerSignIn: 'wallet' | 'always' | 'never' | (string & {});
  /**
   * @description True when customers may pay from another phone than their own.
   * @example false
   */
  otherPhones: boolean;
  /**
   * @description True when customers without an account may pay by mobile money, with their phone alone. While `customerSignIn` is `always`, none of them may.
   * @example true
   */
  guestPayments: boolean;
  /**
   * @description True when a member with the role `cashier`, `admin` or `owner`, or a key with the scope `till:ask`, may ask a phone to pay: the payer confirms by nothing but the operator’s PIN.
   * @example false
   */
  phoneAsks: boolean;
  /**
   * @description True when receipts may be sent by SMS, which costs money. They may always be sent by e-mail.
   * @example false
   */
  smsReceipts: boolean;
  /**
   * @description The number of refunds that each member with the role `cashier` may create in a day (Africa/Douala). Refunds that fail do not count.
   * @example 0
   */
  cashierRefundsPerDay: number;
  /** @description The refunds that the account allows in a day (Africa/Douala), counted for each mode and currency apart. Refunds that fail do not count. API keys and members are bound by it, an owner who has signed in with a second factor is not. A new account may refund 50 % of the balance that the day begins with. */
  refundsPerDay: RefundsPerDay;
}

export interface Merchant {
  /**
   * @description The id of the object. It never changes.
   * @example mer_01k8zq2b9hf3vr7m5c1xtd6n4w
   */
  id: string;
  /**
   * @description The kind of the object.
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
   * @description True when live keys are accepted.
   * @example true
   */
  liveActive: boolean;
  /**
   * @description The address of the logo; null without one.
   * @example null
   */
  logoUrl: string | null;
  /** @description The contact of your support. The payment page and receipts show it. */
  supportContact: SupportContact;
  /**
   * @description The languages of your customers, the most usual one first. The first one is used for a customer who asks for none of them.
   * @example [
   *       "fr",
   *       "en"
   *     ]
   */
  languages: ('fr' | 'en')[];
  /** @description The settings of the account. */
  settings: MerchantSettings;
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
}

export interface SupportContactRequest {
  /**
   * @description The e-mail address for customers.
   * @example help@shop.example
   */
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

export interface RefundsPerDayRequest {
  /**
   * @description The largest number of refunds; no limit when absent or null.
   * @example 200
   */
  count?: number | null;
  /**
   * @description Their largest sum, in minor units; no limit when absent or null.
   * @example 500000
   */
  amount?: string | null;
  /**
   * @description Their largest sum in percent of the balance, available and pending, that the account had at 00:00; no limit when absent or null. Only in live mode, and only where the account had a balance then.
   * @example 50
   */
  balancePercent?: number | null;
}

export interface MerchantSettingsRequest {
  /**
   * @description The charges that need the user token of a sign-in besides the token of the one-time password: those of the user’s wallet (`wallet`), all (`always`) or none (`never`).
   * @example wallet
   * @enum {string|null}
   */
  customerSignIn?: 'wallet' | 'always' | 'never' | null;
  /**
   * @description True when customers may pay from another phone than their own.
   * @example true
   */
  otherPhones?: boolean | null;
  /**
   * @description True when customers without an account may pay by mobile money, with their phone alone. While `customerSignIn` is `always`, none of them may.
   * @example false
   */
  guestPayments?: boolean | null;
  /**
   * @description True when a member with the role `cashier`, `admin` or `owner`, or a key with the scope `till:ask`, may ask a phone to pay: the payer confirms by nothing but the operator’s PIN.
   * @example true
   */
  phoneAsks?: boolean | null;
  /**
   * @description True when receipts may be sent by SMS, which costs money. They may always be sent by e-mail.
   * @example true
   */
  smsReceipts?: boolean | null;
  /**
   * @description The number of refunds that each member with the role `cashier` may create in a day (Africa/Douala). Refunds that fail do not count.
   * @example 20
   */
  cashierRefundsPerDay?: number | null;
  /** @description The refunds that the account allows in a day (Africa/Douala), counted for each mode and currency apart. Refunds that fail do not count. API keys and members are bound by it, an owner who has signed in with a second factor is not. A new account may refund 50 % of the balance that the day begins with. Replaces the whole limit. */
  refundsPerDay?: RefundsPerDayRequest | null;
}

export interface UpdateMerchantRequest {
  /**
   * @description The name that customers see. It stands in the messages of live mode: once the account is active there, only the team of your Paygate can change it.
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
   * @description The languages of your customers, the most usual one first. The first one is used for a customer who asks for none of them.
   * @example [
   *       "fr",
   *       "en"
   *     ]
   */
  languages?: ('fr' | 'en')[] | null;
  /** @description The settings of the account. */
  settings?: MerchantSettingsRequest | null;
  /**
   * @description With a dashboard session: a code of the authenticator app, or a recovery code. Send it after the answer 401 `second_factor_required`.
   * @example 492039
   */
  code?: string | null;
}

export interface LiveRequest {
  /**
   * @description The kind of the object.
   * @example live_request
   * @constant
   */
  object: 'live_request';
  /**
   * @description `none` before a request and after it was withdrawn, `requested` while the team of your Paygate has not decided, `declined`, or `active` once live mode is activated.
   * @example requested
   * @enum {string}
   */
  status: 'none' | 'requested' | 'declined' | 'active' | (string & {});
  /**
   * @description The text that the account wrote for the team of your Paygate.
   * @example Bread and cakes from our bakery in Akwa. Call +237 6 77 00 00 01.
   */
  business: string | null;
  /**
   * @description The member who asked.
   * @example mem_01k8zq3y8ng3sw0v6d7jep5f9x
   */
  requestedBy: string | null;
  /**
   * Format: date-time
   * @description The time of the request.
   * @example 2026-11-20T10:00:00.000Z
   */
  requestedAt: string | null;
  /**
   * Format: date-time
   * @description The time at which the team of your Paygate declined it.
   * @example null
   */
  declinedAt: string | null;
  /**
   * @description The reason for which the team of your Paygate declined it.
   * @example null
   */
  declineReason: ((string & unknown) | null) & unknown;
}

export interface RequestLiveRequest {
  /**
   * @description A description of the business, and how the team of your Paygate reaches it.
   * @example Bread and cakes from our bakery in Akwa. Call +237 6 77 00 00 01.
   */
  business: string;
}

export interface WalletLimit {
  /**
   * @description The most that the wallet pays in the span.
   * @example 10000000
   */
  max: string;
  /**
   * @description The part of `max` that is left. A refund gives nothing of it back.
   * @example 9995000
   */
  left: string;
  /**
   * Format: date-time
   * @description The time at which the next span begins, by the days of Africa/Douala.
   * @example 2026-11-28T23:00:00.000Z
   */
  renewsAt: string;
}

export interface WalletLimits {
  /** @description The limit of a day of Africa/Douala. */
  day: WalletLimit;
  /** @description The limit of a calendar month. */
  month: WalletLimit;
}

export interface Wallet {
  /**
   * @description The kind of the object.
   * @example wallet
   * @constant
   */
  object: 'wallet';
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description The money in the wallet, in minor units.
   * @example 12500
   */
  balance: string;
  /**
   * @description `open`, `closed` or `frozen`. A closed or frozen wallet can be read and receives refunds, and pays nothing; nothing is withdrawn from a frozen one.
   * @example open
   * @enum {string}
   */
  state: 'open' | 'closed' | 'frozen' | (string & {});
  /** @description What the wallet may pay in a day and in a month. A payment beyond it is declined. */
  limits: WalletLimits;
}

export interface WalletTransaction {
  /**
   * @description The kind of the object.
   * @example wallet_transaction
   * @constant
   */
  object: 'wallet_transaction';
  /**
   * @description The name of the merchant of the payment; null for a top-up and a withdrawal.
   * @example Boutique Akwa
   */
  merchantName: string | null;
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description The id of its charge, refund, top-up or withdrawal; of `withdrawal_returned` one of its own.
   * @example ch_01k8zq6c4qh0td2x8f9mgr7h1z
   */
  id: string;
  /**
   * @description `payment`: money for a merchant. `refund`: money that a merchant gave back. `top_up`: money that filled the wallet. `withdrawal`: money for the user’s own number, and `withdrawal_returned` what came back of one that failed.
   * @example payment
   * @enum {string}
   */
  type: 'payment' | 'refund' | 'top_up' | 'withdrawal' | 'withdrawal_returned' | (string & {});
  /**
   * @description The amount in minor units; below zero where money leaves the wallet.
   * @example -5000
   */
  amount: string;
  /**
   * @description The payment; null for a top-up and a withdrawal.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  paymentIntentId: string | null;
  /**
   * @description The merchant of the payment; null for a top-up and a withdrawal.
   * @example mer_01k8zq1b7wd3sn5k9tq2hxc4ve
   */
  merchantId: string | null;
  /**
   * Format: date-time
   * @description The time at which the money moved.
   * @example 2026-11-28T09:00:00.000Z
   */
  createdAt: string;
}

export interface WalletTransactionPage {
  /** @description The objects of this page. */
  data: WalletTransaction[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface CreateWalletTopUpRequest {
  /**
   * @description Digits in the currency’s minor unit.
   * @example 5000
   */
  amount: string;
  /**
   * @description The operator of the user’s number; found by the number when absent.
   * @example mtn_momo
   * @enum {string|null}
   */
  operator?: 'mtn_momo' | 'orange_money' | null;
  /**
   * @description ISO 4217 code; XAF when absent.
   * @example XAF
   * @enum {string|null}
   */
  currency?: 'XAF' | 'XOF' | null;
}

export interface WalletMovementFailure {
  /**
   * @description The reason of the failure. More reasons may be added.
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
  /**
   * @description The reason in English, for developers.
   * @example The mobile-money account holds too little.
   */
  message: string;
}

export interface WalletTopUp {
  /**
   * @description The kind of the object.
   * @example wallet_top_up
   * @constant
   */
  object: 'wallet_top_up';
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description The user’s number, with only its end readable.
   * @example ********01
   */
  phoneMasked: string;
  /**
   * @description The reason for which it FAILED.
   * @example null
   */
  failure: WalletMovementFailure | null;
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time at which it was completed or failed; null before.
   * @example null
   */
  endedAt: string | null;
  /**
   * @description The id of the object. It never changes.
   * @example tu_01k8zq6c4qh0td2x8f9mgr7h1z
   */
  id: string;
  /**
   * @description `PENDING` until the operator’s outcome is known. `COMPLETED`: the wallet has the money. `FAILED`: no money moved, and none will.
   * @example PENDING
   * @enum {string}
   */
  status: 'PENDING' | 'COMPLETED' | 'FAILED' | (string & {});
  /**
   * @description Digits in the currency’s minor unit.
   * @example 5000
   */
  amount: string;
  /**
   * @description The operator that collects the money.
   * @example mtn_momo
   * @enum {string}
   */
  operator: 'mtn_momo' | 'orange_money' | (string & {});
  /**
   * @description True while the operator waits for the PIN on the phone.
   * @example true
   */
  awaitsApproval: boolean;
}

export interface CreateWalletWithdrawalRequest {
  /**
   * @description The amount that leaves the wallet, the fee included. Digits in the currency’s minor unit.
   * @example 5000
   */
  amount: string;
  /**
   * @description ISO 4217 code; XAF when absent.
   * @example XAF
   * @enum {string|null}
   */
  currency?: 'XAF' | 'XOF' | null;
}

export interface SentCode {
  /**
   * @description The masked destination of the code.
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
   * @description The time at which it expires.
   * @example 2026-11-20T10:05:00.000Z
   */
  expiresAt: string;
  /**
   * Format: date-time
   * @description A resend before this time is refused.
   * @example 2026-11-20T10:00:30.000Z
   */
  resendAvailableAt: string;
  /**
   * @description The number of further codes that may be sent now.
   * @example 4
   */
  sendsRemaining: number;
}

export interface AskedWalletWithdrawal {
  /**
   * @description The kind of the object.
   * @example wallet_withdrawal
   * @constant
   */
  object: 'wallet_withdrawal';
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description The user’s number, with only its end readable.
   * @example ********01
   */
  phoneMasked: string;
  /**
   * @description The reason for which it FAILED.
   * @example null
   */
  failure: WalletMovementFailure | null;
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time at which it was completed or failed; null before.
   * @example null
   */
  endedAt: string | null;
  /**
   * @description The id of the object. It never changes.
   * @example wd_01k8zq6c4qh0td2x8f9mgr7h1z
   */
  id: string;
  /**
   * @description `AWAITING_CODE` until the code from the phone confirms it: no money has moved. `PENDING`: the money has left the wallet, and the operator has not answered yet. `COMPLETED`: the mobile-money account has it. `FAILED`: the wallet has its money, since the operator did not pay, or no code confirmed it within an hour.
   * @example AWAITING_CODE
   * @enum {string}
   */
  status: 'AWAITING_CODE' | 'PENDING' | 'COMPLETED' | 'FAILED' | (string & {});
  /**
   * @description The amount that leaves the wallet, the fee included.
   * @example 5000
   */
  amount: string;
  /**
   * @description The fee of the withdrawal, part of `amount`.
   * @example 25
   */
  fee: string;
  /**
   * @description The amount that arrives: `amount` less `fee`.
   * @example 4975
   */
  net: string;
  /**
   * @description The operator that pays the money out.
   * @example mtn_momo
   * @enum {string}
   */
  operator: 'mtn_momo' | 'orange_money' | (string & {});
  /** @description The code that was sent to the user’s number. Null where the withdrawal was confirmed before. */
  code: SentCode | null;
}

export interface ConfirmWalletWithdrawalRequest {
  /**
   * @description The code, as the customer typed it.
   * @example 042917
   */
  otp: string;
}

export interface WalletWithdrawal {
  /**
   * @description The kind of the object.
   * @example wallet_withdrawal
   * @constant
   */
  object: 'wallet_withdrawal';
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description The user’s number, with only its end readable.
   * @example ********01
   */
  phoneMasked: string;
  /**
   * @description The reason for which it FAILED.
   * @example null
   */
  failure: WalletMovementFailure | null;
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time at which it was completed or failed; null before.
   * @example null
   */
  endedAt: string | null;
  /**
   * @description The id of the object. It never changes.
   * @example wd_01k8zq6c4qh0td2x8f9mgr7h1z
   */
  id: string;
  /**
   * @description `AWAITING_CODE` until the code from the phone confirms it: no money has moved. `PENDING`: the money has left the wallet, and the operator has not answered yet. `COMPLETED`: the mobile-money account has it. `FAILED`: the wallet has its money, since the operator did not pay, or no code confirmed it within an hour.
   * @example AWAITING_CODE
   * @enum {string}
   */
  status: 'AWAITING_CODE' | 'PENDING' | 'COMPLETED' | 'FAILED' | (string & {});
  /**
   * @description The amount that leaves the wallet, the fee included.
   * @example 5000
   */
  amount: string;
  /**
   * @description The fee of the withdrawal, part of `amount`.
   * @example 25
   */
  fee: string;
  /**
   * @description The amount that arrives: `amount` less `fee`.
   * @example 4975
   */
  net: string;
  /**
   * @description The operator that pays the money out.
   * @example mtn_momo
   * @enum {string}
   */
  operator: 'mtn_momo' | 'orange_money' | (string & {});
}

export interface RegisterUserRequest {
  /**
   * @description The phone number to which a code is sent, in international format (E.164).
   * @example +237670000001
   */
  phoneNumber: string;
  /**
   * @description At least 8 characters, and none of the commonest passwords.
   * @example correct horse battery staple
   */
  password: string;
  /**
   * @description The e-mail address, to which codes are sent when e-mail is requested.
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
   * @description The masked destination of the code.
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
   * @description The time at which it expires.
   * @example 2026-11-20T10:05:00.000Z
   */
  expiresAt: string;
  /**
   * Format: date-time
   * @description A resend before this time is refused.
   * @example 2026-11-20T10:00:30.000Z
   */
  resendAvailableAt: string;
  /**
   * @description The number of further codes that may be sent now.
   * @example 4
   */
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
   * @description The roles of the user, always with `USER`.
   * @example [
   *       "USER"
   *     ]
   */
  roles: string[];
}

export interface ForgotPasswordRequest {
  /**
   * @description The phone number to which a code is sent, in international format (E.164).
   * @example +237670000001
   */
  phoneNumber: string;
}

export interface PendingPasswordReset {
  /**
   * @description The id of the reset that the code confirms.
   * @example pwr_4hj6m8p0r2t4v6x8z0a2c4e6g8
   */
  resetId: string;
  /**
   * @description The masked destination of the code.
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
   * @description The time at which it expires.
   * @example 2026-11-20T10:05:00.000Z
   */
  expiresAt: string;
  /**
   * Format: date-time
   * @description A resend before this time is refused.
   * @example 2026-11-20T10:00:30.000Z
   */
  resendAvailableAt: string;
  /**
   * @description The number of further codes that may be sent now.
   * @example 4
   */
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
   * @description The e-mail address to which the token is sent.
   * @example ada@shop.example
   */
  email: string;
  /**
   * @description The name of the business, as customers see it.
   * @example Boutique
   */
  businessName: string & unknown;
  /**
   * @description ISO 3166-1 code; it determines the currency.
   * @example CM
   * @constant
   */
  country: 'CM';
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
  /**
   * @description The id of the object. It never changes.
   * @example mer_01k8zq1v5jc0pr7m3a4fbk2c6t
   */
  id: string;
  /**
   * @description The name, as people see it.
   * @example Boutique
   */
  name: string;
  /**
   * @description ISO 3166-1 code; it determines the currency.
   * @example CM
   * @constant
   */
  country: 'CM';
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
}

export interface Member {
  /**
   * @description The id of the object. It never changes.
   * @example mem_01k8zq3y8ng3sw0v6d7jep5f9x
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example member
   * @constant
   */
  object: 'member';
  /**
   * @description The e-mail address.
   * @example grace@shop.example
   */
  email: string;
  /**
   * @description The name of the member; null until the invitation is accepted.
   * @example Grace
   */
  name: string | null;
  /**
   * @description The role of the member, which decides its rights.
   * @example developer
   * @enum {string}
   */
  role: 'owner' | 'admin' | 'developer' | 'cashier' | 'viewer' | (string & {});
  /**
   * @description The state of the member: invited, or joined (`active`).
   * @example active
   * @enum {string}
   */
  status: 'invited' | 'active' | (string & {});
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time at which the invitation was accepted.
   * @example 2026-11-20T10:05:00.000Z
   */
  joinedAt: string | null;
}

export interface NewAccount {
  /**
   * @description The kind of the object.
   * @example account
   * @constant
   */
  object: 'account';
  /** @description The new merchant account. */
  merchant: NewMerchant;
  /** @description The person who opened it. */
  owner: Member;
  /** @description A publishable and a secret key of test mode, shown only once. */
  apiKeys: IssuedApiKey[];
}

export interface SignInToDashboardRequest {
  /**
   * @description The e-mail address.
   * @example ada@shop.example
   */
  email: string;
  /**
   * @description The password of the person.
   * @example correct horse battery staple
   */
  password: string;
  /**
   * @description For a person with a second factor: the six digits of the authenticator app, or a recovery code. Send it after the answer 401 `second_factor_required`.
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
  /**
   * @description The id of the object. It never changes.
   * @example mer_01k8zq1v5jc0pr7m3a4fbk2c6t
   */
  id: string;
  /**
   * @description The name, as people see it.
   * @example Boutique
   */
  name: string;
  /**
   * @description True when the account accepts requests.
   * @example true
   */
  active: boolean;
  /**
   * @description True when live mode may be used.
   * @example false
   */
  liveActive: boolean;
  /**
   * @description The member.
   * @example mem_01k8zq3y8ng3sw0v6d7jep5f9x
   */
  memberId: string;
  /**
   * @description The role of the member, which decides its rights.
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
   * @description The kind of the object.
   * @example dashboard_session
   * @constant
   */
  object: 'dashboard_session';
  /**
   * @description The e-mail address.
   * @example ada@shop.example
   */
  email: string;
  /**
   * Format: date-time
   * @description The time at which the session ends at the latest; it also ends after 30 minutes without a request.
   * @example 2026-11-20T22:00:00.000Z
   */
  expiresAt: string;
  /** @description The accounts to choose from, with `x-merchant-id`. */
  merchants: DashboardMerchant[];
}

export interface ActingMember {
  /**
   * @description The merchant account.
   * @example mer_01k8zq1v5jc0pr7m3a4fbk2c6t
   */
  merchantId: string;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description The member.
   * @example mem_01k8zq3y8ng3sw0v6d7jep5f9x
   */
  memberId: string;
  /**
   * @description The name, as people see it.
   * @example Ada
   */
  name: string;
  /**
   * @description The role of the member, which decides its rights.
   * @example owner
   * @enum {string}
   */
  role: 'owner' | 'admin' | 'developer' | 'cashier' | 'viewer' | (string & {});
  /**
   * @description The scopes of the role in this mode. They apply to operations whose `security` names a session.
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
    | 'payers:read'
    | 'till:ask'
    | 'balance:read'
    | 'payouts:read'
    | 'payouts:write'
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
  /** @description The account and the role in this request; null when the person has several accounts and the request selects none. */
  acting: ActingMember | null;
  /**
   * @description The kind of the object.
   * @example dashboard_session
   * @constant
   */
  object: 'dashboard_session';
  /**
   * @description The e-mail address.
   * @example ada@shop.example
   */
  email: string;
  /**
   * Format: date-time
   * @description The time at which the session ends at the latest; it also ends after 30 minutes without a request.
   * @example 2026-11-20T22:00:00.000Z
   */
  expiresAt: string;
  /** @description The accounts to choose from, with `x-merchant-id`. */
  merchants: DashboardMerchant[];
}

export interface ForgotMemberPasswordRequest {
  /**
   * @description The e-mail address. If a member has it, a token is sent there.
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
  /**
   * @description The id of the object. It never changes.
   * @example dss_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  id: string;
  /**
   * @description True for the session of this request.
   * @example true
   */
  current: boolean;
  /**
   * @description Browser and system that signed in, by the header `User-Agent`; null when it names neither.
   * @example Chrome, Android
   */
  device: ((string & unknown) | null) & unknown;
  /**
   * Format: date-time
   * @description The time of the newest request, to the minute.
   * @example 2026-11-20T10:05:00.000Z
   */
  lastSeenAt: string;
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time at which it expires.
   * @example 2026-11-20T22:00:00.000Z
   */
  expiresAt: string;
}

export interface DashboardSessions {
  /** @description The objects of this page. */
  data: OpenDashboardSession[];
}

export interface ChangeMemberPasswordRequest {
  /**
   * @description The current password.
   * @example correct horse battery staple
   */
  currentPassword: string;
  /**
   * @description At least 8 characters, and none of the commonest passwords.
   * @example a better horse and battery
   */
  password: string;
}

export interface SecondFactor {
  /**
   * @description The kind of the object.
   * @example second_factor
   * @constant
   */
  object: 'second_factor';
  /**
   * @description True when a sign-in asks for a code.
   * @example true
   */
  enabled: boolean;
  /**
   * Format: date-time
   * @description The time at which the second factor was confirmed; null without one.
   * @example 2026-11-20T10:00:00.000Z
   */
  enabledAt: string | null;
  /**
   * @description The number of recovery codes that were not used yet.
   * @example 10
   */
  recoveryCodesLeft: number;
}

export interface BeginSecondFactorRequest {
  /**
   * @description The password of the person.
   * @example correct horse battery staple
   */
  password: string;
}

export interface NewSecondFactor {
  /**
   * @description The secret to type into the authenticator app: base32, shown only once.
   * @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
   */
  secret: string;
  /**
   * @description The same secret for a QR code: SHA-1, six digits, 30 seconds (RFC 6238).
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
   * @description The recovery codes. Each of them replaces one code of the app, once. They are shown only here.
   * @example [
   *       "q7mk-4x2v-9rtb-d3hn"
   *     ]
   */
  recoveryCodes: string[];
  /**
   * @description The kind of the object.
   * @example second_factor
   * @constant
   */
  object: 'second_factor';
  /**
   * @description True when a sign-in asks for a code.
   * @example true
   */
  enabled: boolean;
  /**
   * Format: date-time
   * @description The time at which the second factor was confirmed; null without one.
   * @example 2026-11-20T10:00:00.000Z
   */
  enabledAt: string | null;
  /**
   * @description The number of recovery codes that were not used yet.
   * @example 10
   */
  recoveryCodesLeft: number;
}

export interface RenewRecoveryCodesRequest {
  /**
   * @description A code of the app, or a recovery code.
   * @example 492039
   */
  code: string;
}

export interface DisableSecondFactorRequest {
  /**
   * @description The password of the person.
   * @example correct horse battery staple
   */
  password: string;
  /**
   * @description A code of the app, or a recovery code.
   * @example 492039
   */
  code: string;
}

export interface NoticeChoice {
  /**
   * @description `payment`: each completed payment, and from the 21st in an hour on their sum at its end. `daily_sum`: the number and the sum of the payments and refunds of a day, at 21:00 in Douala. `payout_failed`: a payout that its operator did not make. `endpoint_failing`: a webhook endpoint that fails or was disabled. `key_created`: an API key that was created or rotated. `destination_added`: a new destination of payouts. Owners get a mail about a new secret key and a new destination in any case, and no second one.
   * @example payment
   * @enum {string}
   */
  kind:
    | 'payment'
    | 'daily_sum'
    | 'payout_failed'
    | 'endpoint_failing'
    | 'key_created'
    | 'destination_added'
    | (string & {});
  /**
   * @description The channels by which you get it; empty when you do not.
   * @example [
   *       "email"
   *     ]
   */
  channels: ('email' | 'push')[];
}

export interface MemberNotices {
  /**
   * @description The kind of the object.
   * @example member_notices
   * @constant
   */
  object: 'member_notices';
  /**
   * @description The same as the choice `payout_failed` by `email` in `notices`. True when you get an e-mail about each payout of live mode that its operator did not make, at most 20 in a day. Owners and admins get them until they switch them off, developers and viewers once they switch them on.
   * @example true
   */
  payoutFailed: boolean;
  /** @description One choice for each kind of what your role may read. */
  notices: NoticeChoice[];
}

export interface ChangeMemberNoticesRequest {
  /**
   * @description The same as the choice `payout_failed` by `email` in `notices`. True when you get an e-mail about each payout of live mode that its operator did not make, at most 20 in a day. Owners and admins get them until they switch them off, developers and viewers once they switch them on.
   * @example false
   */
  payoutFailed?: boolean | null;
  /** @description Choices, each of which takes the place of the choice of its kind; kinds that are not named stay as they are. A kind of what your role may not read is refused with `scope_missing`. */
  notices?: NoticeChoice[] | null;
}

export interface PushSubscription {
  /**
   * @description SHA-256 of the address at the push service, in base64url: a browser recognises its own by it.
   * @example pTQ3pKQ6s0yUo5Zq0mB4s3bq4c0Wm1yq0mT3o3Zk5uE
   */
  endpointSha256: string;
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * @description True when the session of this request has made or renewed it.
   * @example true
   */
  current: boolean;
}

export interface PushNotices {
  /**
   * @description The kind of the object.
   * @example push_notices
   * @constant
   */
  object: 'push_notices';
  /**
   * @description The key with which a browser subscribes (`applicationServerKey`, RFC 8292). Null when this Paygate sends no push messages.
   * @example BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8
   */
  publicKey: string | null;
  /** @description The browsers that get the notices, newest first. */
  subscriptions: PushSubscription[];
}

export interface StartPushRequest {
  /**
   * @description The address of the subscription at the push service (`PushSubscription.endpoint`). It uses https, and its host is a name with a public address.
   * @example https://push.example/send/eKq0Xb3mTnc
   */
  endpoint: string;
  /**
   * @description The public key of the browser (`getKey("p256dh")`), in base64url.
   * @example BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8
   */
  p256dh: string;
  /**
   * @description The authentication secret of the browser (`getKey("auth")`), in base64url.
   * @example BTBZMqHH6r4Tts7J_aSIgg
   */
  auth: string;
  /**
   * @description The language of the notices in this browser.
   * @example fr
   * @enum {string}
   */
  language: 'fr' | 'en';
}

export interface StopPushRequest {
  /**
   * @description The address of the subscription at the push service (`PushSubscription.endpoint`).
   * @example https://push.example/send/eKq0Xb3mTnc
   */
  endpoint: string;
}

export interface MemberPage {
  /** @description The objects of this page. */
  data: Member[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface FormerMember {
  /**
   * @description The id of the object. It never changes.
   * @example mem_01k8zq3y8ng3sw0v6d7jep5f9x
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example former_member
   * @constant
   */
  object: 'former_member';
  /**
   * @description The name that the member had; null for an invitation that was not accepted, and once the name is erased.
   * @example Grace
   */
  name: string | null;
  /**
   * Format: date-time
   * @description The time of the removal.
   * @example 2026-11-20T10:05:00.000Z
   */
  removedAt: string;
}

export interface FormerMemberPage {
  /** @description The objects of this page. */
  data: FormerMember[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface InviteMemberRequest {
  /**
   * @description The e-mail address to which the invitation is sent.
   * @example grace@shop.example
   */
  email: string;
  /**
   * @description Viewers read; cashiers also make links and refunds; developers manage test keys; admins also manage live keys and members; owners also manage owners.
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
   * @description The name of the member, as the other members see it.
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
   * @description The role of the member, which decides its rights.
   * @example admin
   * @enum {string}
   */
  role: 'owner' | 'admin' | 'developer' | 'cashier' | 'viewer';
}

export interface AuditEvent {
  /**
   * @description The kind of the object.
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
   * @description The act, such as `api_key.created`, `member.invited`, `payment.canceled`, `payment.refunded`, `payment.matched`, `payment.reversed`, `payment.reversal_returned`, `payer.read`, `phone.asked`, `refunds.half_of_balance`, `fee.agreed`, `balance.adjusted`, `payout.requested`, `payout.canceled`, `payout.stopped`, `payout.failed`, `payout_destination.looked_up`, `payout_destination.registered`, `payout_destination.revoked`, `payout_schedule.changed`, `payout_batch.drafted`, `payout_batch.sealed`, `payout_batch.approved`, `payout_batch.paused`, `payout_batch.resumed`, `payout_batch.canceled`, `payment_link.created`, `payment_link.changed`, `payment_link.activated`, `payment_link.deactivated`, `webhook_endpoint.created`, `webhook_endpoint.changed`, `webhook_endpoint.paused`, `webhook_endpoint.enabled`, `webhook_endpoint.deleted`, `webhook_endpoint.secret_rotated`, `webhook_endpoint.tested`, `webhook_endpoint.recovery_started`, `webhook_endpoint.failing`, `webhook_endpoint.disabled`, `delivery.redelivered`. More acts may be added: show an unknown act unchanged.
   * @example payment.canceled
   */
  action: string;
  /**
   * @description The object, or the operation that was called; `several` for acts that are counted together.
   * @example pi_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  subject: string;
  /**
   * @description The member or API key that acted, or the name of a service or `operator`, the team of your Paygate; `several` for acts that are counted together.
   * @example mem_01k8zq3y8ng3sw0v6d7jep5f9x
   */
  actor: string;
  /**
   * @description The request that caused it, as in `x-request-id`.
   * @example req_01k8zq3y8ng3sw0v6d7jep5f9x
   */
  requestId: string;
  /**
   * @description The details of the change; its fields depend on the action.
   * @example {}
   */
  detail: {
    [key: string]: unknown;
  };
  /**
   * Format: date-time
   * @description The time of the change.
   * @example 2026-11-20T10:00:00.000Z
   */
  occurredAt: string;
}

export interface AuditEventPage {
  /** @description The objects of this page. */
  data: AuditEvent[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface RequestLogEntry {
  /**
   * @description The id of the object. It never changes.
   * @example rle_01k8zq3y8ng3sw0v6d7jep5f9x
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example request_log_entry
   * @constant
   */
  object: 'request_log_entry';
  /**
   * @description The HTTP method.
   * @example POST
   */
  method: string;
  /**
   * @description The path as this document writes it, without ids and query.
   * @example /gateway
   */
  path: string;
  /**
   * @description The status of the answer; null when the caller closed the connection before it.
   * @example 409
   */
  status: number | null;
  /**
   * @description The error code of a refused request.
   * @example reference_exists
   */
  code: string | null;
  /**
   * @description The key that made the request; null for a member and for the payment page.
   * @example key_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  apiKeyId: string | null;
  /**
   * @description The member who made the request at the dashboard; null for a key and for the payment page.
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
   * @description The time at which the answer was sent.
   * @example 2026-11-20T10:00:00.000Z
   */
  answeredAt: string;
}

export interface RequestLogPage {
  /** @description The objects of this page. */
  data: RequestLogEntry[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface WebhookCircuit {
  /**
   * @description `open` after failures in a row, or while an ordered endpoint waits to try its first event again. Nothing is sent before `until`; then one delivery is tried first, and its success closes the breaker.
   * @example closed
   * @enum {string}
   */
  state: 'closed' | 'open' | (string & {});
  /**
   * Format: date-time
   * @description The time at which the endpoint is tried again; null while the breaker is closed.
   * @example null
   */
  until: string | null;
}

export interface WebhookSecret {
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The end of the overlap of this secret; null for the newest one.
   * @example null
   */
  expiresAt: string | null;
}

export interface WebhookEndpoint {
  /**
   * @description The id of the object. It never changes.
   * @example we_01k8zq8n3tf5ws6c0e2hdvk9ja
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example webhook_endpoint
   * @constant
   */
  object: 'webhook_endpoint';
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description The URL to which events are delivered.
   * @example https://shop.example/webhooks
   */
  url: string;
  /**
   * @description Your own note; null without one.
   * @example order system
   */
  description: string | null;
  /**
   * @description The types that are delivered: types, families such as `payment.*`, or `*`.
   * @example [
   *       "payment.completed",
   *       "payment.failed"
   *     ]
   */
  events: string[];
  /**
   * @description True when the endpoint gets one event at a time, in the order in which they happened.
   * @example false
   */
  ordered: boolean;
  /**
   * @description The seconds before each retry; null for the usual schedule.
   * @example null
   */
  retrySchedule: number[] | null;
  /**
   * @description `paused` by you, or `disabled` by Paygate. In both cases events are kept, and are sent once the endpoint is enabled.
   * @example enabled
   * @enum {string}
   */
  status: 'enabled' | 'paused' | 'disabled' | (string & {});
  /**
   * @description The reason for which Paygate disabled the endpoint: `gone` when it answered 410, `failing` when no delivery succeeded for days.
   * @example null
   * @enum {string|null}
   */
  disabledReason: 'gone' | 'failing' | null | (string & {});
  /** @description The circuit breaker that holds its deliveries back after failures. Enabling the endpoint, or giving it another URL, closes the breaker. */
  circuit: WebhookCircuit;
  /** @description The secrets that sign its deliveries, oldest first. */
  secrets: WebhookSecret[];
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time of its last change.
   * @example 2026-11-20T10:00:00.000Z
   */
  updatedAt: string;
}

export interface WebhookEndpointPage {
  /** @description The objects of this page. */
  data: WebhookEndpoint[];
  /**
   * @description Always false: there are at most 16 endpoints.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, for `startingAfter`; null on the last one.
   * @example null
   */
  nextCursor: string | null;
}

export interface CreateWebhookEndpointRequest {
  /**
   * @description An https URL whose host is a name that resolves to a public address, without user name, password and fragment. In test mode http is accepted too.
   * @example https://shop.example/webhooks
   */
  url: string;
  /**
   * @description The events that it receives: types, families such as `payment.*`, or `*` for all but those about operators, which have to be named.
   * @example [
   *       "payment.completed",
   *       "payment.failed"
   *     ]
   */
  events: string[];
  /**
   * @description A note that distinguishes your endpoints.
   * @example order system
   */
  description?: string | null;
  /**
   * @description Deliver the events one at a time, in order: an event that fails holds back the later ones until it is delivered or given up. False when absent.
   * @example false
   */
  ordered?: boolean | null;
  /**
   * @description The seconds before each retry, instead of the usual schedule of Paygate. After the last retry the delivery has failed.
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
  /**
   * @description The id of the object. It never changes.
   * @example we_01k8zq8n3tf5ws6c0e2hdvk9ja
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example webhook_endpoint
   * @constant
   */
  object: 'webhook_endpoint';
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description The URL to which events are delivered.
   * @example https://shop.example/webhooks
   */
  url: string;
  /**
   * @description Your own note; null without one.
   * @example order system
   */
  description: string | null;
  /**
   * @description The types that are delivered: types, families such as `payment.*`, or `*`.
   * @example [
   *       "payment.completed",
   *       "payment.failed"
   *     ]
   */
  events: string[];
  /**
   * @description True when the endpoint gets one event at a time, in the order in which they happened.
   * @example false
   */
  ordered: boolean;
  /**
   * @description The seconds before each retry; null for the usual schedule.
   * @example null
   */
  retrySchedule: number[] | null;
  /**
   * @description `paused` by you, or `disabled` by Paygate. In both cases events are kept, and are sent once the endpoint is enabled.
   * @example enabled
   * @enum {string}
   */
  status: 'enabled' | 'paused' | 'disabled' | (string & {});
  /**
   * @description The reason for which Paygate disabled the endpoint: `gone` when it answered 410, `failing` when no delivery succeeded for days.
   * @example null
   * @enum {string|null}
   */
  disabledReason: 'gone' | 'failing' | null | (string & {});
  /** @description The circuit breaker that holds its deliveries back after failures. Enabling the endpoint, or giving it another URL, closes the breaker. */
  circuit: WebhookCircuit;
  /** @description The secrets that sign its deliveries, oldest first. */
  secrets: WebhookSecret[];
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time of its last change.
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
   * @description A note that distinguishes your endpoints. An empty text removes it.
   * @example order system
   */
  description?: string | null;
  /**
   * @description Deliver the events one at a time, in order: an event that fails holds back the later ones until it is delivered or given up.
   * @example true
   */
  ordered?: boolean | null;
  /**
   * @description The seconds before each retry, instead of the usual schedule of Paygate. After the last retry the delivery has failed. An empty list restores the usual schedule.
   * @example []
   */
  retrySchedule?: number[] | null;
  /**
   * @description `paused` stops deliveries and keeps them; `enabled` resumes them, and sends at once those that were kept or waited for a later attempt. An endpoint that Paygate has disabled is enabled in the same way.
   * @example enabled
   * @enum {string|null}
   */
  status?: 'enabled' | 'paused' | null;
}

export interface RotateWebhookSecretRequest {
  /**
   * @description The time, in seconds, for which the present secret continues to sign beside the new one; one day when absent, at most seven days. Older secrets end when they were to end. 0 ends all earlier secrets at once.
   * @example 86400
   */
  overlapSeconds?: number | null;
}

export interface Attempt {
  /**
   * @description The number of the attempt, from 1.
   * @example 1
   */
  attempt: number;
  /**
   * Format: date-time
   * @description The time of the attempt.
   * @example 2026-11-20T10:01:02.100Z
   */
  attemptedAt: string;
  /**
   * @description Milliseconds until the answer, or until the attempt was given up.
   * @example 120
   */
  latencyMs: number;
  /**
   * @description The status of your endpoint's answer; null when there was none.
   * @example 503
   */
  status: number | null;
  /**
   * @description The reason for which there was no answer. `dns`: the host of the URL has no public address.
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
  /**
   * @description The id of the object. It never changes.
   * @example del_01k8zq7d5r3f9a2c4e6b8d0713
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example delivery
   * @constant
   */
  object: 'delivery';
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description The event.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  eventId: string;
  /**
   * @description The type of the event.
   * @example payment.completed
   */
  eventType: string;
  /**
   * @description The webhook endpoint.
   * @example we_01k8zq8n3tf5ws6c0e2hdvk9ja
   */
  endpointId: string;
  /**
   * @description `parked`: its endpoint is paused or disabled. The delivery is sent once the endpoint is enabled.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'parked' | 'delivered' | 'failed' | (string & {});
  /**
   * @description The number of attempts so far.
   * @example 1
   */
  attemptCount: number;
  /**
   * Format: date-time
   * @description The earliest time of the next attempt of a pending delivery: by its schedule, or by the `circuit` of its endpoint. A time in the past means that the delivery is due.
   * @example 2026-11-20T10:01:07.000Z
   */
  nextAttemptAt: string | null;
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:01:02.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time at which it was delivered; null before.
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
  /**
   * @description The id of the object. It never changes.
   * @example rec_01k8zqc4m7f2xv9t5c6hdn4e8w
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example recovery
   * @constant
   */
  object: 'recovery';
  /**
   * @description The webhook endpoint.
   * @example we_01k8zq8n3tf5ws6c0e2hdvk9ja
   */
  endpointId: string;
  /**
   * @description `canceled`: the endpoint was deleted.
   * @example running
   * @enum {string}
   */
  status: 'running' | 'completed' | 'canceled' | (string & {});
  /**
   * Format: date-time
   * @description The beginning of the range of time.
   * @example 2026-11-20T00:00:00.000Z
   */
  from: string;
  /**
   * Format: date-time
   * @description The end of the range of time.
   * @example 2026-11-21T00:00:00.000Z
   */
  to: string;
  /**
   * @description True when the events are only counted.
   * @example false
   */
  dryRun: boolean;
  /**
   * @description True when events that were delivered already are sent again.
   * @example false
   */
  includeDelivered: boolean;
  /**
   * @description The number of events of the range that were examined so far.
   * @example 1200
   */
  examined: number;
  /**
   * @description The number of these events that were made due, or that would be made due without `dryRun`.
   * @example 300
   */
  queued: number;
  /**
   * @description The number of events that cannot be sent, because their bodies are no longer kept.
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
   * @description The time at which it was created.
   * @example 2026-11-21T08:00:00.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time at which it was completed; null before.
   * @example null
   */
  completedAt: string | null;
}

export type Event = PaygateEvent | ExpiredEvent;

export interface EventPage {
  /** @description The objects of this page. */
  data: Event[];
  /**
   * @description True when there are more objects in this direction. A page may be shorter than `limit` while more follow.
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
  /**
   * @description The id of the object. It never changes.
   * @example del_01k8zq7d5r3f9a2c4e6b8d0713
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example delivery
   * @constant
   */
  object: 'delivery';
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description The event.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  eventId: string;
  /**
   * @description The type of the event.
   * @example payment.completed
   */
  eventType: string;
  /**
   * @description The webhook endpoint.
   * @example we_01k8zq8n3tf5ws6c0e2hdvk9ja
   */
  endpointId: string;
  /**
   * @description `parked`: its endpoint is paused or disabled. The delivery is sent once the endpoint is enabled.
   * @example pending
   * @enum {string}
   */
  status: 'pending' | 'parked' | 'delivered' | 'failed' | (string & {});
  /**
   * @description The number of attempts so far.
   * @example 1
   */
  attemptCount: number;
  /**
   * Format: date-time
   * @description The earliest time of the next attempt of a pending delivery: by its schedule, or by the `circuit` of its endpoint. A time in the past means that the delivery is due.
   * @example 2026-11-20T10:01:07.000Z
   */
  nextAttemptAt: string | null;
  /**
   * Format: date-time
   * @description The time at which it was created.
   * @example 2026-11-20T10:01:02.000Z
   */
  createdAt: string;
  /**
   * Format: date-time
   * @description The time at which it was delivered; null before.
   * @example null
   */
  deliveredAt: string | null;
}

export interface DeliveryPage {
  /** @description The objects of this page. */
  data: Delivery[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface FailureCount {
  /**
   * @description The reason of the failures.
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
  /**
   * @description The number of payments.
   * @example 2
   */
  payments: number;
}

export interface PaymentMetric {
  /**
   * Format: date-time
   * @description The beginning of the hour or day.
   * @example 2026-11-20T00:00:00.000Z
   */
  from: string;
  /**
   * @description The number of intents that were created.
   * @example 30
   */
  created: number;
  /**
   * @description The number of payments that were completed.
   * @example 18
   */
  completed: number;
  /**
   * @description The number of payments that failed.
   * @example 2
   */
  failed: number;
  /**
   * @description The number of payments that expired.
   * @example 8
   */
  expired: number;
  /**
   * @description The number of payments that were canceled.
   * @example 1
   */
  canceled: number;
  /**
   * @description The amounts of completed payments, in the currency's minor unit.
   * @example 90000
   */
  volume: string;
  /**
   * @description The share of completed payments among those that completed or failed, in hundredths of a percent; null when there are none.
   * @example 9000
   */
  successRate: number | null;
  /** @description The reasons for which payments failed, the most frequent first. */
  failures: FailureCount[];
}

export interface PaymentMetrics {
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description The length of each range: an hour or a day.
   * @example day
   * @enum {string}
   */
  granularity: 'hour' | 'day' | (string & {});
  /**
   * Format: date-time
   * @description The beginning of the range of time.
   * @example 2026-11-20T00:00:00.000Z
   */
  from: string;
  /**
   * Format: date-time
   * @description The end of the range of time.
   * @example 2026-11-21T00:00:00.000Z
   */
  to: string;
  /** @description Oldest first, without hours or days in which nothing happened. */
  data: PaymentMetric[];
}

export interface CustomerTotal {
  /**
   * @description The currency (ISO 4217).
   * @example XAF
   * @enum {string}
   */
  currency: 'XAF' | 'XOF' | (string & {});
  /**
   * @description The number of payments.
   * @example 3
   */
  payments: number;
  /**
   * @description The sum of their amounts, in the currency's minor unit.
   * @example 15000
   */
  amount: string;
  /**
   * @description The part of this amount that went back: what was refunded, and what operators have taken back.
   * @example 1500
   */
  amountRefunded?: string;
}

export interface Customer {
  /**
   * @description The kind of the object.
   * @example customer
   * @constant
   */
  object: 'customer';
  /**
   * @description The number of completed payments.
   * @example 3
   */
  payments: number;
  /** @description The totals of these payments by currency, in the order of the currency codes. */
  totals: CustomerTotal[];
  /**
   * Format: date-time
   * @description The time at which the first of these payments was completed.
   * @example 2026-11-20T10:00:00.000Z
   */
  firstPaymentAt: string;
  /**
   * Format: date-time
   * @description The time at which the last of them was completed.
   * @example 2026-11-23T08:30:00.000Z
   */
  lastPaymentAt: string;
  /**
   * @description True when the customer has completed more than 1000 payments: counts, totals and times then cover only those that were created last.
   * @example false
   */
  isCut: boolean;
  /**
   * @description The customer’s account.
   * @example usr_01k8zq3x7mf2rv9t5c6hdn4e8w
   */
  userId: string;
}

export interface CustomerPage {
  /** @description The objects of this page. */
  data: Customer[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface Guest {
  /**
   * @description The kind of the object.
   * @example guest
   * @constant
   */
  object: 'guest';
  /**
   * @description The number of completed payments.
   * @example 3
   */
  payments: number;
  /** @description The totals of these payments by currency, in the order of the currency codes. */
  totals: CustomerTotal[];
  /**
   * Format: date-time
   * @description The time at which the first of these payments was completed.
   * @example 2026-11-20T10:00:00.000Z
   */
  firstPaymentAt: string;
  /**
   * Format: date-time
   * @description The time at which the last of them was completed.
   * @example 2026-11-23T08:30:00.000Z
   */
  lastPaymentAt: string;
  /**
   * @description True when the customer has completed more than 1000 payments: counts, totals and times then cover only those that were created last.
   * @example false
   */
  isCut: boolean;
  /**
   * @description The phone as a customer of this merchant in this mode. The same phone has another id at every other merchant and in the other mode.
   * @example cus_2m8wq3x7mf2rv9t5c6hdn4e8wz
   */
  id: string;
  /**
   * @description The phone or the address with only its end readable.
   * @example ********01
   */
  phoneMasked: string;
  /**
   * @description The operator of the last of these payments.
   * @example mtn_momo
   * @enum {string}
   */
  operator: 'mtn_momo' | 'orange_money' | (string & {});
}

export interface GuestPage {
  /** @description The objects of this page. */
  data: Guest[];
  /**
   * @description True when another page follows.
   * @example false
   */
  hasMore: boolean;
  /**
   * @description The cursor of the next page, when there is one.
   * @example null
   */
  nextCursor: string | null;
}

export interface PayerNumber {
  /**
   * @description The kind of the object.
   * @example payer
   * @constant
   */
  object: 'payer';
  /**
   * @description The payment intent.
   * @example pi_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  intentionId: string;
  /**
   * @description The phone number in full, with the country code; null with a `reason`.
   * @example +237677591001
   */
  phoneNumber: string | null;
  /**
   * @description Why there is no number: nobody was charged yet (`not_charged`), the payment is from a wallet (`wallet`), no number is kept for it (`not_kept`), or the period in which it can be refunded is over (`period_over`). Null with a number.
   * @example null
   * @enum {string|null}
   */
  reason: 'not_charged' | 'wallet' | 'not_kept' | 'period_over' | null | (string & {});
  /**
   * @description The number as lists and events show it; null where they show none.
   * @example ********01
   */
  phoneMasked: string | null;
  /**
   * @description The operator of mobile money; null for a wallet.
   * @example mtn_momo
   * @enum {string|null}
   */
  operator: 'mtn_momo' | 'orange_money' | null | (string & {});
}

export interface TestMessage {
  /**
   * @description The id of the object. It never changes.
   * @example tm_01k8zq4a2nf8rb0v6d7jep5f9x
   */
  id: string;
  /**
   * @description The kind of the object.
   * @example test_message
   * @constant
   */
  object: 'test_message';
  /**
   * @description The channel by which it is sent: SMS or e-mail.
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
  /**
   * @description The message, as the customer would read it.
   * @example 482915 is your Paygate code for paying 5,000 FCFA to Boutique. Valid for 5 min. Do not share it.
   */
  text: string;
  /**
   * @description The code that the text holds; null for a receipt.
   * @example 482915
   */
  code: string | null;
  /**
   * Format: date-time
   * @description The time at which it would have been sent.
   * @example 2026-11-20T10:01:02.000Z
   */
  sentAt: string;
}

export interface TestInbox {
  /** @description The objects of this page. */
  data: TestMessage[];
}

export interface PaymentEventData {
  /** @description The payment as it was right after the event. */
  paymentIntent: PaymentIntent;
}

export interface PaymentCreatedEvent {
  /**
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'payment.created';
  /** @description The objects of this page. */
  data: PaymentEventData;
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
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
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'payment.processing';
  /** @description The objects of this page. */
  data: PaymentEventData;
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
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
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'payment.delayed';
  /** @description The objects of this page. */
  data: PaymentEventData;
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
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
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'payment.completed';
  /** @description The objects of this page. */
  data: PaymentEventData;
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
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
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'payment.failed';
  /** @description The objects of this page. */
  data: PaymentEventData;
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
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
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'payment.expired';
  /** @description The objects of this page. */
  data: PaymentEventData;
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
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
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'payment.canceled';
  /** @description The objects of this page. */
  data: PaymentEventData;
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
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

export interface ReversalEventData {
  /** @description The reversal as it was right after the event. */
  reversal: Reversal;
  /** @description The payment as it was right after the event. */
  paymentIntent: PaymentIntent;
}

export interface PaymentReversedEvent {
  /**
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'payment.reversed';
  /** @description The objects of this page. */
  data: ReversalEventData;
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
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

export interface PaymentReversalReturnedEvent {
  /**
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'payment.reversal_returned';
  /** @description The objects of this page. */
  data: ReversalEventData;
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
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
  /** @description The refund as it was right after the event. */
  refund: Refund;
  /** @description The payment as it was right after the event. */
  paymentIntent: PaymentIntent;
}

export interface RefundCompletedEvent {
  /**
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'refund.completed';
  /** @description The objects of this page. */
  data: RefundEventData;
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
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
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'refund.failed';
  /** @description The objects of this page. */
  data: RefundEventData;
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
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

export interface PayoutEventData {
  /** @description The payout as it ended. */
  payout: Payout;
}

export interface PayoutCompletedEvent {
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zs9c5n7e2w6h1k4q8t3v0x
   */
  id: string;
  /**
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'payout.completed';
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-21T09:00:03.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Null: the event is not about an intent.
   * @example null
   */
  sequence: number | null;
  /** @description The objects of this page. */
  data: PayoutEventData;
}

export interface PayoutFailedEvent {
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zs9c5n7e2w6h1k4q8t3v0x
   */
  id: string;
  /**
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'payout.failed';
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-21T09:00:03.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Null: the event is not about an intent.
   * @example null
   */
  sequence: number | null;
  /** @description The objects of this page. */
  data: PayoutEventData;
}

export interface PayoutBatchEventData {
  /** @description The batch of payouts as it was at this time. */
  payoutBatch: PayoutBatch;
}

export interface PayoutBatchApprovedEvent {
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zsd6zs9f4p7q1k5w8y0exb
   */
  id: string;
  /**
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'payout_batch.approved';
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-21T09:10:00.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Null: the event is not about an intent.
   * @example null
   */
  sequence: number | null;
  /** @description The objects of this page. */
  data: PayoutBatchEventData;
}

export interface PayoutBatchCompletedEvent {
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zsd6zs9f4p7q1k5w8y0exb
   */
  id: string;
  /**
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'payout_batch.completed';
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-21T09:10:00.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Null: the event is not about an intent.
   * @example null
   */
  sequence: number | null;
  /** @description The objects of this page. */
  data: PayoutBatchEventData;
}

export interface EndpointInTrouble {
  /**
   * @description The id of the object. It never changes.
   * @example we_01k8zq8n3tf5ws6c0e2hdvk9ja
   */
  id: string;
  /**
   * @description The endpoint whose deliveries fail.
   * @example https://shop.example/webhooks
   */
  url: string;
  /**
   * @description `no_success`: nothing was delivered for three days; after five days the endpoint is disabled. `address_not_allowed`: its host has no public address. For a disabled endpoint: `gone` when it answered 410, `failing` when nothing was delivered for five days. Null in `endpoint.ping`.
   * @example failing
   * @enum {string|null}
   */
  reason: 'no_success' | 'address_not_allowed' | 'gone' | 'failing' | null | (string & {});
}

export interface EndpointEventData {
  /** @description The endpoint that the event is about. */
  webhookEndpoint: EndpointInTrouble;
}

export interface EndpointFailingEvent {
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zqb2m4c6e8g0j2n4q6s8v0
   */
  id: string;
  /**
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'endpoint.failing';
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Null: the event is not about an intent.
   * @example null
   */
  sequence: number | null;
  /** @description The objects of this page. */
  data: EndpointEventData;
}

export interface EndpointDisabledEvent {
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zqb2m4c6e8g0j2n4q6s8v0
   */
  id: string;
  /**
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'endpoint.disabled';
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Null: the event is not about an intent.
   * @example null
   */
  sequence: number | null;
  /** @description The objects of this page. */
  data: EndpointEventData;
}

export interface EndpointPingEvent {
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zqb2m4c6e8g0j2n4q6s8v0
   */
  id: string;
  /**
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'endpoint.ping';
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Null: the event is not about an intent.
   * @example null
   */
  sequence: number | null;
  /** @description The objects of this page. */
  data: EndpointEventData;
}

export interface ChangedOperator {
  /**
   * @description The mobile-money operator.
   * @example mtn_momo
   * @enum {string}
   */
  operator: 'mtn_momo' | 'orange_money' | (string & {});
  /**
   * @description The state of its payments.
   * @example degraded
   * @enum {string}
   */
  state: 'operational' | 'degraded' | 'down' | 'unknown' | (string & {});
  /** @description The outcomes of the last 5 minutes. They decide the state where there are at least 20. */
  last5Minutes: OperatorOutcomes;
  /** @description The outcomes of the last 60 minutes. They decide where those of 5 minutes are too few. */
  last60Minutes: OperatorOutcomes;
}

export interface OperatorEventData {
  /** @description The mobile-money operator. */
  operator: ChangedOperator;
}

export interface OperatorDegradedEvent {
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zvk3n5p7q9r1s3t5v7w9x1
   */
  id: string;
  /**
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'operator.degraded';
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-28T09:00:00.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Null: the event is not about an intent.
   * @example null
   */
  sequence: number | null;
  /** @description The objects of this page. */
  data: OperatorEventData;
}

export interface OperatorRecoveredEvent {
  /**
   * @description The id of the event, the same for each retry: recognise duplicates by it.
   * @example evt_01k8zvk3n5p7q9r1s3t5v7w9x1
   */
  id: string;
  /**
   * @description The type of the event. (enum property replaced by openapi-typescript)
   * @enum {string}
   */
  type: 'operator.recovered';
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-28T09:00:00.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written.
   * @example 2026-11-20
   */
  apiVersion: string;
  /**
   * @description The mode of the object: test or live.
   * @example test
   * @enum {string}
   */
  mode: 'test' | 'live' | (string & {});
  /**
   * @description Null: the event is not about an intent.
   * @example null
   */
  sequence: number | null;
  /** @description The objects of this page. */
  data: OperatorEventData;
}

export interface ProblemFault {
  /** @description The parameter, as its path in the body: `metadata`, `paymentMethod.phoneNumber`. */
  param: string;
  /**
   * @description The code of this fault.
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
    | 'phone_ask_not_allowed'
    | 'owner_required'
    | 'second_person_required'
    | 'intent_not_found'
    | 'refund_not_found'
    | 'payout_not_found'
    | 'top_up_not_found'
    | 'withdrawal_not_found'
    | 'payout_destination_not_found'
    | 'payout_batch_not_found'
    | 'payment_link_not_found'
    | 'till_not_found'
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
    | 'wallet_frozen'
    | 'payment_method_unavailable'
    | 'till_revoked'
    | 'till_limit_reached'
    | 'payment_link_inactive'
    | 'payment_link_used_up'
    | 'retry_unavailable'
    | 'receipt_limit_reached'
    | 'receipt_period_over'
    | 'refund_unsupported'
    | 'refund_period_over'
    | 'refund_exceeds_charge'
    | 'refund_limit_reached'
    | 'payout_unexpected_state'
    | 'payout_unsupported'
    | 'payout_limit_reached'
    | 'payout_destination_not_usable'
    | 'payout_destination_limit_reached'
    | 'payout_batch_unexpected_state'
    | 'payout_batch_faulty'
    | 'payout_batch_changed'
    | 'payout_batch_repeated'
    | 'payout_batch_limit_reached'
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
    | 'withdrawal_expired'
    | 'idempotency_key_reused'
    | 'rate_limited'
    | 'otp_cooldown'
    | 'otp_budget_spent'
    | 'prompt_limit_reached'
    | 'owner_lookup_limit_reached'
    | 'login_throttled'
    | 'quota_spent'
    | 'internal_error'
    | 'service_unavailable'
    | 'upstream_timeout'
    | (string & {});
  /** @description The problem with the parameter, in English. */
  detail: string;
}

export interface Problem {
  /** @description The address of the page that explains the code. It may be relative to the request. */
  type: string;
  /** @description The meaning of the code, in English. */
  title: string;
  /** @description The HTTP status. */
  status: number;
  /** @description The problem with this request, in English, for developers. */
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
    | 'phone_ask_not_allowed'
    | 'owner_required'
    | 'second_person_required'
    | 'intent_not_found'
    | 'refund_not_found'
    | 'payout_not_found'
    | 'top_up_not_found'
    | 'withdrawal_not_found'
    | 'payout_destination_not_found'
    | 'payout_batch_not_found'
    | 'payment_link_not_found'
    | 'till_not_found'
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
    | 'wallet_frozen'
    | 'payment_method_unavailable'
    | 'till_revoked'
    | 'till_limit_reached'
    | 'payment_link_inactive'
    | 'payment_link_used_up'
    | 'retry_unavailable'
    | 'receipt_limit_reached'
    | 'receipt_period_over'
    | 'refund_unsupported'
    | 'refund_period_over'
    | 'refund_exceeds_charge'
    | 'refund_limit_reached'
    | 'payout_unexpected_state'
    | 'payout_unsupported'
    | 'payout_limit_reached'
    | 'payout_destination_not_usable'
    | 'payout_destination_limit_reached'
    | 'payout_batch_unexpected_state'
    | 'payout_batch_faulty'
    | 'payout_batch_changed'
    | 'payout_batch_repeated'
    | 'payout_batch_limit_reached'
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
    | 'withdrawal_expired'
    | 'idempotency_key_reused'
    | 'rate_limited'
    | 'otp_cooldown'
    | 'otp_budget_spent'
    | 'prompt_limit_reached'
    | 'owner_lookup_limit_reached'
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
  /** @description True when the identical request with the same Idempotency-Key may succeed. */
  retryable: boolean;
  /** @description The request that caused it, as in `x-request-id`. */
  requestId: string;
  /** @description With 429 and 503: seconds to wait before the next attempt, as in the header `Retry-After`. */
  retryAfter?: number;
  /** @description The smallest amount in this currency. */
  min?: string;
  /** @description The largest amount in this currency, or the largest sum of a day. */
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
  /** @description The amount of the payment that can still be refunded. */
  refundable?: string;
  /** @description The largest number in a day: of refunds of a cashier or of the account, of payouts, or of questions about owners. */
  limit?: number;
  /** @description The number of refunds that count today towards `limit`. */
  used?: number;
  /** @description The sum of the refunds that count today towards `max`. */
  usedAmount?: string;
  /** @description The available balance in the currency of the payment. */
  available?: string;
  /** @description The pending balance; a refund may use it, too. */
  pending?: string;
  /** @description What the balance owes; nothing can be refunded or paid out before it is filled. */
  owed?: string;
  /**
   * Format: date-time
   * @description The time from which money may go to the destination; absent when it never may.
   */
  usableAt?: string;
  /** @description The amount that the balance lacks. */
  missing?: string;
  /** @description The payment intents and links that the account may still create in test mode before `renewsAt`. */
  intentsLeft?: number;
  /** @description The bytes that these intents and links may have in all. */
  bytesLeft?: number;
  /**
   * Format: date-time
   * @description The time at which the next day begins, and with it its quota or limit.
   */
  renewsAt?: string;
  /** @description `reauthentication_required`: with a user token the request may succeed immediately. */
  nextStep?: string;
}

export interface ExpiredEvent {
  /**
   * @description The id of the object. It never changes.
   * @example evt_01k8zq7d5rj1ve3y9gankhs8j2
   */
  id: string;
  /**
   * @description The type of the event.
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
    | 'payment.reversed'
    | 'payment.reversal_returned'
    | 'refund.completed'
    | 'refund.failed'
    | 'payout.completed'
    | 'payout.failed'
    | 'payout_batch.approved'
    | 'payout_batch.completed'
    | 'endpoint.failing'
    | 'endpoint.disabled'
    | 'endpoint.ping'
    | 'operator.degraded'
    | 'operator.recovered';
  /**
   * Format: date-time
   * @description The time at which the event happened.
   * @example 2026-11-20T10:01:02.000Z
   */
  created: string;
  /**
   * @description The version of the API in which the event is written; null once `data` has expired.
   * @example 2026-11-20
   */
  apiVersion: string | null;
  /**
   * @description The mode of the object: test or live.
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
  | PaymentReversedEvent
  | PaymentReversalReturnedEvent
  | RefundCompletedEvent
  | RefundFailedEvent
  | PayoutCompletedEvent
  | PayoutFailedEvent
  | PayoutBatchApprovedEvent
  | PayoutBatchCompletedEvent
  | EndpointFailingEvent
  | EndpointDisabledEvent
  | EndpointPingEvent
  | OperatorDegradedEvent
  | OperatorRecoveredEvent;

export interface ListIntentsQuery {
  /** @description Intents that have each word of this text as a part of their `reference`, their `description` or a text at the top level of metadata, in any case, with or without accents; a word of one or two letters is found whole. And those whose amount it is, whose id it is or ends with, whose charge has this id, and those with this transaction number of the operator. Words are found some seconds after the creation, the others at once. A phone number belongs into `POST /gateway/search`. */
  q?: string;
  /** @description Intents of this reference only: all attempts to pay one order. */
  reference?: string;
  /** @description Intents with this transaction number of the operator, as the customer’s message has it: only its letters and digits are compared, in any case. */
  providerReference?: string & unknown;
  /** @description Intents that this user has paid or tried to pay, and those that only this user may pay. */
  userId?: string;
  /** @description Intents that were paid, or that somebody tried to pay, by mobile money from the phone with this id, as the list of guests has it. */
  customerId?: string;
  /** @description Intents that were made at this till. */
  tillId?: string;
  /** @description Intents with this metadata only, such as `metadata[orderId]=1042`: a key at the top level whose value is exactly this string. Up to 5 keys, all of which must match. Keys with a bracket cannot be searched. */
  metadata?: {
    [key: string]: string;
  };
  /** @description The largest number of intents on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this intent and holds older ones: `nextCursor` of the previous page, or the id of any of your intents. */
  startingAfter?: string;
  /** @description The page ends just before this intent in the list: it holds those that were created right after it. Cannot be combined with `startingAfter`. */
  endingBefore?: string;
  /** @description Intents of these statuses only. In a query, repeat the parameter for each status; `status[]` works too. */
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
  /** @description The largest number of links on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this link and holds older ones: `nextCursor` of the previous page, or any id. */
  startingAfter?: string;
}

export interface ListIntentRefundsQuery {
  /** @description The largest number of refunds on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this refund and holds older ones. */
  startingAfter?: string;
}

export interface ListRefundsQuery {
  /** @description Refunds of this status only. */
  status?: 'PENDING' | 'COMPLETED' | 'FAILED';
  /** @description Refunds with this transaction number of the operator, as the customer’s message has it: only its letters and digits are compared, in any case. */
  providerReference?: string & unknown;
  /** @description Created at this time or later. */
  createdFrom?: string;
  /** @description Created before this time. */
  createdTo?: string;
  /** @description The largest number of refunds on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this refund and holds older ones. */
  startingAfter?: string;
}

export interface ListIntentReversalsQuery {
  /** @description The largest number of reversals on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this reversal and holds older ones. */
  startingAfter?: string;
}

export interface ListBalanceTransactionsQuery {
  /** @description The largest number of transactions on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this transaction and holds older ones. */
  startingAfter?: string;
  /** @description ISO 4217 code; XAF when absent. */
  currency?: 'XAF' | 'XOF';
  /** @description Created at this time or later. */
  createdFrom?: string;
  /** @description Created before this time. */
  createdTo?: string;
}

export interface GetBalanceStatementQuery {
  /** @description A month of Africa/Douala, instead of `from` and `to`. */
  month?: string;
  /** @description Inclusive; the beginning of this month in Africa/Douala when absent. */
  from?: string;
  /** @description Exclusive; now when absent. The answer states the actual end of the span. */
  to?: string;
  /** @description ISO 4217 code; XAF when absent. */
  currency?: 'XAF' | 'XOF';
}

export interface GetBalanceSummaryQuery {
  /** @description A month of Africa/Douala, instead of `from` and `to`. */
  month?: string;
  /** @description Inclusive; the beginning of this month in Africa/Douala when absent. */
  from?: string;
  /** @description Exclusive; now when absent. The answer states the actual end of the span. */
  to?: string;
  /** @description ISO 4217 code; XAF when absent. */
  currency?: 'XAF' | 'XOF';
}

export interface GetOwnSummaryQuery {
  /** @description A month of Africa/Douala, instead of `from` and `to`. */
  month?: string;
  /** @description Inclusive; the beginning of this month in Africa/Douala when absent. */
  from?: string;
  /** @description Exclusive; now when absent. The answer states the actual end of the span. */
  to?: string;
  /** @description ISO 4217 code; XAF when absent. */
  currency?: 'XAF' | 'XOF';
}

export interface GetFeeQuery {
  /** @description Digits in the currency's minor unit: for XAF, "1043" is 1 043 FCFA. */
  amount: string;
  /** @description How the money moves: by `wallet`, or by the mobile-money operator. */
  method: 'wallet' | 'mtn_momo' | 'orange_money';
  /** @description ISO 4217 code; XAF when absent. */
  currency?: 'XAF' | 'XOF';
}

export interface ListPayoutsQuery {
  /** @description The largest number of payouts on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this payout and holds older ones. */
  startingAfter?: string;
  /** @description Payouts of this status only. */
  status?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELED';
  /** @description Payouts with this transaction number of the operator, as the customer’s message has it: only its letters and digits are compared, in any case. */
  providerReference?: string & unknown;
  /** @description Created at this time or later. */
  createdFrom?: string;
  /** @description Created before this time. */
  createdTo?: string;
}

export interface GetPayoutTransactionsQuery {
  /** @description The largest number of transactions on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this transaction and holds newer ones. */
  startingAfter?: string;
}

export interface GetPayoutFeeQuery {
  /** @description The destination that the money would have. */
  destinationId: string;
  /** @description The amount that leaves the balance, the fee included, in digits of the minor unit. When absent, everything that is available above the reserve of the schedule. */
  amount?: string;
}

export interface ListPayoutBatchesQuery {
  /** @description The largest number of batches on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this batch and holds older ones. */
  startingAfter?: string;
  /** @description Batches of this status only. */
  status?: 'DRAFT' | 'READY' | 'PROCESSING' | 'PAUSED' | 'COMPLETED' | 'CANCELED';
}

export interface ListPayoutBatchRowsQuery {
  /** @description The largest number of rows on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after the row with this number. */
  startingAfter?: string;
  /** @description Rows whose payout has this status only. */
  status?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELED';
  /** @description `largest` gives one page of the rows with the largest amounts, and rows in the order of their numbers otherwise. */
  order?: 'number' | 'largest';
}

export interface ListApiKeysQuery {
  /** @description The largest number of keys on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this object and holds older ones: `nextCursor` of the previous page. */
  startingAfter?: string;
}

export interface GetWalletQuery {
  /** @description ISO 4217 code; XAF when absent. */
  currency?: 'XAF' | 'XOF';
}

export interface ListWalletTransactionsQuery {
  /** @description The largest number of transactions on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this transaction and holds older ones. */
  startingAfter?: string;
  /** @description ISO 4217 code; XAF when absent. */
  currency?: 'XAF' | 'XOF';
}

export interface ListMembersQuery {
  /** @description The largest number of members on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this object and holds older ones: `nextCursor` of the previous page. */
  startingAfter?: string;
}

export interface ListFormerMembersQuery {
  /** @description The largest number of members on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this object and holds older ones: `nextCursor` of the previous page. */
  startingAfter?: string;
}

export interface ListAuditEventsQuery {
  /** @description The largest number of records on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this object and holds older ones: `nextCursor` of the previous page. */
  startingAfter?: string;
  /** @description Only events with this `action`. */
  action?:
    | 'api_key.created'
    | 'api_key.changed'
    | 'api_key.rotated'
    | 'api_key.revoked'
    | 'api_key.in_browser'
    | 'merchant.changed'
    | 'merchant.live_requested'
    | 'merchant.live_request_withdrawn'
    | 'merchant.live_request_declined'
    | 'till.created'
    | 'till.revoked'
    | 'user.registered'
    | 'password.reset'
    | 'member.invited'
    | 'member.invited_again'
    | 'member.joined'
    | 'member.role_changed'
    | 'member.notices_changed'
    | 'member.push_started'
    | 'member.push_stopped'
    | 'member.removed'
    | 'member.erased'
    | 'member.password_reset'
    | 'member.password_changed'
    | 'member.second_factor_enabled'
    | 'member.second_factor_disabled'
    | 'member.second_factor_refused'
    | 'member.recovery_code_used'
    | 'member.recovery_codes_renewed'
    | 'member.signed_in'
    | 'member.sign_in_refused'
    | 'member.signed_out'
    | 'member.session_ended'
    | 'member.refused'
    | 'member.password_refused'
    | 'member.password_reset_requested'
    | 'api_key.refused'
    | 'customers.read'
    | 'test_inbox.read'
    | 'customer.sign_in_refused'
    | 'customer.password_reset_requested'
    | 'payment.canceled'
    | 'payment.refunded'
    | 'payment.matched'
    | 'payment.reversed'
    | 'payment.reversal_returned'
    | 'payer.read'
    | 'phone.asked'
    | 'refunds.half_of_balance'
    | 'fee.agreed'
    | 'balance.adjusted'
    | 'payout.requested'
    | 'payout.canceled'
    | 'payout.stopped'
    | 'payout.failed'
    | 'payout_destination.looked_up'
    | 'payout_destination.registered'
    | 'payout_destination.revoked'
    | 'payout_schedule.changed'
    | 'payout_batch.drafted'
    | 'payout_batch.sealed'
    | 'payout_batch.approved'
    | 'payout_batch.paused'
    | 'payout_batch.resumed'
    | 'payout_batch.canceled'
    | 'payment_link.created'
    | 'payment_link.changed'
    | 'payment_link.activated'
    | 'payment_link.deactivated'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.changed'
    | 'webhook_endpoint.paused'
    | 'webhook_endpoint.enabled'
    | 'webhook_endpoint.deleted'
    | 'webhook_endpoint.secret_rotated'
    | 'webhook_endpoint.tested'
    | 'webhook_endpoint.recovery_started'
    | 'webhook_endpoint.failing'
    | 'webhook_endpoint.disabled'
    | 'delivery.redelivered';
  /** @description Only events with this `actor`. */
  actor?: string;
}

export interface ListRequestLogQuery {
  /** @description The largest number of entries on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this object and holds older ones: `nextCursor` of the previous page. */
  startingAfter?: string;
  /** @description Only requests that were answered with this status. */
  status?: number;
  /** @description Only requests that were refused with this error code. */
  code?:
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
    | 'phone_ask_not_allowed'
    | 'owner_required'
    | 'second_person_required'
    | 'intent_not_found'
    | 'refund_not_found'
    | 'payout_not_found'
    | 'top_up_not_found'
    | 'withdrawal_not_found'
    | 'payout_destination_not_found'
    | 'payout_batch_not_found'
    | 'payment_link_not_found'
    | 'till_not_found'
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
    | 'wallet_frozen'
    | 'payment_method_unavailable'
    | 'till_revoked'
    | 'till_limit_reached'
    | 'payment_link_inactive'
    | 'payment_link_used_up'
    | 'retry_unavailable'
    | 'receipt_limit_reached'
    | 'receipt_period_over'
    | 'refund_unsupported'
    | 'refund_period_over'
    | 'refund_exceeds_charge'
    | 'refund_limit_reached'
    | 'payout_unexpected_state'
    | 'payout_unsupported'
    | 'payout_limit_reached'
    | 'payout_destination_not_usable'
    | 'payout_destination_limit_reached'
    | 'payout_batch_unexpected_state'
    | 'payout_batch_faulty'
    | 'payout_batch_changed'
    | 'payout_batch_repeated'
    | 'payout_batch_limit_reached'
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
    | 'withdrawal_expired'
    | 'idempotency_key_reused'
    | 'rate_limited'
    | 'otp_cooldown'
    | 'otp_budget_spent'
    | 'prompt_limit_reached'
    | 'owner_lookup_limit_reached'
    | 'login_throttled'
    | 'quota_spent'
    | 'internal_error'
    | 'service_unavailable'
    | 'upstream_timeout';
  /** @description Only requests of this API key. */
  apiKeyId?: string;
  /** @description Only requests of this path, as this document writes it. */
  path?: string;
}

export interface ListEventsQuery {
  /** @description The largest number of events on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this event and holds older ones. */
  startingAfter?: string;
  /** @description The page ends just before this event in the list: it holds those that came right after it in time. Cannot be combined with `startingAfter`. With `Prefer: wait` a page without events waits for one. */
  endingBefore?: string;
  /** @description Events of this type only. */
  type?:
    | 'payment.created'
    | 'payment.processing'
    | 'payment.delayed'
    | 'payment.completed'
    | 'payment.failed'
    | 'payment.expired'
    | 'payment.canceled'
    | 'payment.reversed'
    | 'payment.reversal_returned'
    | 'refund.completed'
    | 'refund.failed'
    | 'payout.completed'
    | 'payout.failed'
    | 'payout_batch.approved'
    | 'payout_batch.completed'
    | 'endpoint.failing'
    | 'endpoint.disabled'
    | 'endpoint.ping'
    | 'operator.degraded'
    | 'operator.recovered';
  /** @description Events about this payment intent only. */
  intentionId?: string;
  /** @description Created at this time or later. */
  createdFrom?: string;
  /** @description Created before this time. */
  createdTo?: string;
}

export interface ListWebhookEndpointDeliveriesQuery {
  /** @description The largest number of deliveries on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this delivery and holds deliveries of older events. */
  startingAfter?: string;
  /** @description Deliveries of this status only. */
  status?: 'pending' | 'parked' | 'delivered' | 'failed';
}

export interface GetPaymentMetricsQuery {
  /** @description ISO 4217 code; XAF when absent. */
  currency?: 'XAF' | 'XOF';
  /** @description `day` when absent. */
  granularity?: 'hour' | 'day';
  /** @description The first hour or day is the one that contains this time; 24 hours or 30 days before `to` when absent. The range is at most 14 days by hour, 366 by day. */
  from?: string;
  /** @description Hours that begin before this time are counted; now when absent. Not before 2020-01-01T00:00:00.000Z, and at most 2 days after now. */
  to?: string;
  /** @description The time zone whose days are counted, by its name in the IANA database, present or former, in capital or small letters; UTC when absent. A day has 23 to 25 hours where clocks change. */
  timeZone?: string;
  /** @description The offset of the days from UTC, in whole hours, for callers that do not know the name of the time zone. Without effect beside `timeZone`. */
  utcOffset?: number;
}

export interface ListCustomersQuery {
  /** @description The largest number of customers on one page; 20 when absent. */
  limit?: number;
  /** @description The page starts after this user: `nextCursor` of the previous page. */
  startingAfter?: string;
}

export interface ListGuestsQuery {
  /** @description The largest number of guests on one page; 20 when absent. */
  limit?: number;
  /** @description The place at which the page starts: `nextCursor` of the previous page. */
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
  retryIntent: {
    method: 'POST';
    path: '/gateway/session/retry';
    query: undefined;
    body: undefined;
    answer: Retry;
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
  checkReceipt: {
    method: 'POST';
    path: '/receipts/check';
    query: undefined;
    body: CheckReceiptRequest;
    answer: ReceiptCheck;
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
  listIntentReversals: {
    method: 'GET';
    path: '/gateway/{id}/reversals';
    query: ListIntentReversalsQuery;
    body: undefined;
    answer: ReversalPage;
  };
  getBalance: {
    method: 'GET';
    path: '/balance';
    query: undefined;
    body: undefined;
    answer: Balance;
  };
  listBalanceTransactions: {
    method: 'GET';
    path: '/balance/transactions';
    query: ListBalanceTransactionsQuery;
    body: undefined;
    answer: BalanceTransactionPage;
  };
  getBalanceStatement: {
    method: 'GET';
    path: '/balance/statement';
    query: GetBalanceStatementQuery;
    body: undefined;
    answer: string;
  };
  getBalanceSummary: {
    method: 'GET';
    path: '/balance/summary';
    query: GetBalanceSummaryQuery;
    body: undefined;
    answer: BalanceSummary;
  };
  getOwnSummary: {
    method: 'GET';
    path: '/balance/summary/own';
    query: GetOwnSummaryQuery;
    body: undefined;
    answer: OwnSummary;
  };
  getFee: {
    method: 'GET';
    path: '/fees';
    query: GetFeeQuery;
    body: undefined;
    answer: Fee;
  };
  createPayout: {
    method: 'POST';
    path: '/payouts';
    query: undefined;
    body: CreatePayoutRequest;
    answer: Payout;
  };
  listPayouts: {
    method: 'GET';
    path: '/payouts';
    query: ListPayoutsQuery;
    body: undefined;
    answer: PayoutPage;
  };
  getPayout: {
    method: 'GET';
    path: '/payouts/{id}';
    query: undefined;
    body: undefined;
    answer: Payout;
  };
  cancelPayout: {
    method: 'POST';
    path: '/payouts/{id}/cancel';
    query: undefined;
    body: undefined;
    answer: Payout;
  };
  getPayoutTransactions: {
    method: 'GET';
    path: '/payouts/{id}/transactions';
    query: GetPayoutTransactionsQuery;
    body: undefined;
    answer: PayoutSheet;
  };
  getPayoutFee: {
    method: 'GET';
    path: '/payout-fee';
    query: GetPayoutFeeQuery;
    body: undefined;
    answer: PayoutFee;
  };
  getPayoutSchedule: {
    method: 'GET';
    path: '/payout-schedule';
    query: undefined;
    body: undefined;
    answer: PayoutSchedule;
  };
  changePayoutSchedule: {
    method: 'PATCH';
    path: '/payout-schedule';
    query: undefined;
    body: ChangePayoutScheduleRequest;
    answer: PayoutSchedule;
  };
  listPayoutDestinations: {
    method: 'GET';
    path: '/payout-destinations';
    query: undefined;
    body: undefined;
    answer: PayoutDestinationList;
  };
  registerPayoutDestination: {
    method: 'POST';
    path: '/payout-destinations';
    query: undefined;
    body: RegisterPayoutDestinationRequest;
    answer: PayoutDestination;
  };
  revokePayoutDestination: {
    method: 'POST';
    path: '/payout-destinations/{id}/revoke';
    query: undefined;
    body: SecondFactorProof;
    answer: PayoutDestination;
  };
  lookUpNumberOwner: {
    method: 'POST';
    path: '/payout-destinations/lookup';
    query: undefined;
    body: LookUpOwnerRequest;
    answer: NumberOwner;
  };
  createPayoutBatch: {
    method: 'POST';
    path: '/payout-batches';
    query: undefined;
    body: CreatePayoutBatchRequest;
    answer: PayoutBatch;
  };
  listPayoutBatches: {
    method: 'GET';
    path: '/payout-batches';
    query: ListPayoutBatchesQuery;
    body: undefined;
    answer: PayoutBatchPage;
  };
  getPayoutBatch: {
    method: 'GET';
    path: '/payout-batches/{id}';
    query: undefined;
    body: undefined;
    answer: PayoutBatch;
  };
  addPayoutBatchRows: {
    method: 'POST';
    path: '/payout-batches/{id}/rows';
    query: undefined;
    body: AddPayoutBatchRowsRequest;
    answer: PayoutBatch;
  };
  listPayoutBatchRows: {
    method: 'GET';
    path: '/payout-batches/{id}/rows';
    query: ListPayoutBatchRowsQuery;
    body: undefined;
    answer: PayoutBatchRowPage;
  };
  sealPayoutBatch: {
    method: 'POST';
    path: '/payout-batches/{id}/seal';
    query: undefined;
    body: undefined;
    answer: PayoutBatch;
  };
  approvePayoutBatch: {
    method: 'POST';
    path: '/payout-batches/{id}/approve';
    query: undefined;
    body: ApprovePayoutBatchRequest;
    answer: PayoutBatch;
  };
  pausePayoutBatch: {
    method: 'POST';
    path: '/payout-batches/{id}/pause';
    query: undefined;
    body: undefined;
    answer: PayoutBatch;
  };
  resumePayoutBatch: {
    method: 'POST';
    path: '/payout-batches/{id}/resume';
    query: undefined;
    body: undefined;
    answer: PayoutBatch;
  };
  cancelPayoutBatch: {
    method: 'POST';
    path: '/payout-batches/{id}/cancel';
    query: undefined;
    body: undefined;
    answer: PayoutBatch;
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
  getTillDay: {
    method: 'GET';
    path: '/till/day';
    query: undefined;
    body: undefined;
    answer: TillDay;
  };
  listTills: {
    method: 'GET';
    path: '/tills';
    query: undefined;
    body: undefined;
    answer: TillList;
  };
  createTill: {
    method: 'POST';
    path: '/tills';
    query: undefined;
    body: CreateTillRequest;
    answer: Till;
  };
  revokeTill: {
    method: 'POST';
    path: '/tills/{id}/revoke';
    query: undefined;
    body: undefined;
    answer: Till;
  };
  createTillPayment: {
    method: 'POST';
    path: '/till/payments';
    query: undefined;
    body: CreateTillPaymentRequest;
    answer: PaymentIntent;
  };
  askPhone: {
    method: 'POST';
    path: '/till/charges';
    query: undefined;
    body: AskPhoneRequest;
    answer: TillCharge;
  };
  listOperators: {
    method: 'GET';
    path: '/operators';
    query: undefined;
    body: undefined;
    answer: Operators;
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
    body: RevokeApiKeyRequest | undefined;
    answer: RevokedApiKey;
  };
  readKeyWork: {
    method: 'GET';
    path: '/api-keys/{id}/work';
    query: undefined;
    body: undefined;
    answer: KeyWorkList;
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
  getLiveRequest: {
    method: 'GET';
    path: '/merchant/live-request';
    query: undefined;
    body: undefined;
    answer: LiveRequest;
  };
  requestLive: {
    method: 'POST';
    path: '/merchant/live-request';
    query: undefined;
    body: RequestLiveRequest;
    answer: LiveRequest;
  };
  withdrawLiveRequest: {
    method: 'DELETE';
    path: '/merchant/live-request';
    query: undefined;
    body: undefined;
    answer: LiveRequest;
  };
  getWallet: {
    method: 'GET';
    path: '/wallet';
    query: GetWalletQuery;
    body: undefined;
    answer: Wallet;
  };
  listWalletTransactions: {
    method: 'GET';
    path: '/wallet/transactions';
    query: ListWalletTransactionsQuery;
    body: undefined;
    answer: WalletTransactionPage;
  };
  createWalletTopUp: {
    method: 'POST';
    path: '/wallet/top-ups';
    query: undefined;
    body: CreateWalletTopUpRequest;
    answer: WalletTopUp;
  };
  getWalletTopUp: {
    method: 'GET';
    path: '/wallet/top-ups/{id}';
    query: undefined;
    body: undefined;
    answer: WalletTopUp;
  };
  createWalletWithdrawal: {
    method: 'POST';
    path: '/wallet/withdrawals';
    query: undefined;
    body: CreateWalletWithdrawalRequest;
    answer: AskedWalletWithdrawal;
  };
  confirmWalletWithdrawal: {
    method: 'POST';
    path: '/wallet/withdrawals/{id}/confirm';
    query: undefined;
    body: ConfirmWalletWithdrawalRequest;
    answer: WalletWithdrawal;
  };
  getWalletWithdrawal: {
    method: 'GET';
    path: '/wallet/withdrawals/{id}';
    query: undefined;
    body: undefined;
    answer: WalletWithdrawal;
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
  renewRecoveryCodes: {
    method: 'POST';
    path: '/dashboard/second-factor/recovery-codes';
    query: undefined;
    body: RenewRecoveryCodesRequest;
    answer: ConfirmedSecondFactor;
  };
  disableSecondFactor: {
    method: 'POST';
    path: '/dashboard/second-factor/disable';
    query: undefined;
    body: DisableSecondFactorRequest;
    answer: undefined;
  };
  readMemberNotices: {
    method: 'GET';
    path: '/dashboard/notices';
    query: undefined;
    body: undefined;
    answer: MemberNotices;
  };
  changeMemberNotices: {
    method: 'PATCH';
    path: '/dashboard/notices';
    query: undefined;
    body: ChangeMemberNoticesRequest;
    answer: MemberNotices;
  };
  readPush: {
    method: 'GET';
    path: '/dashboard/push';
    query: undefined;
    body: undefined;
    answer: PushNotices;
  };
  startPush: {
    method: 'POST';
    path: '/dashboard/push';
    query: undefined;
    body: StartPushRequest;
    answer: PushNotices;
  };
  stopPush: {
    method: 'POST';
    path: '/dashboard/push/stop';
    query: undefined;
    body: StopPushRequest;
    answer: PushNotices;
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
  listFormerMembers: {
    method: 'GET';
    path: '/members/former';
    query: ListFormerMembersQuery;
    body: undefined;
    answer: FormerMemberPage;
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
  listGuests: {
    method: 'GET';
    path: '/customers/guests';
    query: ListGuestsQuery;
    body: undefined;
    answer: GuestPage;
  };
  readPayer: {
    method: 'GET';
    path: '/gateway/{id}/payer';
    query: undefined;
    body: undefined;
    answer: PayerNumber;
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
  'payment.reversed': 'COMPLETED',
  'payment.reversal_returned': 'COMPLETED',
  'refund.completed': 'COMPLETED',
  'refund.failed': 'COMPLETED',
  'payout.completed': null,
  'payout.failed': null,
  'payout_batch.approved': null,
  'payout_batch.completed': null,
  'endpoint.failing': null,
  'endpoint.disabled': null,
  'endpoint.ping': null,
  'operator.degraded': null,
  'operator.recovered': null,
} as const;

/** Every code of an error. */
export const errorCodes = [
  'parameter_missing',
  'parameter_invalid',
  'parameter_unknown',
  'json_invalid',
  'request_malformed',
  'key_in_url',
  'amount_invalid',
  'amount_too_small',
  'amount_too_large',
  'currency_unsupported',
  'metadata_invalid',
  'idempotency_key_missing',
  'idempotency_key_invalid',
  'phone_invalid',
  'password_weak',
  'operator_unknown',
  'channel_unsupported',
  'mail_token_invalid',
  'cursor_invalid',
  'webhook_url_invalid',
  'version_unknown',
  'api_key_missing',
  'api_key_invalid',
  'api_key_expired',
  'api_key_revoked',
  'api_key_mismatch',
  'credentials_invalid',
  'token_missing',
  'token_invalid',
  'token_expired',
  'session_token_invalid',
  'otp_invalid',
  'second_factor_required',
  'second_factor_invalid',
  'secret_key_required',
  'secret_key_in_browser',
  'scope_missing',
  'origin_not_allowed',
  'https_required',
  'merchant_inactive',
  'mode_mismatch',
  'reauthentication_required',
  'payer_phone_not_allowed',
  'guest_not_allowed',
  'phone_ask_not_allowed',
  'owner_required',
  'second_person_required',
  'intent_not_found',
  'refund_not_found',
  'payout_not_found',
  'top_up_not_found',
  'withdrawal_not_found',
  'payout_destination_not_found',
  'payout_batch_not_found',
  'payment_link_not_found',
  'till_not_found',
  'api_key_not_found',
  'merchant_not_found',
  'member_not_found',
  'session_not_found',
  'webhook_endpoint_not_found',
  'event_not_found',
  'delivery_not_found',
  'recovery_not_found',
  'route_not_found',
  'method_not_allowed',
  'request_timeout',
  'body_too_large',
  'uri_too_long',
  'media_type_unsupported',
  'headers_too_large',
  'intent_unexpected_state',
  'intent_already_charged',
  'otp_token_used',
  'channel_unavailable',
  'wallet_frozen',
  'payment_method_unavailable',
  'till_revoked',
  'till_limit_reached',
  'payment_link_inactive',
  'payment_link_used_up',
  'retry_unavailable',
  'receipt_limit_reached',
  'receipt_period_over',
  'refund_unsupported',
  'refund_period_over',
  'refund_exceeds_charge',
  'refund_limit_reached',
  'payout_unexpected_state',
  'payout_unsupported',
  'payout_limit_reached',
  'payout_destination_not_usable',
  'payout_destination_limit_reached',
  'payout_batch_unexpected_state',
  'payout_batch_faulty',
  'payout_batch_changed',
  'payout_batch_repeated',
  'payout_batch_limit_reached',
  'balance_insufficient',
  'reference_exists',
  'api_key_inactive',
  'api_key_limit_reached',
  'merchant_name_locked',
  'member_exists',
  'member_joined',
  'member_limit_reached',
  'endpoint_limit_reached',
  'webhook_secret_limit_reached',
  'event_body_expired',
  'recovery_in_progress',
  'second_factor_enabled',
  'second_factor_missing',
  'last_owner',
  'idempotency_key_in_use',
  'intent_expired',
  'payment_link_expired',
  'withdrawal_expired',
  'idempotency_key_reused',
  'rate_limited',
  'otp_cooldown',
  'otp_budget_spent',
  'prompt_limit_reached',
  'owner_lookup_limit_reached',
  'login_throttled',
  'quota_spent',
  'internal_error',
  'service_unavailable',
  'upstream_timeout',
] as const;

/** Every act of an audit trail. */
export const auditActions = [
  'api_key.created',
  'api_key.changed',
  'api_key.rotated',
  'api_key.revoked',
  'api_key.in_browser',
  'merchant.changed',
  'merchant.live_requested',
  'merchant.live_request_withdrawn',
  'merchant.live_request_declined',
  'till.created',
  'till.revoked',
  'user.registered',
  'password.reset',
  'member.invited',
  'member.invited_again',
  'member.joined',
  'member.role_changed',
  'member.notices_changed',
  'member.push_started',
  'member.push_stopped',
  'member.removed',
  'member.erased',
  'member.password_reset',
  'member.password_changed',
  'member.second_factor_enabled',
  'member.second_factor_disabled',
  'member.second_factor_refused',
  'member.recovery_code_used',
  'member.recovery_codes_renewed',
  'member.signed_in',
  'member.sign_in_refused',
  'member.signed_out',
  'member.session_ended',
  'member.refused',
  'member.password_refused',
  'member.password_reset_requested',
  'api_key.refused',
  'customers.read',
  'test_inbox.read',
  'customer.sign_in_refused',
  'customer.password_reset_requested',
  'payment.canceled',
  'payment.refunded',
  'payment.matched',
  'payment.reversed',
  'payment.reversal_returned',
  'payer.read',
  'phone.asked',
  'refunds.half_of_balance',
  'fee.agreed',
  'balance.adjusted',
  'payout.requested',
  'payout.canceled',
  'payout.stopped',
  'payout.failed',
  'payout_destination.looked_up',
  'payout_destination.registered',
  'payout_destination.revoked',
  'payout_schedule.changed',
  'payout_batch.drafted',
  'payout_batch.sealed',
  'payout_batch.approved',
  'payout_batch.paused',
  'payout_batch.resumed',
  'payout_batch.canceled',
  'payment_link.created',
  'payment_link.changed',
  'payment_link.activated',
  'payment_link.deactivated',
  'webhook_endpoint.created',
  'webhook_endpoint.changed',
  'webhook_endpoint.paused',
  'webhook_endpoint.enabled',
  'webhook_endpoint.deleted',
  'webhook_endpoint.secret_rotated',
  'webhook_endpoint.tested',
  'webhook_endpoint.recovery_started',
  'webhook_endpoint.failing',
  'webhook_endpoint.disabled',
  'delivery.redelivered',
] as const;

/** Every path of an operation. */
export const operationPaths = [
  '/auth/web',
  '/auth/logout',
  '/.well-known/jwks.json',
  '/gateway',
  '/gateway/search',
  '/gateway/session',
  '/gateway/{id}',
  '/gateway/{id}/timeline',
  '/gateway/{id}/cancel',
  '/gateway/session/retry',
  '/payment-links',
  '/payment-links/{id}',
  '/payment-links/{id}/shared',
  '/payment-links/{id}/payments',
  '/gateway/{id}/receipt',
  '/receipts/check',
  '/gateway/{id}/refunds',
  '/refunds',
  '/refunds/{id}',
  '/gateway/{id}/reversals',
  '/balance',
  '/balance/transactions',
  '/balance/statement',
  '/balance/summary',
  '/balance/summary/own',
  '/fees',
  '/payouts',
  '/payouts/{id}',
  '/payouts/{id}/cancel',
  '/payouts/{id}/transactions',
  '/payout-fee',
  '/payout-schedule',
  '/payout-destinations',
  '/payout-destinations/{id}/revoke',
  '/payout-destinations/lookup',
  '/payout-batches',
  '/payout-batches/{id}',
  '/payout-batches/{id}/rows',
  '/payout-batches/{id}/seal',
  '/payout-batches/{id}/approve',
  '/payout-batches/{id}/pause',
  '/payout-batches/{id}/resume',
  '/payout-batches/{id}/cancel',
  '/auth/otp/init',
  '/auth/otp/verify',
  '/payment/charge',
  '/till/day',
  '/tills',
  '/tills/{id}/revoke',
  '/till/payments',
  '/till/charges',
  '/operators',
  '/api-keys',
  '/api-keys/{id}',
  '/api-keys/{id}/rotate',
  '/api-keys/{id}/revoke',
  '/api-keys/{id}/work',
  '/merchant',
  '/merchant/live-request',
  '/wallet',
  '/wallet/transactions',
  '/wallet/top-ups',
  '/wallet/top-ups/{id}',
  '/wallet/withdrawals',
  '/wallet/withdrawals/{id}/confirm',
  '/wallet/withdrawals/{id}',
  '/auth/users',
  '/auth/users/verify',
  '/auth/password/forgot',
  '/auth/password/reset',
  '/dashboard/accounts',
  '/dashboard/accounts/confirm',
  '/dashboard/sessions',
  '/dashboard/sessions/current',
  '/dashboard/password/forgot',
  '/dashboard/password/reset',
  '/dashboard/sessions/{id}',
  '/dashboard/password',
  '/dashboard/second-factor',
  '/dashboard/second-factor/confirm',
  '/dashboard/second-factor/recovery-codes',
  '/dashboard/second-factor/disable',
  '/dashboard/notices',
  '/dashboard/push',
  '/dashboard/push/stop',
  '/members',
  '/members/former',
  '/members/accept',
  '/members/{id}/role',
  '/members/{id}/invite',
  '/members/{id}',
  '/audit-events',
  '/request-logs',
  '/webhook-endpoints',
  '/webhook-endpoints/{id}',
  '/webhook-endpoints/{id}/rotate-secret',
  '/webhook-endpoints/{id}/test',
  '/webhook-endpoints/{id}/recover',
  '/webhook-endpoints/{id}/recoveries/{recoveryId}',
  '/events',
  '/events/{id}',
  '/events/{id}/deliveries',
  '/webhook-endpoints/{id}/deliveries',
  '/deliveries/{id}',
  '/deliveries/{id}/redeliver',
  '/metrics/payments',
  '/customers',
  '/customers/guests',
  '/gateway/{id}/payer',
  '/test-inbox',
] as const;
