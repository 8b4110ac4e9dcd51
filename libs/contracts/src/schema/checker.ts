import { isISO8601, isURL, length } from 'class-validator';
import type { ErrorCode } from '../errors/catalogue.js';
import type { PayloadClass } from './schema.js';
import { mayBeAbsent, mayBeNull } from './schema.js';
import { nearestPhrase } from './nearest-word.js';
import { schemaOf } from './read-schema.js';
import type {
  ArraySchema,
  FieldSchema,
  IntegerSchema,
  ObjectSchema,
  TextRule,
  TextSchema,
  ValueSchema,
} from './schema.js';

/** One fault of a payload. `param` is a path such as `users.0.email`; empty for the payload itself. */
export interface Fault {
  readonly param: string;
  readonly code: ErrorCode;
  readonly detail: string;
}

/** Returns every fault of a value (at most {@link MAX_FAULTS}); an empty list means that it is a payload of the class. */
export type Checker = (value: unknown) => readonly Fault[];

export interface CheckerOptions {
  /** `ignore` lets a reader accept the messages of a newer writer. HTTP requests with unknown fields are always refused. */
  readonly unknownFields?: 'refuse' | 'ignore';
}

/** The longest list of faults. */
export const MAX_FAULTS = 32;
const MAX_NAME_CHARACTERS = 64;

type Predicate = (value: unknown) => boolean;
const noFaults: readonly Fault[] = Object.freeze([]);

/**
 * Compiles the decorators of a payload class into a checker of plain JSON values. It decides like class-validator with
 * `whitelist` and `forbidNonWhitelisted`, at a hundredth of the cost, builds no instance and calls no code of the value.
 * Throws UnsupportedDeclaration when a decorator has no compiled form.
 */
export function compileChecker(cls: PayloadClass<object>, options: CheckerOptions = {}): Checker {
  const schema = schemaOf(cls);
  const strict = options.unknownFields !== 'ignore';
  const accepts = predicateOf(schema, strict);
  return (value) => {
    if (accepts(value)) return noFaults;
    const faults: Fault[] = [];
    explain(schema, value, { param: '', faults, strict });
    return faults.slice(0, MAX_FAULTS);
  };
}

function predicateOf(schema: ValueSchema, strict: boolean): Predicate {
  switch (schema.kind) {
    case 'text':
      return textPredicate(schema);
    case 'integer':
      return integerPredicate(schema);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'any-object':
      return isObject;
    case 'array':
      return arrayPredicate(schema, strict);
    case 'object':
      return objectPredicate(schema, strict);
  }
}

function textPredicate(schema: TextSchema): Predicate {
  const [first, second, ...more] = schema.rules.map(ruleHolds);
  if (first === undefined) return (value) => typeof value === 'string';
  if (second === undefined) return (value) => typeof value === 'string' && first(value);
  if (more.length === 0) return (value) => typeof value === 'string' && first(value) && second(value);
  return (value) => typeof value === 'string' && first(value) && second(value) && more.every((holds) => holds(value));
}

function ruleHolds(rule: TextRule): (text: string) => boolean {
  switch (rule.rule) {
    case 'pattern': {
      const { pattern } = rule;
      return (text) => pattern.test(text);
    }
    case 'one-of': {
      const values = new Set(rule.values);
      return (text) => values.has(text);
    }
    case 'length': {
      const { min, max = Infinity } = rule;
      // validator counts a surrogate pair as one; no such count exceeds the code units, none of a text is below one
      return (text) => (text.length <= max && (min <= 1 ? text.length >= min : false)) || length(text, min, rule.max);
    }
    case 'date-time': {
      const { options } = rule;
      return (text) => isPlainTimestamp(text) || isISO8601(text, options);
    }
    case 'url': {
      const { options } = rule;
      return (text) => isURL(text, options);
    }
  }
}

