import { describe, expect, it } from '@jest/globals';
import { amountRefusal, intentStatuses, parseAmountBounds, STANDARD_AMOUNT_BOUNDS } from '@paygate/contracts';
import { boundedAmounts } from '@paygate/contracts/test';
import { asPlaced, completed, Contradiction, delayed, expired } from './intent.js';
import { failed, isStale, placed, prompted } from './intent.js';
import { intentIn, momentAt, order } from './intent.samples.js';

const bounds = { min: 100n, max: 1_000n };
const before = momentAt(order.expiresAt.getTime() - 1);
const atExpiry = momentAt(order.expiresAt.getTime());

describe('an amount lies within the bounds of its currency', () => {
  it.each([
    [99n, 'amount_too_small'],
    [100n, undefined],
    [1_000n, undefined],
    [1_001n, 'amount_too_large'],
  ])('%s → %s', (amount, code) => {
    expect(amountRefusal(amount, 'XAF', bounds)?.code).toBe(code);
  });

  it.each(boundedAmounts)('%s has the code %s within the standard bounds', (amount, code) => {
    const standard = parseAmountBounds(STANDARD_AMOUNT_BOUNDS).get('XAF') ?? bounds;
    expect(amountRefusal(BigInt(amount), 'XAF', standard)?.code).toBe(code);
  });

  it.each([
    [1n, 'amount_too_small', 'at least 100'],
    [5_000n, 'amount_too_large', 'at most 1000'],
  ])('%s is refused with the bound, in words and in fields', (amount, code, bound) => {
    expect(amountRefusal(amount, 'XAF', bounds)).toEqual({
      ok: false,
      code,
      param: 'amount',
      detail: `amount must be ${bound}, in the minor unit of XAF (exponent 0).`,
      fields: { min: '100', max: '1000', currencyExponent: 0 },
    });
  });
});

describe('an intent lapses at its expiresAt', () => {
  it.each(['PENDING', 'REQUIRES_ACTION'] as const)('%s is not EXPIRED a millisecond before', (status) => {
    expect(expired(intentIn(status), before)).toBeUndefined();
    expect(isStale(intentIn(status), before.at)).toBe(false);
  });

  it.each(['PENDING', 'REQUIRES_ACTION'] as const)(
    '%s is EXPIRED from that moment on, with its one event',
    (status) => {
      const intent = intentIn(status);
      expect(isStale(intent, atExpiry.at)).toBe(true);
      expect(expired(intent, atExpiry)).toEqual({
        ...intent,
        status: 'EXPIRED',
        nextAction: null,
        terminalEventId: atExpiry.eventId,
        eventSequence: intent.eventSequence + 1,
        version: intent.version + 1,
        updatedAt: atExpiry.at,
      });
    },
  );

  it.each(['PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED'] as const)('%s never expires', (status) => {
    expect(expired(intentIn(status), atExpiry)).toBeUndefined();
    expect(isStale(intentIn(status), atExpiry.at)).toBe(false);
  });
});

describe('the charge decides the end', () => {
  const charge = { chargeId: 'ch_1', amount: 500n, currency: 'XAF' as const };
  const success = { ...charge, fee: 5n, net: 495n };
  const decline = {
    ...charge,
    failure: { code: 'insufficient_funds' as const, message: 'Not enough', nextStep: 'other_method' as const },
    decidedBy: 'service' as const,
  };

  it('a success completes', () => {
    expect(completed(intentIn('PROCESSING'), success, atExpiry)).toMatchObject({
      status: 'COMPLETED',
      fee: 5n,
      net: 495n,
      completedAt: atExpiry.at,
      terminalEventId: atExpiry.eventId,
    });
  });

  it('a decline fails', () => {
    expect(failed(intentIn('PROCESSING'), decline, before)).toMatchObject({
      status: 'FAILED',
      failureCode: 'insufficient_funds',
      failureMessage: 'Not enough',
      failureNextStep: 'other_method',
      failureDecidedBy: 'service',
      terminalEventId: before.eventId,
      completedAt: null,
    });
  });

  it('a repeated outcome changes nothing', () => {
    expect(completed(intentIn('COMPLETED'), success, before)).toBeUndefined();
    expect(failed(intentIn('FAILED'), decline, before)).toBeUndefined();
  });

  it('a terminal status never changes: the other outcome contradicts it', () => {
    expect(() => completed(intentIn('FAILED'), success, before)).toThrow(Contradiction);
    expect(() => failed(intentIn('COMPLETED'), decline, before)).toThrow(Contradiction);
  });

  it.each(['PENDING', 'REQUIRES_ACTION', 'EXPIRED', 'CANCELED'] as const)('%s was never charged', (status) => {
    expect(() => completed(intentIn(status), success, before)).toThrow(Contradiction);
    expect(() => failed(intentIn(status), decline, before)).toThrow(Contradiction);
  });

  it.each([{ chargeId: 'ch_2' }, { amount: 501n }, { currency: 'XOF' as const }])(
    'the outcome of something else contradicts: %p',
    (other) => {
      expect(() => completed(intentIn('PROCESSING'), { ...success, ...other }, before)).toThrow(Contradiction);
      expect(() => failed(intentIn('COMPLETED'), { ...decline, ...other }, before)).toThrow(Contradiction);
    },
  );
});

