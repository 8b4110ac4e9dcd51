import type { Charge, CreateIntent, PaymentIntent } from '@paygate/contracts';
import { newId } from '@paygate/platform';

const created = '2026-11-20T10:00:00.000Z';

/** What intents answers to a create command. */
export function intentOf(command: CreateIntent): PaymentIntent {
  return {
    id: command.intentId,
    merchantId: command.merchantId,
    mode: command.mode,
    status: 'PENDING',
    amount: command.amount,
    amountRefunded: '0',
    fee: null,
    net: null,
    currency: command.currency,
    description: command.description ?? null,
    metadata: command.metadata,
    reference: command.reference ?? null,
    userId: command.userId ?? null,
    paymentMethod: null,
    returnUrl: command.returnUrl ?? null,
    nextAction: { type: 'verify_otp' },
    failure: null,
    chargeId: null,
    version: 1,
    createdAt: created,
    updatedAt: created,
    expiresAt: '2026-11-20T10:30:00.000Z',
    completedAt: null,
  };
}

/** What intents answers to a charge that it accepts. */
export function chargeOf(intentId: string): Charge {
  return {
    id: newId('charge'),
    intentId,
    status: 'PROCESSING',
    amount: '5000',
    currency: 'XAF',
    createdAt: created,
  };
}
