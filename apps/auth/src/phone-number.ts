declare const e164: unique symbol;

/** A phone number in international format (E.164): `+`, country code, at most 15 digits in all, nothing between them. */
export type PhoneNumber = string & { readonly [e164]: true };

/** The shortest numbers in use have seven digits with their country code; no country code begins with 0. */
const E164 = /^\+[1-9][0-9]{6,14}$/;

/** Reads a phone number in its one spelling: spaces, a leading 00 and digits of other scripts are not cleaned up, they are refused. */
export function parsePhoneNumber(text: string): PhoneNumber | undefined {
  return E164.test(text) ? (text as PhoneNumber) : undefined;
}
