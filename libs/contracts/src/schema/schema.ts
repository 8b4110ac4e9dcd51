import type { ErrorCode } from '../errors/catalogue.js';

/** A payload class: class-validator decorators on its fields are the declaration of the wire format. */
export type PayloadClass<Payload extends object> = new () => Payload;

/** The report of a broken constraint. */
export interface Reason {
  readonly code: ErrorCode;
  readonly detail: string;
}

/** A constraint on text, checked in the order of declaration after the type itself. */
export type TextRule = Reason &
  (
    | {
        readonly rule: 'pattern';
        readonly pattern: RegExp;
        /** For documents: in the syntax that the regular expressions of all common languages share. */
        readonly published: string;
      }
    | { readonly rule: 'one-of'; readonly values: readonly string[] }
    | { readonly rule: 'length'; readonly min: number; readonly max?: number }
    | { readonly rule: 'date-time'; readonly options: Readonly<Record<string, unknown>> }
    | { readonly rule: 'url'; readonly options: Readonly<Record<string, unknown>> }
  );

export interface TextSchema extends Reason {
  readonly kind: 'text';
  readonly rules: readonly TextRule[];
}
export interface IntegerSchema extends Reason {
  readonly kind: 'integer';
  readonly rules: readonly (Reason & { readonly end: 'min' | 'max'; readonly bound: number })[];
}
export interface BooleanSchema extends Reason {
  readonly kind: 'boolean';
}
export interface ArraySchema extends Reason {
  readonly kind: 'array';
  readonly items: ValueSchema;
  readonly min: number;
  /** Every array is bounded: a declaration without a maximum is refused. */
  readonly max: number;
  readonly size: Reason;
}
/** Any JSON object: a declaration that names no class. */
export interface AnyObjectSchema extends Reason {
  readonly kind: 'any-object';
}
export interface ObjectSchema extends Reason {
  readonly kind: 'object';
  /** Name of the class. */
  readonly name: string;
  readonly fields: readonly FieldSchema[];
}

/** The shape of a value: made from decorators, read by the checker and by the JSON Schema writer. */
export type ValueSchema = TextSchema | IntegerSchema | BooleanSchema | ArraySchema | AnyObjectSchema | ObjectSchema;

/** A list of pairs of a key and a value. */
export type PairsSchema = ArraySchema & { readonly items: ObjectSchema };

/** True when a value is a list of objects with the fields `key` and `value`, in this order, and no other. */
export function isListOfPairs(schema: ValueSchema): schema is PairsSchema {
  return (
    schema.kind === 'array' &&
    schema.items.kind === 'object' &&
    schema.items.fields.map(({ name }) => name).join(' ') === 'key value'
  );
}

export interface FieldSchema {
  readonly name: string;
  /** The empty values that stand for no value: both for `@IsOptional`, null alone for `@IsNullable`, absence for `@MayBeAbsent`. */
  readonly empty: 'none' | 'null' | 'absent' | 'null-or-absent';
  readonly value: ValueSchema;
  readonly note?: FieldNote;
}

/** True when null stands for no value of the field. */
export function mayBeNull({ empty }: FieldSchema): boolean {
  return empty === 'null' || empty === 'null-or-absent';
}

/** True when the field may be left out. */
export function mayBeAbsent({ empty }: FieldSchema): boolean {
  return empty === 'absent' || empty === 'null-or-absent';
}

/** The documentation of a field. */
export interface FieldNote {
  readonly description?: string;
  readonly example?: unknown;
}

/** A payload class that the exporter cannot express. A service with such a class does not start. */
export class UnsupportedDeclaration extends Error {
  constructor(owner: string, field: string, why: string) {
    super(`${owner}.${field}: ${why}`);
  }
}
