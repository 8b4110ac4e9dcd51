import { StackError } from './errors.ts';
import type { ServiceDefinition, StackContext } from './plan.ts';
import type { InstanceCounts } from './start-options.ts';

/** One process of a service: `intents`, `intents-2`, …; the first bears the service's own name and is told of in its place. */
export interface ServiceInstance extends ServiceDefinition {
  readonly service: string;
}

/** Throws a StackError where a count is of what there is only one of, or none. */
export function refuseForeign(services: readonly ServiceDefinition[], counts: InstanceCounts): void {
  const scalable = services.filter(({ single }) => single !== true).map(({ name }) => name);
  const foreign = Object.keys(counts.of).find((name) => !scalable.includes(name));
  if (foreign !== undefined) {
    throw new StackError(`there can be several instances of ${scalable.join(', ')}, but not of "${foreign}"`);
  }
}

/** Every process of the services, in their order. */
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
  const { url } = service;
  return {
    service: service.name,
    name: named(service.name),
    args: service.args,
    database: false,
    // what the environment fixes, or a person remembers, is the first one's
    ports: Object.fromEntries(Object.keys(service.ports).map((name) => [named(name), {}])),
    env: (context) => service.env(own(context)),
    healthUrl: (context) => service.healthUrl(own(context)),
    ...(url === undefined ? {} : { url: (context: StackContext) => url(own(context)) }),
  };
}
