import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PaymentIntent } from '@paygate/contracts';
import { getIntentFacts, getRetryOptions, retryIntent } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { accepted, codeOf, IntentsUnderTest } from '../intents-under-test.js';
import { Retrying } from './declined.js';

let intents: IntentsUnderTest;
let orders: Retrying;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  await intents.startInstance();
  orders = new Retrying(intents);
});
afterAll(() => intents.stop());

const timesOf = async ({ id }: PaymentIntent) => {
  const rows = await intents.sql.query<{ id: string }>('SELECT id FROM intent WHERE retry_of = $1', [id]);
  return rows.rows.length;
};

describe('another try of a declined payment', () => {
  it('[3.18] has its order, names the first intent also after a second decline, and notifies the merchant', async () => {
    const metadata = '{ "b":1.0, "a":"x" }';
    const first = await orders.declined({ metadata, description: 'Order 7', returnUrl: 'https://shop.example/thanks' });
    const second = await orders.decline(accepted(await orders.retry(first)));
    const third = accepted(await orders.retry(second));
    for (const retry of [second, third]) {
      const { amount, currency, description, reference, returnUrl, expiresAt } = first;
      expect(retry).toMatchObject({ amount, currency, description, metadata, reference, returnUrl, expiresAt });
      expect(retry.retryOf).toBe(first.id);
    }
    expect(third).toMatchObject({ status: 'PENDING', version: 1, chargeId: null, failure: null });
    const created = await intents.event(third.id, 'intent.created');
    expect(created.intent).toMatchObject({ id: third.id, retryOf: first.id });
    expect(accepted(await intents.read(first.id))).toMatchObject({ status: 'FAILED', retryOf: null });
    const facts = accepted(await intents.send(getIntentFacts, { intentId: third.id, ...orders.owner() }));
    expect(facts.retryOf).toBe(first.id);
  });

  it('[3.19] begins once for a double click, two devices and two instances, and each gets it', async () => {
    const first = await orders.declined();
    const replies = await Promise.all(Array.from({ length: 12 }, () => orders.retry(first)));
    const ids = new Set(replies.map((reply) => accepted(reply).id));
    expect([ids.size, await timesOf(first)]).toEqual([1, 1]);
    expect(replies.filter((reply) => reply.ok && reply.replayed !== true)).toHaveLength(1);
  });

  it('[3.19] is what a command that is delivered twice gets, also after it was declined', async () => {
    const first = await orders.declined();
    const id = newId('intent');
    const second = accepted(await orders.retry(first, id));
    expect(accepted(await orders.retry(first, id))).toEqual(second);
    const declined = await orders.decline(second);
    expect(accepted(await orders.retry(first, id))).toEqual(declined);
    expect(await timesOf(first)).toBe(1);
  });

  it('follows the last one, from wherever it is asked for', async () => {
    const first = await orders.declined();
    const second = await orders.decline(accepted(await orders.retry(first)));
    expect(accepted(await orders.retry(first)).id).toBe(second.id);
    expect(await orders.options(first)).toEqual({ latestId: second.id, mayRetry: false });
    expect(await orders.options(second)).toEqual({ latestId: second.id, mayRetry: true });
    const third = accepted(await orders.retry(second));
    for (const earlier of [first, second]) {
      expect(accepted(await orders.retry(earlier)).id).toBe(third.id);
      expect(await orders.options(earlier)).toEqual({ latestId: third.id, mayRetry: false });
    }
  });

  it('[3.18] is the last of as many as the shop allows', async () => {
    let last = await orders.declined({ checkoutRetries: 2 });
    for (let retry = 0; retry < 2; retry += 1) last = await orders.decline(accepted(await orders.retry(last)));
    expect(await orders.options(last)).toEqual({ latestId: last.id, mayRetry: false });
    expect(await orders.retry(last)).toMatchObject({ ok: false, code: 'retry_unavailable' });
  });

  it.each([{}, { checkoutRetries: 0 }])('[3.18] begins for no payment whose shop allows none: %j', async (change) => {
    const first = await orders.decline(await intents.created({ reference: newId('request'), ...change }));
    expect((await orders.options(first)).mayRetry).toBe(false);
    expect(codeOf(await orders.retry(first))).toBe('retry_unavailable');
  });

  it('[3.20] begins while an outcome is unknown for nobody, and after none that is no decline', async () => {
    const open = await orders.order();
    expect(codeOf(await orders.retry(open))).toBe('intent_unexpected_state');
    const canceled = accepted(await intents.cancel(open.id));
    const processing = await orders.order();
    await orders.charged(processing);
    const paid = await orders.pay(await orders.order());
    const lapsed = await orders.order();
    await intents.lapse(lapsed.id);
    for (const ended of [canceled, processing, paid, accepted(await intents.read(lapsed.id))])
      expect([ended.status, codeOf(await orders.retry(ended))]).toEqual([ended.status, 'intent_unexpected_state']);
  });

  it("[3.20] begins after no decline that the installation's team may have decided", async () => {
    for (const decidedBy of ['person', undefined] as const) {
      const first = await orders.decline(await orders.order(), 'rail_error', decidedBy);
      expect((await orders.options(first)).mayRetry).toBe(false);
      expect(codeOf(await orders.retry(first))).toBe('retry_unavailable');
    }
  });

  it('begins after an error that the rail itself has reported', async () => {
    const first = await orders.decline(await orders.order(), 'rail_error', 'service');
    expect((await orders.options(first)).mayRetry).toBe(true);
    expect(accepted(await orders.retry(first)).retryOf).toBe(first.id);
  });

  it('[3.20] needs three minutes of the first intent', async () => {
    const first = await orders.declined();
    await intents.lapseIn(179_000, [first.id]);
    expect((await orders.options(first)).mayRetry).toBe(false);
    expect(codeOf(await orders.retry(first))).toBe('retry_unavailable');
    await intents.lapseIn(240_000, [first.id]);
    expect((await orders.options(first)).mayRetry).toBe(true);
  });

  it('is found under no other merchant and mode', async () => {
    const { id: intentId } = await orders.declined();
    for (const change of [{ merchantId: newId('merchant') }, { mode: 'live' as const }]) {
      const named = { intentId, ...orders.owner(), ...change };
      expect(codeOf(await intents.send(retryIntent, { ...named, newIntentId: newId('intent') }))).toBe(
        'intent_not_found',
      );
      expect(codeOf(await intents.send(getRetryOptions, named))).toBe('intent_not_found');
    }
  });
});

