import type { Operation } from '@paygate/contracts';
import { memberScopeOf, needsApiKey, operations, schemaOf, takesSession } from '@paygate/contracts';
import { mintOpaqueToken, newId } from '@paygate/platform';
import type { Asking } from './gateway-under-test.js';
import { newApiKey } from './gateway-under-test.js';
import type { GoodRequest, GatewayWorld } from './gateway-world.js';

/** A fault of a request, and the code that it is answered with. */
export interface FaultRow {
  readonly name: string;
  readonly code: string;
  readonly applies: (operation: Operation) => boolean;
  readonly spoil: (good: GoodRequest, operation: Operation) => Asking;
  /** Answered before the operation is known, so that it is none of the operation's own errors. */
  readonly ofTheEdge?: boolean;
}
const everywhere = () => true;
const withKey = needsApiKey;
const withoutBody = ({ body, method }: Operation) => body === undefined && method !== 'GET';
const withAccount = (operation: Operation) => takesSession(operation) && memberScopeOf(operation.id) !== undefined;
const withBody = ({ body }: Operation) => body !== undefined;
const onServer = ({ key }: Operation) => key === 'secret';
const header =
  (headers: Record<string, string>): FaultRow['spoil'] =>
  (good) => ({ ...good, headers: { ...good.headers, ...headers } });
const body =
  (text: string | Buffer): FaultRow['spoil'] =>
  (good) => ({ ...good, body: text });
/** A session in the place of every other credential. */
const session =
  (token: string, headers: Record<string, string> = {}): FaultRow['spoil'] =>
  (good) => ({
    ...good,
    headers: { ...without(good.headers, 'x-api-key'), authorization: `Bearer ${token}`, ...headers },
  });
const textOf = (good: Asking) => JSON.stringify(good.body);
/** The first field that a body must have. */
const requiredField = ({ body }: Operation) =>
  body === undefined ? undefined : schemaOf(body).fields.find(({ empty }) => empty === 'none')?.name;

