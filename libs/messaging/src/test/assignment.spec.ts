import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { commandStream } from '@paygate/contracts';
import { eventually } from '@paygate/testing';
import type { Admin } from 'kafkajs';
import { AssignerProtocol } from 'kafkajs';
import { ToyWorld } from './toy-world.js';

let world: ToyWorld;
let admin: Admin;

beforeAll(async () => {
  world = await ToyWorld.create();
  admin = world.kafka.admin();
  await admin.connect();
});
afterAll(async () => {
  await admin.disconnect();
  await world.end();
});

type Held = ReadonlyMap<string, readonly number[]>;

/** The partitions of each member, once the group has so many members and they hold all partitions. */
function heldBy(members: number): Promise<Held> {
  const topic = world.names.topic(commandStream('intents'));
  return eventually(async () => {
    const all = (await admin.fetchTopicOffsets(topic)).length;
    const [group] = (await admin.describeGroups([world.names.serviceGroup('intents')])).groups;
    const held = new Map(
      group?.members.map(({ memberId, memberAssignment }) => [
        memberId,
        AssignerProtocol.MemberAssignment.decode(memberAssignment)?.assignment[topic] ?? [],
      ]),
    );
    return held.size === members && [...held.values()].flat().length === all && held;
  });
}

it('leaves partitions where they are, when an instance joins and when it leaves', async () => {
  await world.startOwner();
  await world.startOwner();
  const before = await heldBy(2);
  const third = await world.startOwner();
  const during = await heldBy(3);
  await third.stop();
  const after = await heldBy(2);
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
  for (const member of before.keys()) {
    expect(before.get(member)).toEqual(expect.arrayContaining([...(during.get(member) ?? [])]));
    expect(after.get(member)).toEqual(expect.arrayContaining([...(during.get(member) ?? [])]));
  }
});
