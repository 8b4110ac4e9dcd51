import type { PartitionAssigner } from 'kafkajs';
import { AssignerProtocol } from 'kafkajs';
import type { Assignment } from './consumer-group.js';

const VERSION = 1;

/**
 * kafkajs cannot read chosen partitions without a group. In the group of one instance this assigner gives every member the
 * partitions that it asks for. Should two processes have one name, both read, and neither takes anything from the other.
 */
export function fixedAssigner(name: string, wanted: Assignment): PartitionAssigner {
  return () => ({
    name,
    version: VERSION,
    protocol: ({ topics }) => ({
      name,
      metadata: AssignerProtocol.MemberMetadata.encode({
        version: VERSION,
        topics,
        userData: Buffer.from(JSON.stringify(wanted)),
      }),
    }),
    assign: ({ members }) =>
      Promise.resolve(
        members.map(({ memberId, memberMetadata }) => ({
          memberId,
          memberAssignment: AssignerProtocol.MemberAssignment.encode({
            version: VERSION,
            assignment: JSON.parse(
              AssignerProtocol.MemberMetadata.decode(memberMetadata)?.userData.toString() ?? '{}',
            ) as Record<string, number[]>,
            userData: Buffer.alloc(0),
          }),
        })),
      ),
  });
}
