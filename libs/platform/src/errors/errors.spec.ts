import { describe, expect, it } from '@jest/globals';
import { PaygateError } from './errors.js';

describe('a refusal', () => {
  it('is the same as exception and as value; its cause stays inside', () => {
    const error = new PaygateError('amount_too_small', {
      detail: 'at least 100',
      param: 'amount',
      fields: { min: '100' },
      cause: new Error('internal'),
    });
    const refusal = error.toRefusal();
    expect(refusal).toEqual({
      ok: false,
      code: 'amount_too_small',
      detail: 'at least 100',
      param: 'amount',
      fields: { min: '100' },
    });
    expect(PaygateError.from(refusal).toRefusal()).toEqual(refusal);
  });

  it('says the title of its code when nobody says more, and carries no empty members', () => {
    const error = new PaygateError('intent_expired');
    expect(error.message).toBe('The payment intent has expired');
    expect(error.toRefusal()).toEqual({ ok: false, code: 'intent_expired' });
  });
});
