import { describe, expect, test } from '@jest/globals';
import { compileChecker } from '../schema/checker.js';
import { exampleOf } from '../schema/example.js';
import { merchantEventNames, paymentEventTypes } from '../vocabulary/merchant-events.js';
import { merchantEventClass } from './openapi-webhooks.js';
import { openApiDocument } from './openapi.js';
import { paymentEventExample } from './payment-event-examples.js';
import { errorsOf } from '../kernel/operation.js';
import { operationList } from './operations.js';
import { Problem } from '../kernel/problem.js';

interface Described {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly []>>[];
  readonly parameters: readonly { readonly name: string; readonly schema: Readonly<Record<string, unknown>> }[];
  readonly requestBody?: {
    required: boolean;
    content: Record<string, { examples: Record<string, { value: unknown }> }>;
  };
  readonly tags: readonly string[];
  readonly responses: Record<string, Response | { readonly $ref: string; readonly description: string }>;
  readonly 'x-error-codes': readonly string[];
}
interface Response {
  readonly description: string;
  readonly headers: object;
  readonly content?: Record<string, { examples?: Record<string, { $ref: string }> }>;
}
const document = openApiDocument() as {
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { example: unknown }> } } }>;
  tags: readonly { readonly name: string }[];
  components: {
    examples: Record<string, { value: unknown }>;
    responses: Record<string, Response>;
    schemas: Record<string, Readonly<Record<string, unknown>>>;
  };
};
const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** The responses of an operation by status, with the description that stands beside a reference. */
const responsesOf = (id: string): readonly (readonly [status: string, Response])[] =>
  Object.entries(described.find(({ operationId }) => operationId === id)?.responses ?? {}).map(([status, response]) => {
    if (!('$ref' in response)) return [status, response];
    const shared = document.components.responses[response.$ref.replace('#/components/responses/', '')];
    if (shared === undefined) throw new Error(`${response.$ref} leads nowhere`);
    return [status, { ...shared, description: response.description }];
  });

/** The error codes that the document names for an operation, in order. */
const codesOf = (id: string): readonly string[] =>
  [...(described.find(({ operationId }) => operationId === id)?.['x-error-codes'] ?? [])].sort();

/** Every pattern of a document, each once. */
function patternsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : [];
  return [...new Set([...own, ...Object.values(value).flatMap(patternsIn)])];
}

test('[2.1] every operation is described, under one id each', () => {
  expect(described.map((each) => each.operationId).sort()).toEqual(operationList.map((each) => each.id).sort());
  expect(new Set(operationList.map((each) => `${each.method} ${each.path}`)).size).toBe(operationList.length);
});

test.each(operationList.flatMap(({ body, answer }) => [body, answer].filter((cls) => cls !== undefined)))(
  'the example of %p passes the checker of its class',
  (cls) => {
    expect(compileChecker(cls)(exampleOf(cls))).toEqual([]);
  },
);

/** Escapes of punctuation and of ASCII by number: what regular expressions of JavaScript, Python, PCRE, RE2 and Java share. */
const SHARED_ESCAPE = /\\(x[0-7][0-9a-f]|[.*+?^$()[\]{}|\\])/g;

