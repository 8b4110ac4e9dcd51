import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { idPattern } from '@paygate/contracts';
import { newId, Secret } from '@paygate/platform';
import { ChargingConfig } from '../../config.js';
import { PayerPhones } from './payer-phones.js';

const PHONE = '+237677591001';
const [older, newer] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

function phonesWith(keys: string): PayerPhones {
  const data = new Secret(`charging:k1:${randomBytes(32).toString('base64')}`);
  return new PayerPhones(
    Object.assign(new ChargingConfig(), { PAYER_INDEX_KEY: new Secret(keys), CHARGING_DATA_KEYS: data }),
  );
}

/** Guarantees that no two merchants can find out whom they share by comparing the ids of their customers. */
describe('a phone as a customer', () => {
  const phones = phonesWith(older);
  const [shop, other] = [newId('merchant'), newId('merchant')];
  const id = phones.customerIds(PHONE, { merchantId: shop, mode: 'live' })[0];

  it('[2.43] has one id at a merchant in a mode', () => {
    expect(id).toMatch(idPattern('customer'));
    expect(phonesWith(older).customerIds(PHONE, { merchantId: shop, mode: 'live' })).toEqual([id]);
  });

  it('[2.43] has another id at each merchant, in each mode, for each number and under each key', () => {
    const others = [
      phones.customerIds(PHONE, { merchantId: other, mode: 'live' }),
      phones.customerIds(PHONE, { merchantId: shop, mode: 'test' }),
      phones.customerIds('+237677591002', { merchantId: shop, mode: 'live' }),
      phonesWith(newer).customerIds(PHONE, { merchantId: shop, mode: 'live' }),
    ].flat();
    expect(new Set([id, ...others]).size).toBe(5);
  });

  it('has an id under each key while keys are replaced, first the one that is stored', () => {
    const under = (keys: string) => phonesWith(keys).customerIds(PHONE, { merchantId: shop, mode: 'live' });
    expect(under(`${newer},${older}`)).toEqual([...under(newer), id]);
  });

  it('[2.24] is found by its last digits at one merchant in one mode, under each key', () => {
    const ends = (phone: string, merchantId: string, mode: 'test' | 'live') => phones.ends(phone, { merchantId, mode });
    expect(ends('1001', shop, 'live')).toEqual(ends(PHONE, shop, 'live'));
    const all = [
      ends(PHONE, shop, 'live'),
      ends(PHONE, other, 'live'),
      ends(PHONE, shop, 'test'),
      ends('1002', shop, 'live'),
    ];
    expect(new Set(all.flat()).size).toBe(4);
    const both = phonesWith(`${newer},${older}`).ends(PHONE, { merchantId: shop, mode: 'live' });
    expect(both).toEqual([
      ...phonesWith(newer).ends(PHONE, { merchantId: shop, mode: 'live' }),
      ...ends(PHONE, shop, 'live'),
    ]);
  });

  it('is neither counted nor searched for under its id', () => {
    const known = (mode: 'test' | 'live') => [
      ...phones.indexes(PHONE, mode),
      ...phones.countedIndexes(PHONE, mode, shop),
    ];
    expect([...known('test'), ...known('live')]).not.toContain(id);
  });
});
