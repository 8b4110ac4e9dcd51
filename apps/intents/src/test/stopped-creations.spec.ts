import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CreateIntent, PaymentIntent } from '@paygate/contracts';
import { createIntent } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { accepted, codeOf, digest, IntentsUnderTest } from './intents-under-test.js';

jest.setTimeout(60_000);

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

interface StoppedCreation {
  /** The open intent that has the reference. */
  readonly inTheWay: PaymentIntent;
  readonly order: CreateIntent;
}

/** What a process leaves behind that took a key, could not place its intent, and stopped before it said so. */
async function stoppedCreation(): Promise<StoppedCreation> {
  const merchantId = newId('merchant');
  const idempotency = { keyHash: digest(), bodyHash: digest() };
  const inTheWay = await intents.created({ merchantId, reference: 'order-9' });
  const order = intents.order({ merchantId, reference: 'order-9', idempotency });
  const { keyHash, bodyHash } = idempotency;
  await intents.sql.query(
    `INSERT INTO idempotency VALUES ($1, 'test', 'create-intent', $2, $3, $4, clock_timestamp())`,
    [merchantId, keyHash, bodyHash, order.intentId],
  );
  return { inTheWay, order };
}

const again = (order: CreateIntent): CreateIntent =>
  Object.assign(intents.order(), order, { intentId: newId('intent') });

describe('a creation that was stopped after it took its key, because its reference was in use', () => {
  it('is done by a repetition once the reference is free, and the first finds its intent', async () => {
    const { inTheWay, order } = await stoppedCreation();
    accepted(await intents.cancel(inTheWay.id, { merchantId: order.merchantId }));
    const placed = accepted(await intents.send(createIntent, again(order)));
    expect(placed).toMatchObject({ id: order.intentId, reference: 'order-9' });
    expect(accepted(await intents.send(createIntent, order))).toEqual(placed);
    expect(accepted(await intents.send(createIntent, again(order)))).toEqual(placed);
  });

  it('is refused to a repetition while the reference is in use, and to the first from then on', async () => {
    const { inTheWay, order } = await stoppedCreation();
    const refused = await intents.send(createIntent, again(order));
    expect(refused).toMatchObject({ code: 'reference_exists', fields: { intentId: inTheWay.id } });
    accepted(await intents.cancel(inTheWay.id, { merchantId: order.merchantId }));
    expect(await intents.send(createIntent, order)).toEqual(refused);
  });

  it('is not done by a repetition while another is about to refuse it', async () => {
    const { inTheWay, order } = await stoppedCreation();
    accepted(await intents.cancel(inTheWay.id, { merchantId: order.merchantId }));
    const other = await intents.sql.connect();
    await other.query('BEGIN');
    const refusal = JSON.stringify({ ok: false, code: 'reference_exists', param: 'reference' });
    await other.query('UPDATE idempotency SET refusal = $1 WHERE intent_id = $2', [refusal, order.intentId]);
    const repetition = intents.send(createIntent, again(order));
    await eventually(async () => {
      const { rows } = await intents.sql.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await other.query('COMMIT');
    other.release();
    expect(await repetition).toMatchObject({ code: 'reference_exists' });
    expect(codeOf(await intents.read(order.intentId, { merchantId: order.merchantId }))).toBe('intent_not_found');
  });

  it('has one answer for 20 repetitions and the first, while the reference becomes free', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { inTheWay, order } = await stoppedCreation();
      const orders = [order, ...Array.from({ length: 20 }, () => again(order))];
      const cancellation = intents.cancel(inTheWay.id, { merchantId: order.merchantId });
      const replies = await Promise.all(orders.map((each) => intents.send(createIntent, each)));
      accepted(await cancellation);
      const answers = new Set(replies.map((reply) => (reply.ok ? JSON.stringify(reply.data) : reply.code)));
      expect([...answers]).toHaveLength(1);
      const { rows } = await intents.sql.query('SELECT FROM intent WHERE merchant_id = $1', [order.merchantId]);
      expect(rows).toHaveLength(replies.every(({ ok }) => ok) ? 2 : 1);
      expect(intents.distinctEventsOf(order.intentId, 'intent.created').length).toBeLessThanOrEqual(1);
    }
  });
});
