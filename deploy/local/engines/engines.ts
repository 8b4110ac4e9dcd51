import { StoppingError, explain, StackError } from '../errors.ts';
import { print, step } from '../progress.ts';
import type { ProcessDefinition } from '../process/supervisor.ts';
import { ENGINE_VARIABLES } from './engine.ts';
import type { Engine, EngineContext, EngineName } from './engine.ts';
import { embeddedKafka, kafkaAt } from './kafka.ts';
import { embeddedPostgres, postgresAt } from './postgres.ts';
import { embeddedRedis, redisAt } from './redis.ts';

export type EngineUrls = Readonly<Record<EngineName, string>> & {
  /** the authority of the engines' certificates, when they demand TLS and a login of each service */
  readonly ca?: string;
};

export interface EnginesOptions {
  readonly context: EngineContext;
  readonly start: (definition: ProcessDefinition) => Promise<void>;
  /** whether addresses in the environment are used, rather than engines of the stack's own */
  readonly useEnvironment: boolean;
}

const PROVIDERS = {
  postgres: { title: 'PostgreSQL', at: postgresAt, embedded: embeddedPostgres },
  redis: { title: 'Redis', at: redisAt, embedded: embeddedRedis },
  kafka: { title: 'Apache Kafka', at: kafkaAt, embedded: embeddedKafka },
} as const;

/** Starts all engines at once. When several fail, the error names each of them. */
export async function startEngines(options: EnginesOptions): Promise<EngineUrls> {
  const names = ['postgres', 'redis', 'kafka'] as const;
  const results = await Promise.allSettled(names.map((name) => startEngine(name, options)));
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected' ? [{ name: names[index], reason: result.reason as unknown }] : [],
  );
  const stopped = failures.find(({ reason }) => reason instanceof StoppingError);
  if (stopped !== undefined) throw new StoppingError();
  if (failures.length > 0) {
    throw new StackError(failures.map(({ name, reason }) => `${String(name)}: ${explain(reason)}`).join('\n'));
  }
  const [postgres = '', redis = '', kafka = ''] = results.map((result) =>
    result.status === 'fulfilled' ? result.value.url : '',
  );
  const { tls } = options.context;
  return { postgres, redis, kafka, ...(tls === undefined ? {} : { ca: tls.ca }) };
}

async function startEngine(name: EngineName, options: EnginesOptions): Promise<Engine> {
  const { title, at, embedded } = PROVIDERS[name];
  const variable = ENGINE_VARIABLES[name];
  const given = options.useEnvironment ? process.env[variable] : undefined;
  return step(title, async () => {
    const engine = given === undefined || given === '' ? await embedded(options.context) : at(given, variable);
    if (engine.definition !== undefined) await options.start(engine.definition);
    print(`${title} ${await engine.version()} from ${engine.origin}`);
    return engine;
  });
}
