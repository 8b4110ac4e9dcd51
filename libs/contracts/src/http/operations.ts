import { signIn } from '../commands/auth.js';
import { beginCharge, createIntent, getIntent } from '../commands/intents.js';
import { initOtp, verifyOtp } from '../commands/otp.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { PayloadClass } from '../message.js';
import { ChargeAnswer, InitOtpAnswer, JwksAnswer, SignInAnswer, VerifyOtpAnswer } from './answers.js';
import { headers } from './headers.js';
import { CreatedPaymentIntentView, PaymentIntentView, PublicPaymentIntentView } from './payment-intent-view.js';
import { ChargeRequest, CreateIntentRequest, InitOtpRequest, SignInRequest, VerifyOtpRequest } from './requests.js';

/** Which API key an operation asks for. A secret key may do what a publishable one may. */
export type KeyRequirement = 'none' | 'publishable' | 'secret';

/** A header that an operation reads, besides the API key and those that every operation reads. */
export interface HeaderUse {
  readonly name: (typeof headers)[keyof typeof headers];
  readonly required: boolean;
  readonly description: string;
}

/** An operation of the public API. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** With parameters in braces, as OpenAPI writes them. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly key: KeyRequirement;
  readonly headers: readonly HeaderUse[];
  readonly body?: PayloadClass<object>;
  readonly answer: PayloadClass<object>;
  readonly success: 200 | 201 | 202;
  /** Whether the answer may be that of an earlier request, marked `Idempotency-Replayed: true`. */
  readonly replays: boolean;
  /** What it may answer instead, besides {@link edgeErrors} and what its key and body bring with them. */
  readonly errors: readonly ErrorCode[];
}

/** Every request may meet these. */
export const edgeErrors: readonly ErrorCode[] = [
  'request_malformed',
  'key_in_url',
  'version_unknown',
  'https_required',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
  'internal_error',
];
/** Every request that needs an API key. */
export const keyErrors: readonly ErrorCode[] = [
  'api_key_missing',
  'api_key_invalid',
  'api_key_expired',
  'api_key_revoked',
  'api_key_mismatch',
  'secret_key_in_browser',
  'origin_not_allowed',
  'merchant_inactive',
  'rate_limited',
  'service_unavailable',
];
/** Every request with a body. */
export const bodyErrors: readonly ErrorCode[] = [
  'json_invalid',
  'parameter_missing',
  'parameter_invalid',
  'parameter_unknown',
  'body_too_large',
  'media_type_unsupported',
];

/** Every code that an operation may answer, in the order of the catalogue's statuses. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  return [
    ...new Set([
      ...edgeErrors,
      ...(operation.key === 'none' ? [] : keyErrors),
      ...(operation.key === 'secret' ? (['secret_key_required', 'scope_missing'] as const) : []),
      ...(operation.body === undefined ? [] : bodyErrors),
      ...operation.errors,
    ]),
  ];
}

const otpSession: HeaderUse = {
  name: headers.sessionToken,
  required: false,
  description: 'Binds the code to the payment intent of this session.',
};

/** The operations of the public API. Routes, OpenAPI document, clients and tests are made from this table. */
export const operations = {
  signIn: {
    id: 'signIn',
    method: 'POST',
    path: '/auth/web',
    summary: 'Sign a user in',
    description: 'Exchanges a phone number and the web password for a short-lived user token.',
    key: 'publishable',
    headers: [],
    body: SignInRequest,
    answer: SignInAnswer,
    success: 200,
    replays: false,
    errors: ['phone_invalid', ...signIn.refusals, 'upstream_timeout'],
  },
  createIntent: {
    id: 'createIntent',
    method: 'POST',
    path: '/gateway',
    summary: 'Create a payment intent',
    description: "Called from the merchant's server, never from a browser.",
    key: 'secret',
    headers: [
      {
        name: headers.idempotencyKey,
        required: false,
        description: 'The same key and body give the same answer for 30 days: 1 to 255 printable ASCII characters.',
      },
    ],
    body: CreateIntentRequest,
    answer: CreatedPaymentIntentView,
    success: 201,
    replays: true,
    errors: [
      'amount_invalid',
      'currency_unsupported',
      'metadata_invalid',
      'idempotency_key_invalid',
      ...createIntent.refusals,
      'upstream_timeout',
    ],
  },
  getIntentBySession: {
    id: 'getIntentBySession',
    method: 'GET',
    path: '/gateway/session',
    summary: 'Read the payment intent of a session',
    description: 'For the front end, which holds the session token: the public view.',
    key: 'publishable',
    headers: [{ name: headers.sessionToken, required: true, description: 'The session token of the intent.' }],
    answer: PublicPaymentIntentView,
    success: 200,
    replays: false,
    errors: ['session_token_invalid', ...getIntent.refusals, 'upstream_timeout'],
  },
  getIntent: {
    id: 'getIntent',
    method: 'GET',
    path: '/gateway/{id}',
    summary: 'Read a payment intent',
    description: "An intent of another merchant, or of the other mode, reads exactly like one that doesn't exist.",
    key: 'secret',
    headers: [],
    answer: PaymentIntentView,
    success: 200,
    replays: false,
    errors: [...getIntent.refusals, 'upstream_timeout'],
  },
  initOtp: {
    id: 'initOtp',
    method: 'POST',
    path: '/auth/otp/init',
    summary: 'Send a one-time password',
    description: 'Sends a code to the phone or e-mail address on file; with `otpId` it sends it again.',
    key: 'publishable',
    headers: [otpSession],
    body: InitOtpRequest,
    answer: InitOtpAnswer,
    success: 202,
    replays: false,
    errors: ['session_token_invalid', ...initOtp.refusals, 'upstream_timeout'],
  },
  verifyOtp: {
    id: 'verifyOtp',
    method: 'POST',
    path: '/auth/otp/verify',
    summary: 'Verify a one-time password',
    description: 'Exchanges the code for a token that authorizes one charge.',
    key: 'publishable',
    headers: [otpSession],
    body: VerifyOtpRequest,
    answer: VerifyOtpAnswer,
    success: 200,
    replays: false,
    errors: ['session_token_invalid', ...verifyOtp.refusals, 'upstream_timeout'],
  },
  charge: {
    id: 'charge',
    method: 'POST',
    path: '/payment/charge',
    summary: 'Charge a payment intent',
    description:
      'Executes the payment with the token of the one-time password. Idempotent by intent: the same token again gets the same charge. The outcome is delivered by webhook.',
    key: 'publishable',
    headers: [
      {
        name: headers.authorization,
        required: true,
        description: '`Bearer` and the token of the one-time password; or a user token, with the other in x-otp-token.',
      },
      {
        name: headers.otpToken,
        required: false,
        description: 'The token of the one-time password, when a user token takes the Authorization header.',
      },
    ],
    body: ChargeRequest,
    answer: ChargeAnswer,
    success: 202,
    replays: true,
    errors: ['token_missing', ...beginCharge.refusals, 'upstream_timeout'],
  },
  jwks: {
    id: 'jwks',
    method: 'GET',
    path: '/.well-known/jwks.json',
    summary: 'Public keys of user tokens',
    description: 'The keys with which user tokens are signed (RFC 7517).',
    key: 'none',
    headers: [],
    answer: JwksAnswer,
    success: 200,
    replays: false,
    errors: ['service_unavailable'],
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** The operations as a list of their common type. */
export const operationList: readonly Operation[] = Object.values(operations);
