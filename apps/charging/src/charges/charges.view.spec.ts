import { describe, expect, it } from '@jest/globals';
import type { ChargeRequested } from '@paygate/contracts';
import { declineCodes } from '@paygate/contracts';
import { chargeFailedOf, chargeSucceededOf } from './charges.view.js';

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
const at = new Date('2026-11-20T10:00:01.000Z');

describe('the event of a charge', () => {
  it('that succeeded has fee and net, which add up to the amount', () => {
    expect(chargeSucceededOf(requested, 30n, at)).toEqual({
      chargeId: requested.chargeId,
      intentId: requested.intentId,
      merchantId: requested.merchantId,
      mode: 'test',
      amount: '2000',
      currency: 'XAF',
      fee: '30',
      net: '1970',
      occurredAt: '2026-11-20T10:00:01.000Z',
    });
  });

  it.each(declineCodes)('[3.10] that is declined with %s has a message and a next step', (code) => {
    const event = chargeFailedOf(requested, code, { occurredAt: at, decidedBy: 'service' });
    expect(event).toMatchObject({ chargeId: requested.chargeId, code, decidedBy: 'service' });
    expect(event.message).toMatch(/^[A-Z].{10,}\.$/);
    expect(['new_intent', 'other_method', 'none']).toContain(event.nextStep);
  });
});
