import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../local/paths.ts';
import type { SteadyLoad } from './steady-load.ts';

/** The most that a stack may take to recover from a fault. */
const RECOVERY_SECONDS = 30;
/** Payments between two steps, so that each step meets requests in flight. */
const PAYMENTS_BETWEEN = 8;

export interface StepResult {
  readonly step: string;
  readonly seconds: number;
  readonly payments: number;
  readonly failedRequests: number;
  readonly recoverySeconds?: number;
  readonly broken: readonly string[];
}

/** The steps of a trial under steady load, and what each of them showed. */
export class Trial {
  readonly results: StepResult[] = [];

  readonly #load: SteadyLoad;

  constructor(load: SteadyLoad) {
    this.#load = load;
  }

  /** A planned change: no request may fail while it happens, nor until the payments that were in flight have ended. */
  async change(step: string, work: () => Promise<void>): Promise<void> {
    await this.#observe(step, async () => {
      const failedBefore = this.#load.failedRequests;
      await work();
      await this.#load.settle();
      const failed = this.#load.failedRequests - failedBefore;
      return { broken: failed === 0 ? [] : [`${failed} requests failed: ${this.#load.reasons}`] };
    });
  }

  /** A fault: `strike` resolves when it is over, and the stack must work again within 30 s of that. */
  async fault(step: string, strike: () => Promise<void>, healthy: () => Promise<void>): Promise<void> {
    await this.#observe(step, async () => {
      await strike();
      const over = performance.now();
      await Promise.all([this.#load.settle(), healthy()]);
      const recoverySeconds = (performance.now() - over) / 1_000;
      const slow = recoverySeconds > RECOVERY_SECONDS;
      return { recoverySeconds, broken: slow ? [`recovered after ${recoverySeconds.toFixed(1)} s`] : [] };
    });
  }

  /** A fault of an engine, during which the gateway answers every request, if only with 503 or 504. */
  async outage(step: string, strike: () => Promise<void>, healthy: () => Promise<void>): Promise<void> {
    const before = this.#load.unanswered;
    await this.fault(step, strike, healthy);
    const lost = this.#load.unanswered.filter((reason) => !before.includes(reason));
    await this.check(`${step}: every request was answered`, () => Promise.resolve(lost));
  }

  /** A check that needs no load. `broken` is what it found. */
  async check(step: string, find: () => Promise<readonly string[]>): Promise<void> {
    await this.#observe(step, async () => ({ broken: await find() }));
  }

  /** Ends the load, writes the report, and returns the exit code. */
  async end(name: string): Promise<number> {
    const verdict = await this.#load.end();
    const broken = [...this.results.flatMap(({ step, broken: found }) => found.map((one) => `${step}: ${one}`))];
    const faults = [...broken, ...verdict.faults];
    for (const fault of faults) console.log(`✗ ${fault}`);
    const folder = join(repositoryRoot, '.local', 'reports');
    mkdirSync(folder, { recursive: true });
    const report = join(folder, `${name}.json`);
    writeFileSync(report, `${JSON.stringify({ steps: this.results, ...verdict, faults }, undefined, 2)}\n`);
    console.log(
      `${this.results.length} steps, ${verdict.completed} of ${verdict.payments} payments completed, ${verdict.deliveries} deliveries, ` +
        `${faults.length} broken promises; report: ${report}`,
    );
    return faults.length === 0 ? 0 : 1;
  }

  async #observe(
    step: string,
    observe: () => Promise<{ readonly recoverySeconds?: number; readonly broken: readonly string[] }>,
  ): Promise<void> {
    await this.#load.progress(PAYMENTS_BETWEEN);
    const [began, completed, failed] = [performance.now(), this.#load.completed, this.#load.failedRequests];
    // a step that cannot be carried out is a finding, and the others are tried
    const seen = await observe().catch((error: unknown) => ({ broken: [String(error)] }));
    const result = {
      step,
      seconds: Math.round((performance.now() - began) / 100) / 10,
      payments: this.#load.completed - completed,
      failedRequests: this.#load.failedRequests - failed,
      ...seen,
    };
    this.results.push(result);
    console.log(lineOf(result));
  }
}

function lineOf({ step, seconds, payments, failedRequests, recoverySeconds, broken }: StepResult): string {
  const recovery = recoverySeconds === undefined ? '' : `, recovered in ${recoverySeconds.toFixed(1)} s`;
  const mark = broken.length === 0 ? '✓' : '✗';
  return `${mark} ${step}: ${seconds} s, ${payments} payments, ${failedRequests} failed requests${recovery} ${broken.join('; ')}`;
}
