import { expect, test } from '@jest/globals';
import { merchantEventNames } from '@paygate/contracts';
import { unknownFilterOf } from './event-filter.js';

test.each(['*', 'payment.*', 'endpoint.*', ...merchantEventNames])('%s matches a type of event', (filter) => {
  expect(unknownFilterOf([filter])).toBeUndefined();
});

test.each(['payment.complete', 'payments.*', 'payment', 'payment.completed.*'])('%s matches none', (filter) => {
  expect(unknownFilterOf(['*', filter, 'payment.completed'])).toBe(filter);
});
