import { signIn } from '../bus/commands/auth.js';
import { beginCharge } from '../bus/commands/intents.js';
import { initOtp, verifyOtp } from '../bus/commands/otp.js';
import type { ErrorCode } from '../errors/catalogue.js';
import type { PayloadClass } from '../bus/message.js';
import { ChargeAnswer, InitOtpAnswer, JwksAnswer, SignInAnswer, VerifyOtpAnswer } from './answers.js';
import { apiKeyOperations } from './api-key-operations.js';
import { dashboardOperations } from './dashboard-operations.js';
import { headers, preferenceHeaders } from './headers.js';
import { signInIdempotencyKey, visitorsIdempotencyKey } from './idempotency-headers.js';
import { intentOperations } from './intents/intent-operations.js';
import { memberOperations } from './member-operations.js';
import { memberScopeOf } from './operation-scopes.js';
import { registrationOperations } from './registration-operations.js';
import { ChargeRequest, InitOtpRequest, SignInRequest, VerifyOtpRequest } from './requests.js';
import { userOperations } from './user-operations.js';

/**
 * What an operation asks its caller for: an API key, where a secret one may do what a publishable one may; a session of the
 * dashboard; nothing, of people who have no session yet (`stranger`); or nothing of anybody.
 */
export type KeyRequirement = 'none' | 'publishable' | 'secret' | 'session' | 'stranger';

/** A header that an operation reads, besides the API key and those that every operation reads. */
export interface HeaderUse {
  readonly name: (typeof headers)[keyof typeof headers] | (typeof preferenceHeaders)['prefer'] | 'accept-language';
  readonly required: boolean;
  readonly description: string;
}

/** An operation of the public API. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With parameters in braces, as OpenAPI writes them. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly key: KeyRequirement;
  /** Whether a dashboard session will do in the place of the secret key. */
  readonly takesSession?: true;
  readonly headers: readonly HeaderUse[];
  /** Parameters of the query: any other is refused. */
  readonly query?: PayloadClass<object>;
  readonly body?: PayloadClass<object>;
  /** Absent where a success has no body (204). */
  readonly answer?: PayloadClass<object>;
  readonly success: 200 | 201 | 202 | 204;
  /** With which status it answers when the caller has waited for the outcome (`Prefer: wait`), and the outcome came. */
  readonly waited?: 200;
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
  'scope_missing',
  'merchant_inactive',
  'rate_limited',
  'service_unavailable',
];
/** What a dashboard session may be refused with. */
export const sessionErrors: readonly ErrorCode[] = [
  'token_invalid',
  'merchant_not_found',
  'parameter_invalid',
  'rate_limited',
  'service_unavailable',
  'upstream_timeout',
];
/** The same where it acts in an account. */
export const actingErrors: readonly ErrorCode[] = ['parameter_missing', 'merchant_inactive', 'scope_missing'];
/** What people without a session may be refused with. */
export const strangerErrors: readonly ErrorCode[] = ['rate_limited', 'service_unavailable', 'upstream_timeout'];

/** Every request with a body. */
export const bodyErrors: readonly ErrorCode[] = [
  'json_invalid',
  'parameter_missing',
  'parameter_invalid',
  'parameter_unknown',
  'body_too_large',
  'media_type_unsupported',
];

/** Every request with parameters in its query. */
export const queryErrors: readonly ErrorCode[] = ['parameter_invalid', 'parameter_unknown'];

/** Every request that changes something: see {@link headers.idempotencyKey}. */
export const postErrors: readonly ErrorCode[] = ['idempotency_key_invalid'];

const credentialErrors: Readonly<Record<KeyRequirement, readonly ErrorCode[]>> = {
  none: [],
  publishable: keyErrors,
  secret: [...keyErrors, 'secret_key_required'],
  session: ['token_missing', ...sessionErrors],
  stranger: strangerErrors,
};

/** Whether an operation asks for an API key, whatever else will do. */
export function needsApiKey({ key }: Pick<Operation, 'key'>): boolean {
  return key === 'publishable' || key === 'secret';
}

/** Whether a session of the dashboard lets in to an operation. */
export function takesSession(operation: Pick<Operation, 'key' | 'takesSession'>): boolean {
  return operation.key === 'session' || operation.takesSession === true;
}

