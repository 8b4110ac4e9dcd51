import type { PhoneFault } from '@paygate/typed-input';
import { exponentOf } from '@paygate/paper';
import { amountOf, codeOf, phoneOf, searchedPhoneOf } from '@paygate/typed-input';
import type { Messages } from '../i18n/en.js';

/** The country code of a phone number that has none. */
const HOME = '+237';
const FACTOR_DIGITS = 6;
const PHONE_END_DIGITS = 4;

/** A value that was read from a field, or what is wrong with the text. */
export type Typed<Value> = { readonly value: Value } | { readonly fault: string };

/** True for a text that a search reads as a phone number, or as the end of one: no address may hold it. */
export function isSearchedPhone(text: string): boolean {
  return searchedPhoneOf(text, HOME, PHONE_END_DIGITS) !== undefined;
}

/** A phone number as the API takes it; undefined for an empty field. */
export function typedPhone(text: string, words: Messages['typed']): Typed<string | undefined> {
  if (text === '') return { value: undefined };
  const read = phoneOf(text, HOME);
  return 'fault' in read ? { fault: words[read.fault satisfies PhoneFault] } : { value: read.phoneNumber };
}

/** An amount in minor units; undefined for an empty field. */
export function typedAmount(text: string, currency: string, words: Messages['typed']): Typed<string | undefined> {
  if (text === '') return { value: undefined };
  const value = amountOf(text, exponentOf(currency));
  return value === undefined ? { fault: words.amount_invalid } : { value };
}

/** A number of things, in which blanks part the thousands; undefined for an empty field. */
export function typedCount(text: string, words: Messages['typed']): Typed<number | undefined> {
  const digits = text.replace(/\s/gu, '');
  if (digits === '') return { value: undefined };
  return /^\d{1,9}$/.test(digits) ? { value: Number(digits) } : { fault: words.count_invalid };
}

/** The code of an authenticator app, without what parts its digits; a recovery code, which has letters, as it is. */
export function typedFactor(text: string): string {
  if (/\p{L}/u.test(text)) return text;
  const digits = codeOf(text, FACTOR_DIGITS);
  return digits.length === FACTOR_DIGITS ? digits : text;
}

/** The values of fields by name, when nothing is wrong with any of them, and the faults of those that cannot be read. */
export function allTyped<Name extends string>(
  fields: Readonly<Record<Name, Typed<string | undefined>>>,
): {
  readonly values: Readonly<Record<Name, string | undefined>> | undefined;
  readonly faults: Readonly<Record<string, string>>;
} {
  const all = Object.entries<Typed<string | undefined>>(fields);
  const faults = Object.fromEntries(all.flatMap(([name, read]) => ('fault' in read ? [[name, read.fault]] : [])));
  const values = all.map(([name, read]) => [name, 'value' in read ? read.value : undefined]);
  const isRead = Object.keys(faults).length === 0;
  return { values: isRead ? (Object.fromEntries(values) as Record<Name, string | undefined>) : undefined, faults };
}
