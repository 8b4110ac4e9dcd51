import type { ApiDocument, Schema } from './api-document.js';
import { resolved } from './api-document.js';

/** Keywords that say nothing about a value. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['description', 'examples', 'title']);
/** Checked together with `properties` and `$ref`. */
const HANDLED_ELSEWHERE: ReadonlySet<string> = new Set(['additionalProperties', '$ref']);

type Check = (value: unknown, bound: never, at: Place) => readonly string[];

interface Place {
  readonly document: ApiDocument;
  readonly schema: Schema;
  readonly path: string;
}

/**
 * The faults of a value by a schema, computed independently of the code that wrote the schema. An unknown keyword is an error, so that
 * no value passes unchecked.
 */
export function schemaFaults(document: ApiDocument, schema: Schema, value: unknown, path = '$'): readonly string[] {
  const place = { document, schema: resolved(document, schema), path };
  return Object.entries(place.schema).flatMap(([keyword, bound]) => {
    if (ANNOTATIONS.has(keyword) || HANDLED_ELSEWHERE.has(keyword)) return [];
    const check = checks[keyword];
    if (check === undefined) throw new TypeError(`the keyword ${keyword} is not known`);
    return check(value, bound as never, place);
  });
}

const checks: Readonly<Record<string, Check>> = {
  type: (value, types: string | readonly string[], { path }) =>
    [types].flat().some((type) => hasType(value, type)) ? [] : [`${path} is no ${[types].flat().join(' or ')}`],
  enum: (value, values: readonly unknown[], { path }) =>
    values.includes(value) ? [] : [`${path} is not one of the values`],
  const: (value, only: unknown, { path }) => (value === only ? [] : [`${path} is not ${JSON.stringify(only)}`]),
  pattern: onText((text, pattern: string) => new RegExp(pattern, 'u').test(text)),
  minLength: onText((text, bound: number) => Array.from(text).length >= bound),
  maxLength: onText((text, bound: number) => Array.from(text).length <= bound),
  format: onText((text, format: string) => (format === 'uri' ? URL.canParse(text) : !Number.isNaN(Date.parse(text)))),
  minimum: (value, bound: number, { path }) =>
    typeof value === 'number' && value < bound ? [`${path} is too small`] : [],
  maximum: (value, bound: number, { path }) =>
    typeof value === 'number' && value > bound ? [`${path} is too large`] : [],
  minItems: (value, bound: number, { path }) =>
    Array.isArray(value) && value.length < bound ? [`${path} is too short`] : [],
  maxItems: (value, bound: number, { path }) =>
    Array.isArray(value) && value.length > bound ? [`${path} is too long`] : [],
  items: (value, items: Schema, { document, path }) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => schemaFaults(document, items, item, `${path}[${index}]`))
      : [],
  required: (value, names: readonly string[], { path }) =>
    isObject(value)
      ? names.filter((name) => !Object.hasOwn(value, name)).map((name) => `${path}.${name} is missing`)
      : [],
  properties: (value, properties: Readonly<Record<string, Schema>>, { document, schema, path }) => {
    if (!isObject(value)) return [];
    const isClosed = schema['additionalProperties'] === false;
    return Object.entries(value).flatMap(([name, field]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (own === undefined) return isClosed ? [`${path}.${name} is not declared`] : [];
      return schemaFaults(document, own, field, `${path}.${name}`);
    });
  },
  allOf: (value, all: readonly Schema[], { document, path }) =>
    all.flatMap((each) => schemaFaults(document, each, value, path)),
  anyOf: (value, any: readonly Schema[], { document, path }) =>
    any.some((each) => schemaFaults(document, each, value, path).length === 0)
      ? []
      : [`${path} fits none of the schemas`],
};

function onText(holds: (text: string, bound: never) => boolean): Check {
  return (value, bound, { path }) =>
    typeof value !== 'string' || holds(value, bound) ? [] : [`${path} breaks ${JSON.stringify(bound)}`];
}

function hasType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
