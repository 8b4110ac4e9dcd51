import { AsyncLocalStorage } from 'node:async_hooks';
import type { ConfigClass } from './load-config.js';
import { loadConfig } from './load-config.js';

const booting = new AsyncLocalStorage<object>();

/** Boots an app with this configuration: modules are declared before their configuration is known. */
export function bootWith<T>(config: object, boot: () => Promise<T>): Promise<T> {
  return booting.run(config, boot);
}

/** The configuration the app is booted with; read from the environment when it was booted by other means. */
export function configOf<Config extends object>(type: ConfigClass<Config>): Config {
  const config = booting.getStore();
  return config instanceof type ? config : loadConfig(type);
}
