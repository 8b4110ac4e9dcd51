import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { IntentOfMerchant, PaymentIntent } from '@paygate/contracts';
import { accept, CHECKOUT_KEY_HEADER, compileChecker, getIntent, ReceiptCheckAnswer, refuse } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { CheckoutTokens } from '../../credentials/tokens/checkout-tokens.js';
import { ReceiptTokens } from '../../credentials/tokens/receipt-tokens.js';
import { busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { checkoutKey, GatewayUnderTest } from '../../test/fixtures/gateway-under-test.js';
import { intentOf } from '../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const paid = { intentId: newId('intent'), merchantId: newId('merchant'), mode: 'test' } as const;
const order = {
  ...paid,
  amount: '5000',
  currency: 'XAF',
  description: 'Canary',
  metadata: '{}',
  reference: 'canary-7',
};
let change: Partial<PaymentIntent>;
let addresses = 0;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles, { RATE_LIMIT_DASHBOARD_ADDRESS_PER_SECOND: '1' });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  change = { status: 'COMPLETED' };
  // as intents answers: a payment of another merchant or of the other mode is none
  busDouble.on(getIntent, ({ intentId, merchantId, mode }) =>
    intentId === paid.intentId && merchantId === paid.merchantId && mode === paid.mode
      ? accept(Object.assign({}, intentOf(order as never), change))
      : refuse('intent_not_found'),
  );
});

const tokenOf = (named: Partial<IntentOfMerchant> = {}) => gateway.get(ReceiptTokens).mint({ ...paid, ...named });
/** Asks as one more network of its own, or as a given one. */
const check = (token: unknown, address = `203.0.113.${addresses++}`) =>
  gateway.ask({
    ...{ method: 'POST', path: '/receipts/check', body: { token } },
    headers: { 'x-request-id': 'same-for-all', 'x-forwarded-for': address, [CHECKOUT_KEY_HEADER]: checkoutKey },
  });

describe('whoever holds a receipt', () => {
  test.each([
    ['paid', '0'],
    ['partly_refunded', '1'],
    ['partly_refunded', '4999'],
    ['refunded', '5000'],
    ['partly_refunded', '0', '4999'],
    ['refunded', '1500', '3500'],
  ])(
    '[3.23] learns that the payment is %s when %s went back, and nothing else',
    async (status, amountRefunded, amountReversed = '0') => {
      change = { status: 'COMPLETED', amountRefunded, amountReversed };
      const answer = await check(tokenOf());
      expect(answer.status).toBe(200);
      expect(compileChecker(ReceiptCheckAnswer)(answer.body)).toEqual([]);
      expect(answer.body).toEqual({ object: 'receipt_check', status, mode: 'test' });
      expect(answer.headers['cache-control']).toContain('no-store');
    },
  );

  test('[3.24] of a guessed or altered address, of another payment, merchant or mode, of one that is not paid, gets one answer', async () => {
    const own = tokenOf();
    const live = own.replace('rcp_test_', 'rcp_live_');
    const other = tokenOf({ intentId: newId('intent') });
    const spliced = own.slice(0, 35) + other.slice(35);
    const altered = Array.from({ length: 22 }, (_, place) => {
      const at = own.length - 1 - place;
      return own.slice(0, at) + (own[at] === 'A' ? 'B' : 'A') + own.slice(at + 1);
    });
    const checkout = gateway.get(CheckoutTokens).mint(paid);
    const unproven = [
      ...[
        live,
        spliced,
        ...altered,
        checkout,
        checkout.replace('cs_', 'rcp_'),
        checkout.slice(0, -21).replace('cs_', 'rcp_'),
      ],
      ...[
        own.slice(0, -1),
        `${own}A`,
        own.slice(0, -22),
        own.toUpperCase(),
        ` ${own}`,
        `${own}\n`,
        'rcp_',
        paid.intentId,
        '0',
      ],
    ];
    const foreign = [other, tokenOf({ merchantId: newId('merchant') }), tokenOf({ mode: 'live' })];
    const answers = [];
    for (const token of [...unproven, ...foreign]) answers.push(await check(token));
    expect(busDouble.sent).toHaveLength(foreign.length);
    for (const status of ['PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'FAILED', 'EXPIRED', 'CANCELED'] as const) {
      change = { status };
      answers.push(await check(own));
    }
    expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1);
    expect(answers[0]?.body).toMatchObject({ status: 404, code: 'intent_not_found' });
    change = { status: 'COMPLETED' };
    expect((await check(own)).status).toBe(200);
  });

  test('[3.24] asks a bounded number of times from one network, as other readers without a key', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => check('rcp_guess', '198.51.100.1')));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([404, 429]);
    expect((await check(tokenOf())).status).toBe(200);
  });

  test('gets an address that a code holds, with a proof of 132 bits of its own', () => {
    const token = tokenOf();
    expect(token).toMatch(/^rcp_test_[0-9a-z]{52}[A-Za-z0-9_-]{22}$/);
    expect(gateway.get(ReceiptTokens).intentOf(token)).toEqual(paid);
    // the same named parts under the keys of the payment page prove another text
    const { length } = 'cs_test_';
    const checkout = gateway.get(CheckoutTokens).mint(paid);
    expect(checkout.slice(length, length + 52)).toBe(token.slice(9, 61));
    expect(checkout.slice(length + 52, length + 74)).not.toBe(token.slice(61));
  });
});
