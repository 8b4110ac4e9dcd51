import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@paygate/platform';
import { newId } from '@paygate/platform';
import { openDatabase } from '@paygate/testing';
import { pageStatement } from '../../reading/intent-lists.repository.js';
import { accepted, IntentsUnderTest } from '../intents-under-test.js';
import { explained } from './explained.js';

let intents: IntentsUnderTest;
let database: Database;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  database = await openDatabase(intents.databaseUrl, 1);
});
afterAll(async () => {
  await database.close();
  await intents.stop();
});

it('[4.27] a list has the payments of one till, newest first, in pages, with the other filters', async () => {
  const [tillId, other] = [newId('till'), newId('till')];
  const made: string[] = [];
  for (let n = 0; n < 3; n += 1)
    made.unshift((await intents.created({ tillId, reference: `${tillId}-${String(n)}` })).id);
  await intents.created({ tillId: other });
  await intents.created();
  const idsOf = async (more: object = {}) =>
    accepted(await intents.list({ tillId, ...more })).intents.map(({ id }) => id);
  expect(await idsOf()).toEqual(made);
  expect(await idsOf({ limit: 2, startingAfter: made[0] ?? '' })).toEqual(made.slice(1));
  expect(await idsOf({ reference: `${tillId}-1` })).toEqual([made[1]]);
  expect(await idsOf({ statuses: ['COMPLETED'] })).toEqual([]);
  expect(await idsOf({ merchantId: newId('merchant') })).toEqual([]);
});

it('a page of a till is read from an index', async () => {
  // so few rows are read without one
  await database.query({ text: 'SET enable_seqscan = off' });
  const command = { merchantId: newId('merchant'), mode: 'test', limit: 20, tillId: newId('till') } as const;
  const { plan } = await explained(database, pageStatement(command, 21));
  expect(plan).toContain('intent_list_of_till');
});
