import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import { BooksRepository } from '../payments/books.repository.js';
import { Retention } from '../payments/retention.js';
import { MomoClient } from './fixtures/rail-clients.js';
import { RailsUnderTest } from './fixtures/rails.js';

let rails: RailsUnderTest;
let momo: MomoClient;
beforeAll(async () => {
  rails = await RailsUnderTest.start('retention');
  momo = new MomoClient(rails.simulator.railsUrl, rails.receiver.url);
  await momo.signIn();
});
afterAll(() => rails.stop());

/** A payment that began so many days ago. */
async function begun(days: number, { digits = '01', state = 'SUCCESSFUL' } = {}): Promise<string> {
  const reference = randomUUID();
  await momo.pay(digits, reference);
  await eventually(async () => (await momo.status(reference)).json()['status'] === state);
  const text = 'UPDATE payment SET created_at = created_at - make_interval(days => $1) WHERE reference = $2';
  await rails.simulator.database.query(text, [days, reference]);
  return reference;
}

test('payments that ended are deleted after 30 days with all of their rows, and balances stay', async () => {
  const { app, database } = rails.simulator;
  const [old, undecided, young] = [
    await begun(31),
    await begun(31, { digits: '04', state: 'PENDING' }),
    await begun(29),
  ];
  await database.query(
    `INSERT INTO payment (rail, reference, kind, state, msisdn, asked, amount, currency, original, scenario, reason, created_at, decided_at)
     SELECT rail, 'refund-of-it', 'refund', 'failed', msisdn, asked, amount, currency, reference, scenario, 'declined', created_at, decided_at
     FROM payment WHERE reference = $1`,
    [old],
  );
  const books = app.get(BooksRepository);
  const before = await books.accounts();
  expect(before.some(({ balance }) => balance > 0n)).toBe(true);
  await app.get(Retention).deleteOld();
  await app.get(Retention).deleteOld();
  const left = await database.query<{ reference: string }>('SELECT reference FROM payment ORDER BY number');
  expect(left.map(({ reference }) => reference)).toEqual([undecided, young]);
  for (const table of ['movement', 'callback'])
    expect(await database.query(`SELECT FROM ${table} WHERE reference = $1`, [old])).toEqual([]);
  expect(await books.accounts()).toEqual(before);
});
