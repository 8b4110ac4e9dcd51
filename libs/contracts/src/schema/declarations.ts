import { ValidateIf } from 'class-validator';
import type { FieldNote } from './schema.js';

/** Recognised by identity, so that no other condition is mistaken for it. */
export const isNotNull = (_object: unknown, value: unknown): boolean => value !== null;

/** The field is always present and may be null; with `@IsOptional` it may also be absent, with `@MayBeAbsent` be absent only. */
export const IsNullable = (): PropertyDecorator => ValidateIf(isNotNull);

/** Recognised by identity, like {@link isNotNull}. */
export const isGiven = (_object: unknown, value: unknown): boolean => value !== undefined;

/** The field of an answer may be absent and is never null. Requests use `@IsOptional`, which takes null for absence. */
export const MayBeAbsent = (): PropertyDecorator => ValidateIf(isGiven);

const notes = new WeakMap<object, Map<string, FieldNote>>();

/** A description and an example for the published documents. */
export function Note(note: FieldNote): PropertyDecorator {
  return (prototype, property) => {
    const ofClass = notes.get(prototype) ?? new Map<string, FieldNote>();
    ofClass.set(String(property), note);
    notes.set(prototype, ofClass);
  };
}

/** The note of a field, its own or inherited. */
export function noteOf(prototype: object, field: string): FieldNote | undefined {
  for (let level: object | null = prototype; level !== null; level = Reflect.getPrototypeOf(level)) {
    const note = notes.get(level)?.get(field);
    if (note !== undefined) return note;
  }
  return undefined;
}
