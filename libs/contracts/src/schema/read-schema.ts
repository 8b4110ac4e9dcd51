// eslint-disable-next-line @nx/enforce-module-boundaries -- the only way to read what @Type has recorded
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { PayloadClass } from './schema.js';
import { isGiven, isNotNull, noteOf } from './declarations.js';
import type { Rule, ValidationMetadata } from './read-rule.js';
import { readRule } from './read-rule.js';
import type { FieldSchema, ObjectSchema, Reason, ValueSchema } from './schema.js';
import { UnsupportedDeclaration } from './schema.js';

type AnyClass = PayloadClass<object>;
const known = new WeakMap<AnyClass, ObjectSchema>();

/**
 * Reads the decorators of a payload class, and of the classes it holds, into a schema. Throws
 * {@link UnsupportedDeclaration} for anything that checker and documents cannot both express.
 */
export function schemaOf(cls: AnyClass, holders: readonly AnyClass[] = []): ObjectSchema {
  const read = known.get(cls);
  if (read !== undefined) return read;
  if (holders.includes(cls))
    throw new UnsupportedDeclaration(cls.name, '*', 'a payload that holds itself has no bound');
  const declared = getMetadataStorage().getTargetValidationMetadatas(cls, '', false, false);
  if (declared.length === 0) throw new UnsupportedDeclaration(cls.name, '*', 'the class declares no field');
  const byField = Map.groupBy(declared, (metadata) => metadata.propertyName);
  const fields = [...byField].map(([name, metadata]) => readField({ cls, name, holders: [...holders, cls] }, metadata));
  const schema: ObjectSchema = {
    kind: 'object',
    name: cls.name,
    fields,
    code: 'parameter_invalid',
    detail: 'must be an object',
  };
  known.set(cls, schema);
  return schema;
}

/** The field that a decorator belongs to. */
interface Place {
  readonly cls: AnyClass;
  readonly name: string;
  readonly holders: readonly AnyClass[];
}

function refuse(place: Place, why: string): never {
  throw new UnsupportedDeclaration(place.cls.name, place.name, why);
}

function readField(place: Place, declared: readonly ValidationMetadata[]): FieldSchema {
  if (place.name in Object.prototype) refuse(place, 'the name belongs to every object');
  const isCondition = (metadata: ValidationMetadata) => metadata.type === ValidationTypes.CONDITIONAL_VALIDATION;
  const rules = declared.filter((metadata) => !isCondition(metadata)).map((metadata) => ruleAt(place, metadata));
  // decorators run bottom-up: the last in the storage is the first in the source
  rules.reverse();
  const note = noteOf(place.cls.prototype as object, place.name);
  return {
    name: place.name,
    empty: emptiness(place, declared.filter(isCondition)),
    value: rules.some((rule) => rule.kind === 'type' && rule.type === 'array')
      ? arrayOf(place, rules)
      : valueOf(place, rules),
    ...(note === undefined ? {} : { note }),
  };
}

function ruleAt(place: Place, metadata: ValidationMetadata): Rule {
  const { groups } = metadata as { groups?: readonly string[] };
  if ((groups !== undefined && groups.length > 0) || metadata.always !== undefined || metadata.validateIf !== undefined)
    refuse(place, 'groups, always and validateIf are not supported');
  try {
    return readRule(metadata) ?? refuse(place, `the decorator ${metadata.name ?? metadata.type} is not supported`);
  } catch (error) {
    if (error instanceof TypeError) refuse(place, error.message);
    throw error;
  }
}

function emptiness(place: Place, conditions: readonly ValidationMetadata[]): FieldSchema['empty'] {
  const [condition, ...more] = conditions;
  if (condition === undefined) return 'none';
  if (more.length > 0) refuse(place, 'more than one condition');
  if (condition.name === 'isOptional') return 'null-or-absent';
  const holds = condition.constraints[0] as unknown;
  if (holds === isGiven) return 'absent';
  return holds === isNotNull ? 'null' : refuse(place, 'ValidateIf is not supported');
}

function arrayOf(place: Place, rules: readonly Rule[]): ValueSchema {
  const own = rules.filter((rule) => !rule.each);
  const type = own.find((rule) => rule.kind === 'type');
  const max = own.find((rule) => rule.kind === 'size' && rule.end === 'max');
  const min = own.find((rule) => rule.kind === 'size' && rule.end === 'min');
  if (own.some((rule) => rule !== type && rule.kind !== 'size'))
    refuse(place, 'a rule on an array must speak of its size or have { each: true }');
  if (max?.kind !== 'size') return refuse(place, 'an array needs @ArrayMaxSize');
  const bounds = { min: min?.kind === 'size' ? min.bound : 0, max: max.bound };
  const size = { code: max.code, detail: `must have ${bounds.min} to ${bounds.max} elements` };
  const items = rules.filter((rule) => rule.each).map((rule) => ({ ...rule, each: false }));
  return { kind: 'array', ...bounds, size, items: valueOf(place, items, 'item'), ...reasonOf(type) };
}

function valueOf(place: Place, rules: readonly Rule[], position: 'field' | 'item' = 'field'): ValueSchema {
  if (rules.some((rule) => rule.each)) refuse(place, '{ each: true } needs @IsArray');
  const types = rules.filter((rule) => rule.kind === 'type');
  if (types.length > 1) refuse(place, 'more than one type');
  const [declared] = types;
  const others = rules.filter((rule) => rule.kind !== 'type');
  const [first] = others;
  if (first?.kind === 'nested' || declared?.type === 'object') {
    if (others.length > 1 || (others.length === 1 && first?.kind !== 'nested'))
      refuse(place, 'an object takes no rule');
    // without it class-validator would take an array of such objects too
    if (declared === undefined && position === 'field') refuse(place, 'a nested class needs @IsObject');
    const reason = reasonOf(declared ?? first);
    return first === undefined ? { kind: 'any-object', ...reason } : { ...nestedIn(place), ...reason };
  }
  if (declared?.type === 'boolean' && others.length === 0) return { kind: 'boolean', ...reasonOf(declared) };
  const bounds = others.flatMap((rule) =>
    rule.kind === 'bound' ? { ...reasonOf(rule), end: rule.end, bound: rule.bound } : [],
  );
  if (declared?.type === 'integer' && bounds.length === others.length)
    return { kind: 'integer', rules: bounds, ...reasonOf(declared) };
  const texts = others.flatMap((rule) => (rule.kind === 'text' ? rule.rule : []));
  if ((declared ?? texts[0]) === undefined || texts.length !== others.length || (declared && declared.type !== 'text'))
    return refuse(place, 'the decorators do not agree on one type');
  return {
    kind: 'text',
    rules: texts,
    ...(declared ? reasonOf(declared) : { ...reasonOf(first), detail: 'must be a string' }),
  };
}

function nestedIn(place: Place): ObjectSchema {
  const type = defaultMetadataStorage.findTypeMetadata(place.cls, place.name);
  if (type === undefined || type.options?.discriminator !== undefined)
    return refuse(place, '@ValidateNested needs a plain @Type');
  const nested = type.typeFunction();
  return typeof nested === 'function'
    ? schemaOf(nested as AnyClass, place.holders)
    : refuse(place, '@Type gives no class');
}

function reasonOf(rule: Reason | undefined): Reason {
  return { code: rule?.code ?? 'parameter_invalid', detail: rule?.detail ?? 'has the wrong form' };
}
