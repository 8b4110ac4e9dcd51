import type { OpenApiDocument } from './openapi.js';
import { openApiDocument } from './openapi.js';
import type { JsonSchema } from '../schema/json-schema.js';

const COMPONENTS = '#/components/schemas/';
/** New names of schemas by the old ones. */
type Names = ReadonlyMap<string, string>;
type Schemas = Readonly<Record<string, JsonSchema>>;

/** The keywords that generators cannot use: unknown in OpenAPI 3.0, or a pattern in the syntax of another language, which the gateway checks anyway. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['webhooks', 'examples', 'pattern', 'allOf', 'propertyNames', 'x-error-codes', 'x-scope', 'x-further-scope'],
]);

/**
 * The API document in OpenAPI 3.0, for generators of clients: the same operations, in the part of the language that generators of
 * Python, Java, TypeScript and Go all read. Without the requests to merchants' endpoints, whose bodies are schemas here too.
 */
export function generatorDocument(document: OpenApiDocument = openApiDocument()): OpenApiDocument {
  const { components, ...rest } = document as Readonly<Record<string, JsonSchema>>;
  const { schemas = {}, ...others } = components as Readonly<Record<string, Schemas>>;
  const names = renamed(Object.keys(schemas));
  const known = Object.entries(withSimpleEvents(schemas));
  return {
    ...(translated(rest, names) as JsonSchema),
    openapi: '3.0.3',
    info: { ...rest['info'], license: { name: 'Apache-2.0' } },
    components: {
      ...(translated(others, names) as JsonSchema),
      schemas: Object.fromEntries(known.map(([name, schema]) => [names.get(name) ?? name, translated(schema, names)])),
    },
  };
}

/** A Go generator makes a constructor `NewMerchant` of the schema `Merchant`: the schema of that name gets another. */
function renamed(names: readonly string[]): Names {
  return new Map(
    names.flatMap((name) => {
      const constructed = name.replace(/^New/, '');
      return constructed !== name && names.includes(constructed) ? [[name, `Created${constructed}`]] : [];
    }),
  );
}

/** An event that is read is one object here, whose data are any object or null: generators fail at unions of unions. */
function withSimpleEvents({ ExpiredEvent: expired, ...schemas }: Schemas): Schemas {
  if (expired === undefined) return schemas;
  const properties = expired['properties'] as Schemas;
  const data = { type: ['object', 'null'], description: 'The data, as in the body of a webhook; null after 30 days.' };
  return { ...schemas, Event: { ...expired, properties: { ...properties, data } } };
}

/** A part of the document in 3.0. */
function translated(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((each) => translated(each, names));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, type, anyOf, const: constant, ...rest } = value as JsonSchema;
  // beside a reference 3.0 knows nothing
  if (typeof $ref === 'string') return { $ref: referenceOf($ref, names) };
  const kept = Object.entries(rest).filter(([name]) => !LEFT_OUT.has(name));
  return {
    ...Object.fromEntries(kept.map(([name, each]) => [name, partOf(name, each, names)])),
    ...(type === undefined ? {} : typeOf(type)),
    ...(anyOf === undefined ? {} : nullableReference(anyOf as readonly JsonSchema[], names)),
    ...(constant === undefined ? {} : { enum: [constant] }),
  };
}

function partOf(name: string, value: unknown, names: Names): unknown {
  if (name === 'example' || name === 'default') return value;
  if (name === 'mapping')
    return Object.fromEntries(
      Object.entries(value as Record<string, string>).map(([key, to]) => [key, referenceOf(to, names)]),
    );
  // the keys are names here: one of them is `type`
  if (name === 'properties')
    return Object.fromEntries(Object.entries(value as JsonSchema).map(([key, each]) => [key, translated(each, names)]));
  return translated(value, names);
}

function referenceOf(reference: string, names: Names): string {
  const name = reference.slice(COMPONENTS.length);
  return reference.startsWith(COMPONENTS) ? `${COMPONENTS}${names.get(name) ?? name}` : reference;
}

function typeOf(type: unknown): JsonSchema {
  const types = Array.isArray(type) ? (type as readonly string[]) : [type];
  const [first, ...more] = types.filter((each) => each !== 'null');
  if (first === undefined || more.length > 0) throw new TypeError(`OpenAPI 3.0 has no type ${String(types)}`);
  return { type: first, ...(types.includes('null') ? { nullable: true } : {}) };
}

function nullableReference(anyOf: readonly JsonSchema[], names: Names): JsonSchema {
  const [first, ...more] = anyOf.filter(({ type }) => type !== 'null');
  if (first === undefined || more.length > 0) throw new TypeError('a union is no reference that may be null');
  return { allOf: [translated(first, names)], nullable: true };
}
