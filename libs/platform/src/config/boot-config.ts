import { AsyncLocalStorage } from 'node:async_hooks';
import type { ConfigClass } from './load-config.js';
import { loadConfig } from './load-config.js';

const booting = new AsyncLocalStorage<object>();

/** Starts an app with this configuration. Modules are declared before their configuration is known. */
export function bootWith<T>(config: object, boot: () => Promise<T>): Promise<T> {
  return booting.run(config, boot);
}

/** The configuration that the app is started with, or the environment's when it was started by other means. */
export function configOf<Config extends object>(type: ConfigClass<Config>): Config {
  const config = booting.getStore();
  return config instanceof type ? config : loadConfig(type);
}
