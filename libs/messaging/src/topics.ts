import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Stream } from '@paygate/contracts';
import type { Admin, Kafka } from 'kafkajs';
import kafkajs from 'kafkajs';
import type { Names } from './names.js';

export interface TopicsOptions {
  readonly kafka: Kafka;
  readonly names: Names;
  readonly streams: readonly Stream[];
  /** Partitions of topics of commands and events; as declared when absent. A topic that has more keeps them. */
  readonly partitions?: number | undefined;
  /** For tests: at most so many partitions. */
  readonly maxPartitions?: number;
  /** Replicas of topics that are created; the broker's default when absent. */
  readonly replicas?: number | undefined;
  /** The broker's default when absent. */
  readonly minInsyncReplicas?: number | undefined;
}

/** The changes of the topics. */
export interface TopicsReport {
  readonly created: readonly string[];
  readonly widened: readonly string[];
  readonly configured: readonly string[];
}

type Settings = Readonly<Record<string, string>>;

const HOUR_MS = 3_600_000;
const LEADERS_TIMEOUT_MS = 15_000;
const LEADERS_POLL_MS = 50;

/**
 * Creates the topics of `streams` and brings those that exist up to their declaration: partitions are added, never
 * removed, and settings are set.
 * Replicas are not added to those that exist. Running it twice changes nothing.
 */
export async function ensureTopics(options: TopicsOptions): Promise<TopicsReport> {
  const admin = options.kafka.admin();
  await admin.connect();
  try {
    const existing = new Set(await admin.listTopics());
    const missing = options.streams.filter((stream) => !existing.has(options.names.topic(stream)));
    if (missing.length > 0) {
      await create(admin, missing, options);
      await waitForLeaders(
        admin,
        missing.map((stream) => options.names.topic(stream)),
      );
    }
    const present = options.streams.filter((stream) => existing.has(options.names.topic(stream)));
    const widened = await widen(admin, present, options);
    const configured = await configure(admin, present, options);
    return { created: missing.map((stream) => options.names.topic(stream)), widened, configured };
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

async function create(admin: Admin, streams: readonly Stream[], options: TopicsOptions): Promise<void> {
  await admin.createTopics({
    // kafkajs's own waiting fails when the broker does not know of a topic yet that it has just created
    waitForLeaders: false,
    topics: streams.map((stream) => ({
      topic: options.names.topic(stream),
      numPartitions: partitionsOf(stream, options),
      replicationFactor: options.replicas ?? -1,
      configEntries: Object.entries(settingsOf(stream, options)).map(([name, value]) => ({ name, value })),
    })),
  });
}

async function waitForLeaders(admin: Admin, topics: string[]): Promise<void> {
  const endMs = performance.now() + LEADERS_TIMEOUT_MS;
  for (;;) {
    try {
      await admin.fetchTopicMetadata({ topics });
      return;
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
    await delay(LEADERS_POLL_MS);
  }
}

async function widen(admin: Admin, streams: readonly Stream[], options: TopicsOptions): Promise<readonly string[]> {
  if (streams.length === 0) return [];
  const { topics } = await admin.fetchTopicMetadata({ topics: streams.map((stream) => options.names.topic(stream)) });
  const now = new Map(topics.map((topic) => [topic.name, topic.partitions.length]));
  const narrow = streams
    .map((stream) => ({ topic: options.names.topic(stream), count: partitionsOf(stream, options) }))
    .filter(({ topic, count }) => (now.get(topic) ?? count) < count);
  if (narrow.length > 0) await admin.createPartitions({ topicPartitions: narrow });
  return narrow.map(({ topic }) => topic);
}

async function configure(admin: Admin, streams: readonly Stream[], options: TopicsOptions): Promise<readonly string[]> {
  const now = await settingsNow(
    admin,
    streams.map((stream) => options.names.topic(stream)),
  );
  const resources = streams
    .map((stream) => ({ name: options.names.topic(stream), settings: settingsOf(stream, options) }))
    .filter(({ name, settings }) => !isDeepStrictEqual(now.get(name), settings))
    .map(({ name, settings }) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name,
      configEntries: Object.entries(settings).map(([key, value]) => ({ name: key, value })),
    }));
  if (resources.length > 0) await admin.alterConfigs({ validateOnly: false, resources });
  return resources.map(({ name }) => name);
}

/** The settings of each topic itself; the rest is the broker's default. */
async function settingsNow(admin: Admin, topics: readonly string[]): Promise<ReadonlyMap<string, Settings>> {
  if (topics.length === 0) return new Map();
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
  });
  return new Map(
    resources.map(({ resourceName, configEntries }) => {
      const own = configEntries.filter(({ configSource }) => configSource === kafkajs.ConfigSource.TOPIC_CONFIG);
      return [resourceName, Object.fromEntries(own.map(({ configName, configValue }) => [configName, configValue]))];
    }),
  );
}

function partitionsOf({ kind, partitions }: Stream, options: TopicsOptions): number {
  const { maxPartitions = Infinity } = options;
  const wanted = kind === 'commands' || kind === 'events' ? (options.partitions ?? partitions) : partitions;
  return Math.min(wanted, maxPartitions);
}

/**
 * The settings of a topic. Only closed segments are deleted: where messages are kept for an hour or less, segments are closed twice in
 * that time.
 */
export function settingsOf(
  { retentionMs }: Stream,
  { minInsyncReplicas }: Pick<TopicsOptions, 'minInsyncReplicas'>,
): Settings {
  const rolled: Settings = retentionMs <= HOUR_MS ? { 'segment.ms': String(Math.ceil(retentionMs / 2)) } : {};
  const confirmed = minInsyncReplicas === undefined ? {} : { 'min.insync.replicas': String(minInsyncReplicas) };
  return { 'cleanup.policy': 'delete', 'retention.ms': String(retentionMs), ...rolled, ...confirmed };
}
