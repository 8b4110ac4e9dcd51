import { createRequire } from 'node:module';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { Server } from '@nestjs/microservices';
import { IsInt, IsOptional, IsString } from 'class-validator';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DatabaseServiceConfig, ServiceConfig } from '../config/service-config.js';
import { Logger } from '../telemetry/logger.js';
import { PlatformModule } from '../service/platform.module.js';
import { TRANSPORT } from '../service/platform.tokens.js';
import { runService } from '../service/run.js';
import { ShutdownCoordinator } from '../service/shutdown-coordinator.js';
import { ConfigurationError } from '../config/load-config.js';
import { JobScheduler } from '../service/job-scheduler.js';

/* A small service for run.spec.ts: FIXTURE_* variables say how it misbehaves. */

class PlainConfig extends ServiceConfig {
  @IsOptional() @IsString() readonly FIXTURE_FAULT?: string;
  @IsInt() readonly FIXTURE_TRANSPORT_FAILURES: number = 0;
}
class StoringConfig extends DatabaseServiceConfig {
  @IsOptional() @IsString() readonly FIXTURE_FAULT?: string;
  @IsInt() readonly FIXTURE_TRANSPORT_FAILURES: number = 0;
}

class FixtureTransport extends Server implements CustomTransportStrategy {
  readonly #logger: Logger;
  #failures: number;

  constructor(logger: Logger, failures: number) {
    super();
    this.#logger = logger;
    this.#failures = failures;
  }

  listen(done: (error?: unknown) => void): void {
    this.#logger.info(this.#failures > 0 ? 'transport fails' : 'transport listens');
    done(this.#failures-- > 0 ? new Error('no broker') : undefined);
  }

  close(): void {
    this.#logger.info('transport closed');
  }

  on(): void {
    // no events
  }

  unwrap(): never {
    throw new Error('nothing to unwrap');
  }
}

class Behaviour implements OnApplicationShutdown {
  readonly #logger: Logger;

  constructor(logger: Logger, shutdown: ShutdownCoordinator, scheduler: JobScheduler, fault: string | undefined) {
    this.#logger = logger;
    for (const phase of ['close', 'flush', 'finish', 'stop-intake'] as const)
      shutdown.on(phase, 'fixture', () => {
        logger.info('phase', { phase });
      });
    if (fault === 'misconfigured') {
      const work = () => Promise.reject(new ConfigurationError(['FIXTURE_FAULT is found by a job']));
      scheduler.repeat({ name: 'looking', everySeconds: 60, work });
    }
    if (fault === 'hang') shutdown.on('close', 'hanging', () => new Promise(() => undefined));
    process.on('SIGUSR2', () => {
      if (fault === 'throw') throw new Error('thrown by the fixture');
      if (fault === 'reject') void Promise.reject(new Error('rejected by the fixture'));
      const loaded = Object.keys(createRequire(import.meta.url).cache).join('\n');
      for (const name of ['fastify', 'typeorm', 'express'])
        if (loaded.includes(`/node_modules/${name}/`)) logger.info('loaded', { name });
      logger.info('reported');
    });
  }

  onApplicationShutdown(): void {
    this.#logger.info('nest closed');
  }
}

const mapping = process.argv.includes('--mapping');
const storing = mapping || process.argv.includes('--storing');
const config = storing ? StoringConfig : PlainConfig;

@Module({
  imports: [PlatformModule.forService('otp', config, mapping ? [] : undefined)],
  providers: [
    {
      provide: TRANSPORT,
      useFactory: (logger: Logger, given: PlainConfig) =>
        new FixtureTransport(logger, given.FIXTURE_TRANSPORT_FAILURES),
      inject: [Logger, config],
    },
    {
      provide: Behaviour,
      useFactory: (logger: Logger, shutdown: ShutdownCoordinator, scheduler: JobScheduler, given: PlainConfig) =>
        new Behaviour(logger, shutdown, scheduler, given.FIXTURE_FAULT),
      inject: [Logger, ShutdownCoordinator, JobScheduler, config],
    },
  ],
})
class FixtureModule {}

class Things1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE thing (id text PRIMARY KEY)');
    await runner.query('SELECT pg_sleep(0.2)');
  }

  async down(): Promise<void> {
    // forward only
  }
}

class Filled1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("INSERT INTO thing VALUES ('one')");
  }

  async down(): Promise<void> {
    // forward only
  }
}

await runService({
  name: 'otp',
  module: FixtureModule,
  config,
  migrations: [Things1700000000000, Filled1700000000001],
  commands: {
    greet: () => {
      process.stdout.write('{"message":"hello"}\n');
      return Promise.resolve();
    },
    fail: () => Promise.reject(new ConfigurationError(['A command lacks something'])),
  },
});
