import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PaygateHttp } from '@paygate/testing';
import { dataServices, eventually, gatewaysOf, readStack, stackProcesses } from '@paygate/testing';
import type { Admin } from 'kafkajs';
import { AssignerProtocol, Kafka, logLevel } from 'kafkajs';

/* How soon a stack at rest notices what it must not wait for. Each is tried a few times: the best time is what the design gives. */

/** By then every consumer waits as long in a fetch as it ever does. */
const COME_TO_REST_MS = 8_000;
const LOOK_EVERY_MS = 20;
const TRIES = 3;

const stack = readStack();
const gateways = gatewaysOf(stack);
const [first] = gateways;
if (first === undefined || gateways.length < 2) throw new Error('the stack has fewer than two gateways');
let admin: Admin;
beforeAll(async () => {
  admin = new Kafka({ brokers: [...stack.kafka], clientId: 'e2e', logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
});
afterAll(async () => {
  await admin.disconnect();
  for (const { api } of gateways) api.close();
});

const asked = (api: PaygateHttp, key: string) =>
  api.request<{ readonly code?: string }>({
    method: 'GET',
    path: '/api-keys?limit=1',
    headers: { 'x-api-key': key },
  });

/** Milliseconds until `isSo`, which is asked again and again. */
async function msUntil(isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  await eventually(isSo, { intervalMs: LOOK_EVERY_MS });
  return performance.now() - began;
}

/** The best of some times, each of which begins at rest; all are printed. */
async function best(what: string, once: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < TRIES; turn += 1) {
    await delay(COME_TO_REST_MS);
    times.push(await once());
  }
  console.log(`${what}: ${times.map((ms) => `${ms.toFixed(0)} ms`).join(', ')}`);
  return Math.min(...times);
}

test('a revoked key is refused by every gateway within a second', async () => {
  const post = async (path: string, body?: object) =>
    (
      await first.api.request<{ readonly id: string; readonly key: string }>({
        ...{ method: 'POST', path, headers: { 'x-api-key': stack.merchant.secretKey } },
        ...(body === undefined ? {} : { body }),
      })
    ).body;
  const ms = await best('a revoked key is refused by all', async () => {
    const { id, key } = await post('/api-keys', { type: 'restricted', scopes: ['api_keys:read'] });
    await eventually(async () =>
      (await Promise.all(gateways.map(({ api }) => asked(api, key)))).every(({ status }) => status === 200),
    );
    await delay(COME_TO_REST_MS);
    await post(`/api-keys/${id}/revoke`);
    return msUntil(async () =>
      (await Promise.all(gateways.map(({ api }) => asked(api, key)))).every(
        ({ body }) => body.code === 'api_key_revoked',
      ),
    );
  });
  expect(ms).toBeLessThan(1_000);
});

test('while the owner of a table is frozen, gateways answer 503 within six seconds', async () => {
  const owners = stack.services.filter(({ service }) => service === 'auth').map(({ name }) => name);
  const ms = await best('503 after auth is frozen', async () => {
    const waited = await stackProcesses.whileStopped(owners, () =>
      msUntil(async () =>
        (await Promise.all(gateways.map(({ api }) => asked(api, stack.merchant.secretKey)))).every(
          ({ status }) => status === 503,
        ),
      ),
    );
    await eventually(async () => (await asked(first.api, stack.merchant.secretKey)).status === 200);
    return waited;
  });
  expect(ms).toBeLessThan(6_000);
});

/** The members of a service's group that have partitions. */
async function readers(service: string): Promise<number> {
  const { groups } = await admin.describeGroups([`pay.${service}`]);
  return groups
    .filter(({ state }) => state === 'Stable')
    .flatMap(({ members }) => members)
    .filter(({ memberAssignment }) => {
      const { assignment = {} } = AssignerProtocol.MemberAssignment.decode(memberAssignment) ?? {};
      return Object.values(assignment).some((partitions) => partitions.length > 0);
    }).length;
}

test.each(dataServices)('a second instance of %s has partitions within five seconds of its start', async (service) => {
  const ms = await best(`partitions of a second ${service}`, async () => {
    await stackProcesses.keepAway(`${service}-2`, 'SIGTERM');
    await eventually(async () => (await readers(service)) === 1);
    await delay(COME_TO_REST_MS);
    stackProcesses.letBack(`${service}-2`);
    const waited = await msUntil(async () => (await readers(service)) === 2);
    await stackProcesses.ready([`${service}-2`]);
    return waited;
  });
  expect(ms).toBeLessThan(5_000);
});
