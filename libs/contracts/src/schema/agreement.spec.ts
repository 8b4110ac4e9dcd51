import { describe, expect, test } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import * as contracts from '../index.js';
import type { PayloadClass } from './schema.js';
import { mutatedValue, validValue } from '../test/arbitraries.js';
import { compileChecker } from './checker.js';
import { schemaOf } from './read-schema.js';

/** A few cases of each class; PROPERTY_FACTOR multiplies them: npm test -- unit agreement. */
const FACTOR = Number(process.env['PROPERTY_FACTOR'] ?? 1);

const isPayloadClass = (value: unknown): value is PayloadClass<object> =>
  typeof value === 'function' && value.toString().startsWith('class') && !(value.prototype instanceof Error);
const classes: readonly PayloadClass<object>[] = Object.values<unknown>(contracts).filter(isPayloadClass);

function acceptedByClassValidator(cls: PayloadClass<object>, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const options = { whitelist: true, forbidNonWhitelisted: true };
  return validateSync(plainToInstance(cls, value), options).length === 0;
}

/** class-validator and class-transformer stumble over such names: see the checker's spec for what we do with them. */
function hasTrapName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(value).some((name) => name in Object.prototype) || Object.values(value).some(hasTrapName);
}

test('every payload class of the contracts is covered', () => {
  expect(classes.length).toBeGreaterThan(50);
});

describe.each(classes.map((cls) => [cls.name, cls] as const))('the compiled checker of %s', (_name, cls) => {
  const check = compileChecker(cls);
  const accepted = (value: unknown) => check(value).length === 0;

  test('accepts what the class describes, as class-validator does', () => {
    fc.assert(
      fc.property(validValue(schemaOf(cls)), (value) => {
        expect(check(value)).toEqual([]);
        expect(acceptedByClassValidator(cls, value)).toBe(true);
      }),
      { numRuns: 8 * FACTOR },
    );
  });

  test('agrees with class-validator on payloads with something changed', () => {
    fc.assert(
      fc.property(mutatedValue(schemaOf(cls)), (value) => {
        expect(accepted(value)).toBe(acceptedByClassValidator(cls, value));
      }),
      { numRuns: 40 * FACTOR },
    );
  });

  test('agrees with class-validator on any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        fc.pre(!hasTrapName(value));
        expect(accepted(value)).toBe(acceptedByClassValidator(cls, value));
      }),
      { numRuns: 8 * FACTOR },
    );
  });
});
