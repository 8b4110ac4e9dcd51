import type { INestApplicationContext, Type } from '@nestjs/common';
import type { ConfigClass, HttpEdge, ProcessConfig, ProcessName } from '@paygate/platform';
import { Health, loadConfig, startService } from '@paygate/platform';
import { eventually } from './patience.js';

export interface StartAppOptions<Config extends ProcessConfig> {
  readonly name: ProcessName;
  readonly module: Type;
  readonly config: ConfigClass<Config>;
  readonly env: Readonly<Record<string, string>>;
  /** For apps that speak HTTP. */
  readonly http?: HttpEdge;
  /** Resolve without waiting until the app is ready, because an engine is stopped on purpose. */
  readonly unready?: boolean;
}

/** A service in this process. */
export interface RunningApp {
  readonly app: INestApplicationContext;
  readonly healthPort: number;
  get<Part>(token: Type<Part> | (abstract new (...args: never[]) => Part) | string | symbol): Part;
  stop(): Promise<void>;
}

/**
 * Starts a service in this process on real engines, as its main.ts does, and waits until it is ready. HEALTH_PORT is any
 * free one and LOG_LEVEL silent unless `env` says otherwise.
 */
export async function startApp<Config extends ProcessConfig>(options: StartAppOptions<Config>): Promise<RunningApp> {
  const { name, module, http, unready = false } = options;
  const config = loadConfig(options.config, { HEALTH_PORT: '0', LOG_LEVEL: 'silent', ...options.env });
  const service = await startService({ name, module, config, ...(http === undefined ? {} : { http }) });
  let stopping: Promise<unknown> | undefined;
  const running: RunningApp = {
    app: service.app,
    healthPort: service.healthPort,
    get: (token) => service.app.get(token, { strict: false }),
    stop: async () => {
      await (stopping ??= service.stop());
    },
  };
  if (!unready) await waitUntilReady(service, running);
  return running;
}

async function waitUntilReady(service: { connected: Promise<void> }, running: RunningApp): Promise<void> {
  try {
    await service.connected;
    await eventually(() => {
      const { ready, notReady } = running.get(Health).report();
      if (!ready) throw new Error(JSON.stringify(notReady));
      return true;
    });
  } catch (error) {
    await running.stop();
    throw error;
  }
}
