import { beforeAll, describe, expect, test } from '@jest/globals';
import type { TopicRecord } from '@paygate/testing';
import { deliveriesOf, deliveryOf, eventually, stackCounts, stackProcesses } from '@paygate/testing';
import type { Draft } from './forgeries.js';
import { draftLike, envelopeOf, forgeries, newestOfEachType, replyDraft } from './forgeries.js';
import { openStack } from '../stack/open-stack.js';
import { agreeSomeFee } from '../stack/operator.js';
import { accepted, authorise, order, pay, payersOf } from '../payments/paying.js';
import { payOut } from '../payouts/paying-out.js';
import { quietState } from '../stack/stack-state.js';

const { stack, api, bus, databases } = openStack();
const asMerchant = { authorization: `Bearer ${stack.merchant.secretKey}` };
const REFUSED = [
  'messages_unsigned',
  'messages_forged',
  'messages_foreign_producer',
  'table_rows_refused',
  'replies_unexpected',
];
const kinds = Object.keys(forgeries) as (keyof typeof forgeries)[];
const TEST_MS = 240_000;

let revoked: ApiKey;

beforeAll(async () => {
  await agreeSomeFee(stack);
  const [payer] = payersOf(stack);
  if (payer === undefined) throw new Error('no user has money');
  await deliveryOf(stack, await pay(stack, api, payer), 'payment.completed');
  await authorise(stack, api, payer, await order(api));
  const { token } = accepted(200, await api.signIn(payer.phoneNumber, payer.password));
  const asUser = { 'x-api-key': stack.merchant.publishableKey, authorization: `Bearer ${token}` };
  accepted(204, await api.request({ method: 'POST', path: '/auth/logout', headers: asUser }));
  const ask = (method: string, path: string, body?: unknown) =>
    api.request({ method, path, headers: asMerchant, body });
  accepted(200, await ask('POST', `/gateway/${await order(api)}/cancel`));
  const endpoint = { url: stack.merchant.webhookReceiver.url, events: ['payment.expired'] };
  const { id } = accepted(201, await ask('POST', '/webhook-endpoints', endpoint));
  accepted(204, await ask('DELETE', `/webhook-endpoints/${String(id)}`));
  await payOut({ stack, api });
  revoked = await makeKey();
  accepted(200, await api.request({ method: 'POST', path: `/api-keys/${revoked.id}/revoke`, headers: asMerchant }));
}, TEST_MS);

interface ApiKey {
  readonly id: string;
  readonly key: string;
}

/** A message that an attacker could write after reading a real one. */
async function lieLike(topic: string, isModel: (record: TopicRecord) => boolean): Promise<Draft> {
  const stream = bus.stream(topic);
  const records = (await bus.read([stream])).filter((record) => envelopeOf(record).producer === stream.owner);
  const model = records.findLast(isModel);
  if (model === undefined) throw new Error(`${topic} holds nothing like it`);
  return draftLike(model);
}

async function makeKey(): Promise<ApiKey> {
  const body = { type: 'secret', name: 'for a moment' };
  return accepted(201, await api.request<ApiKey>({ method: 'POST', path: '/api-keys', headers: asMerchant, body }));
}

const refusals = async (by?: readonly string[]): Promise<number> => {
  const counts = await stackCounts(by);
  return REFUSED.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);
};

const statusUnder = async (secretKey: string): Promise<number> =>
  (await api.request({ method: 'GET', path: '/api-keys', headers: { authorization: `Bearer ${secretKey}` } })).status;

