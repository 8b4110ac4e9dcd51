import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandStream, eventStreams } from '@paygate/contracts';
import { eventually } from '@paygate/testing';
import { Counters } from '../index.js';
import { deposit } from './toy-contracts.js';
import { ToyWorld } from './toy-world.js';

const TOTAL = 200;

describe('topics that are replayed from offset 0', () => {
  let world: ToyWorld;

  beforeAll(async () => {
    world = await ToyWorld.create();
  }, 60_000);

  afterAll(async () => {
    await world.end();
  }, 60_000);

  it('have no new effect', async () => {
    const [owner, reader, client] = await Promise.all([world.startOwner(), world.startReader(), world.startClient()]);
    const send = (account: string, amount: number) => client.ask(deposit, { account, amount });
    const replies = await Promise.all(Array.from({ length: TOTAL }, (_, index) => send(`r-${index % 20}`, index + 1)));
    expect(replies.every((reply) => reply.ok)).toBe(true);
    await eventually(async () => (await world.effects(world.reader)).length === TOTAL);
    const before = { owner: await world.effects(world.owner), reader: await world.effects(world.reader) };
    await Promise.all([owner.stop(), reader.stop()]);

    await rewind(world, world.names.serviceGroup('intents'), world.names.topic(commandStream('intents')));
    await rewind(world, world.names.serviceGroup('webhooks'), world.names.topic(eventStreams.intents));
    const [again, readerAgain] = await Promise.all([world.startOwner(), world.startReader()]);
    // a few may come more than once: what was not committed when partitions moved, and what was not confirmed when it was sent
    for (const service of [again, readerAgain])
      await eventually(() => {
        expect(service.get(Counters).read('messages_received')).toBeGreaterThanOrEqual(TOTAL);
        return true;
      });

    expect((await send('sentinel', TOTAL + 1)).ok).toBe(true);
    await eventually(async () => (await world.effects(world.reader)).some(({ account }) => account === 'sentinel'));
    const after = { owner: await world.effects(world.owner), reader: await world.effects(world.reader) };
    expect(after.owner.filter(({ account }) => account !== 'sentinel')).toEqual(before.owner);
    expect(after.reader.filter(({ account }) => account !== 'sentinel')).toEqual(before.reader);
  }, 90_000);
});

async function rewind(world: ToyWorld, groupId: string, topic: string): Promise<void> {
  const admin = world.kafka.admin();
  await admin.connect();
  await eventually(() => admin.resetOffsets({ groupId, topic, earliest: true }).then(() => true));
  await admin.disconnect();
}
