import { Names, kafkaAddress, kafkaConnection, rightsOf } from '@paygate/messaging';
import { eventually, loadConfig, Logger, ServiceConfig } from '@paygate/platform';

const SERVING_MS = 60_000;
const POLL_MS = 500;

/**
 * Waits until every topic of the operator has a leader for each partition: a broker that has just started, or that its controller has
 * fenced, leads none. Throws after 60 s.
 */
export async function awaitLeaders(): Promise<void> {
  const config = loadConfig(ServiceConfig, { HEALTH_PORT: '0', ...process.env });
  const logger = new Logger({ service: 'seed', instance: String(process.pid), level: 'error' });
  const admin = kafkaConnection({ ...kafkaAddress(config), clientId: 'seed', logger }).admin();
  const names = new Names(config.TOPIC_PREFIX);
  const topics = rightsOf('operator').writes.map((stream) => names.topic(stream));
  try {
    await eventually(
      async () => {
        await admin.connect();
        const { topics: found } = await admin.fetchTopicMetadata({ topics });
        return found.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0));
      },
      { timeoutMs: SERVING_MS, intervalMs: POLL_MS },
    );
  } finally {
    await admin.disconnect();
  }
}
