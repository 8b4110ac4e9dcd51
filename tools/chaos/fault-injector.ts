import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signalTree } from '@paygate/testing';
import type { OwnStack } from '../stack/own-stack.js';
import { isHealthy, until } from '../stack/own-stack.js';
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

const PROGRESS_MS = 90_000;
const ENDED_MS = 20_000;
const READY_MS = 90_000;
/** Injects faults into a stack under load: all faults of a strike at once, after some payments, and the next strike after recovery. */
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

  async strike({ number, afterPayments, faults }: Strike): Promise<readonly Struck[]> {
    const goal = this.payers.finished + afterPayments;
    await until(`${afterPayments} payments more`, PROGRESS_MS, () => this.payers.finished >= goal);
    const { inFlight } = this.payers;
    const began = performance.now();
    const settled = this.payers.settleInFlight().then(() => performance.now() - began);
    const ready = await Promise.all(
      faults.map(async (fault) => {
        await this.#inflict(fault);
        return performance.now() - began;
      }),
    );
    const settledMs = await within(settled, this.healedMs, `strike ${number}: payments in flight are finished`);
    return faults.map((fault, index) => ({
      ...{ strike: number, fault, process: processOf(fault), inFlight, settledMs },
      readyMs: ready[index] ?? 0,
    }));
  }

  /** Injects one fault. Resolves when the process is ready again. */
  async #inflict(fault: Fault): Promise<void> {
    const name = processOf(fault);
    const pid = this.stack.pidOf(name);
    switch (fault.kind) {
      case 'kill':
        await (fault.target === 'redis' ? this.#killRedisAndData(pid) : this.#end(name, pid, 'SIGKILL'));
        break;
      case 'restart':
        await this.#end(name, pid, 'SIGTERM');
        break;
      case 'freeze':
        await freeze(pid, fault.frozenMs);
        await this.#ready(name, 0);
        return;
    }
    await this.#ready(name, pid);
  }

  /** Ends the process, and checks in the runner's output that this signal was the cause. */
  async #end(name: string, pid: number, signal: 'SIGKILL' | 'SIGTERM', whileDown?: () => void): Promise<void> {
    const ended = (): number =>
      this.stack.output.filter(
        (line) => line.includes(`${name} ended (`) && (signal === 'SIGTERM' || line.includes(signal)),
      ).length;
    const before = ended();
    process.kill(pid, signal === 'SIGTERM' && name === 'postgres' ? 'SIGINT' : signal);
    await until(`${name} (pid ${pid}) is gone`, ENDED_MS, () => !existsSync(`/proc/${pid}`));
    whileDown?.();
    await until(`${name} ended by ${signal}`, ENDED_MS, () => ended() > before);
  }

  /** Kills Redis and deletes its data before it is restarted. */
  async #killRedisAndData(pid: number): Promise<void> {
    this.stack.holdDown('redis');
    await this.#end('redis', pid, 'SIGKILL', () => {
      this.#wipeRedis();
    });
  }

  #wipeRedis(): void {
    const data = join(this.stack.root, 'data', 'redis');
    for (const file of readdirSync(data)) rmSync(join(data, file), { recursive: true, force: true });
    this.stack.releaseHold('redis');
  }

  async #ready(name: string, pidBefore: number): Promise<void> {
    await until(`${name} is ready again`, READY_MS, async () => {
      const { services, engines } = this.stack.facts;
      const service = services.find((found) => found.name === name);
      const pid = (service ?? engines.find((found) => found.name === name))?.pid ?? 0;
      if (pid === 0 || pid === pidBefore) return false;
      if (service !== undefined) return isHealthy(service.healthUrl);
      return pidBefore === 0 || this.stack.output.some((line) => line.includes(`${name} is back (pid ${pid})`));
    });
  }
}

async function freeze(pid: number, frozenMs: number): Promise<void> {
  signalTree(pid, 'SIGSTOP');
  try {
    await delay(frozenMs);
  } finally {
    signalTree(pid, 'SIGCONT');
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
