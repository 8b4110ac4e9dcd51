import type { IntentStatus } from '@paygate/contracts';
import type { Intent, Moment, Order, Progress } from './intent.js';
import { placed } from './intent.js';

/** Intents for specs. */
export const order: Order = {
  id: 'pi_1',
  merchantId: 'mer_1',
  mode: 'test',
  amount: 500n,
  currency: 'XAF',
  description: 'Order 1',
  metadata: '{"order":1}',
  reference: 'order-1',
  userId: null,
  returnUrl: null,
  cancelUrl: null,
  createdAt: new Date('2026-11-20T10:00:00.000Z'),
  expiresAt: new Date('2026-11-20T10:30:00.000Z'),
  extensibleUntil: null,
  checkoutRetries: 0,
  retryOf: null,
  linkId: null,
  actor: null,
  tillId: null,
};

const charge: Partial<Progress> = {
  chargeId: 'ch_1',
  chargeTokenId: 'jti-1',
  payerId: 'usr_1',
  paymentMethod: 'wallet',
  chargedAt: new Date('2026-11-20T10:05:00.000Z'),
  outcomeDueAt: new Date('2026-11-20T10:06:00.000Z'),
};

const progress: Readonly<Record<IntentStatus, Partial<Progress>>> = {
  PENDING: {},
  REQUIRES_ACTION: { nextAction: 'verify_otp', otpProgressAt: new Date('2026-11-20T10:01:00.000Z'), version: 2 },
  PROCESSING: { ...charge, version: 2, eventSequence: 2 },
  COMPLETED: {
    ...charge,
    ...{ fee: 5n, net: 495n, completedAt: order.createdAt, terminalEventId: 'evt_9' },
    ...{ version: 3, eventSequence: 3, amountRefunded: 5n, updatedAt: order.expiresAt },
  },
  FAILED: {
    ...charge,
    ...{ failureCode: 'payer_rejected', failureMessage: 'No', failureNextStep: 'new_intent', terminalEventId: 'evt_9' },
    ...{ version: 3, eventSequence: 3 },
  },
  EXPIRED: { terminalEventId: 'evt_9', version: 2, eventSequence: 2 },
  CANCELED: { terminalEventId: 'evt_9', version: 2, eventSequence: 2 },
};

export function intentIn(status: IntentStatus): Intent {
  return { ...placed(order), ...progress[status], status };
}

export function momentAt(ms: number): Moment {
  return { at: new Date(ms), eventId: 'evt_1' };
}
