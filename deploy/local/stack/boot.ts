import { auditedOf, auditorUrl, databaseUrl, ensureDatabases, grantAuditor, migrationUrl } from '../databases.ts';
import { startEngines } from '../engines/engines.ts';
import type { EngineUrls } from '../engines/engines.ts';
import { StackError } from '../errors.ts';
import { isHealthy } from './health.ts';
import { instancesOf } from './instances.ts';
import type { ServiceInstance } from './instances.ts';
import { inOneProcess } from './one-process.ts';
import type { StackContext, StackPlan } from './plan.ts';
import type { OneShot } from '../process/supervisor.ts';
import { print, step } from '../progress.ts';
import { stopSignal, engineContext } from './session.ts';
import type { Session } from './session.ts';
import { writeStackFile } from './stack-file.ts';
import type { ServiceFacts, StackFragment } from './stack-file.ts';
import { DEFAULT_START } from './start-options.ts';
import type { StartOptions } from './start-options.ts';
import { ensureTls } from '../secrets/tls.ts';
import type { TlsFiles } from '../secrets/tls.ts';

const SERVICE_READY_MS = 90_000;

export interface BootOptions {
  readonly start: StartOptions;
  /** whether to start engines even if the environment names some, on any free ports, tuned for a short run */
  readonly isolated: boolean;
}

/** Two instances of each service, and high limits, because suites pay more often than a person may. */
export const ISOLATED_BOOT: BootOptions = {
  start: { ...DEFAULT_START, users: 20, limits: 'high', instances: { each: 2, of: {} } },
  isolated: true,
};

/** One instance of each service, with the limits of a production. */
export const PRODUCTION_BOOT: BootOptions = {
  start: { ...DEFAULT_START, secure: true, production: true },
  isolated: true,
};

/** Throws a StackError, before anything is started, for a port that the environment names and that is not free. */
export async function checkPorts({ ports }: Session, { services }: StackPlan): Promise<void> {
  for (const [name, wish] of services.flatMap((service) => Object.entries(service.ports))) {
    await ports.check(name, wish);
  }
}

export async function bootEngines(session: Session, options: BootOptions): Promise<EngineUrls> {
  const tls = options.start.secure ? await ensureTls(session.paths) : undefined;
  return startEngines({
    context: { ...engineContext(session, options.isolated), tls },
    start: (definition) => session.supervisor.start(definition),
    useEnvironment: !options.isolated && tls === undefined,
  });
}

export async function build(session: Session, plan: StackPlan): Promise<void> {
  const { build: oneShot } = plan;
  if (oneShot === undefined) return;
  await step('build', () => session.supervisor.run(oneShot));
}

/** A stack of which more may be started. */
export interface BootedStack {
  /** Starts the instances of each service behind the first one. */
  startOthers(): Promise<void>;
  /** Creates a second demo account, and returns the path of a stack file that names it in place of the first one. */
  addAccount(): Promise<string>;
}

export interface Prepared {
  readonly options: BootOptions;
  readonly engines: EngineUrls;
  /** Leaves all but the first instance of each service to {@link BootedStack.startOthers}. */
  readonly oneOfEach?: boolean;
}

/** Starts the services on engines and a build that are ready, and writes stack.json. */
export async function bootServices(session: Session, plan: StackPlan, prepared: Prepared): Promise<BootedStack> {
  const { options, engines, oneOfEach = false } = prepared;
  const apart = instancesOf(plan.services, options.start.instances);
  const instances = options.start.oneProcess ? inOneProcess(apart) : apart;
  const databases = plan.services.filter(({ database }) => database).map(({ name }) => name);
  const [tls, ports] = await Promise.all([
    ensureTls(session.paths),
    takePorts(session, instances),
    step('databases', () => ensureDatabases(engines.postgres, databases, session.secrets)),
  ]);
  const context = stackContext(session, { options, engines, databases, tls, ports });
  await step('migrations and topics', () => runPreparations(session, plan, context));
  await grantAuditor(engines.postgres, databases);
  const start = (some: readonly ServiceInstance[]): Promise<unknown> =>
    Promise.all(some.map((instance) => startService(session, instance, context)));
  const isFirst = ({ name, service }: ServiceInstance): boolean => name === service;
  const { now = [], later = [] } = Object.groupBy(
    instances.filter((instance) => !oneOfEach || isFirst(instance)),
    ({ afterDemo }) => (afterDemo === true ? 'later' : 'now'),
  );
  await step('services', () => start(now));
  const addAccount = await publish(session, { plan, instances, databases, startLater: () => start(later) }, context);
  return {
    startOthers: () =>
      step('second instances', () => start(instances.filter((instance) => !isFirst(instance)))).then(() => undefined),
    addAccount,
  };
}

