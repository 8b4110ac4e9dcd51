import type { PayloadClass } from './schema.js';
import { schemaOf } from './read-schema.js';
import type { FieldSchema, ObjectSchema, ValueSchema } from './schema.js';
import { mayBeAbsent, UnsupportedDeclaration } from './schema.js';

/** A payload made of the examples in the notes: it passes the checker of its class. */
export function exampleOf(cls: PayloadClass<object>): Readonly<Record<string, unknown>> {
  return objectExample(schemaOf(cls));
}

/** The smallest payload that passes the checker of its class: all its fields are required. */
export function leastExampleOf(cls: PayloadClass<object>): Readonly<Record<string, unknown>> {
  const schema = schemaOf(cls);
  return objectExample({ ...schema, fields: schema.fields.filter((field) => !mayBeAbsent(field)) });
}

function objectExample(schema: ObjectSchema): Record<string, unknown> {
  const shown = schema.fields.filter(({ empty, note }) => empty !== 'absent' || note?.example !== undefined);
  return Object.fromEntries(shown.map((field) => [field.name, fieldExample(schema, field)]));
}

function fieldExample(holder: ObjectSchema, field: FieldSchema): unknown {
  if (field.note?.example !== undefined) return field.note.example;
  if (field.empty !== 'none') return null;
  const example = valueExample(field.value);
  if (example === undefined)
    throw new UnsupportedDeclaration(holder.name, field.name, 'a note with an example is needed');
  return example;
}

function valueExample(schema: ValueSchema): unknown {
  switch (schema.kind) {
    case 'object':
      return objectExample(schema);
    case 'array':
      return [valueExample(schema.items)];
    case 'boolean':
      return false;
    case 'text':
      return schema.rules.find((rule) => rule.rule === 'one-of')?.values[0];
    case 'integer':
    case 'any-object':
      return undefined;
  }
}
