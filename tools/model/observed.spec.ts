import { expect, test } from '@jest/globals';
import { explain } from './observed.js';
import type { Observed } from './observed.js';

/** A payment, with what is special about it. */
function payment(
  places: Observed['places'],
  { method = 'mobile_money', refunds = {} }: Partial<Observed> = {},
): Observed {
  return { method, refunds, places: { otp: ['otp.sent A'], ...places } };
}
const begun = ['created A', 'intent.processing A/A1'];
const event = (end: string): Observed['places'] => ({
  [`webhooks intent.${end} A`]: [`stored intent.${end} A`],
});
const completed = payment({
  ...{ intents: [...begun, 'intent.completed A'], charging: ['charge.succeeded A/A1'] },
  ...event('completed'),
});
const refunded = payment(
  {
    intents: [...begun, 'intent.completed A', 'intent.refunded r1'],
    charging: ['charge.succeeded A/A1', 'refund.completed r1'],
    ...event('completed'),
  },
  { refunds: { r1: 100 } },
);
/** Two refunds that have ended, of these hundredths. */
const refundedTwice = (r1: number, r2: number, end = 'completed'): Observed => ({
  ...{ method: 'mobile_money', refunds: { r1, r2 } },
  places: {
    ...completed.places,
    intents: [...begun, 'intent.completed A', 'intent.refunded r2', 'intent.refunded r1'],
    charging: ['charge.succeeded A/A1', `refund.${end} r1`, 'refund.completed r2'],
  },
});

test.each<[what: string, observed: Observed]>([
  ['is paid by mobile money', completed],
  ['is paid by wallet', { ...completed, method: 'wallet' }],
  ['is refunded', refunded],
  ['is refunded in two parts', refundedTwice(30, 70)],
  ['is refunded after a refund that failed', refundedTwice(100, 100, 'failed')],
  [
    'is declined',
    payment({ ...{ intents: [...begun, 'intent.failed A'], charging: ['charge.failed A/A1'] }, ...event('failed') }),
  ],
  [
    'ends after its time, charged before',
    payment({ ...completed.places, intents: [...begun, 'lapsed A', 'intent.completed A'] }),
  ],
  ['expires', payment({ intents: ['created A', 'lapsed A', 'intent.expired A'], charging: [], ...event('expired') })],
  ['is canceled before a code', { ...payment({ intents: ['created A', 'intent.canceled A'], ...event('canceled') }) }],
  ['waits', payment({ intents: begun, charging: [] })],
  ['has an outcome that intents has not recorded', payment({ intents: begun, charging: ['charge.succeeded A/A1'] })],
])('a payment that %s is one of the model', (_, observed) => {
  const { isPossible, unexplained, states } = explain(observed);
  expect({ isPossible, unexplained }).toEqual({ isPossible: true, unexplained: [] });
  expect(states).toBeLessThan(20_000);
});

test.each<[what: string, observed: Observed, unexplained: string]>([
  [
    'is charged after its time',
    payment({
      ...completed.places,
      intents: ['created A', 'lapsed A', 'intent.processing A/A1', 'intent.completed A'],
    }),
    'intent.processing A/A1',
  ],
  [
    'has its outcome twice',
    payment({ ...completed.places, intents: [...begun, 'intent.completed A', 'intent.completed A'] }),
    'intent.completed A',
  ],
  [
    'succeeds after a decline',
    payment({ intents: [...begun, 'intent.failed A'], charging: ['charge.failed A/A1', 'charge.succeeded A/A1'] }),
    'charge.succeeded A/A1',
  ],
  [
    'has another outcome than its charge',
    payment({ intents: [...begun, 'intent.failed A'], charging: ['charge.succeeded A/A1'] }),
    'intent.failed A',
  ],
  ['is completed without a charge', payment({ intents: ['created A', 'intent.completed A'] }), 'intent.completed A'],
  [
    'is charged twice',
    payment({
      intents: [...begun, 'intent.processing A/A1', 'intent.completed A'],
      charging: ['charge.succeeded A/A1'],
    }),
    'intent.processing A/A1',
  ],
  ['is charged and canceled', payment({ intents: [...begun, 'intent.canceled A'], charging: [] }), 'intent.canceled A'],
  [
    'has an event that nothing has emitted',
    payment({ intents: begun, charging: [], ...event('completed') }),
    'stored intent.completed A',
  ],
  [
    'is refunded twice by one refund',
    {
      ...refunded,
      places: { ...refunded.places, charging: [...(refunded.places['charging'] ?? []), 'refund.completed r1'] },
    },
    'refund.completed r1',
  ],
  ['is refunded in parts that are more than it', refundedTwice(60, 50), 'intent.refunded r2'],
  [
    'is refunded after a decline',
    {
      ...payment({ intents: [...begun, 'intent.failed A'], charging: ['charge.failed A/A1', 'refund.completed r1'] }),
      refunds: { r1: 100 },
    },
    'refund.completed r1',
  ],
  ['is charged without a code', { ...completed, places: { ...completed.places, otp: [] } }, 'intent.processing A/A1'],
])('a payment that %s is none of the model', (_, observed, unexplained) => {
  const found = explain(observed);
  expect(found.isPossible).toBe(false);
  expect(found.unexplained).toContain(unexplained);
});
