import type { ErrorCode } from '../errors/catalogue.js';
import type { headers, preferenceHeaders } from '../vocabulary/headers.js';
import type { PayloadClass } from '../schema/schema.js';
import type { Stores } from './stored.js';
import type { MemberScope } from '../vocabulary/member-roles.js';

/**
 * The credential that an operation requires: an API key (a secret key may do what a publishable one may), a session of the
 * dashboard, none because the caller has no session yet (`anonymous`: limited by address), or none at all.
 */
export type KeyRequirement = 'none' | 'publishable' | 'secret' | 'session' | 'anonymous';

/** A header that an operation reads, besides the API key and those that every operation reads. */
export interface HeaderUse {
  readonly name: (typeof headers)[keyof typeof headers] | (typeof preferenceHeaders)['prefer'] | 'accept-language';
  readonly required: boolean;
  readonly description: string;
}

/** An operation of the public API. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With parameters in braces, as OpenAPI writes them. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly key: KeyRequirement;
  /** The scope that a restricted key, or the role of a member, needs; null where none is needed. */
  readonly scope: MemberScope | null;
  /** A scope that it needs besides, because its effect discloses what the first one alone may not read. */
  readonly furtherScope?: MemberScope;
  /** True when it needs a user token beside the API key, in `Authorization`. */
  readonly needsUserToken?: true;
  /** True when a dashboard session is accepted instead of the secret key. */
  readonly takesSession?: true;
  /** True when the payment page may call it too, with the checkout token of an intent that may have ended. */
  readonly takesCheckoutToken?: true;
  readonly headers: readonly HeaderUse[];
  /** Parameters of the query: any other is refused, and all of them where there are none. */
  readonly query?: PayloadClass<object>;
  readonly body?: PayloadClass<object>;
  /** True when a request without a body stands for one with an empty object. */
  readonly bodyIsOptional?: true;
  /** Absent where a success has no body (204). */
  readonly answer?: PayloadClass<object>;
  /** The first line of a success that is a file of comma-separated values (RFC 4180) instead of JSON. */
  readonly csv?: string;
  readonly success: 200 | 201 | 202 | 204;
  /** The status of the answer when the caller waited for the outcome (`Prefer: wait`) and it came in time. */
  readonly waited?: 200;
  /** True when the answer may be that of an earlier request, marked `Idempotency-Replayed: true`. */
  readonly replays: boolean;
  /** What a success stores: declared by every operation that has a body or is no GET. */
  readonly stores?: Stores;
  /** The codes it may answer besides {@link edgeErrors} and those of its credential, query and body. */
  readonly errors: readonly ErrorCode[];
}

const usual = { success: 200, replays: false } as const;
type Usual = typeof usual;
type Declared = Omit<Operation, 'id' | keyof Usual> & Partial<Pick<Operation, keyof Usual>>;
type Table = Readonly<Record<string, Declared>>;
/** Refuses fields that no operation has. */
type Known<Operations extends Table> = {
  readonly [Id in keyof Operations]: Readonly<Record<Exclude<keyof Operations[Id], keyof Declared>, never>>;
};

/**
 * Operations, each with the name that it has in the table as its id. They answer 200, and no answer is that of an earlier request, unless they
 * say otherwise.
 */
export function operationsOf<const Operations extends Table>(
  table: Operations & Known<Operations>,
): { readonly [Id in keyof Operations]: Omit<Usual, keyof Operations[Id]> & Operations[Id] & { readonly id: Id } } {
  const entries = Object.entries(table).map(([id, operation]) => [id, { ...usual, ...operation, id }]);
  return Object.fromEntries(entries) as ReturnType<typeof operationsOf<Operations>>;
}

/** Any request. */
const edgeErrors: readonly ErrorCode[] = [
  'request_malformed',
  'key_in_url',
  'parameter_unknown',
  'version_unknown',
  'https_required',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
  'internal_error',
];
/** A request with an API key. */
const keyErrors: readonly ErrorCode[] = [
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
  'upstream_timeout',
];
/** A request with a dashboard session. */
const sessionErrors: readonly ErrorCode[] = [
  'token_invalid',
  'origin_not_allowed',
  'merchant_not_found',
  'parameter_invalid',
  'rate_limited',
  'service_unavailable',
  'upstream_timeout',
];
/** A request of a user who is signed in. */
const userErrors: readonly ErrorCode[] = ['token_missing', 'token_invalid', 'token_expired'];
/** A request with a dashboard session that acts in one account. */
const accountErrors: readonly ErrorCode[] = ['parameter_missing', 'merchant_inactive', 'scope_missing'];
const queryErrors: readonly ErrorCode[] = ['parameter_invalid'];
const bodyErrors: readonly ErrorCode[] = [
  'json_invalid',
  'parameter_missing',
  'parameter_invalid',
  'body_too_large',
  'media_type_unsupported',
];
/** A request that has a body although its operation takes none. */
export const noBodyErrors = ['body_too_large', 'media_type_unsupported'] as const;

const credentialErrors: Readonly<Record<KeyRequirement, readonly ErrorCode[]>> = {
  none: [],
  publishable: keyErrors,
  secret: [...keyErrors, 'secret_key_required'],
  session: ['token_missing', ...sessionErrors],
  anonymous: ['rate_limited', 'service_unavailable', 'upstream_timeout'],
};

/** True when an operation asks for an API key, even if it also accepts a dashboard session. */
export function needsApiKey({ key }: Pick<Operation, 'key'>): boolean {
  return key === 'publishable' || key === 'secret';
}

/** True when an operation accepts a dashboard session. */
export function takesSession(operation: Pick<Operation, 'key' | 'takesSession'>): boolean {
  return operation.key === 'session' || operation.takesSession === true;
}

/** The first scope that an operation needs and that is not held; undefined when all of them are. */
export function missingScope(
  { scope, furtherScope }: Pick<Operation, 'scope' | 'furtherScope'>,
  held: readonly string[],
): MemberScope | undefined {
  return [scope ?? [], furtherScope ?? []].flat().find((needed) => !held.includes(needed));
}

/** True when an operation counts in a quota of test mode. */
export function hasQuota({ stores }: Pick<Operation, 'stores'>): boolean {
  return stores?.bound === 'account' || stores?.bound === 'person';
}

/** Every code that an operation may answer, each once. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  return [
    ...new Set([
      ...edgeErrors,
      ...credentialErrors[operation.key],
      ...(operation.needsUserToken === true ? userErrors : []),
      ...(operation.takesSession === true ? sessionErrors : []),
      ...(takesSession(operation) && operation.scope !== null ? accountErrors : []),
      ...(operation.method === 'POST' ? (['idempotency_key_invalid'] as const) : []),
      ...(operation.query === undefined ? [] : queryErrors),
      ...(operation.body === undefined ? [] : bodyErrors),
      ...(hasQuota(operation) ? (['quota_spent'] as const) : []),
      ...operation.errors,
    ]),
  ];
}
