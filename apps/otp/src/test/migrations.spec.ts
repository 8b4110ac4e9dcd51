import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runMigrations } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { testDatabase } from '@paygate/testing';
import { DataSource } from 'typeorm';
import { OwnDataKeys1795136400000 } from '../migrations/1795136400000-own-data-keys.js';
import { migrations } from '../migrations/migrations.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('otp', migrations.slice(0, migrations.indexOf(OwnDataKeys1795136400000)));
});
afterAll(() => database.drop());

test('keys sealed as before sign no more and end with their last token, once the service has keys of its own', async () => {
  await database.query(`
    INSERT INTO otp_signing_key (kid, version, public_jwk, sealed_private_key, not_before, signs_from, not_after) VALUES
      ('a', 2, '{}', 'otp.k1.a', now() - interval '31 days', now() - interval '31 days', now() + interval '5 minutes'),
      ('b', 1, '{}', 'otp.k1.b', now() - interval '1 minute', now(), NULL)`);
  await runMigrations({ url: database.url, migrations });
  const keys = await database.query(`
    SELECT kid, version, sealed_private_key AS sealed, round(extract(epoch FROM not_after - now()) / 60)::int AS minutes
    FROM signing_key ORDER BY kid`);
  expect(keys).toEqual([
    { kid: 'a', version: 3, sealed: null, minutes: 5 },
    { kid: 'b', version: 2, sealed: null, minutes: 16 },
  ]);
});

test('migrations can be taken back and run again', async () => {
  const dataSource = await new DataSource({ type: 'postgres', url: database.url, migrations }).initialize();
  const later = migrations.slice(migrations.indexOf(OwnDataKeys1795136400000));
  try {
    await later.reduce((taken) => taken.then(() => dataSource.undoLastMigration()), Promise.resolve());
    await expect(database.query('SELECT sealed_private_key FROM otp_signing_key')).resolves.toEqual([]);
    await dataSource.runMigrations();
    await expect(database.query('SELECT sealed_private_key FROM signing_key')).resolves.toEqual([]);
  } finally {
    await dataSource.destroy();
  }
});
