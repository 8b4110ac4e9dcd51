import type { KeyObject } from 'node:crypto';
import { equalsConstantTime, hmacSha256Base64url } from '../crypto/hmac.js';

/** The mails that a stop token stops: those of one kind of notice to one member. */
export interface StoppedMails {
  readonly merchantId: string;
  readonly memberId: string;
  readonly kind: string;
}

/**
 * The token that stops the mails of one kind to one member, in the mails themselves: what it stops, and its HMAC-SHA-256 under the pepper of API
 * keys. It is stored nowhere, does not expire, and does nothing else. At most 150 characters that a query holds as they are.
 */
export function stopTokenOf(pepper: KeyObject, { merchantId, memberId, kind }: StoppedMails): string {
  const body = [merchantId, memberId, kind].join('.');
  return `${body}.${proofOf(pepper, body)}`;
}

/** The notices that a token stops; undefined for a text that is no token. */
export function readStopToken(pepper: KeyObject, text: string): StoppedMails | undefined {
  const [merchantId, memberId, kind, proof, ...more] = text.split('.');
  if (merchantId === undefined || memberId === undefined || kind === undefined || proof === undefined) return undefined;
  const isProven = equalsConstantTime(proof, proofOf(pepper, [merchantId, memberId, kind].join('.')));
  return isProven && more.length === 0 ? { merchantId, memberId, kind } : undefined;
}

/** No other token under this pepper begins with this word. */
function proofOf(pepper: KeyObject, body: string): string {
  return hmacSha256Base64url(pepper, `stop-mails/${body}`);
}
