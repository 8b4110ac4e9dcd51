import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { StackError } from '../errors.ts';
import { writeAtomically } from '../files.ts';
import type { Engine, EngineContext } from './engine.ts';
import { mavenArtifacts } from './cache.ts';
import { KAFKA_POM, findJava } from './kafka-needs.ts';
import type { KafkaClientSecurity } from './kafka-security.ts';
import { secureKafka } from './kafka-security.ts';
import { SINGLE_NODE } from './kafka-single-node.ts';

const PROBE_MS = 5000;

/** A large young generation: Kafka pauses for some 10 ms whenever it is full. */
const JVM_OPTIONS = [
  '-Xms128m',
  '-Xmx256m',
  '-Xmn96m',
  '-XX:+UseSerialGC',
  '-XX:+ExitOnOutOfMemoryError',
  '-XX:-UsePerfData',
  '-Djava.awt.headless=true',
  '-Dlog4j2.level=WARN',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  '-Dorg.slf4j.simpleLogger.showDateTime=true',
  '-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd HH:mm:ss.SSS',
];

export async function embeddedKafka(context: EngineContext): Promise<Engine> {
  const java = findJava();
  const [jars, port, controllerPort] = await Promise.all([
    mavenArtifacts(KAFKA_POM, ['-DincludeScope=runtime'], context.run),
    context.ports.take('kafka', { variable: 'PAYGATE_KAFKA_PORT' }),
    context.ports.take('kafka-controller'),
  ]);
  const names = readdirSync(jars)
    .filter((name) => name.endsWith('.jar'))
    .sort();
  const classPath = names.map((name) => join(jars, name)).join(delimiter);
  const data = join(context.paths.data, 'kafka');
  const settings = join(context.paths.data, 'kafka.properties');
  const security = context.tls === undefined ? undefined : secureKafka(context, context.tls);
  writeAtomically(settings, serverProperties({ data, port, controllerPort }, security?.properties ?? PLAIN_TEXT));
  await formatOnce(context, data, [java, classPath, settings, ...(security?.format ?? [])]);
  // thousands of topics of suites, none of which is deleted, take 40 kB of heap each
  const purpose = context.shortLived ? ['-XX:TieredStopAtLevel=1', '-Xmx1g'] : [];
  const release = names
    .map((name) => /^kafka_[\d.]+-([\d.]+)\.jar$/.exec(name)?.[1])
    .find((found) => found !== undefined);
  const url = `127.0.0.1:${String(port)}`;
  return {
    ...kafkaAt(url, `${jars} on ${java}`, security?.client),
    version: () => Promise.resolve(release ?? 'unknown'),
    definition: {
      name: 'kafka',
      role: 'engine',
      command: java,
      args: [...JVM_OPTIONS, ...purpose, '-cp', classPath, 'kafka.Kafka', settings],
      isReady: () => serves(url, security?.client),
      readyWithinMs: 120_000,
    },
  };
}

/** A cluster that already runs. The protocol does not report its version. */
export function kafkaAt(brokers: string, origin: string, client?: KafkaClientSecurity): Engine {
  return {
    name: 'kafka',
    url: brokers,
    origin,
    definition: undefined,
    version: async () => {
      if (!(await serves(brokers, client))) throw new StackError(`no Kafka serves at ${brokers}`);
      return 'of unknown version';
    },
  };
}

/** True when metadata and the group coordinator answer. An open port alone does not mean that the broker serves. */
async function serves(brokers: string, client: KafkaClientSecurity = {}): Promise<boolean> {
  const kafka = new Kafka({
    ...client,
    clientId: 'paygate-readiness',
    brokers: brokers.split(','),
    logLevel: logLevel.NOTHING,
    connectionTimeout: PROBE_MS,
    requestTimeout: PROBE_MS,
    retry: { retries: 0 },
  });
  const admin = kafka.admin();
  try {
    await admin.connect();
    const { brokers: alive } = await admin.describeCluster();
    const { groups } = await admin.describeGroups(['paygate-readiness']);
    return alive.length > 0 && groups.length === 1;
  } finally {
    await admin.disconnect();
  }
}

/** The marker is written last, so that a format that a kill interrupted is repeated from the start. */
async function formatOnce(
  context: EngineContext,
  data: string,
  tools: readonly [string, string, string, ...string[]],
): Promise<void> {
  const [java, classPath, settings, ...more] = tools;
  const marker = join(context.paths.data, 'kafka.formatted');
  if (existsSync(marker) && existsSync(data)) return;
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const jvm = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn'];
  const args = [
    ...jvm,
    '-cp',
    classPath,
    'kafka.tools.StorageTool',
    'format',
    '-t',
    clusterId(),
    '-c',
    settings,
    ...more,
  ];
  await context.run({ name: 'kafka-format', command: java, args });
  writeFileSync(marker, '');
}

/** A Kafka Uuid: 16 bytes, base64url. A leading dash would be taken for an option. */
function clusterId(): string {
  for (;;) {
    const id = randomBytes(16).toString('base64url');
    if (!id.startsWith('-')) return id;
  }
}

interface Place {
  readonly data: string;
  readonly port: number;
  readonly controllerPort: number;
}

const PLAIN_TEXT: readonly string[] = ['listener.security.protocol.map=CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT'];

function serverProperties({ data, port, controllerPort }: Place, security: readonly string[]): string {
  const address = `127.0.0.1:${String(port)}`;
  const controller = `127.0.0.1:${String(controllerPort)}`;
  return [
    `controller.quorum.voters=1@${controller}`,
    `listeners=CLIENTS://${address},CONTROLLER://${controller}`,
    `advertised.listeners=CLIENTS://${address}`,
    ...security,
    `log.dirs=${data}`,
    ...SINGLE_NODE,
    'log.cleaner.dedupe.buffer.size=2097152',
    'num.network.threads=2',
    'num.io.threads=4',
    // a broker that was killed is let in again after this time; suites kill it often, so it is shorter than in containers
    'broker.session.timeout.ms=9000',
    'broker.heartbeat.interval.ms=900',
    '',
  ].join('\n');
}
