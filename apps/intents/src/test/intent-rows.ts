import type { IntentStatus } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { terminalStatuses } from '../domain/intent-status.js';

/** Columns of an intent by their names. */
export type Row = Readonly<Record<string, unknown>>;

export const createdAt = '2026-11-20T10:00:00.000Z';
/** The columns of an order. */
export const order = (): Row => ({
  id: newId('intent'),
  merchant_id: newId('merchant'),
  mode: 'test',
  amount: 500n,
  currency: 'XAF',
  description: 'Order 1',
  metadata: '{}',
  reference: 'order-1',
  user_id: null,
  return_url: null,
  cancel_url: null,
  created_at: createdAt,
  expires_at: '2026-11-20T10:30:00.000Z',
});

/** The columns that a status implies. */
export const implied = (status: IntentStatus): Row => {
  const isCharged = ['PROCESSING', 'COMPLETED', 'FAILED'].includes(status);
  const ifCharged = <Value>(value: Value): Value | null => (isCharged ? value : null);
  return {
    status,
    next_action: status === 'REQUIRES_ACTION' ? 'verify_otp' : null,
    charge_id: ifCharged(newId('charge')),
    charge_token_id: ifCharged(newId('charge')),
    payer_id: ifCharged(newId('user')),
    payment_method: ifCharged('wallet'),
    charged_at: ifCharged(createdAt),
    outcome_due_at: ifCharged(createdAt),
    fee: status === 'COMPLETED' ? 5n : null,
    net: status === 'COMPLETED' ? 495n : null,
    completed_at: status === 'COMPLETED' ? createdAt : null,
    failure_code: status === 'FAILED' ? 'payer_rejected' : null,
    failure_message: status === 'FAILED' ? 'No' : null,
    failure_next_step: status === 'FAILED' ? 'new_intent' : null,
    terminal_event_id: terminalStatuses.includes(status) ? newId('event') : null,
    amount_refunded: 0n,
    updated_at: createdAt,
  };
};
