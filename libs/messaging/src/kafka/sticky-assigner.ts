import type { GroupMember, PartitionAssigner } from 'kafkajs';
import { AssignerProtocol } from 'kafkajs';
import type { Assignment } from './consumer-group.js';

/** Bumped when members of the old and the new kind could not understand each other. */
const PROTOCOL = 'paygate-sticky';
const VERSION = 1;

/** What a member tells the leader. */
export interface MemberWish {
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
 * Gives each partition back to the member that held it, as far as the balance allows: when an instance joins or leaves,
 * only the partitions that must move do. `owned` is what this member holds at the moment of asking.
 */
export function stickyAssigner(owned: () => Assignment): PartitionAssigner {
  return ({ cluster: given }) => {
    const cluster = given as unknown as Cluster;
    return {
      name: PROTOCOL,
      version: VERSION,
      protocol: ({ topics }) => ({
        name: PROTOCOL,
        metadata: AssignerProtocol.MemberMetadata.encode({
          version: VERSION,
          topics,
          userData: Buffer.from(JSON.stringify(owned())),
        }),
      }),
      assign: async ({ members }) => {
        const wishes = members.map(wishOf);
        const topics = [...new Set(wishes.flatMap((wish) => wish.topics))];
        // in a rolling update a member may read topics that the leader does not
        await cluster.addMultipleTargetTopics(topics);
        const partitions = Object.fromEntries(
          topics.map((topic) => [topic, cluster.findTopicPartitionMetadata(topic).map((entry) => entry.partitionId)]),
        );
        const shares = balance(wishes, partitions);
        return [...shares].map(([memberId, share]) => ({
          memberId,
          memberAssignment: AssignerProtocol.MemberAssignment.encode({
            version: VERSION,
            assignment: share,
            userData: Buffer.alloc(0),
          }),
        }));
      },
    };
  };
}

function wishOf({ memberId, memberMetadata }: GroupMember): MemberWish {
  const metadata = AssignerProtocol.MemberMetadata.decode(memberMetadata);
  return { memberId, topics: metadata?.topics ?? [], owned: parseOwned(metadata?.userData) };
}

function parseOwned(userData: Buffer | undefined): Assignment {
  try {
    return JSON.parse(userData?.toString() ?? '{}') as Assignment;
  } catch {
    return {};
  }
}

/**
 * Shares the partitions out: of each topic every subscriber gets as many as the others, or one more; the ones more go to
 * those who have least in total, so that totals too differ by one at most.
 */
export function balance(
  members: readonly MemberWish[],
  partitions: Assignment,
): ReadonlyMap<string, Record<string, number[]>> {
  const shares = new Map<string, Record<string, number[]>>(members.map(({ memberId }) => [memberId, {}]));
  const totals = new Map<string, number>(members.map(({ memberId }) => [memberId, 0]));
  for (const topic of Object.keys(partitions).sort()) {
    const subscribers = members.filter((member) => member.topics.includes(topic));
    for (const [memberId, share] of shareTopic(topic, partitions[topic] ?? [], subscribers, totals)) {
      if (share.length === 0) continue;
      shares.set(memberId, { ...shares.get(memberId), [topic]: share });
      totals.set(memberId, (totals.get(memberId) ?? 0) + share.length);
    }
  }
  return shares;
}

function shareTopic(
  topic: string,
  partitions: readonly number[],
  subscribers: readonly MemberWish[],
  totals: ReadonlyMap<string, number>,
): ReadonlyMap<string, number[]> {
  const shares = new Map<string, number[]>();
  if (subscribers.length === 0) return shares;
  const held = ({ owned }: MemberWish): number => owned[topic]?.length ?? 0;
  const ranked = [...subscribers].sort(
    (a, b) =>
      (totals.get(a.memberId) ?? 0) - (totals.get(b.memberId) ?? 0) ||
      held(b) - held(a) ||
      (a.memberId < b.memberId ? -1 : 1),
  );
  const least = Math.floor(partitions.length / ranked.length);
  const withOneMore = partitions.length % ranked.length;
  const free = new Set(partitions);
  for (const [rank, member] of ranked.entries()) {
    const quota = least + (rank < withOneMore ? 1 : 0);
    const kept = (member.owned[topic] ?? []).filter((partition) => free.has(partition)).slice(0, quota);
    for (const partition of kept) free.delete(partition);
    shares.set(member.memberId, [...kept]);
  }
  const rest = [...free].sort((a, b) => a - b);
  for (const [rank, member] of ranked.entries()) {
    const share = shares.get(member.memberId) ?? [];
    const quota = least + (rank < withOneMore ? 1 : 0);
    share.push(...rest.splice(0, quota - share.length));
    share.sort((a, b) => a - b);
  }
  return shares;
}
