import type { PaymentLink } from '@paygate/contracts';
import type { Link } from '../domain/link.js';
import { linkStatus } from '../domain/link.js';

/** A link as other services see it. */
export function paymentLink(link: Link, now: Date): PaymentLink {
  const { id: linkId, merchantId, mode, currency, description, referencePattern, returnUrl, maxUses, uses } = link;
  const { checkoutRetries } = link;
  return {
    ...{ linkId, merchantId, mode, status: linkStatus(link, now), currency },
    amount: link.amount?.toString() ?? null,
    minAmount: link.minAmount?.toString() ?? null,
    maxAmount: link.maxAmount?.toString() ?? null,
    ...{ description, referencePattern, returnUrl, maxUses, checkoutRetries },
    usesRemaining: maxUses === null ? null : Math.max(0, maxUses - uses),
    payments: link.payments,
    expiresAt: link.expiresAt?.toISOString() ?? null,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
  };
}
