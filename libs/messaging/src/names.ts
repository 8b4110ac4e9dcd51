import type { Principal, Stream } from '@paygate/contracts';

/** The names of topics and consumer groups in one deployment: everything begins with its prefix. */
export class Names {
  constructor(private readonly prefix: string) {}

  topic(stream: Stream): string {
    return `${this.prefix}.${stream.name}`;
  }

  /** The group in which the instances of a service share its work. */
  serviceGroup(service: Principal): string {
    return `${this.prefix}.${service}`;
  }

  /** The group of one instance that reads replies and tables: no other instance joins it. */
  instanceGroup(principal: Principal, instance: string): string {
    return `${this.groupPrefix(principal)}replies.${instance}`;
  }

  /** The prefix of all groups of a principal, besides {@link serviceGroup}. */
  groupPrefix(principal: Principal): string {
    return `${this.prefix}.${principal}.`;
  }

  /** The prefix of all topics and groups of the deployment. */
  get ownPrefix(): string {
    return `${this.prefix}.`;
  }

  /** True when a topic or group belongs to the deployment. */
  isOwn(name: string): boolean {
    return name.startsWith(this.ownPrefix);
  }

  /** True when the names of all topics and groups of the deployment begin with `text`. */
  ownBeginWith(text: string): boolean {
    return this.ownPrefix.startsWith(text);
  }

  /** The name of a process at the broker. */
  user(process: Principal | 'autoscaler'): string {
    return `${this.prefix}-${process}`;
  }
}
