import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { replyStream } from '@paygate/contracts';
import type { CommandClient } from '@paygate/testing';
import { AssignerProtocol } from 'kafkajs';
import { deposit } from './toy-contracts.js';
import { ToyWorld } from './toy-world.js';

describe('callers', () => {
  let world: ToyWorld;

  beforeAll(async () => {
    world = await ToyWorld.create();
    await world.startOwner();
  });

  afterAll(async () => {
    await world.end();
  });

  const send = (client: CommandClient, account: string) => client.ask(deposit, { account, amount: 1 });

  it('that join and leave do not disturb the one that is there', async () => {
    const first = await world.startClient();
    const [before] = await replyGroups(world);
    let going = true;
    let answered = 0;
    const refused: unknown[] = [];
    const load = Array.from({ length: 4 }, async (_, loop) => {
      while (going) {
        const reply = await send(first, `first-${loop}`);
        if (reply.ok) answered += 1;
        else refused.push(reply);
      }
    });
    const second = await world.startClient();
    const third = await world.startClient();
    const answers = await Promise.all([second, third].map((client) => send(client, 'others')));
    expect(answers.map((answer) => answer.ok)).toEqual([true, true]);
    await second.stop();
    const last = answered;
    await third.stop();
    going = false;
    await Promise.all(load);
    expect(refused).toEqual([]);
    expect(answered).toBeGreaterThan(last);
    // the group of the first has seen no other member, and those of the others are gone
    expect(await replyGroups(world)).toEqual([before]);
  });

  it('that share a partition ignore the answers to each other', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => world.startClient()));
    const read = (await replyGroups(world)).map(({ partitions }) => partitions);
    expect(read.map(({ length }) => length)).toEqual(read.map(() => 1));
    expect(new Set(read.flat()).size).toBeLessThan(read.length);
    const answers = await Promise.all(
      clients.flatMap((client, index) =>
        Array.from({ length: 10 }, (_, account) => send(client, `shared-${index}-${account}`)),
      ),
    );
    expect(answers.filter((answer) => !answer.ok)).toEqual([]);
    const accounts = answers.map((answer) => (answer.ok ? answer.data.account : ''));
    expect(accounts).toEqual(
      clients.flatMap((_, index) => Array.from({ length: 10 }, (__, account) => `shared-${index}-${account}`)),
    );
  });
});

interface ReplyGroup {
  readonly groupId: string;
  readonly members: readonly string[];
  readonly partitions: readonly number[];
}

async function replyGroups(world: ToyWorld): Promise<ReplyGroup[]> {
  const admin = world.kafka.admin();
  await admin.connect();
  const { groups } = await admin.listGroups();
  const ids = groups
    .map((group) => group.groupId)
    .filter((id) => id.startsWith(world.names.instanceGroup('operator', '')));
  const described = ids.length === 0 ? [] : (await admin.describeGroups(ids)).groups;
  await admin.disconnect();
  const topic = world.names.topic(replyStream);
  return described.map(({ groupId, members }) => ({
    groupId,
    members: members.map((member) => member.memberId),
    partitions: members.flatMap(
      (member) => AssignerProtocol.MemberAssignment.decode(member.memberAssignment)?.assignment[topic] ?? [],
    ),
  }));
}
