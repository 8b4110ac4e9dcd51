import { expect, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import { askedFor } from '../asked-for.js';
import { operatorWork } from '../operator-commands.js';

const [merchantId, batchId] = [newId('merchant'), newId('payoutBatch')];
const live = { merchantId, mode: 'live' };

test.each<[readonly string[], string, object]>([
  [['payout-batches', merchantId, 'live'], 'list-payout-batches', { ...live, limit: 100 }],
  [['stop-payout-batch', merchantId, 'live', batchId, 'pause'], 'pause-payout-batch', { ...live, batchId }],
  [['stop-payout-batch', merchantId, 'live', batchId, 'cancel'], 'cancel-payout-batch', { ...live, batchId }],
])('%j sends %s', async (words, name, request) => {
  expect(await askedFor(...words)).toEqual([name, request]);
});

test.each([
  [['stop-payout-batch', merchantId, 'live', batchId, 'resume'], '"resume" is not an act: pause, cancel'],
  [['stop-payout-batch', merchantId, 'both', batchId, 'pause'], '"both" is not a mode'],
])('%j is refused', (words, message) => {
  expect(() => operatorWork(words)).toThrow(message);
});
