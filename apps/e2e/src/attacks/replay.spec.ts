import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { TopicRecord } from '@paygate/testing';
import { dataServices, deliveryOf, eventually, stackProcesses } from '@paygate/testing';
import { openStack } from '../stack/open-stack.js';
import { agreeSomeFee } from '../stack/operator.js';
import { accepted, authorise, order, pay, payersOf } from '../payments/paying.js';
import { payOut } from '../payouts/paying-out.js';
import { difference, quietState } from '../stack/stack-state.js';

const { stack, api, bus, databases } = openStack();
const processes = stack.services.filter(({ service }) => dataServices.some((name) => name === service));
const TEST_MS = 240_000;
/** Longer than any command may wait, those that forgery.spec.ts forges included. */
const DEADLINE_MS = 75_000;

beforeAll(async () => {
  await agreeSomeFee(stack);
  await payOut({ stack, api });
  await payInEveryWay();
  await endCredentials();
}, TEST_MS);
afterEach(() => {
  for (const { name } of processes) stackProcesses.letBack(name);
});

/** An intent for each terminal status. */
async function payInEveryWay(): Promise<void> {
  const poor = stack.users.find(({ walletBalance }) => walletBalance === '0');
  if (poor === undefined) throw new Error('every user has money');
  const paid = await Promise.all(
    payersOf(stack)
      .slice(0, 6)
      .map((user) => pay(stack, api, user)),
  );
  const failed = await pay(stack, api, poor);
  const canceled = await order(api);
  accepted(200, await api.request({ method: 'POST', path: `/gateway/${canceled}/cancel`, headers: asMerchant }));
  const expired = await order(api);
  await makeOlder(expired);
  accepted(200, await api.readIntent(expired));
  for (const id of paid) await deliveryOf(stack, id, 'payment.completed');
  await deliveryOf(stack, failed, 'payment.failed');
  await authorise(stack, api, poor, await order(api));
}

const asMerchant = { authorization: `Bearer ${stack.merchant.secretKey}` };

/** By an hour, without the trigger that protects the order. */
async function makeOlder(id: string): Promise<void> {
  await databases.query(
    'intents',
    `WITH past AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', true))
     UPDATE intent SET created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
     FROM past WHERE id = $1`,
    [id],
  );
}

/** Ends a token and an API key, which writes rows of tables. */
async function endCredentials(): Promise<void> {
  const [user] = payersOf(stack);
  const { token } = accepted(200, await api.signIn(user?.phoneNumber ?? '', user?.password ?? ''));
  const headers = { 'x-api-key': stack.merchant.publishableKey, authorization: `Bearer ${token}` };
  accepted(204, await api.request({ method: 'POST', path: '/auth/logout', headers }));
  const body = { type: 'publishable', name: 'for a moment' };
  const made = await api.request<{ id: string }>({ method: 'POST', path: '/api-keys', headers: asMerchant, body });
  const { id } = accepted(201, made);
  accepted(200, await api.request({ method: 'POST', path: `/api-keys/${id}/revoke`, headers: asMerchant }));
}

/** Only commands have a deadline. */
function isOver({ headers }: TopicRecord): boolean {
  const [, deadlineAt = '0'] = /"deadlineAt":"?(\d+)/.exec(String(headers['envelope'])) ?? [];
  return Number(deadlineAt) < Date.now();
}

describe('all topics, each of which has been written to', () => {
  test(
    'may be produced again, record by record: no row, delivery, event or dead letter is new',
    async () => {
      const before = await quietState({ stack, bus, databases });
      const events = bus.streams.filter(({ kind }) => kind === 'events');
      const written = await Promise.all(events.map((stream) => bus.written(stream)));
      const records = await bus.read(bus.streams);
      const silent = bus.streams.filter((stream) => !records.some(({ topic }) => topic === bus.topic(stream)));
      expect(silent.filter(({ kind }) => kind !== 'dead-letters')).toEqual([]);
      // commands before their deadline are executed: repeated-commands.spec.ts shows what that may repeat
      await eventually(() => records.every(isOver), { timeoutMs: DEADLINE_MS, intervalMs: 200 });
      await bus.send(records);
      expect(difference(before, await quietState({ stack, bus, databases }))).toEqual({ gone: [], added: [] });
      expect(await Promise.all(events.map((stream) => bus.written(stream)))).toEqual(
        events.map(
          (stream, index) => (written[index] ?? 0) + records.filter(({ topic }) => topic === bus.topic(stream)).length,
        ),
      );
    },
    TEST_MS,
  );

  test(
    'may be read from their beginnings by restarted services: nothing is new then either',
    async () => {
      const before = await quietState({ stack, bus, databases });
      await Promise.all(processes.map(({ name }) => stackProcesses.keepAway(name, 'SIGTERM')));
      await Promise.all(dataServices.map((service) => bus.rewind(service)));
      for (const { name } of processes) stackProcesses.letBack(name);
      await stackProcesses.ready(processes.map(({ name }) => name));
      expect(difference(before, await quietState({ stack, bus, databases }))).toEqual({ gone: [], added: [] });
      const [payer] = payersOf(stack);
      if (payer === undefined) throw new Error('no user has money');
      await deliveryOf(stack, await pay(stack, api, payer), 'payment.completed');
    },
    TEST_MS,
  );
});
