/**
 * The time for which a single broker may miss its heartbeats before its own controller fences it, which helps nobody: no other broker takes over.
 * After a crash the broker waits as long until it may register again.
 */
export const BROKER_SESSION: readonly string[] = [
  'broker.session.timeout.ms=8000',
  'broker.heartbeat.interval.ms=1000',
];

/** Properties of a Kafka that is broker and controller in one process. It creates no topic that nobody asked for. */
export const SINGLE_NODE: readonly string[] = [
  'process.roles=broker,controller',
  'node.id=1',
  'inter.broker.listener.name=CLIENTS',
  'controller.listener.names=CONTROLLER',
  'auto.create.topics.enable=false',
  'group.initial.rebalance.delay.ms=0',
  'default.replication.factor=1',
  'min.insync.replicas=1',
  'offsets.topic.replication.factor=1',
  'offsets.topic.num.partitions=4',
  'transaction.state.log.replication.factor=1',
  'transaction.state.log.min.isr=1',
  'transaction.state.log.num.partitions=4',
  'share.coordinator.state.topic.replication.factor=1',
  'share.coordinator.state.topic.min.isr=1',
  'share.coordinator.state.topic.num.partitions=4',
];
