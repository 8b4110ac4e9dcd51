import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { DynamicModule, OnApplicationBootstrap, OnModuleInit, Provider, Type } from '@nestjs/common';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { MessagePattern, Server } from '@nestjs/microservices';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { sealedPairsOf } from '@paygate/contracts';
import { Clock } from '../time/clock.js';
import { loadConfig } from '../config/load-config.js';
import { DatabaseServiceConfig, ProcessConfig, ServiceConfig } from '../config/service-config.js';
import { Database } from '../database/database.js';
import { Health } from '../service/health.js';
import { PlatformModule } from '../service/platform.module.js';
import { SERVICE_NAME, TRANSPORT } from '../service/platform.tokens.js';
import { Sealer } from '../crypto/sealed.js';
import type { HttpEdge, StartedService } from '../service/start-service.js';
import { startService } from '../service/start-service.js';

const key = Buffer.alloc(32, 1).toString('base64');
const env = {
  KAFKA_BROKERS: '127.0.0.1:1',
  HEALTH_PORT: '0',
  LOG_LEVEL: 'silent',
  MESSAGE_KEYS: `gateway:one:${key}`,
  MESSAGE_PUBLIC_KEYS: `operator:one:${key}`,
  SEAL_KEYS: sealedPairsOf('gateway')
    .map((pair) => `${pair}:one:${key}`)
    .join(','),
};

class OneConfig extends ServiceConfig {}
class StoringConfig extends DatabaseServiceConfig {}
class ToolConfig extends ProcessConfig {}

let calls: string[] = [];

class Transport extends Server implements CustomTransportStrategy {
  #failures = 1;

  listen(done: (error?: unknown) => void): void {
    const failing = this.#failures-- > 0;
    calls.push(failing ? 'transport fails' : `transport listens for ${[...this.messageHandlers.keys()].join()}`);
    done(failing ? new Error('no broker') : undefined);
  }

  close(): void {
    calls.push('transport closed');
  }

  on(): void {
    // no events
  }

  unwrap(): never {
    throw new Error('nothing to unwrap');
  }
}

class Hooks implements OnModuleInit, OnApplicationBootstrap {
  onModuleInit(): void {
    calls.push('init');
  }

  onApplicationBootstrap(): void {
    calls.push('bootstrap');
  }
}

@Controller()
class Events {
  @MessagePattern('thing.happened')
  handle(): void {
    // nothing sends
  }
}

const moduleOf = (platform: DynamicModule, providers: Provider[] = []): Type => {
  class AppModule extends Hooks {}
  Module({
    imports: [platform],
    controllers: providers.length > 0 ? [Events] : [],
    providers,
  })(AppModule);
  return AppModule;
};
const transport = { provide: TRANSPORT, useFactory: () => new Transport() };
const edge: HttpEdge = {
  create: (module, options) => NestFactory.create(module, new FastifyAdapter(), options),
  listen: async (app) => {
    calls.push('http listens');
    await app.listen(0, '127.0.0.1');
  },
};

const started: StartedService[] = [];
const start = async (...[options]: Parameters<typeof startService>): Promise<StartedService> => {
  const service = await startService(options);
  started.push(service);
  return service;
};
const readyz = async (service: StartedService): Promise<number> =>
  (await fetch(`http://127.0.0.1:${service.healthPort}/readyz`)).status;

afterEach(async () => {
  for (const service of started.splice(0)) await service.stop();
  calls = [];
});

describe('a worker', () => {
  it('runs its hooks once, tries its transport again, is ready then, and stops once', async () => {
    const module = moduleOf(PlatformModule.forService('gateway', OneConfig), [transport]);
    const service = await start({ name: 'gateway', module, config: loadConfig(OneConfig, env) });
    await service.connected;
    expect(calls).toEqual(['init', 'bootstrap', 'transport fails', 'transport listens for thing.happened']);
    expect(await readyz(service)).toBe(200);
    service.app.get(Health).register('engine', () => false);
    expect(await readyz(service)).toBe(503);
    expect(await Promise.all([service.stop(), service.stop()])).toEqual([true, true]);
    expect(calls.slice(4)).toEqual(['transport closed']);
  });

  it('needs no transport', async () => {
    const module = moduleOf(PlatformModule.forService('rail-simulator', ToolConfig));
    const service = await start({
      name: 'rail-simulator',
      module,
      config: loadConfig(ToolConfig, { HEALTH_PORT: '0', LOG_LEVEL: 'silent' }),
    });
    await service.connected;
    expect(await readyz(service)).toBe(200);
    expect(service.app.get(SERVICE_NAME)).toBe('rail-simulator');
    expect(() => service.app.get(Sealer)).toThrow();
    expect(() => service.app.get(Database)).toThrow();
  });
});

