import { METADATA_MAX_BYTES } from '../payments/intent-commands.js';
import { API_VERSION, apiVersions, headers, IDEMPOTENCY_KEY_PATTERN } from '../vocabulary/headers.js';
import { Components } from './openapi-components.js';
import { credentialHeaders, credentialOf, securitySchemes } from './openapi-credentials.js';
import { answerHeaders, JSON_MEDIA_TYPE, problemResponses, responsesOf } from './openapi-responses.js';
import { describeWebhooks, paygateEvent, readEvents } from './openapi-webhooks.js';
import type { Operation } from '../kernel/operation.js';
import { errorsOf } from '../kernel/operation.js';
import { operationList, resources } from './operations.js';
import { exampleOf, leastExampleOf } from '../schema/example.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { objectSchemaOf } from '../schema/json-schema.js';
import { schemaOf } from '../schema/read-schema.js';
import { modes } from '../vocabulary/modes.js';
import type { PairsSchema, PayloadClass } from '../schema/schema.js';
import { isListOfPairs } from '../schema/schema.js';

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = Readonly<Record<string, unknown>>;

/** The public API as an OpenAPI document, made from the table of operations and the decorators of its classes. */
export function openApiDocument(operations: readonly Operation[] = operationList): OpenApiDocument {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, components),
    };
  const webhooks = describeWebhooks(components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Paygate',
      version: API_VERSION,
      description: `Payment intents, one-time passwords and charges over HTTPS. Amounts are strings of digits in the currency's minor unit, timestamps RFC 3339 in UTC with milliseconds, metadata up to ${METADATA_MAX_BYTES} bytes of JSON.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: 'https://{host}',
        description: 'The gateway of an installation',
        variables: {
          host: { default: 'localhost:8443', description: 'Name and port; the default is the local stack.' },
        },
      },
    ],
    tags: resources.map(({ tag, description }) => ({ name: tag, description })),
    paths,
    webhooks,
    components: {
      responses: problemResponses(operations, components),
      schemas: { ...components.schemas, ...eventSchemas(components), PaygateEvent: paygateEvent },
      examples: components.examples,
      securitySchemes,
      headers: answerHeaders,
    },
  };
}

/** A document of few operations may have none that reads events. */
function eventSchemas({ schemas }: Components): Readonly<Record<string, JsonSchema>> {
  const stored = schemas['Event'];
  return stored === undefined ? {} : readEvents(stored);
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
    tags: resources.filter((resource) => operation.id in resource.operations).map(({ tag }) => tag),
    summary: operation.summary,
    description: operation.description,
    ...credentialOf(operation),
    parameters: parametersOf(operation),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responsesOf(operation, components),
    'x-error-codes': errorsOf(operation),
  };
}

/** The objects of each collection, by its part of a path. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  gateway: 'payment intent',
  'payment-links': 'payment link',
  refunds: 'refund',
  'api-keys': 'API key',
  sessions: 'dashboard session',
  members: 'member',
  'webhook-endpoints': 'webhook endpoint',
  recoveries: 'recovery',
  events: 'event',
  deliveries: 'delivery',
};

function parametersOf(operation: Operation): readonly JsonSchema[] {
  const inPath = [...operation.path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].map(([, collection = '', name]) => ({
    name,
    in: 'path',
    required: true,
    description: `The id of the ${COLLECTIONS[collection] ?? 'object'}.`,
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
    headerParameter(
      headers.apiVersion,
      'The version of the API for this request; when absent, the version to which the first call of the account has pinned it.',
      false,
    ),
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
