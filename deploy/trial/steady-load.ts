import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { until } from './commands.ts';

/** Customers that pay at the same time. */
export const PAYERS = 4;

/** The output of the load every quarter of a second: cumulative numbers. */
interface Progress {
  readonly begun: number;
  readonly completed: number;
  readonly endedUpTo: number;
  readonly failed: Readonly<Record<string, number>>;
}

/** The output of the load at its end. */
export interface Verdict {
  readonly payments: number;
  readonly completed: number;
  readonly deliveries: number;
  readonly faults: readonly string[];
}

const NOTHING: Progress = { begun: 0, completed: 0, endedUpTo: 0, failed: {} };
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

  get failedRequests(): number {
    return Object.values(this.#progress.failed).reduce((sum, times) => sum + times, 0);
  }

  /** Those of them that got no problem document: their connection was refused or lost, or the answer was of something else. */
  get unanswered(): readonly string[] {
    const answered = /^(429|503|504|409) [a-z_]+$/;
    return Object.entries(this.#progress.failed).flatMap(([why, times]) =>
      answered.test(why) ? [] : [`${times} × ${why}`],
    );
  }

  /** Why requests failed so far. */
  get reasons(): string {
    return Object.entries(this.#progress.failed)
      .map(([why, times]) => `${times} × ${why}`)
      .join(', ');
  }

  /** Waits until this many more payments have completed. */
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
    const found = await until(what, SETTLED_SECONDS, () => Promise.resolve(holds() ? 'held' : this.#ended));
    if (found !== 'held') throw new Error(found);
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
