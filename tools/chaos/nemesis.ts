import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signalTree } from '@paygate/testing';
import type { OwnStack } from '../stack/own-stack.js';
import { answersOk, until } from '../stack/own-stack.js';
import type { Fault, Strike } from './faults.js';
import { processOf } from './faults.js';
import type { Fleet } from './fleet.js';

/** What one fault did, and how long it took until all was well. */
export interface Struck {
  readonly strike: number;
  readonly fault: Fault;
  readonly process: string;
  readonly inFlight: number;
  /** From the fault until the process was ready again. Milliseconds. */
  readonly readyMs: number;
  /** From the fault until every payment that was on its way when it struck had come to its end. Milliseconds. */
  readonly settledMs: number;
}

const PROGRESS_MS = 90_000;
const ENDED_MS = 20_000;
const READY_MS = 90_000;
/** From all processes being ready again until all is well. */
const HEALED_MS = 60_000;

/** Strikes at a stack under traffic: after progress, all faults of a strike at once, and the next when all is healed. */
export class Nemesis {
  constructor(
    private readonly stack: OwnStack,
    private readonly fleet: Fleet,
  ) {}

  /** Until as many payments have finished as there are payers: processes that have just begun to serve are slower at everything. */
  async warmUp(payers: number): Promise<void> {
    await until(`${payers} payments`, PROGRESS_MS, () => this.fleet.finished >= payers);
  }

  async strike({ number, afterPayments, faults }: Strike): Promise<readonly Struck[]> {
    const goal = this.fleet.finished + afterPayments;
    await until(`${afterPayments} payments more`, PROGRESS_MS, () => this.fleet.finished >= goal);
    const { inFlight } = this.fleet;
    const began = performance.now();
    const settled = this.fleet.settleInFlight().then(() => performance.now() - began);
    const ready = await Promise.all(
      faults.map(async (fault) => {
        await this.#inflict(fault);
        return performance.now() - began;
      }),
    );
    const settledMs = await within(settled, HEALED_MS, `strike ${number}: payments in flight are finished`);
    return faults.map((fault, index) => ({
      ...{ strike: number, fault, process: processOf(fault), inFlight, settledMs },
      readyMs: ready[index] ?? 0,
    }));
  }

  /** Resolves when the process is ready again. */
  async #inflict(fault: Fault): Promise<void> {
    const name = processOf(fault);
    const pid = this.stack.pidOf(name);
    switch (fault.kind) {
      case 'kill':
        await (fault.target === 'redis' ? this.#endRedisForGood(pid) : this.#end(name, pid, 'SIGKILL'));
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

  /** The runner waits for its children, so it knows how each of them ended: a SIGKILL is seen to have been the cause. */
  async #end(name: string, pid: number, signal: 'SIGKILL' | 'SIGTERM', whileGone?: () => void): Promise<void> {
    const ended = (): number =>
      this.stack.said.filter(
        (line) => line.includes(`${name} ended (`) && (signal === 'SIGTERM' || line.includes(signal)),
      ).length;
    const before = ended();
    process.kill(pid, signal === 'SIGTERM' && name === 'postgres' ? 'SIGINT' : signal);
    await until(`${name} (pid ${pid}) is gone`, ENDED_MS, () => !existsSync(`/proc/${pid}`));
    whileGone?.();
    await until(`${name} ended by ${signal}`, ENDED_MS, () => ended() > before);
  }

  /** Everything that Redis kept is gone with it. */
  async #endRedisForGood(pid: number): Promise<void> {
    this.stack.keepAway('redis');
    await this.#end('redis', pid, 'SIGKILL', () => {
      this.#wipeRedis();
    });
  }

  #wipeRedis(): void {
    const data = join(this.stack.root, 'data', 'redis');
    for (const file of readdirSync(data)) rmSync(join(data, file), { recursive: true, force: true });
    this.stack.letBack('redis');
  }

  async #ready(name: string, pidBefore: number): Promise<void> {
    await until(`${name} is ready again`, READY_MS, async () => {
      const { services, engines } = this.stack.facts;
      const service = services.find((found) => found.name === name);
      const pid = (service ?? engines.find((found) => found.name === name))?.pid ?? 0;
      if (pid === 0 || pid === pidBefore) return false;
      if (service !== undefined) return answersOk(service.healthUrl);
      return pidBefore === 0 || this.stack.said.some((line) => line.includes(`${name} is back (pid ${pid})`));
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
