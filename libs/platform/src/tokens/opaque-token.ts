import type { KeyObject } from 'node:crypto';
import { CHECK_CHARACTERS, checkOf, isChecked, SECRET_CHARACTERS, secretText } from './secret-text.js';
import { hmacSha256Base64url } from '../crypto/hmac.js';

const prefixes = { dashboardSession: 'dsh', invitation: 'inv', passwordReset: 'rst' } as const;

/** What an opaque token is good for. */
export type OpaqueTokenKind = keyof typeof prefixes;

/** The beginning of any opaque token inside a longer text: for searching what must never carry one. */
export const OPAQUE_TOKEN_TRACE = /(?:dsh|inv|rst)_[0-9A-Za-z]{49}/;

const REST = new RegExp(`^[0-9A-Za-z]{${SECRET_CHARACTERS + CHECK_CHARACTERS}}$`);

/**
 * Mints a token that says nothing but its kind: `{dsh|inv|rst}_`, 256 random bits in base 62, CRC-32 of all before it in
 * base 62. What is stored is {@link opaqueTokenHash}.
 */
export function mintOpaqueToken(kind: OpaqueTokenKind): string {
  const body = `${prefixes[kind]}_${secretText()}`;
  return body + checkOf(body);
}

/** Whether a text has the form and the checksum of a token of a kind, so that a guess costs no look-up. */
export function isOpaqueToken(kind: OpaqueTokenKind, text: string): boolean {
  const prefix = `${prefixes[kind]}_`;
  return text.startsWith(prefix) && REST.test(text.slice(prefix.length)) && isChecked(text);
}

/** HMAC-SHA-256 of the whole token under the pepper of API keys, base64url: under this it is looked up. */
export function opaqueTokenHash(pepper: KeyObject, text: string): string {
  return hmacSha256Base64url(pepper, text);
}
