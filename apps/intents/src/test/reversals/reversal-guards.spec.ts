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

/** An intent of 500. */
async function insertIn(status: IntentStatus): Promise<Row> {
  const row = { ...order(), ...implied(status), version: 5, event_sequence: 2 };
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

const counters = (step: number): Row => ({ version: 6 + step, event_sequence: 3 + step });
const first = { ...counters(0), amount_reversed: 200n, reversal_turn: 1 };

describe('whatever code runs, the database', () => {
  it('lets a later booking or return change the amount reversed of a completed intent, and refunds beside it', async () => {
    const row = await insertIn('COMPLETED');
    const changes = [
      { amount_reversed: 200n, reversal_turn: 1 },
      { amount_refunded: 300n },
      { amount_reversed: 0n, reversal_turn: 2 },
      { amount_reversed: 500n, reversal_turn: 4 },
      // one that came late counts itself alone
      {},
    ];
    for (const [step, change] of changes.entries())
      await expect(update(row, { ...counters(step), ...change })).resolves.toMatchObject({ rowCount: 1 });
  });

  it.each<[string, Row]>([
    ['an amount without a turn', { reversal_turn: 0 }],
    ['a version that stays', { version: 5 }],
    ['an event that is not counted', { event_sequence: 2 }],
    ['another net', { net: 494n, fee: 6n }],
    ['another terminal event', { terminal_event_id: newId('event') }],
    ['another status', { status: 'FAILED' }],
  ])('refuses %s', async (_what, forged) => {
    const row = await insertIn('COMPLETED');
    await expect(update(row, { ...first, ...forged })).rejects.toThrow('a terminal intent never changes');
  });

  it('refuses an older turn', async () => {
    const row = await insertIn('COMPLETED');
    await update(row, { ...first, reversal_turn: 3 });
    const older = { ...counters(1), amount_reversed: 100n, reversal_turn: 2 };
    await expect(update(row, older)).rejects.toThrow('a terminal intent never changes');
  });

  it('never reverses more than was paid, and only what was paid', async () => {
    const row = await insertIn('COMPLETED');
    await expect(update(row, { ...first, amount_reversed: 501n })).rejects.toThrow('intent_reversal');
    for (const status of ['FAILED', 'EXPIRED', 'CANCELED'] as const)
      await expect(update(await insertIn(status), first)).rejects.toThrow('a terminal intent never changes');
    const processing = await insertIn('PROCESSING');
    await expect(update(processing, { ...counters(0), reversal_turn: 1 })).rejects.toThrow('intent_reversal');
  });
});
