import { expect, test } from '@jest/globals';
import { shopUrl } from './shop-url.js';

const id = 'pi_01k8zq4a2nf8rb0v6d7jep5f9x';

test.each([
  ['https://shop.example/thanks', `https://shop.example/thanks?paymentIntentId=${id}`],
  ['https://shop.example', `https://shop.example?paymentIntentId=${id}`],
  ['https://shop.example/?a=1&b=%20', `https://shop.example/?a=1&b=%20&paymentIntentId=${id}`],
  ['https://shop.example/?', `https://shop.example/?paymentIntentId=${id}`],
  ['https://shop.example/?a=1&', `https://shop.example/?a=1&paymentIntentId=${id}`],
  ['https://shop.example/#/thanks?c=2', `https://shop.example/?paymentIntentId=${id}#/thanks?c=2`],
  ['https://shop.example/?a=1#top', `https://shop.example/?a=1&paymentIntentId=${id}#top`],
  ['https://shop.example/?reference=own', `https://shop.example/?reference=own&paymentIntentId=${id}`],
])('[3.21] %s gets the payment in its query, and keeps all that it has', (returnUrl, expected) => {
  expect(shopUrl({ id, reference: null, returnUrl })).toBe(expected);
});

test.each(['order-1042', 'A&B=C #7', 'commande n° 7 / été', '50%'])(
  '[3.21] the reference %s is read as it is',
  (reference) => {
    const url = new URL(shopUrl({ id, reference, returnUrl: 'https://shop.example/t?x=1#y' }) ?? '');
    expect([...url.searchParams]).toEqual([
      ['x', '1'],
      ['paymentIntentId', id],
      ['reference', reference],
    ]);
    expect(url.hash).toBe('#y');
  },
);

test('a payment without an address of the shop leads nowhere', () => {
  expect(shopUrl({ id, reference: 'order-1', returnUrl: null })).toBeNull();
});
