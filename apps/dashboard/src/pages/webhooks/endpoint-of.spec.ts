import { expect, test } from '@jest/globals';
import { endpointOf } from './endpoint-of.js';

type Fields = Parameters<typeof endpointOf>[0];

const eventsOf = (...chosen: string[]) => {
  const all = (name: string) => (name === 'events' ? chosen : []);
  return endpointOf({ all, text: () => '' } as unknown as Fields).events;
};

test('an endpoint for everything names only the events that have to be named besides', () => {
  expect(eventsOf('payment.completed', 'refund.failed')).toEqual(['payment.completed', 'refund.failed']);
  expect(eventsOf('*', 'payment.completed')).toEqual(['*']);
  expect(eventsOf('*', 'payment.completed', 'operator.degraded')).toEqual(['*', 'operator.degraded']);
  expect(eventsOf('operator.degraded')).toEqual(['operator.degraded']);
});
