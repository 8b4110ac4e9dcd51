import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import { DeliveriesRepository } from '../../delivery/deliveries.repository.js';
import { MerchantsServer } from '../merchants-server.js';
import { openShop } from '../shop.js';
import { WebhooksUnderTest } from '../webhooks-under-test.js';

const PATIENCE_MS = 60_000;
const EVENTS = 100;
/** The most deliveries that a worker that dies repeats. */
const UNRECORDED_MAX = 32;

let service: WebhooksUnderTest;
let merchants: MerchantsServer;
let deliveries: DeliveriesRepository;
let record: DeliveriesRepository['record'];

beforeAll(async () => {
  merchants = await MerchantsServer.start();
  service = await WebhooksUnderTest.start({ WEBHOOK_ALLOWED_ADDRESSES: merchants.address });
  await service.startInstance();
  deliveries = service.part(DeliveriesRepository);
  record = deliveries.record.bind(deliveries);
});
afterEach(() => {
  deliveries.record = record;
});
afterAll(async () => {
  await service.stop();
  merchants.stop();
});

test(
  '[7.19] no POST waits for a record: while none is written, as many are sent as may be repeated, and no more',
  async () => {
    const gate = Promise.withResolvers<undefined>();
    deliveries.record = async (attempts) => {
      await gate.promise;
      await record(attempts);
    };
    const shop = await openShop({ service, merchants }, () => ({ status: 200 }), { ordered: true });
    const other = await openShop({ service, merchants }, () => ({ status: 200 }));
    const eventIds = await shop.emit(EVENTS);
    await eventually(() => shop.posts().length >= UNRECORDED_MAX, { timeoutMs: PATIENCE_MS });
    await other.emit(1);
    await eventually(() => other.posts().length === 1, { timeoutMs: PATIENCE_MS });
    expect(shop.posts()).toEqual(eventIds.slice(0, UNRECORDED_MAX));
    gate.resolve(undefined);
    await shop.delivered(EVENTS);
    expect(shop.posts()).toEqual(eventIds);
  },
  4 * PATIENCE_MS,
);

test(
  'several POSTs share the statement that records them',
  async () => {
    let [statements, recorded] = [0, 0];
    const shop = await openShop({ service, merchants }, () => ({ status: 200 }), { ordered: true });
    deliveries.record = async (attempts) => {
      const ours = attempts.filter(({ delivery }) => delivery.endpointId === shop.endpointId).length;
      if (ours > 0) statements += 1;
      recorded += ours;
      await record(attempts);
    };
    const eventIds = await shop.emit(EVENTS);
    await shop.delivered(EVENTS);
    expect(shop.posts()).toEqual(eventIds);
    expect(recorded).toBe(EVENTS);
    expect(statements).toBeLessThan(EVENTS);
  },
  4 * PATIENCE_MS,
);
