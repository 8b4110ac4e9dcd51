import type { Payable, PaymentMethod } from '@paygate/contracts';
import { paymentMethodsOf } from '@paygate/contracts';

/**
 * The rules of a payment intent that are one comparison each, decided here and nowhere else. Each has a test of its name.
 */

/** The fields that decide when an intent lapses. */
interface Lapsing {
  readonly expiresAt: Date;
  readonly extendedUntil: Date | null;
}

/** The time at which an intent lapses: at its expiry, or when the last code that extended it has ended. */
export const lapsesAt = ({ expiresAt, extendedUntil }: Lapsing): Date => extendedUntil ?? expiresAt;

/** An expired intent cannot be charged: it lapses by the database's clock read after the row lock. */
export const hasLapsed = (intent: Lapsing, now: Date): boolean => now >= lapsesAt(intent);

/** An intent is charged at most once, for ever. */
export const isCharged = (intent: { readonly chargeId: string | null }): boolean => intent.chargeId !== null;

/** An authorization token works until its expiry, by the same clock. */
export const isOutOfTime = (token: { readonly expiresAt: Date }, now: Date): boolean => now >= token.expiresAt;

/** A token that authorised one intent authorises no other. */
export const isUsedElsewhere = (intent: { readonly id: string }, usedBy: string | null): boolean =>
  usedBy !== null && usedBy !== intent.id;

/** A charge needs a wallet that can hold the intent's currency in its mode, or an operator of that currency. */
export const isPayableBy = (intent: Payable, method: PaymentMethod['type']): boolean =>
  paymentMethodsOf(intent).includes(method);
