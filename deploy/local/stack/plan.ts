import type { EngineUrls } from '../engines/engines.ts';
import type { StackPaths } from '../paths.ts';
import type { PortWish } from '../ports.ts';
import type { OneShot } from '../process/supervisor.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { StackFragment } from './stack-file.ts';
import type { StartOptions } from './start-options.ts';
import type { TlsFiles } from '../secrets/tls.ts';

export type Environment = Readonly<Record<string, string>>;

/** The context that the environment of a process may depend on, complete before the first process starts. */
export interface StackContext {
  readonly paths: StackPaths;
  readonly options: StartOptions;
  readonly engines: EngineUrls;
  readonly secrets: Secrets;
  readonly tls: TlsFiles;
  /** a port that a service of the plan declares; throws for any other name */
  readonly port: (name: string) => number;
  /** the same of the first instance, whichever instance asks */
  readonly firstPort: (name: string) => number;
  /** the service's own database, under its own role; throws when the service declares none */
  readonly databaseUrl: (service: string) => string;
  /** the same, under the role that owns its tables */
  readonly migrationUrl: (service: string) => string;
}

export interface ServiceDefinition {
  readonly name: string;
  /** arguments of Node, relative to the repository */
  readonly args: readonly string[];
  /** there is one instance only */
  readonly single?: boolean;
  /** its environment names the demo merchant, which a first start has yet to create: it starts after the demo */
  readonly afterDemo?: boolean;
  /** whether it has a database and a role: paygate_<name> */
  readonly database: boolean;
  /** by name */
  readonly ports: Readonly<Record<string, PortWish>>;
  readonly env: (context: StackContext) => Environment;
  readonly healthUrl: (context: StackContext) => string;
  /** its address for clients, if it has any */
  readonly url?: (context: StackContext) => string;
  /** its part of stack.json */
  readonly publish?: (context: StackContext) => StackFragment;
}

/** Runs to its end after the engines and before the services, all preparations at once. */
export interface Preparation {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: (context: StackContext) => Environment;
}

export interface DemoContext extends StackContext {
  /** stack.json so far: addresses of the services, no merchant yet */
  readonly stack: StackFragment;
  readonly print: (text: string) => void;
  /** runs a process to its end, as a process of the stack */
  readonly run: (oneShot: OneShot) => Promise<void>;
  /** aborted when the stack must stop */
  readonly signal: AbortSignal;
}

export interface DemoResult {
  /** merchant and users, for stack.json */
  readonly fragment: StackFragment;
  /** the lines that are printed when everything is up */
  readonly banner: readonly string[];
}

/** The parts of a stack besides the engines. */
export interface StackPlan {
  readonly build: OneShot | undefined;
  readonly preparations: readonly Preparation[];
  readonly services: readonly ServiceDefinition[];
  readonly demo: (context: DemoContext) => Promise<DemoResult>;
  /** Creates another account, whose users begin in the middle of the first one's. */
  readonly secondAccount: (context: DemoContext, first: StackFragment) => Promise<StackFragment>;
}
