import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@paygate/testing';
import type { OwnStack } from '../stack/own-stack.js';
import { until } from '../stack/own-stack.js';
import type { Fault, Strike } from './faults.js';
import { processOf } from './faults.js';
import type { Payers } from './payers.js';

/** One injected fault and how long the recovery took. */
export interface Struck {
  readonly strike: number;
  readonly fault: Fault;
  readonly process: string;
  readonly inFlight: number;
  /** From the fault until the process was ready again. Milliseconds. */
  readonly readyMs: number;
  /** From the fault until every payment that was in flight had ended. Milliseconds. */
  readonly settledMs: number;
}

/** A strike whose processes are ready again. */
export interface Stricken {
  /** Resolves when the payments that were in flight have ended. */
  readonly settled: Promise<readonly Struck[]>;
}

const PROGRESS_MS = 90_000;
const ENDED_MS = 20_000;
/** Injects faults into a stack under load: all faults of a strike at once, after some payments. */
export class FaultInjector {
  constructor(
    private readonly stack: OwnStack,
    private readonly payers: Payers,
    /** The time for all payments that were in flight to end. Milliseconds. */
    private readonly healedMs: number,
  ) {}

  /** Waits until as many payments have finished as there are payers, because processes are slower just after their start. */
  async warmUp(payers: number): Promise<void> {
    await until(`${payers} payments`, PROGRESS_MS, () => this.payers.finished >= payers);
  }

  async strike({ number, afterPayments, faults }: Strike): Promise<Stricken> {
    const goal = this.payers.finished + afterPayments;
    await until(`${afterPayments} payments more`, PROGRESS_MS, () => this.payers.finished >= goal);
    const { inFlight } = this.payers;
    const began = performance.now();
    const ended = this.payers.settleInFlight().then(() => performance.now() - began);
    const settledMs = within(ended, this.healedMs, `strike ${number}: payments in flight are finished`);
    settledMs.catch(() => undefined);
    const ready = await Promise.all(
      faults.map(async (fault) => {
        await this.#inflict(fault);
        return performance.now() - began;
      }),
    );
    const struck = async (): Promise<readonly Struck[]> => {
      const settled = { inFlight, settledMs: await settledMs };
      return faults.map((fault, index) => ({
        ...{ strike: number, fault, process: processOf(fault), ...settled, readyMs: ready[index] ?? 0 },
      }));
    };
    return { settled: struck() };
  }

  /** Injects one fault. Resolves when the process is ready again. */
  async #inflict(fault: Fault): Promise<void> {
    const { processes } = this.stack;
    const name = processOf(fault);
    if (fault.kind === 'cut') {
      await processes.cut(name);
      return processes.ready([name]);
    }
    if (fault.kind === 'freeze') {
      await processes.whileStopped([name], () => delay(fault.frozenMs));
      return processes.ready([name]);
    }
    const signal = fault.kind === 'kill' ? 'SIGKILL' : 'SIGTERM';
    const before = this.#endings(name, signal);
    const pid =
      fault.kind === 'kill' && name === 'redis' ? await this.#killRedisAndData() : await this.#end(name, signal);
    await until(`${name} ended by ${signal}`, ENDED_MS, () => this.#endings(name, signal) > before);
    await processes.ready([name], pid);
    if (processes.stack.engines.some((engine) => engine.name === name))
      // PostgreSQL may end once more before the processes that it has left behind are gone
      await eventually(() =>
        this.stack.output.some((line) => line.includes(`${name} is back (pid ${processes.pidOf(name)})`)),
      );
  }

  #end(name: string, signal: NodeJS.Signals): Promise<number> {
    return this.stack.processes.end(name, signal === 'SIGTERM' && name === 'postgres' ? 'SIGINT' : signal);
  }

  /** How often the runner has seen the process end, by this signal if it is no graceful one. */
  #endings(name: string, signal: NodeJS.Signals): number {
    const isOne = (line: string): boolean =>
      line.includes(`${name} ended (`) && (signal === 'SIGTERM' || line.includes(signal));
    return this.stack.output.filter(isOne).length;
  }

  /** Kills Redis and deletes its data before it is restarted. */
  async #killRedisAndData(): Promise<number> {
    const pid = await this.stack.processes.keepAway('redis', 'SIGKILL');
    const data = join(this.stack.root, 'data', 'redis');
    for (const file of readdirSync(data)) rmSync(join(data, file), { recursive: true, force: true });
    this.stack.processes.letBack('redis');
    return pid;
  }
}

async function within<Result>(work: Promise<Result>, limitMs: number, what: string): Promise<Result> {
  const abort = new AbortController();
  const limit = delay(limitMs, undefined, { signal: abort.signal }).then(() => {
    throw new Error(`not within ${limitMs} ms: ${what}`);
  });
  limit.catch(() => undefined);
  return Promise.race([work, limit]).finally(() => {
    abort.abort();
  });
}
