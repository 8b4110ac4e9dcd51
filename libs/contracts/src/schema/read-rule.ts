import type { MetadataStorage } from 'class-validator';
import { ValidationTypes } from 'class-validator';
import { isErrorCode } from '../errors/catalogue.js';
import type { Reason, TextRule } from './schema.js';

/** One decorator, as class-validator has recorded it. */
export type ValidationMetadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

/** One decorator, read. `each` is set when it applies to the elements of an array. */
export type Rule = Reason & { readonly each: boolean } & (
    | { readonly kind: 'type'; readonly type: 'text' | 'integer' | 'boolean' | 'object' | 'array' }
    | { readonly kind: 'text'; readonly rule: TextRule }
    | { readonly kind: 'bound' | 'size'; readonly end: 'min' | 'max'; readonly bound: number }
    | { readonly kind: 'nested' }
  );

/** The `context` of a decorator. */
interface Context {
  readonly code?: unknown;
  readonly published?: unknown;
}

type Reader = (
  constraints: readonly unknown[],
  reason: (detail: string) => Reason & { each: boolean },
  context: Context,
) => Rule;

const type =
  (of: Extract<Rule, { kind: 'type' }>['type'], detail: string): Reader =>
  (_constraints, reason) => ({ kind: 'type', type: of, ...reason(detail) });

const bound =
  (kind: 'bound' | 'size', end: 'min' | 'max', detail: (bound: number) => string): Reader =>
  ([given], reason) => ({ kind, end, bound: asNumber(given), ...reason(detail(asNumber(given))) });

/** Every decorator that payload classes may use, by the name that class-validator gives it. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['isString', type('text', 'must be a string')],
  ['isInt', type('integer', 'must be an integer')],
  ['isBoolean', type('boolean', 'must be true or false')],
  ['isObject', type('object', 'must be an object')],
  ['isArray', type('array', 'must be an array')],
  ['min', bound('bound', 'min', (least) => `must be at least ${least}`)],
  ['max', bound('bound', 'max', (most) => `must be at most ${most}`)],
  ['arrayMinSize', bound('size', 'min', (least) => `must have at least ${least} elements`)],
  ['arrayMaxSize', bound('size', 'max', (most) => `must have at most ${most} elements`)],
  [
    'matches',
    (constraints, reason, context) => text({ ...reason('has the wrong form'), ...pattern(constraints, context) }),
  ],
  [
    'isIn',
    ([values], reason) =>
      text({ ...reason(`must be one of ${asTexts(values).join(', ')}`), rule: 'one-of', values: asTexts(values) }),
  ],
  ['isLength', ([min, max], reason) => text(length(asNumber(min), asOptionalNumber(max), reason))],
  ['minLength', ([min], reason) => text(length(asNumber(min), undefined, reason))],
  ['maxLength', ([max], reason) => text(length(0, asNumber(max), reason))],
  [
    'isIso8601',
    ([options], reason) =>
      text({ ...reason('must be an ISO 8601 date and time'), rule: 'date-time', options: asOptions(options) }),
  ],
  ['isUrl', ([options], reason) => text({ ...reason('must be a URL'), rule: 'url', options: asOptions(options) })],
]);

/** Reads one decorator; undefined when it is not supported. Throws a TypeError for arguments that are not. */
export function readRule(metadata: ValidationMetadata): Rule | undefined {
  const { each = false } = metadata as { each?: boolean };
  const reason = (detail: string): Reason & { each: boolean } => ({
    code: codeOf(metadata),
    detail: typeof metadata.message === 'string' ? metadata.message : detail,
    each,
  });
  if (metadata.type === ValidationTypes.NESTED_VALIDATION)
    return { kind: 'nested', ...reason('must be an object'), detail: 'must be an object' };
  const constraints = (metadata.constraints as unknown[] | undefined) ?? [];
  return readers.get(metadata.name ?? '')?.(constraints, reason, contextOf(metadata));
}

/** The code of a decorator's option `context: { code }`; without one a wrong value is `parameter_invalid`. */
function codeOf(metadata: ValidationMetadata): Reason['code'] {
  const { code } = contextOf(metadata);
  if (code === undefined) return 'parameter_invalid';
  if (typeof code === 'string' && isErrorCode(code)) return code;
  throw new TypeError('the code in a context is not one of the catalogue');
}

function contextOf(metadata: ValidationMetadata): Context {
  return (metadata.context as Context | undefined) ?? {};
}

function text(rule: TextRule & { readonly each: boolean }): Rule {
  return { kind: 'text', rule, code: rule.code, detail: rule.detail, each: rule.each };
}

/** A pattern is published as it stands, or as the option `context: { published }` restates it for other tools. */
function pattern([given, modifiers]: readonly unknown[], { published }: Context) {
  if (!(given instanceof RegExp) || modifiers !== undefined)
    throw new TypeError('a pattern must be a regular expression');
  // such a pattern keeps the position of its last match, so that its result depends on the text before
  if (given.global || given.sticky) throw new TypeError('a pattern must not have the flags g or y');
  const restated = typeof published === 'string' ? published : given.source.replaceAll('\\/', '/');
  return { rule: 'pattern' as const, pattern: given, published: restated };
}

function length(min: number, max: number | undefined, reason: (detail: string) => Reason & { each: boolean }) {
  const detail = max === undefined ? `must have at least ${min} characters` : `must have ${min} to ${max} characters`;
  return { ...reason(detail), rule: 'length' as const, min, ...(max === undefined ? {} : { max }) };
}

function asNumber(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError('a bound must be a number');
  return value;
}

function asOptionalNumber(value: unknown): number | undefined {
  return value === undefined ? undefined : asNumber(value);
}

function asTexts(value: unknown): readonly string[] {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string'))
    throw new TypeError('a list of values must be of strings');
  return value;
}

function asOptions(value: unknown): Readonly<Record<string, unknown>> {
  return (value as Record<string, unknown> | undefined) ?? {};
}
