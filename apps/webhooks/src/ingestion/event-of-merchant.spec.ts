import { expect, test } from '@jest/globals';
import { idMadeAtMs, isId, newId } from '@paygate/platform';
import { eventIdOfMerchant } from './event-of-merchant.js';

const change = newId('event');
const merchants = Array.from({ length: 100 }, () => newId('merchant'));

test('a merchant has one id for one change, of the time of the change', () => {
  const ids = merchants.map((merchantId) => eventIdOfMerchant(change, merchantId));
  expect(merchants.map((merchantId) => eventIdOfMerchant(change, merchantId))).toEqual(ids);
  expect(new Set(ids).size).toBe(merchants.length);
  for (const id of ids) {
    expect(isId('event', id)).toBe(true);
    expect(idMadeAtMs('event', id)).toBe(idMadeAtMs('event', change));
  }
});

test('another change has other ids', () => {
  const [merchantId = ''] = merchants;
  expect(eventIdOfMerchant(newId('event'), merchantId)).not.toBe(eventIdOfMerchant(change, merchantId));
});
