import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CreatePaymentLinkCommand, PaymentLink, UpdatePaymentLinkCommand } from '@paygate/contracts';
import { createPaymentLink, getPaymentLink, payLink, updatePaymentLink } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import pg from 'pg';
import { accepted, codeOf, IntentsUnderTest } from '../intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  await intents.startInstance();
});
afterAll(() => intents.stop());

const owner = () => ({ merchantId: intents.merchantId, mode: 'test' as const });
const created = async (terms: Partial<CreatePaymentLinkCommand> = {}): Promise<PaymentLink> => {
  const order = { ...owner(), linkId: newId('paymentLink'), currency: 'XAF', amount: '500' } as const;
  return accepted(await intents.send(createPaymentLink, { ...order, ...terms }));
};
const change = ({ linkId }: PaymentLink, terms: Partial<UpdatePaymentLinkCommand>) =>
  intents.send(updatePaymentLink, { ...owner(), linkId, ...terms });
const pay = ({ linkId }: PaymentLink) => intents.send(payLink, { linkId, intentId: newId('intent') });
const read = async ({ linkId }: PaymentLink): Promise<PaymentLink> =>
  accepted(await intents.send(getPaymentLink, { ...owner(), linkId }));
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

const old = { description: 'Club 2026', returnUrl: 'https://shop.example/old', maxUses: 5 };
const fresh = { description: 'Club 2027', returnUrl: 'https://shop.example/new', maxUses: 7 };

describe('a change of a payment link', () => {
  it('[9.14] changes what it names and nothing else; payments that have begun keep what they showed', async () => {
    const link = await created({ ...old, expiresAt: inMinutes(60) });
    const before = accepted(await pay(link));
    const expiresAt = inMinutes(90);
    const changed = accepted(await change(link, { ...fresh, expiresAt }));
    expect(changed).toMatchObject({ ...fresh, expiresAt, amount: '500', usesRemaining: 6, payments: 1 });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThanOrEqual(Date.parse(link.updatedAt));
    expect(await read(link)).toEqual(changed);
    expect(accepted(await intents.read(before.id))).toMatchObject({
      ...{ description: old.description, returnUrl: old.returnUrl },
    });
    const { description, returnUrl } = fresh;
    expect(accepted(await pay(link))).toMatchObject({ description, returnUrl });
    expect(accepted(await change(link, { maxUses: 6 }))).toMatchObject({ ...fresh, expiresAt, maxUses: 6 });
  });

  it('[9.14] removes what is null, and repeated changes nothing more', async () => {
    const link = await created({ ...old, expiresAt: inMinutes(60) });
    const none = { description: null, returnUrl: null, maxUses: null, expiresAt: null };
    const changed = accepted(await change(link, none));
    expect(changed).toMatchObject({ ...none, usesRemaining: null });
    expect(accepted(await change(link, none))).toEqual(changed);
    expect(accepted(await change(link, {}))).toEqual(changed);
  });

  it('[9.14] makes an expired or used-up link active again', async () => {
    const link = await created({ maxUses: 1, expiresAt: inMinutes(60) });
    accepted(await pay(link));
    expect(codeOf(await pay(link))).toBe('payment_link_used_up');
    accepted(await change(link, { maxUses: 2 }));
    accepted(await pay(link));
    await intents.sql.query(`
      BEGIN;
      SET LOCAL session_replication_role = replica;
      UPDATE payment_link SET created_at = created_at - interval '1 day', expires_at = clock_timestamp()
       WHERE id = '${link.linkId}';
      COMMIT`);
    accepted(await change(link, { maxUses: 3 }));
    expect(codeOf(await pay(link))).toBe('payment_link_expired');
    accepted(await change(link, { expiresAt: inMinutes(5) }));
    accepted(await pay(link));
  });

  it('[9.14] is refused for an end that has passed and for uses without references of their own', async () => {
    const link = await created({ referencePattern: 'invoice-7', maxUses: 1 });
    for (const [terms, param] of [
      [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
      [{ maxUses: 2 }, 'maxUses'],
      [{ maxUses: null }, 'maxUses'],
    ] as const)
      expect(await change(link, terms)).toMatchObject({ ok: false, code: 'parameter_invalid', param });
    expect(await read(link)).toEqual(link);
  });

  it('[9.2] by another merchant, or in the other mode, is answered as of a missing link', async () => {
    const link = await created(old);
    for (const foreign of [{ merchantId: newId('merchant') }, { mode: 'live' as const }])
      expect(codeOf(await change(link, { ...fresh, ...foreign }))).toBe('payment_link_not_found');
    expect(await read(link)).toEqual(link);
  });
});

describe('the uses of a link', () => {
  it('[9.15] are never fewer than those that are taken; one that comes to nothing is not', async () => {
    const link = await created();
    const paid = [accepted(await pay(link)), accepted(await pay(link)), accepted(await pay(link))];
    expect(await change(link, { maxUses: 2, description: 'x' })).toMatchObject({
      ...{ ok: false, code: 'parameter_invalid', param: 'maxUses' },
    });
    expect(await read(link)).toMatchObject({ maxUses: null, description: null });
    expect(accepted(await change(link, { maxUses: 3 }))).toMatchObject({ status: 'used_up', usesRemaining: 0 });
    accepted(await intents.cancel(paid[0]?.id ?? ''));
    expect(accepted(await change(link, { maxUses: 2 }))).toMatchObject({ maxUses: 2, usesRemaining: 0 });
  });

  it('[9.15] are never fewer than those that are taken, however payments and changes meet', async () => {
    for (let round = 0; round < 5; round += 1) {
      const link = await created({ maxUses: 20 });
      const replies = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          index % 2 === 0 ? pay(link) : change(link, { maxUses: 1 + ((index * 7) % 19) }),
        ),
      );
      const begun = replies.filter((reply, index) => index % 2 === 0 && reply.ok).length;
      const { maxUses, usesRemaining } = await read(link);
      expect((maxUses ?? 0) - (usesRemaining ?? 0)).toBe(begun);
      expect(maxUses).toBeGreaterThanOrEqual(begun);
    }
  });

  it('[9.15] of a payment that is about to commit count, whatever code changes the link', async () => {
    const link = await created({ maxUses: 2 });
    accepted(await pay(link));
    const [paying, changing] = [new pg.Client(intents.databaseUrl), new pg.Client(intents.databaseUrl)];
    await Promise.all([paying.connect(), changing.connect()]);
    try {
      const { id } = await intents.created({ amount: '500' });
      await paying.query('BEGIN');
      await paying.query('UPDATE payment_link SET payments = payments + 1 WHERE id = $1', [link.linkId]);
      await paying.query(
        `INSERT INTO payment_link_use (link_id, intent_id, number)
         SELECT id, $2, payments FROM payment_link WHERE id = $1`,
        [link.linkId, id],
      );
      const changed = changing.query('UPDATE payment_link SET max_uses = 1 WHERE id = $1', [link.linkId]).then(
        () => 'done',
        (error: unknown) => (error as Error).message,
      );
      await paying.query('COMMIT');
      expect(await changed).toMatch(/no fewer uses than are taken/);
    } finally {
      await Promise.all([paying.end(), changing.end()]);
    }
    expect(await read(link)).toMatchObject({ maxUses: 2, usesRemaining: 0 });
  });
});
