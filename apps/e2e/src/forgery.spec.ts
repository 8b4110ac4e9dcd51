import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  deliveryOf,
  eventually,
  readStack,
  StackBus,
  stackClient,
  stackCounts,
  StackDatabases,
  stackProcesses,
} from '@paygate/testing';
import { draftLike, envelopeOf, forgeries, newestOfEachType, replyDraft } from './forgeries.js';
import { accepted, authorise, order, pay, payersOf } from './paying.js';
import { quietState } from './stack-state.js';

const stack = readStack();
const api = stackClient(stack);
const databases = new StackDatabases(stack);
const asMerchant = { authorization: `Bearer ${stack.merchant.secretKey}` };
const REFUSED = [
  'messages_unsigned',
  'messages_forged',
  'messages_foreign_producer',
  'table_rows_refused',
  'replies_unexpected',
];
const kinds = Object.keys(forgeries);
const TEST_MS = 240_000;

let bus: StackBus;
let revokedKey: string;

beforeAll(async () => {
  bus = await StackBus.connect(stack);
  const [payer] = payersOf(stack);
  if (payer === undefined) throw new Error('no user has money');
  await deliveryOf(stack, await pay(stack, api, payer), 'payment.completed');
  await authorise(stack, api, payer, await order(api));
  const { token } = accepted(200, await api.signIn(payer.phoneNumber, payer.password));
  const asUser = { 'x-api-key': stack.merchant.publishableKey, authorization: `Bearer ${token}` };
  accepted(204, await api.request({ method: 'POST', path: '/auth/logout', headers: asUser }));
  revokedKey = await revoked();
}, TEST_MS);
afterAll(async () => {
  await Promise.all([bus.close(), databases.close()]);
  api.close();
});

async function revoked(): Promise<string> {
  const body = { type: 'secret', name: 'for a moment' };
  const asked = { method: 'POST', path: '/api-keys', headers: asMerchant, body };
  const { id, key } = accepted(201, await api.request<{ readonly id: string; readonly key: string }>(asked));
  accepted(200, await api.request({ method: 'POST', path: `/api-keys/${id}/revoke`, headers: asMerchant }));
  return key;
}

const refusals = async (by?: readonly string[]): Promise<number> => {
  const counts = await stackCounts(by);
  return REFUSED.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);
};

const statusUnder = async (secretKey: string): Promise<number> =>
  (await api.request({ method: 'GET', path: '/api-keys', headers: { authorization: `Bearer ${secretKey}` } })).status;

describe('messages that are forged', () => {
  test(
    'on any topic, in any way, are refused and counted, change nothing, and hold nobody up',
    async () => {
      expect(await statusUnder(revokedKey)).toBe(401);
      const { rows, delivered } = await quietState({ stack, bus, databases });
      const events = bus.streams.filter(({ kind }) => kind === 'events');
      const written = await Promise.all(events.map((stream) => bus.written(stream)));
      const sent = new Map<string, number>();
      const records = await bus.read(bus.streams);
      for (const stream of bus.streams.filter(({ kind }) => kind !== 'replies')) {
        // what nobody has put aside yet may look like an event
        const model = bus.topic(stream.kind === 'dead-letters' ? eventStream() : stream);
        const genuine = newestOfEachType(records.filter(({ topic }) => topic === model));
        expect({ stream: stream.name, genuine: genuine.length }).not.toMatchObject({ genuine: 0 });
        for (const forge of Object.values(forgeries)) {
          const before = await refusals();
          const forged = genuine.map((record) => forge(bus, { ...draftLike(record), topic: bus.topic(stream) }));
          await bus.send(forged);
          sent.set(stream.name, (sent.get(stream.name) ?? 0) + forged.length);
          // nobody reads dead letters but a person
          if (stream.kind !== 'dead-letters')
            await eventually(async () => (await refusals()) >= before + forged.length);
        }
      }
      const after = await quietState({ stack, bus, databases });
      expect({ rows: after.rows, delivered: after.delivered }).toEqual({ rows, delivered });
      expect(await Promise.all(events.map((stream) => bus.written(stream)))).toEqual(
        events.map(({ name }, index) => (written[index] ?? 0) + (sent.get(name) ?? 0)),
      );
      expect(await statusUnder(revokedKey)).toBe(401);
      const paid = await Promise.all(
        payersOf(stack)
          .slice(0, 12)
          .map((user) => pay(stack, api, user)),
      );
      for (const id of paid) await deliveryOf(stack, id, 'payment.completed');
    },
    TEST_MS,
  );

  test.each(kinds)(
    'in the place of a reply, %s, are refused and counted, and the true reply is taken',
    async (kind) => {
      const id = await order(api);
      const [commands, replies] = ['intents.commands.v1', 'replies.v1'].map((name) =>
        bus.streams.find((stream) => stream.name === name),
      );
      if (commands === undefined || replies === undefined) throw new Error('a topic has another name now');
      const { promise: asked, resolve } = Promise.withResolvers<Record<string, unknown>>();
      const unfollow = await bus.follow(commands, (record) => {
        const envelope = envelopeOf(record);
        if (envelope['type'] === 'get-intent' && String(record.value).includes(id)) resolve(envelope);
      });
      const before = await refusals(['gateway']);
      const { answer } = await stackProcesses.whileStopped(['intents', 'intents-2'], async () => {
        const waiting = api.readIntent(id);
        const { id: correlationId, replyPartition } = await asked;
        const lie = { ok: false, code: 'intent_not_found' };
        const forged = forgeries[kind]?.(bus, replyDraft(bus.topic(replies), correlationId, lie));
        if (forged === undefined) throw new Error(`nobody knows how a reply is ${kind}`);
        await bus.send([{ ...forged, partition: Number(replyPartition) }]);
        await eventually(async () => (await refusals(['gateway'])) > before);
        return { answer: waiting };
      });
      expect(accepted(200, await answer)).toMatchObject({ id, status: 'PENDING' });
      await unfollow();
    },
  );
});

function eventStream(): StackBus['streams'][number] {
  const stream = bus.streams.find(({ kind }) => kind === 'events');
  if (stream === undefined) throw new Error('no topic has events');
  return stream;
}
