import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@paygate/platform';
import { newId } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { openDatabase, testDatabase } from '@paygate/testing';
import { Claims } from '../../delivery/claims.js';
import { DeliveriesRepository } from '../../delivery/deliveries.repository.js';
import type { Target } from '../../delivery/targets.repository.js';
import { Heartbeat } from '../../delivery/workers/heartbeat.js';
import { WorkersRepository } from '../../delivery/workers/workers.repository.js';
import { EventsRepository } from '../../events/events.repository.js';
import { migrations } from '../../migrations/migrations.js';

/* Claims of many endpoints at once. */

let tables: TestDatabase;
let database: Database;
let deliveries: DeliveriesRepository;
let heart: Heartbeat;
let worker: string;

beforeAll(async () => {
  tables = await testDatabase('webhooks-claims', migrations);
  database = await openDatabase(tables.serviceUrl, 2);
  deliveries = new DeliveriesRepository(database);
  heart = new Heartbeat(new WorkersRepository(database));
  await heart.beat();
  worker = heart.worker ?? '';
});
afterAll(async () => {
  await database.close();
  await tables.drop();
});

test('lease deliveries with one statement, each endpoint within its own bounds', async () => {
  const merchantId = newId('merchant');
  const [first, other, broken] = [newId('webhookEndpoint'), newId('webhookEndpoint'), newId('webhookEndpoint')];
  await tables.query(
    `INSERT INTO webhook_endpoint (endpoint_id, merchant_id, mode, url, events, breaker_until)
      SELECT id, $2, 'test', 'https://shop.example/hooks', '{*}', CASE WHEN id = $3 THEN clock_timestamp() + interval '1 hour' END
      FROM unnest($1::text[]) AS id`,
    [[first, other, broken], merchantId, broken],
  );
  const event = () => ({
    ...{ eventId: newId('event'), merchantId, mode: 'test' as const, type: 'payment.completed' as const },
    ...{ intentId: newId('intent'), sequence: 1, body: '{}' },
  });
  await new EventsRepository(database).store([event(), event(), event()]);
  const ask = (endpointId: string, most: number, isProbe = false) => ({ endpointId, most, isProbe });
  const asked = [ask(first, 2), ask(other, 9), ask(newId('webhookEndpoint'), 9), ask(broken, 9)];
  const claims = await deliveries.claim(worker, asked);
  expect(claims.map(({ leased }) => leased.map(({ endpointId }) => endpointId))).toEqual([
    [first, first],
    [other, other, other],
    [],
    [],
  ]);
  const leases = await tables.query(
    'SELECT endpoint_id, count(*)::int FROM webhook_delivery WHERE leased_by = $1 GROUP BY 1 ORDER BY endpoint_id = $2',
    [worker, other],
  );
  expect(leases).toEqual([
    { endpoint_id: first, count: 2 },
    { endpoint_id: other, count: 3 },
  ]);
  const again = await deliveries.claim(worker, asked);
  expect(again.map(({ leased }) => leased.length)).toEqual([1, 0, 0, 0]);
  const [probe] = await deliveries.claim(worker, [ask(broken, 1, true)]);
  expect(probe?.leased).toHaveLength(1);
});

test('of one moment share a statement, and none is made without a heartbeat', async () => {
  const asked: number[] = [];
  const counted = {
    claim: (_: string, wanted: readonly object[]) => {
      asked.push(wanted.length);
      return Promise.resolve(wanted.map((__, index) => ({ leased: [], nextSeconds: index })));
    },
  } as unknown as DeliveriesRepository;
  const none = {} as never;
  const claimAll = (of: Pick<Heartbeat, 'worker'>) => {
    const claims = new Claims(none, counted, of as Heartbeat, none);
    const targets = Array.from({ length: 16 }, () => ({ endpointId: newId('webhookEndpoint') }) as Target);
    return Promise.all(targets.map((target) => claims.due(target, 4)));
  };
  expect((await claimAll(heart)).map(({ nextSeconds }) => nextSeconds)).toEqual([...Array(16).keys()]);
  expect((await claimAll({ worker: undefined })).every(({ leased }) => leased.length === 0)).toBe(true);
  expect(asked).toEqual([16]);
});
