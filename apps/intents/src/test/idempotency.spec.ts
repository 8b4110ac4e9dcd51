import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createIntent, getKeyedIntent } from '@paygate/contracts';
import { LockTimedOut, newId, TransactionConflict } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import type pg from 'pg';
import { accepted, codeOf, digest, IntentsUnderTest } from './intents-under-test.js';

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
    '[6.2] of 100 parallel creations with one key one makes an intent, and every answer is the first one byte for byte (%s)',
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

  it('[6.2] is answered like the first time for ever, whatever has become of the intent', async () => {
    const idempotency = newKey();
    const first = await intents.created({ idempotency, userId: newId('user') });
    const token = intents.token(first, { sub: first.userId });
    accepted(await intents.charge(first.id, token));
    expect(accepted(await intents.read(first.id)).status).toBe('PROCESSING');
    const again = await intents.create({ idempotency, amount: '700' });
    expect(JSON.stringify(accepted(again))).toBe(JSON.stringify(first));
    expect(again).toMatchObject({ replayed: true });
  });

  it('[6.2] tells its first answer without a creation, and none of another body, merchant or mode', async () => {
    const idempotency = newKey();
    const { merchantId } = intents;
    const question = { merchantId, mode: 'test' as const, idempotency };
    const ask = (more: object = {}) => intents.send(getKeyedIntent, { ...question, ...more });
    expect(codeOf(await ask())).toBe('intent_not_found');
    const first = await intents.created({ idempotency });
    accepted(await intents.charge(first.id, intents.token(first)));
    const again = await ask();
    expect(JSON.stringify(accepted(again))).toBe(JSON.stringify(first));
    expect(again).toMatchObject({ replayed: true });
    expect(codeOf(await ask({ idempotency: { ...idempotency, bodyHash: digest() } }))).toBe('idempotency_key_reused');
    for (const other of [{ merchantId: newId('merchant') }, { mode: 'live' }, { idempotency: newKey() }])
      expect(codeOf(await ask(other))).toBe('intent_not_found');
  });

  it('[1.14][6.4] is scoped to merchant and mode', async () => {
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

  it('[6.5] a creation that comes while the first is under way waits, and is refused when that takes too long', async () => {
    const { merchantId } = intents;
    const idempotency = newKey();
    const first = await intents.sql.connect();
    await first.query('BEGIN');
    await holdKey(first, merchantId, idempotency.keyHash);
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
    const other = await intents.sql.connect();
    await other.query('BEGIN');
    await holdReference(other, merchantId, 'order-2');
    const stuck = await intents.create({ merchantId, reference: 'order-2' });
    await other.query('ROLLBACK');
    other.release();
    expect(codeOf(stuck)).toBe('service_unavailable');
    expect(codeOf(await intents.create({ merchantId, reference: 'order-2' }))).toBe('ok');
  });
});

describe('a refusal is not stored', () => {
  it('[6.7] of an amount: the same key with another amount succeeds', async () => {
    const idempotency = newKey();
    expect(codeOf(await intents.create({ idempotency, amount: '1' }))).toBe('amount_too_small');
    expect(codeOf(await intents.create({ idempotency }))).toBe('ok');
  });

  it('[6.7] of a reference: the same call with the same key succeeds once the reference is free', async () => {
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

  it('[6.6] of 40 parallel ones, while the reference becomes free: those that succeed share one intent', async () => {
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

  it.each(['key', 'reference'] as const)(
    '[6.6] never deadlocks with another one that uses the same %ss in another order',
    async (shared) => {
      const merchantId = newId('merchant');
      // the gate sorts before all others: in that order both batches wait at it before they have inserted any
      const [gated, left, right] = ['!', upTo(20).map(digest), upTo(20).map(digest)];
      const orderOf = (text: string) =>
        intents.order({
          merchantId,
          ...(shared === 'key' ? { idempotency: { keyHash: text, bodyHash: text } } : { reference: text }),
        });
      const gate = await intents.sql.connect();
      await gate.query('BEGIN');
      await (shared === 'key' ? holdKey(gate, merchantId, gated) : holdReference(gate, merchantId, gated));
      const batches = [
        [...left, gated, ...right],
        [...right, gated, ...left],
      ].map((texts) => intents.createBatch(texts.map(orderOf)));
      const settled = Promise.allSettled(batches);
      await eventually(async () => (await waitingStatements()) === batches.length);
      await gate.query('ROLLBACK');
      gate.release();
      const errors = (await settled).flatMap((each): readonly unknown[] =>
        each.status === 'rejected' ? [each.reason] : [],
      );
      expect(errors.filter((error) => error instanceof LockTimedOut || error instanceof TransactionConflict)).toEqual(
        [],
      );
      expect(await rowsOf('intent', merchantId)).toBe(1 + left.length + right.length);
    },
  );
});

async function holdKey(client: pg.PoolClient, merchantId: string, keyHash: string): Promise<void> {
  await client.query(`INSERT INTO idempotency VALUES ($1, 'test', $2, 'body', 'pi_1', clock_timestamp())`, [
    merchantId,
    keyHash,
  ]);
}

/** With an intent like another one of the merchant. */
async function holdReference(client: pg.PoolClient, merchantId: string, reference: string): Promise<void> {
  const { id } = await intents.created();
  const changes = JSON.stringify({ id: newId('intent'), merchant_id: merchantId, reference });
  await client.query(`INSERT INTO intent SELECT (jsonb_populate_record(i, $2::jsonb)).* FROM intent i WHERE id = $1`, [
    id,
    changes,
  ]);
}

async function waitingStatements(): Promise<number> {
  const { rowCount } = await intents.sql.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}