test.each(patternsIn(document))('the pattern %s can be read by other tools', (pattern) => {
  expect(() => [new RegExp(pattern), new RegExp(pattern, 'u')]).not.toThrow();
  const rest = pattern.replaceAll(SHARED_ESCAPE, '');
  expect(rest).not.toContain('\\');
  // no assertions, named groups or flags; no bracket in a set, which begins another set in some languages
  expect(rest).not.toMatch(/\(\?|\[[^\]]*\[|[^\x20-\x7e]/);
});

test('a charge documents these error codes, and the public keys those of the edge and of their own', () => {
  const ofEdge = [
    ...['request_malformed', 'key_in_url', 'version_unknown', 'https_required', 'request_timeout', 'uri_too_long'],
    ...['headers_too_large', 'internal_error', 'parameter_unknown'],
  ];
  expect(codesOf('charge')).toEqual(
    [
      ...ofEdge,
      ...['api_key_missing', 'api_key_invalid', 'api_key_expired', 'api_key_revoked', 'api_key_mismatch'],
      ...['secret_key_in_browser', 'origin_not_allowed', 'scope_missing', 'merchant_inactive', 'rate_limited'],
      ...['service_unavailable', 'upstream_timeout', 'idempotency_key_invalid'],
      ...['json_invalid', 'parameter_missing', 'parameter_invalid', 'body_too_large'],
      ...['media_type_unsupported', 'token_missing', 'token_invalid', 'token_expired', 'otp_token_used'],
      ...['session_token_invalid', 'quota_spent'],
      ...['intent_not_found', 'intent_expired', 'intent_unexpected_state', 'intent_already_charged'],
      ...[
        'operator_unknown',
        'phone_invalid',
        'payer_phone_not_allowed',
        'payment_method_unavailable',
        'prompt_limit_reached',
      ],
    ].sort(),
  );
  expect(codesOf('jwks')).toEqual([...ofEdge, 'service_unavailable'].sort());
});

test('headers are described with the forms that they may have', () => {
  const schemaOf = (id: string, header: string) =>
    described.find(({ operationId }) => operationId === id)?.parameters.find(({ name }) => name === header)?.schema;
  expect(schemaOf('jwks', 'x-api-version')).toEqual({ type: 'string', enum: ['2026-11-20'] });
  expect(schemaOf('listMembers', 'x-mode')).toEqual({ type: 'string', enum: ['test', 'live'] });
  const { pattern } = schemaOf('createIntent', 'idempotency-key') ?? {};
  expect(['order 1', '', 'é', 'x'.repeat(256)].map((key) => new RegExp(String(pattern)).test(key))).toEqual([
    ...[true, false, false, false],
  ]);
});

test('every operation belongs to one group, and says who may call it', () => {
  const groups = document.tags.map(({ name }) => name);
  for (const { tags, security } of described) {
    expect(groups).toEqual(expect.arrayContaining([...tags]));
    expect([tags.length, Array.isArray(security)]).toEqual([1, true]);
  }
  const open = described.filter(({ security }) => security?.length === 0).map(({ operationId }) => operationId);
  expect(open).toEqual(operationList.filter(({ key }) => key === 'none' || key === 'anonymous').map(({ id }) => id));
});

test('schemas have the names that integrators know', () => {
  const names = Object.keys(document.components.schemas);
  expect(names).toEqual(expect.arrayContaining(['PaymentIntent', 'Charge', 'ApiKey', 'PaygateEvent', 'Problem']));
  expect(names.filter((name) => /(View|Answer)$/.test(name))).toEqual([]);
});

test('metadata takes any JSON object', () => {
  const { properties } = document.components.schemas['CreateIntentRequest'] as { properties: Record<string, object> };
  expect(properties['metadata']).toMatchObject({ additionalProperties: true });
});

test.each(merchantEventNames)('%s is a schema of its own in a union that its type discriminates', (type) => {
  const { oneOf, discriminator } = document.components.schemas['PaygateEvent'] as {
    oneOf: readonly { readonly $ref: string }[];
    discriminator: { propertyName: string; mapping: Record<string, string> };
  };
  const $ref = discriminator.mapping[type] ?? '';
  expect(oneOf).toContainEqual({ $ref });
  expect(document.components.schemas[$ref.replace('#/components/schemas/', '')]).toMatchObject({
    properties: { type: { const: type } },
  });
});

test('an event that is read is one of the union, or one whose data have expired', () => {
  const { Event, EventPage, ExpiredEvent } = document.components.schemas;
  expect(Event).toEqual({
    anyOf: ['PaygateEvent', 'ExpiredEvent'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  });
  expect(EventPage).toMatchObject({ properties: { data: { items: { $ref: '#/components/schemas/Event' } } } });
  expect(ExpiredEvent).toMatchObject({ properties: { type: { enum: merchantEventNames }, data: { type: 'null' } } });
});

test('only requests have fields that may be both null and absent', () => {
  const both = Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    const { properties = {}, required = [] } = schema as { properties?: Record<string, object>; required?: string[] };
    const loose = Object.keys(properties).filter((field) => !required.includes(field));
    return loose.filter((field) => JSON.stringify(properties[field]).includes('"null"')).map(() => name);
  });
  expect([...new Set(both)].filter((name) => !/(?:Request|Input)$/.test(name))).toEqual([]);
});

test('a problem describes every field that an error may carry', () => {
  const { properties } = document.components.schemas['Problem'] as { properties: Record<string, unknown> };
  const carried = Object.values(document.components.examples).flatMap(({ value }) => Object.keys(value as object));
  expect(Object.keys(properties)).toEqual(expect.arrayContaining([...new Set(carried)]));
});

test('only the bodies of rotations, revocations, refunds and payments by a link may be left out', () => {
  const optional = described.filter(({ requestBody }) => requestBody?.required === false);
  expect(optional.map(({ operationId }) => operationId)).toEqual([
    ...['payLink', 'createRefund', 'rotateApiKey', 'revokeApiKey', 'rotateWebhookSecret'],
  ]);
});

test('a one-time password may be requested with a session, a user token, both or neither', () => {
  const { security } = described.find(({ operationId }) => operationId === 'initOtp') ?? {};
  expect(security?.map((credentials) => Object.keys(credentials))).toEqual([
    ['publishableKey'],
    ['publishableKey', 'sessionToken'],
    ['publishableKey', 'userToken'],
    ['publishableKey', 'sessionToken', 'userToken'],
  ]);
});

test.each(merchantEventNames)('the webhook %s has an example that passes the checker of events', (type) => {
  const example = document.webhooks[type]?.post.requestBody.content['application/json']?.example;
  expect(compileChecker(merchantEventClass(type))(example)).toEqual([]);
  expect(example).toMatchObject({ type });
});

test('the examples of webhooks describe one payment: each has its own id and number, and the intent at that time', () => {
  const events = paymentEventTypes.map(paymentEventExample);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  for (const { created, data } of events) expect(data.paymentIntent.updatedAt).toBe(created);
  const intentOf = (type: (typeof paymentEventTypes)[number]) => paymentEventExample(type).data.paymentIntent;
  expect(paymentEventTypes.map((type) => intentOf(type).status)).toEqual([
    ...['PENDING', 'PROCESSING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED'],
  ]);
  const { fee, net, amount, completedAt, chargeId } = intentOf('payment.completed');
  expect(Number(fee) + Number(net)).toBe(Number(amount));
  expect(completedAt).toBe(paymentEventExample('payment.completed').created);
  expect(intentOf('payment.failed')).toMatchObject({
    chargeId,
    completedAt: null,
    failure: { nextStep: 'other_method' },
  });
  expect(intentOf('payment.expired').updatedAt >= intentOf('payment.expired').expiresAt).toBe(true);
});

describe.each(operationList.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const responses = responsesOf(id);

  test('has a request of required fields only and a full one, which the checker of its class takes', () => {
    const examples = described.find((each) => each.operationId === id)?.requestBody?.content['application/json']
      ?.examples;
    if (operation.body === undefined) {
      expect(examples).toBeUndefined();
      return;
    }
    const check = compileChecker(operation.body);
    for (const name of ['least', 'full']) expect(check(examples?.[name]?.value)).toEqual([]);
    const least = examples?.['least']?.value as Record<string, unknown>;
    for (const field of Object.keys(least)) expect(check({ ...least, [field]: undefined })).not.toEqual([]);
  });

  test('documents version and rate-limit headers on every answer', () => {
    const expected = [
      'x-request-id',
      'x-api-version',
      ...(operation.key === 'none' ? [] : ['ratelimit', 'ratelimit-policy']),
    ];
    for (const [, response] of responses)
      expect(Object.keys(response.headers)).toEqual(expect.arrayContaining(expected));
  });

  test('[2.1][5.1] documents each of its error codes with a problem document under its status', () => {
    const check = compileChecker(Problem, { unknownFields: 'ignore' });
    const documented = responses.flatMap(([status, response]) => {
      const examples = response.content?.['application/problem+json']?.examples;
      if (examples === undefined) return [];
      return [...response.description.matchAll(/`(\w+)`/g)].map(([, code = '']) => {
        expect(examples[code]).toEqual({ $ref: `#/components/examples/${code}` });
        const example = document.components.examples[code];
        expect(check(example?.value)).toEqual([]);
        expect(example?.value).toMatchObject({ code, status: Number(status) });
        return code;
      });
    });
    expect(documented.sort()).toEqual([...errorsOf(operation)].sort());
    expect(codesOf(id)).toEqual(documented.sort());
  });
});

test('every field, parameter and success has a description', () => {
  interface Node {
    readonly description?: string;
    readonly properties?: Readonly<Record<string, Node>>;
  }
  const { components, paths } = openApiDocument() as {
    components: { schemas: Record<string, Node> };
    paths: Record<string, Record<string, { parameters: (Node & { name: string })[]; responses: Record<string, Node> }>>;
  };
  const fields = Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).map(([field, node]) => [`${name}.${field}`, node] as const),
  );
  const ofOperations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters, responses }]) => [
      ...parameters.map((node) => [`${method} ${path} ${node.name}`, node] as const),
      ...Object.entries(responses).map(([status, node]) => [`${method} ${path} ${status}`, node] as const),
    ]),
  );
  const all = [...fields, ...ofOperations];
  expect(all.length).toBeGreaterThan(900);
  expect(all.filter(([, { description = '' }]) => description === '').map(([name]) => name)).toEqual([]);
});
