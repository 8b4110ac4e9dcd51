import type { Payout } from './payout.js';

/**
 * A payout as JSON text, in the field order of the contract. The metadata is spliced in as the text that the merchant gave: parsing
 * it would lose key order, long numbers and keys such as `__proto__`.
 */
export function renderPayout(payout: Payout): string {
  const before = JSON.stringify({
    id: payout.payoutId,
    object: 'payout',
    destinationId: payout.destinationId,
    operator: payout.operator,
    phoneMasked: payout.phoneMasked,
    status: payout.status,
    amount: payout.amount,
    fee: payout.fee,
    net: payout.net,
    currency: payout.currency,
    source: payout.source,
    reason: payout.reason,
  });
  const after = JSON.stringify({
    transmission: payout.transmission,
    failure: payout.failure,
    providerReference: payout.providerReference ?? null,
    mode: payout.mode,
    createdAt: payout.createdAt,
    updatedAt: payout.updatedAt,
    completedAt: payout.completedAt,
  });
  return `${before.slice(0, -1)},"metadata":${payout.metadata},${after.slice(1)}`;
}
