import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IntentStatus } from '@paygate/contracts';
import { intentStatuses } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { testDatabase } from '@paygate/testing';
import pg from 'pg';
import { terminalStatuses, transitions, verbs } from '../domain/intent-status.js';
import { migrations } from '../migrations/migrations.js';
import type { Row } from './intent-rows.js';
import { createdAt, implied, order } from './intent-rows.js';

/** The columns of an overdue outcome. */
const awaiting: Row = {
  next_action: 'await_outcome',
  next_action_until: '2026-11-20T10:05:00.000Z',
  updated_at: '2026-11-20T10:06:00.000Z',
};

const byMobileMoney: Row = { payment_method: 'mobile_money', operator: 'mtn_momo', phone_masked: '********01' };

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

describe('whatever code runs, the database', () => {
  async function insert(row: Row): Promise<Row> {
    const names = Object.keys(row);
    const places = names.map((_, index) => `$${index + 1}`);
    await sql.query(`INSERT INTO intent (${names.join(', ')}) VALUES (${places.join(', ')})`, Object.values(row));
    return row;
  }

  const insertIn = (status: IntentStatus): Promise<Row> =>
    insert({ ...order(), ...implied(status), version: 5, event_sequence: 2 });

  const update = (row: Row, change: Row): Promise<unknown> => {
    const names = Object.keys(change);
    const changes = names.map((name, index) => `${name} = $${index + 2}`);
    return sql.query(`UPDATE intent SET ${changes.join(', ')} WHERE id = $1`, [row['id'], ...Object.values(change)]);
  };

  const next = { version: 6, event_sequence: 3 };

  /** The change from one status to another with nothing else wrong about it: a charge stays what it is. */
  const change = (from: Row, to: IntentStatus): Row => {
    const wanted: Row = { ...implied(to), ...next };
    const charge = ['charge_id', 'charge_token_id', 'payer_id', 'payment_method', 'charged_at'];
    const isKept = from['charge_id'] !== null && wanted['charge_id'] !== null;
    return { ...wanted, ...(isKept ? Object.fromEntries(charge.map((name) => [name, from[name]])) : {}) };
  };

  it.each(intentStatuses.flatMap((from) => intentStatuses.map((to) => ({ from, to }))))(
    'knows only the legal transitions: $from → $to',
    async ({ from, to }) => {
      const isTerminal = terminalStatuses.includes(from);
      const isLegal = verbs.some((verb) => {
        const step = transitions[from][verb];
        return step.kind === 'move' && step.to === to;
      });
      const row = await insertIn(from);
      const result = update(row, change(row, to));
      if (isLegal && !isTerminal) await expect(result).resolves.toMatchObject({ rowCount: 1 });
      else if (isTerminal) await expect(result).rejects.toThrow('a terminal intent never changes');
      else await expect(result).rejects.toThrow(`an intent does not move from ${from} to ${to}`);
    },
  );

  it.each<[Row]>([
    [{ id: newId('intent') }],
    [{ merchant_id: newId('merchant') }],
    [{ mode: 'live' }],
    [{ amount: 501n }],
    [{ currency: 'XOF' }],
    [{ description: null }],
    [{ metadata: '{ }' }],
    [{ reference: null }],
    [{ user_id: newId('user') }],
    [{ return_url: 'https://example.com' }],
    [{ cancel_url: 'https://example.com' }],
    [{ actor: newId('member') }],
    [{ till_id: newId('till') }],
    [{ created_at: '2026-11-20T09:00:00.000Z' }],
    [{ expires_at: '2026-11-20T11:00:00.000Z' }],
  ])('never lets an order change: %p', async (forged) => {
    const row = await insertIn('PENDING');
    await expect(update(row, { ...implied('REQUIRES_ACTION'), ...next, ...forged })).rejects.toThrow(
      'an order never changes',
    );
  });

  it.each<[Row]>([
    [{ charge_id: newId('charge') }],
    [{ charge_token_id: 'another' }],
    [{ payer_id: newId('user') }],
    [{ payment_method: 'mobile_money' }],
    [{ charged_at: '2026-11-20T10:01:00.000Z' }],
  ])('lets an intent be charged at most once: %p', async (forged) => {
    const row = await insertIn('PROCESSING');
    await expect(update(row, { ...next, ...forged })).rejects.toThrow('an intent is charged at most once');
  });

  it('[2.27] lets a delayed payment stay delayed until its outcome', async () => {
    const row = await insert({ ...order(), ...implied('PROCESSING'), ...awaiting, version: 5, event_sequence: 2 });
    for (const change of [
      { next_action: null, next_action_until: null },
      { next_action: 'approve_on_phone' },
      { next_action_until: '2026-11-20T10:05:30.000Z' },
    ]) {
      await expect(update(row, { ...next, ...change })).rejects.toThrow('a delayed payment stays delayed');
    }
    await expect(update(row, { ...change(row, 'COMPLETED'), next_action_until: null })).resolves.toMatchObject({
      rowCount: 1,
    });
  });

  it('lets the schedule of questions change alone, without a version', async () => {
    const due = { outcome_due_at: '2026-11-20T10:05:00.000Z' };
    const row = await insertIn('PROCESSING');
    await expect(update(row, due)).resolves.toMatchObject({ rowCount: 1 });
    await expect(update(row, { ...due, updated_at: due.outcome_due_at })).rejects.toThrow(
      'a change counts its version',
    );
    await expect(update(await insertIn('FAILED'), due)).rejects.toThrow('a terminal intent never changes');
  });

  it.each<[IntentStatus, Row, string]>([
    ['PENDING', { next_action: 'charge' }, 'intent_next_action'],
    ['PENDING', awaiting, 'intent_next_action'],
    ['REQUIRES_ACTION', awaiting, 'intent_next_action'],
    ['COMPLETED', awaiting, 'intent_next_action'],
    ['PROCESSING', { ...awaiting, next_action: 'wait' }, 'intent_next_action'],
    ['PROCESSING', { ...awaiting, next_action_until: null }, 'intent_next_action'],
    ['PROCESSING', { ...awaiting, next_action_until: '2026-11-20T09:59:00.000Z' }, 'intent_await_outcome'],
    ['PROCESSING', { ...awaiting, next_action_until: '2026-11-20T10:07:00.000Z' }, 'intent_await_outcome'],
    ['REQUIRES_ACTION', { next_action: null }, 'intent_next_action'],
    ['PENDING', { charge_id: 'ch_1' }, 'intent_charge'],
    ['PROCESSING', { charge_id: null }, 'intent_charge'],
    ['PROCESSING', { payer_id: null }, 'intent_charge'],
    ['PENDING', { payer_id: newId('user') }, 'intent_charge'],
    ['PROCESSING', { payer_id: null, user_id: newId('user'), ...byMobileMoney }, 'intent_charge'],
    ['PROCESSING', { user_id: newId('user') }, 'intent_payer'],
    ['COMPLETED', { completed_at: null }, 'intent_completion'],
    ['COMPLETED', { fee: 6n }, 'intent_fee'],
    ['FAILED', { failure_code: null }, 'intent_failure'],
    ['PROCESSING', { failure_code: 'rail_error' }, 'intent_failure'],
    ['EXPIRED', { terminal_event_id: null }, 'intent_terminal_event'],
    ['PROCESSING', { terminal_event_id: 'evt_1' }, 'intent_terminal_event'],
    ['FAILED', { amount_refunded: 1n }, 'intent_refund'],
    ['PENDING', { status: 'PAID' }, 'intent_status'],
  ])('[3.6] ties the columns of %s to it: %p', async (status, forged, constraint) => {
    const row = { ...order(), ...implied(status), version: 5, event_sequence: 2, ...forged };
    await expect(insert(row)).rejects.toMatchObject({ constraint });
  });

  it('lets a guest pay by mobile money what any user may pay', async () => {
    const row = {
      ...order(),
      ...implied('PROCESSING'),
      payer_id: null,
      ...byMobileMoney,
      version: 5,
      event_sequence: 2,
    };
    await expect(insert(row)).resolves.toMatchObject({ payer_id: null, payment_method: 'mobile_money' });
  });

  it('lets a token charge once', async () => {
    const charged = { ...implied('PROCESSING'), charge_token_id: 'one-token', version: 2, event_sequence: 2 };
    await insert({ ...order(), ...charged });
    await expect(insert({ ...order(), ...charged, charge_id: newId('charge') })).rejects.toMatchObject({
      constraint: 'intent_charge_token',
    });
  });

  it('[3.6] counts every change', async () => {
    const row = await insertIn('PENDING');
    const progress = change(row, 'REQUIRES_ACTION');
    for (const counters of [{ version: 5 }, { version: 7 }, { event_sequence: 4 }, { event_sequence: 1 }]) {
      await expect(update(row, { ...progress, ...counters })).rejects.toThrow('a change counts its version by one');
    }
  });

  it.each([
    `UPDATE intent_metadata_pair SET pair_hash = 2`,
    `UPDATE intent_metadata_pair SET intent_id = 'pi_2'`,
    'DELETE FROM intent_metadata_pair',
    'TRUNCATE intent_metadata_pair',
  ])('never lets change what an intent is found by: %s', async (change) => {
    await sql.query('INSERT INTO intent_metadata_pair VALUES (1, $1, $2)', [createdAt, newId('intent')]);
    await expect(sql.query(change)).rejects.toThrow('metadata never changes');
  });

  it('never deletes an intent', async () => {
    const row = await insertIn('PENDING');
    await expect(sql.query('DELETE FROM intent WHERE id = $1', [row['id']])).rejects.toThrow(
      'an intent is never deleted',
    );
  });
});

describe('a reference is unique among open and COMPLETED intents', () => {
  it.each(intentStatuses)('%s', async (status) => {
    const first = { ...order(), ...implied(status), version: 5, event_sequence: 2 };
    const second = {
      ...first,
      ...order(),
      merchant_id: first['merchant_id' as keyof typeof first],
      ...implied('PENDING'),
    };
    const add = (row: Row): Promise<unknown> =>
      sql.query(
        `INSERT INTO intent (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
          .map((_, i) => `$${i + 1}`)
          .join(', ')})`,
        Object.values(row),
      );
    await add(first);
    const isFree = ['FAILED', 'EXPIRED', 'CANCELED'].includes(status);
    if (isFree) await expect(add(second)).resolves.toBeDefined();
    else await expect(add(second)).rejects.toMatchObject({ constraint: 'intent_reference' });
  });
});
