import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../local/paths.ts';
import { within } from './commands.ts';
import type { Answers, Finding } from './judgement.ts';
import { brokenByChange, brokenByFault, brokenByOutage, gained, judged } from './judgement.ts';
import type { SteadyLoad } from './steady-load.ts';

/** The most that a stack may take to recover from a fault. */
const RECOVERY_SECONDS = 30;
/** Payments between two steps, so that each step meets requests in flight. */
const PAYMENTS_BETWEEN = 8;
/** The most that a step may take. */
const STEP_SECONDS = 900;

/** The errors of `until` and `within`. */
const TIME_OUT = /not (ended )?within \d+ s/;

const EXIT_BROKEN = 1;
const EXIT_NOT_SHOWN = 2;

export interface StepResult {
  readonly step: string;
  readonly seconds: number;
  readonly payments: number;
  readonly visits: number;
  readonly failedRequests: number;
  /** The share of the processors that were busy. */
  readonly busy: number;
  readonly recoverySeconds?: number;
  readonly broken: readonly string[];
  readonly notShown: readonly string[];
}

interface Observed {
  readonly recoverySeconds?: number;
  readonly found: readonly Finding[];
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
    await this.#observe(step, async (during) => {
      await work();
      await this.#load.settle();
      return { found: brokenByChange(during()) };
    });
  }

  /** A fault: `strike` resolves when it is over, and the stack must work again within 30 s of that. */
  async fault(step: string, strike: () => Promise<void>, healthy: () => Promise<void>): Promise<void> {
    await this.#observe(step, (during) => this.#recovered(strike, healthy, () => brokenByFault(during())));
  }

  /** A fault of an engine, during which the gateway answers every request, if only with 503 or 504. */
  async outage(step: string, strike: () => Promise<void>, healthy: () => Promise<void>): Promise<void> {
    await this.#observe(step, (during) => this.#recovered(strike, healthy, () => brokenByOutage(during())));
  }

  /** A check that needs no load. `broken` is what it found. */
  async check(step: string, find: () => Promise<readonly string[]>): Promise<void> {
    await this.#observe(step, async () => ({ found: (await find()).map((text) => ({ text, isOfTime: false })) }));
  }

  /** Ends the load, writes the report, and returns the exit code: 1 when a promise was broken, 2 when one was not shown. */
  async end(name: string): Promise<number> {
    const verdict = await this.#load.end();
    const broken = this.results.flatMap(({ step, broken: found }) => found.map((one) => `${step}: ${one}`));
    const notShown = this.results.flatMap(({ step, notShown: open }) => open.map((one) => `${step}: ${one}`));
    const faults = [
      ...broken,
      ...brokenByFault(verdict).map(({ text }) => `in all: ${text}`),
      ...verdict.faults,
      ...(verdict.visits === 0 ? ['no page was visited'] : []),
    ];
    for (const fault of faults) console.log(`✗ ${fault}`);
    for (const open of notShown) console.log(`? not shown, the machine is too slow: ${open}`);
    const folder = join(repositoryRoot, '.local', 'reports');
    mkdirSync(folder, { recursive: true });
    const report = join(folder, `${name}.json`);
    writeFileSync(report, `${JSON.stringify({ steps: this.results, ...verdict, faults, notShown }, undefined, 2)}\n`);
    console.log(
      `${this.results.length} steps, ${verdict.completed} of ${verdict.payments} payments completed, ${verdict.visits} visits, ` +
        `${verdict.deliveries} deliveries, ${faults.length} broken promises, ${notShown.length} not shown; report: ${report}`,
    );
    if (faults.length > 0) return EXIT_BROKEN;
    return notShown.length > 0 ? EXIT_NOT_SHOWN : 0;
  }

  async #recovered(
    strike: () => Promise<void>,
    healthy: () => Promise<void>,
    broken: () => readonly Finding[],
  ): Promise<Observed> {
    await strike();
    const over = performance.now();
    await Promise.all([this.#load.settle(), healthy()]);
    const recoverySeconds = (performance.now() - over) / 1_000;
    const text = `recovered after ${recoverySeconds.toFixed(1)} s`;
    const slow = recoverySeconds > RECOVERY_SECONDS ? [{ text, isOfTime: true }] : [];
    return { recoverySeconds, found: [...slow, ...broken()] };
  }

  /** Throws, with the name of the step, when the load makes no progress before it. */
  async #observe(step: string, observe: (during: () => Answers) => Promise<Observed>): Promise<void> {
    await this.#load.progress(PAYMENTS_BETWEEN).catch((error: unknown) => {
      throw new Error(`before the step "${step}": ${String(error)}`, { cause: error });
    });
    const { completed, visits, answers: before, cpu } = this.#load;
    const began = performance.now();
    const during = (): Answers => gained(before, this.#load.answers);
    // a step that cannot be carried out is a finding, and the others are tried
    const { found, ...seen } = await within(STEP_SECONDS, `the step "${step}"`, observe(during)).catch(
      (error: unknown): Observed => ({ found: [{ text: String(error), isOfTime: TIME_OUT.test(String(error)) }] }),
    );
    const total = this.#load.cpu.total - cpu.total;
    const busy = total > 0 ? (this.#load.cpu.busy - cpu.busy) / total : 0;
    const result = {
      step,
      seconds: Math.round((performance.now() - began) / 100) / 10,
      payments: this.#load.completed - completed,
      visits: this.#load.visits - visits,
      failedRequests: Object.values(during().failed).reduce((sum, times) => sum + times, 0),
      busy: Math.round(busy * 100) / 100,
      ...seen,
      ...judged(found, busy),
    };
    this.results.push(result);
    console.log(lineOf(result));
  }
}

function lineOf(result: StepResult): string {
  const { step, seconds, payments, visits, failedRequests, busy, recoverySeconds, broken, notShown } = result;
  const recovery = recoverySeconds === undefined ? '' : `, recovered in ${recoverySeconds.toFixed(1)} s`;
  const unbroken = notShown.length === 0 ? '✓' : '?';
  const mark = broken.length === 0 ? unbroken : '✗';
  const counts = `${payments} payments, ${visits} visits, ${failedRequests} failed requests, CPU ${Math.round(busy * 100)} %`;
  return `${mark} ${step}: ${seconds} s, ${counts}${recovery} ${[...broken, ...notShown].join('; ')}`;
}