describe('messages that are forged', () => {
  test(
    'on any topic, of any kind, are refused and counted, change nothing, and delay nothing',
    async () => {
      expect(await statusUnder(revoked.key)).toBe(401);
      const { rows, delivered } = await quietState({ stack, bus, databases });
      const events = bus.streams.filter(({ kind }) => kind === 'events');
      const written = await Promise.all(events.map((stream) => bus.written(stream)));
      const sent = new Map<string, number>();
      const records = await bus.read(bus.streams);
      for (const stream of bus.streams.filter(({ kind }) => kind !== 'replies')) {
        // a topic without dead letters gets a forged message that looks like an event
        const model = bus.topic(stream.kind === 'dead-letters' ? bus.stream('intents.v1') : stream);
        const genuine = newestOfEachType(records.filter(({ topic }) => topic === model));
        expect({ stream: stream.name, genuine: genuine.length }).not.toMatchObject({ genuine: 0 });
        for (const forge of Object.values(forgeries)) {
          const before = await refusals();
          const forged = genuine.map((record) => forge(bus, { ...draftLike(record), topic: bus.topic(stream) }));
          await bus.send(forged);
          sent.set(stream.name, (sent.get(stream.name) ?? 0) + forged.length);
          // dead letters are read by operators only
          if (stream.kind !== 'dead-letters')
            await eventually(async () => (await refusals()) >= before + forged.length);
        }
      }
      const after = await quietState({ stack, bus, databases });
      expect({ rows: after.rows, delivered: after.delivered }).toEqual({ rows, delivered });
      expect(await Promise.all(events.map((stream) => bus.written(stream)))).toEqual(
        events.map(({ name }, index) => (written[index] ?? 0) + (sent.get(name) ?? 0)),
      );
      expect(await statusUnder(revoked.key)).toBe(401);
      const paid = await Promise.all(
        payersOf(stack)
          .slice(0, 12)
          .map((user) => pay(stack, api, user)),
      );
      for (const id of paid) await deliveryOf(stack, id, 'payment.completed');
    },
    TEST_MS,
  );

  test('never become a payment event of a merchant', async () => {
    const [payer] = payersOf(stack);
    if (payer === undefined) throw new Error('no user has money');
    const id = await order(api);
    const lie = await lieLike('intents.v1', (record) => envelopeOf(record)['type'] === 'intent.completed');
    const { intent } = JSON.parse(lie.value) as { intent: { id: string } };
    const value = lie.value.replaceAll(intent.id, id).replace(/"evt_[^"]+"/, `"${eventId(id)}"`);
    await bus.send([forgeries['signed with a key that nobody has'](bus, { ...lie, key: id, value })]);
    accepted(202, await api.charge(id, await authorise(stack, api, payer, id)));
    // messages of one key are handled in order: the forged one came first
    await deliveryOf(stack, id, 'payment.completed');
    await quietState({ stack, bus, databases });
    const delivered = (await deliveriesOf(stack, id)).map(({ rawBody }) => (JSON.parse(rawBody) as { id: string }).id);
    expect(delivered).not.toContain(eventId(id));
  });

  test('do not bring back a key that was revoked', async () => {
    const lie = await lieLike('api-keys.v1', ({ key }) => String(key) === revoked.id);
    await bus.send([forgeries['signed with a key that nobody has'](bus, lie)]);
    const { key } = await makeKey();
    // rows are read in order: the forged one came first
    await eventually(async () => (await statusUnder(key)) === 200);
    expect(await statusUnder(revoked.key)).toBe(401);
  });

  test.each(kinds)('in place of a reply, %s, are refused and counted, and the real reply is used', async (kind) => {
    const id = await order(api);
    const [commands, replies] = [bus.stream('intents.commands.v1'), bus.stream('replies.v1')];
    const { promise: asked, resolve } = Promise.withResolvers<Record<string, unknown>>();
    const follower = await bus.follow(commands, (record) => {
      const envelope = envelopeOf(record);
      if (envelope['type'] === 'get-intent' && String(record.value).includes(id)) resolve(envelope);
    });
    const before = await refusals(['gateway']);
    const { answer } = await stackProcesses.whileStopped(['intents', 'intents-2'], async () => {
      const waiting = api.readIntent(id);
      const { id: correlationId, replyPartition } = await asked;
      const lie = { ok: false, code: 'intent_not_found' };
      const forged = forgeries[kind](bus, replyDraft(bus.topic(replies), correlationId, lie));
      await bus.send([{ ...forged, partition: Number(replyPartition) }]);
      await eventually(async () => (await refusals(['gateway'])) > before);
      return { answer: waiting };
    });
    expect(accepted(200, await answer)).toMatchObject({ id, status: 'PENDING' });
    await follower.end();
  });
});

/** An invented id, for an event of an intent. */
const eventId = (intentId: string): string => intentId.replace('pi_', 'evt_');
