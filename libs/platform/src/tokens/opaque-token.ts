import type { KeyObject } from 'node:crypto';
import { CHECK_CHARACTERS, checkOf, isChecked, SECRET_CHARACTERS, secretText } from './secret-text.js';
import { hmacSha256Base64url } from '../crypto/hmac.js';

const prefixes = { dashboardSession: 'dsh', invitation: 'inv', passwordReset: 'rst', accountClaim: 'acc' } as const;

/** The purposes of opaque tokens. */
export type OpaqueTokenKind = keyof typeof prefixes;

/** Matches an opaque token inside a longer text: for finding one where there must be none. */
export const OPAQUE_TOKEN_TRACE = /(?:dsh|inv|rst|acc)_[0-9A-Za-z]{49}/;

const REST = new RegExp(`^[0-9A-Za-z]{${SECRET_CHARACTERS + CHECK_CHARACTERS}}$`);

/**
 * Creates a token that carries no information but its kind: `{dsh|inv|rst|acc}_`, 256 random bits and the CRC-32 of the text before it, both
 * in base 62. Store its {@link opaqueTokenHash} only.
 */
export function mintOpaqueToken(kind: OpaqueTokenKind): string {
  const body = `${prefixes[kind]}_${secretText()}`;
  return body + checkOf(body);
}

/** True when a text has the form and the checksum of a token of a kind, so that a guess costs no look-up. */
export function isOpaqueToken(kind: OpaqueTokenKind, text: string): boolean {
  const prefix = `${prefixes[kind]}_`;
  return text.startsWith(prefix) && REST.test(text.slice(prefix.length)) && isChecked(text);
}

/** The HMAC-SHA-256 of the whole token under the pepper of API keys, base64url, by which it is looked up. */
export function opaqueTokenHash(pepper: KeyObject, text: string): string {
  return hmacSha256Base64url(pepper, text);
}
