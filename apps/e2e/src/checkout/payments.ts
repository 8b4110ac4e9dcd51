import type { ApiAnswer, PageServer } from './page-server.js';

export const INTENT = 'pi_01k8zq4a2nf8rb0v6d7jep5f9x';
export const TOKEN = `cs_test_01k8zq4a2nf8rb0v6d7jep5f9x01k8zq2b9hf3vr7m5c1xtd6n4w${'A'.repeat(43)}`;

/** The address on the receipt of the payment. */
export const RECEIPT = `rcp_test_01k8zq4a2nf8rb0v6d7jep5f9x01k8zq2b9hf3vr7m5c1xtd6n4w${'A'.repeat(22)}`;

const inFuture = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

/** A payment intent as the API shows it to the payment page. */
export function paymentOf(fields: object = {}): Record<string, unknown> {
  return {
    ...{ id: INTENT, object: 'payment_intent', status: 'PENDING', amount: '5000', amountRefunded: '0' },
    ...{ currency: 'XAF', currencyExponent: 0, description: 'Commande 1042', userId: null, paymentMethod: null },
    ...{ mode: 'test', checkoutUrl: null, returnUrl: 'https://shop.example/thanks', chargeId: null, version: 1 },
    cancelUrl: 'https://shop.example/cart',
    ...{ nextAction: null, failure: null, completedAt: null, createdAt: inFuture(-60), updatedAt: inFuture(-60) },
    expiresAt: inFuture(1_800),
    checkout: checkoutOf(),
    merchant: merchantOf(),
    ...fields,
  };
}

/** The URL of a payment's page. */
export function checkoutOf(fields: object = {}): Record<string, unknown> {
  const returnUrl = `https://shop.example/thanks?paymentIntentId=${INTENT}&reference=order-1042`;
  return {
    returnUrl,
    mayRetry: false,
    latestUrl: null,
    receiptUrl: `https://pay.example/checkout/${RECEIPT}`,
    ...fields,
  };
}

export function merchantOf(fields: object = {}): Record<string, unknown> {
  return {
    name: 'Boulangerie du Port',
    logoUrl: null,
    supportContact: { email: 'help@shop.example', phone: '+237670000001', url: 'https://shop.example/help' },
    languages: ['fr', 'en'],
    paymentMethods: ['mobile_money', 'wallet'],
    smsReceipts: true,
    ...fields,
  };
}

/** The API's answer when a code was sent. */
export function sentCode(fields: object = {}): ApiAnswer {
  return {
    status: 202,
    body: {
      ...{ otpId: 'otp_01k8zq5b3pg9sc1w7e8kfq6g0y', userId: null, channel: 'sms', destination: '********01' },
      ...{ codeLength: 6, expiresAt: inFuture(300), resendAvailableAt: inFuture(30), sendsRemaining: 4 },
      ...fields,
    },
  };
}

export function refused(status: number, code: string, fields: object = {}): ApiAnswer {
  return { status, body: { status, code, title: code, ...fields } };
}

/** Every call succeeds. */
export function answerAll(server: PageServer): void {
  server.answers.clear();
  server.calls.length = 0;
  server.isAway = false;
  const answers: Readonly<Record<string, ApiAnswer>> = {
    'GET /gateway/session': { status: 200, body: paymentOf() },
    'POST /auth/otp/init': sentCode(),
    'POST /auth/otp/verify': { status: 200, body: { token: 'otp.jwt.token', tokenType: 'Bearer' } },
    'POST /payment/charge': { status: 200, body: { id: 'ch_1', status: 'SUCCEEDED' } },
    'POST /auth/web': { status: 200, body: { id: 'usr_1', token: 'user.jwt.token' } },
    'POST /auth/users': { status: 202, body: { ...sentCode().body, registrationId: 'reg_1' } },
    [`POST /gateway/${INTENT}/receipt`]: { status: 202, body: { object: 'receipt', sendsRemaining: 2 } },
    'POST /auth/users/verify': { status: 201, body: { id: 'usr_1' } },
    'POST /receipts/check': { status: 200, body: { object: 'receipt_check', status: 'refunded', mode: 'test' } },
    'POST /auth/password/forgot': { status: 202, body: { ...sentCode().body, resetId: 'pwr_1' } },
  };
  for (const [operation, answer] of Object.entries(answers)) server.answers.set(operation, answer);
}

/** The API answers with a payment of these fields. */
export function showPayment(server: PageServer, fields: object): void {
  server.answers.set('GET /gateway/session', { status: 200, body: paymentOf(fields) });
}
