import { flushCompileCache } from 'node:module';
import type { Type } from '@nestjs/common';
import type { ConfigClass, Environment } from '../config/load-config.js';
import { ConfigurationError, loadConfig, unreadFiles } from '../config/load-config.js';
import type { ProcessConfig } from '../config/service-config.js';
import { MigrationConfig } from '../config/service-config.js';
import type { MigrationClass } from '../database/migrations.js';
import { awaitMigrations, connectTo, runMigrations } from '../database/migrations.js';
import { Logger } from '../telemetry/logger.js';
import { awaitEngine } from './await-engine.js';
import type { ProcessName } from './platform.module.js';
import { EXIT_CONFIGURATION, EXIT_FAILURE } from './run-tool.js';
import type { HttpEdge, StartedService } from './start-service.js';
import { startService } from './start-service.js';

export interface RunOptions {
  readonly name: ProcessName;
  readonly module: Type;
  readonly config: ConfigClass<ProcessConfig>;
  readonly migrations?: readonly MigrationClass[];
  readonly http?: HttpEdge;
  /** The commands of operators, which `node main.js <name>` runs instead of the service. */
  readonly commands?: Readonly<Record<string, () => Promise<void>>>;
}

/** The sum of all time-outs of the shutdown is below it. */
const SHUTDOWN_TIMEOUT_MS = 15_000;
/** The longest wait of a pod for the job that runs its migrations. */
const MIGRATIONS_TIMEOUT_MS = 600_000;

/**
 * Runs an app: all that its `main.ts` calls. `node main.js` starts the app, `node main.js migrate` runs its migrations and ends, and
 * `node main.js await-migrations` ends when they have run. When the configuration has faults, the process ends with exit code 78 and one message that names them all.
 */
export async function runService(options: RunOptions): Promise<void> {
  const logger = new Logger({ service: options.name, instance: String(process.pid) });
  exitOnUncaughtErrors(options.name, logger);
  try {
    const command = options.commands?.[process.argv[2] ?? ''];
    if (command !== undefined) await command();
    else if (process.argv[2] === 'migrate') await migrate(options);
    else if (process.argv[2] === 'await-migrations') await waitForMigrations(options);
    else await serve([{ service: options }], logger);
  } catch (error) {
    giveUp(options.name, logger, 'the service cannot start', error);
  }
}

/** A service, and the variables that only it reads: those of the process when absent. */
export interface Housed {
  readonly service: RunOptions;
  readonly env?: Environment;
}

/** Runs several services in this process: at a signal all stop together, and what ends one ends all. */
export async function runTogether(housed: readonly Housed[]): Promise<void> {
  const name = housed.map(({ service }) => service.name).join('+');
  const logger = new Logger({ service: name, instance: String(process.pid) });
  exitOnUncaughtErrors(name, logger);
  await serve(housed, logger).catch((error: unknown) => giveUp(name, logger, 'the services cannot start', error));
}

async function serve(housed: readonly Housed[], logger: Logger): Promise<void> {
  const starting = Promise.all(housed.map((one) => start(one, logger)));
  onFirstSignal(() => void end(starting, logger));
  await Promise.all((await starting).map(({ connected }) => connected));
  // at once, because the process may be killed: the next start then finds the compiled code
  flushCompileCache();
}

async function start({ service, env }: Housed, logger: Logger): Promise<StartedService> {
  const { name, module, config: type, http } = service;
  const config = loadConfig(type, env);
  for (const file of unreadFiles(type, env)) logger.warn('the service has no variable of this name', { name: file });
  return startService({ name, module, config, ...(http === undefined ? {} : { http }) });
}

async function migrate({ migrations = [] }: RunOptions): Promise<void> {
  const config = loadConfig(MigrationConfig);
  const { DATABASE_RUNTIME_ROLE: runtimeRole, ENGINE_WAIT_SECONDS: waitSeconds } = config;
  const url = config.DATABASE_URL.reveal();
  await awaitEngine(() => connectTo(url), waitSeconds);
  await runMigrations({ url, migrations, runtimeRole });
  process.exit(0);
}

async function waitForMigrations({ migrations = [] }: RunOptions): Promise<void> {
  const { DATABASE_URL } = loadConfig(MigrationConfig);
  await awaitMigrations({ url: DATABASE_URL.reveal(), migrations, timeoutMs: MIGRATIONS_TIMEOUT_MS });
  process.exit(0);
}

async function end(starting: Promise<readonly StartedService[]>, logger: Logger): Promise<void> {
  setTimeout(() => {
    logger.error('the shutdown took too long');
    process.exit(EXIT_FAILURE);
  }, SHUTDOWN_TIMEOUT_MS).unref();
  const stopping = starting.then((services) => Promise.all(services.map((service) => service.stop())));
  const clean = await stopping.then((stopped) => stopped.every(Boolean)).catch(() => false);
  process.exit(clean ? 0 : EXIT_FAILURE);
}

/** Later signals change nothing: the shutdown is under way, and bounded. */
function onFirstSignal(stop: () => void): void {
  let received = false;
  const handle = (): void => {
    if (!received) stop();
    received = true;
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
}

/** After an uncaught error the state of the process is unknown: it ends, and a new one starts from the database. */
function exitOnUncaughtErrors(name: string, logger: Logger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => giveUp(name, logger, 'an error was not caught', error));
}

function giveUp(name: string, logger: Logger, what: string, error: unknown): never {
  if (error instanceof ConfigurationError) {
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exit(EXIT_CONFIGURATION);
  }
  logger.error(what, error);
  process.exit(EXIT_FAILURE);
}
