import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StackError, StoppingError } from '../errors.ts';
import type { StackPaths } from '../paths.ts';
import { becomesTrue } from '../waiting.ts';
import { ProcessGroup } from './group.ts';
import type { Exit, GroupOptions } from './group.ts';
import { lastLines, logPath, rotateLogs } from './log-file.ts';
import type { ProcessFile, Role } from './process-file.ts';

const RESTART_WINDOW_MS = 60_000;
const MAX_DEATHS = 20;
/** for a process that was never ready: its configuration is wrong, and the start should fail soon */
const MAX_DEATHS_BEFORE_READY = 3;
const RESTART_DELAY_MS = 500;
/** a process that dies sooner after its start is restarted after a delay */
const SETTLED_MS = 5000;
const ROTATE_EVERY_MS = 5000;
const LOG_LINES_SHOWN = 15;

/** A process that must run for as long as the stack does. */
export interface ProcessDefinition extends GroupOptions {
  readonly role: Exclude<Role, 'one-shot'>;
  /** whether it serves now; an error means no */
  readonly isReady: () => Promise<boolean>;
  readonly readyWithinMs: number;
}

export type OneShot = GroupOptions;

export interface ProcessStatus {
  readonly name: string;
  readonly role: Role;
  readonly pid: number;
  readonly ready: boolean;
}

export interface SupervisorOptions {
  readonly paths: StackPaths;
  readonly marker: string;
  readonly processFile: ProcessFile;
  readonly onChange: () => void;
  /** a process died more often than is allowed; the text has its name, how often it died and its last log lines */
  readonly onGiveUp: (role: Role, text: string) => void;
  readonly print: (text: string) => void;
}

interface Supervised {
  readonly definition: ProcessDefinition;
  group: ProcessGroup | undefined;
  launchedMs: number;
  ready: boolean;
  everReady: boolean;
  readonly deaths: number[];
  gaveUp: boolean;
  failure: string | undefined;
}

