import type { Environment, ServiceDefinition, StackContext } from './plan.ts';

/** What every service is told, whatever it does. */
export function commonEnvironment(context: StackContext, service: string): Environment {
  return {
    NODE_ENV: 'production',
    KAFKA_BROKERS: context.engines.kafka,
    TOPIC_PREFIX: 'pay',
    REDIS_URL: context.engines.redis,
    HEALTH_PORT: String(context.port(healthPort(service))),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
  };
}

export function healthPort(service: string): string {
  return `${service}-health`;
}

export interface AppOptions {
  readonly name: string;
  readonly database?: boolean;
  readonly ports?: ServiceDefinition['ports'];
  readonly env?: ServiceDefinition['env'];
  readonly publish?: ServiceDefinition['publish'];
}

/** A service of the usual shape: dist/apps/<name>, /readyz on a port of its own. */
export function app(options: AppOptions): ServiceDefinition {
  const { name, database = false, ports = {}, env = () => ({}), publish = () => ({}) } = options;
  return {
    name,
    args: ['--enable-source-maps', mainOf(name)],
    database,
    ports: { [healthPort(name)]: {}, ...ports },
    env: (context) => ({
      ...commonEnvironment(context, name),
      ...(database ? { DATABASE_URL: context.databaseUrl(name) } : {}),
      ...env(context),
    }),
    healthUrl: (context) => `http://127.0.0.1:${String(context.port(healthPort(name)))}/readyz`,
    publish,
  };
}

export function mainOf(name: string): string {
  return `dist/apps/${name}/src/main.js`;
}
