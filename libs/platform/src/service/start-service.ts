import { setTimeout as delay } from 'node:timers/promises';
import type {
  INestApplication,
  INestApplicationContext,
  INestMicroservice,
  NestApplicationOptions,
  Type,
} from '@nestjs/common';
import { ModuleRef, NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy, NestMicroservice } from '@nestjs/microservices';
import { bootWith } from '../config/boot-config.js';
import { Registry } from 'prom-client';
import type { ProcessConfig } from '../config/service-config.js';
import { Health } from './health.js';
import { HealthServer } from './health-server.js';
import { reportLiveMode } from './live-mode.js';
import { reasonOf } from '../errors/describe-error.js';
import { FrameworkLog } from '../telemetry/framework-log.js';
import { Logger } from '../telemetry/logger.js';
import type { ProcessName } from './platform.module.js';
import { TRANSPORT } from './platform.tokens.js';
import { ShutdownCoordinator } from './shutdown-coordinator.js';

/** The functions by which an app that serves HTTP creates its Nest application and listens: this library loads no HTTP framework. */
export interface HttpEdge {
  /** `NestFactory.create(module, adapter, options)` with an adapter of the app's choice. */
  create(module: Type, options: NestApplicationOptions): Promise<INestApplication>;
  /** Opens the port. Called when the rest of the app has started; the app closes the port itself in phase `stop-intake`. */
  listen(app: INestApplication): Promise<void>;
}

export interface StartOptions {
  readonly name: ProcessName;
  readonly module: Type;
  /** Validated: an instance of the app's configuration class. */
  readonly config: ProcessConfig;
  readonly http?: HttpEdge;
}

const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 3_000;
/** The longest time for which the port stays closed while the app is not ready. After it, callers get 503. */
const LISTEN_AT_LATEST_MS = 5_000;
const LOOK_EVERY_MS = 20;
const TRANSPORT_CHECK = 'transport';

/** A running app. */
export interface StartedService {
  readonly app: INestApplicationContext;
  /** The port of the probes. */
  readonly healthPort: number;
  /** Resolves when the transport is connected and HTTP is served. Engines may start in any order. */
  readonly connected: Promise<void>;
  /** The ordered shutdown; true when every step of it succeeded in time. */
  stop(): Promise<boolean>;
}

/**
 * Starts an app: Nest context, probes, transport, HTTP. Resolves when the context exists and the probes answer; connecting continues
 * after that. The hooks of a module must not wait for an engine.
 */
export async function startService(options: StartOptions): Promise<StartedService> {
  const { name, config, http } = options;
  const logger = new Logger({ service: name, instance: config.INSTANCE_ID, level: config.LOG_LEVEL });
  const nestOptions = { abortOnError: false, logger: new FrameworkLog(logger) };
  const app = await bootWith(config, () => (http === undefined ? createWorker : createEdge)(options, nestOptions));
  const health = app.context.get(Health);
  const shutdown = app.context.get(ShutdownCoordinator);
  reportLiveMode(config, logger, app.context.get(Registry));
  let connected = false;
  health.register(TRANSPORT_CHECK, () => connected);
  if (http !== undefined) health.answersCallers();
  const stopping = new AbortController();
  const close = async (probes?: HealthServer): Promise<boolean> => {
    health.drain();
    stopping.abort();
    const clean = await shutdown.run();
    await app.context.close().finally(() => probes?.close());
    return clean;
  };
  const probes = await listenForProbes(app.context, config).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  logger.info('the probes answer', { port: probes.port });
  const connecting = app.connect(stopping.signal, logger).then(() => {
    connected = !stopping.signal.aborted;
    if (connected) logger.info('connected');
  });
  let stopped: Promise<boolean> | undefined;
  const stop = (): Promise<boolean> => (stopped ??= close(probes));
  return { app: app.context, healthPort: probes.port, connected: connecting, stop };
}

function listenForProbes(app: INestApplicationContext, config: ProcessConfig): Promise<HealthServer> {
  return HealthServer.listen(app.get(Health), app.get(Registry), {
    host: config.HEALTH_HOST,
    port: config.HEALTH_PORT,
  });
}

interface BootedApp {
  readonly context: INestApplicationContext;
  readonly connect: (stopping: AbortSignal, logger: Logger) => Promise<void>;
}

/** An app that only takes messages. */
async function createWorker({ module }: StartOptions, options: NestApplicationOptions): Promise<BootedApp> {
  const app = (await NestFactory.createMicroservice(module, {
    ...options,
    inject: [ModuleRef],
    useFactory: (modules: ModuleRef) => ({ strategy: transportOf(modules) ?? noTransport }),
  })) as NestMicroservice;
  return {
    context: app,
    connect: async (stopping, logger) => {
      // separate from listen(), because a failing hook is a bug and must not be retried like a connection
      await app.registerModules();
      await listenPatiently(app, stopping, logger);
    },
  };
}

/** An app that speaks HTTP, and perhaps takes messages too. */
async function createEdge({ module, http }: StartOptions, options: NestApplicationOptions): Promise<BootedApp> {
  if (http === undefined) throw new TypeError('an edge needs HTTP');
  const app = await http.create(module, options);
  const strategy = transportOf(app.get(ModuleRef));
  return {
    context: app,
    connect: async (stopping, logger) => {
      const transport = strategy === undefined ? undefined : app.connectMicroservice({ strategy });
      await app.init();
      await untilItServes(app.get(Health), stopping);
      if (stopping.aborted) return;
      // before the transport, so that callers get a 503 instead of no connection
      await http.listen(app);
      if (transport !== undefined) await listenPatiently(transport, stopping, logger);
    },
  };
}

/**
 * Waits until everything but the transport is ready, for a bounded time. Meanwhile callers reach another instance, and a starting
 * process spends no CPU on refusing them.
 */
async function untilItServes(health: Health, stopping: AbortSignal): Promise<void> {
  const endMs = performance.now() + LISTEN_AT_LATEST_MS;
  const isReady = (): boolean => Object.keys(health.report().notReady).every((name) => name === TRANSPORT_CHECK);
  while (!isReady() && !stopping.aborted && performance.now() < endMs) await delay(LOOK_EVERY_MS);
}

async function listenPatiently(app: INestMicroservice, stopping: AbortSignal, logger: Logger): Promise<void> {
  for (let waitMs = FIRST_DELAY_MS, attempt = 1; !stopping.aborted; waitMs = Math.min(waitMs * 2, LONGEST_DELAY_MS)) {
    try {
      await app.listen();
      return;
    } catch (error) {
      if (attempt++ === 1) logger.warn('the transport cannot connect yet', { reason: reasonOf(error) });
    }
    await delay(waitMs * (0.5 + Math.random() / 2), undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** The module's transport, when it provides one. */
function transportOf(modules: ModuleRef): CustomTransportStrategy | undefined {
  try {
    return modules.get<CustomTransportStrategy>(TRANSPORT, { strict: false });
  } catch (error) {
    if (error instanceof Error && error.constructor.name === 'UnknownElementException') return undefined;
    throw error;
  }
}

const noTransport: CustomTransportStrategy = {
  listen: (done) => {
    done();
  },
  close: () => undefined,
};
