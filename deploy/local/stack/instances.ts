import { StackError } from '../errors.ts';
import type { ServiceDefinition, StackContext } from './plan.ts';
import type { InstanceCounts } from './start-options.ts';

/** One process of a service: `intents`, `intents-2`, … The first has the service's own name. */
export interface ServiceInstance extends ServiceDefinition {
  readonly service: string;
  /** Of a process of several services: all of them. */
  readonly healthUrls?: (context: StackContext) => readonly string[];
}

/** Throws a StackError for a count of a service that does not exist or can have one instance only. */
export function checkCounts(services: readonly ServiceDefinition[], counts: InstanceCounts): void {
  const scalable = services.filter(({ single }) => single !== true).map(({ name }) => name);
  const foreign = Object.keys(counts.of).find((name) => !scalable.includes(name));
  if (foreign !== undefined) {
    throw new StackError(`there can be several instances of ${scalable.join(', ')}, but not of "${foreign}"`);
  }
}

/** Every process of the services, in the order of the services. */
export function instancesOf(services: readonly ServiceDefinition[], counts: InstanceCounts): ServiceInstance[] {
  return services.flatMap((service) => {
    const count = service.single === true ? 1 : (counts.of[service.name] ?? counts.each);
    return Array.from({ length: count }, (_, index) => instance(service, index + 1));
  });
}

function instance(service: ServiceDefinition, number: number): ServiceInstance {
  if (number === 1) return { ...service, service: service.name };
  const named = (name: string): string => `${name}-${String(number)}`;
  const own = (context: StackContext): StackContext => ({
    ...context,
    port: (name) => context.port(name in service.ports ? named(name) : name),
  });
  const { url, afterDemo = false } = service;
  return {
    service: service.name,
    name: named(service.name),
    args: service.args,
    afterDemo,
    database: false,
    // ports that the environment sets or that have a well-known number are those of the first instance
    ports: Object.fromEntries(Object.keys(service.ports).map((name) => [named(name), {}])),
    env: (context) => service.env(own(context)),
    healthUrl: (context) => service.healthUrl(own(context)),
    ...(url === undefined ? {} : { url: (context: StackContext) => url(own(context)) }),
  };
}
