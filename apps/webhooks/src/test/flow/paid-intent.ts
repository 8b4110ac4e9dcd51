import type { PaymentIntent } from '@paygate/contracts';
import { newId } from '@paygate/platform';

/** An intent that was paid from a wallet at `now`. */
export function paidIntent(merchantId: string, now: string, changes: Partial<PaymentIntent>): PaymentIntent {
  return {
    id: newId('intent'),
    merchantId,
    mode: 'test',
    status: 'COMPLETED',
    amount: '5000',
    amountRefunded: '0',
    fee: '75',
    net: '4925',
    currency: 'XAF',
    description: null,
    metadata: '{"b":1,"a":{"é":"\\u00e9"}}',
    reference: null,
    userId: null,
    paymentMethod: { type: 'wallet', operator: null },
    returnUrl: null,
    nextAction: null,
    failure: null,
    chargeId: newId('charge'),
    version: 3,
    createdAt: now,
    updatedAt: now,
    expiresAt: now,
    completedAt: now,
    ...changes,
  };
}
