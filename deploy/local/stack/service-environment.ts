import { kafkaUser } from '../engines/kafka-user.ts';
import { publicKeyOf } from '../secrets/key-pair.ts';
import type { Environment, ServiceDefinition, StackContext } from './plan.ts';
import { messageKeyOwners, sealKeyOwners } from '../secrets/shared-keys.ts';

/** The principals that sign with a key pair: the operator, and the owners of tables. */
const WITH_KEY_PAIR: readonly string[] = ['auth', 'otp', 'operator'];

const KEY_ID = 'k1';

/**
 * The options with which Node runs a service. V8 would let a heap grow to gigabytes before it collects garbage, while a service's live data are tens
 * of MiB; and its four threads that collect and compile, in each of many processes, would take all cores from the requests.
 */
export function nodeOptions(heapMib = process.env['SERVICE_HEAP_MB'] ?? '128', semiSpaceMib = 8): string {
  return `--max-old-space-size=${heapMib} --max-semi-space-size=${String(semiSpaceMib)} --v8-pool-size=1`;
}

/** glibc gives each thread its own arena by default, which raised a service's peak memory by 20 to 45 MiB. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '1' } as const;

/** The address of the bus, and the stack's secrets. */
export interface BusContext extends Pick<StackContext, 'secrets'> {
  readonly engines: Pick<StackContext['engines'], 'kafka' | 'ca'>;
}

/** The variables of every process on the bus. */
export function commonEnvironment(context: BusContext, principal: string): Environment {
  const { secrets } = context;
  const keyList = (purpose: string, owners: readonly string[]): string =>
    owners.map((owner) => `${owner}:${KEY_ID}:${secrets.key(`${purpose}.${owner}`)}`).join(',');
  return {
    NODE_ENV: 'production',
    ...ALLOCATOR,
    KAFKA_BROKERS: context.engines.kafka,
    ...kafkaLogin(context, principal),
    TOPIC_PREFIX: 'pay',
    MESSAGE_KEYS: keyList('message', messageKeyOwners(principal)),
    ...keyPairs(context, principal),
    SEAL_KEYS: keyList('seal', sealKeyOwners(principal)),
    HEALTH_PORT: '0',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
  };
}

/** The public keys of all, and the private key of this principal alone. */
function keyPairs({ secrets }: BusContext, principal: string): Environment {
  const seedOf = (name: string): string => secrets.key(`pair.${name}`);
  const own = WITH_KEY_PAIR.includes(principal);
  return {
    MESSAGE_PUBLIC_KEYS: WITH_KEY_PAIR.map((name) => `${name}:${KEY_ID}:${publicKeyOf(seedOf(name))}`).join(','),
    ...(own ? { MESSAGE_PRIVATE_KEYS: `${principal}:${KEY_ID}:${seedOf(principal)}` } : {}),
  };
}

/** The login of a process at a Kafka that demands one. */
export function kafkaLogin({ engines: { ca }, secrets }: BusContext, name: string): Environment {
  if (ca === undefined) return {};
  const password = secrets.enginePassword('kafka', name);
  return { KAFKA_TLS: 'true', KAFKA_CA_FILE: ca, KAFKA_USERNAME: kafkaUser(name), KAFKA_PASSWORD: password };
}

/** The address of Redis for a service. */
export function redisLogin({ engines: { redis, ca }, secrets }: StackContext, service: string): Environment {
  if (ca === undefined) return { REDIS_URL: redis };
  const url = new URL(redis);
  url.username = service;
  url.password = secrets.enginePassword('redis', service);
  return { REDIS_URL: url.toString(), REDIS_CA_FILE: ca };
}

/** The receiver of the services' traces: OpenTelemetry's own variables, of this process. */
function tracing(): Environment {
  const names = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

/** The keys with which a service encrypts data in its own database. */
export function dataKeys({ secrets }: StackContext, service: string): string {
  return `${service}:${KEY_ID}:${secrets.key(`data.${service}`)}`;
}

export function healthPort(service: string): string {
  return `${service}-health`;
}

export interface AppOptions {
  readonly name: string;
  readonly single?: boolean;
  readonly afterDemo?: boolean;
  readonly database?: boolean;
  readonly ports?: ServiceDefinition['ports'];
  readonly env?: ServiceDefinition['env'];
  readonly url?: NonNullable<ServiceDefinition['url']>;
  readonly publish?: ServiceDefinition['publish'];
}

/** A service in the usual form: its bundle, with /readyz on its own port. */
export function app(options: AppOptions): ServiceDefinition {
  const { name, single = false, afterDemo = false, database = false, url, ports = {} } = options;
  const { env = () => ({}), publish = () => ({}) } = options;
  return {
    name,
    single,
    afterDemo,
    args: [mainOf(name)],
    database,
    ports: { [healthPort(name)]: {}, ...ports },
    env: (context) => ({
      ...commonEnvironment(context, name),
      TEST_MODE: 'true',
      ...tracing(),
      HEALTH_PORT: String(context.port(healthPort(name))),
      NODE_OPTIONS: nodeOptions(),
      NODE_COMPILE_CACHE: context.paths.compileCache,
      ...(database ? { DATABASE_URL: context.databaseUrl(name) } : {}),
      ...env(context),
    }),
    healthUrl: (context) => `http://127.0.0.1:${String(context.port(healthPort(name)))}/readyz`,
    publish,
    ...(url === undefined ? {} : { url }),
  };
}

/** The bundle of a service, which `nx bundle` makes (tools/bundle). */
export function mainOf(name: string): string {
  return `dist/services/${name}/main.js`;
}
