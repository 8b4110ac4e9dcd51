import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, OutcomeUnknown } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { Claims } from '../../delivery/claims.js';
import { DeliveriesRepository } from '../../delivery/deliveries.repository.js';
import { Heartbeat } from '../../delivery/workers/heartbeat.js';
import type { Behaviour } from '../merchants-server.js';
import { MerchantsServer } from '../merchants-server.js';
import { WebhooksUnderTest } from '../webhooks-under-test.js';

/* A claim without an answer may still be on its way to the database when the deliveries that it asks for are given back. */

const SETUP_MS = 60_000;
const EVENTS = 10;
/** One more than a worker without a heartbeat may miss. */
const HEARTBEATS = 7;

let service: WebhooksUnderTest;
let merchants: MerchantsServer;

beforeAll(async () => {
  merchants = await MerchantsServer.start();
  service = await WebhooksUnderTest.start({ WEBHOOK_ALLOWED_ADDRESSES: merchants.address });
  await service.startInstance();
});
afterAll(async () => {
  await service.stop();
  merchants.stop();
});

/** An endpoint of its own merchant. */
async function endpoint(behaviour: Behaviour, ordered = false) {
  const merchantId = newId('merchant');
  const path = `/${merchantId}`;
  merchants.on(path, behaviour);
  const { endpointId } = await service.endpointWith({ merchantId, url: merchants.url(path), ordered });
  const emit = (count: number) =>
    service.completed(...Array.from({ length: count }, () => service.change({ merchantId })));
  return { endpointId, emit, posts: () => merchants.at(path).length };
}

const workers = async () => {
  const rows = await service.database.query<{ worker: string; beat: string }>(
    'SELECT worker, beat_at::text AS beat FROM webhook_worker',
  );
  return new Map(rows.map(({ worker, beat }) => [worker, beat]));
};
const leases = async (endpointId: string) => {
  const rows = await service.database.query<{ leased_by: string | null }>(
    "SELECT leased_by FROM webhook_delivery WHERE endpoint_id = $1 AND state = 'pending'",
    [endpointId],
  );
  return rows.map((row) => row.leased_by);
};

/** Makes the next claim of an endpoint wait until what it asks for was given back. @returns the leases that it made then */
function delayClaim(endpointId: string): () => Promise<readonly (string | null)[]> {
  const deliveries = service.part(DeliveriesRepository);
  const [claim, claimInOrder, release] = [
    deliveries.claim.bind(deliveries),
    deliveries.claimInOrder.bind(deliveries),
    deliveries.releaseOthers.bind(deliveries),
  ];
  const made = Promise.withResolvers<readonly (string | null)[]>();
  let late: (() => Promise<unknown>) | undefined;
  const lose = (arriving: () => Promise<unknown>): never => {
    late = arriving;
    throw new OutcomeUnknown('the answer was lost');
  };
  deliveries.claim = async (...args) => {
    const isWanted = args[1].some((wanted) => wanted.endpointId === endpointId);
    return isWanted && late === undefined ? lose(() => claim(...args)) : claim(...args);
  };
  deliveries.claimInOrder = async (wanted) =>
    wanted.endpointId === endpointId && late === undefined ? lose(() => claimInOrder(wanted)) : claimInOrder(wanted);
  deliveries.releaseOthers = async (...args) => {
    await release(...args);
    if (args[0] !== endpointId) return;
    await late?.();
    made.resolve(await leases(endpointId));
  };
  return () => made.promise;
}

/** Loses the answer to the next claim of an endpoint, which is carried out, and has it given back when the worker `old` has a new id. */
function loseAnswer(endpointId: string, old: string | null | undefined): void {
  const [deliveries, claims, heartbeat] = [
    service.part(DeliveriesRepository),
    service.part(Claims),
    service.part(Heartbeat),
  ];
  const [claim, release] = [deliveries.claim.bind(deliveries), claims.releaseOthers.bind(claims)];
  let isLost = false;
  deliveries.claim = async (...args) => {
    const answer = await claim(...args);
    if (isLost || !args[1].some((wanted) => wanted.endpointId === endpointId)) return answer;
    isLost = true;
    throw new OutcomeUnknown('the answer was lost');
  };
  claims.releaseOthers = async (...args) => {
    if (args[0] === endpointId) await eventually(() => heartbeat.worker !== old);
    await release(...args);
  };
}

test.each([
  ['an endpoint', false],
  ['an ordered endpoint', true],
])(
  'deliveries of %s are sent also when they were claimed after they were given back, those under way not twice',
  async (_, ordered) => {
    const answered = Promise.withResolvers<undefined>();
    const slow = await endpoint(async () => {
      await answered.promise;
      return { status: 200 };
    });
    await slow.emit(1);
    await eventually(() => slow.posts() === 1);
    const [old] = await leases(slow.endpointId);
    const shop = await endpoint(() => ({ status: 200 }), ordered);
    const madeLate = delayClaim(shop.endpointId);
    await shop.emit(EVENTS);
    expect(await madeLate()).toContain(old);
    const heartbeats = new Set<string | undefined>();
    await eventually(async () => {
      const beats = await workers();
      heartbeats.add(beats.get(old ?? ''));
      return beats.size === 2 && heartbeats.size > HEARTBEATS;
    });
    expect([slow.posts(), shop.posts() === EVENTS]).toEqual([1, false]);
    answered.resolve(undefined);
    await eventually(async () => (await leases(shop.endpointId)).length === 0, { timeoutMs: SETUP_MS });
    expect([slow.posts(), shop.posts()]).toEqual([1, EVENTS]);
    expect([...(await workers()).keys()]).not.toContain(old);
  },
  2 * SETUP_MS,
);

test(
  'deliveries whose claim was carried out without an answer are given back also when the worker has a new id by then',
  async () => {
    const answered = Promise.withResolvers<undefined>();
    // what is under way keeps the old id
    const slow = await endpoint(async () => {
      await answered.promise;
      return { status: 200 };
    });
    await slow.emit(1);
    await eventually(() => slow.posts() === 1);
    const [old] = await leases(slow.endpointId);
    const shop = await endpoint(() => ({ status: 200 }));
    loseAnswer(shop.endpointId, old);
    await shop.emit(EVENTS);
    await eventually(() => shop.posts() === EVENTS);
    expect([slow.posts(), await leases(slow.endpointId)]).toEqual([1, [old]]);
    answered.resolve(undefined);
    await eventually(async () => (await leases(slow.endpointId)).length === 0);
  },
  2 * SETUP_MS,
);
