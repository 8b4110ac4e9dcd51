import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createIntent } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { accepted, codeOf, digest, IntentsUnderTest } from './intents-under-test.js';

jest.setTimeout(60_000);

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  await intents.startInstance();
});
afterAll(() => intents.stop());

const newKey = () => ({ keyHash: digest(), bodyHash: digest() });
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

async function rowsOf(table: 'intent' | 'idempotency', merchantId: string): Promise<number> {
  return (await intents.sql.query(`SELECT FROM ${table} WHERE merchant_id = $1`, [merchantId])).rowCount ?? 0;
}

describe('an idempotency key stands for one creation', () => {
  it.each([undefined, 'order-1'])(
    'of 100 parallel creations with one key one makes an intent, and every answer is the first one byte for byte (%s)',
    async (reference) => {
      const merchantId = newId('merchant');
      const order = { merchantId, idempotency: newKey(), metadata: '{"odd" :"\\u00e9"}' };
      const replies = await Promise.all(
        upTo(100).map(() => intents.create(reference === undefined ? order : { ...order, reference })),
      );
      expect(replies.filter((reply) => reply.ok && reply.replayed !== true)).toHaveLength(1);
      expect(new Set(replies.map((reply) => JSON.stringify(accepted(reply)))).size).toBe(1);
      expect([await rowsOf('intent', merchantId), await rowsOf('idempotency', merchantId)]).toEqual([1, 1]);
    },
  );

  it('is answered like the first time for ever, whatever has become of the intent', async () => {
    const idempotency = newKey();
    const first = await intents.created({ idempotency, userId: newId('user') });
    const token = intents.token(first, { sub: first.userId });
    accepted(await intents.charge(first.id, token));
    expect(accepted(await intents.read(first.id)).status).toBe('PROCESSING');
    const again = await intents.create({ idempotency, amount: '700' });
    expect(JSON.stringify(accepted(again))).toBe(JSON.stringify(first));
    expect(again).toMatchObject({ replayed: true });
  });

  it('is scoped to merchant and mode', async () => {
    const idempotency = newKey();
    const replies = await Promise.all([
      intents.create({ idempotency }),
      intents.create({ idempotency, mode: 'live' }),
      intents.create({ idempotency, merchantId: newId('merchant') }),
    ]);
    expect(new Set(replies.map((reply) => accepted(reply).id)).size).toBe(3);
  });

  it('with another body it is refused, also at the same time', async () => {
    const merchantId = newId('merchant');
    const { keyHash, bodyHash } = newKey();
    const bodies = [bodyHash, digest()];
    const replies = await Promise.all(
      upTo(40).map((index) =>
        intents.create({ merchantId, idempotency: { keyHash, bodyHash: bodies[index % 2] ?? '' } }),
      ),
    );
    expect([...new Set(replies.map(codeOf))].sort()).toEqual(['idempotency_key_reused', 'ok']);
    expect(replies.filter((reply) => reply.ok)).toHaveLength(20);
    expect(await rowsOf('intent', merchantId)).toBe(1);
  });

  it('a creation that comes while the first is under way waits, and is refused when that takes too long', async () => {
    const { merchantId } = intents;
    const idempotency = newKey();
    const first = await intents.sql.connect();
    await first.query('BEGIN');
    await first.query(`INSERT INTO idempotency VALUES ($1, 'test', $2, $3, $4, clock_timestamp())`, [
      ...[merchantId, idempotency.keyHash, idempotency.bodyHash, newId('intent')],
    ]);
    const order = intents.order({ idempotency });
    const [stuck, other] = await Promise.all([intents.send(createIntent, order), intents.create()]);
    await first.query('ROLLBACK');
    first.release();
    expect([codeOf(stuck), codeOf(other)]).toEqual(['idempotency_key_in_use', 'ok']);
    expect(codeOf(await intents.read(order.intentId))).toBe('intent_not_found');
    expect(codeOf(await intents.create({ idempotency }))).toBe('ok');
  });

  it('a creation without a key is not refused for one when it waits too long for its reference', async () => {
    const merchantId = newId('merchant');
    const { id } = await intents.created({ merchantId });
    const other = await intents.sql.connect();
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO intent SELECT (jsonb_populate_record(i, jsonb_build_object('id', $2::text, 'reference', 'order-2'))).*
         FROM intent i WHERE id = $1`,
      [id, newId('intent')],
    );
    const stuck = await intents.create({ merchantId, reference: 'order-2' });
    await other.query('ROLLBACK');
    other.release();
    expect(codeOf(stuck)).toBe('service_unavailable');
    expect(codeOf(await intents.create({ merchantId, reference: 'order-2' }))).toBe('ok');
  });
});

describe('a refusal is not stored', () => {
  it('of an amount: the same key with another amount succeeds', async () => {
    const idempotency = newKey();
    expect(codeOf(await intents.create({ idempotency, amount: '1' }))).toBe('amount_too_small');
    expect(codeOf(await intents.create({ idempotency }))).toBe('ok');
  });

  it('of a reference: the same call with the same key succeeds once the reference is free', async () => {
    const merchantId = newId('merchant');
    const order = { merchantId, reference: 'order-3', idempotency: newKey() };
    const holder = await intents.created({ merchantId, reference: 'order-3' });
    expect(await intents.create(order)).toEqual({
      ok: false,
      code: 'reference_exists',
      param: 'reference',
      fields: { intentId: holder.id },
    });
    expect(await rowsOf('idempotency', merchantId)).toBe(0);
    accepted(await intents.cancel(holder.id, { merchantId }));
    const first = await intents.create(order);
    expect(first).toMatchObject({ ok: true, data: { reference: 'order-3' } });
    expect(first).not.toHaveProperty('replayed');
    expect(await intents.create(order)).toEqual({ ...first, replayed: true });
  });

  it('of 40 parallel ones, while the reference becomes free: those that succeed share one intent', async () => {
    for (let round = 0; round < 5; round += 1) {
      const merchantId = newId('merchant');
      const order = { merchantId, reference: 'order-4', idempotency: newKey() };
      const holder = await intents.created({ merchantId, reference: 'order-4' });
      const cancellation = intents.cancel(holder.id, { merchantId });
      const replies = await Promise.all(upTo(40).map(() => intents.create(order)));
      accepted(await cancellation);
      expect(replies.filter((reply) => !reply.ok && reply.code !== 'reference_exists')).toEqual([]);
      const made = new Set(replies.flatMap((reply) => (reply.ok ? [reply.data.id] : [])));
      expect(made.size).toBeLessThanOrEqual(1);
      expect([await rowsOf('intent', merchantId), await rowsOf('idempotency', merchantId)]).toEqual([
        1 + made.size,
        made.size,
      ]);
    }
  });
});

describe('one batch', () => {
  it('may hold requests with one key, other bodies and no effect: each gets its answer', async () => {
    const merchantId = newId('merchant');
    await intents.created({ merchantId, reference: 'taken' });
    const [key, blocked] = [newKey(), newKey()];
    const twice = intents.order({ merchantId, metadata: '{"a":"b"}' });
    const replies = await intents.createBatch([
      intents.order({ merchantId, idempotency: key }),
      intents.order({ merchantId, idempotency: { ...key, bodyHash: digest() } }),
      intents.order({ merchantId, idempotency: blocked, reference: 'taken' }),
      intents.order({ merchantId, idempotency: blocked, reference: 'taken' }),
      twice,
      twice,
      intents.order({ merchantId, amount: '1' }),
    ]);
    const codes = replies.map(codeOf);
    expect(codes.slice(0, 2).sort()).toEqual(['idempotency_key_reused', 'ok']);
    expect(codes.slice(2)).toEqual(['reference_exists', 'reference_exists', 'ok', 'ok', 'amount_too_small']);
    expect([await rowsOf('intent', merchantId), await rowsOf('idempotency', merchantId)]).toEqual([3, 1]);
    const event = await intents.event(twice.intentId, 'intent.created');
    expect(event.intent.id).toBe(twice.intentId);
    expect(intents.distinctEventsOf(twice.intentId)).toHaveLength(1);
  });

  it('never deadlocks with another, whatever keys and references they share', async () => {
    const merchantId = newId('merchant');
    const keys = upTo(6).map(newKey);
    const batch = () =>
      upTo(12).map(() => {
        const [key, reference] = [keys[Math.floor(Math.random() * 12)], Math.floor(Math.random() * 12)];
        return intents.order({
          merchantId,
          ...(key === undefined ? {} : { idempotency: key }),
          ...(reference < 6 ? { reference: `order-${reference}` } : {}),
        });
      });
    const deadlocks = async (): Promise<bigint> => {
      await intents.replay(); // a connection reports its deadlocks at its end
      const { rows } = await intents.sql.query<{ deadlocks: bigint }>(
        'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
      );
      return rows[0]?.deadlocks ?? -1n;
    };
    const before = await deadlocks();
    for (let round = 0; round < 20; round += 1) {
      const requests = upTo(6).flatMap(batch);
      const replies = await Promise.all(requests.map((request) => intents.send(createIntent, request)));
      expect(replies.filter((reply) => !reply.ok && reply.code !== 'reference_exists')).toEqual([]);
    }
    expect(await deadlocks()).toEqual(before);
    const { rows } = await intents.sql.query(
      `SELECT key_hash FROM idempotency LEFT JOIN intent ON id = intent_id WHERE id IS NULL`,
    );
    expect(rows).toEqual([]);
  });
});
