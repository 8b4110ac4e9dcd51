import fc from 'fast-check';
import type { ApiDocument, ApiOperation, Schema } from './api-document.js';
import { resolved } from './api-document.js';

/** A request exactly as it is sent. */
export interface FuzzRequest {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Existing objects that requests refer to, so that some of them succeed. */
export interface FuzzWorld {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly intentIds: readonly string[];
  readonly sessionTokens: readonly string[];
  readonly userIds: readonly string[];
  /** Keys that may be rotated and revoked: none of those that the requests carry. */
  readonly apiKeyIds: readonly string[];
  readonly endpointIds: readonly string[];
  readonly recoveryIds: readonly string[];
  readonly eventIds: readonly string[];
  readonly deliveryIds: readonly string[];
  /** Tokens of signed-in users. */
  readonly userTokens: readonly string[];
  /** Sessions of the dashboard, members who may be changed, and tokens of e-mails. */
  readonly dashboardTokens: readonly string[];
  readonly memberIds: readonly string[];
  readonly mailTokens: readonly string[];
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const HEADER_TEXT = /^[\x21-\x7e]([\x20-\x7e]{0,80}[\x21-\x7e])?$/;
const MAX_LIST = 4;
const MAX_TEXT = 40;
const JSON_LIMITS = { maxDepth: 3, stringUnit: 'grapheme' } as const;

/** Texts that are known to break readers of JSON, databases and URLs. */
const traps: readonly unknown[] = [
  ...[
    '',
    ' ',
    '\0',
    '\u0000a',
    '\ud800',
    '\u202e',
    '\ufeff',
    '🙂',
    '٥٠٠٠',
    '5000.00',
    '05000',
    '5e3',
    '-5',
    '+5',
    '0x10',
  ],
  ...['null', 'undefined', 'NaN', '__proto__', 'constructor', 'toString', "' OR 1=1 --", '${7*7}', '../../etc', '<b>'],
  ...['a'.repeat(300), 'a'.repeat(3_000), '9'.repeat(400), 'pi_', 'usr_zzzz', 'javascript:alert(1)', 'https://'],
  ...[null, true, false, 0, -1, 1e21, 2 ** 53, 0.1, [], {}, [[]], [null], { constructor: 1 }, { toString: null }],
];

/** Requests for every operation of an API document: half of them valid, the others spoiled in one or more places. */
export function fuzzRequests(document: ApiDocument, world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ofOperation({ document, world, path, method, operation })),
  );
  return fc.oneof(...all);
}

interface Subject {
  readonly document: ApiDocument;
  readonly world: FuzzWorld;
  readonly path: string;
  readonly method: string;
  readonly operation: ApiOperation;
}

function ofOperation(subject: Subject): fc.Arbitrary<FuzzRequest> {
  const { operation } = subject;
  const method = subject.method.toUpperCase();
  return fc
    .record({
      method: mostly(fc.constant(method), fc.constantFrom(...METHODS), 30),
      path: pathOf(subject),
      headers: headersOf(subject),
      body: bodyOf(subject),
    })
    .map(({ body, ...request }) => ({
      operationId: operation.operationId,
      ...request,
      ...(body === undefined ? {} : { body }),
    }));
}

/** The valid one, but for one in `oneIn` cases. */
function mostly<Good, Bad>(good: fc.Arbitrary<Good>, bad: fc.Arbitrary<Bad>, oneIn: number): fc.Arbitrary<Good | Bad> {
  return fc.oneof({ arbitrary: good, weight: oneIn - 1 }, { arbitrary: bad, weight: 1 });
}

