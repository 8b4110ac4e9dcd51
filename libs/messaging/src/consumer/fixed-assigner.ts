import type { PartitionAssigner } from 'kafkajs';
import type { Assignment } from './consumer-group.js';
import { partitionAssigner } from './partition-assigner.js';

/**
 * kafkajs cannot read chosen partitions without a group. In the group of one instance this assigner gives every member the
 * partitions that it names. Should two processes have one name, both read, and neither takes anything from the other.
 */
export function fixedAssigner(wanted: Assignment): PartitionAssigner {
  return partitionAssigner({
    name: 'paygate-fixed',
    named: () => wanted,
    assign: (members) => Promise.resolve(new Map(members.map(({ memberId, named }) => [memberId, named]))),
  });
}
