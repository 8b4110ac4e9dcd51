import type { GroupMember, PartitionAssigner } from 'kafkajs';
import { AssignerProtocol } from 'kafkajs';
import type { Assignment } from './consumer-group.js';

const NAME = 'paygate-sticky';
const VERSION = 1;

/** A member of the group, as the leader knows it. */
export interface StickyMember {
  readonly memberId: string;
  readonly topics: readonly string[];
  /** What it held before. */
  readonly owned: Assignment;
}

/** kafkajs's cluster, as far as it is needed here. */
interface Cluster {
  addMultipleTargetTopics(topics: readonly string[]): Promise<void>;
  findTopicPartitionMetadata(topic: string): readonly { readonly partitionId: number }[];
}

/**
 * The assigner of kafkajs deals all partitions out anew when an instance joins or leaves, also to members that do not read
 * the topic. This one leaves a partition with the member that held it, as far as the balance allows. `owned` is what this
 * member holds at the moment of asking.
 */
export function stickyAssigner(owned: () => Assignment): PartitionAssigner {
  return ({ cluster: given }) => {
    const cluster = given as unknown as Cluster;
    return {
      name: NAME,
      version: VERSION,
      protocol: ({ topics }) => ({
        name: NAME,
        metadata: AssignerProtocol.MemberMetadata.encode({
          version: VERSION,
          topics,
          userData: Buffer.from(JSON.stringify(owned())),
        }),
      }),
      assign: async ({ members }) => {
        const known = members.map(memberOf);
        const topics = [...new Set(known.flatMap((member) => member.topics))];
        // in a rolling update a member may read topics that the leader does not
        await cluster.addMultipleTargetTopics(topics);
        const partitions = Object.fromEntries(
          topics.map((topic) => [topic, cluster.findTopicPartitionMetadata(topic).map((entry) => entry.partitionId)]),
        );
        return [...assignmentsOf(known, partitions)].map(([memberId, assignment]) => ({
          memberId,
          memberAssignment: AssignerProtocol.MemberAssignment.encode({
            version: VERSION,
            assignment,
            userData: Buffer.alloc(0),
          }),
        }));
      },
    };
  };
}

function memberOf({ memberId, memberMetadata }: GroupMember): StickyMember {
  const metadata = AssignerProtocol.MemberMetadata.decode(memberMetadata);
  const owned = JSON.parse(metadata?.userData.toString() ?? '{}') as Assignment;
  return { memberId, topics: metadata?.topics ?? [], owned };
}

/** Each subscriber of a topic gets as many of its partitions as the others, or one more where it has fewer in all. */
export function assignmentsOf(
  members: readonly StickyMember[],
  partitions: Assignment,
): ReadonlyMap<string, Record<string, number[]>> {
  const assignments = new Map<string, Record<string, number[]>>(members.map(({ memberId }) => [memberId, {}]));
  const count = ({ memberId }: StickyMember): number => Object.values(assignments.get(memberId) ?? {}).flat().length;
  for (const topic of Object.keys(partitions).sort()) {
    const held = ({ owned }: StickyMember): number => owned[topic]?.length ?? 0;
    const subscribers = members
      .filter((member) => member.topics.includes(topic))
      .sort((a, b) => count(a) - count(b) || held(b) - held(a) || (a.memberId < b.memberId ? -1 : 1));
    const free = new Set(partitions[topic]);
    const total = free.size;
    const kept = subscribers.map((member, rank) => {
      const quota = Math.ceil((total - rank) / subscribers.length);
      const share = (member.owned[topic] ?? []).filter((partition) => free.has(partition)).slice(0, quota);
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
