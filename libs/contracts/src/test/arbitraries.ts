import { length as isLength } from 'class-validator';
import fc from 'fast-check';
import { mayBeAbsent, mayBeNull } from '../schema/schema.js';
import type { ArraySchema, FieldSchema, ObjectSchema, TextSchema, ValueSchema } from '../schema/schema.js';

/** Random payloads made from a schema: what a class describes, and what almost is. */

/** Values that a schema describes. */
export function validValue(schema: ValueSchema): fc.Arbitrary<unknown> {
  switch (schema.kind) {
    case 'text':
      return validText(schema);
    case 'integer': {
      const bounds = Object.fromEntries(schema.rules.map((rule) => [rule.end, rule.bound]));
      return fc.integer({ min: bounds['min'] ?? -1000, max: bounds['max'] ?? 2 ** 31 - 1 });
    }
    case 'boolean':
      return fc.boolean();
    case 'any-object':
      return fc.dictionary(fc.constantFrom('a', 'b', 'z'), fc.jsonValue({ maxDepth: 1 }));
    case 'array':
      return validArray(schema);
    case 'object':
      return validObject(schema);
  }
}

/** A character of all that can be written, and often one that patterns are about. */
const character = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom('[', ']', '{', '}', '"', "'", '\\', '/', '.', ':', '=', '&', '%', '_', ' ') },
);

/** Patterns that let it through exclude few characters, so that free text meets them. */
const ANY_TEXT = 'Any text: é, (2)';

/** By their rules: fast-check tries every text that it knows as dangerous on each generator of texts that is made. */
const texts = new Map<string, fc.Arbitrary<string>>();

function validText(schema: TextSchema): fc.Arbitrary<string> {
  const rules = JSON.stringify(schema.rules, (_, value: unknown) => (value instanceof RegExp ? String(value) : value));
  const known = texts.get(rules) ?? textOf(schema);
  texts.set(rules, known);
  return known;
}

function textOf(schema: TextSchema): fc.Arbitrary<string> {
  const oneOf = schema.rules.find((rule) => rule.rule === 'one-of');
  if (oneOf !== undefined) return fc.constantFrom(...oneOf.values);
  if (schema.rules.some((rule) => rule.rule === 'date-time'))
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (schema.rules.some((rule) => rule.rule === 'url'))
    return fc.constantFrom('https://shop.example/thanks', 'http://localhost:8080/a?b=c#d', 'https://a.b.example');
  const length = schema.rules.find((rule) => rule.rule === 'length');
  const min = length?.min ?? 0;
  const max = Math.min(length?.max ?? 40, min + 40);
  const patterns = schema.rules.flatMap((rule) => (rule.rule === 'pattern' ? [rule.pattern] : []));
  const matches = (text: string): boolean => patterns.every((pattern) => pattern.test(text));
  const isValid = (text: string): boolean => isLength(text, min, length?.max) && matches(text);
  const [first] = patterns;
  if (first === undefined || (length !== undefined && matches(ANY_TEXT)))
    // the generator counts what a reader sees, class-validator what a text is made of
    return fc.string({ unit: character, minLength: min, maxLength: max }).filter(isValid);
  // generators do not need the longest text that a pattern lets through
  const bounded = new RegExp(first.source.replaceAll(/,[0-9]{3,}\}/g, ',60}'));
  return fc.stringMatching(bounded).filter(isValid);
}

function validArray(schema: ArraySchema): fc.Arbitrary<unknown[]> {
  return fc.array(validValue(schema.items), {
    minLength: schema.min,
    maxLength: Math.min(schema.max, schema.min + 3),
  });
}

function validObject(schema: ObjectSchema): fc.Arbitrary<Record<string, unknown>> {
  const model = Object.fromEntries(schema.fields.map((field) => [field.name, validField(field)]));
  const requiredKeys = schema.fields.filter((field) => !mayBeAbsent(field)).map((field) => field.name);
  return fc.record(model, { requiredKeys, noNullPrototype: true });
}

function validField(field: FieldSchema): fc.Arbitrary<unknown> {
  const value = validValue(field.value);
  return mayBeNull(field) ? fc.option(value, { nil: null }) : value;
}

/** Payloads with one to three things changed, some of which break a rule. */
export function mutatedValue(schema: ObjectSchema): fc.Arbitrary<unknown> {
  const steps = fc.array(fc.record({ where: fc.nat(), what: mutation }), { minLength: 1, maxLength: 3 });
  return fc.tuple(validValue(schema), steps).map(([value, changes]) => {
    const copy = structuredClone(value);
    for (const change of changes) {
      const places = placesIn(copy);
      const place = places[change.where % places.length];
      if (place !== undefined) change.what(place.holder, place.key);
    }
    return copy;
  });
}

type Holder = Record<string, unknown>;
type Mutation = (holder: Holder, key: string) => void;

const junk = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, -1, 0.5, 1e21, '', ' ', '0', '{}', 'null', 'é', '\0', '\ud800', '5000\n'),
  fc.constantFrom(
    '２０００',
    '5e3',
    '05000',
    '+5000',
    '5000.00',
    '2026-02-30T00:00:00.000Z',
    '2026-11-20 10:00:00.000Z',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.dictionary(fc.constantFrom('a', 'type', 'code'), fc.integer(), { noNullPrototype: true }),
);
const unknownName = fc.constantFrom('extra', 'ID', 'amount ', '', '0', 'length', 'id\u0000');

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  junk.map(
    (value): Mutation =>
      (holder, key) =>
        void (holder[key] = value),
  ),
  // an array where an element stands is a point of its own: see the checker's spec
  fc.constant<Mutation>((holder, key) => {
    if (!Array.isArray(holder) && !Array.isArray(holder[key])) holder[key] = [holder[key]];
  }),
  fc.constant<Mutation>((holder, key) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else Reflect.deleteProperty(holder, key);
  }),
  fc.tuple(unknownName, junk).map(([name, value]): Mutation => (holder) => {
    if (!Array.isArray(holder)) holder[name] = value;
  }),
  fc.tuple(fc.nat(), fc.string({ unit: 'binary', maxLength: 2 })).map(([at, text]): Mutation => (holder, key) => {
    const old = holder[key];
    if (typeof old !== 'string') return;
    const cut = at % (old.length + 1);
    holder[key] = old.slice(0, cut) + text + old.slice(cut + (at % 3));
  }),
  fc.constantFrom(2, 20, 700).map((times): Mutation => (holder, key) => {
    const old = holder[key];
    if (typeof old === 'string') holder[key] = old.slice(0, 100).repeat(times);
    else if (typeof old === 'number') holder[key] = old * times + 0.5 * (times % 3);
    else if (Array.isArray(old))
      holder[key] = Array.from({ length: times }, () => structuredClone(old.slice(0, 10)) as unknown[]).flat();
  }),
);

function placesIn(value: unknown): { holder: Holder; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}
