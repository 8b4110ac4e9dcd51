import { expect, test } from '@jest/globals';
import { Clock } from '../time/clock.js';
import { Database } from '../database/database.js';
import { Logger } from '../telemetry/logger.js';
import { CuttingProxy } from './cutting-proxy.js';
import { freshDatabase } from './fresh-database.js';

test('a server that takes three seconds to accept a connection is not treated as unavailable', async () => {
  const fresh = await freshDatabase();
  const { proxy, url } = await CuttingProxy.before(fresh.url);
  proxy.lag(3_000);
  const logger = new Logger({ service: 'suite', instance: 'one', level: 'silent' });
  const database = await Database.open({ url, poolSize: 1, applicationName: 'suite', clock: new Clock(), logger });
  expect(await database.query({ text: 'SELECT 1 AS one' })).toEqual([{ one: 1 }]);
  await database.close();
  await proxy.close();
  await fresh.drop();
});