function pathOf({ path, world, operation }: Subject): fc.Arbitrary<string> {
  const segment = fc.oneof(fc.webSegment(), fc.constantFrom('%00', '%zz', '%2e%2e', '%F0%9F%99%82', 'pi_1'));
  const oneOf = (known: readonly string[]) =>
    known.length === 0 ? segment : mostly(fc.constantFrom(...known), segment, 4);
  const query = mostly(
    fc.constant(''),
    fc.oneof(fc.webQueryParameters(), queryOf(operation)).map((text) => `?${text}`),
    8,
  );
  return fc
    .tuple(oneOf(idsOf(path, world)), oneOf(world.recoveryIds), query)
    .map(([id, recoveryId, asked]) => path.replace('{id}', () => id).replace('{recoveryId}', () => recoveryId) + asked);
}

function idsOf(path: string, world: FuzzWorld): readonly string[] {
  if (path.startsWith('/webhook-endpoints')) return world.endpointIds;
  if (path.startsWith('/events')) return world.eventIds;
  if (path.startsWith('/deliveries')) return world.deliveryIds;
  if (path.startsWith('/members')) return world.memberIds;
  return path.startsWith('/api-keys') ? world.apiKeyIds : world.intentIds;
}

/** Parameters of the operation, with values that are valid at random. */
function queryOf({ parameters }: ApiOperation): fc.Arbitrary<string> {
  const names = parameters.filter((each) => each.in === 'query');
  if (names.length === 0) return fc.constant('');
  const text = fc.oneof(fc.webSegment(), fc.constantFrom('5', 'PENDING', '2026-11-20T00:00:00Z', '%00', '%zz'));
  const parameter = fc
    .tuple(fc.constantFrom(...names), fc.oneof(fc.webSegment(), fc.constantFrom('__proto__', 'a][b', '%5B')), text)
    .map(([{ name, style }, key, value]) => `${style === 'deepObject' ? `${name}[${key}]` : name}=${value}`);
  return fc.array(parameter, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('&'));
}

function headersOf({ operation, world, method }: Subject): fc.Arbitrary<Record<string, string>> {
  const isServers = operation.security?.some((each) => 'secretKey' in each) === true;
  const own = isServers ? world.secretKey : world.publishableKey;
  const junk = fc.stringMatching(HEADER_TEXT);
  const keys = fc.oneof(fc.constantFrom(world.secretKey, world.publishableKey, `${own}x`, 'sk_test_1'), junk);
  const noToken = fc.oneof(fc.constantFrom('aaaa.bbbb.cccc', 'a.b', own), junk);
  const token = world.userTokens.length === 0 ? noToken : mostly(fc.constantFrom(...world.userTokens), noToken, 2);
  const maybe = (value: fc.Arbitrary<string>) => fc.option(value, { nil: undefined, freq: 3 });
  const given = {
    'x-api-key':
      operation.security === undefined ? maybe(keys) : mostly(fc.constant(own), fc.option(keys, { nil: undefined }), 8),
    'content-type': method === 'get' ? maybe(junk) : mostly(fc.constant('application/json'), junk, 12),
    'x-session-token': fc.option(mostly(fc.constantFrom(...world.sessionTokens), junk, 4), { nil: undefined, freq: 2 }),
    authorization: bearerOf({ operation, world }, maybe(token)).map((value) => value && `Bearer ${value}`),
    'x-otp-token': maybe(token),
    'idempotency-key': maybe(fc.oneof(fc.constantFrom('a', 'b', 'c'), junk)),
    'x-request-id': maybe(junk),
    'x-api-version': mostly(fc.constant(undefined), fc.oneof(fc.constant('2026-11-20'), junk), 10),
    origin: mostly(fc.constant(undefined), fc.constantFrom('https://shop.example', 'null', 'http://localhost'), 10),
  };
  return fc.record(given).map(present);
}

/** A session token where one is required, mostly a valid one. */
function bearerOf(
  { operation, world }: Pick<Subject, 'operation' | 'world'>,
  any: fc.Arbitrary<string | undefined>,
): fc.Arbitrary<string | undefined> {
  const isDashboards =
    operation.security?.every((each) => 'dashboardSession' in each || 'dashboardCookie' in each) === true;
  const [own, ...others] = world.dashboardTokens;
  if (!isDashboards || own === undefined) return any;
  return mostly(fc.constant(own), fc.oneof(any, fc.constantFrom(own, ...others)), 6);
}

