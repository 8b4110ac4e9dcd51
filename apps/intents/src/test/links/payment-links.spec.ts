import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CreatePaymentLinkCommand, PaymentLink, PayLinkCommand } from '@paygate/contracts';
import {
  createPaymentLink,
  getPaymentLink,
  getSharedLink,
  intentCreated,
  listPaymentLinks,
  payLink,
  updatePaymentLink,
} from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { ForgetLinkKeys } from '../../links/forget-link-keys.js';
import { accepted, codeOf, digest, IntentsUnderTest } from '../intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  await intents.startInstance();
});
afterAll(() => intents.stop());

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const newKey = () => ({ keyHash: digest(), bodyHash: digest() });
const owner = () => ({ merchantId: intents.merchantId, mode: 'test' as const });

const create = (change: Partial<CreatePaymentLinkCommand> = {}) =>
  intents.send(createPaymentLink, { ...owner(), linkId: newId('paymentLink'), currency: 'XAF', ...change });
const created = async (change: Partial<CreatePaymentLinkCommand> = {}): Promise<PaymentLink> =>
  accepted(await create({ amount: '500', ...change }));
const pay = ({ linkId }: Pick<PaymentLink, 'linkId'>, change: Partial<PayLinkCommand> = {}) =>
  intents.send(payLink, { linkId, intentId: newId('intent'), ...change });
const read = async ({ linkId }: Pick<PaymentLink, 'linkId'>): Promise<PaymentLink> =>
  accepted(await intents.send(getPaymentLink, { ...owner(), linkId }));
const activate = (linkId: string, active: boolean, change: object = {}) =>
  intents.send(updatePaymentLink, { ...owner(), linkId, active, ...change });

