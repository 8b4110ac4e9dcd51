import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CreatePaymentLinkCommand, PaymentIntent, PaymentLink, PayLinkCommand, Reply } from '@paygate/contracts';
import { createPaymentLink, payLink } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { repetitions } from '@paygate/testing';
import { accepted, digest, IntentsUnderTest } from './intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  await intents.startInstance();
});
afterAll(() => intents.stop());

type Keyed = Pick<CreatePaymentLinkCommand, 'idempotency'>;

function createLink(change: Keyed = {}): Promise<Reply<PaymentLink>> {
  const { merchantId } = intents;
  return intents.send(createPaymentLink, {
    ...{ linkId: newId('paymentLink'), merchantId, mode: 'test', currency: 'XAF', amount: '500' },
    ...change,
  });
}

function pay(linkId: string, change: Pick<PayLinkCommand, 'idempotency'>): Promise<Reply<PaymentIntent>> {
  return intents.send(payLink, { linkId, intentId: newId('intent'), ...change });
}

describe.each(repetitions)('$name', ({ first, later, isSame }) => {
  let keyHash: string;
  beforeEach(() => {
    keyHash = digest();
  });
  const outcome = isSame ? { ok: true, replayed: true } : { ok: false, code: 'idempotency_key_reused' };

  it('of a creation', async () => {
    const made = await intents.create({ idempotency: { keyHash, ...first } });
    const again = await intents.create({ idempotency: { keyHash, ...later } });
    expect(again).toMatchObject(outcome);
    if (isSame) expect(accepted(again)).toEqual(accepted(made));
  });

  it('of a link', async () => {
    const made = await createLink({ idempotency: { keyHash, ...first } });
    const again = await createLink({ idempotency: { keyHash, ...later } });
    expect(again).toMatchObject(outcome);
    if (isSame) expect(accepted(again)).toEqual(accepted(made));
  });

  it('of a payment of a link', async () => {
    const { linkId } = accepted(await createLink());
    const made = accepted(await pay(linkId, { idempotency: { keyHash, ...first } }));
    const again = await pay(linkId, { idempotency: { keyHash, ...later } });
    expect(again).toMatchObject(outcome);
    if (isSame) expect(accepted(again)).toEqual(made);
  });
});

describe('the digests of a link', () => {
  it('never change, and are forgotten with the key, also by a version that knows one of them', async () => {
    const idempotency = { keyHash: digest(), bodyHash: digest(), contentHash: digest() };
    const { linkId } = accepted(await createLink({ idempotency }));
    const change = (columns: string) => intents.sql.query(`UPDATE payment_link SET ${columns} WHERE id = $1`, [linkId]);
    await expect(change(`content_hash = 'other'`)).rejects.toThrow('the key of a creation never changes');
    await expect(change('content_hash = NULL')).rejects.toThrow('the key of a creation never changes');
    await change('key_hash = NULL, body_hash = NULL');
    const { rows } = await intents.sql.query('SELECT content_hash AS digest FROM payment_link WHERE id = $1', [linkId]);
    expect(rows).toEqual([{ digest: null }]);
  });
});
