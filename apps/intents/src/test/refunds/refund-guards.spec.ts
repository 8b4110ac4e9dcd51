import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IntentStatus } from '@paygate/contracts';
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

const next = { version: 6, event_sequence: 3 };

async function insertIn(status: IntentStatus, refunded = 0n): Promise<Row> {
  const row = { ...order(), ...implied(status), amount_refunded: refunded, version: 5, event_sequence: 2 };
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  await sql.query(
    `INSERT INTO intent (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  );
  return row;
}

function update(row: Row, change: Row): Promise<unknown> {
  const changes = Object.keys(change).map((name, index) => `${name} = $${index + 2}`);
  return sql.query(`UPDATE intent SET ${changes.join(', ')} WHERE id = $1`, [row['id'], ...Object.values(change)]);
}

describe('whatever code runs, the database', () => {
  it('lets a refund raise the amount refunded of a completed intent, and count itself', async () => {
    const row = await insertIn('COMPLETED');
    for (const [step, refunded] of [200n, 200n, 500n].entries()) {
      const counters = { version: 6 + step, event_sequence: 3 + step };
      const change = { amount_refunded: refunded, ...counters, updated_at: '2026-11-21T10:00:00.000Z' };
      await expect(update(row, change)).resolves.toMatchObject({ rowCount: 1 });
    }
  });

  it.each<[IntentStatus, Row]>([
    ['COMPLETED', { amount_refunded: 99n }],
    ['COMPLETED', { version: 5 }],
    ['COMPLETED', { version: 7 }],
    ['COMPLETED', { event_sequence: 2 }],
    ['COMPLETED', { event_sequence: 4 }],
    ['COMPLETED', { net: 494n, fee: 6n }],
    ['COMPLETED', { terminal_event_id: newId('event') }],
    ['COMPLETED', { completed_at: '2026-11-20T10:00:01.000Z' }],
    ['COMPLETED', { status: 'FAILED' }],
    ['COMPLETED', { metadata: '{ }' }],
    ['FAILED', { amount_refunded: 0n }],
    ['EXPIRED', { amount_refunded: 0n }],
    ['CANCELED', { amount_refunded: 0n }],
  ])('lets a refund change nothing else of an intent: %s %p', async (status, forged) => {
    const row = await insertIn(status, status === 'COMPLETED' ? 100n : 0n);
    await expect(update(row, { ...next, amount_refunded: 200n, ...forged })).rejects.toThrow(
      'a terminal intent never changes',
    );
  });

  it('never refunds more than was paid', async () => {
    const row = await insertIn('COMPLETED');
    await expect(update(row, { ...next, amount_refunded: 501n })).rejects.toThrow('violates check constraint');
  });
});
