import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CreatePaymentLinkCommand } from '@paygate/contracts';
import { createPaymentLink, getPaymentLink, payLink } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { accepted, codeOf, digest, IntentsUnderTest } from '../intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

const terms = (change: Partial<CreatePaymentLinkCommand> = {}): CreatePaymentLinkCommand => {
  const { merchantId } = intents;
  const expiresAt = '2999-01-01T00:00:00.000Z';
  const plain = { merchantId, mode: 'test', currency: 'XAF', amount: '500', expiresAt } as const;
  return { linkId: newId('paymentLink'), ...plain, ...change };
};

describe('a payment link that expires', () => {
  it('while a payment begins refuses that payment, and counts nothing', async () => {
    const order = terms({ referencePattern: 'x-{n}' });
    const { linkId, merchantId, mode } = accepted(await intents.send(createPaymentLink, order));
    // a superuser gets past the guards: the link expires when the intent has been inserted
    await intents.sql.query(`
      CREATE FUNCTION expire_link() RETURNS trigger LANGUAGE plpgsql
        SECURITY DEFINER SET session_replication_role = replica AS $$
      BEGIN
        UPDATE payment_link SET created_at = created_at - interval '1 day', expires_at = clock_timestamp()
         WHERE id = '${linkId}';
        RETURN NEW;
      END $$;
      CREATE TRIGGER expire_link AFTER INSERT ON intent FOR EACH ROW WHEN (NEW.reference = 'x-1')
        EXECUTE FUNCTION expire_link()`);
    const intentId = newId('intent');
    expect(codeOf(await intents.send(payLink, { linkId, intentId }))).toBe('payment_link_expired');
    await intents.sql.query('DROP TRIGGER expire_link ON intent');
    expect(codeOf(await intents.read(intentId))).toBe('intent_not_found');
    expect(accepted(await intents.send(getPaymentLink, { linkId, merchantId, mode })).payments).toBe(0);
  });

  it('is still the answer to the key that it was created with', async () => {
    const idempotency = { keyHash: digest(), bodyHash: digest() };
    const data = accepted(await intents.send(createPaymentLink, terms({ idempotency })));
    // the same request, when that time has passed
    const repeated = (change: Partial<typeof idempotency>) => {
      const late = { idempotency: { ...idempotency, ...change }, expiresAt: '2020-01-01T00:00:00.000Z' };
      return intents.send(createPaymentLink, terms(late));
    };
    expect(await repeated({})).toEqual({ ok: true, data, replayed: true });
    expect(codeOf(await repeated({ bodyHash: digest() }))).toBe('idempotency_key_reused');
    expect(codeOf(await repeated({ keyHash: digest() }))).toBe('parameter_invalid');
  });
});
