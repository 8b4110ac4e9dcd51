import { commonDescription } from './descriptions.js';
import type { PayloadClass } from './schema.js';
import { schemaOf } from './read-schema.js';
import { mayBeAbsent, mayBeNull } from './schema.js';
import type { ArraySchema, FieldSchema, IntegerSchema, ObjectSchema, TextSchema, ValueSchema } from './schema.js';

/** JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface JsonSchemaOptions {
  /** True when fields that the class does not declare are refused: yes for what we read, no for what others read of us. */
  readonly closed?: boolean;
  /** The reference that stands for a nested class, e.g. `#/components/schemas/PaymentFailure`; without it the class is written in place. */
  readonly refer?: (schema: ObjectSchema) => string;
}

/** Writes the decorators of a payload class as JSON Schema, for OpenAPI 3.1 and for the schemas of events. */
export function jsonSchemaOf(cls: PayloadClass<object>, options: JsonSchemaOptions = {}): JsonSchema {
  return objectSchemaOf(schemaOf(cls), options);
}

/** The same for a class whose schema was already read. */
export function objectSchemaOf(schema: ObjectSchema, options: JsonSchemaOptions): JsonSchema {
  const required = schema.fields.filter((field) => !mayBeAbsent(field)).map((field) => field.name);
  return {
    type: 'object',
    properties: Object.fromEntries(schema.fields.map((field) => [field.name, written(field, schema.name, options)])),
    ...(required.length > 0 ? { required } : {}),
    ...(options.closed === false ? {} : { additionalProperties: false }),
  };
}

function written(field: FieldSchema, owner: string, options: JsonSchemaOptions): JsonSchema {
  const plain = valueSchema(field.value, options);
  const { description = commonDescription(owner, field.name), example } = field.note ?? {};
  return {
    ...(mayBeNull(field) ? orNull(plain) : plain),
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  if (schema['$ref'] !== undefined) return { anyOf: [schema, { type: 'null' }] };
  if (schema['const'] !== undefined) return { anyOf: [schema, { type: 'null' }] };
  const values = schema['enum'];
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}

function valueSchema(schema: ValueSchema, options: JsonSchemaOptions): JsonSchema {
  switch (schema.kind) {
    case 'text':
      return textSchema(schema);
    case 'integer':
      return integerSchema(schema);
    case 'boolean':
      return { type: 'boolean' };
    case 'any-object':
      return { type: 'object', additionalProperties: true };
    case 'array':
      return arraySchema(schema, options);
    case 'object':
      return options.refer === undefined ? objectSchemaOf(schema, options) : { $ref: options.refer(schema) };
  }
}

function textSchema(schema: TextSchema): JsonSchema {
  const parts = schema.rules.map((rule): JsonSchema => {
    switch (rule.rule) {
      case 'pattern':
        return { pattern: rule.published };
      case 'one-of':
        return rule.values.length === 1 ? { const: rule.values[0] } : { enum: rule.values };
      case 'length':
        return {
          ...(rule.min > 0 ? { minLength: rule.min } : {}),
          ...(rule.max === undefined ? {} : { maxLength: rule.max }),
        };
      case 'date-time':
        return { format: 'date-time' };
      case 'url':
        return { format: 'uri' };
    }
  });
  return { type: 'string', ...joined(parts) };
}

function integerSchema(schema: IntegerSchema): JsonSchema {
  const parts = schema.rules.map((rule) => ({ [rule.end === 'min' ? 'minimum' : 'maximum']: rule.bound }));
  return { type: 'integer', ...joined(parts) };
}

function arraySchema(schema: ArraySchema, options: JsonSchemaOptions): JsonSchema {
  const minimum = schema.min > 0 ? { minItems: schema.min } : {};
  return { type: 'array', ...minimum, maxItems: schema.max, items: valueSchema(schema.items, options) };
}

/** A keyword can be used once; a second pattern, for instance, goes into `allOf`. */
function joined(parts: readonly JsonSchema[]): JsonSchema {
  const together: Record<string, unknown> = {};
  const apart: JsonSchema[] = [];
  for (const part of parts) {
    if (Object.keys(part).some((keyword) => Object.hasOwn(together, keyword))) apart.push(part);
    else Object.assign(together, part);
  }
  return apart.length > 0 ? { ...together, allOf: apart } : together;
}