function present(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function bodyOf({ document, operation, world }: Subject): fc.Arbitrary<string | undefined> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const text = fc.oneof(
    fc.json(JSON_LIMITS),
    fc.constantFrom('', '{', '{}', '[]', 'null', '\ufeff{}', '{"a":1,"a":2}', '['.repeat(2_000)),
  );
  if (schema === undefined) return mostly(fc.constant(undefined), text, 10);
  const good = valueOf(document, schema, world);
  const spoiled = fc.tuple(good, fc.string(), fc.constantFrom(...traps), fc.nat()).map(spoil);
  return mostly(
    fc.oneof(good, spoiled).map((value) => JSON.stringify(value)),
    text,
    8,
  );
}

/** Changes, adds or removes one field. */
function spoil([value, name, trap, choice]: [unknown, string, unknown, number]): unknown {
  const fields = Object.entries(value as Record<string, unknown>);
  const chosen = fields[choice % Math.max(1, fields.length)]?.[0] ?? name;
  if (choice % 5 === 0) return { ...Object.fromEntries(fields), [name]: trap };
  if (choice % 5 === 1) return Object.fromEntries(fields.filter(([field]) => field !== chosen));
  return { ...Object.fromEntries(fields), [chosen]: trap };
}

/** Values that mostly fit a schema. */
function valueOf(document: ApiDocument, given: Schema, world: FuzzWorld): fc.Arbitrary<unknown> {
  const schema = resolved(document, given);
  const { enum: values, examples = [], anyOf, pattern } = schema;
  if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]));
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((each: Schema) => valueOf(document, each, world)));
  const known = [...(examples as unknown[]), ...knownFor(String(pattern), world)];
  const made = madeOf(document, schema, world);
  return known.length === 0
    ? made
    : fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 3 }, { arbitrary: made, weight: 1 });
}

function knownFor(pattern: string, { intentIds, userIds }: FuzzWorld): readonly string[] {
  if (pattern.startsWith('^pi_')) return intentIds;
  return pattern.startsWith('^usr_') ? userIds : [];
}

function madeOf(document: ApiDocument, schema: Schema, world: FuzzWorld): fc.Arbitrary<unknown> {
  switch ([schema['type']].flat()[0]) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: Number(schema['minimum'] ?? -10), max: Number(schema['maximum'] ?? 10) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valueOf(document, (schema['items'] ?? {}) as Schema, world), { maxLength: MAX_LIST });
    case 'object':
      return objectOf(document, schema, world);
    default:
      return fc.jsonValue(JSON_LIMITS);
  }
}

function textOf({ pattern, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  const free = fc.string({ unit: 'grapheme', maxLength: Math.min(Number(maxLength), MAX_TEXT) });
  // a schema that only forbids gives nothing to generate
  return typeof pattern !== 'string' || pattern.startsWith('^[^')
    ? free
    : fc.oneof(fc.stringMatching(new RegExp(pattern)), free);
}

/** The token of an e-mail cannot be generated from its schema, which is any text. */
function knownField(name: string, { mailTokens }: FuzzWorld): fc.Arbitrary<unknown> | undefined {
  if (name !== 'token' || mailTokens.length === 0) return undefined;
  return fc.oneof(fc.constantFrom(...mailTokens), fc.string());
}

function objectOf(document: ApiDocument, schema: Schema, world: FuzzWorld): fc.Arbitrary<unknown> {
  if (schema['properties'] === undefined)
    return fc.dictionary(fc.string(), fc.jsonValue(JSON_LIMITS), { maxKeys: MAX_LIST });
  const fields = Object.entries(schema['properties'] as Readonly<Record<string, Schema>>).map(
    ([name, field]) => [name, knownField(name, world) ?? valueOf(document, field, world)] as const,
  );
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: (schema['required'] ?? []) as string[],
    noNullPrototype: true,
  });
}
