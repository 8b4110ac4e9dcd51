import type { PaymentIntent, TillCharge } from '@paygate/api-types';

/** A payment that this till has asked for: of a phone, or of whoever opens its page. */
export interface Asked {
  readonly intentId: string;
  readonly amount: string;
  readonly currency: string;
  /** The phone; null for a payment by its page. */
  readonly ask: TillCharge['ask'] | null;
  /** The page that the QR code opens; null for the payment of a phone. */
  readonly url: string | null;
  /** By the clock of the device. */
  readonly askedAtMs: number;
}

/** A till between two payments, and what it says of the ask before; or in one. */
export type TillState =
  | { readonly kind: 'open'; readonly left: Asked | null }
  | { readonly kind: 'waiting'; readonly asked: Asked; readonly heardAtMs: number }
  | { readonly kind: 'paid'; readonly asked: Asked; readonly paid: PaidFacts; readonly shownAtMs: number }
  | { readonly kind: 'failed'; readonly asked: Asked; readonly code: string };

/** The part of a payment that the screen shows. */
export interface PaidFacts {
  readonly at: string;
  readonly providerReference: string | null;
}

/** The part of an answer that decides. */
export type Heard = Pick<
  PaymentIntent,
  'id' | 'status' | 'amount' | 'currency' | 'completedAt' | 'providerReference'
> & {
  readonly failure: { readonly code: string } | null;
};

/** Without an answer for longer than this the till is behind: what it shows may not be true any more. */
const BEHIND_MS = 12_000;
/** A payment that was paid is not shown longer: the next customer stands there. */
const PAID_SHOWN_MS = 120_000;
/** An ask is over after this time, whatever the device has heard. */
const ASK_OVER_MS = 15 * 60_000;

/** The screen looks at the time twice a second: an answer may be newer than its last look. */
const SET_BACK_MS = 5_000;

export const OPEN: TillState = { kind: 'open', left: null };

/** The till after an answer about a payment. An answer about any other payment than the one that is asked for changes nothing. */
export function afterAnswer(state: TillState, heard: Heard, nowMs: number): TillState {
  if (state.kind !== 'waiting' || !isOf(state.asked, heard)) return state;
  const { asked } = state;
  if (heard.status === 'COMPLETED' && heard.completedAt !== null) {
    const paid = { at: heard.completedAt, providerReference: heard.providerReference };
    return { kind: 'paid', asked, paid, shownAtMs: nowMs };
  }
  if (heard.status === 'FAILED' || heard.status === 'EXPIRED' || heard.status === 'CANCELED')
    return { kind: 'failed', asked, code: heard.failure?.code ?? heard.status };
  return { kind: 'waiting', asked, heardAtMs: nowMs };
}

function isOf(asked: Asked, { id, amount, currency }: Heard): boolean {
  return id === asked.intentId && amount === asked.amount && currency === asked.currency;
}

/** The till as time passes, also after a sleep of the device: nothing old is shown as if it were new. */
export function afterTime(state: TillState, nowMs: number): TillState {
  if (state.kind === 'paid' && isPast(nowMs - state.shownAtMs, PAID_SHOWN_MS)) return OPEN;
  if (state.kind === 'waiting' && isOver(state.asked.askedAtMs, nowMs)) return { kind: 'open', left: state.asked };
  return state;
}

/** The till for the next customer. An ask that is no longer waited for may still be paid: the till names it. */
export function afterLeave(state: TillState): TillState {
  return state.kind === 'waiting' ? { kind: 'open', left: state.asked } : OPEN;
}

/** True when the time of an ask that began then has passed. */
export function isOver(askedAtMs: number, nowMs: number): boolean {
  return isPast(nowMs - askedAtMs, ASK_OVER_MS);
}

/** A clock that was set back says nothing about the time that passed. */
function isPast(passedMs: number, mostMs: number): boolean {
  return passedMs > mostMs || passedMs < -SET_BACK_MS;
}

/** True while the till waits and has heard nothing for some seconds. */
export function isBehind(state: TillState, nowMs: number): boolean {
  return state.kind === 'waiting' && isPast(nowMs - state.heardAtMs, BEHIND_MS);
}
