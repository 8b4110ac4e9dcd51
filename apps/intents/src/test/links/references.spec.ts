import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CreatePaymentLinkCommand, PaymentIntent, PaymentLink, Reply } from '@paygate/contracts';
import { createPaymentLink, getPaymentLink, payLink } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { QueryRunner } from 'typeorm';
import { RepairReferencePatterns1795786801000 } from '../../migrations/1795786801000-repair-reference-patterns.js';
import { accepted, codeOf, IntentsUnderTest } from '../intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  await intents.startInstance();
});
afterAll(() => intents.stop());

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);
const created = async (change: Partial<CreatePaymentLinkCommand>): Promise<PaymentLink> => {
  const { merchantId } = intents;
  const plain = { merchantId, mode: 'test', linkId: newId('paymentLink'), currency: 'XAF', amount: '500' } as const;
  return accepted(await intents.send(createPaymentLink, { ...plain, ...change }));
};
const pay = ({ linkId }: PaymentLink): Promise<Reply<PaymentIntent>> =>
  intents.send(payLink, { linkId, intentId: newId('intent') });
const numberOf = async ({ linkId, merchantId, mode }: PaymentLink): Promise<number> =>
  accepted(await intents.send(getPaymentLink, { linkId, merchantId, mode })).payments;
/** The merchant uses references itself. */
const taken = (references: readonly string[]) =>
  Promise.all(references.map((reference) => intents.created({ reference })));

describe('the reference of a payment by a link', () => {
  it('[9.5] skips numbers whose reference another intent of the merchant has, also between free ones', async () => {
    const link = await created({ referencePattern: 'a-{n}-b' });
    await taken(['a-1-b', 'a-2-b', 'a-4-b']);
    await intents.created({ reference: 'a-3-b', mode: 'live' });
    await intents.created({ reference: 'a-5-b', merchantId: newId('merchant') });
    const references = [await pay(link), await pay(link), await pay(link)].map((reply) => accepted(reply).reference);
    expect(references).toEqual(['a-3-b', 'a-5-b', 'a-6-b']);
    expect(await numberOf(link)).toBe(6);
  });

  it('may be that of an intent that came to nothing', async () => {
    const link = await created({ referencePattern: 'c-{n}' });
    const [open] = await taken(['c-1']);
    accepted(await intents.cancel(open?.id ?? ''));
    expect(accepted(await pay(link)).reference).toBe('c-1');
  });

  it('is the next free one in each of 40 parallel payments', async () => {
    const link = await created({ referencePattern: 'd-{n}' });
    await taken(upTo(20).map((half) => `d-${half * 2}`));
    const replies = await Promise.all(upTo(40).map(() => pay(link)));
    const references = replies.map((reply) => accepted(reply).reference);
    expect(new Set(references)).toEqual(
      new Set([...upTo(20).map((half) => `d-${half * 2 - 1}`), ...upTo(20).map((index) => `d-${40 + index}`)]),
    );
  });

  it('is sought among 100 numbers, and the next payment goes on behind them', async () => {
    const link = await created({ referencePattern: 'e-{n}' });
    await taken(upTo(100).map((number) => `e-${number}`));
    expect(codeOf(await pay(link))).toBe('reference_exists');
    expect(accepted(await pay(link)).reference).toBe('e-101');
  });

  it('without a number is refused when it is taken, and the payer does not learn by which intent', async () => {
    const link = await created({ referencePattern: 'always the same', maxUses: 1 });
    const [holder] = await taken(['always the same']);
    const refusal = await pay(link);
    expect(refusal).toMatchObject({ ok: false, code: 'reference_exists' });
    expect(JSON.stringify(refusal)).not.toContain(holder?.id);
    expect(await numberOf(link)).toBe(1);
    accepted(await intents.cancel(holder?.id ?? ''));
    expect(accepted(await pay(link)).reference).toBe('always the same');
  });
});

it('a pattern from before that no line shows is repaired, and its link is read again', async () => {
  const { linkId, merchantId, mode } = await created({ referencePattern: 'x-{n}' });
  // a superuser gets past the guards: the version before stored such a pattern
  await intents.sql.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    UPDATE payment_link SET reference_pattern = E'tour\\u00ADne\\n{n}\\u200B' WHERE id = '${linkId}';
    COMMIT`);
  const runner = { query: (text: string) => intents.sql.query(text) } as unknown as QueryRunner;
  await new RepairReferencePatterns1795786801000().up(runner);
  const read = accepted(await intents.send(getPaymentLink, { linkId, merchantId, mode }));
  expect(read.referencePattern).toBe('tourne {n}');
});