/** Owns every process of a stack: starts it, restarts it when it dies, and ends it. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #supervised = new Map<string, Supervised>();
  readonly #oneShots = new Set<ProcessGroup>();
  readonly #rotation: NodeJS.Timeout;
  #stopping: Promise<void> | undefined;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#rotation = setInterval(() => {
      rotateLogs(options.paths.logs);
    }, ROTATE_EVERY_MS);
    this.#rotation.unref();
  }

  get stopping(): boolean {
    return this.#stopping !== undefined;
  }

  processes(): ProcessStatus[] {
    return [...this.#supervised.values()].map(({ definition, group, ready }) => ({
      name: definition.name,
      role: definition.role,
      pid: group?.pid ?? 0,
      ready,
    }));
  }

  /** Resolves when the process serves. A process that dies earlier is restarted within the same time limit. */
  async start(definition: ProcessDefinition): Promise<void> {
    this.#refuseWhenStopping();
    const supervised = newlySupervised(definition);
    this.#supervised.set(definition.name, supervised);
    this.#launch(supervised);
    const decided = (): boolean => this.stopping || supervised.gaveUp || supervised.ready;
    await becomesTrue(decided, definition.readyWithinMs);
    this.#refuseWhenStopping();
    if (supervised.ready) return;
    throw new StackError(supervised.failure ?? this.#describeFailure(definition.name, 'does not get ready'));
  }

  /** Runs a process to its end. The error of a failure has the last lines of its log. */
  async run(oneShot: OneShot): Promise<void> {
    this.#refuseWhenStopping();
    const group = ProcessGroup.spawn({ ...oneShot, role: 'one-shot' }, this.#options);
    this.#oneShots.add(group);
    const exit = await group.exited;
    this.#oneShots.delete(group);
    this.#refuseWhenStopping();
    if (exit.code !== 0) throw new StackError(this.#describeFailure(oneShot.name, `failed (${describeExit(exit)})`));
  }

  /** Stops all services at once, then all engines, so that services can finish their work. Idempotent. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    clearInterval(this.#rotation);
    await Promise.all([...this.#oneShots].map((group) => group.stop()));
    for (const role of ['service', 'engine'] as const) {
      const members = [...this.#supervised.values()].filter(({ definition }) => definition.role === role);
      await Promise.all(members.map(async ({ group }) => group?.stop()));
    }
  }

  #launch(supervised: Supervised): void {
    const group = ProcessGroup.spawn(supervised.definition, this.#options);
    supervised.group = group;
    supervised.launchedMs = performance.now();
    this.#options.onChange();
    void this.#awaitReadiness(supervised, group);
    void group.exited.then((exit) => this.#onExit(supervised, exit));
  }

  async #awaitReadiness(supervised: Supervised, group: ProcessGroup): Promise<void> {
    const { definition } = supervised;
    const over = (): boolean => supervised.group !== group || this.stopping;
    const served = await becomesTrue(async () => over() || (await definition.isReady()), definition.readyWithinMs);
    if (!served || over()) return;
    supervised.ready = true;
    supervised.everReady = true;
    if (supervised.deaths.length > 0) this.#options.print(`${definition.name} is back (pid ${String(group.pid)})`);
    this.#options.onChange();
  }

  async #onExit(supervised: Supervised, exit: Exit): Promise<void> {
    const { definition } = supervised;
    supervised.group = undefined;
    supervised.ready = false;
    if (this.stopping) return;
    this.#options.onChange();
    await this.#whileHeld(definition.name);
    const deaths = this.#countDeath(supervised);
    if (deaths > (supervised.everReady ? MAX_DEATHS : MAX_DEATHS_BEFORE_READY)) {
      const often = `died ${String(deaths)} times within a minute and is not restarted`;
      this.#giveUp(supervised, this.#describeFailure(definition.name, `${often} (${describeExit(exit)})`));
      return;
    }
    this.#options.print(`${definition.name} ended (${describeExit(exit)}), restarting it`);
    if (performance.now() - supervised.launchedMs < SETTLED_MS) await sleep(RESTART_DELAY_MS);
    this.#relaunch(supervised);
  }

  /** Deaths of a service count only while all engines are ready: a service that lacks an engine is not at fault. */
  #countDeath(supervised: Supervised): number {
    const { deaths, definition } = supervised;
    const now = performance.now();
    while (deaths[0] !== undefined && deaths[0] < now - RESTART_WINDOW_MS) deaths.shift();
    const engines = this.processes().filter(({ role }) => role === 'engine');
    if (definition.role === 'engine' || engines.every(({ ready }) => ready)) deaths.push(now);
    return deaths.length;
  }

  #relaunch(supervised: Supervised): void {
    if (this.stopping) return;
    try {
      this.#launch(supervised);
    } catch (error) {
      this.#giveUp(supervised, `${supervised.definition.name} cannot be started: ${String(error)}`);
    }
  }

  #giveUp(supervised: Supervised, text: string): void {
    supervised.gaveUp = true;
    supervised.failure = text;
    this.#options.onGiveUp(supervised.definition.role, text);
  }

  /** Waits while a file with the process's name is in the hold folder: failure tests keep a process down with it. */
  async #whileHeld(name: string): Promise<void> {
    const file = join(this.#options.paths.hold, name);
    await becomesTrue(() => this.stopping || !existsSync(file), Number.POSITIVE_INFINITY);
  }

  #refuseWhenStopping(): void {
    if (this.stopping) throw new StoppingError();
  }

  #describeFailure(name: string, what: string): string {
    const path = logPath(this.#options.paths.logs, name);
    const lines = lastLines(path, LOG_LINES_SHOWN).map((line) => `    ${line}`);
    if (lines.length === 0) return `${name} ${what}`;
    return [`${name} ${what}; the last lines of ${path}:`, ...lines].join('\n');
  }
}

function newlySupervised(definition: ProcessDefinition): Supervised {
  const state = { group: undefined, launchedMs: 0, ready: false, everReady: false, gaveUp: false, failure: undefined };
  return { definition, deaths: [], ...state };
}

function describeExit(exit: Exit): string {
  if (exit.error !== undefined) return exit.error;
  return exit.signal ?? `exit code ${String(exit.code)}`;
}
