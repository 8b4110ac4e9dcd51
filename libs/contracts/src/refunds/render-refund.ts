import type { Refund } from './refund.js';

/**
 * A refund as JSON text, in the field order of the contract. The metadata is spliced in as the text that the merchant gave: parsing
 * it would lose key order, long numbers and keys such as `__proto__`.
 */
export function renderRefund(refund: Refund): string {
  const before = JSON.stringify({
    id: refund.id,
    object: 'refund',
    paymentIntentId: refund.intentId,
    chargeId: refund.chargeId,
    status: refund.status,
    amount: refund.amount,
    currency: refund.currency,
    feeKept: refund.feeKept ?? null,
    reason: refund.reason ?? null,
  });
  const after = JSON.stringify({
    transmission: refund.transmission ?? null,
    failure: refund.failure ?? null,
    providerReference: refund.providerReference ?? null,
    mode: refund.mode,
    createdAt: refund.createdAt,
    updatedAt: refund.updatedAt,
    completedAt: refund.completedAt ?? null,
  });
  return `${before.slice(0, -1)},"metadata":${refund.metadata},${after.slice(1)}`;
}
