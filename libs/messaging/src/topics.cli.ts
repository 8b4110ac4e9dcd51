import 'reflect-metadata';
import { streams } from '@paygate/contracts';
import { loadConfig, Logger, runTool } from '@paygate/platform';
import { kafkaAddress, kafkaConnection } from './kafka/kafka-connection.js';
import { Names } from './names.js';
import { OperatorConfig } from './operator-config.js';
import { ensureTopics } from './topics.js';

/** A broker that has just started, on a machine that is busy. */
const PATIENCE_MS = 60_000;

/** `node dist/libs/messaging/src/topics.cli.js` creates and updates all topics. Run it as often as you like. */
await runTool('topics', async () => {
  const config = loadConfig(OperatorConfig);
  const logger = new Logger({ service: 'topics', instance: String(process.pid), level: 'error' });
  const kafka = kafkaConnection({
    ...kafkaAddress(config),
    clientId: 'topics',
    logger,
    requestTimeoutMs: PATIENCE_MS,
  });
  const { created, widened, configured } = await ensureTopics({
    kafka,
    names: new Names(config.TOPIC_PREFIX),
    streams,
  });
  process.stdout.write(
    `topics: ${created.length} created, ${widened.length} widened, ${configured.length} configured, ${streams.length} in all\n`,
  );
});
