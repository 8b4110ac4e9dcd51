import { Kafka, logLevel } from 'kafkajs';
import type { OwnStack } from '../stack/own-stack.js';
import type { RawRequest, Target } from './load/raw-http.js';
import { benchDatabase } from './pgbench.js';
import { edgeEnvironment, startPlainGateway, TLS_SETTINGS } from './plain-gateway.js';
import type { Roots } from './process-cpu.js';
import type { Starter } from './sibling.js';
import { Sibling, freePort } from './sibling.js';
import { STOCK_TOPIC } from './variants/stock-topic.js';

/** One way to create an intent: where it is asked, and the processes that have a part in the answer. */
export interface Contender {
  readonly name: string;
  readonly target: Target;
  readonly request: RawRequest;
  readonly roots: Roots;
}

export interface Contenders {
  readonly contenders: readonly Contender[];
  readonly stop: () => Promise<void>;
}

const STOCK_PARTITIONS = 12;
/** Services of the contenders take no work from those of the stack: their topics and groups are others. */
const OWN_PREFIX = 'bench';
const variants = 'tools/bench/variants';

type Start = (stack: OwnStack, start: Starter) => Contender | Promise<Contender>;

/** In the order in which they are shown. */
const STARTS: Readonly<Record<string, Start>> = {
  kafka: ours,
  'kafka-tls': oursOnTls,
  bare,
  http: (stack, start) => overHttp(stack, start, { name: 'http', path: '/' }),
  'http-batched': (stack, start) => overHttp(stack, start, { name: 'http-batched', path: '/batched' }),
  stock,
};

/** Starts contenders beside the stack, all but when some are named, and waits until they serve. */
export async function startContenders(
  stack: OwnStack,
  names: readonly string[] = Object.keys(STARTS),
): Promise<Contenders> {
  const siblings: Sibling[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(siblings.map((sibling) => sibling.stop()));
  };
  const starter: Starter = (service, options) => {
    const sibling = Sibling.start(stack, service, options);
    siblings.push(sibling);
    return sibling;
  };
  try {
    await createTopics(stack, starter);
    const contenders: Contender[] = [];
    for (const [name, start] of Object.entries(STARTS))
      if (names.includes(name)) contenders.push(await start(stack, starter));
    return { contenders, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** On plain HTTP, as the other contenders are. */
async function ours(stack: OwnStack, start: Starter): Promise<Contender> {
  const { gateway, target } = await startPlainGateway(start);
  const roots = { gateway: gateway.pid, ...commonRoots(stack), intents: stack.pidOf('intents') };
  return { name: 'kafka', target, request: createRequest(stack), roots };
}

/** As it stands in the stack. */
export function oursOnTls(stack: OwnStack): Contender {
  const roots = { gateway: stack.pidOf('gateway'), ...commonRoots(stack), intents: stack.pidOf('intents') };
  return { name: 'kafka-tls', target: stack.gateway, request: createRequest(stack), roots };
}

async function bare(stack: OwnStack, start: Starter): Promise<Contender> {
  const port = await freePort();
  const database = await benchDatabase(stack.facts.postgres);
  const env = { BARE_DATABASE_URL: database, PORT: String(port) };
  const route = start('gateway', { name: 'bench-bare', program: `${variants}/bare-route.js`, env });
  await route.ready();
  const roots = { service: route.pid, postgres: stack.pidOf('postgres') };
  return { name: 'bare', target: { port }, request: createRequest(stack), roots };
}

async function overHttp(
  stack: OwnStack,
  start: Starter,
  { name, path }: { readonly name: string; readonly path: string },
): Promise<Contender> {
  const [port, servicePort] = [await freePort(), await freePort()];
  const back = start('intents', {
    name: `bench-${name}-back`,
    program: `${variants}/http-back.js`,
    env: { TOPIC_PREFIX: OWN_PREFIX, HEALTH_PORT: '0', SERVICE_PORT: String(servicePort) },
  });
  await back.ready();
  const front = start('gateway', {
    name: `bench-${name}-front`,
    program: `${variants}/front.js`,
    args: ['http', path],
    env: { ...edgeEnvironment(port, 0), SERVICE_PORT: String(servicePort) },
    without: TLS_SETTINGS,
  });
  await front.ready();
  const roots = { gateway: front.pid, ...commonRoots(stack), intents: back.pid };
  return { name, target: { port }, request: createRequest(stack), roots };
}

async function stock(stack: OwnStack, start: Starter): Promise<Contender> {
  const port = await freePort();
  const env = { TOPIC_PREFIX: OWN_PREFIX, HEALTH_PORT: '0' };
  const back = start('intents', { name: 'bench-stock-back', program: `${variants}/stock-back.js`, env });
  await back.ready();
  const front = start('gateway', {
    name: 'bench-stock-front',
    program: `${variants}/front.js`,
    args: ['stock'],
    env: edgeEnvironment(port, 0),
    without: TLS_SETTINGS,
  });
  await front.ready();
  const roots = { gateway: front.pid, ...commonRoots(stack), intents: back.pid };
  return { name: 'stock', target: { port }, request: createRequest(stack), roots };
}

function commonRoots(stack: OwnStack): Roots {
  return { kafka: stack.pidOf('kafka'), postgres: stack.pidOf('postgres') };
}

/** As the official server client sends it. */
function createRequest({ facts }: OwnStack): RawRequest {
  const { secretKey } = facts.merchant;
  return {
    method: 'POST',
    path: '/gateway',
    headers: {
      'x-forwarded-proto': 'https',
      'x-api-key': secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      amount: '5000',
      currency: 'XAF',
      description: 'Order 1001',
      metadata: { orderId: '1001' },
    }),
  };
}

/** The stock transport's two topics, and all of the system's under the prefix of the contenders. */
async function createTopics(stack: OwnStack, start: Starter): Promise<void> {
  const kafka = new Kafka({ brokers: [...stack.facts.kafka], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  try {
    const topics = [STOCK_TOPIC, `${STOCK_TOPIC}.reply`].map((topic) => ({ topic, numPartitions: STOCK_PARTITIONS }));
    await admin.createTopics({ topics });
  } finally {
    await admin.disconnect();
  }
  const topicsOfOurs = start('intents', {
    name: 'bench-topics',
    program: 'libs/messaging/src/topics.cli.js',
    env: { TOPIC_PREFIX: OWN_PREFIX, HEALTH_PORT: '0' },
  });
  await topicsOfOurs.finished();
}
