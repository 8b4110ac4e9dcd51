import type { Ports } from '../ports.ts';
import type { StackPaths } from '../paths.ts';
import type { OneShot, ProcessDefinition } from '../process/supervisor.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { TlsFiles } from '../secrets/tls.ts';

/** The means with which an engine is prepared. */
export interface EngineContext {
  readonly paths: StackPaths;
  readonly ports: Ports;
  readonly secrets: Secrets;
  /** runs a preparation to its end, as a process of the stack */
  readonly run: (oneShot: OneShot) => Promise<void>;
  /** whether to start sooner at the cost of speed under load */
  readonly shortLived: boolean;
  /** the certificate of engines that demand TLS and a login; undefined for plain text */
  readonly tls?: TlsFiles | undefined;
}

/** An engine that the stack starts, or one that already runs. */
export interface Engine {
  readonly name: EngineName;
  readonly url: string;
  /** the binary, or the variable that gave the address */
  readonly origin: string;
  /** undefined when the address came from the environment: the stack neither starts nor stops it */
  readonly definition: ProcessDefinition | undefined;
  /** the version that the running server reports; an error when it is below the minimum */
  readonly version: () => Promise<string>;
}

export type EngineName = 'postgres' | 'redis' | 'kafka';

export const ENGINE_VARIABLES: Readonly<Record<EngineName, string>> = {
  postgres: 'DATABASE_URL',
  redis: 'REDIS_URL',
  kafka: 'KAFKA_BROKERS',
};

/** True when version `have` is at least `minimum`, by its leading numbers. */
export function isAtLeast(have: string, minimum: string): boolean {
  const [left, right] = [numbers(have), numbers(minimum)];
  for (const [index, wanted] of right.entries()) {
    const got = left[index] ?? 0;
    if (got !== wanted) return got > wanted;
  }
  return true;
}

function numbers(version: string): number[] {
  return (/\d+(?:\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map(Number);
}
