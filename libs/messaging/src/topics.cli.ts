import 'reflect-metadata';
import { streams } from '@paygate/contracts';
import { awaitEngine, loadConfig, Logger, runTool } from '@paygate/platform';
import type { Kafka } from 'kafkajs';
import { kafkaAddress, kafkaConnection } from './kafka/kafka-connection.js';
import { Names } from './names.js';
import { OperatorConfig, TopicsConfig } from './operator-config.js';
import { aclsOf, ensureAcls, printAcl } from './rights/acls.js';
import { ensureTopics } from './topics.js';

const USAGE = `topics                  creates and updates all topics, and at a broker with an authorizer the rights of each principal
topics --print-rights   prints these rights and changes nothing
`;

/** A broker that has just started, on a machine that is busy. */
const PATIENCE_MS = 60_000;

/** `node dist/libs/messaging/src/topics.cli.js`. Run it as often as you like. */
const args = process.argv.slice(2);
if (args.join() === '--print-rights') await runTool('topics', printRights);
else if (args.length === 0) await runTool('topics', ensureAll);
else {
  process.stderr.write(USAGE);
  process.exitCode = 64;
}

function printRights(): Promise<void> {
  const names = new Names(loadConfig(OperatorConfig).TOPIC_PREFIX);
  for (const acl of aclsOf(names)) process.stdout.write(`${printAcl(acl)}\n`);
  return Promise.resolve();
}

async function ensureAll(): Promise<void> {
  const config = loadConfig(TopicsConfig);
  const logger = new Logger({ service: 'topics', instance: String(process.pid), level: 'error' });
  const address = { ...kafkaAddress(config), clientId: 'topics', logger };
  const kafka = kafkaConnection({ ...address, requestTimeoutMs: PATIENCE_MS });
  const names = new Names(config.TOPIC_PREFIX);
  await awaitEngine(() => connectTo(kafka), config.ENGINE_WAIT_SECONDS);
  const { created, widened, configured } = await ensureTopics({
    ...{ kafka, names, streams },
    partitions: config.TOPIC_PARTITIONS,
    replicas: config.TOPIC_REPLICAS,
    minInsyncReplicas: config.TOPIC_MIN_INSYNC_REPLICAS,
  });
  process.stdout.write(
    `topics: ${created.length} created, ${widened.length} widened, ${configured.length} configured, ${streams.length} in all\n`,
  );
  await ensureRights(kafka, names);
}

async function connectTo(kafka: Kafka): Promise<void> {
  const admin = kafka.admin({ retry: { retries: 0 } });
  await admin.connect().finally(() => admin.disconnect());
}

async function ensureRights(kafka: Kafka, names: Names): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const report = await ensureAcls(admin, names);
    if (report === undefined)
      process.stdout.write('rights: the broker has no authorizer and lets every client do anything\n');
    else process.stdout.write(`rights: ${report.granted.length} granted, ${report.revoked.length} revoked\n`);
  } finally {
    await admin.disconnect();
  }
}
