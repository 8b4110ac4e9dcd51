import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chargeSucceeded, getReceiptFacts, reversalBooked } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { accepted, codeOf, IntentsUnderTest } from './intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

const factsOf = (intentId: string, merchantId = intents.merchantId) =>
  intents.send(getReceiptFacts, { intentId, merchantId, mode: 'test' });
const jtiOf = (token: string): unknown =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { readonly jti: string }).jti;

describe('the facts of a receipt', () => {
  it('are those of the completed payment, who paid, and the token that it was charged with', async () => {
    const userId = newId('user');
    const intent = await intents.created({ description: 'Order 7', reference: 'order-7' });
    const token = intents.token(intent, { sub: userId });
    const { id: chargeId } = accepted(await intents.charge(intent.id, token));
    expect(await factsOf(intent.id)).toMatchObject({
      ...{ ok: false, code: 'intent_unexpected_state', fields: { currentStatus: 'PROCESSING' } },
    });
    await intents.charging.emit(chargeSucceeded, {
      ...{ chargeId, intentId: intent.id, merchantId: intents.merchantId, mode: 'test' },
      ...{ amount: '5000', currency: 'XAF', fee: '0', net: '5000', occurredAt: new Date().toISOString() },
    });
    const facts = await eventually(async () => {
      const reply = await factsOf(intent.id);
      return reply.ok && reply.data;
    });
    const { completedAt } = accepted(await intents.read(intent.id));
    expect(facts).toEqual({
      ...{ intentId: intent.id, amount: '5000', currency: 'XAF', description: 'Order 7', method: 'wallet' },
      ...{ amountRefunded: '0', completedAt, payerId: userId, tokenId: jtiOf(token) },
      ...{ operator: null, providerReference: null, reference: 'order-7' },
    });
    expect(codeOf(await factsOf(intent.id, newId('merchant')))).toBe('intent_not_found');
    const bookedAt = new Date().toISOString();
    await intents.charging.emit(reversalBooked, {
      ...{ intentId: intent.id, amountReversed: '700', turn: 1, occurredAt: bookedAt },
      reversal: {
        ...{ reversalId: newId('reversal'), merchantId: intents.merchantId, mode: 'test', paymentIntentId: intent.id },
        ...{ chargeId, status: 'BOOKED', amount: '700', feeReturned: '0', currency: 'XAF', operator: 'mtn_momo' },
        ...{ bookedAt, returnedAt: null },
      },
    });
    await intents.event(intent.id, 'intent.reversed');
    // to whoever paid, it is money that went back
    expect(await factsOf(intent.id)).toMatchObject({ data: { amountRefunded: '700' } });
  });

  it('are none of a payment that nobody has paid', async () => {
    const { id } = await intents.created();
    expect(codeOf(await factsOf(id))).toBe('intent_unexpected_state');
    expect(codeOf(await factsOf(newId('intent')))).toBe('intent_not_found');
  });
});
