import { dirname, join } from 'node:path';
import type { ServiceInstance } from './instances.ts';
import type { Environment } from './plan.ts';
import { mainOf, nodeOptions } from './service-environment.ts';

/** The process of `npm start -- --one-process`. */
export const ONE_PROCESS = 'services';
/** The services in it: those on the bus. */
const HOUSED: readonly string[] = ['gateway', 'auth', 'intents', 'otp', 'charging', 'webhooks'];
/** Six times the live data of one, and the code once; and for what lives as long as a request, the room of all six. */
const [HEAP_MIB, SEMI_SPACE_MIB] = ['512', 48] as const;
/** The folders of the gateway's pages: they are beside its bundle, where this process looks for none. */
const PAGES: Environment = Object.fromEntries(
  ['docs', 'clients', 'dashboard'].map((name) => [
    `${name.toUpperCase()}_FOLDER`,
    join(dirname(mainOf('gateway')), name),
  ]),
);

/** These instances, with one process for all services on the bus, whose variables each of them still has for itself. */
export function inOneProcess(instances: readonly ServiceInstance[]): ServiceInstance[] {
  const housed = instances.filter(({ name }) => HOUSED.includes(name));
  const [gateway] = housed;
  if (gateway === undefined) return [...instances];
  const one: ServiceInstance = {
    ...gateway,
    name: ONE_PROCESS,
    service: ONE_PROCESS,
    args: ['dist/tools/one-process/main.js'],
    ports: Object.assign({}, ...housed.map(({ ports }) => ports)) as ServiceInstance['ports'],
    env: (context) => {
      const environments = housed.map(({ name, env }) => [name, variables(name, env(context))] as const);
      const { NODE_ENV = '', MALLOC_ARENA_MAX = '', NODE_COMPILE_CACHE = '' } = gateway.env(context);
      return {
        ...{ NODE_ENV, MALLOC_ARENA_MAX, NODE_COMPILE_CACHE, NODE_OPTIONS: nodeOptions(HEAP_MIB, SEMI_SPACE_MIB) },
        SERVICES: JSON.stringify(Object.fromEntries(environments)),
      };
    },
    healthUrls: (context) => housed.map(({ healthUrl }) => healthUrl(context)),
    publish: (context) => Object.assign({}, ...housed.map(({ publish }) => publish?.(context) ?? {})) as object,
  };
  return [one, ...instances.filter((instance) => !housed.includes(instance))];
}

function variables(name: string, own: Environment): Environment {
  return { ...(name === 'gateway' ? PAGES : {}), ...own, ONE_PROCESS: 'true' };
}
