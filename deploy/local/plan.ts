import type { EngineUrls } from './engines/engines.ts';
import type { StackPaths } from './paths.ts';
import type { PortWish } from './ports.ts';
import type { OneShot } from './process/supervisor.ts';
import type { Secrets } from './secrets.ts';
import type { StackFragment } from './stack-file.ts';
import type { StartOptions } from './start-options.ts';
import type { TlsFiles } from './tls.ts';

export type Environment = Readonly<Record<string, string>>;

/** What a process of the stack may need to know of the rest, complete before the first of them starts. */
export interface StackContext {
  readonly paths: StackPaths;
  readonly options: StartOptions;
  readonly engines: EngineUrls;
  readonly secrets: Secrets;
  readonly tls: TlsFiles;
  /** a port that some service of the plan declares; an error for any other name */
  readonly port: (name: string) => number;
  /** the service's own database, under its own role; an error when the service declares none */
  readonly databaseUrl: (service: string) => string;
  /** the same, under the role that owns its tables */
  readonly migrationUrl: (service: string) => string;
}

export interface ServiceDefinition {
  readonly name: string;
  /** what Node is given, relative to the repository */
  readonly args: readonly string[];
  /** it keeps in memory what all ask it for, so there is one of it whatever is asked for */
  readonly single?: boolean;
  /** a database and a role are made for it: paygate_<name> */
  readonly database: boolean;
  /** by name: the first is where /readyz answers, unless healthUrl says otherwise */
  readonly ports: Readonly<Record<string, PortWish>>;
  readonly env: (context: StackContext) => Environment;
  readonly healthUrl: (context: StackContext) => string;
  /** where it serves others than probes */
  readonly url?: (context: StackContext) => string;
  /** its part of stack.json */
  readonly publish?: (context: StackContext) => StackFragment;
}

/** Runs to its end between the engines and the services; all of them at once. */
export interface Preparation {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: (context: StackContext) => Environment;
}

export interface DemoContext extends StackContext {
  /** what stack.json holds so far: addresses of the services, no merchant yet */
  readonly stack: StackFragment;
  readonly say: (text: string) => void;
  /** runs a process to its end, as one of the stack's own */
  readonly run: (oneShot: OneShot) => Promise<void>;
  /** aborted when the stack is to stop */
  readonly signal: AbortSignal;
}

export interface DemoResult {
  /** merchant and users, for stack.json */
  readonly fragment: StackFragment;
  /** what is printed when everything is up, line by line */
  readonly banner: readonly string[];
}

/** Everything that makes one stack differ from another on the same engines. */
export interface StackPlan {
  readonly build: OneShot | undefined;
  readonly preparations: readonly Preparation[];
  readonly services: readonly ServiceDefinition[];
  readonly demo: (context: DemoContext) => Promise<DemoResult>;
}
