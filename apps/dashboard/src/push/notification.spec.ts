import { expect, test } from '@jest/globals';
import { noticeOf } from './notification.js';
import { pushWords } from './words.js';

const payload = {
  ...{ id: 'notice-1', kind: 'payment', language: 'fr', merchantId: 'mer_1', mode: 'live', subject: 'pi_1' },
  ...{ amount: '5000', currency: 'XAF', phoneMasked: '********01' },
};
const shown = (change: object = {}) => noticeOf(JSON.stringify({ ...payload, ...change }));

test('a payment is shown with amount and masked number, and leads to its page in its account and mode', () => {
  expect(shown()).toEqual({
    title: 'Paiement reçu',
    options: {
      ...{ body: '5\u202f000\u00a0FCFA · ********01', lang: 'fr', tag: 'notice-1', icon: '/dashboard/icon-192.png' },
      data: { path: '/dashboard/payments/pi_1#as=mer_1.live' },
    },
  });
});

test('a notice of test mode says so, and a sum of payments their number', () => {
  const { title, options } = shown({ mode: 'test', language: 'en', payments: 12, subject: undefined });
  expect([title, options.body]).toEqual(['TEST · Payments received: 12', '5,000\u00a0FCFA · ********01']);
  expect(options.data.path).toBe('/dashboard/payments#as=mer_1.test');
});

test('the sum of a day says its amount', () => {
  const { title, options } = shown({ kind: 'daily_sum', payments: 12, subject: undefined, phoneMasked: undefined });
  expect([title, options.body]).toEqual(['Somme de la journée', '5\u202f000\u00a0FCFA']);
  expect(options.data.path).toBe('/dashboard/balance/day#as=mer_1.live');
});

test('the last one of a day says so', () => {
  expect(shown({ isLast: true }).options.body).toMatch(/ · plus d’autre aujourd’hui$/);
});

test('an unknown kind is shown without its facts, and leads to the first page', () => {
  const { title, options } = shown({ kind: 'newer', amount: undefined, phoneMasked: undefined });
  expect([title, options.body, options.data.path]).toEqual(['Avis de Paygate', '', '/dashboard/#as=mer_1.live']);
});

test.each(['//evil.example/', '../../../evil', 'https://evil.example', '?x#y'])(
  'the subject %s leads to no other page than its kind’s',
  (subject) => {
    const { pathname, origin, search } = new URL(shown({ subject }).options.data.path, 'https://pay.example');
    expect([origin, search]).toEqual(['https://pay.example', '']);
    expect(pathname).toMatch(/^\/dashboard\/payments\/[^/]+$/);
  },
);

test('both languages have the same kinds', () => {
  expect(Object.keys(pushWords.fr.kinds)).toEqual(Object.keys(pushWords.en.kinds));
});
