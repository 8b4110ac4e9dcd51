import { METADATA_MAX_BYTES } from '../../bus/commands/intents.js';
import type { ErrorCode } from '../../errors/catalogue.js';
import { errorCatalogue } from '../../errors/catalogue.js';
import { API_VERSION, apiVersions, headers, IDEMPOTENCY_KEY_PATTERN, preferenceHeaders } from '../headers.js';
import { Components } from './openapi-components.js';
import { describeWebhooks } from './openapi-webhooks.js';
import type { Operation } from '../operation.js';
import { errorsOf } from '../operation.js';
import { operationList } from '../operations.js';
import { exampleFields } from '../problems/problem-examples.js';
import { PROBLEM_MEDIA_TYPE, Problem } from '../problems/problem.js';
import { exampleOf, leastExampleOf } from '../../schema/example.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import { objectSchemaOf } from '../../schema/json-schema.js';
import { schemaOf } from '../../schema/read-schema.js';
import { modes } from '../../vocabulary/modes.js';
import type { PairsSchema, PayloadClass } from '../../schema/schema.js';
import { isListOfPairs } from '../../schema/schema.js';

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

const JSON_MEDIA_TYPE = 'application/json';

/** The public API as an OpenAPI document, made from the table of operations and the decorators of its classes. */
export function openApiDocument(operations: readonly Operation[] = operationList): OpenApiDocument {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, components),
    };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Paygate',
      version: API_VERSION,
      description: `Payment intents, one-time passwords and charges over HTTPS. Amounts are strings of digits in the currency's minor unit, timestamps RFC 3339 in UTC with milliseconds, metadata up to ${METADATA_MAX_BYTES} bytes of JSON.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The gateway that serves this document' }],
    paths,
    webhooks: describeWebhooks(components),
    components: { schemas: components.schemas, examples: components.examples, securitySchemes, headers: answerHeaders },
  };
}

const securitySchemes = {
  publishableKey: {
    type: 'apiKey',
    in: 'header',
    name: headers.apiKey,
    description: '`pk_test_…` or `pk_live_…`. A secret key is accepted in its place, from servers only.',
  },
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description: '`sk_test_…` or `sk_live_…`: as Bearer token, in x-api-key, or in both.',
  },
  dashboardSession: {
    type: 'http',
    scheme: 'bearer',
    description: '`dsh_…`: the session of a member at the dashboard. Pages of other origins cannot use it.',
  },
  sessionToken: {
    type: 'apiKey',
    in: 'header',
    name: headers.sessionToken,
    description: '`sess_…`, from the creation of the payment intent.',
  },
  otpToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of a verified one-time password: one charge.',
  },
  userToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The token of a signed-in user. For a one-time password: the token of the code’s user, obtained at this merchant.',
  },
  otpTokenBeside: {
    type: 'apiKey',
    in: 'header',
    name: headers.otpToken,
    description:
      'The token of a verified one-time password: alone, or beside a user token in the Authorization header.',
  },
} as const;

const answerHeaders = {
  RequestId: {
    description: 'Identifies the request in logs and messages. It is your id if you sent a well-formed one.',
    schema: { type: 'string' },
  },
  ApiVersion: { description: 'The version that answered.', schema: { type: 'string', enum: apiVersions } },
  RateLimitPolicy: {
    description:
      'The name of the budget, and how many requests (`q`) it allows in a window of `w` seconds. `merchant`: the secret keys of a merchant in one mode. `publishable`: its publishable keys in one mode; `publishable-address`: one address with them. `sign-in`: the sign-ins of one address. `dashboard`: the dashboard requests of one address. `member`: the requests of one member. A structured field (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string', examples: ['"merchant";q=100;w=1'] },
  },
  RateLimit: {
    description: 'How many requests remain (`r`), and after how many seconds (`t`) the full number is available again.',
    schema: { type: 'string', examples: ['"merchant";r=99;t=1'] },
  },
  IdempotencyReplayed: {
    description: '`true` when this is the answer to an earlier request.',
    schema: { type: 'string', enum: ['true'] },
  },
  PreferenceApplied: {
    description: '`wait`: the answer holds the outcome (RFC 7240).',
    schema: { type: 'string', enum: ['wait'] },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
} as const;
const everyAnswer = {
  [headers.requestId]: { $ref: '#/components/headers/RequestId' },
  [headers.apiVersion]: { $ref: '#/components/headers/ApiVersion' },
};
/** On an answer to a caller whose key was read; a request that is refused before has none of them. */
const rateLimitHeaders = {
  [headers.rateLimitPolicy]: { $ref: '#/components/headers/RateLimitPolicy' },
  [headers.rateLimit]: { $ref: '#/components/headers/RateLimit' },
};

function headersOf({ key }: Operation): JsonSchema {
  return { ...everyAnswer, ...(key === 'none' ? {} : rateLimitHeaders) };
}

function describeOperation(operation: Operation, components: Components): JsonSchema {
  const body = operation.body && {
    required: operation.bodyIsOptional !== true,
    content: {
      [JSON_MEDIA_TYPE]: {
        schema: components.refer(operation.body, true),
        examples: {
          least: { summary: 'Required fields only', value: leastExampleOf(operation.body) },
          full: { summary: 'Every field', value: exampleOf(operation.body) },
        },
      },
    },
  };
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.description,
    ...credentialOf(operation),
    parameters: parametersOf(operation),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...(operation.waited === undefined ? {} : { [operation.waited]: waitedOf(operation, components) }),
      [operation.success]: successOf(operation, components),
      ...errorResponses(operation, components),
    },
  };
}

function credentialOf(operation: Operation): JsonSchema {
  if (operation.key === 'none' || operation.key === 'anonymous') return {};
  const { scope } = operation;
  return { security: securityOf(operation), ...(scope === null ? {} : { 'x-scope': scope }) };
}

function securityOf(operation: Operation): readonly JsonSchema[] {
  const session = operation.headers.find((header) => header.name === headers.sessionToken);
  const dashboard = { dashboardSession: [] };
  if (operation.key === 'session') return [dashboard];
  if (operation.key === 'secret')
    return [
      { secretKey: [] },
      { publishableKey: [], secretKey: [] },
      ...(operation.takesSession === true ? [dashboard] : []),
    ];
  if (operation.headers.some((header) => header.name === headers.otpToken))
    return [
      { publishableKey: [], otpToken: [] },
      { publishableKey: [], otpTokenBeside: [] },
      { publishableKey: [], userToken: [], otpTokenBeside: [] },
    ];
  if (operation.headers.some((header) => header.name === headers.authorization && header.required))
    return [{ publishableKey: [], userToken: [] }];
  if (session?.required === true) return [{ publishableKey: [], sessionToken: [] }];
  const user = operation.headers.some((header) => header.name === headers.authorization);
  const alone = [{ publishableKey: [] }, ...(session ? [{ publishableKey: [], sessionToken: [] }] : [])];
  return [...alone, ...(user ? alone.map((credentials) => ({ ...credentials, userToken: [] })) : [])];
}

/** Credentials stand under `security`. */
const credentialHeaders: readonly string[] = [headers.authorization, headers.sessionToken, headers.otpToken];

function parametersOf(operation: Operation): readonly JsonSchema[] {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const own = operation.headers
    .filter((header) => !credentialHeaders.includes(header.name))
    .map((header) => headerParameter(header.name, header.description, header.required));
  return [
    ...inPath,
    ...(operation.query === undefined ? [] : queryParameters(operation.query)),
    ...own,
    headerParameter(headers.requestId, 'Your name for the request: 8 to 64 letters, digits, `.`, `_` and `-`.', false),
    headerParameter(headers.apiVersion, `The API version of the client; ${API_VERSION} when absent.`, false),
  ];
}

/** A query has no null: a missing value is an absent parameter. A list of pairs is written `name[key]=value`. */
function queryParameters(query: PayloadClass<object>): readonly JsonSchema[] {
  const schema = schemaOf(query);
  return schema.fields.map((field) => {
    const written = objectSchemaOf({ ...schema, fields: [{ ...field, empty: 'none' }] }, {});
    const { description, ...value } = (written['properties'] as Record<string, JsonSchema>)[field.name] ?? {};
    const parameter = { name: field.name, in: 'query', required: field.empty === 'none', description };
    if (!isListOfPairs(field.value)) return { ...parameter, schema: value };
    return { ...parameter, style: 'deepObject', explode: true, schema: mapSchemaOf(field.value) };
  });
}

/** Pairs as the object that they are in a query. */
function mapSchemaOf({ max, items }: PairsSchema): JsonSchema {
  const { key, value } = objectSchemaOf(items, {})['properties'] as Readonly<Record<string, JsonSchema>>;
  return { type: 'object', maxProperties: max, propertyNames: key, additionalProperties: value };
}

const headerSchemas: Readonly<Record<string, JsonSchema>> = {
  [headers.idempotencyKey]: { pattern: IDEMPOTENCY_KEY_PATTERN.source },
  [headers.apiVersion]: { enum: apiVersions },
  [headers.mode]: { enum: modes },
};

function headerParameter(name: string, description: string, required: boolean): JsonSchema {
  return { name, in: 'header', required, description, schema: { type: 'string', ...headerSchemas[name] } };
}

function successOf(operation: Operation, components: Components): JsonSchema {
  const replayed = { [headers.idempotencyReplayed]: { $ref: '#/components/headers/IdempotencyReplayed' } };
  return {
    description: operation.summary,
    headers: { ...headersOf(operation), ...(operation.replays ? replayed : {}) },
    ...(operation.answer === undefined ? {} : { content: contentOf(operation.answer, components) }),
  };
}

function contentOf(answer: PayloadClass<object>, components: Components): JsonSchema {
  return { [JSON_MEDIA_TYPE]: { schema: components.refer(answer, false), example: exampleOf(answer) } };
}

/** The same answer with the outcome in it. */
function waitedOf(operation: Operation, components: Components): JsonSchema {
  const success = successOf(operation, components);
  return {
    ...success,
    description: 'The outcome came while the caller waited for it',
    headers: {
      ...(success['headers'] as JsonSchema),
      [preferenceHeaders.applied]: { $ref: '#/components/headers/PreferenceApplied' },
    },
  };
}

function errorResponses(operation: Operation, components: Components): Record<string, JsonSchema> {
  const byStatus = Map.groupBy(errorsOf(operation), (code) => errorCatalogue[code].status);
  const ordered = [...byStatus].sort(([left], [right]) => left - right);
  return Object.fromEntries(ordered.map(([status, codes]) => [status, errorResponse(operation, codes, components)]));
}

function errorResponse(operation: Operation, codes: readonly ErrorCode[], components: Components): JsonSchema {
  const waits = codes.some((code) => exampleFields(code)['retryAfter'] !== undefined);
  const examples = codes.map((code) => [code, { $ref: components.problem(code) }] as const);
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: {
      ...headersOf(operation),
      ...(waits ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } } : {}),
    },
    content: {
      [PROBLEM_MEDIA_TYPE]: { schema: components.refer(Problem, false), examples: Object.fromEntries(examples) },
    },
    'x-error-codes': codes,
  };
}