/** Writes past the guards, as only a superuser can: the link has expired. */
const expire = ({ linkId }: PaymentLink) =>
  intents.sql.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    UPDATE payment_link SET created_at = created_at - interval '1 day', expires_at = clock_timestamp() WHERE id = '${linkId}';
    COMMIT`);

describe('a payment link', () => {
  it('[9.1] is read as it was created, by its merchant and by whoever has its address', async () => {
    const terms = { description: 'Cotisation', referencePattern: 'c-{n}', returnUrl: 'https://shop.example/thanks' };
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const link = await created({ ...terms, maxUses: 3, expiresAt });
    expect(link).toMatchObject({ ...owner(), ...terms, status: 'active', amount: '500', minAmount: null });
    expect(link).toMatchObject({ maxUses: 3, usesRemaining: 3, payments: 0, expiresAt, updatedAt: link.createdAt });
    expect(await read(link)).toEqual(link);
    expect(accepted(await intents.send(getSharedLink, { linkId: link.linkId }))).toEqual(link);
  });

  it('[9.1] without an amount of its own has the bounds of the currency, or narrower ones', async () => {
    expect(accepted(await create())).toMatchObject({ amount: null, minAmount: '100', maxAmount: '1000000' });
    const narrow = accepted(await create({ minAmount: '200', maxAmount: '300' }));
    expect(narrow).toMatchObject({ amount: null, minAmount: '200', maxAmount: '300' });
  });

  it.each<[string, Partial<CreatePaymentLinkCommand>]>([
    ['amount_too_small', { amount: '99' }],
    ['amount_too_large', { maxAmount: '1000001' }],
    ['parameter_invalid', { minAmount: '300', maxAmount: '200' }],
    ['parameter_invalid', { amount: '500', referencePattern: 'always the same' }],
    ['parameter_invalid', { amount: '500', expiresAt: '2020-01-01T00:00:00.000Z' }],
  ])('is refused with %s', async (code, change) => {
    expect(codeOf(await create(change))).toBe(code);
  });

  it('[9.2] of another merchant, or of the other mode, reads and changes like a missing one', async () => {
    const { linkId } = await created();
    for (const change of [{ merchantId: newId('merchant') }, { mode: 'live' as const }]) {
      expect(codeOf(await intents.send(getPaymentLink, { ...owner(), linkId, ...change }))).toBe(
        'payment_link_not_found',
      );
      expect(codeOf(await activate(linkId, false, change))).toBe('payment_link_not_found');
    }
    expect((await read({ linkId })).status).toBe('active');
  });

  it('[9.6] is created once by 60 parallel requests with one key, which get the same bytes, and later ones too', async () => {
    const idempotency = newKey();
    const merchantId = newId('merchant');
    const replies = await Promise.all(upTo(60).map(() => create({ merchantId, amount: '500', idempotency })));
    expect(replies.filter((reply) => reply.ok && reply.replayed !== true)).toHaveLength(1);
    expect(new Set(replies.map((reply) => JSON.stringify(accepted(reply)))).size).toBe(1);
    const [first] = replies.map(accepted);
    accepted(await activate(String(first?.linkId), false, { merchantId }));
    expect(await create({ merchantId, amount: '500', idempotency })).toEqual({ ok: true, data: first, replayed: true });
    const other = { keyHash: idempotency.keyHash, bodyHash: digest() };
    expect(codeOf(await create({ merchantId, amount: '600', idempotency: other }))).toBe('idempotency_key_reused');
  });

  it('forgets its key after the retention', async () => {
    const app = await intents.startInstance();
    const idempotency = newKey();
    const first = await created({ idempotency });
    await app.get(ForgetLinkKeys).forget();
    expect(accepted(await create({ amount: '500', idempotency })).linkId).toBe(first.linkId);
    await intents.sql.query(`
      BEGIN;
      SET LOCAL session_replication_role = replica;
      UPDATE payment_link SET created_at = created_at - interval '31 days' WHERE id = '${first.linkId}';
      COMMIT`);
    await app.get(ForgetLinkKeys).forget();
    expect(accepted(await create({ amount: '500', idempotency })).linkId).not.toBe(first.linkId);
  });

  it('[9.1] is listed newest first, in pages without a gap', async () => {
    const merchantId = newId('merchant');
    const made: string[] = [];
    for (const amount of ['100', '200', '300', '400', '500'])
      made.unshift((await created({ merchantId, amount })).linkId);
    await created();
    const list = async (startingAfter?: string) =>
      accepted(
        await intents.send(listPaymentLinks, {
          ...{ merchantId, mode: 'test' as const, limit: 2 },
          ...(startingAfter === undefined ? {} : { startingAfter }),
        }),
      );
    const first = await list();
    const second = await list(first.nextCursor ?? '');
    const third = await list(second.nextCursor ?? '');
    const pages = [first, second, third];
    expect(pages.flatMap(({ links }) => links.map(({ linkId }) => linkId))).toEqual(made);
    expect(pages.map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
    expect(third.nextCursor).toBeNull();
    const foreign = { ...owner(), limit: 2, startingAfter: newId('paymentLink') };
    const last = { merchantId, mode: 'test' as const, limit: 2, startingAfter: made.at(-1) ?? '' };
    expect(accepted(await intents.send(listPaymentLinks, last)).links).toEqual([]);
    const unknown = { ...foreign, startingAfter: 'pl_00000000000000000000000000' };
    expect(codeOf(await intents.send(listPaymentLinks, unknown))).toBe('cursor_invalid');
  });
});

describe('a payment by a link', () => {
  it('[9.5] is an intent with the terms of the link, and its event', async () => {
    const terms = { description: 'Cotisation', referencePattern: 'p-{n}', returnUrl: 'https://shop.example/thanks' };
    const link = await created(terms);
    const cancelUrl = 'https://pay.example/checkout/pl';
    const first = accepted(await pay(link, { cancelUrl }));
    expect(first).toMatchObject({ ...owner(), status: 'PENDING', amount: '500', currency: 'XAF', cancelUrl });
    expect(first).toMatchObject({ description: 'Cotisation', reference: 'p-1', returnUrl: terms.returnUrl });
    expect(JSON.parse(first.metadata)).toEqual({ paymentLinkId: link.linkId });
    expect(accepted(await pay(link)).reference).toBe('p-2');
    expect(await intents.event(first.id, intentCreated.type)).toMatchObject({ sequence: 1, intent: first });
    expect((await read(link)).payments).toBe(2);
    const found = accepted(await intents.list({ metadata: [{ key: 'paymentLinkId', value: link.linkId }] }));
    expect(found.intents).toHaveLength(2);
  });

  it('has the amount that the payer names, within the bounds', async () => {
    const link = accepted(await create({ minAmount: '200', maxAmount: '300' }));
    expect(accepted(await pay(link, { amount: '300' })).amount).toBe('300');
    expect(codeOf(await pay(link, { amount: '301' }))).toBe('amount_too_large');
    expect(codeOf(await pay(link, { amount: '199' }))).toBe('amount_too_small');
    expect(codeOf(await pay(link))).toBe('parameter_missing');
    expect(codeOf(await pay(await created(), { amount: '500' }))).toBe('parameter_invalid');
  });

  it('[9.4] begins at no link that is deactivated or expired, and at none that does not exist', async () => {
    const [inactive, expired] = [await created(), await created({ expiresAt: '2999-01-01T00:00:00.000Z' })];
    accepted(await activate(inactive.linkId, false));
    await expire(expired);
    expect(codeOf(await pay(inactive))).toBe('payment_link_inactive');
    expect(codeOf(await pay(expired))).toBe('payment_link_expired');
    expect(codeOf(await pay({ linkId: newId('paymentLink') }))).toBe('payment_link_not_found');
    expect((await read(inactive)).payments + (await read(expired)).payments).toBe(0);
    expect(accepted(await activate(inactive.linkId, true))).toMatchObject({ status: 'active' });
    accepted(await pay(inactive));
  });

  it('[9.3] of 60 parallel ones on a link with one use left one begins', async () => {
    const link = await created({ maxUses: 3, referencePattern: 'q-{n}' });
    accepted(await pay(link));
    accepted(await pay(link));
    const codes = (await Promise.all(upTo(60).map(() => pay(link)))).map(codeOf);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['ok', 'payment_link_used_up']));
    expect(await read(link)).toMatchObject({ status: 'used_up', usesRemaining: 0, payments: 3 });
  });

  it('[9.5] of 60 parallel ones each has a reference of its own', async () => {
    const link = await created({ referencePattern: 'r-{n}' });
    const replies = await Promise.all(upTo(60).map(() => pay(link)));
    const references = replies.map((reply) => accepted(reply).reference);
    expect(new Set(references)).toEqual(new Set(upTo(60).map((index) => `r-${index + 1}`)));
  });

  it('[9.6] begins once for 40 parallel requests with one key, also when the link is used up by it', async () => {
    const link = await created({ maxUses: 1 });
    const idempotency = newKey();
    const replies = await Promise.all(upTo(40).map(() => pay(link, { idempotency })));
    expect(new Set(replies.map((reply) => JSON.stringify(accepted(reply)))).size).toBe(1);
    expect(replies.filter((reply) => reply.ok && reply.replayed !== true)).toHaveLength(1);
    accepted(await activate(link.linkId, false));
    expect(await pay(link, { idempotency })).toMatchObject({ ok: true, replayed: true });
    const other = { keyHash: idempotency.keyHash, bodyHash: digest() };
    expect(codeOf(await pay(link, { idempotency: other }))).toBe('idempotency_key_reused');
    expect((await read(link)).payments).toBe(1);
  });

  it('[9.3] that comes to nothing gives its use back', async () => {
    const link = await created({ maxUses: 2, referencePattern: 's-{n}' });
    const [canceled, lapsed] = [accepted(await pay(link)), accepted(await pay(link))];
    expect(codeOf(await pay(link))).toBe('payment_link_used_up');
    accepted(await intents.cancel(canceled.id));
    await intents.lapse(lapsed.id);
    await eventually(async () => (await read(link)).usesRemaining === 2);
    expect(accepted(await pay(link)).reference).toBe('s-3');
    expect(await read(link)).toMatchObject({ usesRemaining: 1, payments: 3 });
  });

  it('[9.3] that is charged keeps its use', async () => {
    const link = await created({ maxUses: 1 });
    const intent = accepted(await pay(link));
    accepted(await intents.charge(intent.id, intents.token(intent)));
    await intents.lapse(intent.id);
    expect(codeOf(await pay(link))).toBe('payment_link_used_up');
  });
});

describe('the database refuses', () => {
  const refusalOf = (sql: string) =>
    intents.sql.query(sql).then(
      () => 'nothing',
      (error: unknown) => (error as Error).message,
    );
  /** An intent of the merchant, recorded as the next use of a link. */
  const useOf = async ({ linkId }: PaymentLink, change: Parameters<IntentsUnderTest['created']>[0] = {}) => {
    const { id } = await intents.created({ amount: '500', ...change });
    return refusalOf(`
      WITH counted AS (UPDATE payment_link SET payments = payments + 1 WHERE id = '${linkId}' RETURNING payments)
      SELECT FROM counted;
      INSERT INTO payment_link_use (link_id, intent_id, number)
      SELECT id, '${id}', payments FROM payment_link WHERE id = '${linkId}'`);
  };

  it('[9.3] a use too many, whatever code asks', async () => {
    const link = await created({ maxUses: 1 });
    expect(await useOf(link)).toBe('nothing');
    expect(await useOf(link)).toBe('the link is used up');
  });

  it.each<[string, Parameters<IntentsUnderTest['created']>[0]]>([
    ['the amount is not within the terms of the link', { amount: '501' }],
    ['an intent is a use of a link of its own merchant, mode and currency', { mode: 'live' }],
    ['an intent is a use of a link of its own merchant, mode and currency', { currency: 'XOF' }],
  ])('%s: %j', async (fault, change) => {
    expect(await useOf(await created(), change)).toBe(fault);
  });

  it('[9.4] a use of a link that is not active, or has expired', async () => {
    const [inactive, expired] = [await created(), await created({ expiresAt: '2999-01-01T00:00:00.000Z' })];
    accepted(await activate(inactive.linkId, false));
    await expire(expired);
    expect(await useOf(inactive)).toBe('the link is not active');
    expect(await useOf(expired)).toBe('the link has expired');
  });

  it('[9.1] other terms, another number, and to lose a link or a use that counts', async () => {
    const link = await created();
    const { id } = accepted(await pay(link));
    const where = `WHERE id = '${link.linkId}'`;
    for (const change of [
      'amount = 600',
      `reference_pattern = '{n}'`,
      'checkout_retries = 0',
      'created_at = now()',
      `merchant_id = 'm'`,
      `actor = 'm'`,
    ])
      expect(await refusalOf(`UPDATE payment_link SET ${change} ${where}`)).toMatch(
        /terms of a payment link never change/,
      );
    expect(await refusalOf(`UPDATE payment_link SET payments = 0 ${where}`)).toMatch(/used once/);
    expect(await refusalOf(`DELETE FROM payment_link ${where}`)).toMatch(/never deleted/);
    expect(await refusalOf(`DELETE FROM payment_link_use WHERE intent_id = '${id}'`)).toMatch(/counts while/);
    expect(await refusalOf(`UPDATE payment_link_use SET number = 9 WHERE intent_id = '${id}'`)).toMatch(
      /never changes/,
    );
    const other = await intents.created({ amount: '500' });
    const skipped = `INSERT INTO payment_link_use (link_id, intent_id, number) VALUES ('${link.linkId}', '${other.id}', 9)`;
    expect(await refusalOf(skipped)).toMatch(/number that the link has counted/);
  });
});