/** Every fault that a request may have. */
export const faultsOf = (world: () => GatewayWorld): readonly FaultRow[] => [
  {
    name: 'no key',
    code: 'api_key_missing',
    applies: withKey,
    spoil: (good) => ({ ...good, headers: without(good.headers, 'x-api-key') }),
  },
  { name: 'a malformed key', code: 'api_key_invalid', applies: withKey, spoil: header({ 'x-api-key': 'sk_test_123' }) },
  {
    name: 'an unknown key',
    code: 'api_key_invalid',
    applies: withKey,
    spoil: header({ 'x-api-key': newApiKey().key }),
  },
  {
    name: 'a publishable key on a server operation',
    code: 'secret_key_required',
    applies: onServer,
    spoil: (good, operation) => header({ 'x-api-key': world().publishable.key })(good, operation),
  },
  {
    name: 'a restricted key without the scope',
    code: 'scope_missing',
    applies: withKey,
    spoil: (good, operation) => header({ 'x-api-key': world().withoutScope(operation) })(good, operation),
  },
  {
    name: 'a publishable key of another page',
    code: 'origin_not_allowed',
    applies: withKey,
    spoil: (good, operation) =>
      header({ 'x-api-key': world().ofOnePage.key, origin: 'https://evil.example' })(good, operation),
  },
  {
    name: 'an expired key',
    code: 'api_key_expired',
    applies: withKey,
    spoil: (good, operation) => header({ 'x-api-key': world().expired.key })(good, operation),
  },
  {
    name: 'a revoked key',
    code: 'api_key_revoked',
    applies: withKey,
    spoil: (good, operation) => header({ 'x-api-key': world().revoked.key })(good, operation),
  },
  {
    name: 'a key that was revoked long ago',
    code: 'api_key_invalid',
    applies: withKey,
    spoil: (good, operation) => header({ 'x-api-key': world().longRevoked.key })(good, operation),
  },
  {
    name: 'a body where there is none',
    code: 'parameter_unknown',
    applies: withoutBody,
    spoil: (good) => ({ ...good, body: { surprise: 1 } }),
  },
  {
    name: 'an unknown parameter in the query',
    code: 'parameter_unknown',
    applies: ({ query }) => query !== undefined,
    spoil: (good) => ({ ...good, path: `${good.path}?surprise=1` }),
  },
  {
    name: 'no user token',
    code: 'token_missing',
    applies: ({ headers }) => headers.some(({ name, required }) => name === 'authorization' && required),
    spoil: (good) => ({ ...good, headers: without(good.headers, 'authorization') }),
  },
  {
    name: 'a secret key in a browser',
    code: 'secret_key_in_browser',
    applies: withKey,
    spoil: (good, operation) =>
      header({ 'x-api-key': world().secret.key, origin: 'https://shop.example' })(good, operation),
  },
  {
    name: 'no session',
    code: 'token_missing',
    applies: ({ key }) => key === 'session',
    spoil: (good) => ({ ...good, headers: without(good.headers, 'authorization') }),
  },
  { name: 'what is no session', code: 'token_invalid', applies: takesSession, spoil: session('dsh_123') },
  {
    name: 'a session that nobody knows',
    code: 'token_invalid',
    applies: takesSession,
    spoil: session(mintOpaqueToken('dashboardSession')),
  },
  {
    name: 'a session and the account of others',
    code: 'merchant_not_found',
    applies: takesSession,
    spoil: (good) =>
      session(world().dashboardToken, { 'x-merchant-id': newId('merchant') })(good, operations.listMembers),
  },
  {
    name: 'a session and no mode that there is',
    code: 'parameter_invalid',
    applies: takesSession,
    spoil: (good) => session(world().dashboardToken, { 'x-mode': 'prod' })(good, operations.listMembers),
  },
  {
    name: 'a session of several accounts that chooses none',
    code: 'parameter_missing',
    applies: withAccount,
    spoil: (good) => session(world().tokenOfTwo)(good, operations.listMembers),
  },
  {
    name: 'a session in live mode before it is activated',
    code: 'merchant_inactive',
    applies: withAccount,
    spoil: (good) => session(world().dashboardToken, { 'x-mode': 'live' })(good, operations.listMembers),
  },
  {
    name: 'a session of a viewer',
    code: 'scope_missing',
    applies: (operation) => withAccount(operation) && memberScopeOf(operation.id)?.endsWith(':write') === true,
    spoil: (good) => session(world().viewerToken)(good, operations.listMembers),
  },
  {
    name: 'another content type',
    code: 'media_type_unsupported',
    applies: ({ method }) => method !== 'GET',
    spoil: (good) => ({ ...good, headers: { ...good.headers, 'content-type': 'text/xml' }, body: '<a/>' }),
  },
  { name: 'malformed JSON', code: 'json_invalid', applies: withBody, spoil: body('{"a":') },
  { name: 'invalid UTF-8', code: 'json_invalid', applies: withBody, spoil: body(Buffer.from([0x7b, 0xff, 0x7d])) },
  { name: 'no body', code: 'json_invalid', applies: withBody, spoil: (good) => ({ ...good, body: undefined }) },
  {
    name: 'a duplicate JSON key',
    code: 'json_invalid',
    applies: withBody,
    spoil: (good) => ({ ...good, body: `${textOf(good).slice(0, -1)},${textOf(good).slice(1)}` }),
  },
  {
    name: 'an oversize body',
    code: 'body_too_large',
    applies: ({ method }) => method !== 'GET',
    spoil: body(JSON.stringify({ a: 'x'.repeat(33_000) })),
  },
  {
    name: 'an unknown field',
    code: 'parameter_unknown',
    applies: withBody,
    spoil: (good) => ({ ...good, body: { ...(good.body as object), surprise: 1 } }),
  },
  {
    name: 'a field of Object',
    code: 'parameter_unknown',
    applies: withBody,
    spoil: (good) => ({ ...good, body: `${textOf(good).slice(0, -1)},"constructor":{"prototype":1}}` }),
  },
  {
    name: 'a missing field',
    code: 'parameter_missing',
    applies: (operation) => requiredField(operation) !== undefined,
    spoil: (good, operation) => ({
      ...good,
      body: without(good.body as Record<string, unknown>, requiredField(operation) ?? ''),
    }),
  },
  { name: 'an array for a body', code: 'parameter_invalid', applies: withBody, spoil: body('[]') },
  {
    name: 'another method',
    code: 'method_not_allowed',
    applies: everywhere,
    spoil: (good) => ({ ...good, method: 'PUT', body: undefined }),
    ofTheEdge: true,
  },
  {
    name: 'an unknown path',
    code: 'route_not_found',
    applies: everywhere,
    spoil: (good) => ({ ...good, path: `/unknown${good.path}` }),
    ofTheEdge: true,
  },
  {
    name: 'an unknown version',
    code: 'version_unknown',
    applies: everywhere,
    spoil: header({ 'x-api-version': '1999-12-31' }),
  },
  {
    name: 'a duplicate header',
    code: 'request_malformed',
    applies: everywhere,
    spoil: (good) => ({ ...good, headers: { ...good.headers, 'x-api-key': ['a', 'b'] } }),
  },
  {
    name: 'a key in the URL',
    code: 'key_in_url',
    applies: everywhere,
    spoil: (good) => ({ ...good, path: `${good.path}?api_key=${world().secret.key}` }),
  },
  {
    name: 'a URL that is too long',
    code: 'uri_too_long',
    applies: everywhere,
    spoil: (good) => ({ ...good, path: `${good.path}?${'a'.repeat(2_100)}` }),
  },
];

function without<Value>(holder: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(holder).filter(([key]) => key !== name));
}