describe('an edge', () => {
  it('serves HTTP before its transport is connected, is ready after it, and closes both', async () => {
    const module = moduleOf(PlatformModule.forService('gateway', OneConfig), [transport]);
    const service = await start({ name: 'gateway', module, config: loadConfig(OneConfig, env), http: edge });
    await service.connected;
    expect(calls).toEqual([
      'init',
      'bootstrap',
      'http listens',
      'transport fails',
      'transport listens for thing.happened',
    ]);
    expect(await service.stop()).toBe(true);
    expect(calls).toContain('transport closed');
  });

  it('is not reached before it can serve, unless it waits for too long', async () => {
    const module = moduleOf(PlatformModule.forService('gateway', OneConfig));
    const options = { name: 'gateway', module, config: loadConfig(OneConfig, env), http: edge } as const;
    const [soon, never] = await Promise.all([start(options), start(options)]);
    let isThere = false;
    soon.app.get(Health).register('engine', () => isThere);
    never.app.get(Health).register('engine', () => false);
    await delay(300);
    expect(calls).not.toContain('http listens');
    isThere = true;
    await soon.connected;
    expect(calls.filter((call) => call === 'http listens')).toHaveLength(1);
    await never.connected;
    expect(calls.filter((call) => call === 'http listens')).toHaveLength(2);
    expect(await readyz(never)).toBe(503);
  });

  it('stays ready once it was, whatever it lacks, until it is stopped: callers get its 503', async () => {
    const module = moduleOf(PlatformModule.forService('gateway', OneConfig));
    const service = await start({ name: 'gateway', module, config: loadConfig(OneConfig, env), http: edge });
    await service.connected;
    expect(await readyz(service)).toBe(200);
    const health = service.app.get(Health);
    health.register('engine', () => false);
    expect(await readyz(service)).toBe(200);
    expect(health.report()).toEqual({ ready: true, draining: false, notReady: { engine: 'not ready' } });
    health.drain();
    expect(health.report().ready).toBe(false);
  });

  it('that is stopped meanwhile listens no more', async () => {
    const module = moduleOf(PlatformModule.forService('gateway', OneConfig));
    const service = await start({ name: 'gateway', module, config: loadConfig(OneConfig, env), http: edge });
    service.app.get(Health).register('engine', () => false);
    expect(await service.stop()).toBe(true);
    await service.connected;
    expect(calls).not.toContain('http listens');
  });
});

describe('the platform module', () => {
  it('gives each of two apps in one process its own configuration, under all the names it has', async () => {
    const module = moduleOf(PlatformModule.forService('gateway', OneConfig));
    const configs = ['one', 'two'].map((id) => loadConfig(OneConfig, { ...env, INSTANCE_ID: id }));
    const services = await Promise.all(configs.map((config) => start({ name: 'gateway', module, config })));
    for (const [index, { app, connected }] of services.entries()) {
      await connected;
      for (const token of [OneConfig, ServiceConfig, ProcessConfig]) expect(app.get(token)).toBe(configs[index]);
      expect(app.get(Clock)).toBe(app.get(Clock));
      expect(app.get(Sealer)).toBeInstanceOf(Sealer);
    }
    expect(services[0]?.app.get(Health)).not.toBe(services[1]?.app.get(Health));
  });

  it('opens a database when the configuration has one', async () => {
    const url = process.env['TEST_DATABASE_URL'];
    const module = moduleOf(PlatformModule.forService('gateway', StoringConfig));
    const service = await start({
      name: 'gateway',
      module,
      config: loadConfig(StoringConfig, { ...env, DATABASE_URL: url }),
    });
    const database = service.app.get(Database);
    await database.ready;
    expect(Math.abs(service.app.get(Clock).epochMs() - (await database.now()).getTime())).toBeLessThan(60_000);
    await service.stop();
    await expect(database.query({ text: 'SELECT 1' })).rejects.toThrow();
  });

  it('refuses to seal for a process that is no principal', () => {
    expect(() => PlatformModule.forService('rail-simulator', OneConfig)).toThrow(TypeError);
  });
});
