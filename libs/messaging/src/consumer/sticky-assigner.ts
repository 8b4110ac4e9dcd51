import type { PartitionAssigner } from 'kafkajs';
import type { Assignment } from './consumer-group.js';
import type { Member } from './partition-assigner.js';
import { partitionAssigner } from './partition-assigner.js';

/**
 * The assigner of kafkajs deals all partitions out anew when an instance joins or leaves, also to members that do not read
 * the topic. This one leaves a partition with the member that held it, as far as the balance allows. `held` is what this
 * member holds at the moment of asking.
 */
export function stickyAssigner(held: () => Assignment): PartitionAssigner {
  return partitionAssigner({
    name: 'paygate-sticky',
    named: held,
    assign: async (members, cluster) => {
      const topics = [...new Set(members.flatMap((member) => member.topics))];
      // in a rolling update a member may read topics that the leader does not
      await cluster.addMultipleTargetTopics(topics);
      const partitions = Object.fromEntries(
        topics.map((topic) => [topic, cluster.findTopicPartitionMetadata(topic).map((entry) => entry.partitionId)]),
      );
      return assignmentsOf(members, partitions);
    },
  });
}

/** Each subscriber of a topic gets as many of its partitions as the others, or one more where it has fewer in all. */
export function assignmentsOf(
  members: readonly Member[],
  partitions: Assignment,
): ReadonlyMap<string, Record<string, number[]>> {
  const assignments = new Map<string, Record<string, number[]>>(members.map(({ memberId }) => [memberId, {}]));
  const count = ({ memberId }: Member): number => Object.values(assignments.get(memberId) ?? {}).flat().length;
  for (const topic of Object.keys(partitions).sort()) {
    const held = ({ named }: Member): number => named[topic]?.length ?? 0;
    const subscribers = members
      .filter((member) => member.topics.includes(topic))
      .sort((a, b) => count(a) - count(b) || held(b) - held(a) || (a.memberId < b.memberId ? -1 : 1));
    const free = new Set(partitions[topic]);
    const total = free.size;
    const kept = subscribers.map((member, rank) => {
      const quota = Math.ceil((total - rank) / subscribers.length);
      const share = (member.named[topic] ?? []).filter((partition) => free.has(partition)).slice(0, quota);
      for (const partition of share) free.delete(partition);
      return { member, quota, share };
    });
    const rest = [...free];
    for (const { member, quota, share } of kept) {
      share.push(...rest.splice(0, quota - share.length));
      const assignment = assignments.get(member.memberId);
      if (assignment !== undefined && share.length > 0) assignment[topic] = share.sort((a, b) => a - b);
    }
  }
  return assignments;
}
