/** Characters of an operator's own transaction number, at most. */
export const PROVIDER_REFERENCE_MAX_LENGTH = 64;

/** The transaction number of an operator as it is stored and sent, such as `8417205391` or `MP261120.1101.A77929`. */
export const PROVIDER_REFERENCE = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$/;

/** Characters of such a number as people type it, with blanks and other marks between its letters and digits. */
export const TYPED_REFERENCE_MAX_LENGTH = 100;
/** It has at least one letter or digit: these alone are compared. */
export const TYPED_REFERENCE = /[A-Za-z0-9]/;

/** The part of such a number that is compared: its letters, in capitals, and its digits. `referenceKeySql` is the same in SQL. */
export function referenceKey(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
}

/** True when the text is the operator's number, as people type it. */
export function isNumberedAs(providerReference: string | null, typed: string): boolean {
  return providerReference !== null && referenceKey(providerReference) === referenceKey(typed);
}
