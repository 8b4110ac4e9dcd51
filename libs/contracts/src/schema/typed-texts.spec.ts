import { describe, expect, test } from '@jest/globals';
import * as contracts from '../index.js';
import { addresses, otherAddresses, otherPasswords, passwords } from '../test/index.js';
import { compileChecker } from './checker.js';
import { schemaOf } from './read-schema.js';
import type { PayloadClass } from './schema.js';

/* Each field of a request that takes a kind of text takes the same ones: a field that is not among these has its reason here. */

type AnyClass = PayloadClass<object>;
const requests = Object.entries<unknown>(contracts).flatMap(([name, cls]) =>
  name.endsWith('Request') && typeof cls === 'function' ? [cls as AnyClass] : [],
);

/** The fields of requests with one of these names. */
const placesOf = (...named: readonly string[]): readonly (readonly [string, AnyClass, string])[] =>
  requests.flatMap((cls) =>
    schemaOf(cls)
      .fields.filter(({ name }) => named.includes(name))
      .map(({ name }) => [`${cls.name}.${name}`, cls, name] as const),
  );

const isTaken = (cls: AnyClass, field: string, text: string): boolean =>
  compileChecker(cls)({ [field]: text }).every(({ param }) => param !== field);

/** They prove who asks: what was a password once is taken, and compared. */
const compared = [
  'SignInRequest',
  'SignInToDashboardRequest',
  'BeginSecondFactorRequest',
  'DisableSecondFactorRequest',
];

describe('a new password', () => {
  const places = placesOf('password').filter(([, { name }]) => !compared.includes(name));

  test('is taken in several places', () => {
    expect(places.length).toBeGreaterThanOrEqual(6);
  });

  test.each(places)('has one form as %s', (_, cls, field) => {
    expect(passwords.filter((text) => !isTaken(cls, field, text))).toEqual([]);
    expect(otherPasswords.filter((text) => isTaken(cls, field, text))).toEqual([]);
  });
});

describe('the address of a page of a merchant', () => {
  const places = placesOf('returnUrl', 'cancelUrl');

  test('is taken in several places', () => {
    expect(places.length).toBeGreaterThanOrEqual(3);
  });

  test.each(places)('has one form as %s', (_, cls, field) => {
    expect(addresses.filter((text) => !isTaken(cls, field, text))).toEqual([]);
    expect(otherAddresses.filter((text) => isTaken(cls, field, text))).toEqual([]);
  });
});

test('the address of support has the same form', () => {
  const isSupport = (url: string): boolean =>
    compileChecker(contracts.UpdateMerchantRequest)({ supportContact: { url } }).length === 0;
  expect(addresses.filter((text) => !isSupport(text))).toEqual([]);
  expect(otherAddresses.filter(isSupport)).toEqual([]);
});
