import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Refusal } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { inParallel } from '@paygate/testing';
import { accepted, codeOf, IntentsUnderTest } from './intents-under-test.js';

jest.setTimeout(60_000);

/* Creations with a reference and without an idempotency key: their message may be delivered again. */

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

const reference = 'order-5';
const twenty = Array.from({ length: 20 }, (_, index) => index);

async function rowsOf(table: 'intent' | 'idempotency', merchantId: string): Promise<number> {
  return (await intents.sql.query(`SELECT FROM ${table} WHERE merchant_id = $1`, [merchantId])).rowCount ?? 0;
}

/** An intent with the reference, and one message that asks for another one with it. */
async function inTheWay() {
  const merchantId = newId('merchant');
  const holder = await intents.created({ merchantId, reference });
  const giveUp = async () => accepted(await intents.cancel(holder.id, { merchantId }));
  const refused: Refusal = { ok: false, code: 'reference_exists', param: 'reference', fields: { intentId: holder.id } };
  return { merchantId, giveUp, refused, deliver: intents.creation({ merchantId, reference }) };
}

describe('a creation without a key', () => {
  it('makes one intent however often it is delivered, also at one time, and leaves no row of a key', async () => {
    const merchantId = newId('merchant');
    const deliver = intents.creation({ merchantId, reference });
    const replies = await inParallel(twenty, deliver);
    expect(new Set([...replies, await deliver()].map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await rowsOf('intent', merchantId)).toBe(1);
    expect(await rowsOf('idempotency', merchantId)).toBe(0);
  });

  it('that was refused for its reference is refused when it is delivered again, and takes it never', async () => {
    const { merchantId, deliver, giveUp, refused } = await inTheWay();
    expect(await inParallel(twenty, deliver)).toEqual(twenty.map(() => refused));
    expect(await rowsOf('idempotency', merchantId)).toBe(1);
    await giveUp();
    expect(await deliver()).toEqual(refused);
    expect(codeOf(await intents.create({ merchantId, reference }))).toBe('ok');
  });

  it('that was stopped before it was refused is done when it is delivered again', async () => {
    const { merchantId, deliver, giveUp } = await inTheWay();
    await deliver();
    await intents.sql.query('UPDATE idempotency SET refusal = NULL WHERE merchant_id = $1', [merchantId]);
    await giveUp();
    const placed = await deliver();
    expect(placed).toMatchObject({ ok: true, data: { reference } });
    expect(await deliver()).toEqual(placed);
  });

  it('is not told of a key when it has to wait for its reference for too long', async () => {
    const merchantId = newId('merchant');
    const { id } = await intents.created({ merchantId });
    const other = await intents.sql.connect();
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO intent SELECT (jsonb_populate_record(i, jsonb_build_object('id', $2::text, 'reference', $3::text))).*
         FROM intent i WHERE id = $1`,
      [id, newId('intent'), reference],
    );
    const stuck = await intents.create({ merchantId, reference });
    await other.query('ROLLBACK');
    other.release();
    expect(codeOf(stuck)).toBe('service_unavailable');
    expect(codeOf(await intents.create({ merchantId, reference }))).toBe('ok');
  });
});