describe('the number of the operator', () => {
  const prompt = { chargeId: 'ch_1', expiresAt: new Date('2026-11-20T10:10:00.000Z'), providerReference: 'MP1' };
  const asked = prompted(intentIn('PROCESSING'), prompt, new Date('2026-11-20T10:06:00.000Z')) ?? fail();
  const success = { chargeId: 'ch_1', amount: 500n, currency: 'XAF', fee: 5n, net: 495n } as const;

  it('comes with the prompt or the outcome', () => {
    expect(intentIn('PROCESSING').providerReference).toBeNull();
    expect(asked.providerReference).toBe('MP1');
    expect(completed(intentIn('PROCESSING'), { ...success, providerReference: '84' }, atExpiry)).toMatchObject({
      providerReference: '84',
    });
  });

  it('stays when the outcome does not repeat it, and is the newest one', () => {
    expect(completed(asked, success, atExpiry)).toMatchObject({ providerReference: 'MP1' });
    expect(completed(asked, { ...success, providerReference: 'MP2' }, atExpiry)).toMatchObject({
      providerReference: 'MP2',
    });
    const failure = { code: 'payer_rejected', message: 'No', nextStep: 'new_intent' } as const;
    expect(failed(asked, { ...success, failure, decidedBy: 'service' }, atExpiry)).toMatchObject({
      providerReference: 'MP1',
    });
  });

  it('is no part of the first answer to a creation', () => {
    expect(asPlaced(asked).providerReference).toBeNull();
  });
});

describe('a charge is overdue', () => {
  const chargedAt = intentIn('PROCESSING').chargedAt?.getTime() ?? 0;
  const minutes = (count: number): Date => new Date(chargedAt + count * 60_000);
  const asked = prompted(intentIn('PROCESSING'), { chargeId: 'ch_1', expiresAt: minutes(7) }, minutes(1));

  it('after five minutes, and not a millisecond before', () => {
    const intent = intentIn('PROCESSING');
    expect(delayed(intent, new Date(minutes(5).getTime() - 1))).toBeUndefined();
    expect(delayed(intent, minutes(5))).toEqual({
      ...intent,
      ...{ nextAction: 'await_outcome', nextActionUntil: minutes(5), updatedAt: minutes(5) },
      ...{ version: intent.version + 1, eventSequence: intent.eventSequence + 1 },
    });
  });

  it('after the end of the prompt, when that is later', () => {
    expect(delayed(asked ?? fail(), new Date(minutes(7).getTime() - 1))).toBeUndefined();
    expect(delayed(asked ?? fail(), minutes(8))).toMatchObject({ status: 'PROCESSING', nextActionUntil: minutes(7) });
  });

  it('once: neither a later question nor a late prompt changes it', () => {
    const overdue = delayed(intentIn('PROCESSING'), minutes(5)) ?? fail();
    expect(delayed(overdue, minutes(60))).toBeUndefined();
    expect(prompted(overdue, { chargeId: 'ch_1', expiresAt: minutes(70) }, minutes(60))).toBeUndefined();
  });

  it('until it has an outcome', () => {
    for (const status of ['COMPLETED', 'FAILED'] as const)
      expect(delayed(intentIn(status), minutes(5))).toBeUndefined();
    const overdue = delayed(intentIn('PROCESSING'), minutes(5)) ?? fail();
    const charge = { chargeId: 'ch_1', amount: 500n, currency: 'XAF', fee: 5n, net: 495n } as const;
    expect(completed(overdue, charge, atExpiry)).toMatchObject({ nextAction: null, nextActionUntil: null });
  });

  it.each(['PENDING', 'REQUIRES_ACTION', 'EXPIRED', 'CANCELED'] as const)('%s was never charged', (status) => {
    expect(() => delayed(intentIn(status), minutes(5))).toThrow(Contradiction);
  });
});

function fail(): never {
  throw new Error('nothing changed');
}

describe('the answer to a creation', () => {
  it.each(intentStatuses)('can be given again when the intent is %s', (status) => {
    expect(asPlaced(intentIn(status))).toEqual(placed(order));
  });
});