interface Started {
  readonly plan: StackPlan;
  readonly instances: readonly ServiceInstance[];
  readonly databases: readonly string[];
  /** Starts what waits for the demo. */
  readonly startLater: () => Promise<unknown>;
}

async function publish(
  session: Session,
  { plan, instances, databases, startLater }: Started,
  context: StackContext,
): Promise<BootedStack['addAccount']> {
  const published = instances.map((instance) => instance.publish?.(context) ?? {});
  const addresses = published.reduce<StackFragment>((all, part) => ({ ...all, ...part }), {});
  const signal = stopSignal(session);
  const run = (oneShot: OneShot): Promise<void> => session.supervisor.run(oneShot);
  const demoContext = { ...context, stack: addresses, print, run, signal };
  const demo = await plan.demo(demoContext);
  await startLater();
  const { engines, secrets } = context;
  const audited = auditedOf(databases).map((name) => [name, auditorUrl(engines.postgres, name, secrets)] as const);
  const fragment = { ...addresses, ...demo.fragment, auditor: { databases: Object.fromEntries(audited) } };
  const files = new Map<string, StackFragment>([[session.paths.stackFile, fragment]]);
  const services = new Map(instances.map((instance) => [instance.name, factsOf(instance, context)]));
  const write = (): void => {
    if (session.supervisor.stopping) return;
    const processes = session.supervisor.processes();
    for (const [path, accounts] of files) writeStackFile(path, { engines, fragment: accounts, processes, services });
  };
  session.onChange = write;
  write();
  for (const line of demo.banner) process.stdout.write(`${line}\n`);
  return async () => {
    const path = `${session.paths.stackFile}.second`;
    files.set(path, { ...fragment, ...(await plan.secondAccount(demoContext, demo.fragment)) });
    write();
    return path;
  };
}

function factsOf({ service, healthUrl, url }: ServiceInstance, context: StackContext): ServiceFacts {
  return { service, healthUrl: healthUrl(context), ...(url === undefined ? {} : { url: url(context) }) };
}

async function takePorts(session: Session, services: readonly ServiceInstance[]): Promise<Map<string, number>> {
  const ports = new Map<string, number>();
  for (const service of services) {
    for (const [name, wish] of Object.entries(service.ports)) ports.set(name, await session.ports.take(name, wish));
  }
  return ports;
}

interface Parts {
  readonly options: BootOptions;
  readonly engines: EngineUrls;
  readonly databases: readonly string[];
  readonly tls: TlsFiles;
  readonly ports: ReadonlyMap<string, number>;
}

function stackContext(session: Session, parts: Parts): StackContext {
  const { paths, secrets } = session;
  const urlBy =
    (urlOf: typeof databaseUrl) =>
    (service: string): string => {
      if (!parts.databases.includes(service)) throw new StackError(`"${service}" declares no database`);
      return urlOf(parts.engines.postgres, service, secrets);
    };
  const port = (name: string): number => {
    const declared = parts.ports.get(name);
    if (declared === undefined) throw new StackError(`no service declares the port "${name}"`);
    return declared;
  };
  return {
    paths,
    secrets,
    options: parts.options.start,
    engines: parts.engines,
    tls: parts.tls,
    port,
    firstPort: port,
    databaseUrl: urlBy(databaseUrl),
    migrationUrl: urlBy(migrationUrl),
  };
}

async function runPreparations(session: Session, plan: StackPlan, context: StackContext): Promise<void> {
  const runs = plan.preparations.map(({ name, args, env }) =>
    session.supervisor.run({ name, command: process.execPath, args, env: env(context) }),
  );
  await everySettled(runs);
}

async function startService(session: Session, service: ServiceInstance, context: StackContext): Promise<void> {
  const healthUrls = service.healthUrls?.(context) ?? [service.healthUrl(context)];
  await session.supervisor.start({
    name: service.name,
    role: 'service',
    command: process.execPath,
    args: service.args,
    env: service.env(context),
    isReady: async () => (await Promise.all(healthUrls.map(isHealthy))).every(Boolean),
    readyWithinMs: SERVICE_READY_MS,
  });
}

/** Reports all failures at once: one wrong setting often shows in several places. */
async function everySettled(work: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const reasons = results.filter((result) => result.status === 'rejected').map((result): unknown => result.reason);
  if (reasons.length === 1) throw reasons[0];
  if (reasons.length > 1) throw new AggregateError(reasons);
}
