import type { ErrorCode, Refusal } from '@paygate/contracts';
import type { Intent } from './intent.js';

/** What becomes of something that is asked of an intent. */
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

/** The intent has just lapsed: what was asked comes too late. */
export function tooLate(lapsed: Intent): Extract<Decision, { kind: 'lapsed' }> {
  return { ...refused('intent_expired', { currentStatus: lapsed.status }), kind: 'lapsed', intent: lapsed };
}
