import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PaymentIntent } from './payment-intent.js';
import { compileChecker } from '../schema/checker.js';
import { schemaOf } from '../schema/read-schema.js';
import { validValue } from '../test/arbitraries.js';
import { CreatedPaymentIntentView, PaymentIntentView, PublicPaymentIntentView } from './payment-intent-view.js';
import { renderPaymentIntent } from './render-payment-intent.js';

const withFields = (intent: object, fields: Partial<PaymentIntent>) =>
  Object.assign({}, intent, fields) as PaymentIntent;
const intents = validValue(schemaOf(PaymentIntent)).map((value) => withFields(value as object, { metadata: '{}' }));
const sessionToken = `sess_01k8zq4a2nf8rb0v6d7jep5f9x${'a'.repeat(43)}`;
const contractOrder =
  'id object status amount amountRefunded amountReversed fee net currency currencyExponent description metadata reference tillId userId ' +
  'retryOf ' +
  'paymentMethod mode sessionToken checkoutUrl returnUrl cancelUrl payer nextAction failure chargeId providerReference version createdAt ' +
  'updatedAt ' +
  'expiresAt completedAt';

const rendered = (...args: Parameters<typeof renderPaymentIntent>) =>
  JSON.parse(renderPaymentIntent(...args)) as Record<string, unknown>;

describe('a rendered payment intent', () => {
  test('[3.1] has the fields of the contract in its order, and is what its class describes', () => {
    fc.assert(
      fc.property(intents, (intent) => {
        const created = rendered(intent, 'merchant', { sessionToken });
        expect(Object.keys(created).join(' ')).toBe(contractOrder);
        expect(compileChecker(CreatedPaymentIntentView)(created)).toEqual([]);
        expect(compileChecker(PaymentIntentView)(rendered(intent, 'merchant'))).toEqual([]);
      }),
    );
  });

  test('[2.4] shows a front end no field that is for the merchant only', () => {
    fc.assert(
      fc.property(intents, (intent) => {
        const secrets = { metadata: '{"canary":"c1"}', reference: 'canary-2', fee: '31337', net: '424242' };
        const text = renderPaymentIntent(withFields(intent, secrets), 'public');
        expect(compileChecker(PublicPaymentIntentView)(JSON.parse(text))).toEqual([]);
        expect(text).not.toMatch(/canary|"31337"|"424242"|merchant|"mer_/);
      }),
    );
  });

  const [userId, phone] = [
    'usr_01k8zq3x7mf2rv9t5c6hdn4e8w',
    { phoneMasked: '********01', operator: 'mtn_momo' },
  ] as const;
  test.each([
    ['nobody yet', {}, null, null],
    [
      'a user by a wallet',
      { payer: null, payerId: userId },
      { userId, phoneMasked: null, operator: null },
      // whoever has the address of the page may read what a front end does
      null,
    ],
    [
      'a user by a wallet, whose phone is known',
      { payer: null, payerId: userId, walletPhoneMasked: '********01' },
      { userId, phoneMasked: '********01', operator: null },
      null,
    ],
    ['a user by a phone', { payer: phone, payerId: userId }, { userId, ...phone }, { userId: null, ...phone }],
    ['a guest', { payer: phone, payerId: null }, { userId: null, ...phone }, { userId: null, ...phone }],
    [
      'a message from before',
      { payer: phone, payerId: undefined },
      { userId: null, ...phone },
      { userId: null, ...phone },
    ],
  ])('names who pays to its merchant, and a phone at most to a front end: %s', (_who, fields, merchant, front) => {
    const [sample] = fc.sample(intents, 1);
    if (sample === undefined) throw new Error('no sample');
    const intent = withFields(sample, {
      payer: null,
      payerId: null,
      userId: null,
      walletPhoneMasked: undefined,
      ...fields,
    } as never);
    expect(rendered(intent, 'merchant')).toMatchObject({ payer: merchant, userId: null });
    expect(rendered(intent, 'public')['payer']).toEqual(front);
  });

  test.each([
    '{"b":1,"a":2,"2":3,"1":4}',
    '{ "spaced" :\t[ 1 , 2 ] }',
    '{"__proto__":{"x":1},"constructor":"c","toString":null,"hasOwnProperty":0}',
    '{"long":123456789012345678901234567890.10,"exp":1E400,"neg":-0}',
    '{"escaped":"\\u00e9\\/\\ud83d\\ude00\\u0000","plain":"é😀"}',
    '{"$&":"$1 $$ $`"}',
    '{"a":"\\"metadata\\":{}"}',
  ])('carries the metadata %s byte for byte', (metadata) => {
    const [intent] = fc.sample(intents, 1);
    if (intent === undefined) throw new Error('no sample');
    expect(renderPaymentIntent(withFields(intent, { metadata }), 'merchant')).toContain(
      `,"metadata":${metadata},"reference":`,
    );
  });
});
