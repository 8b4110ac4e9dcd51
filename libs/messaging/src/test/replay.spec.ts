import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandStream, eventStreams } from '@paygate/contracts';
import { eventually } from '@paygate/testing';
import type { Admin } from 'kafkajs';
import { Counters } from '../index.js';
import { deposit } from './toy-contracts.js';
import { ToyWorld } from './toy-world.js';

const TOTAL = 200;

describe('topics that are replayed from offset 0', () => {
  let world: ToyWorld;

  beforeAll(async () => {
    world = await ToyWorld.create();
  });

  afterAll(async () => {
    await world.end();
  });

  it('have no new effect', async () => {
    const [owner, reader, client] = await Promise.all([world.startOwner(), world.startReader(), world.startClient()]);
    const send = (account: string, amount: number) => client.ask(deposit, { account, amount });
    const replies = await Promise.all(Array.from({ length: TOTAL }, (_, index) => send(`r-${index % 20}`, index + 1)));
    expect(replies.every((reply) => reply.ok)).toBe(true);
    await eventually(async () => (await world.effects(world.reader)).length === TOTAL);
    const before = { owner: await world.effects(world.owner), reader: await world.effects(world.reader) };
    await Promise.all([owner.stop(), reader.stop()]);

    const ofOwner = {
      groupId: world.names.serviceGroup('intents'),
      topic: world.names.topic(commandStream('intents')),
    };
    const ofReader = { groupId: world.names.serviceGroup('webhooks'), topic: world.names.topic(eventStreams.intents) };
    for (const consumption of [ofOwner, ofReader]) await asAdmin(world, (admin) => rewind(admin, consumption));
    const [again, readerAgain] = await Promise.all([world.startOwner(), world.startReader()]);
    for (const consumption of [ofOwner, ofReader])
      await asAdmin(world, (admin) => eventually(() => isAtEnd(admin, consumption)));
    // a few may come more than once: what was not committed when partitions moved, and what was not confirmed when it was sent
    const [ofCommands, ofEvents] = [world.keys.ONE_PROCESS === 'true' ? [] : [again], [readerAgain]];
    for (const service of [...ofCommands, ...ofEvents])
      expect(service.get(Counters).read('messages_received')).toBeGreaterThanOrEqual(TOTAL);

    expect((await send('sentinel', TOTAL + 1)).ok).toBe(true);
    await eventually(async () => (await world.effects(world.reader)).some(({ account }) => account === 'sentinel'));
    const after = { owner: await world.effects(world.owner), reader: await world.effects(world.reader) };
    expect(after.owner.filter(({ account }) => account !== 'sentinel')).toEqual(before.owner);
    expect(after.reader.filter(({ account }) => account !== 'sentinel')).toEqual(before.reader);
  });
});

interface Consumption {
  readonly groupId: string;
  readonly topic: string;
}

async function asAdmin(world: ToyWorld, work: (admin: Admin) => Promise<unknown>): Promise<void> {
  const admin = world.kafka.admin();
  await admin.connect();
  await work(admin).finally(() => admin.disconnect());
}

async function rewind(admin: Admin, consumption: Consumption): Promise<void> {
  await eventually(() => admin.resetOffsets({ ...consumption, earliest: true }).then(() => true));
}

/** True when a group is done with everything that its topic holds. */
async function isAtEnd(admin: Admin, { groupId, topic }: Consumption): Promise<boolean> {
  const ends = await admin.fetchTopicOffsets(topic);
  const [{ partitions } = { partitions: [] }] = await admin.fetchOffsets({ groupId, topics: [topic] });
  const done = new Map(partitions.map(({ partition, offset }) => [partition, Number(offset)]));
  return ends.every(({ partition, high }) => Number(high) === 0 || done.get(partition) === Number(high));
}
