import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MerchantActed } from '@paygate/contracts';
import { actedInIntents, actedInWebhooks, eventStreams, listAuditEvents, verifyAuditTrail } from '@paygate/contracts';
import { Names } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { EventCollector, Neighbour } from '@paygate/testing';
import { eventCollector, eventually, startNeighbour, testKafka } from '@paygate/testing';
import { MembersUnderTest, okay } from '../fixtures/members-under-test.js';

let world: MembersUnderTest;
let intents: Neighbour;
let webhooks: Neighbour;
let published: EventCollector;
beforeAll(async () => {
  world = await MembersUnderTest.start();
  const { busEnv, topics } = world.auth;
  [intents, webhooks, published] = await Promise.all([
    startNeighbour('intents', busEnv),
    startNeighbour('webhooks', busEnv),
    eventCollector(topics.prefix, eventStreams.intentsAudit),
  ]);
}, 90_000);
afterAll(async () => {
  await Promise.all([intents.stop(), webhooks.stop(), published.stop()]);
  await world.stop();
}, 30_000);

const act = (merchantId: string, change: Partial<MerchantActed> = {}): MerchantActed => ({
  ...{ merchantId, mode: 'test', action: 'payment.canceled', subject: newId('intent'), actor: newId('member') },
  ...change,
});
const trailOf = async (merchantId: string) =>
  okay(await world.ask(listAuditEvents, { merchantId, limit: 100 })).events.toReversed();
const recorded = (merchantId: string, subject: string) =>
  eventually(async () => (await trailOf(merchantId)).find((event) => event.subject === subject));

describe('an act in another service', () => {
  test('is recorded in the audit trail of its account alone, with its actor, request and time', async () => {
    const [own, other] = [await world.newMerchant(), await world.newMerchant()];
    const [canceled, tested] = [
      act(own),
      act(own, { action: 'webhook_endpoint.tested', subject: newId('webhookEndpoint'), actor: newId('apiKey') }),
    ];
    await intents.emit(actedInIntents, canceled);
    const event = await published.next(({ key }) => key === own);
    expect(await recorded(own, canceled.subject)).toEqual({
      ...{ sequence: 1, mode: 'test', action: 'payment.canceled', subject: canceled.subject, actor: canceled.actor },
      ...{ requestId: event.requestId, detail: '{}', occurredAt: event.occurredAt.toISOString() },
    });
    await webhooks.emit(actedInWebhooks, tested);
    expect(await recorded(own, tested.subject)).toMatchObject({
      sequence: 2,
      action: tested.action,
      actor: tested.actor,
    });
    expect(await world.auth.get(verifyAuditTrail, { merchantId: own })).toEqual({ records: 2, intact: true });
    expect(await trailOf(other)).toEqual([]);
  });

  test('is recorded once, also when its event is delivered again', async () => {
    const merchantId = await world.newMerchant();
    const [first, last] = [act(merchantId), act(merchantId)];
    await intents.emit(actedInIntents, first);
    await published.next(({ key }) => key === merchantId);
    await recorded(merchantId, first.subject);
    const again = published.messages.filter(({ key }) => String(key) === merchantId);
    const producer = testKafka().kafka.producer({ allowAutoTopicCreation: false });
    await producer.connect();
    const topic = new Names(world.auth.topics.prefix).topic(eventStreams.intentsAudit);
    await producer.send({
      topic,
      messages: again.map(({ key, value, headers }) => ({ key, value, headers: headers ?? {} })),
    });
    await producer.disconnect();
    // events of one account are handled in order
    await intents.emit(actedInIntents, last);
    await recorded(merchantId, last.subject);
    expect((await trailOf(merchantId)).map(({ subject }) => subject)).toEqual([first.subject, last.subject]);
  });

  test('is one of many of several accounts, which are recorded in the order of each', async () => {
    const merchants = await Promise.all([1, 2, 3].map(() => world.newMerchant()));
    const acts = Array.from({ length: 60 }, (_, index) => act(merchants[index % merchants.length] ?? ''));
    await intents.emit(actedInIntents, ...acts);
    for (const merchantId of merchants) {
      const own = acts.filter((one) => one.merchantId === merchantId).map(({ subject }) => subject);
      await recorded(merchantId, own.at(-1) ?? '');
      expect((await trailOf(merchantId)).map(({ subject }) => subject)).toEqual(own);
    }
  });
});
