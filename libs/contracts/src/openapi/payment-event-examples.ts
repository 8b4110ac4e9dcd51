import type { PaymentIntent } from '../payments/payment-intent.js';
import { API_VERSION } from '../vocabulary/headers.js';
import type { PaymentEventType } from '../vocabulary/merchant-events.js';
import type { PaymentEventView } from '../payments/payment-event.js';
import { renderPaymentIntent } from '../payments/render-payment-intent.js';

/** Its fields, apart from the class. */
type Intent = { readonly [Field in keyof PaymentIntent]: PaymentIntent[Field] };
type Changes = Partial<Intent> & Pick<Intent, 'status' | 'version' | 'updatedAt'>;

const placed: Intent = {
  id: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x',
  merchantId: 'mer_01k8zq1c4ta7ne2w9h5kxr3y6b',
  mode: 'test',
  status: 'PENDING',
  amount: '5000',
  amountRefunded: '0',
  fee: null,
  net: null,
  currency: 'XAF',
  description: 'Order 1042',
  metadata: '{"orderId":"1042"}',
  reference: 'order-1042',
  userId: null,
  retryOf: null,
  paymentMethod: null,
  payer: null,
  payerId: null,
  returnUrl: 'https://shop.example/thanks',
  cancelUrl: 'https://shop.example/cart',
  nextAction: null,
  failure: null,
  chargeId: null,
  providerReference: null,
  version: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-20T10:30:00.000Z',
  completedAt: null,
};
const COMPLETED_AT = '2026-11-20T10:01:02.087Z';
/** The code was sent (version 2) and verified (version 3) before: these steps have no event. */
const charged: Changes = {
  status: 'PROCESSING',
  paymentMethod: { type: 'wallet', operator: null },
  payerId: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w',
  chargeId: 'ch_01k8zq6c4qh0td2x8f9mgr7h1z',
  version: 4,
  updatedAt: '2026-11-20T10:01:00.412Z',
};

/** One payment of 5 000 FCFA, and how it goes in each case: the id of the event, its number, and the intent then. */
const examples: Readonly<Record<PaymentEventType, readonly [id: string, sequence: number, changes: Changes]>> = {
  'payment.created': ['evt_01k8zq4a2q7w3m9x5c1hdn6e0b', 1, placed],
  'payment.processing': ['evt_01k8zq6c4t8y4n0z6d2jep7f1c', 2, charged],
  'payment.delayed': [
    'evt_01k8zqfm3r2s7t9v1w4x6y8z0b',
    3,
    {
      ...charged,
      paymentMethod: { type: 'mobile_money', operator: 'mtn_momo' },
      payer: { phoneMasked: '********04', operator: 'mtn_momo' },
      nextAction: {
        ...{ type: 'await_outcome', operator: null, phoneMasked: null, expiresAt: null },
        since: '2026-11-20T10:06:00.412Z',
      },
      version: 5,
      updatedAt: '2026-11-20T10:06:15.530Z',
    },
  ],
  'payment.completed': [
    'evt_01k8zq6e1v9z5p1a7e3kfq8g2d',
    3,
    {
      ...charged,
      status: 'COMPLETED',
      fee: '75',
      net: '4925',
      version: 5,
      updatedAt: COMPLETED_AT,
      completedAt: COMPLETED_AT,
    },
  ],
  'payment.failed': [
    'evt_01k8zq6e1w0a6q2b8f4mgr9h3e',
    3,
    {
      ...charged,
      status: 'FAILED',
      failure: {
        code: 'insufficient_funds',
        message: 'The balance is too low for this payment.',
        nextStep: 'other_method',
      },
      version: 5,
      updatedAt: COMPLETED_AT,
    },
  ],
  'payment.expired': [
    'evt_01k8zr5k8x1b7r3c9g5nhs0j4f',
    2,
    { status: 'EXPIRED', version: 2, updatedAt: '2026-11-20T10:30:00.214Z' },
  ],
  'payment.canceled': [
    'evt_01k8zqd7ay2c8s4d0h6pjt1k5g',
    2,
    { status: 'CANCELED', version: 2, updatedAt: '2026-11-20T10:05:12.640Z' },
  ],
};

/** An event of one type as a merchant receives it. */
export function paymentEventExample(type: PaymentEventType): PaymentEventView {
  const [id, sequence, changes] = examples[type];
  const intent: Intent = { ...placed, ...changes };
  const paymentIntent = JSON.parse(
    renderPaymentIntent(intent, 'merchant'),
  ) as PaymentEventView['data']['paymentIntent'];
  return {
    id,
    type,
    created: intent.updatedAt,
    apiVersion: API_VERSION,
    mode: intent.mode,
    sequence,
    data: { paymentIntent },
  };
}
