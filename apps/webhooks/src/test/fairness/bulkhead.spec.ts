import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Mode } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually, inParallel } from '@paygate/testing';
import { EndpointSlices } from '../../delivery/endpoint-slices.js';
import { InFlight, MOST, SLOW_MOST } from '../../delivery/in-flight.js';
import type { Answer } from '../merchants-server.js';
import { MerchantsServer } from '../merchants-server.js';
import { WebhooksUnderTest } from '../webhooks-under-test.js';

const PATIENCE_MS = 180_000;
const MERCHANTS = 64;
const ENDPOINTS_EACH = 16;
const ENDPOINTS = MERCHANTS * ENDPOINTS_EACH;
const EVENTS = 200;
/** POSTs of one endpoint at a time, at first. */
const WINDOW = 4;

let service: WebhooksUnderTest;
let merchants: MerchantsServer;

beforeEach(async () => {
  merchants = await MerchantsServer.start();
  service = await WebhooksUnderTest.start({ WEBHOOK_ALLOWED_ADDRESSES: merchants.address });
  await service.startInstance();
  service.withoutTimeout();
});
afterEach(async () => {
  merchants.stop();
  await service.stop();
});

interface Hanging {
  readonly endpointId: string;
  open: number;
  answered: number;
}

/** Endpoints whose POSTs hang until they are released together. */
class HangingEndpoints {
  readonly all: Hanging[] = [];
  private readonly merchantIds = Array.from({ length: MERCHANTS }, () => newId('merchant'));
  private gate = Promise.withResolvers<Answer>();

  constructor(private readonly mode: Mode) {}

  async register(): Promise<void> {
    const each = this.merchantIds.flatMap((merchantId) => Array.from({ length: ENDPOINTS_EACH }, () => merchantId));
    await inParallel(each, async (merchantId) => {
      const path = `/hanging/${newId('request')}`;
      const { endpointId } = await service.endpointWith({ merchantId, mode: this.mode, url: merchants.url(path) });
      const endpoint = { endpointId, open: 0, answered: 0 };
      merchants.on(path, async () => {
        endpoint.open += 1;
        const answer = await this.gate.promise;
        endpoint.open -= 1;
        endpoint.answered += 1;
        return answer;
      });
      this.all.push(endpoint);
    });
  }

  get open(): number {
    return this.all.reduce((sum, { open }) => sum + open, 0);
  }

  /** One event for each endpoint. */
  async emit(): Promise<void> {
    await service.completed(...this.merchantIds.map((merchantId) => service.change({ merchantId, mode: this.mode })));
  }

  /** Endpoints with a delivery that is not yet made. */
  async due(): Promise<number> {
    const rows = await service.database.query(
      `SELECT FROM webhook_delivery WHERE endpoint_id = ANY ($1) AND state = 'pending' GROUP BY endpoint_id`,
      [this.all.map(({ endpointId }) => endpointId)],
    );
    return rows.length;
  }

  /** Waits until each endpoint has had so many answers, or a POST open, or waits because there is no place for it. */
  async fill(answers: number): Promise<void> {
    const slices = service.part(EndpointSlices);
    await eventually(
      () =>
        this.open > 0 &&
        this.all.every((one) => one.answered >= answers || one.open > 0 || slices.isHeld(one.endpointId)),
      { timeoutMs: PATIENCE_MS },
    );
  }

  /** Answers the POSTs that are open, once the endpoints of all of them are slow. */
  async release(): Promise<void> {
    const inFlight = service.part(InFlight);
    const released = await eventually(
      () => {
        const open = this.all.filter((one) => one.open > 0);
        if (!open.every(({ endpointId }) => inFlight.window(endpointId).isSlow)) return undefined;
        const { resolve } = this.gate;
        this.gate = Promise.withResolvers();
        resolve({ status: 200 });
        return open;
      },
      { timeoutMs: PATIENCE_MS },
    );
    await eventually(() => released.every(({ answered }) => answered > 0), { timeoutMs: PATIENCE_MS });
  }
}

/** Another merchant's events. It answers only once so many of its POSTs are open at a time. */
async function allArrive(mode: Mode, atATime: number): Promise<void> {
  const merchantId = newId('merchant');
  const path = `/healthy/${merchantId}`;
  const together = Promise.withResolvers<Answer>();
  merchants.on(path, (index) => {
    if (index >= atATime) together.resolve({ status: 200 });
    return together.promise;
  });
  await service.endpointWith({ merchantId, mode, url: merchants.url(path) });
  await service.completed(...Array.from({ length: EVENTS }, () => service.change({ merchantId, mode })));
  await eventually(() => new Set(merchants.at(path).map(({ eventId }) => eventId)).size === EVENTS, {
    timeoutMs: PATIENCE_MS,
  });
}

describe.each<[Mode, Mode]>([
  ['test', 'live'],
  ['live', 'test'],
])('while 1,024 endpoints of 64 merchants hang in %s mode', (mode, other) => {
  test(
    '[7.18] all events of another merchant arrive before one of the POSTs is released, also once they have answered 200 late',
    async () => {
      const hanging = new HangingEndpoints(mode);
      await hanging.register();
      await hanging.emit();
      await hanging.fill(1);
      expect([hanging.all.length, await hanging.due()]).toEqual([ENDPOINTS, ENDPOINTS]);
      expect(hanging.open).toBeGreaterThanOrEqual(MOST[mode] / 2);
      expect(hanging.open).toBeLessThan(MOST[mode]);
      await allArrive(mode, 1);
      await allArrive(other, WINDOW);
      expect(hanging.all.filter(({ answered }) => answered > 0)).toEqual([]);

      while (hanging.all.some(({ answered }) => answered === 0)) {
        await hanging.fill(1);
        await hanging.release();
      }
      await eventually(async () => (await hanging.due()) === 0, { timeoutMs: PATIENCE_MS });
      await hanging.emit();
      await hanging.fill(2);
      expect(await hanging.due()).toBe(ENDPOINTS);
      expect(hanging.open).toBeGreaterThanOrEqual(SLOW_MOST[mode] / 2);
      expect(hanging.open).toBeLessThanOrEqual(SLOW_MOST[mode]);
      await allArrive(mode, WINDOW);
      await allArrive(other, WINDOW);
      expect(hanging.all.filter(({ answered }) => answered !== 1)).toEqual([]);
    },
    5 * PATIENCE_MS,
  );
});
