import type { ServiceName } from '@paygate/contracts';
import { Names } from '@paygate/messaging';
import { testKafka } from '@paygate/testing';
import { PartitionAssigners } from 'kafkajs';

/** kafkajs's cluster, as far as it is needed here: its type leaves `leaveGroup` out. */
interface Cluster {
  findGroupCoordinator(group: { readonly groupId: string }): Promise<{
    leaveGroup(member: { readonly groupId: string; readonly memberId: string }): Promise<unknown>;
  }>;
}

/**
 * Ends the memberships of a service whose processes were all killed, as its group does by itself when their sessions are over. The
 * process after them gets its partitions at once. `env` is that of the processes.
 */
export async function endMemberships(service: ServiceName, env: Readonly<Record<string, string>>): Promise<void> {
  const { kafka } = testKafka(env['KAFKA_BROKERS']);
  const groupId = new Names(env['TOPIC_PREFIX'] ?? '').serviceGroup(service);
  const { promise: cluster, resolve } = Promise.withResolvers<Cluster>();
  const consumer = kafka.consumer({
    groupId,
    partitionAssigners: [
      (config) => {
        resolve(config.cluster as unknown as Cluster);
        return PartitionAssigners.roundRobin(config);
      },
    ],
  });
  const admin = kafka.admin();
  await Promise.all([admin.connect(), consumer.connect()]);
  try {
    const coordinator = await (await cluster).findGroupCoordinator({ groupId });
    const { groups } = await admin.describeGroups([groupId]);
    for (const { memberId } of groups.flatMap(({ members }) => members))
      // the group may have ended it meanwhile
      await coordinator.leaveGroup({ groupId, memberId }).catch(() => undefined);
  } finally {
    await Promise.all([admin.disconnect(), consumer.disconnect()]);
  }
}
