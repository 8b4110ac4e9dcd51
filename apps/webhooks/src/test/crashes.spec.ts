import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { getWebhookRecovery, listEventDeliveries, recoverWebhookEndpoint, redeliverWebhook } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { Child } from '@paygate/testing';
import { eventually, inParallel, removeChildren } from '@paygate/testing';
import { WebhooksUnderTest } from './webhooks-under-test.js';

/* What merchants ask for survives a SIGKILL of the process that does it, at any point: none is forgotten, none changes. */

const PATIENCE_MS = 120_000;
jest.setTimeout(2 * PATIENCE_MS);
const SHARES = [0.1, 0.5, 0.9];
/** Attempts that a killed process may repeat. */
const DUPLICATES_PER_KILL_MAX = 64;

let service: WebhooksUnderTest;
let child: Child;

beforeEach(async () => {
  service = await WebhooksUnderTest.start();
  child = await service.startProcess();
});
afterEach(async () => {
  child.kill('SIGKILL');
  await child.ended;
  await service.stop();
});
afterAll(removeChildren);

/** Kills the process and starts another. */
async function kill(): Promise<void> {
  child.kill('SIGKILL');
  expect(await child.ended).toBe('SIGKILL');
  child = await service.startProcess();
}

const dataOf = <Answer>(reply: Reply<Answer>): Answer => {
  if (!reply.ok) throw new Error(reply.code);
  return reply.data;
};
const account = () => ({ merchantId: service.merchantId, mode: 'test' as const });
const registered = async () => dataOf(await service.register()).endpoint.endpointId;
const within = (probe: () => boolean | Promise<boolean>) =>
  eventually(probe, { timeoutMs: PATIENCE_MS, intervalMs: 5 });

const stateOf = async (state: string): Promise<number> => {
  const [row] = await service.database.query<{ count: string }>(
    'SELECT count(*) FROM webhook_delivery WHERE state = $1',
    [state],
  );
  return Number(row?.count);
};

/** The arrivals of each event. All of one have the same bytes. */
function arrivals(): ReadonlyMap<string, number> {
  const bodies = Map.groupBy(service.receiver.arrivals, ({ headers }) => String(headers['webhook-id']));
  for (const [eventId, same] of bodies)
    expect([eventId, new Set(same.map(({ body }) => body)).size]).toEqual([eventId, 1]);
  return new Map([...bodies].map(([eventId, { length }]) => [eventId, length]));
}

test('a recovery that is killed at 10, 50 and 90 % sends every event of its range', async () => {
  const events = 300;
  const ids = Array.from({ length: events }, () => newId('event'));
  const endpointId = await registered();
  await service.database.query(
    `WITH event AS (
        INSERT INTO webhook_event (event_id, merchant_id, mode, type)
        SELECT id, $2, 'test', 'payment.completed' FROM unnest($1::text[]) AS id)
      INSERT INTO webhook_body (event_id, body) SELECT id, '{"id":"' || id || '"}' FROM unnest($1::text[]) AS id`,
    [ids, service.merchantId],
  );
  const key = { ...account(), endpointId, recoveryId: newId('webhookRecovery') };
  const range = { from: new Date(Date.now() - 60_000).toISOString(), dryRun: false, includeDelivered: false };
  dataOf(await service.ask(recoverWebhookEndpoint, { ...key, ...range }));
  for (const share of SHARES) {
    await within(async () => (await stateOf('pending')) + (await stateOf('delivered')) >= share * events);
    await kill();
  }
  await within(async () => dataOf(await service.ask(getWebhookRecovery, key)).status === 'completed');
  expect(dataOf(await service.ask(getWebhookRecovery, key))).toMatchObject({ examined: events, queued: events });
  await within(async () => (await stateOf('delivered')) === events);
  expect([...arrivals().keys()].toSorted()).toEqual(ids);
  expect(service.receiver.arrivals.length - events).toBeLessThanOrEqual(SHARES.length * DUPLICATES_PER_KILL_MAX);
});

test('every redelivery that was accepted is made, although the process is killed at 10, 50 and 90 % of them', async () => {
  const events = 150;
  const endpointId = await registered();
  const ids = Array.from({ length: events }, () => service.change());
  await service.completed(...ids);
  await within(async () => (await stateOf('delivered')) === events);
  expect(arrivals()).toEqual(new Map(ids.map(({ eventId }) => [eventId, 1])));
  const deliveryIds = await inParallel(ids, async ({ eventId }) => {
    const { deliveries } = dataOf(await service.ask(listEventDeliveries, { ...account(), eventId }));
    return deliveries.find((delivery) => delivery.endpointId === endpointId)?.deliveryId ?? '';
  });
  const accepted = new Set<string>();
  const asking = inParallel(deliveryIds, async (deliveryId) => {
    // a caller whose answer is lost asks again
    await within(async () => (await service.ask(redeliverWebhook, { ...account(), deliveryId }, 5_000)).ok);
    accepted.add(deliveryId);
  });
  for (const share of SHARES) {
    await within(() => service.receiver.arrivals.length >= (1 + share) * events || accepted.size === events);
    await kill();
  }
  await asking;
  await within(async () => (await stateOf('delivered')) === events);
  expect([...arrivals().values()].filter((count) => count < 2)).toEqual([]);
  expect(arrivals().size).toBe(events);
});

test('a delivery whose process is killed three times during the job that sends it still arrives', async () => {
  await registered();
  service.receiver.answer = (index) => (index > 3 ? 200 : undefined);
  const eventId = await service.completed();
  for (const arrived of [1, 2, 3]) {
    await within(() => service.receiver.arrivals.length === arrived);
    await kill();
  }
  await within(async () => (await stateOf('delivered')) === 1);
  expect(arrivals()).toEqual(new Map([[eventId, 4]]));
});
