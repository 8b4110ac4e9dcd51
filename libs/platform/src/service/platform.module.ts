import type { DynamicModule, Provider } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { Principal } from '@paygate/contracts';
import { principals, sealedPairsOf } from '@paygate/contracts';
import { Registry } from 'prom-client';
import type { EntitySchema } from 'typeorm';
import { Clock } from '../time/clock.js';
import { configOf } from '../config/boot-config.js';
import { parseKeyring } from '../config/keyring.js';
import type { ConfigClass } from '../config/load-config.js';
import { ConfigurationError, fieldsOf } from '../config/load-config.js';
import { DatabaseServiceConfig, ProcessConfig, ServiceConfig } from '../config/service-config.js';
import { Database } from '../database/database.js';
import { Health } from './health.js';
import { Logger } from '../telemetry/logger.js';
import { NoTracing, Tracing } from '../telemetry/tracing/tracing.js';
import { JobScheduler } from './job-scheduler.js';
import { SERVICE_NAME } from './platform.tokens.js';
import { Sealer } from '../crypto/sealed.js';
import { ShutdownCoordinator } from './shutdown-coordinator.js';

/** A process that {@link PlatformModule} serves. */
export type ProcessName = Principal | 'checkout' | 'rail-simulator';

/**
 * The parts of every app: configuration, clock, log, health, a registry of metrics, shutdown, scheduled jobs, sealer, and a database when
 * it is configured.
 */
@Module({})
export class PlatformModule {
  /**
   * `type` is the app's configuration class; what it extends decides what is provided. A service with `entities` maps rows with
   * TypeORM; one without speaks SQL alone and holds no TypeORM in memory.
   */
  static forService<Config extends ProcessConfig>(
    name: ProcessName,
    type: ConfigClass<Config>,
    entities?: readonly EntitySchema[],
  ): DynamicModule {
    const providers: Provider[] = [
      { provide: SERVICE_NAME, useValue: name },
      { provide: type, useFactory: () => configOf(type) },
      ...configAliases(type),
      { provide: Clock, useFactory: () => new Clock() },
      { provide: Logger, useFactory: (config: Config) => loggerOf(name, config), inject: [type] },
      { provide: Health, useFactory: () => new Health() },
      { provide: Registry, useFactory: () => new Registry() },
      { provide: ShutdownCoordinator, useFactory: (log: Logger) => new ShutdownCoordinator(log), inject: [Logger] },
      tracingOf(name, type),
      jobScheduler,
    ];
    if (is(type, ServiceConfig)) providers.push(sealerOf(name));
    if (hasDatabase(type)) providers.push(databaseOf(name, type, entities));
    const provided = providers.map((provider) => (typeof provider === 'function' ? provider : provider.provide));
    return { module: PlatformModule, global: true, providers, exports: provided };
  }
}

const jobScheduler: Provider = {
  provide: JobScheduler,
  useFactory: (logger: Logger, health: Health, shutdown: ShutdownCoordinator, database?: Database) =>
    new JobScheduler({ logger, health, shutdown, possible: database?.ready ?? Promise.resolve() }),
  inject: [Logger, Health, ShutdownCoordinator, { token: Database, optional: true }],
};

/** The tracer of OpenTelemetry is loaded when there is a collector. */
function tracingOf<Config extends ProcessConfig>(name: ProcessName, type: ConfigClass<Config>): Provider {
  return {
    provide: Tracing,
    useFactory: async (config: Config, shutdown: ShutdownCoordinator) => {
      const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio, INSTANCE_ID: instance } = config;
      if (endpoint === undefined) return new NoTracing();
      const { OtlpTracing } = await import('../telemetry/tracing/otlp-tracing.js');
      const tracing = new OtlpTracing({ service: name, instance, endpoint, ratio });
      shutdown.on('close', 'traces', () => tracing.close());
      return tracing;
    },
    inject: [type, ShutdownCoordinator],
  };
}

function is(type: ConfigClass<object>, base: ConfigClass<object>): boolean {
  return type === base || type.prototype instanceof base;
}

/** A process off the bus may have a database too: its configuration class then declares the same two fields. */
function hasDatabase(type: ConfigClass<ProcessConfig>): type is ConfigClass<ProcessConfig & DatabaseSettings> {
  return fieldsOf(type).some(({ name }) => name === 'DATABASE_URL');
}

function configAliases(type: ConfigClass<ProcessConfig>): Provider[] {
  return [ProcessConfig, ServiceConfig, DatabaseServiceConfig]
    .filter((base) => base !== type && is(type, base))
    .map((base) => ({ provide: base, useExisting: type }));
}

function loggerOf(name: ProcessName, config: ProcessConfig): Logger {
  return new Logger({ service: name, instance: config.INSTANCE_ID, level: config.LOG_LEVEL });
}

function sealerOf(name: ProcessName): Provider {
  const self = principals.find((principal) => principal === name);
  if (self === undefined) throw new TypeError(`${name} is no principal: its configuration must not be a ServiceConfig`);
  return {
    provide: Sealer,
    useFactory: (config: ServiceConfig) => {
      const keys = parseKeyring(config.SEAL_KEYS.reveal());
      const missing = sealedPairsOf(self).filter((pair) => keys.current(pair) === undefined);
      if (missing.length > 0) throw new ConfigurationError(missing.map((pair) => `SEAL_KEYS holds no key of ${pair}`));
      return new Sealer(self, keys);
    },
    inject: [ServiceConfig],
  };
}

type DatabaseSettings = Pick<DatabaseServiceConfig, 'DATABASE_URL' | 'DATABASE_POOL_SIZE'>;

type DatabaseParts = [
  config: DatabaseSettings,
  clock: Clock,
  logger: Logger,
  health: Health,
  shutdown: ShutdownCoordinator,
];

function databaseOf(
  name: ProcessName,
  type: ConfigClass<DatabaseSettings>,
  entities: readonly EntitySchema[] | undefined,
): Provider {
  return {
    provide: Database,
    useFactory: async (...[config, clock, logger, health, shutdown]: DatabaseParts) => {
      const database = await Database.open({
        url: config.DATABASE_URL.reveal(),
        poolSize: config.DATABASE_POOL_SIZE,
        applicationName: name,
        entities,
        clock,
        logger,
      });
      health.register('database', () => database.available);
      shutdown.on('close', 'database', () => database.close());
      return database;
    },
    inject: [type, Clock, Logger, Health, ShutdownCoordinator],
  };
}
