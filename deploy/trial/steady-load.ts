import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { until } from './commands.ts';
import type { Answers, Counts } from './judgement.ts';
import { hopelessness, printed } from './judgement.ts';

/** Customers that pay at the same time. */
export const PAYERS = 4;

/** The output of the load every quarter of a second: cumulative numbers. */
interface Progress extends Answers {
  readonly begun: number;
  readonly completed: number;
  readonly endedUpTo: number;
  readonly visits: number;
  readonly cpu: CpuTimes;
}

/** Milliseconds of all processors of the load's machine. */
export interface CpuTimes {
  readonly busy: number;
  readonly total: number;
}

/** The output of the load at its end. */
export interface Verdict {
  readonly payments: number;
  readonly completed: number;
  readonly deliveries: number;
  readonly visits: number;
  readonly failed: Counts;
  readonly refused: Counts;
  readonly faults: readonly string[];
}

const NOTHING: Progress = {
  ...{ begun: 0, completed: 0, endedUpTo: 0, visits: 0 },
  ...{ failed: {}, refused: {}, cpu: { busy: 0, total: 0 } },
};
/** A payment gives up after two minutes. */
const SETTLED_SECONDS = 180;
const VERDICT_SECONDS = 300;

/** The payments that run in a container of the stack (tools/steady-load), followed by the lines that it prints. */
export class SteadyLoad {
  #progress = NOTHING;
  #verdict: Verdict | undefined;
  #ended: string | undefined;

  readonly #interrupt: () => Promise<unknown>;

  /** `follow` prints the lines of the load; `interrupt` sends SIGTERM to it. */
  constructor(follow: ChildProcess, interrupt: () => Promise<unknown>) {
    this.#interrupt = interrupt;
    if (follow.stdout === null) throw new TypeError('the output of the load is not a pipe');
    createInterface(follow.stdout).on('line', (line) => {
      this.#read(line);
    });
    follow.once('exit', (code) => {
      this.#ended = `the load ended with ${String(code)}`;
    });
  }

  get completed(): number {
    return this.#progress.completed;
  }

  /** Visits of pages and guests so far. */
  get visits(): number {
    return this.#progress.visits;
  }

  get answers(): Answers {
    const { failed, refused } = this.#progress;
    return { failed, refused };
  }

  get cpu(): CpuTimes {
    return this.#progress.cpu;
  }

  /** Waits until this many more payments have completed. Throws when none will. */
  async progress(payments: number): Promise<void> {
    const goal = this.completed + payments;
    await this.#until(`${payments} payments`, () => this.completed >= goal);
  }

  /** Waits until all payments in flight have ended, and one more of each customer that began after this call. */
  async settle(): Promise<void> {
    const goal = this.#progress.begun + PAYERS;
    await this.#until('the payments in flight have ended', () => this.#progress.endedUpTo >= goal);
  }

  /** Ends the load, and returns what it and the auditor found. */
  async end(): Promise<Verdict> {
    await this.#interrupt();
    return until('the verdict of the load', VERDICT_SECONDS, () => Promise.resolve(this.#verdict));
  }

  async #until(what: string, holds: () => boolean): Promise<void> {
    const found = await until(what, SETTLED_SECONDS, () =>
      Promise.resolve(holds() ? 'held' : (this.#ended ?? hopelessness(this.completed, this.answers))),
    ).catch((error: unknown) => `${String(error)}; ${this.#summary()}`);
    if (found !== 'held') throw new Error(found);
  }

  #summary(): string {
    const { begun, completed, failed, refused } = this.#progress;
    return `${completed} of ${begun} payments completed; failed: ${printed(failed)}; refused: ${printed(refused)}`;
  }

  #read(line: string): void {
    if (!line.startsWith('{')) {
      console.log(`  load: ${line}`);
      return;
    }
    const read = JSON.parse(line) as Progress | { readonly verdict: Verdict };
    if ('verdict' in read) this.#verdict = read.verdict;
    else this.#progress = read;
  }
}
