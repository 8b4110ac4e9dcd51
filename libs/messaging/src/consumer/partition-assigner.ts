import type { PartitionAssigner } from 'kafkajs';
import { AssignerProtocol } from 'kafkajs';
import type { Assignment } from './consumer-group.js';

/** A member of a group, as its leader knows it. */
export interface Member {
  readonly memberId: string;
  readonly topics: readonly string[];
  /** The partitions that it named when it joined. */
  readonly named: Assignment;
}

/** kafkajs's cluster, as far as it is needed here. */
export interface Cluster {
  addMultipleTargetTopics(topics: readonly string[]): Promise<void>;
  findTopicPartitionMetadata(topic: string): readonly { readonly partitionId: number }[];
}

export interface AssignerOptions {
  readonly name: string;
  /** The partitions that this member names when it joins. */
  readonly named: () => Assignment;
  readonly assign: (members: readonly Member[], cluster: Cluster) => Promise<ReadonlyMap<string, Assignment>>;
}

const VERSION = 1;

/** An assigner in the encoding of kafkajs: each member names partitions, and the leader assigns them. */
export function partitionAssigner({ name, named, assign }: AssignerOptions): PartitionAssigner {
  return ({ cluster }) => ({
    name,
    version: VERSION,
    protocol: ({ topics }) => {
      const userData = Buffer.from(JSON.stringify(named()));
      return { name, metadata: AssignerProtocol.MemberMetadata.encode({ version: VERSION, topics, userData }) };
    },
    assign: async ({ members }) => {
      const known = members.map(({ memberId, memberMetadata }) => {
        const metadata = AssignerProtocol.MemberMetadata.decode(memberMetadata);
        const data = JSON.parse(metadata?.userData.toString() ?? '{}') as Assignment;
        return { memberId, topics: metadata?.topics ?? [], named: data };
      });
      const assignments = await assign(known, cluster);
      return [...assignments].map(([memberId, given]) => {
        const assignment = given as Record<string, number[]>;
        const parts = { version: VERSION, assignment, userData: Buffer.alloc(0) };
        return { memberId, memberAssignment: AssignerProtocol.MemberAssignment.encode(parts) };
      });
    },
  });
}
