import type { ErrorCode, Refusal } from '@paygate/contracts';
import type { Intent } from './intent.js';

/** The decision on a request to change an intent. */
export type Decision =
  | { readonly kind: 'accepted'; readonly intent: Intent }
  /** It was done before. */
  | { readonly kind: 'replayed'; readonly intent: Intent }
  /** Refused, and the intent made the transition that was due. */
  | { readonly kind: 'lapsed'; readonly intent: Intent; readonly refusal: Refusal }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A refusal. */
export function refused(code: ErrorCode, fields?: Refusal['fields']): Extract<Decision, { kind: 'refused' }> {
  return { kind: 'refused', refusal: { ok: false, code, ...(fields === undefined ? {} : { fields }) } };
}

/** The refusal of a request that arrives after the intent lapsed. */
export function tooLate(lapsed: Intent): Extract<Decision, { kind: 'lapsed' }> {
  return { ...refused('intent_expired', { currentStatus: lapsed.status }), kind: 'lapsed', intent: lapsed };
}
