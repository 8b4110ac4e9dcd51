import { describe, expect, it } from '@jest/globals';
import type { RailAnswer } from './http/rail-http.js';
import { statusOutcome as ofMtnMomo } from './mtn-momo/mtn-momo-answers.js';
import { statusOutcome as ofOrangeMoney, submissionOutcome } from './orange-money/orange-money-answers.js';
import { orangeMoneyReasons } from './orange-money/orange-money-reasons.js';

const answer = (json: Readonly<Record<string, unknown>>, status = 200): RailAnswer => ({
  ...{ kind: 'answer', status, body: JSON.stringify(json), json },
});
const momo = (given: object) => ofMtnMomo(answer({ amount: '700', currency: 'XAF', ...given }));
const orange = (data: object, status?: number): RailAnswer => answer({ message: 'ok', data }, status);

/** Guarantees that a transaction has the operator's own number, as its authenticated answer gives it, and never another text. */
describe('the number that an operator gives a transaction', () => {
  it('[3.22] comes from MTN MoMo with the success', () => {
    expect(momo({ status: 'SUCCESSFUL', financialTransactionId: '8417205391' })).toMatchObject({
      ...{ kind: 'succeeded', providerReference: '8417205391' },
    });
    expect(momo({ status: 'SUCCESSFUL', financialTransactionId: 8_417_205_391 })).toMatchObject({
      providerReference: '8417205391',
    });
    for (const status of ['PENDING', 'CREATED', 'FAILED'])
      expect(momo({ status })).not.toHaveProperty('providerReference', expect.anything());
  });

  it('[3.22] comes from Orange Money while the payment is pending, with its success and with its failure', () => {
    const txnid = 'MP261120.1101.A77929';
    const kinds = { PENDING: 'accepted', SUCCESSFULL: 'succeeded', FAILED: 'declined', EXPIRED: 'declined' };
    for (const [status, kind] of Object.entries(kinds)) {
      const data = orange({ status, amount: 700, txnid });
      expect(ofOrangeMoney(data, orangeMoneyReasons)).toMatchObject({ kind, providerReference: txnid });
      expect(submissionOutcome(data, orangeMoneyReasons)).toMatchObject({ kind, providerReference: txnid });
    }
    const refused = submissionOutcome(orange({ status: 'FAILED', txnid: null }, 417), orangeMoneyReasons);
    expect(refused).not.toHaveProperty('providerReference', expect.anything());
  });

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['65 characters', '1'.repeat(65)],
    ['a blank', '84172 05391'],
    ['the beginning of a formula', '=84172'],
    ['a comma', '84172,05391'],
    ['a line break', '84172\n'],
    ['a fraction', 1.5],
    ['an object', { value: '8417205391' }],
    ['another script', '٨٤١٧'],
  ])('is none where the answer has %s', (_, given) => {
    expect(momo({ status: 'SUCCESSFUL', financialTransactionId: given })).toMatchObject({ kind: 'succeeded' });
    expect(momo({ status: 'SUCCESSFUL', financialTransactionId: given })).not.toHaveProperty(
      ...(['providerReference', expect.anything()] as const),
    );
    expect(ofOrangeMoney(orange({ status: 'PENDING', txnid: given }), orangeMoneyReasons)).toEqual({
      kind: 'accepted',
    });
  });

  it('may have 64 characters', () => {
    const longest = `A${'9'.repeat(63)}`;
    expect(momo({ status: 'SUCCESSFUL', financialTransactionId: longest })).toMatchObject({
      providerReference: longest,
    });
  });
});
