import type { ServiceName, Stream } from '@paygate/contracts';

/** How topics and consumer groups are called in one deployment: everything begins with its prefix. */
export class Names {
  constructor(private readonly prefix: string) {}

  topic(stream: Stream): string {
    return `${this.prefix}.${stream.name}`;
  }

  /** The group in which the instances of a service share its work. */
  serviceGroup(service: ServiceName | 'operator'): string {
    return `${this.prefix}.${service}`;
  }

  /** The group of one instance that reads replies and tables: no other instance joins it. */
  instanceGroup(instance: string): string {
    return `${this.prefix}.replies.${instance}`;
  }
}
