import type { DeclineCode, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Intent, Order } from './intent.js';
import { placed } from './intent.js';

/** The tries of one order. The first intent is locked, so that no other try begins meanwhile. */
export interface Tries {
  readonly first: Intent;
  /** The last try: the first intent before there is another. */
  readonly latest: Intent;
  /** Tries after the first. */
  readonly retries: number;
}

/** A try needs time for a code and an approval on the phone. */
const LEAST_MS = 3 * 60_000;
/** The only code of a decline that people decide, who may be wrong about money that nobody can see. */
const CODE_OF_PEOPLE: DeclineCode = 'rail_error';

/** The reason for which no further try begins; undefined when one may. */
export function retryRefusal({ first, latest, retries }: Tries, now: Date): Refusal | undefined {
  const { status } = latest;
  if (status !== 'FAILED') return refuse('intent_unexpected_state', { fields: { currentStatus: status } });
  // where it is not known who decided, people may have
  if (latest.failureCode === CODE_OF_PEOPLE && latest.failureDecidedBy !== 'service')
    return unavailable('A person has decided the outcome of this payment, and must decide whether it is tried again.');
  if (first.checkoutRetries === 0) return unavailable('This payment allows no further tries.');
  if (retries >= first.checkoutRetries) return unavailable('All tries of this payment have been used.');
  if (endOf(first).getTime() - now.getTime() < LEAST_MS)
    return unavailable('Too little time is left for another try of this payment.');
  return undefined;
}

/**
 * The next try: the same order, which ends when the first intent would have. One that codes extend, because it keeps others from paying, is
 * held for `holdSeconds` at first.
 */
export function nextTry(
  { first }: Pick<Tries, 'first'>,
  { id, at, holdSeconds }: { readonly id: string; readonly at: Date; readonly holdSeconds: number },
): Intent {
  const end = endOf(first);
  const heldUntil = new Date(at.getTime() + holdSeconds * 1_000);
  const isHeld = first.extensibleUntil !== null && heldUntil < end;
  const life = isHeld ? { expiresAt: heldUntil, extensibleUntil: end } : { expiresAt: end, extensibleUntil: null };
  return placed({ ...orderOf(first), id, retryOf: first.id, createdAt: at, ...life });
}

function endOf({ expiresAt, extensibleUntil }: Order): Date {
  return extensibleUntil ?? expiresAt;
}

function orderOf(intent: Intent): Omit<Order, 'id' | 'retryOf' | 'createdAt' | 'expiresAt' | 'extensibleUntil'> {
  const { merchantId, mode, amount, currency, description, metadata, reference } = intent;
  const { userId, returnUrl, cancelUrl, checkoutRetries, linkId, actor, tillId } = intent;
  return {
    ...{ merchantId, mode, amount, currency, description, metadata, reference },
    ...{ userId, returnUrl, cancelUrl, checkoutRetries, linkId, actor, tillId },
  };
}

function unavailable(detail: string): Refusal {
  return refuse('retry_unavailable', { detail });
}