/** Every code that an operation may answer, each once. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  return [
    ...new Set([
      ...edgeErrors,
      ...credentialErrors[operation.key],
      ...(operation.takesSession === true ? sessionErrors : []),
      ...(takesSession(operation) && memberScopeOf(operation.id) !== undefined ? actingErrors : []),
      ...(operation.method === 'POST' ? postErrors : []),
      ...(operation.query === undefined ? [] : queryErrors),
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

const acceptLanguage: HeaderUse = {
  name: 'accept-language',
  required: false,
  description: 'The language of the message: French or English. French when neither is named.',
};

const otpUser: HeaderUse = {
  name: headers.authorization,
  required: false,
  description:
    '`Bearer` and a user token of this user, obtained at this merchant. What a signed-in user sends and tries is counted apart, so it lifts a budget that others have spent.',
};

/** The operations of the public API. Routes, OpenAPI document, clients and tests are made from this table. */
export const operations = {
  signIn: {
    id: 'signIn',
    method: 'POST',
    path: '/auth/web',
    summary: 'Sign a user in',
    description:
      'Exchanges a phone number and the web password for a short-lived user token. 429 `login_throttled` with `Retry-After` follows wrong passwords for this number, and too many sign-ins of this address or API key; guesses from elsewhere do not stop a user on a network that they have signed in from.',
    key: 'publishable',
    headers: [signInIdempotencyKey],
    body: SignInRequest,
    answer: SignInAnswer,
    success: 200,
    replays: true,
    errors: ['phone_invalid', ...signIn.refusals, 'upstream_timeout'],
  },
  ...intentOperations,
  initOtp: {
    id: 'initOtp',
    method: 'POST',
    path: '/auth/otp/init',
    summary: 'Send a one-time password',
    description:
      'Sends a code to the phone or e-mail address on file; with `otpId` it sends it again. When the budget of sends or of wrong checks is spent the answer is 429 `otp_budget_spent` with `Retry-After`; its `nextStep` is `reauthentication_required` unless the request carried a user token: with one it may succeed at once. 429 `rate_limited` means that this address or API key has asked too often, whatever the user.',
    key: 'publishable',
    headers: [otpSession, otpUser, acceptLanguage, visitorsIdempotencyKey],
    body: InitOtpRequest,
    answer: InitOtpAnswer,
    success: 202,
    replays: true,
    errors: ['session_token_invalid', 'token_invalid', 'token_expired', ...initOtp.refusals, 'upstream_timeout'],
  },
  verifyOtp: {
    id: 'verifyOtp',
    method: 'POST',
    path: '/auth/otp/verify',
    summary: 'Verify a one-time password',
    description:
      'Exchanges the code for a token that authorizes one charge. A code is compared five times at most; name its challenge by `otpId`, or show the session token of its payment, and nobody else can use its checks up or spend its budget. When the budget of wrong checks is spent the answer is 429 `otp_budget_spent`, with `nextStep` as for sending.',
    key: 'publishable',
    headers: [otpSession, otpUser, visitorsIdempotencyKey],
    body: VerifyOtpRequest,
    answer: VerifyOtpAnswer,
    success: 200,
    replays: true,
    errors: ['session_token_invalid', 'token_invalid', 'token_expired', ...verifyOtp.refusals, 'upstream_timeout'],
  },
  charge: {
    id: 'charge',
    method: 'POST',
    path: '/payment/charge',
    summary: 'Charge a payment intent',
    description:
      'Executes the payment with the token of the one-time password. Idempotent by intent: the same token again gets the same charge. The outcome is delivered by webhook, and answered at once to who prefers to wait for it.',
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
      {
        name: preferenceHeaders.prefer,
        required: false,
        description:
          '`wait=5` (RFC 7240): wait for the outcome, at most 5 seconds. When it comes in time, a decline included, it is answered with 200 and `Preference-Applied: wait`; else the answer is 202.',
      },
      {
        name: headers.idempotencyKey,
        required: false,
        description: 'Accepted, and not needed: a charge is idempotent by its intent and token.',
      },
    ],
    body: ChargeRequest,
    answer: ChargeAnswer,
    success: 202,
    waited: 200,
    replays: true,
    errors: ['token_missing', ...beginCharge.refusals, 'upstream_timeout'],
  },
  ...apiKeyOperations,
  ...userOperations,
  ...registrationOperations,
  ...dashboardOperations,
  ...memberOperations,
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

export type OperationId = keyof typeof operations;

/** The operations as a list of their common type. */
export const operationList: readonly Operation[] = Object.values(operations);
