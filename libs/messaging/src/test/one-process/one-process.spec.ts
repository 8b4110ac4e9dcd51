import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { commandStream, eventStreams, replyStream } from '@paygate/contracts';
import type { CommandClient, RunningApp } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { deposit } from '../toy-contracts.js';
import { meddling } from '../toy-ledger.js';
import { ToyWorld } from '../toy-world.js';

describe('services of one process', () => {
  let world: ToyWorld;
  let owner: RunningApp;
  let client: CommandClient;

  beforeAll(async () => {
    world = await ToyWorld.create(undefined, true);
    [owner, client] = await Promise.all([world.startOwner(), world.startClient()]);
  });
  afterEach(() => {
    delete meddling.before;
  });
  afterAll(async () => {
    await world.end();
  });

  const send = (account: string) => client.ask(deposit, { account, amount: 1 });

  it('send each other commands and replies that no broker sees, and their events over the broker', async () => {
    const before = await messagesOf(world);
    const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => send(`near-${index}`)));
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    await eventually(async () => (await messagesOf(world)).events === 50);
    expect(await messagesOf(world)).toEqual({ ...before, events: 50 });
  });

  it('lose no command while one of them is replaced: the broker takes what the next one does', async () => {
    const answers: { readonly ok: boolean }[] = [];
    const load = { going: true };
    const loop = (async () => {
      while (load.going) answers.push(await send('replaced'));
    })();
    await eventually(() => answers.length > 5);
    const next = await world.startOwner();
    await owner.stop();
    const reached = answers.length;
    await eventually(() => answers.length > reached + 5);
    load.going = false;
    await loop;
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    expect(await world.effects(world.owner)).toHaveLength(50 + answers.length);
    owner = next;
  });

  it('ask a service of another process over the broker', async () => {
    await owner.stop();
    const reply = send('far');
    const apart = await world.startOwner(false, { ONE_PROCESS: 'false' });
    expect((await reply).ok).toBe(true);
    const before = await messagesOf(world);
    expect((await send('far')).ok).toBe(true);
    expect(await messagesOf(world)).toMatchObject({ commands: before.commands + 1, replies: before.replies + 1 });
    owner = apart;
  });
});

/** The numbers of messages that the broker has ever had. */
async function messagesOf(world: ToyWorld): Promise<Readonly<Record<'commands' | 'replies' | 'events', number>>> {
  const admin = world.kafka.admin();
  await admin.connect();
  const [commands = 0, replies = 0, events = 0] = await Promise.all(
    [commandStream('intents'), replyStream, eventStreams.intents].map(async (stream) => {
      const ends = await admin.fetchTopicOffsets(world.names.topic(stream));
      return ends.reduce((sum, { high }) => sum + Number(high), 0);
    }),
  );
  await admin.disconnect();
  return { commands, replies, events };
}
