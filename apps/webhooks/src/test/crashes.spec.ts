import { expect, jest, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { getWebhookRecovery, listEventDeliveries, recoverWebhookEndpoint, redeliverWebhook } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { Child } from '@paygate/testing';
import { eventually, inParallel } from '@paygate/testing';
import { WebhooksUnderTest } from './webhooks-under-test.js';

/* What merchants ask for survives a SIGKILL of the process that does it, at any point: none is forgotten, none changes. */

const PATIENCE_MS = 120_000;
jest.setTimeout(4 * PATIENCE_MS);
const SHARES = [0.1, 0.5, 0.9];
/** Attempts that a killed process may repeat. */
const DUPLICATES_PER_KILL_MAX = 64;
/** The results of an ordered endpoint in one flush. */
const ORDERED_DUPLICATES_PER_KILL_MAX = 32;

const dataOf = <Answer>(reply: Reply<Answer>): Answer => {
  if (!reply.ok) throw new Error(reply.code);
  return reply.data;
};
const within = (probe: () => boolean | Promise<boolean>) =>
  eventually(probe, { timeoutMs: PATIENCE_MS, intervalMs: 5 });

/** A service that runs as one process, which is killed. */
class Killed {
  private constructor(
    readonly service: WebhooksUnderTest,
    private child: Child,
  ) {}

  static async during(work: (killed: Killed) => Promise<void>): Promise<void> {
    const service = await WebhooksUnderTest.start();
    const killed = new Killed(service, await service.startProcess());
    try {
      await work(killed);
    } finally {
      killed.child.kill('SIGKILL');
      await killed.child.ended;
      await service.stop();
    }
  }

  /** Kills the process and starts another. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    expect(await this.child.ended).toBe('SIGKILL');
    this.child = await this.service.startProcess();
  }

  get account() {
    return { merchantId: this.service.merchantId, mode: 'test' as const };
  }

  async registered(ordered = false): Promise<string> {
    return dataOf(await this.service.register({ ordered })).endpoint.endpointId;
  }

  async countOf(...states: readonly string[]): Promise<number> {
    const [row] = await this.service.database.query<{ count: string }>(
      'SELECT count(*) FROM webhook_delivery WHERE state = ANY ($1)',
      [states],
    );
    return Number(row?.count);
  }

  /** The number of arrivals of each event, always with the same bytes. */
  arrivals(): ReadonlyMap<string, number> {
    const bodies = Map.groupBy(this.service.receiver.arrivals, ({ headers }) => String(headers['webhook-id']));
    for (const [eventId, same] of bodies)
      expect([eventId, new Set(same.map(({ body }) => body)).size]).toEqual([eventId, 1]);
    return new Map([...bodies].map(([eventId, { length }]) => [eventId, length]));
  }
}

test.concurrent('[7.11] a recovery that is killed at 10, 50 and 90 % sends every event of its range', () =>
  Killed.during(async (killed) => {
    const { service, account } = killed;
    const events = 300;
    const ids = Array.from({ length: events }, () => newId('event'));
    const endpointId = await killed.registered();
    await service.database.query(
      `WITH event AS (
          INSERT INTO webhook_event (event_id, merchant_id, mode, type)
          SELECT id, $2, 'test', 'payment.completed' FROM unnest($1::text[]) AS id)
        INSERT INTO webhook_body (event_id, body) SELECT id, '{"id":"' || id || '"}' FROM unnest($1::text[]) AS id`,
      [ids, service.merchantId],
    );
    const key = { ...account, endpointId, recoveryId: newId('webhookRecovery') };
    const range = { from: new Date(Date.now() - PATIENCE_MS).toISOString(), dryRun: false, includeDelivered: false };
    dataOf(await service.ask(recoverWebhookEndpoint, { ...key, ...range }));
    for (const share of SHARES) {
      await within(async () => (await killed.countOf('pending', 'delivered')) >= share * events);
      await killed.kill();
    }
    await within(async () => dataOf(await service.ask(getWebhookRecovery, key)).status === 'completed');
    expect(dataOf(await service.ask(getWebhookRecovery, key))).toMatchObject({ examined: events, queued: events });
    await within(async () => (await killed.countOf('delivered')) === events);
    expect([...killed.arrivals().keys()].toSorted()).toEqual(ids);
    expect(service.receiver.arrivals.length - events).toBeLessThanOrEqual(SHARES.length * DUPLICATES_PER_KILL_MAX);
  }),
);

test.concurrent(
  '[7.10] every accepted redelivery is made although the process is killed at 10, 50 and 90 % of them',
  () =>
    Killed.during(async (killed) => {
      const { service, account } = killed;
      const events = 150;
      const endpointId = await killed.registered();
      const changes = Array.from({ length: events }, () => service.change());
      await service.completed(...changes);
      await within(async () => (await killed.countOf('delivered')) === events);
      expect(killed.arrivals()).toEqual(new Map(changes.map(({ eventId }) => [eventId, 1])));
      const deliveryIds = await inParallel(changes, async ({ eventId }) => {
        const { deliveries } = dataOf(await service.ask(listEventDeliveries, { ...account, eventId }));
        return deliveries.find((delivery) => delivery.endpointId === endpointId)?.deliveryId ?? '';
      });
      let accepted = 0;
      const asking = inParallel(deliveryIds, async (deliveryId) => {
        // a caller whose answer is lost asks again
        await within(async () => (await service.ask(redeliverWebhook, { ...account, deliveryId }, 5_000)).ok);
        accepted += 1;
      });
      for (const share of SHARES) {
        await within(() => service.receiver.arrivals.length >= (1 + share) * events || accepted === events);
        await killed.kill();
      }
      await asking;
      await within(async () => (await killed.countOf('delivered')) === events);
      expect([...killed.arrivals().values()].filter((count) => count < 2)).toEqual([]);
      expect(killed.arrivals().size).toBe(events);
    }),
);

test.concurrent(
  '[7.17] a delivery whose process is killed three times during the job that sends it still arrives',
  () =>
    Killed.during(async (killed) => {
      const { service } = killed;
      await killed.registered();
      service.receiver.answer = (index) => (index > 3 ? 200 : undefined);
      const eventId = await service.completed();
      for (const arrived of [1, 2, 3]) {
        await within(() => service.receiver.arrivals.length === arrived);
        await killed.kill();
      }
      await within(async () => (await killed.countOf('delivered')) === 1);
      expect(killed.arrivals()).toEqual(new Map([[eventId, 4]]));
    }),
);

test.concurrent(
  '[7.19] an ordered endpoint receives its events in their order, and again at most those of a flush for each kill',
  () =>
    Killed.during(async (killed) => {
      const { service } = killed;
      const events = 300;
      await killed.registered(true);
      const id = newId('intent');
      const changes = Array.from({ length: events }, () => service.change({ id }));
      await service.completed(...changes);
      for (const share of SHARES) {
        await within(() => service.receiver.arrivals.length >= share * events);
        await killed.kill();
      }
      await within(async () => (await killed.countOf('delivered')) === events);
      const places = new Map(changes.map(({ eventId }, place) => [eventId, place]));
      let last = -1;
      for (const eventId of service.receiver.eventIds) {
        const place = places.get(eventId) ?? Number.NaN;
        expect(last + 1 - place).toBeGreaterThanOrEqual(0);
        expect(last + 1 - place).toBeLessThanOrEqual(ORDERED_DUPLICATES_PER_KILL_MAX);
        last = place;
      }
      const repeats = service.receiver.arrivals.length - events;
      expect(repeats).toBeLessThanOrEqual(SHARES.length * ORDERED_DUPLICATES_PER_KILL_MAX);
    }),
);
