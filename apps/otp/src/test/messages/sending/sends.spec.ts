import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@paygate/platform';
import { uuidV7 } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { openDatabase, testDatabase } from '@paygate/testing';
import { OtpConfig } from '../../../config.js';
import { migrations } from '../../../migrations/migrations.js';
import { SendsRepository } from '../../../messages/sending/sends.repository.js';

/* Messages that wait, as the database knows them. */

let tables: TestDatabase;
let database: Database;

beforeAll(async () => {
  tables = await testDatabase('otp-sends', migrations);
  database = await openDatabase(tables.serviceUrl, 2);
});
afterAll(async () => {
  await database.close();
  await tables.drop();
});

const wait = (): Promise<unknown> =>
  tables.query(
    `INSERT INTO otp_send (id, challenge_id, mode, channel, sealed_message, attempt, leased_until, expires_at)
      VALUES ($1, 'challenge', 'test', 'SMS', '', 1, clock_timestamp(), clock_timestamp() + interval '1 hour')`,
    [uuidV7()],
  );

test('a lease claims as many messages as requested, whatever the planner estimates', async () => {
  await wait();
  await tables.query('ANALYZE otp_send');
  for (let count = 0; count < 4; count += 1) await wait();
  const sends = new SendsRepository(database, new OtpConfig());
  expect((await sends.lease(2)).jobs).toHaveLength(2);
  expect((await sends.lease(2)).jobs).toHaveLength(2);
  expect((await sends.lease(2)).jobs).toHaveLength(1);
});