/** The form that our own clocks print, on the first 28 days of a month: every ISO 8601 rule takes it. */
const PLAIN_TIMESTAMP =
  /^20[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/;

function isPlainTimestamp(text: string): boolean {
  return PLAIN_TIMESTAMP.test(text);
}

function integerPredicate(schema: IntegerSchema): Predicate {
  const min = Math.max(-Infinity, ...schema.rules.filter((rule) => rule.end === 'min').map((rule) => rule.bound));
  const max = Math.min(Infinity, ...schema.rules.filter((rule) => rule.end === 'max').map((rule) => rule.bound));
  return (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

function arrayPredicate(schema: ArraySchema, strict: boolean): Predicate {
  const { min, max } = schema;
  const accepts = predicateOf(schema.items, strict);
  return (value) => Array.isArray(value) && value.length >= min && value.length <= max && value.every(accepts);
}

function objectPredicate(schema: ObjectSchema, strict: boolean): Predicate {
  const fields = schema.fields.map((field) => fieldPredicate(field, strict));
  const names = new Set(schema.fields.map((field) => field.name));
  return (value) => {
    if (!isObject(value)) return false;
    for (const accepts of fields) if (!accepts(value)) return false;
    if (strict) for (const name of Object.keys(value)) if (!names.has(name)) return false;
    return true;
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldPredicate(field: FieldSchema, strict: boolean): (holder: Fields) => boolean {
  const accepts = predicateOf(field.value, strict);
  const { name } = field;
  switch (field.empty) {
    case 'none':
      return (holder) => accepts(holder[name]);
    case 'null':
      return (holder) => holder[name] === null || accepts(holder[name]);
    case 'absent':
      return (holder) => holder[name] === undefined || accepts(holder[name]);
    case 'null-or-absent':
      return (holder) => holder[name] === undefined || holder[name] === null || accepts(holder[name]);
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The position of the explanation within a payload. */
interface Place {
  readonly param: string;
  readonly faults: Fault[];
  readonly strict: boolean;
}

/** Collects the first broken rule of each field. Only refused values take this slow path. */
function explain(schema: ValueSchema, value: unknown, place: Place): void {
  if (place.faults.length >= MAX_FAULTS) return;
  switch (schema.kind) {
    case 'object':
      explainObject(schema, value, place);
      return;
    case 'array':
      explainArray(schema, value, place);
      return;
    case 'text': {
      const broken = typeof value === 'string' ? schema.rules.find((rule) => !ruleHolds(rule)(value)) : schema;
      if (broken !== undefined)
        report(
          place,
          broken.code,
          'rule' in broken && broken.rule === 'one-of'
            ? broken.detail + nearestPhrase(value, broken.values)
            : broken.detail,
        );
      return;
    }
    case 'integer': {
      const breaks = (rule: IntegerSchema['rules'][number]) =>
        rule.end === 'min' ? (value as number) < rule.bound : (value as number) > rule.bound;
      const broken = Number.isInteger(value) ? schema.rules.find(breaks) : schema;
      if (broken !== undefined) report(place, broken.code, broken.detail);
      return;
    }
    case 'boolean':
    case 'any-object':
      if (!predicateOf(schema, place.strict)(value)) report(place, schema.code, schema.detail);
  }
}

function explainObject(schema: ObjectSchema, value: unknown, place: Place): void {
  if (!isObject(value)) {
    report(place, schema.code, schema.detail);
    return;
  }
  for (const field of schema.fields) {
    const given = value[field.name];
    const at = { ...place, param: pathTo(place, field.name) };
    if (given === undefined && !mayBeAbsent(field)) report(at, 'parameter_missing', 'is required');
    else if (given !== undefined && !(given === null && mayBeNull(field))) explain(field.value, given, at);
  }
  if (!place.strict) return;
  const names = new Set(schema.fields.map((field) => field.name));
  for (const name of Object.keys(value)) {
    if (names.has(name)) continue;
    if (place.faults.length >= MAX_FAULTS) return;
    report({ ...place, param: pathTo(place, name) }, 'parameter_unknown', 'is not a parameter of this operation');
  }
}

function explainArray(schema: ArraySchema, value: unknown, place: Place): void {
  if (!Array.isArray(value)) report(place, schema.code, schema.detail);
  else if (value.length < schema.min || value.length > schema.max) report(place, schema.size.code, schema.size.detail);
  else
    for (const [index, item] of value.entries())
      explain(schema.items, item, { ...place, param: pathTo(place, String(index)) });
}

function pathTo(place: Place, name: string): string {
  const shown = shownName(name);
  return place.param === '' ? shown : `${place.param}.${shown}`;
}

/** A name chosen by the caller as it is shown in a fault: shortened when long, with U+FFFD for characters that no answer may hold. */
export function shownName(name: string): string {
  const shown = name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS)}…` : name;
  return shown.toWellFormed().replaceAll('\0', '\uFFFD');
}

function report(place: Place, code: ErrorCode, detail: string): void {
  place.faults.push({ param: place.param, code, detail });
}
