import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { intentStatuses } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { testDatabase } from '@paygate/testing';
import pg from 'pg';
import { migrations } from '../../migrations/migrations.js';
import type { Row } from '../intent-rows.js';
import { implied, order } from '../intent-rows.js';

let database: TestDatabase;
let sql: pg.Client;
beforeAll(async () => {
  database = await testDatabase('intents', migrations);
  sql = new pg.Client(database.url);
  await sql.connect();
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

async function insert(row: Row): Promise<Row> {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  await sql.query(`INSERT INTO intent (${names.join(', ')}) VALUES (${places.join(', ')})`, Object.values(row));
  return row;
}
const counted = { version: 5, event_sequence: 2 };
const first = (change: Row = {}): Row => ({
  ...{ ...order(), checkout_retries: 2, retry_of: null, payment_link_id: null, extensible_until: null },
  ...{ ...implied('FAILED'), ...counted, ...change },
});
/** Another try of an intent with nothing wrong about it. */
const retryOf = (intent: Row, change: Row = {}): Row => ({
  ...{ ...intent, id: newId('intent'), retry_of: intent['id'] },
  ...{ ...implied('PENDING'), ...counted, ...change },
});

describe('whatever code runs, the database', () => {
  it.each(intentStatuses)('[3.19] allows another try of an intent that is %s after a decline only', async (status) => {
    const given = await insert({ ...first(), ...implied(status), ...counted, reference: newId('request') });
    const retry = insert(retryOf(given, { reference: given['reference'] }));
    if (status === 'FAILED') await expect(retry).resolves.toBeDefined();
    else await expect(retry).rejects.toThrow('a retry follows a decline');
  });

  it.each(intentStatuses)(
    '[3.19] allows no other try beside one that is %s, unless it was declined',
    async (status) => {
      const given = await insert(first());
      await insert(retryOf(given, implied(status)));
      const other = insert(retryOf(given));
      if (status === 'FAILED') await expect(other).resolves.toBeDefined();
      else await expect(other).rejects.toThrow('a retry follows a decline');
    },
  );

  it('[3.19] allows one open or completed try for each first intent, by an index', async () => {
    const given = await insert(first({ reference: null, payment_link_id: newId('paymentLink') }));
    await insert(retryOf(given));
    await sql.query('BEGIN; SET LOCAL session_replication_role = replica');
    await expect(insert(retryOf(given))).rejects.toMatchObject({ constraint: 'intent_retry' });
    await sql.query('ROLLBACK');
  });

  it('allows as many tries as the first intent', async () => {
    const given = await insert(first());
    for (let retry = 0; retry < 2; retry += 1) await insert(retryOf(given, implied('FAILED')));
    await expect(insert(retryOf(given))).rejects.toThrow('no more retries than it allows');
  });

  it('lets a try name the first intent only', async () => {
    const given = await insert(first());
    const second = await insert(retryOf(given, implied('FAILED')));
    await expect(insert(retryOf(second))).rejects.toThrow('a retry names the first intent');
    await expect(insert(retryOf(given, { retry_of: newId('intent') }))).rejects.toThrow('names the first intent');
  });

  it.each<[Row]>([
    [{ merchant_id: newId('merchant') }],
    [{ mode: 'live' }],
    [{ amount: 501n }],
    [{ currency: 'XOF' }],
    [{ description: null }],
    [{ metadata: '{ }' }],
    [{ reference: 'another' }],
    [{ user_id: newId('user') }],
    [{ return_url: 'https://example.com' }],
    [{ cancel_url: 'https://example.com' }],
    [{ checkout_retries: 4 }],
    [{ payment_link_id: newId('paymentLink') }],
  ])('lets a try have the order of the first intent only: %p', async (forged) => {
    const given = await insert(first());
    await expect(insert(retryOf(given, forged))).rejects.toThrow('a retry has the order of the first intent');
  });

  it.each<[Row]>([
    [{ expires_at: '2026-11-20T10:30:01.000Z' }],
    [{ expires_at: '2026-11-20T10:20:00.000Z' }],
    [{ expires_at: '2026-11-20T10:20:00.000Z', extensible_until: '2026-11-20T10:31:00.000Z' }],
  ])('[3.20] lets a try end when the first intent would have: %p', async (forged) => {
    const given = await insert(first());
    await expect(insert(retryOf(given, forged))).rejects.toThrow('ends when the first intent would have');
    const held = { expires_at: '2026-11-20T10:20:00.000Z', extensible_until: '2026-11-20T10:30:00.000Z' };
    await expect(insert(retryOf(given, held))).resolves.toBeDefined();
  });

  it.each<[Row]>([[{ checkout_retries: 3 }], [{ retry_of: newId('intent') }], [{ payment_link_id: 'pl_1' }]])(
    'never lets tries change: %p',
    async (forged) => {
      const row = await insert({ ...first(), ...implied('PENDING'), ...counted, reference: newId('request') });
      const [[name, value] = ['', null]] = Object.entries(forged);
      const change = sql.query(
        `UPDATE intent SET ${name} = $2, version = 6, status = 'REQUIRES_ACTION', next_action = 'charge' WHERE id = $1`,
        [row['id'], value],
      );
      await expect(change).rejects.toThrow('an order never changes');
    },
  );

  it.each<[Row]>([[{ checkout_retries: 5 }], [{ checkout_retries: -1 }], [{ reference: null }]])(
    'refuses tries of no order, and more than four: %p',
    async (forged) => {
      await expect(insert({ ...first(), ...forged })).rejects.toMatchObject({ constraint: 'intent_checkout_retries' });
    },
  );
});
