import type { Admin } from 'kafkajs';
import { AssignerProtocol } from 'kafkajs';

/** Groups that died without taking leave are still listed for days; looking at all of them would take too long. */
const MAX_GROUPS = 200;

export interface ReplyPartitionQuery {
  readonly admin: Admin;
  readonly topic: string;
  readonly groupPrefix: string;
}

/**
 * A partition of the reply topic that no living instance reads. When all are taken, or two instances choose at once, a
 * partition has two readers: each sees the other's replies and ignores them (docs/adr/0003-reply-partitions.md).
 */
export async function chooseReplyPartition({ admin, topic, groupPrefix }: ReplyPartitionQuery): Promise<number> {
  const [metadata] = (await admin.fetchTopicMetadata({ topics: [topic] })).topics;
  const readers = new Map((metadata?.partitions ?? []).map(({ partitionId }) => [partitionId, 0]));
  const { groups } = await admin.listGroups();
  const ids = groups.map((group) => group.groupId).filter((groupId) => groupId.startsWith(groupPrefix));
  if (ids.length > 0)
    for (const partition of await partitionsInUse(admin, ids.slice(-MAX_GROUPS), topic))
      readers.set(partition, (readers.get(partition) ?? 0) + 1);
  return leastRead(readers);
}

async function partitionsInUse(admin: Admin, groupIds: string[], topic: string): Promise<readonly number[]> {
  const { groups } = await admin.describeGroups(groupIds);
  return groups.flatMap((group) =>
    group.members.flatMap(
      (member) => AssignerProtocol.MemberAssignment.decode(member.memberAssignment)?.assignment[topic] ?? [],
    ),
  );
}

/** One of the least read, by chance: instances that start together shall not choose alike. */
function leastRead(readers: ReadonlyMap<number, number>): number {
  const fewest = Math.min(...readers.values());
  const candidates = [...readers].filter(([, count]) => count === fewest).map(([partition]) => partition);
  return candidates[Math.floor(Math.random() * candidates.length)] ?? 0;
}
