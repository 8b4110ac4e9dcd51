import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import type { EngineContext } from '../engines/engine.ts';
import { StackError } from '../errors.ts';
import type { StackPaths } from '../paths.ts';
import { Ports } from '../ports.ts';
import { RUN_VARIABLE } from '../process/identity.ts';
import { endLeftovers, rootOfMarker, runMarker } from '../process/leftovers.ts';
import { releaseLock, takeLock } from '../process/lock.ts';
import type { LockHolder } from '../process/lock.ts';
import { ProcessFile } from '../process/process-file.ts';
import { Supervisor } from '../process/supervisor.ts';
import { print } from '../progress.ts';
import { Secrets } from '../secrets/secrets.ts';
import { deleteState } from './state.ts';
import { within } from '../waiting.ts';

const WATCHDOG_END_MS = 10_000;
const LAUNCHER_VARIABLE = 'PAYGATE_LAUNCHER_FD';

/** Exclusive ownership of a stack root, from taking the lock to releasing it with nothing left running. */
export interface Session {
  readonly paths: StackPaths;
  readonly marker: string;
  readonly processFile: ProcessFile;
  readonly supervisor: Supervisor;
  readonly ports: Ports;
  readonly secrets: Secrets;
  /** settles with the reason when the stack must stop */
  readonly stopRequested: Promise<StopReason>;
  readonly requestStop: (reason: StopReason) => void;
  /** called whenever a process starts, becomes ready or ends */
  onChange: () => void;
  close(): Promise<void>;
}

export interface StopReason {
  readonly why: string;
  readonly exitCode: number;
}

export class AlreadyRunning extends StackError {
  readonly holder: LockHolder;
  constructor(holder: LockHolder, root: string) {
    super(`${root} is in use by "${holder.command}" (pid ${String(holder.pid)})`);
    this.holder = holder;
  }
}

export interface SessionOptions {
  /** shown by a command that finds the stack in use */
  readonly command: string;
  /** whether the environment may set ports, and well-known numbers are preferred */
  readonly fixedPorts: boolean;
  /** deletes what an earlier run kept */
  readonly fresh?: boolean;
}

export async function openSession(paths: StackPaths, options: SessionOptions): Promise<Session> {
  mkdirSync(paths.root, { recursive: true });
  const holder = takeLock(paths.lockFile, options.command);
  if (holder !== undefined) throw new AlreadyRunning(holder, paths.root);
  const stop = Promise.withResolvers<StopReason>();
  const ignoreSignals = stopOnSignals(stop.resolve);
  const ended = await endLeftovers(paths, (marker) => rootOfMarker(marker) === paths.root);
  if (ended > 0) print(`ended ${String(ended)} processes of an earlier run`);
  // left by a run that was killed
  for (const stale of [paths.hold, paths.stackFile]) rmSync(stale, { recursive: true, force: true });
  if (options.fresh === true) deleteState(paths, () => undefined);
  prepareRoot(paths);
  const marker = runMarker(randomUUID(), paths.root);
  const watchdog = startWatchdog(paths, marker);
  const home = { paths, marker, processFile: new ProcessFile(paths.processFile) };
  const supervisor = new Supervisor({
    ...home,
    onChange: () => {
      session.onChange();
    },
    onGiveUp: (role, text) => {
      print(text);
      // a stack can do without one service, but not without an engine
      if (role === 'engine') stop.resolve({ why: 'an engine cannot be kept up', exitCode: 1 });
    },
    print,
  });
  const session: Session = {
    ...home,
    supervisor,
    ports: new Ports(paths.portsFile, options.fixedPorts),
    secrets: new Secrets(paths.secretsFile),
    stopRequested: stop.promise,
    requestStop: stop.resolve,
    onChange: () => undefined,
    close: async () => {
      await supervisor.stop();
      rmSync(paths.stackFile, { force: true });
      await endWatchdog(watchdog);
      releaseLock(paths.lockFile);
      ignoreSignals();
    },
  };
  return session;
}

export function engineContext(session: Session, shortLived: boolean): EngineContext {
  const { paths, ports, secrets, supervisor } = session;
  return { paths, ports, secrets, shortLived, run: (oneShot) => supervisor.run(oneShot) };
}

export function stopSignal(session: Session): AbortSignal {
  const abort = new AbortController();
  void session.stopRequested.then(() => {
    abort.abort();
  });
  return abort.signal;
}

/** PostgreSQL may run as another user, which must be able to enter the root. Secret files have their own mode. */
function prepareRoot(paths: StackPaths): void {
  for (const directory of [paths.root, paths.data]) {
    mkdirSync(directory, { recursive: true });
    chmodSync(directory, 0o755);
  }
  for (const directory of [paths.logs, paths.tls]) mkdirSync(directory, { recursive: true, mode: 0o700 });
}

/** The handlers stay until the end: a second Ctrl-C, or the signal that npm passes on, must not interrupt the stop. */
function stopOnSignals(stop: (reason: StopReason) => void): () => void {
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const handlers = signals.map((signal) => {
    const handler = (): void => {
      stop({ why: signal, exitCode: 0 });
    };
    process.on(signal, handler);
    return (): void => {
      process.removeListener(signal, handler);
    };
  });
  const launcher = watchLauncher(() => {
    stop({ why: 'the command that started this is gone', exitCode: 1 });
  });
  return () => {
    for (const remove of handlers) remove();
    launcher();
  };
}

/** The launcher holds the other end of a pipe. When the launcher is killed, the stack shuts down gracefully. */
function watchLauncher(onGone: () => void): () => void {
  const descriptor = Number(process.env[LAUNCHER_VARIABLE]);
  // removed from the environment, because in a child the descriptor would be another file
  Reflect.deleteProperty(process.env, LAUNCHER_VARIABLE);
  if (!(descriptor > 2)) return () => undefined;
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false });
  pipe.once('end', onGone).on('error', onGone).resume();
  return () => {
    pipe.destroy();
  };
}

function startWatchdog(paths: StackPaths, marker: string): ChildProcess {
  const environment = { ...process.env };
  // without the run's marker the watchdog does not find itself, and the next start does not end it
  Reflect.deleteProperty(environment, RUN_VARIABLE);
  const program = join(import.meta.dirname, '..', 'process', 'watchdog.ts');
  const watchdog = spawn(process.execPath, [program, paths.root, marker], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: environment,
    cwd: paths.root,
  });
  watchdog.on('error', (error) => {
    print(`no watchdog: ${error.message}`);
  });
  return watchdog;
}

async function endWatchdog(watchdog: ChildProcess): Promise<void> {
  if (watchdog.exitCode !== null || watchdog.signalCode !== null || watchdog.pid === undefined) return;
  const gone = once(watchdog, 'exit');
  watchdog.stdin?.end();
  // on a busy machine it may still be starting
  await within(gone, WATCHDOG_END_MS, 'the watchdog').catch(() => watchdog.kill('SIGKILL'));
  await gone;
}
