import { describe, expect, it } from '@jest/globals';
import type { ChargeRequested } from '@paygate/contracts';
import { chargeKeys, chargeOf } from './charge.js';

const requested: ChargeRequested = {
  chargeId: 'ch_01k0000000000000000000000a',
  intentId: 'pi_01k0000000000000000000000b',
  merchantId: 'mer_01k0000000000000000000000c',
  mode: 'test',
  userId: 'usr_01k0000000000000000000000d',
  amount: '2000',
  currency: 'XAF',
  method: 'wallet',
  acceptedAt: '2026-11-20T10:00:00.000Z',
};
const charge = chargeOf(requested, { bps: 150n, fixed: 0n });

describe('a charge', () => {
  it('is read from its request, with its fee', () => {
    expect(charge).toEqual({
      chargeId: requested.chargeId,
      intentId: requested.intentId,
      merchantId: requested.merchantId,
      userId: requested.userId,
      ledger: 1_950,
      method: 'wallet',
      amount: 2_000n,
      fee: 30n,
      acceptedAt: new Date('2026-11-20T10:00:00.000Z'),
      actor: null,
      tillId: null,
    });
  });

  it('has the member or the key that made the payment, where its request names one', () => {
    const actor = 'mem_01k0000000000000000000000e';
    expect(chargeOf(Object.assign({ actor }, requested), { bps: 150n, fixed: 0n })).toEqual({ ...charge, actor });
  });

  it('shares no statement with another of its wallet, its intent or its id', () => {
    expect(chargeKeys(charge)).toEqual([`1950/${requested.userId}`, requested.chargeId, requested.intentId]);
  });
});
