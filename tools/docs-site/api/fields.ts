import type { Schema } from './document.ts';
import type { FieldWords, Unit } from './field-words.ts';

/** A field of a body, with its place: `payer.operator`, `data[].amount`. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly meaning: string;
}

type Schemas = Readonly<Record<string, Schema>>;

/** The fields of a schema and of the objects in it. An object that occurs again is not written again. */
export function fieldsOf(schema: Schema, schemas: Schemas, words: FieldWords): readonly Field[] {
  return objectFields(schema, '', { schemas, words, written: new Map<string, string>() });
}

interface Walk {
  readonly schemas: Schemas;
  readonly words: FieldWords;
  /** The place of each named schema. */
  readonly written: Map<string, string>;
}

function objectFields(schema: Schema, prefix: string, walk: Walk): readonly Field[] {
  const { own } = resolve(schema, walk.schemas);
  const variants = own.oneOf ?? own.anyOf;
  if (variants !== undefined && own.properties === undefined) {
    const seen = new Set<string>();
    return variants
      .flatMap((variant) => objectFields(variant, prefix, walk))
      .filter(({ name }) => !seen.has(name) && seen.add(name));
  }
  return Object.entries(own.properties ?? {}).flatMap(([name, field]) => {
    return fieldRows(field, { name: prefix + name, required: own.required?.includes(name) ?? false }, walk);
  });
}

function fieldRows(field: Schema, { name, required }: Pick<Field, 'name' | 'required'>, walk: Walk): readonly Field[] {
  const { own, reference } = resolve(field, walk.schemas);
  const inner = own.items ?? field;
  const nested = resolve(inner, walk.schemas);
  const key = nested.reference ?? reference;
  const hasFields = nested.own.properties !== undefined || (nested.own.oneOf ?? nested.own.anyOf) !== undefined;
  const known = key === undefined ? undefined : walk.written.get(key);
  const { words } = walk;
  const text = words.meaningOf(field.description ?? own.description ?? '');
  const meaning = [text, boundsOf(own, words)].filter(Boolean).join(' ');
  const row = { name, required, type: typeOf(field, walk), meaning };
  if (!hasFields) return [row];
  if (known !== undefined) return [{ ...row, meaning: [meaning, words.fieldsOf(known)].filter(Boolean).join(' ') }];
  if (key !== undefined) walk.written.set(key, name);
  return [row, ...objectFields(inner, own.items === undefined ? `${name}.` : `${name}[].`, walk)];
}

/** A schema without its reference, and without the null beside it. */
export function resolve(schema: Schema, schemas: Schemas): { readonly own: Schema; readonly reference?: string } {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  const plain = only !== undefined && others.length === 0 ? only : schema;
  const reference = plain.$ref?.split('/').at(-1);
  return reference === undefined ? { own: plain } : { own: schemas[reference] ?? {}, reference };
}

function typeOf(schema: Schema, { schemas, words, ...rest }: Walk): string {
  const { own } = resolve(schema, schemas);
  const canBeNull = schema.anyOf?.some(({ type }) => type === 'null') === true || [own.type].flat().includes('null');
  const [type = own.properties === undefined && own.const !== undefined ? typeof own.const : 'object'] = [own.type]
    .flat()
    .filter((each) => each !== undefined && each !== 'null');
  const text =
    type === 'array'
      ? words.listOf(typeOf(own.items ?? {}, { schemas, words, ...rest }))
      : (idOf(own, words) ?? words.typeOf(formOf(own) ?? type));
  return canBeNull ? words.orNull(text) : text;
}

/** The beginnings of patterns, and what a reader calls the texts that match. */
const FORMS: readonly (readonly [string, string])[] = [
  ['^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}T', 'time'],
  ['^\\+[1-9]', 'phone number'],
  ['^(0|[1-9][0-9]{0,14})$', 'amount'],
  ['^[1-9][0-9]{0,11}$', 'amount'],
];

function idOf({ pattern = '' }: Schema, words: FieldWords): string | undefined {
  const prefix = /^\^([a-z]{2,5}_)\[0-7\]/.exec(pattern)?.[1];
  return prefix === undefined ? undefined : `${words.typeOf('id')} (\`${prefix}…\`)`;
}

function formOf({ pattern = '', format }: Schema): string | undefined {
  return format === 'uri' ? 'URL' : FORMS.find(([beginning]) => pattern.startsWith(beginning))?.[1];
}

/** The bounds of a value as a sentence. Patterns stand for themselves in `typeOf`, or in the description. */
function boundsOf(own: Schema, words: FieldWords): string {
  const { minLength, maxLength, minimum, maximum, maxItems } = own;
  const values = (own.enum ?? (own.const === undefined ? [] : [own.const]))
    .filter((value) => value !== null)
    .map((value) => `\`${textOf(value)}\``);
  const range = (least = 0, most: number | undefined, unit: Unit): string | undefined => {
    if (most === undefined) return least === 0 ? undefined : words.atLeast(least, unit);
    return least === 0 ? words.atMost(most, unit) : words.between(least, most, unit);
  };
  return [
    values.length === 0 ? undefined : `${values.length === 1 ? words.always : words.oneOf} ${values.join(', ')}.`,
    range(minLength, maxLength, 'characters'),
    range(minimum, maximum, ''),
    range(0, maxItems, 'entries'),
  ]
    .filter((text) => text !== undefined)
    .join(' ');
}

/** A value of JSON as a reader writes it. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
