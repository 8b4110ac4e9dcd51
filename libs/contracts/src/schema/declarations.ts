import { ValidateIf } from 'class-validator';
import type { FieldNote } from './schema.js';

/** Recognised by identity, so that a condition with another meaning is never taken for it. */
export const isNotNull = (_object: unknown, value: unknown): boolean => value !== null;

/** The field is always there and may be null; `@IsOptional` also lets it be absent. */
export const IsNullable = (): PropertyDecorator => ValidateIf(isNotNull);

const notes = new WeakMap<object, Map<string, FieldNote>>();

/** Words and an example for the published documents. */
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