describe('an order is paid once', () => {
  it('when the shop begins a payment of it before the customer: the customer is refused', async () => {
    const first = await orders.declined();
    await intents.created({ reference: first.reference ?? '' });
    expect((await orders.options(first)).mayRetry).toBe(false);
    const refused = await orders.retry(first);
    expect(refused).toMatchObject({ ok: false, code: 'reference_exists' });
    expect(refused).not.toHaveProperty('fields');
  });

  it('when the customer is first: the shop is refused, and the refusal names the intent', async () => {
    const first = await orders.declined();
    const second = accepted(await orders.retry(first));
    expect(await intents.create({ reference: first.reference ?? '' })).toMatchObject({
      ...{ ok: false, code: 'reference_exists', fields: { intentId: second.id } },
    });
    await orders.pay(second);
    expect(await orders.options(first)).toEqual({ latestId: second.id, mayRetry: false });
    expect(accepted(await orders.retry(first))).toMatchObject({ id: second.id, status: 'COMPLETED' });
  });

  it('also by the customer, once the shop’s own payment of it has lapsed', async () => {
    const first = await orders.declined();
    const own = await intents.created({ reference: first.reference ?? '' });
    await intents.lapse(own.id);
    expect((await orders.options(first)).mayRetry).toBe(true);
    expect(accepted(await orders.retry(first))).toMatchObject({ retryOf: first.id, status: 'PENDING' });
    expect(accepted(await intents.read(own.id))).toMatchObject({ status: 'EXPIRED' });
  });

  it('[3.19] when both are at the same time, again and again', async () => {
    for (let race = 0; race < 10; race += 1) {
      const first = await orders.declined();
      const { reference } = first;
      await Promise.all([
        ...[orders.retry(first), orders.retry(first)],
        ...[1, 2].map(() => intents.create({ reference: reference ?? '' })),
      ]);
      const open = await intents.sql.query(`SELECT FROM intent WHERE reference = $1 AND status <> 'FAILED'`, [
        reference,
      ]);
      expect(open.rowCount).toBe(1);
    }
  });
});
