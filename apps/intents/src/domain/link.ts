import type { AmountBounds, Currency, LinkStatus, Mode, Refusal } from '@paygate/contracts';
import { amountRefusal, REFERENCE_NUMBER, refuse } from '@paygate/contracts';

/** The terms of a payment link. A trigger refuses another amount, currency, reference or number of further tries. */
export interface LinkTerms {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly currency: Currency;
  /** Null when the payer names the amount, within the two bounds. */
  readonly amount: bigint | null;
  readonly minAmount: bigint | null;
  readonly maxAmount: bigint | null;
  readonly description: string | null;
  readonly referencePattern: string | null;
  readonly returnUrl: string | null;
  /** Most intents that are open or completed at a time; null when they are not limited. */
  readonly maxUses: number | null;
  /** The number of further tries that each of its payers may begin after a decline. */
  readonly checkoutRetries: number;
  /** The member or the key that created it; null where that is not known. */
  readonly actor: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** A payment link. */
export interface Link extends LinkTerms {
  readonly active: boolean;
  /** The number of its last payment. */
  readonly payments: number;
  /** Its intents that are open or completed, also those that retention has deleted; 0 when they are not limited. */
  readonly uses: number;
  readonly updatedAt: Date;
}

/** A new link. */
export function made(terms: LinkTerms): Link {
  return { ...terms, active: true, payments: 0, uses: 0, updatedAt: terms.createdAt };
}

/** The refusal of terms that no payer could meet. The checks of the table refuse the same. */
export function termsRefusal(terms: LinkTerms, bounds: AmountBounds): Refusal | undefined {
  const { referencePattern, expiresAt, createdAt } = terms;
  if (expiresAt !== null && expiresAt <= createdAt) return NOT_IN_THE_FUTURE;
  if (needsNumber(terms)) return refuse('parameter_invalid', { param: 'referencePattern', detail: NEEDS_NUMBER });
  // a reference of many numbers would outgrow that of an intent
  if ((referencePattern?.split(REFERENCE_NUMBER).length ?? 0) > 2)
    return refuse('parameter_invalid', {
      param: 'referencePattern',
      detail: `referencePattern must contain ${REFERENCE_NUMBER} only once.`,
    });
  return termsAmountRefusal(terms, bounds);
}

/** The terms that its merchant changes. */
export type ChangedTerms = Partial<Pick<LinkTerms, 'description' | 'returnUrl' | 'maxUses' | 'expiresAt'>>;

/** The refusal of a change of the terms of a link, which is locked. Uses that are taken are counted by the trigger of the table. */
export function changeRefusal(link: LinkTerms, changed: ChangedTerms, now: Date): Refusal | undefined {
  const { expiresAt = null } = changed;
  if (expiresAt !== null && expiresAt <= now) return NOT_IN_THE_FUTURE;
  const needs = changed.maxUses !== undefined && needsNumber({ ...link, ...changed });
  return needs ? refuse('parameter_invalid', { param: 'maxUses', detail: NEEDS_NUMBER }) : undefined;
}

const NOT_IN_THE_FUTURE = refuse('parameter_invalid', {
  param: 'expiresAt',
  detail: 'expiresAt must be in the future.',
});
const NEEDS_NUMBER = `referencePattern must contain ${REFERENCE_NUMBER} unless maxUses is 1.`;

/** True when the second payment would have the reference of the first. */
function needsNumber({ referencePattern, maxUses }: LinkTerms): boolean {
  return referencePattern !== null && maxUses !== 1 && !referencePattern.includes(REFERENCE_NUMBER);
}

function termsAmountRefusal(terms: LinkTerms, bounds: AmountBounds): Refusal | undefined {
  const { currency, minAmount, maxAmount } = terms;
  for (const param of ['amount', 'minAmount', 'maxAmount'] as const) {
    const amount = terms[param];
    const refusal = amount === null ? undefined : amountRefusal(amount, currency, bounds);
    if (refusal !== undefined) return { ...refusal, param };
  }
  if (minAmount !== null && maxAmount !== null && maxAmount < minAmount)
    return refuse('parameter_invalid', { param: 'maxAmount', detail: 'maxAmount must not be less than minAmount.' });
  return undefined;
}

/** The status of a link at a moment of the database's clock. */
export function linkStatus({ active, expiresAt, maxUses, uses }: Link, now: Date): LinkStatus {
  if (!active) return 'inactive';
  if (expiresAt !== null && now >= expiresAt) return 'expired';
  return maxUses !== null && uses >= maxUses ? 'used_up' : 'active';
}

const refusalOfStatus = {
  inactive: 'payment_link_inactive',
  expired: 'payment_link_expired',
  used_up: 'payment_link_used_up',
} as const;

/** The reason for which a link begins no payment. The row is locked, and `uses` was counted and `now` was read after the lock. */
export function linkRefusal(link: Link, now: Date): Refusal | undefined {
  const status = linkStatus(link, now);
  return status === 'active' ? undefined : refuse(refusalOfStatus[status]);
}

/**
 * The amount of the next payment, or why there is none. `named` is what the payer names. The row is locked, `uses` was counted and
 * `now` was read after the lock.
 */
export function nextAmount(link: Link, now: Date, named: bigint | undefined): bigint | Refusal {
  const refusal = linkRefusal(link, now);
  if (refusal !== undefined) return refusal;
  if (link.amount !== null)
    return named === undefined
      ? link.amount
      : refuse('parameter_invalid', {
          param: 'amount',
          detail: 'amount must be absent: the link has an amount of its own.',
        });
  if (named === undefined)
    return refuse('parameter_missing', {
      param: 'amount',
      detail: 'amount is missing: the payer of this link names it.',
    });
  const bounds = { min: link.minAmount ?? named, max: link.maxAmount ?? named };
  return amountRefusal(named, link.currency, bounds) ?? named;
}

/** The reference of the payment of a number. */
export function referenceOf({ referencePattern }: Pick<LinkTerms, 'referencePattern'>, number: number): string | null {
  return referencePattern?.replace(REFERENCE_NUMBER, String(number)) ?? null;
}
