import { plainOf } from './plain.js';

/** The fault of a typed phone number. */
export type PhoneFault = 'phone_missing' | 'phone_too_short' | 'phone_too_long' | 'phone_invalid';

/** A typed phone number in E.164, or what is wrong with it. */
export type TypedPhone = { readonly phoneNumber: string } | { readonly fault: PhoneFault };

/** The longest text that can be a phone number with what people put around it. */
export const TYPED_PHONE_LENGTH = 64;

/** The numbering plan of a country: how many digits a number has, of which the first is none of `0` and `1`. */
const nationalDigits: Readonly<Record<string, number>> = { '+237': 9 };
const E164 = /^[1-9][0-9]{6,14}$/;
const E164_DIGITS = { least: 7, most: 15 };

/**
 * A phone number as a person types or pastes it: with or without country code, plus, trunk zero, blanks, dashes and a name. `home` is
 * the country code of a number that has none, such as `+237`.
 */
export function phoneOf(typed: string, home: string): TypedPhone {
  const plain = plainOf(typed);
  const digits = plain.replace(/\D/g, '');
  if (digits === '') return { fault: plain === '' ? 'phone_missing' : 'phone_invalid' };
  // words between digits, as in an address, are no number
  if (/\d[^\d]*\p{L}[^\d]*\d/u.test(plain) || plain.includes('@')) return { fault: 'phone_invalid' };
  const country = home.slice(1);
  const hasPlus = /^\D*\+\D*/.test(plain);
  if (hasPlus && !digits.startsWith(country)) return internationalOf(digits);
  const length = nationalDigits[home];
  if (length === undefined) return withoutPlan(digits, { country, hasPlus });
  const around = `^(?:0|${country})*`;
  const national = new RegExp(`${around}([2-9]\\d{${length - 1}})$`).exec(digits)?.[1];
  if (national !== undefined) return { phoneNumber: home + national };
  const foreign = digits.startsWith('00') && !new RegExp(`^0+${country}`).test(digits);
  if (foreign) return internationalOf(digits.slice(2));
  const rest = digits.replace(new RegExp(around), '').length;
  if (rest === length) return { fault: 'phone_invalid' };
  return { fault: rest < length ? 'phone_too_short' : 'phone_too_long' };
}

/** The phone that a search for `typed` may mean: a number in E.164, or its last digits, so many; undefined for another text. */
export function searchedPhoneOf(typed: string, home: string, endDigits: number): string | undefined {
  const phone = phoneOf(typed, home);
  if ('phoneNumber' in phone) return phone.phoneNumber;
  const digits = plainOf(typed).replace(/[\s.-]/g, '');
  return /^[0-9]+$/.test(digits) && digits.length === endDigits ? digits : undefined;
}

function withoutPlan(digits: string, { country, hasPlus }: { country: string; hasPlus: boolean }): TypedPhone {
  if (hasPlus) return internationalOf(digits);
  return internationalOf(digits.startsWith('00') ? digits.slice(2) : country + digits);
}

function internationalOf(digits: string): TypedPhone {
  if (E164.test(digits)) return { phoneNumber: `+${digits}` };
  if (digits.length < E164_DIGITS.least) return { fault: 'phone_too_short' };
  return { fault: digits.length > E164_DIGITS.most ? 'phone_too_long' : 'phone_invalid' };
}
